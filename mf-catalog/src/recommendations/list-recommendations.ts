import { queryOptions, rows, type AppQuery } from '@shop/supabase'
import { cardColumns, toCardProduct, type CardProduct } from '../product-card/card-product'

const maxRecommendations = 4

/** What goes with these products and is not among them, best first: at most four, all in stock. */
export function recommendationsQuery(productIds: readonly string[]): AppQuery<CardProduct[]> {
  const ids = [...productIds].sort()
  return queryOptions({
    key: ['products', 'recommendations', ...ids],
    queryFn: async (db, signal) => {
      const data = await rows(
        db
          .rpc('companions_of', { p_products: ids, p_limit: maxRecommendations })
          .select(cardColumns)
          .abortSignal(signal),
      )
      return data.map(toCardProduct)
    },
  })
}
