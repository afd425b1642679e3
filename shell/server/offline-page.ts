import { html } from 'hono/html'
import { offlineScript } from './inline-scripts'
import type { HtmlPage } from './page-html'
import { staticPage } from './static-page'

const links = [
  ['/', 'Home'],
  ['/products', 'Shop All'],
  ['/categories', 'Categories'],
  ['/cart', 'Cart'],
] as const

/** The page shown without a network instead of one that is not cached. It is self-contained. */
export function offlinePage(): Promise<HtmlPage> {
  return staticPage({
    title: 'No connection',
    heading: 'You are offline',
    text: [
      'This page has not been opened on this device before, so it cannot be shown without a connection.',
    ],
    more: html`<ul><li>Pages that you have opened can be read again.</li>
<li>Your cart is safe. It can be changed, and orders placed, once you are connected.</li></ul>
<p>This page opens by itself as soon as there is a connection.</p>`,
    links: links.map(([path, label]) => html`<a href="${path}" data-cached hidden>${label}</a>`),
    script: offlineScript,
  })
}
