import { useAppQuery } from '@shop/supabase'
import { Button, chakra, Flex, Heading, Wrap } from '@shop/ui'
import { useEffect, useId, useState, type RefObject } from 'react'
import { ProductCard } from '../product-card/product-card'
import { recentQuery } from './list-recent'

// One row of a fixed height. A card cut off at the edge shows that it scrolls.
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
    // Space for the focus ring.
    padding: '6px',
    margin: '-6px',
    paddingBottom: '1rem',
    scrollPaddingInline: '6px',
    '& > li': { scrollSnapAlign: 'start' },
  },
})

/** Whether an element has been below the viewport since `enabled`: growing there causes no visible layout shift. */
function useBelow(element: RefObject<Element | null>, enabled: boolean): boolean {
  const [below, setBelow] = useState(false)
  useEffect(() => {
    if (!enabled || !element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (
        entries.some(
          ({ isIntersecting, boundingClientRect }) => !isIntersecting && boundingClientRect.top > 0,
        )
      )
        setBelow(true)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
    }
  }, [enabled, element])
  return below
}

interface RecentRowProps {
  ids: readonly string[]
  /** The container of the row. */
  frame: RefObject<Element | null>
  /** The frame already reserves the row's height. */
  reserved: boolean
  onClear: () => void
}

/** The recently viewed products, with "Clear". */
export function RecentRow({ ids, frame, reserved, onClear }: RecentRowProps) {
  const id = useId()
  const { data: products = [] } = useAppQuery(recentQuery(ids), { keepPrevious: true })
  const isBelow = useBelow(frame, !reserved && products.length > 0)
  if (products.length === 0 || !(reserved || isBelow)) return null
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
