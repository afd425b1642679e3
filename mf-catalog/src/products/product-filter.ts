import { normalizeText } from '../search/normalize-text'

/** The sort orders of a list. */
const sorts = ['newest', 'price-up', 'price-down', 'name'] as const

/** A sort order. */
export type Sort = (typeof sorts)[number]

/** Filter and sort order of a list; prices in whole pounds, as displayed in the list. */
export interface ProductFilter {
  sort: Sort
  inStock: boolean
  /** Slug, null for all of them. */
  category: string | null
  /** Name, null for all of them. */
  brand: string | null
  min: number | null
  max: number | null
}

/** All products, newest first. */
export const noFilter: ProductFilter = {
  sort: 'newest',
  inStock: false,
  category: null,
  brand: null,
  min: null,
  max: null,
}

function pounds(typed: string | null): number | null {
  return typed !== null && /^\d{1,6}$/.test(typed) ? Number(typed) : null
}

/** A list that can be sorted and filtered: all products, or a category. */
export interface ProductListing {
  path: string
  /** Slug of the category, null for all products. */
  category: string | null
}

/** The list of all products. */
export const allProducts: ProductListing = { path: '/products', category: null }

/** The list of a category. */
export function categoryListing(slug: string): ProductListing {
  return { path: `/categories/${slug}`, category: slug }
}

/** The filter in an address; invalid values are ignored. */
export function readFilter(params: URLSearchParams): ProductFilter {
  const category = params.get('category') ?? ''
  const [min, max] = [pounds(params.get('min')), pounds(params.get('max'))]
  const swapped = min !== null && max !== null && min > max
  return {
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    inStock: params.get('stock') === 'in',
    category: /^[a-z0-9-]{1,80}$/.test(category) ? category : null,
    brand: normalizeText(params.get('brand'), 120) || null,
    // Swapped bounds are accepted.
    min: swapped ? max : min,
    max: swapped ? min : max,
  }
}

/** The shortest address that `readFilter` reads as this filter. */
export function filterParams({ sort, inStock, category, brand, min, max }: ProductFilter): URLSearchParams {
  const params = new URLSearchParams()
  const values = { sort: sort !== 'newest' && sort, category, brand, stock: inStock && 'in', min, max }
  for (const [name, value] of Object.entries(values))
    if (value || value === 0) params.set(name, String(value))
  return params
}

/** The filter in the address of a listing; the category of a category's listing cannot be changed. */
export function readListingFilter({ category }: ProductListing, params: URLSearchParams): ProductFilter {
  const filter = readFilter(params)
  return category === null ? filter : { ...filter, category: null }
}
