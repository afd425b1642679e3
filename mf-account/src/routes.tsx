import { defineRoutes, lazyAction, redirect, type Fragments } from '@shop/router'
import * as v from 'valibot'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

/** The number of an order in a query, if it looks like one. */
const orderIn = (search: URLSearchParams): Record<string, string> => {
  const order = search.get('order') ?? ''
  return /^AM[\d-]{1,20}$/i.test(order) ? { order } : {}
}

const orders = onServer && { title: 'My Orders', description: 'Your orders.', personal: true }
const receipt = onServer && { title: 'Receipt', description: 'The receipt of your order.', personal: true }

export default defineRoutes([
  {
    path: '/auth',
    crumb: 'Sign In',
    page: onServer && {
      title: 'Sign In',
      description: 'Sign in or create an account.',
      search: 'sign in signin log login register registration sign up create account new customer',
      robots: 'disallow',
      offline: 'notice',
      reads: (search) => new URLSearchParams(search.get('tab') === 'sign-up' ? { tab: 'sign-up' } : {}),
    },
    action: onServer && lazyAction(() => import('./auth/sign-up-action')),
    lazy: () => import('./auth/auth-page'),
  },
  {
    path: '/auth/link',
    page: onServer && {
      title: 'Your link',
      description: 'Where the links in our emails about your account lead.',
      personal: true,
    },
    lazy: () => import('./auth/link-page'),
  },
  {
    path: '/auth/forgot',
    crumb: 'Forgot your password?',
    page: onServer && {
      title: 'Forgot your password?',
      description: 'Choose a new password.',
      search: 'forgot forgotten lost reset change password',
      robots: 'disallow',
      offline: 'notice',
    },
    action: onServer && lazyAction(() => import('./auth/forgot-action')),
    lazy: () => import('./auth/forgot-page'),
  },
  {
    path: '/account/profile',
    page: onServer && {
      title: 'Profile',
      description: 'Your name, phone number and what we may email you about.',
      personal: true,
    },
    lazy: () => import('./profile/profile-page'),
  },
  {
    path: '/account/addresses',
    page: onServer && { title: 'Addresses', description: 'Where we deliver your orders.', personal: true },
    lazy: () => import('./addresses/addresses-page'),
  },
  {
    path: '/account/security',
    crumb: 'Sign-in and devices',
    page: onServer && {
      title: 'Sign-in and devices',
      description: 'Your password, email address and devices.',
      personal: true,
    },
    lazy: () => import('./security/security-page'),
  },
  {
    path: '/account/privacy',
    crumb: 'Your data',
    page: onServer && {
      title: 'Your data',
      description: 'A copy of your data, and deleting your account.',
      personal: true,
    },
    lazy: () => import('./privacy/privacy-page'),
  },
  {
    path: '/create-account',
    page: onServer && {
      title: 'Create Account',
      description: 'Create an account after your purchase.',
      personal: true,
    },
    lazy: () => import('./create-account/create-account-page'),
  },
  {
    path: '/review',
    page: onServer && {
      title: 'Write a review',
      description: 'What do you think of your order?',
      personal: true,
    },
    lazy: () => import('./review/review-page'),
  },
  {
    path: '/account/no-reminders',
    page: onServer && {
      title: 'Emails about unfinished checkouts',
      description: 'Decline the emails about unfinished checkouts.',
      personal: true,
    },
    lazy: () => import('./reminders/no-reminders-page'),
  },
  {
    path: '/account',
    page: onServer && {
      title: 'Account',
      description: 'Your account.',
      search: 'my account profile details address settings sign out delete',
      personal: true,
    },
    lazy: () => import('./account/account-page'),
  },
  {
    path: '/account/orders',
    crumb: 'Orders',
    page: orders && {
      ...orders,
      search: 'my orders order history past purchases invoice receipt cancel reorder',
    },
    lazy: () => import('./orders/orders-page'),
  },
  {
    path: '/account/orders/:number/receipt',
    crumb: 'Receipt',
    page: receipt,
    lazy: () => import('./receipt/receipt-page'),
  },
  // Its address holds the secret of a guest's email.
  { path: '/receipt', crumb: 'Receipt', page: receipt, lazy: () => import('./receipt/guest-receipt-page') },
  {
    path: '/track-order',
    crumb: 'Track Your Order',
    page: onServer && {
      title: 'Track Your Order',
      description:
        'See where your parcel is, with your order number and the email or postcode you ordered with.',
      search: 'track tracking where is my order parcel package status delivery late missing lost arrived',
      // Its address may hold the number of an order.
      offline: 'notice',
      // The number of the order in the link of an email.
      reads: (search) => new URLSearchParams(orderIn(search)),
    },
    action: onServer && lazyAction(() => import('./tracking/track-order-action')),
    lazy: () => import('./tracking/track-order-page'),
  },
  { path: '/orders', page: orders, loader: () => redirect('/account/orders') },
])

const summaryProps = () => {
  const [text, pence] = [v.string(), v.pipe(v.number(), v.integer())]
  const item = { name: text, sku: v.nullable(text), quantity: v.number(), unitPence: pence, linePence: pence }
  return v.object({
    currency: text,
    items: v.array(v.object(item)),
    subtotalPence: pence,
    discount: v.nullable(v.object({ code: text, pence })),
    vatPence: pence,
    shippingPence: pence,
    totalPence: pence,
    card: v.nullable(v.object({ hint: text, pence })),
    refundedPence: pence,
  })
}

export const fragments = {
  'order-summary': {
    props: onServer && summaryProps(),
    lazy: () => import(/* webpackChunkName: "rare-order-summary" */ './orders/order-summary'),
  },
} satisfies Fragments
