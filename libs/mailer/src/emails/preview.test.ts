import { expect, test } from 'vitest'
import type { MailKind } from './compose'
import { previewEmail } from './preview'
import { business, order, queued } from './samples'

const context = { siteUrl: 'https://aurelle.example', business }
const card = { amount: 25, message: 'With love', giver: 'Ada', expires_at: '2027-01-05T12:00:00Z' }
const number = order.order_number
const items = [{ name: 'Stone', quantity: 1 }]

// The data of each kind as `mail_record` returns it: without token and account_token.
const shownToStaff: Record<MailKind, object> = {
  abandoned_checkout: { first_name: 'Ada', items },
  order_confirmation: order,
  account_link: {},
  account_deleted: { deleted_at: '2025-01-05T12:00:00Z', orders: [number] },
  order_status: { order_number: number, status: 'shipped', total: 37.9 },
  gift_card: card,
  contact_received: {},
  contact_reply: {
    text: 'Tomorrow.',
    question: 'When?',
    subject: 'My parcel',
    asked_at: '2025-01-05T12:00:00Z',
  },
  back_in_stock: { slug: 'riva-pebble' },
  payment_link: { ...order, first_name: 'Ada', expires_at: '2025-01-08T12:00:00Z' },
  payment_returned: { amount: 37.9, currency: 'GBP', reason: 'no_order' },
  return_status: { order_number: number, state: 'requested', items },
  review_request: { order_number: number, items },
  refund: {
    order_number: number,
    amount: 15.79,
    card_amount: 15.79,
    gift_card_amount: 0,
    delivery_amount: 0,
    tax_amount: 2.63,
    items,
  },
  order_edit: {
    state: 'waiting',
    order_number: number,
    items,
    items_before: [],
    total_before: 15.79,
    subtotal: 31.58,
    discount_amount: 0,
    tax_amount: 6.32,
    shipping_amount: 0,
    total: 37.9,
    card_back: 0,
    gift_card_back: 0,
    expires_at: '2025-01-07T12:00:00+00:00',
  },
  refund_gift_card: { ...card, order_number: number, old_hint: 'WXYZ' },
  staff_invitation: { role: 'admin', inviter: 'Rowan' },
}

test.each(Object.entries(shownToStaff))(
  'staff can read a waiting email of the kind %s',
  async (kind, data) => {
    const { subject, text, html } = await previewEmail(queued(kind, data), context)
    for (const part of [subject, text, html]) expect(part).not.toBe('')
  },
)

test('an email without secrets is shown as it is sent', async () => {
  const { subject, text, html } = await previewEmail(queued('order_confirmation', order), context)
  expect(subject).toContain('AM20250105-0001')
  expect(text).toContain('£37.90')
  expect(html).toContain('£37.90')
})

test('the preview shows placeholders for secrets of the recipient', async () => {
  expect((await previewEmail(queued('gift_card', card), context)).text).toContain('XXXX-XXXX-XXXX-XXXX-XXXX')
  expect((await previewEmail(queued('account_link', {}), context)).text).toContain('hidden-until-it-is-sent')
  expect((await previewEmail(queued('order_confirmation', order), context)).text).toContain(
    '/create-account?token=hidden-until-it-is-sent',
  )
  const owned = { ...order, user_id: '00000000-0000-4000-8000-000000000001' }
  expect((await previewEmail(queued('order_confirmation', owned), context)).text).not.toContain(
    'create-account',
  )
})

test('a token that the data still has is never shown', async () => {
  const token = 'ABCDEFGHJKMNPQRSTVWX'
  for (const [kind, data] of Object.entries(shownToStaff)) {
    const { text, html } = await previewEmail(queued(kind, { ...data, token, account_token: token }), context)
    expect(text + html).not.toContain(token)
    expect(text).not.toContain('ABCD-EFGH')
  }
})

test('an email that cannot be written names the field, not its content', async () => {
  await expect(previewEmail(queued('order_confirmation', { total: 'secret' }), context)).rejects.toThrow(
    /^Not what order_confirmation needs: .*order_number/,
  )
})
