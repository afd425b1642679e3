import { expect, test } from 'vitest'
import { email, seen } from './test-email'

const edit = {
  state: 'applied',
  order_number: 'AM20250105-0001',
  currency: 'GBP',
  items: [
    { name: 'Robe', variant_name: 'M', quantity: 1 },
    { name: 'Stone', variant_name: null, quantity: 2 },
  ],
  items_before: [
    { name: 'Robe', variant_name: 'M', quantity: 3 },
    { name: 'Candle', variant_name: null, quantity: 1 },
  ],
  total_before: 90,
  subtotal: 50,
  discount_amount: 5,
  tax_amount: 9,
  shipping_amount: 4.99,
  total: 58.99,
  card_back: 20,
  gift_card_back: 11.01,
  gift_card_hint: 'W4M0',
}

test('an edit in effect says what changed, the new total and what goes back to which means', async () => {
  const { subject, text } = await email('order_edit', edit)
  expect(subject).toBe('Your order AM20250105-0001: changed')
  for (const written of [
    'Robe, M: 1 instead of 3',
    'Stone: 2 added',
    'Candle: Removed',
    'New total: £58.99',
    'Total before: £90.00',
    'Refunded to the card you paid with: £20.00',
    'Refunded to the gift card ending W4M0: £11.01',
  ])
    expect(text).toContain(written)
})

test('one that waits has the link of its payment and the address it will go to', async () => {
  const { subject, text, html } = await email('order_edit', {
    ...edit,
    state: 'waiting',
    total_before: 50,
    card_back: 0,
    gift_card_back: 0,
    token: 'cs_00000000000000000000000000000000',
    expires_at: '2025-01-07T12:00:00+00:00',
    shipping_address: {
      first_name: 'Ada',
      address_line_1: '2 Low Road',
      city: 'Kirkwall',
      postal_code: 'KW15 1AA',
    },
  })
  expect(subject).toBe('Your order AM20250105-0001: a change to confirm')
  expect(text).toContain('https://shop.example/checkout/change?session=cs_00000000000000000000000000000000')
  expect(text).toContain('To pay: £8.99')
  expect(seen(html)).toContain('2 Low Road')
})
