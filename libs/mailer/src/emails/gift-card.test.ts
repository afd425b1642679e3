import { describe, expect, test } from 'vitest'
import { order } from './samples'
import { email, seen } from './test-email'

describe('a gift card', () => {
  const bought = {
    ...order,
    items: [{ name: 'Gift card', sku: null, quantity: 1, unit_price: 50, gift_card: true }],
    subtotal: 50,
    tax_amount: 0,
    total: 50,
    shipping_method: 'By email',
    shipping_address: {},
  }
  const card = {
    token: '7GH2K9QXW4M0P3N8RTVP',
    amount: 50,
    message: 'With love',
    giver: 'Ada Giver',
    expires_at: '2027-01-05T12:00:00+00:00',
  }

  test('is confirmed without VAT, delivery and code, with the right to cancel it unused', async () => {
    const { text } = await email('order_confirmation', bought)
    expect(text).toContain('Total: £50.00')
    expect(text).toContain('We don’t add VAT to gift cards')
    expect(text).toContain(
      'cancel within 14 days of today without giving a reason, provided the card hasn’t been used',
    )
    expect(text).not.toMatch(/VAT at|Delivery|Track|hygiene/)
  })

  test('is sent with its code, amount, day and the words of who gives it', async () => {
    const { subject, text, html } = await email('gift_card', card)
    expect(subject).toBe('A gift card for you')
    for (const part of [
      'Ada Giver has sent you a gift card for Aurelle & Moss.',
      'With love',
      'Amount: £50.00',
      'Code: 7GH2-K9QX-W4M0-P3N8-RTVP',
      'Valid until: 5 January 2027',
    ])
      expect(text).toContain(part)
    expect(seen(html)).toContain('7GH2-K9QX-W4M0-P3N8-RTVP')
    expect((await email('gift_card', { ...card, giver: null, message: null })).text).toContain(
      'Here is your gift card.',
    )
    expect((await email('gift_card', { ...card, giver: null, recipient_name: 'Imogen' })).text).toContain(
      'Imogen, here is your gift card.',
    )
    await expect(email('gift_card', { ...card, token: '<b>' })).rejects.toThrow('token')
  })
})
