import { useSearchParams } from '@shop/router'
import { PageHead, StructuredData } from '@shop/settings'
import { EmptyState, LinkButton, PageHeader, Wrap } from '@shop/ui'
import { PagedProducts } from '../product-card/paged-products'
import { isCapped, ListCount } from './list-count'
import { productsQuery } from './list-products'
import { ListTools } from './list-tools'
import { filterPath, hasFilters } from './filter-path'
import { allProducts, readFilter } from './product-filter'

const description =
  'The whole collection: accessories, intimate wellness and luxury toys, sent in plain parcels.'

/** All products, filtered and sorted by the address. */
export function Component() {
  const [params] = useSearchParams()
  const filter = readFilter(params)
  const path = filterPath(filter)
  return (
    <Wrap>
      <PageHead
        title="Shop All"
        description={description}
        keywords={['accessories', 'intimate wellness', 'luxury toys']}
        noindex={path !== '/products'}
      />
      <StructuredData data={{ '@type': 'CollectionPage', name: 'Shop All', description, url: '/products' }} />
      <PageHeader title="Shop All" aside={<ListCount first={productsQuery(1, filter)} filter={filter} />} />
      <ListTools filter={filter} listing={allProducts} first={productsQuery(1, filter)} />
      <PagedProducts
        key={path}
        query={(page) => productsQuery(page, filter)}
        isCapped={isCapped(filter)}
        surface="listing"
        sampleReviews={24}
        empty={
          <EmptyState
            title="No products available"
            text={hasFilters(filter) ? 'No pieces match these filters.' : 'New pieces are on the way.'}
            action={
              hasFilters(filter) ? (
                <LinkButton to="/products" variant="quiet">
                  Clear filters
                </LinkButton>
              ) : (
                <LinkButton to="/" variant="quiet">
                  Return to Home
                </LinkButton>
              )
            }
          />
        }
      />
    </Wrap>
  )
}
