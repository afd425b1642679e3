// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cartRow, fakeShop, open } from '../testing'

beforeEach(() => {
  fakeShop().responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(19.99, 2)])
})

const words = 'We deliver to the UK mainland only, and BT1 1AA is not on it.'
const express = () => screen.getByRole('radio', { name: /Express/ })
async function openAtBelfast(coverage: 'uk' | 'mainland') {
  open('/checkout', { ...testSettings, delivery: { coverage }, payment: { provider: 'simulated' } })
  await userEvent.type(await screen.findByLabelText('Postcode'), 'BT1 1AA')
}

test('where the shop delivers to all of the UK, an address in Northern Ireland has a choice of delivery', async () => {
  await openAtBelfast('uk')
  await waitFor(() => expect(express()).toBeEnabled())
  expect(screen.queryByText(words)).not.toBeInTheDocument()
})

test('where it delivers to the mainland only, such an address has none and cannot continue', async () => {
  await openAtBelfast('mainland')
  await waitFor(() => expect(express()).toBeDisabled())
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continue to Payment' })).toBeDisabled()
})
