import { toPence, type Pence } from '@shop/pricing'
import { queryOptions, rows, type AppQuery } from '@shop/supabase'

/** A companion of a product in the cart. */
interface Companion {
  id: string
  slug: string
  name: string
  /** Address of its first picture, null when it has none. */
  picture: string | null
  storedPence: Pence
  /** Whether some of its variants cost more. */
  isFrom: boolean
}

/** What goes with these products and is not among them, best first: at most two. @param productIds of the whole cart */
export function companionsQuery(productIds: readonly string[]): AppQuery<Companion[]> {
  const ids = [...productIds].sort()
  return queryOptions({
    // Not the key of the product page's list, which has other columns.
    key: ['products', 'companions of the cart', ...ids],
    queryFn: async (db, signal) => {
      const found = await rows(
        db
          .rpc('companions_of', { p_products: ids, p_limit: 2 })
          .select('id, slug, name, images, price, highest_price')
          .abortSignal(signal),
      )
      return found.map(({ id, slug, name, images, price, highest_price: highest }) => ({
        id,
        slug,
        name,
        picture: images[0] ?? null,
        storedPence: toPence(price),
        isFrom: highest !== null && highest > price,
      }))
    },
  })
}
