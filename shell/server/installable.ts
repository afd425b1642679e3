import { shop } from '@shop/settings'
import { html } from 'hono/html'

// The ground of the page in each theme.
const ground = { light: '#F2F0E9', dark: '#141511' }

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
export const installableHead = html`<link rel="manifest" href="/manifest.webmanifest">
<link rel="apple-touch-icon" href="/media/icon-apple-180.png">
<meta name="theme-color" content="${ground.light}">`

/** Has the colour of the browser's frame follow the theme, which is the visitor's choice and not always the system's. */
export const frameColourScript = `(function(d,m){function c(){m.content=d.dataset.theme==="dark"?"${ground.dark}":"${ground.light}"}c();new MutationObserver(c).observe(d,{attributeFilter:["data-theme"]})})(document.documentElement,document.querySelector("meta[name=theme-color]"))`
