// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import type { FakeSupabase } from '@shop/testing'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cartRow, fakeShop, fillDraft, open } from '../testing'

let shop: FakeSupabase

beforeEach(() => {
  shop = fakeShop()
  fill(24.99, 1)
})

const fill = (price: number, quantity: number) => {
  shop.responses['GET /rest/v1/cart_items'] = () => Response.json([cartRow(price, quantity)])
}
const figure = async (label: string) => {
  const row = (await screen.findByText(label)).parentElement
  return row ? within(row).getByRole('definition').textContent : null
}
const estimate = async (postcode: string) => {
  const input = await screen.findByLabelText('Postcode')
  await userEvent.clear(input)
  await userEvent.type(input, postcode)
  await userEvent.click(screen.getByRole('button', { name: 'Estimate' }))
}

test('while nothing is known of the delivery, the total holds the specified estimate, and nothing is read for it', async () => {
  open('/cart')
  expect(await figure('Shipping (estimate)')).toBe('£4.99')
  expect(await figure('Total')).toBe('£28.68')
  expect(shop.sent('GET /rest/v1/shipping_methods')).toEqual([])
})

test('with a postcode the total holds what Standard costs there', async () => {
  open('/cart')
  await estimate('sw1a1aa')
  expect(await figure('Standard shipping')).toBe('£3.99')
  expect(await figure('Total')).toBe('£27.68')
  expect(screen.queryByText('Shipping (estimate)')).not.toBeInTheDocument()
  expect(screen.getByText('Delivering to SW1A 1AA.')).toBeVisible()
})

test('the Isle of Man is delivered to', async () => {
  shop.tables.shipping_zones = (shop.tables.shipping_zones ?? []).map((zone) => ({
    ...zone,
    postcodes: ['IM'],
  }))
  open('/cart')
  await estimate('im1 1aa')
  expect(await screen.findByText('Delivering to IM1 1AA.')).toBeVisible()
})

test('a wrong postcode is explained, and no prices stand beside it', async () => {
  open('/cart')
  await estimate('sw1a1aa')
  await screen.findByText('Express, 2-3 business days')
  await estimate('JE2 3AB')
  expect(await screen.findByText(/Jersey/)).toBeVisible()
  expect(screen.queryByText('Express, 2-3 business days')).not.toBeInTheDocument()
})

test('the postcode of the estimate stands in the checkout, and in the cart when one comes back', async () => {
  open('/cart')
  await estimate('sw1a1aa')
  await screen.findByText('Standard shipping')
  cleanup()
  open('/checkout')
  await screen.findByLabelText('Email')
  const field = () => document.querySelector<HTMLInputElement>('[name="postalCode"]')
  expect(field()).toHaveValue('SW1A 1AA')
  cleanup()
  open('/cart')
  expect(await screen.findByLabelText('Postcode')).toHaveValue('SW1A 1AA')
  expect(await figure('Standard shipping')).toBe('£3.99')
})

test('the cart shows the method chosen in the checkout, and an estimate keeps what was typed there', async () => {
  fillDraft()
  open('/cart')
  expect(await figure('Express shipping')).toBe('£4.99')
  await estimate('b11aa')
  expect(await figure('Express shipping')).toBe('£4.99')
  cleanup()
  open('/checkout')
  expect(await screen.findByLabelText('Address line 1')).toHaveValue('1 High Street')
  expect(document.querySelector<HTMLInputElement>('[name="postalCode"]')).toHaveValue('B1 1AA')
})

test('the bar counts what the shopper sees, and names that sum alone', async () => {
  open('/cart')
  expect((await screen.findByText('£6.31')).closest('p')?.textContent).toBe(
    '£6.31 more for free UK delivery.',
  )
  expect(screen.queryByText('£5.26')).not.toBeInTheDocument()
})

test('delivery is called free only where it is', async () => {
  fill(19.99, 2)
  open('/cart')
  expect(await screen.findByText('You have free UK delivery.')).toBeVisible()
  cleanup()
  fillDraft()
  open('/cart')
  expect(await screen.findByText('Express delivery costs £4.99.')).toBeVisible()
})

test('where the rules grant no free delivery the cart mentions none', async () => {
  open('/cart')
  expect(await screen.findByRole('progressbar', { name: 'Free delivery' })).toBeVisible()
  expect(document.body).toHaveTextContent(/\bfree\b/i)
  cleanup()
  open('/cart', testSettings)
  expect(await figure('Shipping (estimate)')).toBe('£4.99')
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/\bfree\b/i)
})

test('in the other reading lines and bar lead with the figures of the specification', async () => {
  open('/cart', {
    ...testSettings,
    freeDeliveryFrom: 25,
    pricing: { ...testSettings.pricing, lead: 'specified' },
  })
  expect((await screen.findByText('£5.26')).closest('p')?.textContent).toBe(
    '£5.26 more for free UK delivery.',
  )
  const line = screen.getByRole('button', { name: 'Remove Stone' }).closest('li')
  expect(line).toHaveTextContent('£19.74£23.69 incl. VAT')
})
