import { unitPence, type Pence, type Surface } from '@shop/pricing'

interface Prices {
  storedPence: Pence
  wasPence: Pence | null
}

/**
 * The price to strike through on a surface, by the same factor as the price beside it; null where there is none, or
 * where rounding has made both figures the same.
 */
export function wasUnitPence(
  { storedPence, wasPence }: Prices,
  surface: Surface,
  factor: number,
): Pence | null {
  if (wasPence === null) return null
  const was = unitPence(wasPence, surface, factor)
  return was > unitPence(storedPence, surface, factor) ? was : null
}
