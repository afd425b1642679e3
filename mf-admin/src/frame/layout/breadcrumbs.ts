import type { Crumb } from '@shop/ui'
import { inWords } from '../../kit/in-words'
import { screenAt } from './screens'

const labels: Record<string, string> = {
  admin: 'Admin Portal',
  products: 'Products',
  categories: 'Categories',
  dashboard: 'Dashboard',
  'qr-code': 'QR Code',
  scan: 'Scan',
  stock: 'Stock',
  'low-stock': 'Low stock',
  import: 'Import',
  companions: 'What goes together',
  orders: 'Orders',
  parcels: 'Parcels',
  sent: 'Mark as sent',
  customers: 'Customers',
  messages: 'Messages',
  settings: 'Settings',
  email: 'Email',
  shipping: 'Shipping',
}

/** The breadcrumbs of a back-office path: 'Admin Portal' linked to the dashboard, then one for each segment. */
export function breadcrumbsOf(pathname: string): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  return segments.map((segment, index) => {
    const path = `/${segments.slice(0, index + 1).join('/')}`
    return {
      label: labels[segment] ?? screenAt(path)?.label ?? inWords(segment),
      to: index === 0 ? '/admin/dashboard' : path,
    }
  })
}

/** The breadcrumbs of a path without a screen. They repeat nothing of its address. */
export const notFoundBreadcrumbs = (): Crumb[] => [
  { label: 'Admin Portal', to: '/admin/dashboard' },
  { label: 'Not found', to: '/admin' },
]
