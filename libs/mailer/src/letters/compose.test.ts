import { describe, expect, test } from 'vitest'
import { composeLetter } from './compose'
import { business, order, queued } from './samples'

const siteUrl = 'https://shop.example'
const letter = (kind: string, data: unknown, seller = business) =>
  composeLetter(queued(kind, data), { siteUrl, business: seller })
const confirmation = (changes: object = {}, seller = business) =>
  letter('order_confirmation', { ...order, ...changes }, seller)

/** The words of an HTML letter, as a reader sees them. */
function seen(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
}

describe('the confirmation', () => {
  test('names every figure: 2 × £15.79 is £31.58, with £6.32 VAT and free delivery £37.90', () => {
    const { subject, text, html } = confirmation()
    expect(subject).toBe('Your order AM20250105-0001')
    expect(text).toContain('Stone\n  SKU AM-001, 2 × £15.79 = £31.58')
    expect(text).toContain('Subtotal without VAT: £31.58\nVAT at 20%: £6.32\nDelivery: £0.00\nTotal: £37.90')
    expect(seen(html)).toContain('Stone SKU AM-001 2 £15.79 £31.58')
    expect(seen(html)).toContain('Subtotal without VAT £31.58 VAT at 20% £6.32 Delivery £0.00 Total £37.90')
  })

  test('names a discount with its code, before VAT; free delivery in words', () => {
    const discounted = { promotion_code: 'MOSS10', discount_amount: 3.16, tax_amount: 5.68, total: 34.1 }
    expect(confirmation(discounted).text).toContain(
      'Subtotal without VAT: £31.58\nDiscount (MOSS10): −£3.16\nVAT at 20%: £5.68\nDelivery: £0.00\nTotal: £34.10',
    )
    expect(confirmation({ promotion_code: 'SENT', discount_amount: '0.00' }).text).toContain(
      'Discount (SENT): Free delivery',
    )
    expect(confirmation({ promotion_code: null, discount_amount: 0 })).toEqual(confirmation())
  })

  test('names what a gift card paid, after a total and a VAT that it does not change', () => {
    expect(confirmation({ gift_card_amount: 20, gift_card_hint: '7GH2' }).text).toContain(
      'VAT at 20%: £6.32\nDelivery: £0.00\nTotal: £37.90\nPaid by gift card ending 7GH2: £20.00\nPaid otherwise: £17.90',
    )
    expect(confirmation({ gift_card_amount: '0.00', gift_card_hint: null })).toEqual(confirmation())
  })

  test('reads the same from money written as text, and from either name of a field', () => {
    const [item] = order.items
    const texts = {
      items: [{ product_name: 'Stone', sku: 'AM-001', quantity: 2, price: '15.79' }],
      subtotal: '31.58',
      vat_rate: '0.20',
      tax_amount: '6.32',
      shipping_amount: '0.00',
      total: '37.90',
    }
    expect(confirmation(texts)).toEqual(confirmation({ items: [item] }))
  })

  test('counts in pence: three at £5.14 are £15.42', () => {
    expect(confirmation({ items: [{ name: 'Candle', sku: null, quantity: 3, price: 5.14 }] }).text).toContain(
      'Candle\n  3 × £5.14 = £15.42',
    )
  })

  test('dates are those of London', () => {
    expect(confirmation().text).toContain('Order date: 5 January 2025')
    expect(confirmation({ tax_point: '2025-07-05T23:30:00+00:00' }).text).toContain('Tax point: 6 July 2025')
  })

  test('has the seller and, once registered, the VAT number', () => {
    expect(confirmation().text).toContain('VAT number: GB 123 4567 89')
    const unregistered = confirmation({}, { ...business, vatNumber: ' ' })
    expect(unregistered.text + unregistered.html).not.toContain('VAT number')
    for (const part of [business.name, business.address, business.email])
      expect(seen(unregistered.html)).toContain(part)
  })

  test('tells address, method, how to track, terms and rights', () => {
    const { text, html } = confirmation()
    expect(text).toContain('Ada Guest\n1 High Street\nLondon\nSW1A 1AA\n\nDelivery method: Standard')
    for (const page of ['track-order', 'terms', 'returns']) {
      expect(text).toContain(`\nhttps://shop.example/${page}\n`)
      expect(html).toContain(`href="https://shop.example/${page}"`)
    }
    for (const words of [text, seen(html)]) {
      expect(words).toContain('cancel this contract within 14 days')
      expect(words).toContain('hygiene cannot be returned under this right once they have been unsealed')
      expect(words).toContain('Your statutory rights are not affected.')
    }
  })

  test('holds the model cancellation form of Schedule 3, Part B, in full', () => {
    const { text, html } = confirmation()
    const form = `To Aurelle & Moss, 1 Example Street, London EC1A 1AA, care@aurelle.test:

I/We [*] hereby give notice that I/We [*] cancel my/our [*] contract of sale of the following goods [*]/for the supply of the following service [*],

Ordered on [*]/received on [*],
Name of consumer(s),
Address of consumer(s),
Signature of consumer(s) (only if this form is notified on paper),
Date

[*] Delete as appropriate`
    expect(text).toContain(form)
    expect(seen(html)).toContain(form.replace(/\s+/g, ' '))
  })

  test('says in HTML what it says in text', () => {
    const { text, html } = confirmation()
    const words = (written: string) =>
      new Set(
        written
          .toLowerCase()
          .replace(/https:\S+/g, '')
          .match(/[\p{L}\p{N}£.@]+/gu),
      )
    const columnHeads = ['item', 'quantity', 'each']
    expect(new Set([...words(text), ...columnHeads])).toEqual(new Set([...words(seen(html)), ...columnHeads]))
  })

  test('is plain British HTML that fetches nothing', () => {
    const { html } = confirmation()
    expect(html).toContain('<html lang="en-GB">')
    expect(html).not.toMatch(/<(img|script|link|iframe|style)\b|src=|url\(/i)
  })
})

describe('a gift card', () => {
  const bought = {
    ...order,
    items: [{ name: 'Gift card', sku: null, quantity: 1, unit_price: 50, gift_card: true }],
    subtotal: 50,
    tax_amount: 0,
    total: 50,
    shipping_method: 'By e-mail',
    shipping_address: {},
  }
  const card = {
    token: '7GH2K9QXW4M0P3N8RTVP',
    amount: 50,
    message: 'With love',
    giver: 'Ada Giver',
    expires_at: '2027-01-05T12:00:00+00:00',
  }

  test('is confirmed without VAT, delivery and code, with the right to cancel it unused', () => {
    const { text } = letter('order_confirmation', bought)
    expect(text).toContain('Total: £50.00')
    expect(text).toContain('No VAT falls due on a gift card.')
    expect(text).toContain(
      'cancel within 14 days of today without giving a reason, as long as nothing was paid with the card',
    )
    expect(text).not.toMatch(/VAT at|Delivery|Track|hygiene/)
  })

  test('is sent with its code, amount, day and the words of who gives it', () => {
    const { subject, text, html } = letter('gift_card', card)
    expect(subject).toBe('A gift card for you')
    for (const part of [
      'Ada Giver gives you a gift card of Aurelle & Moss.',
      'With love',
      'Amount: £50.00',
      'Code: 7GH2-K9QX-W4M0-P3N8-RTVP',
      'Good until: 5 January 2027',
    ])
      expect(text).toContain(part)
    expect(seen(html)).toContain('7GH2-K9QX-W4M0-P3N8-RTVP')
    expect(letter('gift_card', { ...card, giver: null, message: null }).text).toContain(
      'Here is your gift card.',
    )
    expect(() => letter('gift_card', { ...card, token: '<b>' })).toThrow('token')
  })
})

test('a name full of markup is shown, not obeyed', () => {
  const { html, text } = confirmation({
    items: [{ ...order.items[0], name: '<img src=x onerror="alert(1)">&amp;' }],
  })
  expect(html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;amp;')
  expect(html).not.toContain('<img')
  expect(text).toContain('<img src=x onerror="alert(1)">&amp;')
})

test('the account link leads to the shop and ends seven days after it was made', () => {
  const { subject, text, html } = letter('account_link', { token: 'abcdef0123456789abcdef0123456789' })
  expect(subject).toBe('Open your account')
  for (const words of [text, html])
    expect(words).toContain('https://shop.example/create-account?token=abcdef0123456789abcdef0123456789')
  expect(text).toContain('valid for 7 days, until 12 January 2025')
  const later = { token: 'abcdef0123456789abcdef0123456789', issued_at: '2025-02-01T12:00:00+00:00' }
  expect(letter('account_link', later).text).toContain('until 8 February 2025')
})

describe('news of an order', () => {
  const news = (changes: object) =>
    letter('order_status', {
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
    ['delivered', 'Your order AM20250105-0001 has been delivered', 'within 14 days of receiving'],
    ['cancelled', 'Your order AM20250105-0001 has been cancelled', 'we’ll refund the full £37.90'],
    [
      'refunded',
      'Your order AM20250105-0001 is to be refunded',
      'We’ll refund £37.90 to the payment method you used, within 14 days at the latest.',
    ],
  ])('%s', (status, subject, words) => {
    const sent = news({ status })
    expect(sent.subject).toBe(subject)
    expect(sent.text).toContain(words)
    expect(seen(sent.html) + sent.html).toContain(words)
  })

  test.each(['cancelled', 'refunded'])(
    '%s: no money is said to have moved, for staff set a status and nothing else',
    (status) => {
      const { subject, text, html } = news({ status })
      for (const words of [subject, text, seen(html)])
        expect(words).not.toMatch(
          /have refunded|been refunded|have returned|been returned|on its way|have paid (it|the)/i,
        )
    },
  )

  test.each(['cancelled', 'refunded'])(
    '%s: what a gift card paid is on it again, the rest follows',
    (status) => {
      const card = { status, gift_card_amount: 20, gift_card_hint: '7GH2' }
      expect(news(card).text).toContain(
        '£20.00 was paid with the gift card ending 7GH2 and is on that card again.',
      )
      expect(news(card).text).toMatch(/we’ll refund (the full )?£17\.90 to/i)
      const whole = news({ ...card, gift_card_amount: '37.90' }).text
      expect(whole).toContain('£37.90 was paid with the gift card')
      expect(whole).not.toMatch(/we’ll refund/i)
      expect(news({ ...card, gift_card_void: true }).text).toContain(
        'ending 7GH2, which has ended. Reply to this email and we will give you a new card.',
      )
    },
  )

  test('a shipment tells carrier, number and day, as far as they are known', () => {
    expect(
      news({
        status: 'shipped',
        carrier: 'Royal Mail',
        tracking_number: 'RM1',
        estimated_delivery: '2025-03-30',
      }).text,
    ).toContain('Carrier: Royal Mail\nTracking number: RM1\nEstimated delivery: 30 March 2025')
    expect(news({ status: 'shipped' }).text).not.toMatch(/Carrier|Tracking number|Estimated/)
  })
})

test('an acknowledgement holds nothing of what was entered', () => {
  const entered = {
    name: 'You have won',
    subject: 'Your account is locked',
    message: 'Claim it at evil.example',
  }
  const letters = [
    letter('contact_received', entered),
    letter('contact_received', {}),
    letter('contact_received', null),
  ]
  expect(new Set(letters.map(({ subject, text, html }) => `${subject}${text}${html}`)).size).toBe(1)
  expect(letters[0]?.text).toContain('we reply within 1-2 business days')
})

test('who asked to be told that something is back is led there, and learns no more from the letter than whoever looks on', () => {
  const { subject, text, html } = letter('back_in_stock', { slug: 'riva-pebble', name: 'Riva Pebble' })
  expect(subject).toBe('Something you asked for is back')
  expect(text).toContain(`${siteUrl}/products/riva-pebble`)
  expect(text).toContain('This is the only letter about it.')
  expect(`${subject}${text}${html}`).not.toContain('Riva')
})

test('who paid and gets it back learns how much, why, and that the order stands or the cart is kept', () => {
  const { subject, text } = letter('payment_returned', { amount: 37.9, currency: 'GBP', reason: 'no_order' })
  expect(subject).toBe('Your payment has been returned')
  expect(text).toContain('No order could be made of your payment of £37.90')
  expect(text).toContain(`${siteUrl}/cart`)
  const twice = letter('payment_returned', { amount: '37.90', currency: 'GBP', reason: 'paid_twice' })
  expect(twice.text).toContain(
    'Your payment of £37.90 was a second one for an order that is paid already. The order stands.',
  )
  expect(twice.text).not.toContain('/cart')
})

test.each([
  ['payment_returned', { amount: -1, reason: 'other' }, 'Not what payment_returned needs: amount, reason.'],
  ['back_in_stock', { slug: '../admin' }, 'Not what back_in_stock needs: slug.'],
  ['back_in_stock', {}, 'Not what back_in_stock needs: slug.'],
  ['no_such_kind', {}, 'There is no letter of the kind "no_such_kind".'],
  ['order_confirmation', null, 'Not what order_confirmation needs: the data.'],
  ['order_confirmation', { ...order, items: [] }, 'Not what order_confirmation needs: items.'],
  [
    'order_confirmation',
    { ...order, total: 'ten', items: [{ ...order.items[0], quantity: 1.5 }] },
    'Not what order_confirmation needs: items.0.quantity, total.',
  ],
  [
    'order_confirmation',
    { ...order, tax_point: 'yesterday' },
    'Not what order_confirmation needs: tax_point.',
  ],
  [
    'order_status',
    { order_number: 'AM20250105-0001', total: 1, status: 'lost' },
    'Not what order_status needs: status.',
  ],
  [
    'order_status',
    { order_number: 'AM20250105-0001\r\nBcc: x@y.z', total: 1, status: 'shipped' },
    'Not what order_status needs: order_number.',
  ],
  ['account_link', { token: 'https://elsewhere.example/' }, 'Not what account_link needs: token.'],
])('%s from data that is not fit for it is refused by name of the field', (kind, data, message) => {
  expect(() => letter(kind, data)).toThrow(new Error(message))
})

test.each([
  '',
  'ada',
  'ada@example',
  'a@b.test, c@d.test',
  'Ada <ada@example.test>',
  'ada@example.test\r\nBcc: x@y.z',
  '"a b"@example.test',
  `${'a'.repeat(65)}@example.test`,
])('the recipient %j is refused', (recipient) => {
  expect(() =>
    composeLetter(queued('order_confirmation', order, { recipient }), { siteUrl, business }),
  ).toThrow('no e-mail address')
})

test.each(["o'brien+shop@mail.example.co.uk", 'jorg@xn--mller-kva.example'])(
  'the recipient %s is taken',
  (recipient) => {
    expect(composeLetter(queued('order_confirmation', order, { recipient }), { siteUrl, business }).to).toBe(
      recipient,
    )
  },
)

test('every attempt at a letter bears the same Message-ID, two letters never', () => {
  const id = (row: string) =>
    composeLetter(queued('order_confirmation', order, { id: row }), {
      siteUrl: 'https://shop.example/',
      business,
    }).messageId
  expect(id('00000000-0000-4000-8000-000000000001')).toBe(
    '<00000000-0000-4000-8000-000000000001@shop.example>',
  )
  expect(id('00000000-0000-4000-8000-000000000002')).not.toBe(id('00000000-0000-4000-8000-000000000001'))
})
