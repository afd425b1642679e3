import { expect, test } from 'vitest'
import { email, seen } from './test-email'

const refund = {
  order_number: 'AM20250105-0001',
  currency: 'GBP',
  amount: 23.94,
  card_amount: 20,
  gift_card_amount: 3.94,
  gift_card_hint: 'W4M0',
  delivery_amount: 4.99,
  tax_amount: 3.16,
  items: [{ name: 'Robe', variant_name: 'M', quantity: 1 }],
}

test('a refund says what for, how much, and to which means', async () => {
  const { subject, text, html } = await email('refund', refund)
  expect(subject).toBe('Your refund for order AM20250105-0001')
  for (const written of [
    'Robe, M: 1 item',
    'Delivery: £4.99',
    'To the card you paid with: £20.00',
    'To the gift card ending W4M0: £3.94',
    'VAT in this refund: £3.16',
    'Refund: £23.94',
  ])
    expect(text).toContain(written)
  expect(seen(html)).toContain('£23.94')
})

test('a refund to the bank card alone says nothing of gift cards', async () => {
  const { text } = await email('refund', { ...refund, amount: 20, gift_card_amount: 0, gift_card_hint: null })
  expect(text).not.toMatch(/gift card/i)
})

test('a refund that came back is told again; paid in another way, the email says so and nothing of the card', async () => {
  const again = (await email('refund', { ...refund, again: true })).text
  expect(again).toContain('the payment to your card came back to us')
  expect(again).toContain('To the card you paid with: £20.00')
  const { text } = await email('refund', { ...refund, again: true, by_other_means: true })
  expect(text).toContain('Paid to you directly: £20.00')
  expect(text).toContain('Your card could not take £20.00')
  expect(text).not.toContain('Your bank may take')
})

test('of a gift card that has ended the email tells of the new one, whose code comes alone', async () => {
  expect((await email('refund', { ...refund, new_gift_card: true })).text).toContain(
    'Its code comes in a separate email.',
  )
  const { text, subject } = await email('refund_gift_card', {
    token: '7GH2K9QXW4M0P3N8RTVP',
    amount: 3.94,
    order_number: 'AM20250105-0001',
    old_hint: 'W4M0',
    expires_at: '2027-01-05T12:00:00+00:00',
  })
  expect(subject).not.toContain('7GH2')
  expect(text).toContain('7GH2-K9QX-W4M0-P3N8-RTVP')
  expect(text).toContain('£3.94')
})

test('a cancelled order says why, and what refunds return', async () => {
  const { text } = await email('order_status', {
    order_number: 'AM20250105-0001',
    status: 'cancelled',
    total: 0,
    refunded_amount: 37.9,
    reason: 'The glaze had cracked.',
  })
  expect(text).toContain('Reason: The glaze had cracked.')
  expect(text).toContain('We’re refunding £37.90')
  expect(text).not.toContain('If you have paid')
})
