import { useSearchParams } from '@shop/router'
import { StructuredData } from '@shop/settings'
import { useData } from '@shop/supabase'
import { chakra, EmptyState, LinkButton, PageHeader, Skeleton, Wrap } from '@shop/ui'
import { useRef } from 'react'
import { PageHead } from '../page-head/page-head'
import { PagedProducts } from '../product-card/paged-products'
import { ActiveFilters } from './active-filters'
import { FilterForm } from './filter-form'
import { mostNarrowed, productsQuery } from './list-products'
import { filterPath, narrows, readFilter, type ProductFilter } from './product-filter'

const description = 'Every object of the house: accessories, intimate wellness and luxury toys, sent in plain parcels.'

/** All products, newest first, or those that the address asks for in the order it asks for. */
export function Component() {
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const path = filterPath(filter)
  const tools = useRef<HTMLDivElement>(null)
  return (
    <Wrap>
      <PageHead title="Shop All" description={description} keywords={['accessories', 'intimate wellness', 'luxury toys']} hidden={path !== '/products'} />
      <StructuredData data={{ '@type': 'CollectionPage', name: 'Shop All', description, url: '/products' }} />
      <PageHeader title="Shop All" aside={<Count filter={filter} />} />
      <chakra.div ref={tools} tabIndex={-1} outline="none" marginTop="-1rem" marginBottom="clamp(1.75rem, 3vw, 3rem)">
        <FilterForm filter={filter} />
        {/* What was pressed goes away: the focus stays beside it. */}
        <ActiveFilters filter={filter} onLeave={() => tools.current?.focus({ preventScroll: true })} />
      </chakra.div>
      <PagedProducts
        key={path}
        query={(page) => productsQuery(page, filter)}
        surface="listing"
        sampleReviews={24}
        empty={
          <EmptyState
            title="No products available"
            text={narrows(filter) ? 'Nothing in the house passes these filters.' : 'New pieces are on their way.'}
            action={narrows(filter) ? <LinkButton to="/products" variant="quiet">Clear filters</LinkButton> : <LinkButton to="/" variant="quiet">Return to Home</LinkButton>}
          />
        }
      />
    </Wrap>
  )
}

/** Said when it changes. */
function Count({ filter }: { filter: ProductFilter }) {
  const { data, isError } = useData(productsQuery(1, filter))
  if (isError) return null
  return <div role="status">{data ? counted(data.count, filter) : <Skeleton height="1.6rem" width="6rem" />}</div>
}

function counted(count: number, { inStock, min, max }: ProductFilter): string {
  if (count >= mostNarrowed && (inStock || min !== null || max !== null)) return `${String(mostNarrowed)} or more products`
  return count === 1 ? '1 product' : `${String(count)} products`
}
