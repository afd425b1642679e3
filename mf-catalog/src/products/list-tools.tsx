import { useAppQuery, type AppQuery } from '@shop/supabase'
import { chakra } from '@shop/ui'
import { useRef } from 'react'
import type { ProductsPage } from '../product-card/card-product'
import { ActiveFilters } from './active-filters'
import { FilterForm } from './filter-form'
import { hasFilters } from './filter-path'
import type { ProductListing, ProductFilter } from './product-filter'

/** Sorting, filters and the active filters above a list; nothing above a list that is empty without them. */
export function ListTools({
  filter,
  listing,
  first,
}: {
  filter: ProductFilter
  listing: ProductListing
  /** The query of the list's first page. */
  first: AppQuery<ProductsPage>
}) {
  const tools = useRef<HTMLDivElement>(null)
  const { data } = useAppQuery(first)
  if (data?.count === 0 && !hasFilters(filter)) return null
  return (
    <chakra.div
      ref={tools}
      tabIndex={-1}
      outline="none"
      marginTop="-1rem"
      marginBottom="clamp(1.75rem, 3vw, 3rem)"
    >
      <FilterForm {...{ filter, listing, first }} />
      {/* The pressed link disappears: the focus moves to the tools. */}
      <ActiveFilters
        {...{ filter, listing }}
        onRemove={() => tools.current?.focus({ preventScroll: true })}
      />
    </chakra.div>
  )
}
