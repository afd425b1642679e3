import { expect, test } from 'vitest'
import * as v from 'valibot'
import { readForm } from './read-form'
import { optionalText, requiredEmail, requiredText } from './schema'

const schema = v.object({
  email: requiredEmail('Email is required', 'Email is invalid'),
  message: requiredText('Message is required'),
  note: optionalText(),
})

function read(fields: Record<string, string | Blob>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return readForm(schema, data)
}

test('texts are trimmed, line endings are normalised, and an absent field is an empty text', () => {
  expect(read({ email: ' ada@aurelle.test', message: ' One\r\ntwo ', other: 'x' })).toEqual({
    values: { email: 'ada@aurelle.test', message: 'One\ntwo', note: '' },
    errors: null,
  })
})

test('invisible characters around a text and anywhere in an address are left out', () => {
  expect(
    read({ email: '\u200Bada@aurelle\u2060.test\u00A0', message: '\u00A0One\u200B', note: '\u3164' }),
  ).toEqual({
    values: { email: 'ada@aurelle.test', message: 'One', note: '' },
    errors: null,
  })
})

test.each<[Record<string, string | Blob>, Record<string, string>]>([
  [{}, { email: 'Email is required', message: 'Message is required' }],
  [
    { email: '  ', message: '\r\n' },
    { email: 'Email is required', message: 'Message is required' },
  ],
  [{ email: 'ada@aurelle', message: 'x' }, { email: 'Email is invalid' }],
  [{ email: `${'a'.repeat(243)}@aurelle.test`, message: 'x' }, { email: 'Email is invalid' }],
])('%j has one error per field', (fields, errors) => {
  expect(read(fields)).toEqual({ values: null, errors })
})

test('a file is not a text', () => {
  expect(read({ email: 'ada@aurelle.test', message: new Blob(['x']) }).errors).toHaveProperty('message')
})
