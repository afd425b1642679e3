import * as v from 'valibot'
import type { ListFilter } from '../../kit/list-filters'
import { choiceParam, flagParam, pageParam, textParam } from '../../kit/url-state'
import type { CategoryChoice } from './list-categories'

/** The ways to sort the list, by their names in the URL. */
const sorts = ['newest', 'updated', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const

/** Filters, order and page of the product list, in the URL. */
export const productListParams = v.object({
  q: textParam(200),
  category: v.optional(v.pipe(v.string(), v.regex(/^(none|[0-9a-f-]{36})?$/i)), ''),
  status: choiceParam(['', 'active', 'inactive', 'scheduled', 'archived'], ''),
  stock: choiceParam(['', 'out', 'low', 'in'], ''),
  featured: flagParam(),
  picture: choiceParam(['', 'without'], ''),
  sort: choiceParam(sorts, 'newest'),
  page: pageParam(),
})

/** The filters of the product list. */
export const productFilters = (
  categories: readonly CategoryChoice[],
): ListFilter<keyof typeof productListParams.entries>[] => [
  {
    name: 'category',
    label: 'Category',
    options: {
      '': 'All Categories',
      ...Object.fromEntries(categories.map(({ id, name }) => [id, name])),
      none: 'Uncategorized',
    },
  },
  {
    name: 'status',
    label: 'Status',
    options: {
      '': 'Any status',
      active: 'Active',
      inactive: 'Inactive',
      scheduled: 'Scheduled',
      archived: 'Archived',
    },
  },
  {
    name: 'stock',
    label: 'Stock',
    options: { '': 'Any stock', out: 'Out of stock', low: 'Low stock', in: 'In stock' },
  },
  { name: 'featured', label: 'Featured' },
  { name: 'picture', label: 'Without picture', ticked: 'without' },
]
