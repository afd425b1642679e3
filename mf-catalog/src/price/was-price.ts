import { unitPence, type Pence, type Surface } from '@shop/pricing'

interface Prices {
  storedPence: Pence
  wasPence: Pence | null
}

/**
 * The previous price on a surface, by the same factor as the current one; null if there is none or rounding makes
 * both equal.
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
