// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { testSettings } from '@shop/settings/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { noPaymentMessage } from '../order/no-payment'
import { cartRow, fakeShop, open, pendingSession } from '../testing'

let shop: FakeSupabase

beforeEach(() => {
  shop = fakeShop()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

const submit = () => screen.findByRole('button', { name: 'Continue to Payment' })

async function fill() {
  await screen.findByLabelText('Email')
  for (const [label, text] of [
    ['Email', 'ada@example.test'],
    ['First name', 'Ada'],
    ['Last name', 'Guest'],
    ['Address line 1', '1 High Street'],
    ['Town or city', 'London'],
    ['Postcode', 'sw1a1aa'],
  ] as const) {
    await userEvent.click(screen.getByLabelText(label))
    await userEvent.paste(text)
  }
}

test('an empty cart redirects to the cart', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([])
  open('/checkout')
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
})

test('the checkout does not start while no delivery option is chosen', async () => {
  shop.responses['GET /rest/v1/shipping_methods'] = () =>
    Response.json({ message: 'broken' }, { status: 500 })
  open('/checkout')
  expect(await submit()).toBeDisabled()
  expect(screen.getByText('Choose a delivery option to continue.')).toBeVisible()
})

const before = 'session_0123456789abcdef0123456789abcdef0123456789abcdef'
const idNow = () => localStorage.getItem('aurelle_session_id')
const idSent = (call = 0) =>
  JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[call]?.body ?? '').p_details.new_session_id

test('a guest who fills in only their details has Standard delivery, a new id and no email about an unfinished checkout', async () => {
  const router = open('/checkout')
  await fill()
  expect(screen.queryByLabelText('Do not remind me')).not.toBeInTheDocument()
  await userEvent.click(await submit())
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/checkout/payment')
  })
  expect(JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[0]?.body ?? '{}')).toMatchObject({
    p_details: { shipping_method_id: 'standard' },
  })
  expect(idSent()).toMatch(/^session_[0-9a-f]{48}$/)
  expect(idNow()).toBe(idSent())
  expect(shop.sent('POST /rest/v1/rpc/note_reminder')).toHaveLength(0)
})

test('a guest whose checkout is rejected keeps the id; one whose answer is lost asks again for the same new one', async () => {
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () =>
    rejection(409, 'PT409', 'Your cart is empty', { hint: 'cart_empty' })
  open('/checkout')
  await fill()
  await userEvent.click(await submit())
  await waitFor(() => {
    expect(localStorage.getItem('aurelle_next_session_id')).toBeNull()
  })
  expect(idNow()).toBe(before)
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () => Response.error()
  await userEvent.click(await submit())
  await waitFor(() => {
    expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(2)
  })
  expect(await submit()).toBeEnabled()
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  await userEvent.click(await submit())
  await waitFor(() => {
    expect(idNow()).toBe(idSent(2))
  })
  expect([idSent(1) === idSent(0), idSent(2) === idSent(1)]).toEqual([false, true])
})

test('the summary folds to its total, with the cart and the codes in it', async () => {
  open('/checkout')
  const fold = await screen.findByRole('button', { name: /^Order summary £\d/, hidden: true })
  expect(fold).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(fold)
  expect(fold).toHaveAttribute('aria-expanded', 'true')
  const panel = document.getElementById(fold.getAttribute('aria-controls') ?? '')
  expect(panel?.contains(screen.getByRole('button', { name: 'Promotion code' }))).toBe(true)
  expect(screen.getByRole('link', { name: 'Edit cart' })).toHaveAttribute('href', '/cart')
})

test('a guest signs in on the spot, and keeps what they typed', async () => {
  shop.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  open('/checkout')
  await userEvent.type(await screen.findByLabelText('First name'), 'Ada')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }))
  const email = await screen.findByLabelText('Account email')
  await waitFor(() => {
    expect(email).toHaveFocus()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Enter your password')
  await userEvent.type(email, 'shopper@aurelle.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Invalid login credentials')
  delete shop.responses['POST /auth/v1/token']
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Welcome back!')
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
  expect(screen.getByLabelText('Email')).toHaveValue('shopper@aurelle.test')
  expect(screen.queryByText(/Have an account/)).not.toBeInTheDocument()
})

