import { shop } from '@shop/settings'
import { html } from 'hono/html'
import { pageBackground } from '../../inline/page-background'

const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/media/${file}`,
  sizes: `${String(size)}x${String(size)}`,
  type: 'image/png',
  purpose,
})

/** The web app manifest, with which the shop can be installed. */
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
  theme_color: pageBackground.light,
  background_color: pageBackground.light,
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('icon-maskable-192.png', 192, 'maskable'),
    icon('icon-maskable-512.png', 512, 'maskable'),
  ],
} as const

/** Elements of a page's head that make it installable; the theme colour is that of the light theme until a script runs. */
export const installableHead = html`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/media/icon-apple-180.png">
<meta name="theme-color" content="${pageBackground.light}">`
