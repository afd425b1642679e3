import { allProducts, filterParams, type ProductListing, type ProductFilter } from './product-filter'

/** The path and query of a listing with this filter. */
export function filterPath(filter: ProductFilter, { path }: ProductListing = allProducts): string {
  const params = filterParams(filter)
  return params.size > 0 ? `${path}?${params.toString()}` : path
}

/** Whether a filter is set; sorting alone is none. */
export function hasFilters({ inStock, category, brand, min, max }: ProductFilter): boolean {
  return inStock || category !== null || brand !== null || min !== null || max !== null
}
