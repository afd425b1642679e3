import { toPence, variantQuery, type Pence } from '@shop/pricing'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A product suggested while the visitor types. */
export interface Suggestion {
  id: string
  /** Its page; of a variant, where the search is its SKU. */
  path: string
  name: string
  image: string | null
  storedPence: Pence
}

/** A page or a category suggested while the visitor types. */
export interface Place {
  kind: string
  path: string
  title: string
  /** A sentence about what is there. */
  about: string
}

/** What matches an incomplete search: places stand above products. */
export interface Suggestions {
  places: Place[]
  products: Suggestion[]
}

const maxSuggestions = 6

/** Query of the pages, categories and products that best match an incomplete search. */
export function suggestionsQuery(query: string): AppQuery<Suggestions> {
  return queryOptions({
    key: ['suggestions', query],
    queryFn: async (db, signal) => {
      const [places, found] = await Promise.all([
        rows(db.rpc('search_places', { p_query: query }, { get: true }).abortSignal(signal)),
        rows(
          db
            .rpc('search_products', { p_query: query, p_limit: maxSuggestions }, { get: true })
            .select('id, slug, name, price, images, options, product_variants(option_values)')
            .eq('product_variants.is_active', true)
            .ilike('product_variants.sku', query.replace(/[%_\\]/g, '\\$&'))
            .abortSignal(signal),
        ),
      ])
      const products = found.map(
        ({ id, slug, name, price, images, options, product_variants: [variant] }) => ({
          id,
          path: `/products/${slug}${variant ? `?${queryOf(options, variant.option_values)}` : ''}`,
          name,
          image: images[0] ?? null,
          storedPence: toPence(price),
        }),
      )
      return { places, products: products.slice(0, Math.max(3, maxSuggestions - places.length)) }
    },
  })
}

const queryOf = (options: unknown, values: string[]) =>
  variantQuery(
    (Array.isArray(options) ? options : []).map(({ name }: { name?: unknown }, index) => ({
      name: String(name),
      value: values[index] ?? '',
    })),
  )

/** The page of all results. */
export function resultsPath(query: string): string {
  return query ? `/search?${new URLSearchParams({ q: query }).toString()}` : '/search'
}
