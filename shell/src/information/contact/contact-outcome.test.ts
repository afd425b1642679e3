import { readForm } from '@shop/forms/read-form'
import { expect, test } from 'vitest'
import { contactSchema } from './contact-message'
import { parseOutcome, outcomeQuery, reasonsFor, refusalText } from './contact-outcome'

test('every error of the form can be encoded in the URL and decoded to the same message', () => {
  for (const message of [
    { name: '', email: '', subject: '', message: '' },
    { name: 'Ada', email: 'ada@aurelle', subject: 'A wish', message: 'short' },
  ]) {
    const form = new FormData()
    for (const [name, text] of Object.entries(message)) form.set(name, text)
    const errors = readForm(contactSchema, form).errors ?? {}
    const outcome = parseOutcome(
      new URLSearchParams(outcomeQuery({ sent: false, reasons: reasonsFor(errors) })),
    )
    expect(outcome?.sent === false && outcome.reasons.map(refusalText)).toEqual(Object.values(errors))
  }
})

test('unknown codes in the URL are shown as the general error', () => {
  const outcome = parseOutcome(new URLSearchParams('refused=<b>You have won</b>'))
  expect(outcome).toEqual({ sent: false, reasons: ['error'] })
  expect(parseOutcome(new URLSearchParams('sent=yes'))).toBeNull()
  const mixed = parseOutcome(new URLSearchParams('refused=short,name,name,x'))
  expect(mixed && outcomeQuery(mixed)).toBe('?refused=name,short')
})
