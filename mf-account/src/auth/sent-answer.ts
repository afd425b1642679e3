import type { FormErrors } from '@shop/forms/read-form'

/** What a page shows of a form that asks for an email. Passwords are never shown again. */
export interface SentAnswer {
  typed: Record<string, string>
  problems: FormErrors
  /** Why it was refused, as a sentence. */
  refused: string | null
  /** The address to which the email went. */
  sentTo: string | null
}

/** A refusal in the provider's words, or in ours where it has none. */
export const refusedWith = (typed: SentAnswer['typed'], refusal: string) => ({
  status: refusal === '' ? 503 : 409,
  shown: { typed, problems: {}, refused: refusal || 'Please try again later.', sentTo: null },
})
