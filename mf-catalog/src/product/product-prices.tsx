import { priceFigures } from '@shop/pricing'
import { useSettings } from '@shop/settings'
import { PriceBlock } from '@shop/ui'
import type { Selection } from '../options/selection'

/** What is charged for a choice, and the stored price: both are shown before anyone buys. */
export function ProductPrices({ selection }: { selection: Selection }) {
  return <PriceBlock size="lg" {...priceFigures(selection, 'detail', useSettings().pricing)} />
}
