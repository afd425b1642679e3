import { BackendError } from '@shop/supabase'
import { expect, test } from 'vitest'
import { hints } from './hints'
import { PaymentRejected } from './payment-rejected'
import { parseRejection } from './rejection'
import { codeCheckFailed, remedyFor } from './remedy'

const rejected = (hint: string | null, details: string | null = null, code = 'PT409') =>
  new BackendError(409, { message: 'As it is.', code, hint, details })

test.each(hints.filter((hint) => hint !== 'totals_changed'))('%s is recognised by its hint', (hint) => {
  expect(parseRejection(rejected(hint))).toEqual({ kind: hint, message: 'As it is.' })
})

test.each([
  ['{"total": 37.9}', { totalPence: 3790, duePence: null }, null],
  ['{"total": "37.90", "due": 17.9}', { totalPence: 3790, duePence: 1790 }, null],
  [
    '{"total": 37.9, "promotion_rejected": "exhausted", "minimum_pence": 0}',
    { totalPence: 3790, duePence: null },
    'This code has been used up.',
  ],
  [
    '{"total": 37.9, "promotion_rejected": "below_minimum", "minimum_pence": 5000}',
    { totalPence: 3790, duePence: null },
    'This code needs a subtotal of £50.00 or more.',
  ],
  [
    '{"total": 37.9, "due": 7.9, "gift_card_rejected": "changed"}',
    { totalPence: 3790, duePence: 790 },
    'The balance of your gift card has changed.',
  ],
  ['{"total": null}', null, null],
  ['{"total": "much"}', null, null],
  ['no JSON', null, null],
  [null, null, null],
])('totals that changed, with the details %s', (details, figures, reason) => {
  expect(parseRejection(rejected('totals_changed', details))).toEqual({
    kind: 'totals_changed',
    figures,
    reason,
  })
})

test('a field is named, a provider’s rejection carries its message, and anything else is a failure', () => {
  expect(parseRejection(rejected('postal_code', null, 'PT422'))).toEqual({
    kind: 'invalid_field',
    field: 'postal_code',
    message: 'As it is.',
  })
  expect(parseRejection(new PaymentRejected('Too little', 'Add something.'))).toEqual({
    kind: 'payment_rejected',
    title: 'Too little',
    message: 'Add something.',
  })
  for (const error of [rejected('something_new'), rejected(null), new Error('Declined'), 'x'])
    expect(parseRejection(error)).toEqual({ kind: 'failed' })
})

const cases: [Parameters<typeof remedyFor>[0]['kind'], 'starting' | 'restarting' | 'paying', object][] = [
  ['insufficient_stock', 'starting', { title: 'Insufficient Stock', description: 'x', refresh: true }],
  ['insufficient_stock', 'paying', { title: 'Insufficient Stock', description: 'x', refresh: false }],
  ['order_limit', 'paying', { title: 'Payment Failed', description: 'x', page: null }],
  ['cart_empty', 'starting', { title: 'Checkout Error', description: 'x', page: null, refresh: true }],
  ['cart_empty', 'restarting', { title: 'Your cart has changed', page: 'cart', refresh: true }],
  ['method_unavailable', 'restarting', { title: 'Checkout Error', page: 'delivery', refresh: true }],
  ['hold_ended', 'paying', { title: 'Checkout expired', description: 'x', page: 'delivery' }],
  ['session_not_found', 'paying', { title: 'Session Not Found', description: 'x', page: 'cart' }],
  ['payment_begun', 'starting', { title: 'Checkout Error', page: null }],
  ['failed', 'paying', { title: 'Payment Failed', page: null, refresh: false }],
]
test.each(cases)('%s while %s', (kind, attempted, remedy) => {
  const rejection =
    kind === 'failed' ? { kind } : parseRejection(new BackendError(409, { message: 'x', hint: kind }))
  expect(remedyFor(rejection, attempted)).toMatchObject(remedy)
})

test('a changed total without new figures redirects to what changed', () => {
  const figures = { totalPence: 3790, duePence: null }
  expect(remedyFor({ kind: 'totals_changed', figures, reason: null }, 'paying').page).toBe('cart')
  expect(remedyFor({ kind: 'totals_changed', figures: null, reason: null }, 'paying').page).toBe('delivery')
})

test('too many attempts have their own message, any other failure a general one', () => {
  expect(codeCheckFailed({ kind: 'rate_limited', message: 'Wait.' })).toBe('Wait.')
  expect(codeCheckFailed({ kind: 'failed' })).toBe('The code could not be checked. Please try again.')
})
