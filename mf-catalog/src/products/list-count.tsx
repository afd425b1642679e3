import { counted } from '@shop/pricing'
import { useAppQuery, type AppQuery } from '@shop/supabase'
import { Skeleton } from '@shop/ui'
import type { ProductsPage } from '../product-card/card-product'
import { maxFilteredCount } from './list-products'
import type { ProductFilter } from './product-filter'

/** The number of products in a list, announced when it changes. @param first the query of its first page */
export function ListCount({ first, filter }: { first: AppQuery<ProductsPage>; filter: ProductFilter }) {
  const { data, isError } = useAppQuery(first)
  if (isError) return null
  return (
    <div role="status">
      {data ? listCountText(data.count, filter) : <Skeleton height="1.6rem" width="6rem" />}
    </div>
  )
}

/** Whether a count has reached the cap of filtered lists, so that there may be more. */
export const isCapped =
  ({ inStock, brand, min, max }: ProductFilter) =>
  (count: number): boolean =>
    count >= maxFilteredCount && (inStock || brand !== null || min !== null || max !== null)

/** "6 products", "240 or more products". */
export function listCountText(count: number, filter: ProductFilter): string {
  if (isCapped(filter)(count)) return `${String(maxFilteredCount)} or more products`
  return counted(count, 'product')
}
