import { allProducts, filterParams, type ListPlace, type ProductFilter } from './product-filter'

/** Where a list with this filter stands. */
export function filterPath(filter: ProductFilter, { path }: ListPlace = allProducts): string {
  const params = filterParams(filter)
  return params.size > 0 ? `${path}?${params.toString()}` : path
}

/** Whether some products may be left out. */
export function narrows({ inStock, category, brand, min, max }: ProductFilter): boolean {
  return inStock || category !== null || brand !== null || min !== null || max !== null
}
