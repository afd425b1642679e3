import { html } from 'hono/html'
import { offlineScript } from '../releases/inline-scripts'
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
    text: ['You haven’t opened this page on this device before, so it can’t be shown without a connection.'],
    more: html`<ul><li>You can still read pages you’ve already opened.</li>
<li>Your cart is safe. You can change it and place orders once you’re back online.</li></ul>
<p>This page will reload when you’re back online.</p>`,
    links: links.map(([path, label]) => html`<a href="${path}" data-cached hidden>${label}</a>`),
    script: offlineScript,
  })
}
