import { chakra } from '@shop/ui'
import { useRef } from 'react'
import { ActiveFilters } from './active-filters'
import { FilterForm } from './filter-form'
import type { ProductListing, ProductFilter } from './product-filter'

/** Sorting, filters and the active filters above a list. */
export function ListTools({ filter, listing }: { filter: ProductFilter; listing: ProductListing }) {
  const tools = useRef<HTMLDivElement>(null)
  return (
    <chakra.div
      ref={tools}
      tabIndex={-1}
      outline="none"
      marginTop="-1rem"
      marginBottom="clamp(1.75rem, 3vw, 3rem)"
    >
      <FilterForm {...{ filter, listing }} />
      {/* The pressed link disappears: the focus moves to the tools. */}
      <ActiveFilters
        {...{ filter, listing }}
        onRemove={() => tools.current?.focus({ preventScroll: true })}
      />
    </chakra.div>
  )
}
