import { redirect, type RouteObject } from '@shop/router'

const routes: RouteObject[] = [
  { path: '/admin/login', lazy: () => import('./login/login-page') },
  {
    path: '/admin',
    lazy: () => import('./layout/back-office'),
    children: [
      { index: true, loader: () => redirect('/admin/dashboard') },
      { path: '/admin/dashboard', lazy: () => import('./dashboard/dashboard-page') },
      { path: '/admin/qr-code', lazy: () => import('./qr-code/qr-code-page') },
      { path: '/admin/scan', lazy: () => import('./scan/scan-page') },
    ],
  },
]

export default routes
