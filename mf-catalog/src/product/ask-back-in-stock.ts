import { BackendError, row, type Backend } from '@shop/supabase'
import type { AskRefusal } from './ask-answer'

/** What is said of each. */
export const refusalTexts: Readonly<Record<AskRefusal, string>> = {
  email: 'Email is invalid',
  wait: 'Too many attempts. Please wait a moment and try again',
  back: 'It is back in stock. Please load this page again',
  error: 'Your request was not taken. Please try again in a moment',
}

const hints: Readonly<Record<string, AskRefusal>> = { email: 'email', rate_limited: 'wait', in_stock: 'back' }

/** Asks for one letter when the product is in stock again. @throws BackendError */
export async function askBackInStock(
  db: Backend,
  { productId, email }: { productId: string; email: string },
): Promise<void> {
  await row(db.rpc('ask_back_in_stock', { p_product_id: productId, p_email: email }))
}

export function refusalOf(error: unknown): AskRefusal {
  return (error instanceof BackendError && hints[error.hint ?? '']) || 'error'
}
