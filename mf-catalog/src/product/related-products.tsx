import { useAppQuery } from '@shop/supabase'
import { LoadError } from '../load-error/load-error'
import { ProductCard, ProductGrid, ProductGridSkeleton } from '../product-card/product-card'
import { Section } from '../section/section'
import { relatedProductsQuery } from './list-related-products'
import type { Product } from './read-product'

interface RelatedProductsProps {
  productId: string
  category: NonNullable<Product['category']>
}

/** Other products of the same category; nothing if there are none. */
export function RelatedProducts({ productId, category }: RelatedProductsProps) {
  const { data, isError, isFetching, refetch } = useAppQuery(relatedProductsQuery(productId, category.id))
  if (data?.length === 0) return null
  return (
    <Section
      title="Goes well with"
      more={{ to: `/categories/${category.slug}`, label: `View ${category.name}` }}
    >
      {isError && (
        <LoadError what="More products" onRetry={() => void refetch()} retrying={isFetching} level={3} />
      )}
      {!isError && !data && <ProductGridSkeleton count={3} />}
      {data && (
        <ProductGrid>
          {data.map((product) => (
            <ProductCard key={product.id} product={product} surface="listing" level={3} sampleReviews={24} />
          ))}
        </ProductGrid>
      )}
    </Section>
  )
}
