import { redirect, type RouteObject } from '@shop/router'

const routes: RouteObject[] = [
  { path: '/auth', lazy: () => import('./auth/auth-page'), handle: { crumb: 'Sign In' } },
  { path: '/auth/link', lazy: () => import('./auth/link-page') },
  {
    path: '/auth/forgot',
    lazy: () => import('./auth/forgot-page'),
    handle: { crumb: 'Forgot your password?' },
  },
  {
    path: '/auth/new-password',
    lazy: () => import('./auth/new-password-page'),
    handle: { crumb: 'New password' },
  },
  { path: '/account/profile', lazy: () => import('./profile/profile-page') },
  { path: '/account/addresses', lazy: () => import('./addresses/addresses-page') },
  {
    path: '/account/security',
    lazy: () => import('./security/security-page'),
    handle: { crumb: 'Sign-in and devices' },
  },
  { path: '/account/privacy', lazy: () => import('./privacy/privacy-page'), handle: { crumb: 'Your data' } },
  { path: '/create-account', lazy: () => import('./create-account/create-account-page') },
  { path: '/review', lazy: () => import('./review/review-page') },
  { path: '/account', lazy: () => import('./account/account-page') },
  { path: '/account/orders', lazy: () => import('./orders/orders-page') },
  {
    path: '/account/orders/:number/receipt',
    lazy: () => import('./receipt/receipt-page'),
    handle: { crumb: 'Receipt' },
  },
  { path: '/receipt', lazy: () => import('./receipt/guest-receipt-page'), handle: { crumb: 'Receipt' } },
  {
    path: '/track-order',
    lazy: () => import('./tracking/track-order-page'),
    handle: { crumb: 'Track Your Order' },
  },
  { path: '/orders', loader: () => redirect('/account/orders') },
]

export default routes
