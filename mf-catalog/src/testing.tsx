import { AuthProvider } from '@shop/auth'
import { createMemoryRouter, RouterProvider } from '@shop/router'
import { defaultSettings, SettingsProvider, type Settings } from '@shop/settings'
import { createBackend, createQueryClient, DataProvider, loaderContext } from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { WishlistProvider } from '@shop/wishlist'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import routes from './routes'

type Row = Record<string, unknown>

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
    ...more,
  }
}

/** Opens a path of the catalogue with a fake backend that serves these rows. */
export function openShop(
  path: string,
  tables: { products?: Row[]; categories?: Row[] } = {},
  settings: Settings = defaultSettings,
) {
  let down = false
  const requests: string[] = []
  const answer = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    requests.push(request.url)
    if (down) return Response.json({ code: '42501', message: 'permission denied' }, { status: 403 })
    const only = (name: string) => searchParams.get(name)?.replace('eq.', '')
    const all = (pathname.endsWith('/products') ? tables.products : tables.categories) ?? []
    const category = ({ category: of }: Row) =>
      typeof of === 'object' && of && 'slug' in of ? of.slug : null
    const categoryIdOf = ({ category: of }: Row) =>
      typeof of === 'object' && of && 'id' in of ? of.id : null
    const ofSlug = (slug: string | null | undefined) =>
      (tables.products ?? []).filter((row) => !slug || category(row) === slug)
    if (pathname.endsWith('/rpc/list_brands')) {
      return Response.json(
        [...new Set(ofSlug(searchParams.get('p_category')).map(({ brand }) => brand))]
          .sort()
          .map((brand) => ({ brand })),
      )
    }
    if (pathname.endsWith('/rpc/count_products'))
      return Response.json(ofSlug(searchParams.get('p_category')).length)
    if (pathname.endsWith('/rpc/search_products')) {
      const words = (searchParams.get('p_query') ?? '').toLowerCase()
      const from = Number(searchParams.get('p_offset') ?? 0)
      const found = (tables.products ?? []).filter(
        ({ name }) => typeof name === 'string' && name.toLowerCase().includes(words),
      )
      return Response.json(found.slice(from, from + Number(searchParams.get('p_limit'))))
    }
    if (searchParams.get('select')?.includes('products(')) {
      const from = Number(searchParams.get('products.offset') ?? 0)
      const products = ofSlug(only('slug')).slice(from, from + Number(searchParams.get('products.limit')))
      return Response.json(
        all.filter(({ slug }) => slug === only('slug')).map(({ id }) => ({ id, products })),
      )
    }
    if (pathname.endsWith('/shop_settings')) return Response.json([])
    const found = all
      .filter((row) =>
        searchParams
          .getAll('price')
          .concat(searchParams.getAll('inventory_quantity').map((rule) => `stock:${rule}`))
          .every((rule) => {
            const [, column, kind, bound] = /^(stock:)?(gte|lte)\.(.+)$/.exec(rule) ?? []
            const value = Number(column ? row.inventory_quantity : row.price)
            return kind === undefined || (kind === 'gte' ? value >= Number(bound) : value <= Number(bound))
          }),
      )
      .filter((row) => !only('category_id') || (row.category_id ?? categoryIdOf(row)) === only('category_id'))
      .filter(({ brand }) => !only('brand') || brand === only('brand'))
      .filter(({ slug }) => !only('slug') || slug === only('slug'))
      .filter(({ is_featured }) => !only('is_featured') || is_featured === true)
      .filter(
        ({ id }) =>
          !searchParams.get('id')?.startsWith('in.') || searchParams.get('id')?.includes(String(id)),
      )
      .filter(({ id }) => !searchParams.get('id') || searchParams.get('id') !== `neq.${String(id)}`)
    if (searchParams.get('order')?.startsWith('price.asc'))
      found.sort((one, other) => Number(one.price) - Number(other.price))
    const from = Number(searchParams.get('offset') ?? 0)
    const rows = found.slice(from, from + Number(searchParams.get('limit') ?? found.length))
    return Response.json(rows, { headers: { 'content-range': `0-0/${String(found.length)}` } })
  }
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    Promise.resolve(answer(new Request(input, init))),
  )

  const data = {
    backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
    queryClient: createQueryClient(),
  }
  const shop = {
    requests,
    goDown: () => {
      down = true
    },
    comeUp: () => {
      down = false
    },
    enter() {
      const router = createMemoryRouter(routes, {
        initialEntries: [path],
        getContext: () => loaderContext(data),
      })
      render(
        <UiProvider>
          <SettingsProvider value={settings}>
            <DataProvider data={data}>
              <AuthProvider>
                <WishlistProvider>
                  <RouterProvider router={router} />
                  <Toaster />
                </WishlistProvider>
              </AuthProvider>
            </DataProvider>
          </SettingsProvider>
        </UiProvider>,
      )
      return router
    },
  }
  return shop
}
