import * as v from 'valibot'
import { requiredEmail } from './schema'

/** Why a request for a letter was refused, as the address of the product's page says it. */
export type StockRefusal = keyof typeof stockRefusals

/** What is said of each. */
export const stockRefusals = {
  email: 'Email is invalid.',
  wait: 'Too many attempts. Please wait a moment and try again.',
  back: 'It is back in stock. Please load this page again.',
  error: 'Your request was not taken. Please try again in a moment.',
} as const

const hints: Readonly<Record<string, StockRefusal>> = {
  email: 'email',
  rate_limited: 'wait',
  in_stock: 'back',
}

/** What a visitor enters who wants one letter when a product is in stock again. */
export const stockRequest = v.object({ email: requiredEmail(stockRefusals.email, stockRefusals.email) })

/** What the hint of a refusal by `ask_back_in_stock` means. */
export function stockRefusalOf(hint: string | null | undefined): StockRefusal {
  return hints[hint ?? ''] ?? 'error'
}
