import { AuthProvider } from '@shop/auth'
import type { Settings } from '@shop/settings'
import { fakeSupabase, rejection, renderApp, type FakeSupabase, type Row } from '@shop/testing'
import { WishlistProvider } from '@shop/wishlist'
import routes from './routes'

export const accessories: Row = {
  id: 'c1',
  slug: 'accessories',
  name: 'Accessories',
  description: 'Silk and velvet.',
  image_url: '/media/cover-accessories.webp',
  image_alt: 'Silk on stone',
}

/** A row of `products` as the backend returns it. @param more columns to override */
export function product(more: Row = {}): Row {
  return {
    id: 'p1',
    slug: 'moss-balm',
    name: 'Moss Balm',
    short_description: 'A green balm.',
    description: 'Made slowly.',
    price: 6.5,
    inventory_quantity: 6,
    images: ['/media/moss-balm-1.webp', '/media/moss-balm-2.webp'],
    image_alts: ['Balm in a jar', 'The jar from above'],
    features: ['Melts in the hand'],
    materials: 'Beeswax.',
    care: 'Keep it cool.',
    sku: 'AM-WEL-009',
    brand: 'Aurelle & Moss',
    collection: null,
    is_featured: true,
    category_id: 'c1',
    category: { id: 'c1', name: 'Accessories', slug: 'accessories' },
    options: [],
    highest_price: null,
    product_variants: [],
    box_contents: [],
    weight_grams: null,
    product_ratings: null,
    reviews: [],
    ...more,
  }
}

/** Rows of `shipping_methods`, as a new shop has them. */
const shippingMethods: Row[] = [
  { name: 'Standard', estimated_days_min: 5, estimated_days_max: 7, sort_order: 1 },
  { name: 'Express', estimated_days_min: 2, estimated_days_max: 3, sort_order: 2 },
  { name: 'Next day', estimated_days_min: 1, estimated_days_max: 1, sort_order: 3 },
].map((method) => ({ id: method.name, is_active: true, ...method }))

/** The intersection observer of a page without a layout: everything is in view, or below it. */
export function observerOf(isIntersecting: boolean) {
  return class implements IntersectionObserver {
    readonly root = null
    readonly rootMargin = ''
    readonly scrollMargin = ''
    readonly thresholds = []
    readonly changed: IntersectionObserverCallback
    constructor(changed: IntersectionObserverCallback) {
      this.changed = changed
    }
    observe(target: Element) {
      const entry = { target, isIntersecting, boundingClientRect: { top: 1 } }
      this.changed([entry as IntersectionObserverEntry], this)
    }
    takeRecords() {
      return []
    }
    disconnect() {
      return undefined
    }
    unobserve() {
      return undefined
    }
  }
}

// The first row of a list is the newest.
const activeRows = (rows: Row[]) =>
  rows.map((row, index) => ({
    is_active: true,
    created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
    ...row,
    ...(Array.isArray(row.product_variants) && {
      product_variants: row.product_variants.map((variant: Row) => ({ is_active: true, ...variant })),
    }),
  }))
const slugOf = ({ category }: Row) =>
  typeof category === 'object' && category && 'slug' in category ? category.slug : null

interface FakeShop extends FakeSupabase {
  /** Rejects every request in a way that is not retried. */
  reject(): void
  /** Opens the path. */
  enter(): ReturnType<typeof renderApp>
}

/**
 * Opens a path of the catalogue with a fake backend that serves these rows.
 * @param places pages and categories that a search by their title leads to
 * @param moved present slugs by kind and former slug: "product silk-mask"
 * @param companions what goes with any product
 */
export function openShop(
  path: string,
  {
    products = [],
    categories = [],
    places = [],
    moved = {},
    companions = [],
  }: {
    products?: Row[]
    categories?: Row[]
    places?: Row[]
    moved?: Readonly<Record<string, string>>
    companions?: Row[]
  } = {},
  settings?: Settings,
): FakeShop {
  const productsOf = (slug: unknown) => products.filter((row) => !slug || slugOf(row) === slug)
  const page = (rows: Row[], offset: unknown, limit: unknown) =>
    rows.slice(Number(offset ?? 0), Number(offset ?? 0) + Number(limit))
  const db = fakeSupabase({
    tables: {
      products: activeRows(products),
      categories: activeRows(categories),
      shipping_methods: shippingMethods,
    },
    rpc: {
      vat_rate: () => 0.2,
      companions_of: () => companions,
      product_facets: ({ p_listing }) => {
        const countBy = (facet: string, valueOf: (row: Row) => unknown) => {
          const values = productsOf(p_listing).map(valueOf).filter(Boolean)
          return [...new Set(values)]
            .sort()
            .map((value) => ({ facet, value, count: values.filter((each) => each === value).length }))
        }
        return [
          ...countBy('category', slugOf),
          ...countBy('brand', ({ brand }) => brand),
          ...countBy('stock', ({ inventory_quantity: left }) => Number(left) > 0 && 'in'),
        ]
      },
      redirect_of: ({ p_kind, p_slug }) => moved[`${String(p_kind)} ${String(p_slug)}`] ?? null,
      count_products: ({ p_category }) => productsOf(p_category).length,
      search_places: ({ p_query }) =>
        places.filter(({ title }) => String(title).toLowerCase().includes(String(p_query).toLowerCase())),
      search_products: ({ p_query, p_offset, p_limit }) => {
        const query = String(p_query).toLowerCase()
        const skus = ({ product_variants }: Row) =>
          (Array.isArray(product_variants) ? product_variants : []).map(({ sku }: Row) => String(sku))
        const found = products.filter((row) =>
          [String(row.name), ...skus(row)].some((text) => text.toLowerCase().includes(query)),
        )
        return page(found, p_offset, p_limit)
      },
    },
    responses: {
      // A category with a page of its products.
      'GET /rest/v1/categories': ({ url }) => {
        const { searchParams } = new URL(url)
        if (!searchParams.get('select')?.includes('products(')) return undefined
        const slug = searchParams.get('slug')?.replace('eq.', '')
        const embedded = page(
          productsOf(slug),
          searchParams.get('products.offset'),
          searchParams.get('products.limit'),
        )
        return Response.json(
          categories.filter((row) => row.slug === slug).map(({ id }) => ({ id, products: embedded })),
        )
      },
    },
  })
  return {
    ...db,
    reject: () => {
      db.fail({ response: () => rejection(403, '42501', 'permission denied') })
    },
    enter: () => renderApp(routes, { path, settings, providers: [AuthProvider, WishlistProvider] }),
  }
}