test('without a payment provider the checkout says so at once and does not start', async () => {
  open('/checkout', testSettings)
  const notice = await screen.findByRole('alert')
  expect(notice.compareDocumentPosition(screen.getByLabelText('Email'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  expect(notice.textContent).toBe(noPaymentMessage)
  expect(await submit()).toBeDisabled()
})

test('missing values are reported at their fields, and the first is focused', async () => {
  open('/checkout')
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.type(screen.getByLabelText('Email'), 'no-address')
  await userEvent.click(await submit())
  expect(await screen.findByText('Enter an email address like name@example.co.uk')).toBeVisible()
  expect(screen.getByText('Enter your first name')).toBeVisible()
  expect(screen.getByText('Enter your postcode')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(0)
})

test('Standard is chosen at first, another can be, and the total shown is the total sent', async () => {
  const router = open('/checkout')
  await fill()
  const standard = await screen.findByRole<HTMLInputElement>('radio', { name: /Standard/ })
  expect(standard).toBeChecked()
  expect(screen.getByText('Standard shipping')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: /Express/ }))
  expect(standard).not.toBeChecked()
  expect(screen.getByText('Express shipping')).toBeVisible()
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

test('a changed total is shown old and new, and sent only when accepted', async () => {
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () =>
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
  expect(await screen.findByText(/was £42.89 and is now £50.00/)).toBeVisible()
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () => Response.json(pendingSession)
  await userEvent.click(screen.getByRole('button', { name: 'Accept £50.00' }))
  await waitFor(() => {
    expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(2)
  })
  expect(JSON.parse(shop.sent('POST /rest/v1/rpc/start_checkout')[1]?.body ?? '{}')).toMatchObject({
    p_details: { expected_total: 50 },
  })
})

test('a cart that cannot be read shows an error with a retry', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json({ message: 'broken' }, { status: 500 })
  open('/checkout')
  expect(await screen.findByText('Your cart could not be loaded')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue to Payment' })).not.toBeInTheDocument()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Continue to Payment' })).toBeVisible()
})

test('a line that cannot be bought is marked', async () => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 12)])
  open('/checkout')
  expect(await screen.findByText('Only 10 items available.')).toBeVisible()
  screen.getByText(/Something in your cart needs changing/)
})

test('any failure preserves the form, and shipping methods are refetched when the database rejects a withdrawn one', async () => {
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json({ message: 'broken' }, { status: 500 })
  open('/checkout')
  await fill()
  await userEvent.click(await screen.findByRole('radio', { name: /Express/ }))
  await userEvent.click(await submit())
  expect(await screen.findByText('Checkout Error')).toBeVisible()
  expect(screen.getByText('Something went wrong. Please try again.')).toBeVisible()
  expect(screen.getByLabelText('First name')).toHaveValue('Ada')
  shop.responses['POST /rest/v1/rpc/start_checkout'] = () =>
    Response.json(
      {
        code: 'PT409',
        message: 'This shipping method is not available for your address.',
        hint: 'method_unavailable',
      },
      { status: 409 },
    )
  shop.responses['GET /rest/v1/shipping_methods'] = () =>
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
  expect(await screen.findByText('This shipping method is not available for your address.')).toBeVisible()
  await waitFor(() => {
    expect(screen.queryByRole('radio', { name: /Express/ })).not.toBeInTheDocument()
  })
})

test.each([
  ['left as it is', false],
  ['ticked', true],
])(
  'where there may be an email about an unfinished checkout it says so; the box, %s, is noted',
  async (_name, isTicked) => {
    shop.rpc.note_reminder = () => null
    open('/checkout', {
      ...testSettings,
      payment: { provider: 'simulated' },
      freeDeliveryFrom: 25,
      checkout: { ...testSettings.checkout, reminder: 'automatic' },
    })
    await fill()
    expect(screen.getByText(/we may send you one email about what is in your cart/)).toBeVisible()
    if (isTicked) await userEvent.click(screen.getByLabelText('Do not remind me'))
    await userEvent.click(await submit())
    await waitFor(() =>
      expect(JSON.parse(shop.sent('POST /rest/v1/rpc/note_reminder')[0]?.body ?? '{}')).toEqual({
        p_session_id: pendingSession.session_id,
        p_declined: isTicked,
      }),
    )
  },
)
