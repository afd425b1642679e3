// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emptyFields, problemsOf } from './checkout-form'
import { cartRow, fakeShop, open, sessionId } from '../testing'

let shop: FakeSupabase

beforeEach(() => {
  shop = fakeShop()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

test.each([
  ['a,b@c.dd', false],
  ['(a)@c.dd', false],
  ['a@c.dd.', false],
  ["o'brien@mail.example", true],
])('whether a confirmation can reach %s: %s', (email, writable) => {
  expect(problemsOf({ ...emptyFields, email }).email).toBe(
    writable ? undefined : 'Enter an email address like name@example.co.uk',
  )
})

const wrongPhone = 'Enter a phone number like 07700 900123, or leave it empty'

test.each([
  ['ask at the desk', false],
  ['12345', false],
  ['0'.repeat(16), false],
  ['+44 (0)20 7946 0000', true],
  ['07700-900123', true],
])('the phone number %j is accepted: %s', (phone, taken) => {
  expect(problemsOf({ ...emptyFields, phone }).phone).toBe(taken ? undefined : wrongPhone)
})

test('on blur a phone number is checked, the postcode formatted, and the destination said', async () => {
  open('/checkout')
  await userEvent.click(await screen.findByLabelText(/^Phone/))
  await userEvent.paste('12345')
  await userEvent.tab()
  screen.getByText(wrongPhone)
  await userEvent.type(screen.getByLabelText('Postcode'), 'sw1a1aa')
  await userEvent.tab()
  expect(screen.getByLabelText('Postcode')).toHaveValue('SW1A 1AA')
  expect(screen.getByText('Delivering to SW1A 1AA.')).toHaveAttribute('role', 'status')
})

test('optional fields are behind a button, and appear when a browser fills them in', async () => {
  open('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Add county' }))
  expect(screen.getByLabelText(/^County/)).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Add county' })).not.toBeInTheDocument()

  const line2 = screen.getByLabelText(/^Address line 2/)
  expect(line2.tabIndex).toBe(-1)
  fireEvent.change(line2, { target: { value: 'Flat 3' } })
  const shown = screen.getByLabelText<HTMLInputElement>(/^Address line 2/)
  expect([shown.value, shown.tabIndex]).toEqual(['Flat 3', 0])
  await userEvent.clear(shown)
  expect(screen.queryByRole('button', { name: 'Add address line 2' })).not.toBeInTheDocument()
})

test('every field has an autocomplete token', async () => {
  open('/checkout')
  await screen.findByLabelText('Email')
  const tokens = [
    'Email',
    /^Phone/,
    'First name',
    'Last name',
    'Address line 1',
    /^Address line 2/,
    'Town or city',
    /^County/,
    'Postcode',
    'Country',
  ].map((label) => screen.getByLabelText(label).getAttribute('autocomplete'))
  expect(tokens).toEqual([
    'email',
    'tel',
    'shipping given-name',
    'shipping family-name',
    'shipping address-line1',
    'shipping address-line2',
    'shipping address-level2',
    'shipping address-level1',
    'shipping postal-code',
    'shipping country-name',
  ])
})

const lastOrder = {
  email: 'ada@example.test',
  phone: '020 7946 0000',
  shipping_address: {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address_line_1: '5 Old Lane',
    address_line_2: null,
    city: 'Bath',
    state: null,
    postal_code: 'BA1 1AA',
  },
}
function signIn() {
  const user = {
    id: '11111111-1111-4111-8111-111111111111',
    email: 'ada@account.test',
    user_metadata: { first_name: 'Ada', last_name: 'King' },
  }
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  localStorage.setItem(
    'aurelle_auth',
    JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'r',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at,
      user,
    }),
  )
  shop.responses['GET /auth/v1/user'] = () => Response.json(user)
}

test('signed-in customers get the address of their last order filled in, and can change it', async () => {
  signIn()
  shop.responses['GET /rest/v1/orders'] = () => Response.json([lastOrder])
  open('/checkout')
  await waitFor(() => {
    expect(screen.getByLabelText('Address line 1')).toHaveValue('5 Old Lane')
  })
  expect(screen.getByLabelText('Postcode')).toHaveValue('BA1 1AA')
  expect(screen.getByText(/filled in your last address/)).toHaveAttribute('role', 'status')
  await userEvent.clear(screen.getByLabelText('Town or city'))
  await userEvent.type(screen.getByLabelText('Town or city'), 'Wells')
  expect(screen.getByLabelText('Town or city')).toHaveValue('Wells')
})

test('text typed into the focused field replaces the value that is filled in', async () => {
  signIn()
  let respond: (response: Response) => void = () => undefined
  shop.responses['GET /rest/v1/orders'] = () =>
    new Promise<Response>((resolve) => {
      respond = resolve
    })
  open('/checkout')
  const line = await screen.findByLabelText('Address line 1')
  await userEvent.click(line)
  respond(Response.json([lastOrder]))
  await waitFor(() => {
    expect(line).toHaveValue('5 Old Lane')
  })
  await userEvent.keyboard('7 New Road')
  expect(line).toHaveValue('7 New Road')
})

test('customers without an order get the address of the last started checkout', async () => {
  signIn()
  localStorage.setItem('aurelle_checkout_session', sessionId)
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([lastOrder])
  open('/checkout')
  await waitFor(() => {
    expect(screen.getByLabelText('Town or city')).toHaveValue('Bath')
  })
})

test('no earlier orders are read for guests', async () => {
  localStorage.setItem('aurelle_checkout_session', sessionId)
  open('/checkout')
  await screen.findByLabelText('Email')
  expect(shop.sent('GET /rest/v1/orders')).toEqual([])
  expect(shop.sent('GET /rest/v1/checkout_sessions')).toEqual([])
})
