import { useCart, type CartLine } from '@shop/cart'
import { freeDeliveryProgress, lineFigures } from '@shop/pricing'
import type { FragmentProps } from '@shop/router'
import { useSettings } from '@shop/settings'
import { chakra, LinkButton, Picture, PriceBlock, Skeleton } from '@shop/ui'
import { useRef } from 'react'
import { FreeDeliveryBar } from '../cart/free-delivery-bar'
import { Companions } from './companions'
import { useFolding } from './use-folding'

const Content = chakra('div', {
  base: { display: 'grid', gap: '1.1rem', padding: '0 1.1rem 1.25rem' },
})

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: '1rem',
    minHeight: '90px',
    layerStyle: 'rule',
    paddingTop: '1rem',
  },
})

/** What was just added, how much is missing for free delivery, what goes with it, and the ways on. */
export function Component({ about, onFold, onDone }: FragmentProps['mini-cart']) {
  const { lines, subtotalPence } = useCart()
  const { pricing, freeDeliveryFrom } = useSettings()
  const panel = useRef<HTMLDivElement>(null)
  useFolding(panel, onFold, onDone)
  const freeDelivery = freeDeliveryProgress(subtotalPence, freeDeliveryFrom, pricing)
  const line = lines.find(({ productId, variantId }) => (variantId ?? productId) === about)
  return (
    <Content ref={panel} role="group" aria-label="Your cart" data-member="mf-cart-checkout">
      <Line>{line ? <Added line={line} /> : <Skeleton height="90px" gridColumn="1 / -1" />}</Line>
      {freeDelivery && <FreeDeliveryBar {...freeDelivery} />}
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap=".75rem">
        <LinkButton to="/cart" variant="quiet" onClick={onDone}>
          View cart
        </LinkButton>
        <LinkButton to="/checkout" onClick={onDone}>
          Checkout
        </LinkButton>
      </chakra.div>
      {lines.length > 0 && (
        <Companions productIds={[...new Set(lines.map(({ productId }) => productId))]} onFollow={onDone} />
      )}
    </Content>
  )
}

function Added({ line }: { line: CartLine }) {
  const { pricing } = useSettings()
  return (
    <>
      <Picture src={line.image} alt="" sizes="72px" />
      <div>
        <chakra.p fontWeight={520}>{line.name}</chakra.p>
        <chakra.p textStyle="small" color="muted">
          {line.options.map(({ value }) => `${value}, `)}
          {line.quantity} in your cart
        </chakra.p>
      </div>
      <PriceBlock textAlign="end" {...lineFigures(line, pricing)} />
    </>
  )
}
