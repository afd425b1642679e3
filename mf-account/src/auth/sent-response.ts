import type { FormErrors } from '@shop/forms/read-form'

/** The result of a form that requests an email. Passwords are never shown again. */
export interface SentResponse {
  typed: Record<string, string>
  problems: FormErrors
  /** Why it was rejected, as a sentence. */
  rejected: string | null
  /** The address to which the email went. */
  sentTo: string | null
}

/** A rejection in the provider's words, or in ours where it has none. */
export const rejectedWith = (typed: SentResponse['typed'], rejection: string) => ({
  status: rejection === '' ? 503 : 409,
  shown: { typed, problems: {}, rejected: rejection || 'Please try again later.', sentTo: null },
})
