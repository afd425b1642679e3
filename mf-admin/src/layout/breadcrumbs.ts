import type { Crumb } from '@shop/ui'

const labels: Record<string, string> = {
  admin: 'Admin Portal',
  products: 'Products',
  categories: 'Categories',
  dashboard: 'Dashboard',
  'qr-code': 'QR Code',
  scan: 'Scan',
  orders: 'Orders',
  customers: 'Customers',
}

/** The breadcrumbs of a back-office path: 'Admin Portal' linked to the dashboard, then one for each segment. */
export function breadcrumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  return segments.map((segment, index) => ({
    label: labels[segment] ?? segment.charAt(0).toUpperCase() + segment.slice(1),
    to: index === 0 ? '/admin/dashboard' : `/${segments.slice(0, index + 1).join('/')}`,
  }))
}
