import { defineRoutes, redirect } from '@shop/router'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

const orders = onServer && { title: 'My Orders', description: 'Your orders.', personal: true }
const receipt = onServer && { title: 'Receipt', description: 'The receipt of your order.', personal: true }

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
    path: '/auth/link',
    page: onServer && {
      title: 'Your link',
      description: 'Where the links in our letters about your account lead.',
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
      personal: true,
    },
    lazy: () => import('./auth/forgot-page'),
  },
  {
    path: '/auth/new-password',
    crumb: 'New password',
    page: onServer && { title: 'New password', description: 'Choose a new password.', personal: true },
    lazy: () => import('./auth/new-password-page'),
  },
  {
    path: '/account/profile',
    page: onServer && {
      title: 'Profile',
      description: 'Your name, phone number and what we may write to you.',
      personal: true,
    },
    lazy: () => import('./profile/profile-page'),
  },
  {
    path: '/account/addresses',
    page: onServer && { title: 'Addresses', description: 'Where your orders go.', personal: true },
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
    path: '/account',
    page: onServer && { title: 'Account', description: 'Your account.', personal: true },
    lazy: () => import('./account/account-page'),
  },
  { path: '/account/orders', crumb: 'Orders', page: orders, lazy: () => import('./orders/orders-page') },
  {
    path: '/account/orders/:number/receipt',
    crumb: 'Receipt',
    page: receipt,
    lazy: () => import('./receipt/receipt-page'),
  },
  // Its address holds the secret of a guest's letter.
  { path: '/receipt', crumb: 'Receipt', page: receipt, lazy: () => import('./receipt/guest-receipt-page') },
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
