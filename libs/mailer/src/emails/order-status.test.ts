import { describe, expect, test } from 'vitest'
import { email, seen } from './test-email'

describe('news of an order', () => {
  const news = (changes: object) =>
    email('order_status', {
      order_number: 'AM20250105-0001',
      total: 37.9,
      tracking_number: null,
      carrier: null,
      estimated_delivery: null,
      ...changes,
    })

  test.each([
    [
      'shipped',
      'Your order AM20250105-0001 is on its way',
      'https://shop.example/track-order?order=AM20250105-0001',
    ],
    [
      'delivered',
      'Your order AM20250105-0001 has been delivered',
      'Change your mind within 14 days of delivery',
    ],
    ['cancelled', 'Your order AM20250105-0001 has been cancelled', 'we’ll refund the full £37.90'],
    [
      'refunded',
      'Your order AM20250105-0001 is to be refunded',
      'We’ll refund £37.90 to the payment method you used, within 14 days.',
    ],
  ])('%s', async (status, subject, texts) => {
    const sent = await news({ status })
    expect(sent.subject).toBe(subject)
    expect(sent.text).toContain(texts)
    expect(seen(sent.html) + sent.html).toContain(texts)
  })

  test('a parcel names what is in it, and how many items follow', async () => {
    const items = [
      { name: 'Silk Robe', variant_name: 'M', quantity: 1 },
      { name: 'Candle', variant_name: null, quantity: 2 },
    ]
    const part = await news({ status: 'shipped', items, to_follow: 3 })
    expect(part.subject).toBe('Your order AM20250105-0001 is partly on its way')
    for (const text of ['Silk Robe, M', '2 items', '3 more items will follow in another parcel'])
      expect(part.text).toContain(text)
    const whole = await news({ status: 'shipped', items })
    expect(whole.subject).toBe('Your order AM20250105-0001 is on its way')
    expect(whole.text).not.toContain('follow in another')
  })

  test('a cancellation says why: in the words of staff, or that it was the buyer’s own wish', async () => {
    expect((await news({ status: 'cancelled', reason: 'Out of stock' })).text).toContain(
      'Reason: Out of stock',
    )
    const own = (await news({ status: 'cancelled', reason: 'Cancelled by the customer' })).text
    expect(own).toContain('You cancelled it in your account. If that wasn’t you, reply to this email.')
    expect(own).not.toContain('Reason')
  })

  test.each(['cancelled', 'refunded'])(
    '%s: no money is said to have moved, for staff set a status and nothing else',
    async (status) => {
      const { subject, text, html } = await news({ status })
      for (const texts of [subject, text, seen(html)])
        expect(texts).not.toMatch(
          /have refunded|been refunded|have returned|been returned|on its way|have paid (it|the)/i,
        )
    },
  )

  test.each(['cancelled', 'refunded'])(
    '%s: what a gift card paid is on it again, the rest follows',
    async (status) => {
      const card = { status, gift_card_amount: 20, gift_card_hint: '7GH2' }
      expect((await news(card)).text).toContain(
        '£20.00 was paid with the gift card ending 7GH2 and has been put back on that card.',
      )
      expect((await news(card)).text).toMatch(/we’ll refund (the full )?£17\.90 to/i)
      const whole = (await news({ ...card, gift_card_amount: '37.90' })).text
      expect(whole).toContain('£37.90 was paid with the gift card')
      expect(whole).not.toMatch(/we’ll refund/i)
      expect((await news({ ...card, gift_card_void: true })).text).toContain(
        'ending 7GH2, which has ended. Reply to this email and we’ll send you a new card.',
      )
    },
  )

  test('a shipment tells carrier, number and day, as far as they are known', async () => {
    expect(
      (
        await news({
          status: 'shipped',
          carrier: 'Royal Mail',
          tracking_number: 'RM1',
          estimated_delivery: '2025-03-30',
        })
      ).text,
    ).toContain('Estimated delivery: 30 March 2025\n\nCarrier: Royal Mail\nTracking number: RM1')
    expect((await news({ status: 'shipped' })).text).not.toMatch(/Carrier|Tracking number|Estimated/)
  })
})
