import { shop } from '@shop/settings'
import { ground } from '../inline/ground'

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/media/${file}`,
  sizes: `${String(size)}x${String(size)}`,
  type: 'image/png',
  purpose,
})

/** What a phone or a desktop needs to know to keep the shop among its applications. */
export const webManifest = {
  id: '/',
  name: shop.name,
  short_name: 'Aurelle',
  description: shop.description,
  lang: 'en-GB',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: ground.light,
  background_color: ground.light,
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('icon-maskable-192.png', 192, 'maskable'),
    icon('icon-maskable-512.png', 512, 'maskable'),
  ],
} as const

/** Lines of a page's head that make it installable. The browser's own frame has the colour of the light theme at first. */
export const installableHead = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<link rel="apple-touch-icon" href="/media/icon-apple-180.png">',
  `<meta name="theme-color" content="${ground.light}">`,
]
