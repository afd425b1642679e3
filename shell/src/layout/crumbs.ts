import type { Crumb } from '@shop/ui'

/** Segments whose name is not simply their words; also the only ones that are pages of their own above others. */
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

function humanised(segment: string): string {
  let words = segment
  try {
    words = decodeURIComponent(segment)
  } catch {
    // a stray per cent sign: shown as it was typed
  }
  words = words.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Where a path lies, from home to itself. Empty on the home page.
 *
 * Places above it that are no pages are left out, so that no crumb leads nowhere.
 *
 * @param own names that routes give to their paths
 */
export function crumbsOf(pathname: string, own: ReadonlyMap<string, string> = new Map()): Crumb[] {
  const segments = pathname.split('/').filter(Boolean)
  if (segments.length === 0) return []
  const places = segments.map((segment, index) => {
    const to = `/${segments.slice(0, index + 1).join('/')}`
    return {
      to,
      label: own.get(to) ?? labels[segment] ?? humanised(segment),
      page: own.has(to) || segment in labels,
    }
  })
  const shown = places.filter(({ page }, index) => page || index === places.length - 1)
  return [{ label: 'Home', to: '/' }, ...shown.map(({ label, to }) => ({ label, to }))]
}

/**
 * The trail of an address that leads nowhere: the same for all of them, since one page stands for all.
 *
 * @param pathname of a thing that is not there: the list it would be in is named
 */
export function missingCrumbs(pathname?: string): Crumb[] {
  const above = pathname ? crumbsOf(pathname.split('/').slice(0, -1).join('/')) : []
  return [...(above.length > 0 ? above : [{ label: 'Home', to: '/' }]), { label: 'Not found' }]
}
