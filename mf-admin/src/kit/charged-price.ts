import { plusVat, unitPence, type Pence } from '@shop/pricing'
import { useSettings } from '@shop/settings'

/** The price of a piece at the checkout, in pence. */
interface ChargedPrice {
  beforeVat: Pence
  withVat: Pence
}

/** Calculates the price that shoppers are charged for a stored price. @returns a function of that price in pence */
export function useChargedPrice(): (storedPence: Pence) => ChargedPrice {
  const { factor, vatRate } = useSettings().pricing
  return (storedPence) => {
    const beforeVat = unitPence(storedPence, 'checkout', factor)
    return { beforeVat, withVat: plusVat(beforeVat, vatRate) }
  }
}
