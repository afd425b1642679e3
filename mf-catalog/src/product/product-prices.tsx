import { formatPence, unitPence, withVat, type Pence } from '@shop/pricing'
import { shop, useSettings } from '@shop/settings'
import { BasketLine, chakra, PriceBlock } from '@shop/ui'
import { wasUnitPence } from '../price/was-price'
import type { Product } from './read-product'

const money = (pence: Pence) => formatPence(pence, shop.currency)

/** The stored price, then the price charged in the basket: both are shown before anyone buys. */
export function ProductPrices({ product }: { product: Pick<Product, 'storedPence' | 'wasPence'> }) {
  const { storedPence } = product
  const { factor, showVatInclusive } = useSettings().pricing
  const price = unitPence(storedPence, 'detail', factor)
  const was = wasUnitPence(product, 'detail', factor)
  const basket = unitPence(storedPence, 'cart', factor)
  return (
    <>
      <PriceBlock
        size="lg"
        primary={money(price)}
        was={was === null ? undefined : money(was)}
        secondary={showVatInclusive ? `${money(withVat(price))} incl. VAT` : undefined}
      />
      <BasketLine>
        In your basket:{' '}
        <chakra.b fontWeight={520} fontVariantNumeric="tabular-nums">
          {money(basket)}
        </chakra.b>
        {showVatInclusive && (
          <chakra.span color="muted" fontVariantNumeric="tabular-nums">
            {` (${money(withVat(basket))} incl. VAT)`}
          </chakra.span>
        )}
      </BasketLine>
    </>
  )
}
