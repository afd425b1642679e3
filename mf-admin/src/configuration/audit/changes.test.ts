import { expect, test } from 'vitest'
import { fieldChanges } from './changes'

const change = (before: object | null, after: object | null, subject = 'products', rowId = '1') =>
  fieldChanges({ subject, rowId, before: { ...before }, after: { ...after } }, new Map([['u1', 'Jude Fenn']]))

test.each([
  ['price', 10, 12.5, ['Price', '£10.00', '£12.50']],
  ['amount_pence', 500, null, ['Amount', '£5.00', null]],
  ['compare_at_price', null, '19.99', ['Compare-at price', null, '£19.99']],
  ['is_active', true, false, ['Active', 'Yes', 'No']],
  ['payment_status', 'pending', 'refunded', ['Payment status', 'Pending', 'Refunded']],
  ['role', 'super_admin', 'moderator', ['Role', 'Super admin', 'Moderator']],
  // Summer time in London.
  ['ends_at', '2026-06-30T23:30:00+00:00', null, ['Ends', '1 Jul 2026, 00:30', null]],
  ['estimated_delivery', null, '2026-07-01', ['Estimated delivery', null, '1 Jul 2026']],
  ['percent', 10, 15, ['Percent', '10%', '15%']],
  ['weight_grams', null, 250, ['Weight', null, '250 g']],
  ['assignee', 'u1', 'u2', ['Assignee', 'Jude Fenn', 'One that is gone']],
  ['features', ['Soft', 'Warm'], [], ['Features', 'Soft, Warm', null]],
  ['good_for', '', 'Skin', ['Good for', null, 'Skin']],
  ['inventory_quantity', 0, 5, ['Stock', '0', '5']],
  ['product_ids', [], ['p1', 'p2'], ['Products', null, '2 products']],
  ['category_ids', ['u1'], ['gone'], ['Categories', 'Jude Fenn', 'One that is gone']],
])('%s from %j to %j reads %j', (column, before, after, [label, was, is]) => {
  expect(change({ [column]: before }, { [column]: after })).toEqual([{ label, before: was, after: is }])
})

test('addresses and lists of objects are lines, without what is nothing in them', () => {
  const address = { first_name: 'Ada', address_line_2: null, city: 'London' }
  expect(change(null, { shipping_address: address })[0]?.after).toBe('First name: Ada\nCity: London')
  expect(change(null, { options: [{ name: 'Size', values: ['S', 'M'] }] })[0]?.after).toBe(
    'Name: Size\nValues: S, M',
  )
})

test('an amount within a value reads in pounds, and a message has one state', () => {
  expect(change(null, { terms: { minimum_pence: 2500 } })[0]?.after).toBe('Minimum: £25.00')
  const before = { status: 'open', state: 'new', is_read: false }
  const after = { status: 'answered', state: 'answered', is_read: true }
  expect(change(before, after, 'contact_messages')).toEqual([
    { label: 'State', before: 'New', after: 'Answered' },
  ])
})

test('a setting that is an amount reads in pounds, another as it is', () => {
  expect(change({ value: 50 }, { value: 60 }, 'shop_settings', 'shipping.fallback')).toEqual([
    { label: 'Value', before: '£50.00', after: '£60.00' },
  ])
  expect(change({ value: 5 }, { value: 6 }, 'shop_settings', 'stock.lowMax')[0]?.after).toBe('6')
})

test('ids and what the database derives are left out, and what is nothing before and after', () => {
  expect(change(null, { id: 'x', version: 1, created_at: '2026-01-01', order_id: 'o', care: null })).toEqual(
    [],
  )
})

test('a value of a shape that nobody expects is shown and breaks nothing', () => {
  const odd = { price: { a: 1 }, ends_at: 'soon', percent: [1], role: 3, amount_pence: 'x' }
  expect(change(odd, null).map(({ before }) => before)).toEqual(['A: 1', 'soon', '1%', '3', 'x'])
})
