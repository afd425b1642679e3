import { useAppQuery, type AppQuery } from '@shop/supabase'
import { Skeleton } from '@shop/ui'
import type { ProductsPage } from '../product-card/card-product'
import { mostNarrowed } from './list-products'
import type { ProductFilter } from './product-filter'

/** How many products a list has. Said when it changes. @param first the read of its first page */
export function ListCount({ first, filter }: { first: AppQuery<ProductsPage>; filter: ProductFilter }) {
  const { data, isError } = useAppQuery(first)
  if (isError) return null
  return (
    <div role="status">{data ? counted(data.count, filter) : <Skeleton height="1.6rem" width="6rem" />}</div>
  )
}

/** Whether a list of so many products ends where its count does: there may be more. */
export const isCut =
  ({ inStock, brand, min, max }: ProductFilter) =>
  (count: number): boolean =>
    count >= mostNarrowed && (inStock || brand !== null || min !== null || max !== null)

function counted(count: number, filter: ProductFilter): string {
  if (isCut(filter)(count)) return `${String(mostNarrowed)} or more products`
  return count === 1 ? '1 product' : `${String(count)} products`
}
