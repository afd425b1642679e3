import { expect, test } from 'vitest'
import { composeEmail } from './compose'
import { business, order, queued } from './samples'
import { email, siteUrl } from './test-email'

test('the account link points to the shop and expires seven days after it was created', async () => {
  const { subject, text, html } = await email('account_link', { token: 'abcdef0123456789abcdef0123456789' })
  expect(subject).toBe('Open your account')
  for (const part of [text, html])
    expect(part).toContain('https://shop.example/create-account?token=abcdef0123456789abcdef0123456789')
  expect(text).toContain('valid for 7 days, until 12 January 2025')
  const laterDate = { token: 'abcdef0123456789abcdef0123456789', issued_at: '2025-02-01T12:00:00+00:00' }
  expect((await email('account_link', laterDate)).text).toContain('until 8 February 2025')
})

test('an acknowledgement repeats nothing that was entered', async () => {
  const entered = {
    name: 'You have won',
    subject: 'Your account is locked',
    message: 'Claim it at evil.example',
  }
  const emails = [
    await email('contact_received', entered),
    await email('contact_received', {}),
    await email('contact_received', null),
  ]
  expect(new Set(emails.map(({ subject, text, html }) => `${subject}${text}${html}`)).size).toBe(1)
  expect(emails[0]?.text).toContain('we reply within 1-2 business days')
})

test('an answer has its paragraphs and the question quoted below, without links of the question', async () => {
  const { subject, text, html } = await email('contact_reply', {
    text: 'It comes tomorrow.\n\nKind regards\nRowan',
    question: 'When does it come?\nSee www.evil.example',
    subject: 'My parcel',
    asked_at: '2025-01-05T12:30:00+00:00',
  })
  expect(subject).toBe('Our reply to your message')
  expect(text).toContain('It comes tomorrow.\n\nKind regards\nRowan\n')
  expect(text).toContain(
    'You wrote on 5 January 2025, about “My parcel”:\n\n> When does it come?\n> See www. evil. example',
  )
  expect(text.indexOf('It comes tomorrow.')).toBeLessThan(text.indexOf('> When does it come?'))
  expect(html).toContain('Kind regards<br/>Rowan')
  expect(html).not.toContain('www.evil.example')
})

test('a back-in-stock email links to the product and names it nowhere else', async () => {
  const { subject, text, html } = await email('back_in_stock', { slug: 'riva-pebble', name: 'Riva Pebble' })
  expect(subject).toBe('Something you asked for is back')
  expect(text).toContain(`${siteUrl}/products/riva-pebble`)
  expect(text).toContain('This is the only email we’ll send about it.')
  expect(`${subject}${text}${html}`).not.toContain('Riva')
})

test('a back-in-stock email about a variant links to that choice', async () => {
  const { text, html } = await email('back_in_stock', {
    slug: 'hours-silk-robe',
    query: 'size=m&colour=deep-plum',
  })
  expect(text).toContain(`${siteUrl}/products/hours-silk-robe?size=m&colour=deep-plum`)
  expect(html).toContain(`href="${siteUrl}/products/hours-silk-robe?size=m&amp;colour=deep-plum"`)
  expect((await email('back_in_stock', { slug: 'riva-pebble', query: null })).text).not.toContain('?')
})

test('a returned payment names the amount, the reason, and what becomes of order or cart', async () => {
  const { subject, text } = await email('payment_returned', {
    amount: 37.9,
    currency: 'GBP',
    reason: 'no_order',
  })
  expect(subject).toBe('Your payment has been returned')
  expect(text).toContain('We couldn’t place an order for your payment of £37.90')
  expect(text).toContain(`${siteUrl}/cart`)
  const other = await email('payment_returned', { amount: 27.9, currency: 'GBP', reason: 'amount_differs' })
  expect(other.text).toContain(
    'We couldn’t place an order for your payment of £27.90: the amount due had changed by the time it arrived.',
  )
  const twice = await email('payment_returned', { amount: '37.90', currency: 'GBP', reason: 'paid_twice' })
  expect(twice.text).toContain(
    'Your payment of £37.90 was a second payment for an order that was already paid for. Your order is not affected.',
  )
  expect(twice.text).not.toContain('/cart')
})

test.each([
  ['payment_returned', { amount: -1, reason: 'other' }, 'Not what payment_returned needs: amount, reason.'],
  ['back_in_stock', { slug: '../admin' }, 'Not what back_in_stock needs: slug.'],
  ['back_in_stock', {}, 'Not what back_in_stock needs: slug.'],
  ['back_in_stock', { slug: 'x', query: 'size=m"><a' }, 'Not what back_in_stock needs: query.'],
  ['back_in_stock', { slug: 'x', query: 'size' }, 'Not what back_in_stock needs: query.'],
  ['no_such_kind', {}, 'There is no email of the kind "no_such_kind".'],
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
  ['contact_reply', { question: 'a', subject: 'b' }, 'Not what contact_reply needs: text, asked_at.'],
  ['account_link', { token: 'https://elsewhere.example/' }, 'Not what account_link needs: token.'],
])('%s from data that is not fit for it is rejected by name of the field', async (kind, data, message) => {
  await expect(email(kind, data)).rejects.toThrow(new Error(message))
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
])('the recipient %j is rejected', async (recipient) => {
  await expect(
    composeEmail(queued('order_confirmation', order, { recipient }), { siteUrl, business }),
  ).rejects.toThrow('not an email address')
})

test.each(["o'brien+shop@mail.example.co.uk", 'jorg@xn--mller-kva.example'])(
  'the recipient %s is taken',
  async (recipient) => {
    expect(
      (await composeEmail(queued('order_confirmation', order, { recipient }), { siteUrl, business })).to,
    ).toBe(recipient)
  },
)

test('every attempt at an email bears the same Message-ID, two emails never', async () => {
  const sent = (id: string) =>
    composeEmail(queued('order_confirmation', order, { id }), { siteUrl: 'https://shop.example/', business })
  const [first, again, second] = await Promise.all(['1', '1', '2'].map((id) => sent(id)))
  expect(first?.messageId).toBe('<1@shop.example>')
  expect(again?.messageId).toBe(first?.messageId)
  expect(second?.messageId).not.toBe(first?.messageId)
})
