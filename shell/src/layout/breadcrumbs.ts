import type { Crumb } from '@shop/ui'

/** Labels of known path segments, which are also the only ones that are pages. */
const labels: Record<string, string> = {
  admin: 'Admin',
  products: 'Products',
  categories: 'Categories',
  dashboard: 'Dashboard',
  'qr-code': 'QR Code',
  orders: 'Orders',
  customers: 'Customers',
  account: 'Account',
  cart: 'Cart',
  checkout: 'Checkout',
  about: 'About',
  contact: 'Contact',
}

function humanize(segment: string): string {
  let text = segment
  try {
    text = decodeURIComponent(segment)
  } catch {
    // Invalid percent-encoding: the segment is shown as typed.
  }
  text = text.replace(/[-_]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Breadcrumbs from the home page to a path; none on the home page.
 *
 * Ancestors that are not pages are skipped, so that no breadcrumb is a dead link.
 *
 * @param routeNames labels by path, as the routes define them
 */
export function breadcrumbsOf(
  pathname: string,
  routeNames: ReadonlyMap<string, string> = new Map(),
): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length === 0) return []
  const ancestors = segments.map((segment, index) => {
    const to = `/${segments.slice(0, index + 1).join('/')}`
    return {
      to,
      label: routeNames.get(to) ?? labels[segment] ?? humanize(segment),
      page: routeNames.has(to) || segment in labels,
    }
  })
  const shown = ancestors.filter(({ page }, index) => page || index === ancestors.length - 1)
  return [{ label: 'Home', to: '/' }, ...shown.map(({ label, to }) => ({ label, to }))]
}

/**
 * Breadcrumbs of a page that does not exist; independent of the URL, since all such pages share one rendered page.
 *
 * @param pathname of a missing product or category, whose list is included
 */
export function notFoundBreadcrumbs(pathname?: string): Crumb[] {
  const above = pathname ? breadcrumbsOf(pathname.split('/').slice(0, -1).join('/')) : []
  return [...(above.length > 0 ? above : [{ label: 'Home', to: '/' }]), { label: 'Not found' }]
}
