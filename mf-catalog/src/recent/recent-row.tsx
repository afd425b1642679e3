import { Button, chakra, Flex, Heading, Wrap } from '@shop/ui'
import { useId } from 'react'
import type { CardProduct } from '../product-card/card-product'
import { ProductCard } from '../product-card/product-card'

export { recentQuery } from './list-recent'

// One row of a known height, however many there are. What is cut off at its edge says that it goes on.
const Row = chakra('ul', {
  base: {
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: { base: '38vw', md: '17rem', xl: '20rem' },
    gap: 'clamp(1rem, 2vw, 2rem)',
    listStyle: 'none',
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x proximity',
    scrollbarWidth: 'thin',
    // Room for the ring around what has the focus.
    padding: '6px',
    margin: '-6px',
    paddingBottom: '1rem',
    scrollPaddingInline: '6px',
    '& > li': { scrollSnapAlign: 'start' },
  },
})

/** The products looked at last, and the way to forget them. */
export function RecentRow({ products, onClear }: { products: CardProduct[]; onClear: () => void }) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} paddingTop="clamp(3rem, 5vw, 5rem)">
      <Wrap>
        <Flex justifyContent="space-between" alignItems="baseline" gap="1rem 2rem" marginBottom="1.5rem">
          <Heading level={2} look="h3" id={id}>
            Recently viewed
          </Heading>
          <Button variant="text" aria-label="Clear recently viewed" onClick={onClear}>
            Clear
          </Button>
        </Flex>
        <Row>
          {products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              surface="listing"
              level={3}
              sizes="(min-width: 1100px) 320px, (min-width: 560px) 272px, 38vw"
            />
          ))}
        </Row>
      </Wrap>
    </chakra.section>
  )
}
