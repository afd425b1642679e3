/** The orders a list of products can stand in. */
export const sorts = ['newest', 'price-up', 'price-down', 'name'] as const

/** One of the orders. */
export type Sort = (typeof sorts)[number]

/** Which products a list shows, and in which order; prices in whole pounds, as the list prints them. */
export interface ProductFilter {
  sort: Sort
  inStock: boolean
  /** Slug, null for all of them. */
  category: string | null
  min: number | null
  max: number | null
}

/** All products, newest first. */
export const noFilter: ProductFilter = { sort: 'newest', inStock: false, category: null, min: null, max: null }

function pounds(typed: string | null): number | null {
  return typed !== null && /^\d{1,6}$/.test(typed) ? Number(typed) : null
}

/** The filter of an address; what makes no sense in it is left out. The web server names its pages by the same rules. */
export function readFilter(params: URLSearchParams): ProductFilter {
  const category = params.get('category') ?? ''
  return {
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    inStock: params.get('stock') === 'in',
    category: /^[a-z0-9-]{1,80}$/.test(category) ? category : null,
    min: pounds(params.get('min')),
    max: pounds(params.get('max')),
  }
}

/** The shortest address that `readFilter` reads as this filter. */
export function filterParams({ sort, inStock, category, min, max }: ProductFilter): URLSearchParams {
  const params = new URLSearchParams()
  if (sort !== 'newest') params.set('sort', sort)
  if (category) params.set('category', category)
  if (inStock) params.set('stock', 'in')
  if (min !== null) params.set('min', String(min))
  if (max !== null) params.set('max', String(max))
  return params
}

/** Where the list with this filter stands. */
export function filterPath(filter: ProductFilter): string {
  const params = filterParams(filter)
  return params.size > 0 ? `/products?${params.toString()}` : '/products'
}

/** Whether some products may be left out. */
export function narrows({ inStock, category, min, max }: ProductFilter): boolean {
  return inStock || category !== null || min !== null || max !== null
}
