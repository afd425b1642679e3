import { defineRoutes, redirect } from '@shop/router'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

const orders = onServer && { title: 'My Orders', description: 'Your orders.', personal: true }

export default defineRoutes([
  {
    path: '/auth',
    crumb: 'Sign In',
    page: onServer && {
      title: 'Sign In',
      description: 'Sign in or create an account.',
      personal: true,
    },
    lazy: () => import('./auth/auth-page'),
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
    path: '/account',
    page: onServer && { title: 'Account', description: 'Your account.', personal: true },
    lazy: () => import('./account/account-page'),
  },
  { path: '/account/orders', crumb: 'Orders', page: orders, lazy: () => import('./orders/orders-page') },
  {
    path: '/track-order',
    crumb: 'Track Your Order',
    page: onServer && {
      title: 'Track Your Order',
      description: 'See where your parcel is, by order number and the e-mail or postcode of the order.',
      // Its address may hold the number of an order.
      offline: 'notice',
    },
    lazy: () => import('./tracking/track-order-page'),
  },
  { path: '/orders', page: orders, loader: () => redirect('/account/orders') },
])
