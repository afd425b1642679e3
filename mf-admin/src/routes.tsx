import { defineRoutes, redirect } from '@shop/router'
import { notFoundRouteId } from './layout/not-found-route'

// The browser's build leaves out what only servers need.
const onServer = typeof document === 'undefined'

// The server knows nothing of who may open a screen, so all of them have the same head until the browser renders them.
const office = onServer && {
  title: 'Admin Portal',
  description: 'Restricted access only',
  personal: true,
  offline: 'nothing' as const,
  showsQrCodes: true,
}

export default defineRoutes([
  {
    page: office,
    lazy: () => import('./staff/staff-root'),
    children: [
      { path: '/admin/login', lazy: () => import('./login/login-page') },
      { path: '/admin/join', lazy: () => import('./join/join-page') },
      {
        path: '/admin',
        lazy: () => import('./layout/back-office'),
        children: [
          { index: true, loader: () => redirect('/admin/dashboard') },
          // What goes together is made of the parts of the product list.
          {
            path: '/admin/products',
            lazy: () => import(/* webpackChunkName: "products" */ './products/products-page'),
          },
          { path: '/admin/products/import', lazy: () => import('./products/files/import-page') },
          {
            path: '/admin/products/companions',
            lazy: () => import(/* webpackChunkName: "products" */ './products/companions/companions-page'),
          },
          { path: '/admin/orders/sent', lazy: () => import('./fulfilment/sent-page') },
          { path: '/admin/orders/print', lazy: () => import('./fulfilment/print-page') },
          { path: '/admin/low-stock', lazy: () => import('./stock/low-stock-page') },
          { path: '/admin/stock', lazy: () => import('./stock/stock-page') },
          { path: '/admin/dashboard', lazy: () => import('./dashboard/dashboard-page') },
          { path: '/admin/categories', lazy: () => import('./categories/categories-page') },
          { path: '/admin/customers', lazy: () => import('./customers/customers-page') },
          { path: '/admin/gift-cards', lazy: () => import('./gift-cards/gift-cards-page') },
          { path: '/admin/messages', lazy: () => import('./messages/messages-page') },
          { path: '/admin/orders', lazy: () => import('./orders/orders-page') },
          { path: '/admin/promotions', lazy: () => import('./promotions/promotions-page') },
          { path: '/admin/qr-code', lazy: () => import('./qr-code/qr-code-page') },
          { path: '/admin/returns', lazy: () => import('./returns/returns-page') },
          { path: '/admin/staff', lazy: () => import('./team/team-page') },
          { path: '/admin/audit', lazy: () => import('./audit/audit-page') },
          { path: '/admin/email', lazy: () => import('./email/email-page') },
          { path: '/admin/settings', lazy: () => import('./settings/settings-page') },
          { path: '/admin/reviews', lazy: () => import('./reviews/reviews-page') },
          { path: '/admin/search-words', lazy: () => import('./search-words/search-words-page') },
          { path: '/admin/scan', lazy: () => import('./scan/scan-page') },
          { path: '/admin/shipping', lazy: () => import('./shipping/shipping-page') },
          // Not `*`: the shell's own splat for /admin would win.
          {
            id: notFoundRouteId,
            path: '/admin/:unknown/*',
            page: office && { ...office, title: 'Page not found', status: 404 },
            lazy: () => import('./not-found/not-found-page'),
          },
        ],
      },
    ],
  },
])
