import { framePage } from './frame-page'
import { offlineScript } from './inline-scripts'
import type { Page } from './page'

const links = [
  ['/', 'Home'],
  ['/products', 'Shop All'],
  ['/categories', 'Categories'],
  ['/cart', 'Cart'],
] as const

/** The page shown in place of one that is not cached while there is no network. It needs nothing but itself. */
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
    links: links.map(([to, label]) => `<a href="${to}" data-cached hidden>${label}</a>`).join(''),
    script: offlineScript,
  })
}
