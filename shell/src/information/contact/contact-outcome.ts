import type { FormErrors } from '@shop/forms/read-form'

/** Why a message is not taken, by the word that stands for it in the page's address after a form sent without scripts. */
export const refusals = {
  name: 'Name is required',
  email: 'Email is required',
  'email-shape': 'Email is invalid',
  subject: 'Subject is required',
  message: 'Message is required',
  short: 'Message must be at least 10 characters',
  long: 'Message is longer than we can keep',
  wait: 'Too many messages at once. Please wait a moment and try again',
  error: 'Your message was not sent. Please try again in a moment',
} as const

/** Why a message was not taken. */
export type Refusal = keyof typeof refusals
const known = Object.keys(refusals) as Refusal[]

/** How sending without scripts ended, as the page's address tells it. */
export type ContactOutcome = { sent: true } | { sent: false; reasons: Refusal[] }

/** The reasons in the words of the form's errors. */
export function reasonsFor(errors: FormErrors): Refusal[] {
  const said = new Set(Object.values(errors))
  return known.filter((reason) => said.has(refusals[reason]))
}

/** A reason in words. */
export function refusalText(reason: Refusal): string {
  return refusals[reason]
}

/** Reads the outcome from a query; null when it tells none. */
export function outcomeIn(search: URLSearchParams): ContactOutcome | null {
  if (search.get('sent') === '1') return { sent: true }
  const given = search.get('refused')
  if (given === null) return null
  const words = given.split(',')
  const reasons = known.filter((reason) => words.includes(reason))
  return { sent: false, reasons: reasons.length > 0 ? reasons : ['error'] }
}

/** The query that tells an outcome, the same for every way of writing it. */
export function queryOf(outcome: ContactOutcome): string {
  return outcome.sent ? '?sent=1' : `?refused=${outcome.reasons.join(',')}`
}
