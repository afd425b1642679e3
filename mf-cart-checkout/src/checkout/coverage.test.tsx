// @vitest-environment happy-dom
import { defaultSettings } from '@shop/settings'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cartRow, fakeShop, open } from '../testing'

beforeEach(() => {
  fakeShop().answers['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
})

test.each([
  [{ coverage: 'uk' }, true],
  [{ coverage: 'mainland' }, false],
] as const)('with %j an address in Northern Ireland can be chosen a delivery: %s', async (delivery, sold) => {
  open('/checkout', { ...defaultSettings, delivery, payment: { provider: 'simulated' } })
  await userEvent.type(await screen.findByLabelText('Postcode'), 'BT1 1AA')
  await waitFor(() => {
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Express/ }).disabled).toBe(!sold)
  })
  expect(screen.queryByText('We deliver to the UK mainland only, and BT1 1AA is not on it.') === null).toBe(
    sold,
  )
  const button = screen.getByRole('button', { name: 'Continue to Payment' })
  if (!sold) expect(button.hasAttribute('disabled')).toBe(true)
})
