import { useAppQuery, type AppQuery } from '@shop/supabase'
import { Box } from '@shop/ui'
import { useDeferredValue, useRef, useState } from 'react'
import { LoadError } from '../load-error/load-error'
import type { CardProduct } from '../product-card/card-product'
import { ProductCard, ProductGrid, ProductGridSkeleton } from '../product-card/product-card'
import { Section, type SectionProps } from '../section/section'
import { companionsQuery, siblingsQuery } from './list-related-products'
import type { Product } from './read-product'
import { useInView } from './use-in-view'

/** The companions of a product; renders nothing without any. */
export function Companions({ productId }: { productId: string }) {
  return <Row title="You may also need" query={companionsQuery(productId)} />
}

interface SiblingsProps {
  productId: string
  category: NonNullable<Product['category']>
}

/** Other products of the same category; nothing if there are none. */
export function Siblings({ productId, category }: SiblingsProps) {
  const { data: companions = [] } = useAppQuery(companionsQuery(productId), { cachedOnly: true })
  return (
    <Row
      title="You may prefer"
      more={{ to: `/categories/${category.slug}`, label: `View ${category.name}` }}
      query={siblingsQuery(productId, category.id)}
      except={companions}
    />
  )
}

/** At most three products below the page's own, read once they are nearly in view. */
function Row({
  query,
  except = [],
  ...section
}: Pick<SectionProps, 'title' | 'more'> & {
  query: AppQuery<CardProduct[]>
  except?: readonly CardProduct[]
}) {
  const frame = useRef<HTMLDivElement>(null)
  const near = useInView(frame, '100%')
  const [wanted, setWanted] = useState(false)
  if (near && !wanted) setWanted(true)
  const { data: read, isError, isFetching, refetch } = useAppQuery(wanted ? query : null)
  // Rendered in pieces: it comes while people press their first buttons.
  const data = useDeferredValue(read)?.filter(({ id }) => !except.some((other) => other.id === id))
  if (data?.length === 0) return null
  return (
    <Box ref={frame}>
      <Section {...section}>
        {isError && (
          <LoadError what="More products" onRetry={() => void refetch()} retrying={isFetching} level={3} />
        )}
        {!isError && !data && <ProductGridSkeleton count={3} />}
        {data && (
          <ProductGrid even>
            {data.map((product) => (
              <ProductCard
                key={product.id}
                product={product}
                surface="listing"
                level={3}
                sampleReviews={24}
              />
            ))}
          </ProductGrid>
        )}
      </Section>
    </Box>
  )
}
