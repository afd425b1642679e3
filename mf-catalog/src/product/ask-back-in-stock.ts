import { requiredEmail } from '@shop/forms/schema'
import { BackendError, row, type Backend } from '@shop/supabase'
import * as v from 'valibot'

const byHint: Readonly<Record<string, string>> = {
  email: 'Email is invalid.',
  rate_limited: 'Too many attempts. Please wait a moment and try again.',
  in_stock: 'It is back in stock. Please load this page again.',
}

/** Why a back-in-stock request was rejected; null for a failure that nobody expects. */
export const stockRejection = (error: unknown): string | null =>
  (error instanceof BackendError && byHint[error.hint ?? '']) || null

/** What is said of such a failure. */
export const requestFailed = 'Your request was not taken. Please try again in a moment.'

/** Schema of the back-in-stock form. */
export const stockRequest = v.object({ email: requiredEmail('Email is invalid.', 'Email is invalid.') })

/** Asks for an email as soon as a product, or a variant of it, is back. @throws BackendError */
export async function askBackInStock(
  db: Backend,
  productId: string,
  variantId: string | undefined,
  email: string,
): Promise<void> {
  const variant = variantId ? { p_variant_id: variantId } : {}
  await row(db.rpc('ask_back_in_stock', { p_product_id: productId, p_email: email, ...variant }))
}
