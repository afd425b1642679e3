import { isEmail } from '@shop/settings'
import type { FormSchema } from './read-form'
import type { StockRefusal } from './stock-answer'

/** The error message of each refusal. */
export const stockRefusals: Readonly<Record<StockRefusal, string>> = {
  email: 'Email is invalid.',
  wait: 'Too many attempts. Please wait a moment and try again.',
  back: 'It is back in stock. Please load this page again.',
  error: 'Your request was not taken. Please try again in a moment.',
}

const errorByHint: Readonly<Record<string, StockRefusal>> = {
  email: 'email',
  rate_limited: 'wait',
  in_stock: 'back',
}

/** The refusal that a hint of `ask_back_in_stock` means. */
export function stockRefusalOf(hint: string | null | undefined): StockRefusal {
  return errorByHint[hint ?? ''] ?? 'error'
}

/**
 * Schema of the back-in-stock form. Written without valibot, because nothing else on the product page would use its
 * 3 KB.
 */
export const stockRequest: FormSchema<{ email?: string }, { email: string }> = {
  '~standard': {
    version: 1,
    vendor: 'shop',
    validate(form) {
      const entered: unknown = Object.assign({ email: '' }, form).email
      const email = typeof entered === 'string' ? entered.trim() : ''
      return isEmail(email)
        ? { value: { email } }
        : { issues: [{ message: stockRefusals.email, path: ['email'] }] }
    },
  },
}
