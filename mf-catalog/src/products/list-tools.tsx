import { chakra } from '@shop/ui'
import { useRef } from 'react'
import { ActiveFilters } from './active-filters'
import { FilterForm } from './filter-form'
import type { ListPlace, ProductFilter } from './product-filter'

/** What stands above a list: how it may be sorted and narrowed, and by what it is. */
export function ListTools({ filter, place }: { filter: ProductFilter; place: ListPlace }) {
  const tools = useRef<HTMLDivElement>(null)
  return (
    <chakra.div
      ref={tools}
      tabIndex={-1}
      outline="none"
      marginTop="-1rem"
      marginBottom="clamp(1.75rem, 3vw, 3rem)"
    >
      <FilterForm {...{ filter, place }} />
      {/* What was pressed goes away: the focus stays beside it. */}
      <ActiveFilters {...{ filter, place }} onLeave={() => tools.current?.focus({ preventScroll: true })} />
    </chakra.div>
  )
}
