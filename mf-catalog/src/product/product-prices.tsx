import { formatPence, unitPence, withVat, type Pence } from '@shop/pricing'
import { shop, useSettings } from '@shop/settings'
import { BasketLine, chakra, PriceBlock } from '@shop/ui'
import { wasUnitPence } from '../price/was-price'
import type { Selection } from '../options/selection'

const money = (pence: Pence) => formatPence(pence, shop.currency)

/** The stored price, then the price charged in the basket: both are shown before anyone buys. */
export function ProductPrices({ selection }: { selection: Selection }) {
  const { storedPence, isFrom } = selection
  const { factor, showVatInclusive } = useSettings().pricing
  const price = unitPence(storedPence, 'detail', factor)
  const was = wasUnitPence(selection, 'detail', factor)
  const basket = unitPence(storedPence, 'cart', factor)
  const from = isFrom ? 'from ' : ''
  return (
    <>
      <PriceBlock
        size="lg"
        primary={from + money(price)}
        was={was === null ? undefined : money(was)}
        secondary={showVatInclusive ? `${from}${money(withVat(price))} incl. VAT` : undefined}
      />
      <BasketLine>
        In your basket:{' '}
        <chakra.b fontWeight={520} fontVariantNumeric="tabular-nums">
          {from + money(basket)}
        </chakra.b>
        {showVatInclusive && (
          <chakra.span color="muted" fontVariantNumeric="tabular-nums">
            {` (${from}${money(withVat(basket))} incl. VAT)`}
          </chakra.span>
        )}
      </BasketLine>
    </>
  )
}
