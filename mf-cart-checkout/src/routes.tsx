import type { RouteObject } from '@shop/router'
import { createLoader } from '@shop/supabase'
import { sessionQuery } from './payment/checkout-session'
import { shippingQuery } from './shipping/list-shipping'

const session = (url: URL) => url.searchParams.get('session') ?? ''

// A session belongs to one visitor: a server, which knows none, leaves these pages to the browser.
const handle = { personal: true }

// What the cart's form answers a browser of which no guest is known, on the page that is everyone's; no more is read.
const readsAnswer = {
  reads: (search: URLSearchParams) =>
    new URLSearchParams(
      search.has('empty') ? { empty: '' } : search.get('refused') === 'cookie' ? { refused: 'cookie' } : {},
    ),
}

const routes: RouteObject[] = [
  { path: '/cart', handle: readsAnswer, lazy: () => import('./cart/cart-page') },
  {
    path: '/checkout',
    handle,
    loader: createLoader(() => shippingQuery()),
    lazy: () => import(/* webpackChunkName: "checkout" */ './checkout/checkout-page'),
  },
  {
    path: '/checkout/payment',
    handle,
    loader: createLoader(({ url }) => sessionQuery(session(url), 'pending')),
    // Who fills in the form also pays, and both pages hold the same state machine: one file for both.
    lazy: () => import(/* webpackChunkName: "checkout" */ './payment/payment-page'),
  },
  {
    path: '/checkout/success',
    handle: { ...handle, crumb: 'Confirmation' },
    loader: createLoader(({ url }) => sessionQuery(session(url), 'completed')),
    lazy: () => import('./success/success-page'),
  },
]

export default routes
