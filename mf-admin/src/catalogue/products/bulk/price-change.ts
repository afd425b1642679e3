import { toPence, type Pence } from '@shop/pricing'
import * as v from 'valibot'

const isNumber = (text: string) => /^-?\d{1,6}(\.\d{1,2})?$/.test(text.trim())

/** A percentage or an amount in pounds as text: other than 0, with at most two decimals. */
export const priceChangeSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('Enter by how much.'),
  v.check(isNumber, 'Enter a number with at most two decimals.'),
  v.check((text) => !isNumber(text) || Number(text) !== 0, 'Enter a number other than 0.'),
)

/**
 * A price after a change, as `private.changed_price` makes it: rounded half up to the penny.
 *
 * @param by 'percent' or 'amount' in pounds
 * @param value the number as typed; null is returned for anything else, and for a price below 0
 */
export function changedPrice(pence: Pence, by: string, value: string): Pence | null {
  if (!isNumber(value)) return null
  const change = BigInt(toPence(value))
  const price = BigInt(pence)
  // In hundredths of a percent of a penny, to stay exact.
  const changed = by === 'percent' ? halfUp(price * (10_000n + change), 10_000n) : price + change
  return changed < 0n ? null : Number(changed)
}

function halfUp(numerator: bigint, unit: bigint): bigint {
  const doubled = numerator * 2n + unit
  const quotient = doubled / (unit * 2n)
  return doubled < 0n && doubled % (unit * 2n) !== 0n ? quotient - 1n : quotient
}
