import { framePage } from './frame-page'
import type { Page } from './page'

// Offers the pages that were kept, and opens the wanted one as soon as the shop can be reached again: a browser's word
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

/** The page shown in place of one that was not kept while there is no network. It needs nothing but itself. */
export function offlinePage(): Page {
  return framePage({
    title: 'No connection',
    heading: 'You are offline',
    text: [
      'This page has not been opened on this device before, so it cannot be shown without a connection.',
    ],
    more: [
      '<ul><li>Pages that you have opened can be read again.</li>',
      '<li>Your cart is safe. It can be changed, and orders placed, once you are connected.</li></ul>',
      '<p>This page opens by itself as soon as there is a connection.</p>',
    ].join(''),
    links: links.map(([to, label]) => `<a href="${to}" data-kept hidden>${label}</a>`).join(''),
    script,
  })
}
