import { readForm } from '@shop/forms/read-form'
import { expect, test } from 'vitest'
import { contactSchema } from './contact-message'
import { outcomeIn, queryOf, reasonsFor, refusalText } from './contact-outcome'

test('whatever the form finds wrong can be told in the address and is told in the same words', () => {
  for (const message of [
    { name: '', email: '', subject: '', message: '' },
    { name: 'Ada', email: 'ada@aurelle', subject: 'A wish', message: 'short' },
  ]) {
    const form = new FormData()
    for (const [name, text] of Object.entries(message)) form.set(name, text)
    const errors = readForm(contactSchema, form).errors ?? {}
    const told = outcomeIn(new URLSearchParams(queryOf({ sent: false, reasons: reasonsFor(errors) })))
    expect(told?.sent === false && told.reasons.map(refusalText)).toEqual(Object.values(errors))
  }
})

test('what nobody of ours wrote into the address is told as a failure, in one way', () => {
  const told = outcomeIn(new URLSearchParams('refused=<b>You have won</b>'))
  expect(told).toEqual({ sent: false, reasons: ['error'] })
  expect(outcomeIn(new URLSearchParams('sent=yes'))).toBeNull()
  const mixed = outcomeIn(new URLSearchParams('refused=short,name,name,x'))
  expect(mixed && queryOf(mixed)).toBe('?refused=name,short')
})
