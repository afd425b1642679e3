import { plainWords } from '../search/plain-words'

/** The orders a list of products can stand in. */
const sorts = ['newest', 'price-up', 'price-down', 'name'] as const

/** One of the orders. */
export type Sort = (typeof sorts)[number]

/** Which products a list shows, and in which order; prices in whole pounds, as the list prints them. */
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

/** A list that may be sorted and narrowed: of all products, or of a category. */
export interface ListPlace {
  path: string
  /** Slug of the category it is of, null for all products. */
  category: string | null
}

/** The list of all products. */
export const allProducts: ListPlace = { path: '/products', category: null }

/** The list of a category. */
export function listOfCategory(slug: string): ListPlace {
  return { path: `/categories/${slug}`, category: slug }
}

/** The filter of an address; what makes no sense in it is left out. */
export function readFilter(params: URLSearchParams): ProductFilter {
  const category = params.get('category') ?? ''
  const [min, max] = [pounds(params.get('min')), pounds(params.get('max'))]
  const turned = min !== null && max !== null && min > max
  return {
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    inStock: params.get('stock') === 'in',
    category: /^[a-z0-9-]{1,80}$/.test(category) ? category : null,
    brand: plainWords(params.get('brand'), 120) || null,
    // The wrong way round they mean the same.
    min: turned ? max : min,
    max: turned ? min : max,
  }
}

/** The shortest address that `readFilter` reads as this filter. */
export function filterParams({ sort, inStock, category, brand, min, max }: ProductFilter): URLSearchParams {
  const params = new URLSearchParams()
  const said = { sort: sort !== 'newest' && sort, category, brand, stock: inStock && 'in', min, max }
  for (const [name, value] of Object.entries(said)) if (value || value === 0) params.set(name, String(value))
  return params
}

/** The filter of a list's address. A category's list is of that category alone. */
export function readFilterOf({ category }: ListPlace, params: URLSearchParams): ProductFilter {
  const filter = readFilter(params)
  return category === null ? filter : { ...filter, category: null }
}
