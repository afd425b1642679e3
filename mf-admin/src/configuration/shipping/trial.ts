import { checkPostcode, linePence, toPence, type Pence } from '@shop/pricing'
import { useMemo, useState } from 'react'
import type { StockUnit } from '../../catalogue/stock/stock-unit'

/** The id of a record that is not saved yet: after all others of its priority. */
export const unsavedId = 'ffffffff-ffff-4fff-bfff-ffffffffffff'

/** A product of the tried cart. */
export interface TriedLine {
  unit: StockUnit
  quantity: number
}

/** The cart and address that prices are tried with. */
export interface TrialState {
  /** Pounds, without VAT; used while there are no lines. */
  amount: string
  lines: readonly TriedLine[]
  postcode: string
  /** ISO code. */
  country: string
}

/** The state, and how to change it; shared by the simulator and the forms of the screen. */
export interface Trial extends TrialState {
  change: (values: Partial<TrialState>) => void
}

/** A trial that starts with an order of £20 to London. */
export function useTrial(): Trial {
  const [state, setState] = useState<TrialState>({
    amount: '20.00',
    lines: [],
    postcode: 'SW1A 1AA',
    country: 'GB',
  })
  return useMemo(
    () => ({ ...state, change: (values) => setState((now) => ({ ...now, ...values })) }),
    [state],
  )
}

/** What is sent where, or what is wrong with it. */
export type Parcel =
  | { subtotalPence: Pence; postcode: string; country: string; problem?: undefined }
  | { problem: string }

const maxPence = 100_000_000

/** The subtotal as a cart counts it, before VAT. @param factor the setting `pricing.factor` */
export const linesPence = (lines: readonly TriedLine[], factor: number): Pence =>
  lines.reduce((sum, { unit, quantity }) => sum + linePence(unit.pricePence, quantity, 'checkout', factor), 0)

/** The parcel of a trial. @param factor the setting `pricing.factor` */
export function parcelOf({ amount, lines, postcode, country }: TrialState, factor: number): Parcel {
  const text = amount.trim()
  if (lines.length === 0 && !/^\d{1,7}(\.\d{1,2})?$/.test(text))
    return { problem: 'Enter an amount in pounds, such as 24.50.' }
  const subtotalPence = lines.length > 0 ? linesPence(lines, factor) : toPence(text)
  if (subtotalPence > maxPence) return { problem: 'Enter at most £1,000,000.' }
  const checked = checkPostcode(postcode)
  if (country === 'GB' && !checked.ok) return { problem: checked.message }
  return { subtotalPence, postcode: checked.normalised.slice(0, 20), country }
}
