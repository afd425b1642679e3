import { BackendError, row, type Backend } from '@shop/supabase'

/** Why asking was refused; the web server writes the same words into the address when it took the form. */
export type AskRefusal = 'email' | 'wait' | 'back' | 'error'

/** What is said of each. */
export const refusalTexts: Readonly<Record<AskRefusal, string>> = {
  email: 'Email is invalid',
  wait: 'Too many attempts. Please wait a moment and try again',
  back: 'It is back in stock. Please load this page again',
  error: 'Your request was not taken. Please try again in a moment',
}

const hints: Readonly<Record<string, AskRefusal>> = { email: 'email', rate_limited: 'wait', in_stock: 'back' }

/** Asks for one letter when the product is in stock again. @throws BackendError */
export async function askBackInStock(db: Backend, { productId, email }: { productId: string; email: string }): Promise<void> {
  await row(db.rpc('ask_back_in_stock', { p_product_id: productId, p_email: email }))
}

export function refusalOf(error: unknown): AskRefusal {
  return (error instanceof BackendError && hints[error.hint ?? '']) || 'error'
}

/** How a form sent without scripts ended, from the page's address; null when it was not sent. */
export function answerIn(search: URLSearchParams): 'sent' | AskRefusal | null {
  const word = search.get('asked')
  return word === 'sent' || word === 'email' || word === 'wait' || word === 'back' || word === 'error' ? word : null
}
