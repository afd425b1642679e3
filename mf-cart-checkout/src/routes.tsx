import type { RouteObject } from '@shop/router'
import { createLoader } from '@shop/supabase'
import { sessionQuery } from './payment/checkout-session'
import { shippingQuery } from './shipping/list-shipping'

const session = (url: URL) => url.searchParams.get('session') ?? ''

// These pages depend on the visitor's session, which the server does not have, so only the browser renders them.
const handle = { personal: true }

// The cart form redirects here without a known guest: the page is the same for everyone, so nothing is read.
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
    // Both pages share the state machine and are visited together, so they share a chunk.
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
