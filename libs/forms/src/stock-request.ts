import { isEmail } from '@shop/settings'
import type { FormSchema } from './read-form'
import type { StockRefusal } from './stock-answer'

/** What is said of each refusal. */
export const stockRefusals: Readonly<Record<StockRefusal, string>> = {
  email: 'Email is invalid.',
  wait: 'Too many attempts. Please wait a moment and try again.',
  back: 'It is back in stock. Please load this page again.',
  error: 'Your request was not taken. Please try again in a moment.',
}

const hints: Readonly<Record<string, StockRefusal>> = {
  email: 'email',
  rate_limited: 'wait',
  in_stock: 'back',
}

/** What the hint of a refusal by `ask_back_in_stock` means. */
export function stockRefusalOf(hint: string | null | undefined): StockRefusal {
  return hints[hint ?? ''] ?? 'error'
}

/**
 * What a visitor enters who wants one letter when a product is in stock again. Written without valibot, whose 3 KB
 * serve nothing else on the product's page.
 */
export const stockRequest: FormSchema<{ email?: string }, { email: string }> = {
  '~standard': {
    version: 1,
    vendor: 'shop',
    validate(form) {
      const typed: unknown = Object.assign({ email: '' }, form).email
      const email = typeof typed === 'string' ? typed.trim() : ''
      return isEmail(email)
        ? { value: { email } }
        : { issues: [{ message: stockRefusals.email, path: ['email'] }] }
    },
  },
}
