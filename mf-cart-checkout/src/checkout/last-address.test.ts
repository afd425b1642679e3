import { expect, test } from 'vitest'
import { emptyFields } from './checkout-form'
import { filledFrom } from './last-address'

const last = {
  email: 'a@example.test',
  phone: '1',
  firstName: 'Ada',
  lastName: 'Guest',
  line1: '5 Old Lane',
  line2: '',
  city: 'Bath',
  state: 'Somerset',
  postalCode: 'BA1 1AA',
}

test('an empty form is filled completely, except for the shipping method', () => {
  expect(filledFrom(last, emptyFields)).toEqual({ ...last, method: '' })
})

test('typed values are preserved, and two addresses are never mixed', () => {
  const typed = { ...emptyFields, firstName: 'Eve', line1: '9 New Road' }
  expect(filledFrom(last, typed)).toEqual({
    ...emptyFields,
    email: last.email,
    phone: '1',
    firstName: 'Eve',
    lastName: 'Guest',
    line1: '9 New Road',
  })
})
