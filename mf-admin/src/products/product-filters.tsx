import { chakra, Checkbox, NativeSelect } from '@shop/ui'
import type { ReactNode } from 'react'
import { FilterSelect } from '../kit/filter-select'
import { FilterBar, FilterChips, SearchField, type FilterChip } from '../kit/filters'
import type { CategoryChoice } from './list-categories'
import { filterLabels, noFilter, type ProductListState } from './product-list-state'

type Change = (values: Partial<ProductListState>, options?: { replace?: boolean }) => void

interface ProductFiltersProps {
  state: ProductListState
  change: Change
  categories: readonly CategoryChoice[]
  /** At the end of the line. */
  aside?: ReactNode
}

/** Search and filters above the product list, and a chip for each that is set. */
export function ProductFilters({ state, change, categories, aside }: ProductFiltersProps) {
  const { status, stock } = filterLabels
  return (
    <>
      <FilterBar>
        <SearchField
          label="Search by name or SKU"
          value={state.q}
          onSearch={(q) => change({ q }, { replace: true })}
          maxLength={200}
        />
        <NativeSelect
          aria-label="Category"
          value={state.category}
          onChange={({ target }) => change({ category: target.value })}
        >
          <option value="">All Categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="none">Uncategorized</option>
        </NativeSelect>
        <FilterSelect
          label="Status"
          value={state.status}
          labels={{ '': 'Any status', ...status }}
          onChoose={(chosen) => change({ status: chosen })}
        />
        <FilterSelect
          label="Stock"
          value={state.stock}
          labels={{ '': 'Any stock', ...stock }}
          onChoose={(chosen) => change({ stock: chosen })}
        />
        <chakra.span display="inline-flex" flexWrap="wrap" columnGap="1.2rem">
          <Checkbox
            label="Featured"
            checked={state.featured}
            onChange={({ target }) => change({ featured: target.checked })}
          />
          <Checkbox
            label="Without picture"
            checked={state.picture === 'without'}
            onChange={({ target }) => change({ picture: target.checked ? 'without' : '' })}
          />
        </chakra.span>
        {aside}
      </FilterBar>
      <FilterChips chips={chipsOf(state, change, categories)} onClear={() => change(noFilter)} />
    </>
  )
}

function chipsOf(
  state: ProductListState,
  change: Change,
  categories: readonly CategoryChoice[],
): FilterChip[] {
  const chip = (id: keyof typeof noFilter, label: string | false): FilterChip[] =>
    label === false ? [] : [{ id, label, onRemove: () => change({ [id]: noFilter[id] }) }]
  const category =
    state.category === 'none' ? 'Uncategorized' : categories.find(({ id }) => id === state.category)?.name
  return [
    ...chip('q', state.q !== '' && `Search: ${state.q}`),
    ...chip('category', state.category !== '' && `Category: ${category ?? 'unknown'}`),
    ...chip('status', state.status !== '' && `Status: ${filterLabels.status[state.status]}`),
    ...chip('stock', state.stock !== '' && `Stock: ${filterLabels.stock[state.stock]}`),
    ...chip('featured', state.featured === true && 'Featured'),
    ...chip('picture', state.picture !== '' && 'Without picture'),
  ]
}
