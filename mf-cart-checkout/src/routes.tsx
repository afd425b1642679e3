import { shippingQuery } from '@shop/cart/shipping-terms'
import { defineRoutes, lazyAction, type Fragments } from '@shop/router'
import { createLoader } from '@shop/supabase'
import * as v from 'valibot'
import { sessionQuery } from './checkout/checkout-session'
import { automaticPromotionsQuery } from './deductions/promotion-terms'
import { paymentLinkQuery } from './payment/payment-link'
import { linkedEditQuery } from './order/linked-edit'
import { earlierOrderQuery } from './success/earlier-order'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

const session = (url: URL) => url.searchParams.get('session') ?? ''

// The server renders these pages for the guest whose cookie comes along, and for whoever has the id in the address.
// Never cached.
const checkout = { personal: true, forGuest: true, offline: 'nothing' as const }

export default defineRoutes([
  {
    path: '/cart',
    page: onServer && {
      title: 'Cart',
      description: 'Your cart.',
      search: 'cart basket',
      robots: 'disallow',
      forGuest: true,
      offline: 'notice',
      fragments: { recommendations: '/products' },
    },
    loader: createLoader(() => automaticPromotionsQuery()),
    action: onServer && lazyAction(() => import('./cart/cart-action')),
    lazy: () => import('./cart/cart-page'),
  },
  {
    path: '/checkout',
    page: onServer && {
      ...checkout,
      title: 'Checkout',
      description: 'Contact, delivery address and shipping method.',
    },
    loader: createLoader(({ url }) =>
      onServer
        ? [shippingQuery(), automaticPromotionsQuery(), sessionQuery(session(url), 'pending')]
        : [shippingQuery(), automaticPromotionsQuery()],
    ),
    action: onServer && lazyAction(() => import('./checkout/checkout-action')),
    lazy: () => import(/* webpackChunkName: "checkout" */ './checkout/checkout-page'),
  },
  {
    path: '/checkout/payment',
    page: onServer && { ...checkout, title: 'Payment', description: 'Pay for your order.' },
    loader: createLoader(({ url }) => sessionQuery(session(url), 'pending')),
    // Both pages share the state machine and are visited together, so they share a chunk.
    action: onServer && lazyAction(() => import('./payment/payment-action')),
    lazy: () => import(/* webpackChunkName: "checkout" */ './payment/payment-page'),
  },
  {
    path: '/checkout/link',
    crumb: 'Your order',
    page: onServer && {
      ...checkout,
      title: 'Your order',
      description: 'The order that we have put together for you.',
    },
    loader: createLoader(({ url }) => paymentLinkQuery(session(url))),
    lazy: () => import('./payment/link-page'),
  },
  {
    path: '/checkout/change',
    crumb: 'Change of an order',
    page: onServer && {
      ...checkout,
      title: 'A change to your order',
      description: 'See what changes and pay for it.',
    },
    loader: createLoader(({ url }) => linkedEditQuery(session(url))),
    action: onServer && lazyAction(() => import('./change/change-action')),
    lazy: () => import('./change/change-page'),
  },
  {
    path: '/checkout/success',
    crumb: 'Confirmation',
    page: onServer && {
      ...checkout,
      title: 'Order confirmed',
      description: 'Your order is confirmed.',
      fragments: { 'order-summary': '/account' },
    },
    loader: createLoader(({ url }) =>
      onServer
        ? [sessionQuery(session(url), 'completed'), earlierOrderQuery(session(url))]
        : sessionQuery(session(url), 'completed'),
    ),
    lazy: () => import('./success/success-page'),
  },
])

export const fragments = {
  'mini-cart': {
    props: onServer && v.object({ about: v.string(), onFold: v.function(), onDone: v.function() }),
    lazy: () => import(/* webpackChunkName: "rare-mini-cart" */ './mini-cart/mini-cart'),
  },
} satisfies Fragments
