import type { FormErrors } from '@shop/forms/read-form'

/** Messages of refusals, by their code in the page's URL after a form sent without scripts. */
export const refusals = {
  name: 'Name is required',
  email: 'Email is required',
  'email-shape': 'Email is invalid',
  subject: 'Subject is required',
  message: 'Message is required',
  short: 'Message must be at least 10 characters',
  long: 'Message is too long. Please shorten it',
  wait: 'You’ve sent several messages in a short time. Please wait a moment and try again',
  error: 'Your message could not be sent. Please try again in a moment',
} as const

/** Why a message was refused. */
export type Refusal = keyof typeof refusals
const allRefusals = Object.keys(refusals) as Refusal[]

/** Outcome of a form sent without scripts, as encoded in the page's URL. */
export type ContactOutcome = { sent: true } | { sent: false; reasons: Refusal[] }

/** The refusals that a form's error messages stand for. */
export function reasonsFor(errors: FormErrors): Refusal[] {
  const messages = new Set(Object.values(errors))
  return allRefusals.filter((reason) => messages.has(refusals[reason]))
}

/** The message of a refusal. */
export function refusalText(reason: Refusal): string {
  return refusals[reason]
}

/** Parses the outcome from a query; null without one. */
export function parseOutcome(search: URLSearchParams): ContactOutcome | null {
  if (search.get('sent') === '1') return { sent: true }
  const refused = search.get('refused')
  if (refused === null) return null
  const names = refused.split(',')
  const reasons = allRefusals.filter((reason) => names.includes(reason))
  return { sent: false, reasons: reasons.length > 0 ? reasons : ['error'] }
}

/** The canonical query of an outcome. */
export function outcomeQuery(outcome: ContactOutcome): string {
  return outcome.sent ? '?sent=1' : `?refused=${outcome.reasons.join(',')}`
}
