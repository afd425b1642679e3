// @vitest-environment happy-dom
import { defaultSettings } from '@shop/settings'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noPaymentMessage } from '../order/no-payment'
import { emptyFields, problemsOf } from './checkout-form'
import { cartRow, fakeShop, open, pendingSession } from '../testing'

let shop: ReturnType<typeof fakeShop>

beforeEach(() => {
  shop = fakeShop()
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const submit = () => screen.findByRole('button', { name: 'Continue to Payment' })

async function fill() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.test')
  await userEvent.type(screen.getByLabelText('First name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Last name'), 'Guest')
  await userEvent.type(screen.getByLabelText('Address line 1'), '1 High Street')
  await userEvent.type(screen.getByLabelText('City'), 'London')
  await userEvent.type(screen.getByLabelText('Postal code'), 'sw1a1aa')
}

test('an empty cart leads to the cart', async () => {
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([])
  open('/checkout')
  expect(await screen.findByText('Your cart is empty')).toBeTruthy()
})

test('nothing goes on before a shipping method is chosen', async () => {
  open('/checkout')
  const button = await submit()
  expect(button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true').toBe(true)
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  expect(button.hasAttribute('disabled')).toBe(false)
})

test('where nobody takes payments the checkout says so before anything is filled in, and does not begin', async () => {
  open('/checkout', defaultSettings)
  const notice = await screen.findByRole('alert')
  expect(notice.compareDocumentPosition(screen.getByLabelText('Email'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  expect(notice.textContent).toBe(noPaymentMessage)
  expect((await submit()).hasAttribute('disabled')).toBe(true)
})

test('what is missing is named at its field, and the first has the focus', async () => {
  open('/checkout')
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.type(screen.getByLabelText('Email'), 'no-address')
  await userEvent.click(await submit())
  expect(await screen.findByText('Enter an email address like name@example.co.uk')).toBeTruthy()
  expect(screen.getByText('Enter a first name')).toBeTruthy()
  expect(screen.getByText('Enter a postal code')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
  expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(0)
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

test('the total shown is the total sent, and the payment follows', async () => {
  const router = open('/checkout')
  await fill()
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.click(await submit())
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  const [call] = shop.sent('POST /rest/v1/rpc/start_checkout')
  // 31.58 + 6.32 + Express 4.99
  expect(JSON.parse(call?.body ?? '{}')).toMatchObject({
    p_details: {
      expected_total: 42.89,
      shipping_method_id: 'express',
      shipping_address: { postal_code: 'SW1A 1AA', country: 'GB' },
    },
  })
})

test('a total that changed is shown old and new, and taken only when accepted', async () => {
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json(
      {
        code: 'PT409',
        message: 'Prices have changed since you saw them.',
        hint: 'totals_changed',
        details: '{"total": 50.00}',
      },
      { status: 409 },
    )
  open('/checkout')
  await fill()
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.click(await submit())
  expect(await screen.findByText(/was £42.89 and is now £50.00/)).toBeTruthy()
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  await userEvent.click(screen.getByRole('button', { name: 'Accept £50.00' }))
  await waitFor(() => {
    expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(2)
  })
  expect(JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[1]?.body ?? '{}')).toMatchObject({
    p_details: { expected_total: 50 },
  })
})

test('any other failure keeps what was typed', async () => {
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json({ message: 'broken' }, { status: 500 })
  open('/checkout')
  await fill()
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.click(await submit())
  expect(await screen.findByText('Checkout Error')).toBeTruthy()
  expect(screen.getByText('Something went wrong. Please try again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ada')
})

test.each([
  ['ask at the desk', false],
  ['12345', false],
  ['0'.repeat(16), false],
  ['+44 (0)20 7946 0000', true],
  ['07700-900123', true],
])('the phone number %j is taken: %s', async (phone, taken) => {
  open('/checkout')
  await userEvent.click(await screen.findByLabelText(/^Phone/))
  await userEvent.paste(phone)
  await userEvent.tab()
  expect(screen.queryByText('Enter a phone number like 07700 900123, or leave it empty') === null).toBe(taken)
})

test('the postal code is written as Royal Mail does when left, and what it does to the price is said', async () => {
  open('/checkout')
  await userEvent.type(await screen.findByLabelText('Postal code'), 'sw1a1aa')
  await userEvent.tab()
  expect(screen.getByLabelText<HTMLInputElement>('Postal code').value).toBe('SW1A 1AA')
  expect(
    screen.getByText('SW1A 1AA is in Mainland: our standard delivery prices apply.').getAttribute('role'),
  ).toBe('status')
})

test('every field says what it is to browsers that fill in forms', async () => {
  open('/checkout')
  await screen.findByLabelText('Email')
  const tokens = [
    'Email',
    /^Phone/,
    'First name',
    'Last name',
    'Address line 1',
    /^Address line 2/,
    'City',
    /^County/,
    'Postal code',
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
  shop.answers['GET /auth/v1/user'] = () => Response.json(user)
}

test('the signed-in find the address of their last order filled in, and can change it', async () => {
  signIn()
  shop.answers['GET /rest/v1/orders'] = () => Response.json([lastOrder])
  open('/checkout')
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLInputElement>('Address line 1').value).toBe('5 Old Lane')
  })
  expect(screen.getByLabelText<HTMLInputElement>('Postal code').value).toBe('BA1 1AA')
  expect(screen.getByText(/last address is filled in/).getAttribute('role')).toBe('status')
  await userEvent.clear(screen.getByLabelText('City'))
  await userEvent.type(screen.getByLabelText('City'), 'Wells')
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Wells')
})

test('who never ordered finds what they last started', async () => {
  signIn()
  localStorage.setItem('aurelle_checkout_session', 'abc')
  shop.answers['GET /rest/v1/checkout_sessions'] = () => Response.json([lastOrder])
  open('/checkout')
  await waitFor(() => {
    expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Bath')
  })
})

test('guests are asked nothing of earlier orders', async () => {
  localStorage.setItem('aurelle_checkout_session', 'abc')
  open('/checkout')
  await screen.findByLabelText('Email')
  expect(shop.sent('GET /rest/v1/orders')).toEqual([])
  expect(shop.sent('GET /rest/v1/checkout_sessions')).toEqual([])
})

test('a cart that cannot be read is said so, with a way to try again', async () => {
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json({ message: 'broken' }, { status: 500 })
  open('/checkout')
  expect(await screen.findByText('Your cart could not be loaded')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue to Payment' })).toBeNull()
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeTruthy()
})

test('a line that cannot be bought as it stands is marked, and the way to change it is there', async () => {
  shop.answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 12)])
  open('/checkout')
  expect(await screen.findByText('Only 10 items available.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Change your cart' }).getAttribute('href')).toBe('/cart')
})

test('a way of delivery that was withdrawn is read anew when the database refuses it', async () => {
  shop.answers['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json(
      {
        code: 'PT409',
        message: 'This shipping method is not available for your address.',
        hint: 'method_unavailable',
      },
      { status: 409 },
    )
  open('/checkout')
  await fill()
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  shop.answers['GET /rest/v1/shipping_methods'] = () =>
    Response.json([
      {
        id: 'standard',
        name: 'Standard',
        description: null,
        base_price: 3.99,
        estimated_days_min: 5,
        estimated_days_max: 7,
        features: [],
        sort_order: 1,
      },
    ])
  await userEvent.click(await submit())
  expect(await screen.findByText('This shipping method is not available for your address.')).toBeTruthy()
  await waitFor(() => {
    expect(screen.queryByRole('radio', { name: /Express/ })).toBeNull()
  })
})
