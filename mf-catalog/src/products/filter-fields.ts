import { useSearchParams } from '@shop/router'
import { useState } from 'react'
import { filterPath } from './filter-path'
import { filterParams, readFilter, type ProductFilter } from './product-filter'

/** The filter as the text of its fields. */
type FilterFields = Record<'sort' | 'category' | 'brand' | 'stock' | 'min' | 'max', string>

const toFields = ({ sort, category, brand, inStock, min, max }: ProductFilter): FilterFields => ({
  sort,
  category: category ?? '',
  brand: brand ?? '',
  stock: inStock ? 'in' : '',
  min: min === null ? '' : String(min),
  max: max === null ? '' : String(max),
})

/** The fields of a form, also those that it leaves out of its data: boxes that are not ticked. */
export const typedFields = (data: FormData): Partial<FilterFields> => {
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { sort: text('sort'), stock: text('stock'), min: text('min'), max: text('max') }
}

interface FilterState {
  fields: FilterFields
  /** Changes a field and nothing else, such as a price that is being typed. */
  type: (change: Partial<FilterFields>) => void
  /** Changes a field and the list. */
  choose: (change: Partial<FilterFields>) => void
  /** Shows the list of the fields as they are. */
  apply: () => void
}

/** The fields of a filter form. Each change is one entry of the history. */
export function useFilterFields(filter: ProductFilter): FilterState {
  const [, setParams] = useSearchParams()
  const [fields, setFields] = useState(() => toFields(filter))
  const path = filterPath(filter)
  const [syncedPath, setSyncedPath] = useState(path)
  // The address this form navigated to: until it arrives, neither is it asked for again nor is text typed meanwhile overwritten.
  const [appliedPath, setAppliedPath] = useState<string | null>(null)
  if (syncedPath !== path) {
    setSyncedPath(path)
    setAppliedPath(null)
    if (path !== appliedPath) setFields(toFields(filter))
  }
  const apply = (chosen: FilterFields) => {
    const next = readFilter(new URLSearchParams(chosen))
    const target = filterPath(next)
    if (target === (appliedPath ?? path)) return
    setAppliedPath(target)
    setParams(filterParams(next), { preventScrollReset: true })
  }
  return {
    fields,
    type: (change) => {
      setFields({ ...fields, ...change })
    },
    choose: (change) => {
      const next = { ...fields, ...change }
      setFields(next)
      apply(next)
    },
    apply: () => {
      apply(fields)
    },
  }
}
