import type { FragmentProps } from '@shop/router'
import { useAwaitedQuery } from '@shop/supabase'
import { chakra, Heading } from '@shop/ui'
import { useDeferredValue, useId } from 'react'
import { AddOne } from '../cart/add-one'
import { ProductCard } from '../product-card/product-card'
import { recommendationsQuery } from './list-recommendations'

const Row = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
    gap: 'clamp(1.75rem, 3vw, 2.5rem) clamp(1rem, 2vw, 2rem)',
    listStyle: 'none',
  },
})

/** What goes with some products; nothing without any. */
export function Component({ productIds }: FragmentProps['recommendations']) {
  const id = useId()
  // What is shown stays until what goes with other products is there.
  const products = useAwaitedQuery(recommendationsQuery(useDeferredValue(productIds)))
  if (products.length === 0) return null
  return (
    <chakra.section aria-labelledby={id} paddingTop="section">
      <Heading level={2} id={id} marginBottom="clamp(1.5rem, 3vw, 2.25rem)">
        Goes well with it
      </Heading>
      <Row>
        {products.map((product) => (
          <ProductCard
            key={product.id}
            product={product}
            surface="listing"
            level={3}
            sizes="(min-width: 900px) 22vw, 46vw"
            foot={<AddOne product={product} />}
          />
        ))}
      </Row>
    </chakra.section>
  )
}
