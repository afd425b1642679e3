import { html } from 'hono/html'
import type { HtmlPage } from './page-html'
import { staticPage } from './static-page'

// Offers the pages that were stored, and opens the wanted one as soon as the shop can be reached again: a browser's word
// that it is online may be of a network that leads nowhere.
const script =
  `(function(){addEventListener("online",function(){fetch("/healthz",{cache:"no-store"}).then(function(a){if(a.ok)location.reload()},function(){})});
var links=Array.from(document.querySelectorAll("a[data-kept]"));
Promise.all(links.map(function(a){return caches.match(a.href)})).then(function(found){links.forEach(function(a,i){a.hidden=!found[i]})})})()`.replaceAll(
    '\n',
    '',
  )

const links = [
  ['/', 'Home'],
  ['/products', 'Shop All'],
  ['/categories', 'Categories'],
  ['/cart', 'Cart'],
] as const

/** The page shown in place of one that was not stored while there is no network. It needs nothing but itself. */
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
    links: links.map(([path, label]) => html`<a href="${path}" data-kept hidden>${label}</a>`),
    script,
  })
}
