import { defineRoutes, redirect } from '@shop/router'
import { notFoundRouteId } from './frame/layout/not-found-route'
import { preloadControls } from './kit/controls'

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
    lazy: () => import('./frame/staff/staff-root'),
    children: [
      { path: '/admin/login', lazy: () => import('./frame/login/login-page') },
      { path: '/admin/forgot', lazy: () => import('./frame/reset/forgot-page') },
      { path: '/admin/reset', lazy: () => import('./frame/reset/reset-page') },
      { path: '/admin/join', lazy: () => import('./frame/join/join-page') },
      {
        path: '/admin',
        lazy: async () => {
          const [office] = await Promise.all([import('./frame/layout/back-office'), preloadControls()])
          return office
        },
        children: [
          { index: true, loader: () => redirect('/admin/dashboard') },
          // What goes together is made of the parts of the product list.
          {
            path: '/admin/products',
            lazy: () => import(/* webpackChunkName: "products" */ './catalogue/products/products-page'),
          },
          { path: '/admin/products/import', lazy: () => import('./catalogue/products/files/import-page') },
          {
            path: '/admin/products/companions',
            lazy: () =>
              import(/* webpackChunkName: "products" */ './catalogue/products/companions/companions-page'),
          },
          { path: '/admin/orders/sent', lazy: () => import('./orders/fulfilment/sent-page') },
          { path: '/admin/orders/print', lazy: () => import('./orders/fulfilment/print-page') },
          { path: '/admin/low-stock', lazy: () => import('./catalogue/stock/low-stock-page') },
          { path: '/admin/stock', lazy: () => import('./catalogue/stock/stock-page') },
          { path: '/admin/dashboard', lazy: () => import('./dashboard/dashboard-page') },
          { path: '/admin/categories', lazy: () => import('./catalogue/categories/categories-page') },
          { path: '/admin/customers', lazy: () => import('./people/customers/customers-page') },
          { path: '/admin/gift-cards', lazy: () => import('./marketing/gift-cards/gift-cards-page') },
          { path: '/admin/messages', lazy: () => import('./people/messages/messages-page') },
          { path: '/admin/orders', lazy: () => import('./orders/orders-page') },
          { path: '/admin/drafts', lazy: () => import('./orders/drafts/drafts-page') },
          { path: '/admin/promotions', lazy: () => import('./marketing/promotions/promotions-page') },
          { path: '/admin/qr-code', lazy: () => import('./catalogue/qr-code/qr-code-page') },
          { path: '/admin/parcels', lazy: () => import('./orders/parcels/parcels-page') },
          { path: '/admin/returns', lazy: () => import('./orders/returns/returns-page') },
          { path: '/admin/takings', lazy: () => import('./orders/takings/takings-page') },
          { path: '/admin/abandoned', lazy: () => import('./people/abandoned/abandoned-page') },
          { path: '/admin/staff', lazy: () => import('./configuration/team/team-page') },
          { path: '/admin/audit', lazy: () => import('./configuration/audit/audit-page') },
          { path: '/admin/releases', lazy: () => import('./configuration/releases/releases-page') },
          { path: '/admin/email', lazy: () => import('./configuration/email/email-page') },
          { path: '/admin/settings', lazy: () => import('./configuration/settings/settings-page') },
          { path: '/admin/reviews', lazy: () => import('./people/reviews/reviews-page') },
          { path: '/admin/search-words', lazy: () => import('./catalogue/search-words/search-words-page') },
          { path: '/admin/scan', lazy: () => import('./catalogue/scan/scan-page') },
          { path: '/admin/shipping', lazy: () => import('./configuration/shipping/shipping-page') },
          // Not `*`: the shell's own splat for /admin would win.
          {
            id: notFoundRouteId,
            path: '/admin/:unknown/*',
            page: office && { ...office, title: 'Page not found', status: 404 },
            lazy: () => import('./frame/layout/not-found-page'),
          },
        ],
      },
    ],
  },
])
