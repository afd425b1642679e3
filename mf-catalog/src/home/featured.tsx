import { useAppQuery } from '@shop/supabase'
import { EmptyState, LinkButton } from '@shop/ui'
import { LoadError } from '../load-error/load-error'
import { ProductCard, ProductGrid, ProductGridSkeleton } from '../product-card/product-card'
import { featuredQuery } from './list-featured'
import { Section } from '../section/section'

/** Up to three featured products. */
export function Featured() {
  return (
    <Section title="Featured" more={{ to: '/products', label: 'View all products' }}>
      <FeaturedProducts />
    </Section>
  )
}

function FeaturedProducts() {
  const { data, isError, isFetching, refetch } = useAppQuery(featuredQuery())
  if (isError) {
    return (
      <LoadError
        what="The featured products"
        onRetry={() => void refetch()}
        retrying={isFetching}
        level={3}
      />
    )
  }
  if (!data) return <ProductGridSkeleton count={3} featured />
  if (data.length === 0) {
    return (
      <EmptyState
        level={3}
        title="Featured products coming soon"
        action={
          <LinkButton to="/products" variant="quiet">
            Shop All
          </LinkButton>
        }
      />
    )
  }
  return (
    <ProductGrid featured>
      {data.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          surface="listing"
          level={3}
          sampleReviews={45}
          sizes={index === 0 ? '(min-width: 900px) 30vw, 92vw' : undefined}
        />
      ))}
    </ProductGrid>
  )
}
