// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { cartRow, fakeShop, open, pendingSession, sessionId } from '../testing'

beforeEach(() => {
  const shop = fakeShop()
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(24.99, 1)])
  shop.responses['GET /rest/v1/checkout_sessions'] = () => Response.json([pendingSession])
})

const routes = [
  ['/cart', 'Your cart'],
  ['/checkout', 'Checkout'],
  [`/checkout/payment?session=${sessionId}`, 'Payment'],
  [`/checkout/success?session=${sessionId}`, 'Thank you, Ada'],
] as const

test.each(routes)('%s is open to guests', async (address, heading) => {
  open(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
})

test.each(routes)(
  '%s requires guests to sign in when the setting says so, and remembers the page',
  async (address) => {
    const router = open(address, {
      ...testSettings,
      checkout: { ...testSettings.checkout, requireSignIn: true },
    })
    await screen.findByText('Elsewhere')
    expect(router.state.location).toMatchObject({ pathname: '/auth', state: { from: address } })
  },
)
