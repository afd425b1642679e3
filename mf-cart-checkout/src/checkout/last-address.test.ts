// @vitest-environment happy-dom
import { fakeSupabase, storeSession } from '@shop/testing'
import { expect, test } from 'vitest'
import { emptyFields } from './checkout-form'
import { filledFrom, lastAddressQuery } from './last-address'

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

test('a postcode from the cart’s estimate is completed where it is that of the address, and is another place where it is not', () => {
  expect(filledFrom(last, { ...emptyFields, postalCode: 'ba11aa' })).toEqual({ ...last, method: '' })
  expect(filledFrom(last, { ...emptyFields, postalCode: 'SW1A 1AA' })).toMatchObject({
    firstName: 'Ada',
    line1: '',
    postalCode: 'SW1A 1AA',
  })
})

const place = {
  first_name: 'Ada',
  last_name: 'Guest',
  address_line_1: '5 Old Lane',
  address_line_2: null,
  city: 'Bath',
  state: 'Somerset',
  postal_code: 'BA1 1AA',
}
const ordered = {
  email: 'a@example.test',
  phone: '1',
  shipping_address: { ...place, address_line_1: '1 Order Row' },
}

/** The line that the checkout proposes to somebody with these saved addresses and an order. */
async function proposed(addresses: object | null): Promise<string | undefined> {
  storeSession()
  const fake = fakeSupabase()
  fake.responses['GET /rest/v1/orders'] = () => Response.json([ordered])
  fake.responses['GET /rest/v1/customers'] = () =>
    Response.json([{ email: 'a@example.test', phone: '1', addresses }])
  const { backend } = fake.connect()
  const found = await lastAddressQuery('user').queryFn(backend, new AbortController().signal)
  expect(fake.sent('GET /rest/v1/customers')[0]?.line).toContain('addresses.is_default=eq.true')
  return found?.line1
}

test('the default address is proposed before that of the last order', async () => {
  expect(await proposed([{ ...place, phone: null }])).toBe('5 Old Lane')
  // As the embedded backend answers.
  expect(await proposed({ ...place, phone: null })).toBe('5 Old Lane')
  expect(await proposed([])).toBe('1 Order Row')
  expect(await proposed(null)).toBe('1 Order Row')
})
