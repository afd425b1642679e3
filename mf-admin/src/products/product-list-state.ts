import * as v from 'valibot'
import { choiceParam, flagParam, pageParam, textParam } from '../kit/url-state'
import type { ProductFilter } from './list-products'

/** The ways to sort the list, by their names in the URL. */
const sorts = ['newest', 'updated', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const

/** Filters, order and page of the product list, in the URL. */
export const productListParams = v.object({
  q: textParam(200),
  category: v.optional(v.pipe(v.string(), v.regex(/^(none|[0-9a-f-]{36}|)$/i)), ''),
  status: choiceParam(['', 'active', 'inactive', 'archived'], ''),
  stock: choiceParam(['', 'out', 'low', 'in'], ''),
  featured: flagParam(),
  picture: choiceParam(['', 'without'], ''),
  sort: choiceParam(sorts, 'newest'),
  page: pageParam(),
})

/** The state of the list as the URL describes it. */
export type ProductListState = v.InferOutput<typeof productListParams>

/** The filter for the database. */
export function filterOf(state: ProductListState): ProductFilter {
  return {
    ...(state.q && { q: state.q }),
    ...(state.category && { category: state.category }),
    ...(state.status && { status: state.status }),
    ...(state.stock && { stock: state.stock }),
    ...(state.featured && { featured: 'true' as const }),
    ...(state.picture && { picture: state.picture }),
  }
}

/** What each value of a filter is called. */
export const filterLabels = {
  status: { active: 'Active', inactive: 'Inactive', archived: 'Archived' },
  stock: { out: 'Out of stock', low: 'Low stock', in: 'In stock' },
} as const

/** No filter at all; the order stays. */
export const noFilter = {
  q: '',
  category: '',
  status: '',
  stock: '',
  featured: false,
  picture: '',
} as const satisfies Partial<ProductListState>
