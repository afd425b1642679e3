import { chakra, Loading, Skeleton, Stack } from '@shop/ui'
import { Card, cardRatio, CardText } from './product-card'

/** Product cards: two to a row on a phone, three on a desktop. */
export const ProductGrid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
    gap: 'clamp(2.25rem, 4vw, 4.5rem) clamp(1rem, 2vw, 2rem)',
    listStyle: 'none',
  },
  variants: {
    /** Three products: on a phone the first takes the whole row. */
    featured: {
      true: {
        '& > li:first-child': {
          gridColumn: { base: '1 / -1', md: 'auto' },
          '--card-ratio': { base: '5 / 4', md: '4 / 5' },
        },
      },
    },
  },
})

/** Placeholders of loading cards. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <Card key={index} aria-hidden>
      <Skeleton aspectRatio={cardRatio} />
      <CardText>
        <Stack gap=".35rem">
          <Skeleton height="1.4rem" width="80%" />
          <Skeleton height="1.1rem" width="95%" />
        </Stack>
        <Skeleton height="2.4rem" width="5.5rem" />
      </CardText>
    </Card>
  ))
}

/** Placeholder of a loading grid. */
export function ProductGridSkeleton({ count, featured }: { count: number; featured?: boolean }) {
  return (
    <Loading label="Loading products">
      <ProductGrid featured={featured}>
        <CardSkeletons count={count} />
      </ProductGrid>
    </Loading>
  )
}
