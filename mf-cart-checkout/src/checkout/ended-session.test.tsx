// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { rejection, storeSession, type FakeSupabase } from '@shop/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartRow, fakeShop, fillDraft, open, sessionId } from '../testing'

let shop: FakeSupabase
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  shop = fakeShop()
  localStorage.removeItem('aurelle_session_id')
  // Row level security: nobody's cart is empty.
  shop.responses['GET /rest/v1/cart_items'] = (request) =>
    Response.json(request.headers.has('authorization') ? [cartRow(19.99, 2)] : [])
  shop.responses['POST /rest/v1/rpc/start_checkout'] = (request) =>
    request.headers.has('authorization')
      ? Response.json({ session_id: sessionId })
      : Response.json({ code: 'PT409', message: 'Your cart is empty', hint: 'cart_empty' }, { status: 409 })
})

/** The stored session can no longer be used or renewed, as when it was revoked. */
const lapse = () => {
  shop.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'refresh_token_not_found', 'Invalid Refresh Token')
  const stored: object = JSON.parse(localStorage.getItem('aurelle_auth') ?? '{}')
  localStorage.setItem('aurelle_auth', JSON.stringify({ ...stored, expires_at: 1000 }))
}
const ended = () => screen.findByRole('heading', { name: 'Your session has ended' })
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

async function signInAgain() {
  delete shop.responses['POST /auth/v1/token']
  await userEvent.type(field('Password'), 'secret-1')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: 'Your session has ended' })).not.toBeInTheDocument()
  })
}

test.each([false, true])(
  'a session that ends while the form is sent keeps form and cart, and goes on after the password (sign-in required: %s)',
  async (requireSignIn) => {
    storeSession()
    const checkout = { ...testSettings.checkout, requireSignIn }
    const router = open('/checkout', { ...testSettings, checkout, payment: { provider: 'simulated' } })
    await screen.findByLabelText('Address line 1')
    for (const [name, text] of [
      ['Address line 1', '5 Old Lane'],
      ['Town or city', 'London'],
      ['Postcode', 'SW1A 1AA'],
    ] as const) {
      await userEvent.click(field(name))
      await userEvent.paste(text)
    }
    await userEvent.click(screen.getByRole('radio', { name: /Express/ }))
    lapse()
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
    await ended()
    expect(router.state.location.pathname).toBe('/checkout')
    expect(screen.getByText('shopper@aurelle.test')).toBeVisible()
    expect(field('Address line 1')).toHaveValue('5 Old Lane')
    expect(screen.getByText('Stone')).toBeVisible()
    const asked = shop.sent('POST /rest/v1/rpc/start_checkout').length
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
    expect(shop.sent('POST /rest/v1/rpc/start_checkout')).toHaveLength(asked)
    expect(field('Password')).toHaveFocus()
    await signInAgain()
    expect(field('Address line 1')).toHaveValue('5 Old Lane')
    expect(screen.getByRole('radio', { name: /Express/ })).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/checkout/payment')
    })
  },
)

test('a reload after the session has ended asks for the password, then form and cart are back', async () => {
  storeSession({ expiresAt: 1000 })
  lapse()
  fillDraft()
  const router = open('/checkout')
  await ended()
  expect(router.state.location.pathname).toBe('/checkout')
  screen.getAllByText(/your cart waits in your account/)
  await signInAgain()
  expect(await screen.findByLabelText('Address line 1')).toHaveValue('1 High Street')
  expect(screen.getByText('Stone')).toBeVisible()
})

test('a wrong password is said at its field', async () => {
  storeSession({ expiresAt: 1000 })
  lapse()
  open('/checkout')
  await ended()
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Password is required')
  shop.responses['POST /auth/v1/token'] = () =>
    rejection(400, 'invalid_credentials', 'Invalid login credentials')
  await userEvent.type(field('Password'), 'wrong')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByText('Invalid login credentials')
})

test('the cart keeps its lines, rejects to change them, and brings them back', async () => {
  storeSession()
  open('/cart')
  await screen.findByText('Stone')
  lapse()
  await userEvent.click(screen.getByRole('button', { name: /Remove/ }))
  await ended()
  await screen.findByText('Stone')
  await userEvent.click(screen.getByRole('button', { name: /Remove/ }))
  await screen.findByText('Stone')
  await signInAgain()
  await screen.findByText('Stone')
})

test('another person at the device clears it', async () => {
  storeSession({ expiresAt: 1000 })
  lapse()
  fillDraft()
  open('/checkout')
  await ended()
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Not you? Clear this form' })))
  await screen.findByText('Your cart is empty')
  expect(sessionStorage.getItem('aurelle_checkout_draft')).toBeNull()
  expect(document.body).not.toHaveTextContent('shopper@aurelle.test')
})
