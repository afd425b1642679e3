import { useData } from '@shop/supabase'
import { EmptyState, LinkButton, PageHeader, Skeleton, Wrap } from '@shop/ui'
import { JsonLd } from '../page-head/json-ld'
import { PageHead } from '../page-head/page-head'
import { PagedProducts } from '../product-card/paged-products'
import { productsQuery } from './list-products'

const description = 'Every object of the house: accessories, intimate wellness and luxury toys, sent in plain parcels.'

/** All products, newest first. */
export function Component() {
  const { data, isError } = useData(productsQuery(1))
  return (
    <Wrap>
      <PageHead title="Shop All" description={description} keywords={['accessories', 'intimate wellness', 'luxury toys']} />
      <JsonLd data={{ '@type': 'CollectionPage', name: 'Shop All', description, url: '/products' }} />
      <PageHeader title="Shop All" aside={isError ? undefined : <Count count={data?.count} />} />
      <PagedProducts
        query={productsQuery}
        surface="listing"
        sampleReviews={24}
        empty={
          <EmptyState
            title="No products available"
            text="New pieces are on their way."
            action={<LinkButton to="/" variant="quiet">Return to Home</LinkButton>}
          />
        }
      />
    </Wrap>
  )
}

function Count({ count }: { count: number | undefined }) {
  if (count === undefined) return <Skeleton height="1.6rem" width="6rem" />
  return <p>{count === 1 ? '1 product' : `${String(count)} products`}</p>
}
