// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

const order = {
  id: 'o1',
  order_number: 'AM20250105-0001',
  created_at: '2025-01-05T10:00:00Z',
  paid_at: '2025-01-05T10:00:02Z',
  status: 'pending',
  payment_status: 'succeeded',
  payment_method: 'Card',
  currency: 'GBP',
  subtotal: 40,
  tax_amount: 8,
  shipping_amount: 0,
  total: 48,
  refunded_amount: 0,
  email: 'shopper@aurelle.test',
  items: [
    { name: 'Evening Stone', sku: 'AM-01', quantity: 2, unit_price: 10, total_price: 20 },
    { name: 'Silk Mask', sku: 'AM-02', quantity: 1, unit_price: 20, total_price: 20 },
  ],
  shipping_address: {},
  billing_address: {},
  checkout_session_id: 'cs_1',
}
const choices = {
  can_cancel: true,
  change_of_mind: false,
  change_of_mind_until: null,
  fault_until: null,
  returnable: [],
}
const delivered = {
  can_cancel: false,
  change_of_mind: true,
  change_of_mind_until: '2025-01-24',
  fault_until: '2025-02-09',
  returnable: [
    { line: 0, quantity: 2 },
    { line: 1, quantity: 1 },
  ],
}

let fake: FakeSupabase
// Loaded before, so that no test waits for the first of them.
beforeAll(() => Promise.all([import('./order-details'), import('./return-form')]))

beforeEach(() => {
  storeSession()
  fake = fakeSupabase()
  fake.responses['GET /rest/v1/orders'] = () => Response.json([order])
  fake.rpc.order_choices = () => choices
})

const openOrder = async () => {
  open('/account/orders?order=AM20250105-0001')
  return within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }, { timeout: 5000 }))
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const asked = () => fake.sent('POST /rest/v1/rpc/request_return')

test('an order is cancelled once it is confirmed, and is shown as it is then', async () => {
  const dialog = await openOrder()
  await press('Cancel order…')
  await screen.findByRole('dialog', { name: 'Cancel order AM20250105-0001?' })
  expect(fake.sent('POST /rest/v1/rpc/cancel_my_order')).toHaveLength(0)
  fake.rpc.cancel_my_order = () => ({ status: 'cancelled' })
  fake.rpc.order_choices = () => ({ ...choices, can_cancel: false })
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, status: 'cancelled' }])
  await press('Cancel order')
  await screen.findByText('Order cancelled')
  await dialog.findByText('Cancelled')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel order…' })).not.toBeInTheDocument())
})

test('a cancellation that is rejected says why', async () => {
  await openOrder()
  await press('Cancel order…')
  for (const [hint, words] of [
    ['already_sent', /Your parcel has already been sent/],
    ['provider_unknown', /Please contact us and we’ll cancel it for you/],
    ['anything', /Nothing has changed. Please try again/],
  ] as const) {
    fake.rpc.cancel_my_order = () => rejection(409, 'PT409', 'no', { hint })
    await press('Cancel order')
    await screen.findByText(words)
    expect(screen.getAllByText('Your order was not cancelled')).not.toHaveLength(0)
  }
})

test('an order that is on its way offers neither cancelling nor returning', async () => {
  fake.rpc.order_choices = () => ({ ...choices, can_cancel: false })
  await openOrder()
  await screen.findByRole('button', { name: 'Buy again' })
  await waitFor(() =>
    expect(
      fake.sent('GET /rest/v1/rpc/order_choices').length +
        fake.sent('POST /rest/v1/rpc/order_choices').length,
    ).toBe(1),
  )
  expect(screen.queryByRole('button', { name: 'Cancel order…' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Return items…' })).not.toBeInTheDocument()
})

test('buying again says of each line what became of it, and of its price', async () => {
  fake.rpc.reorder = () => [
    { line: 0, wanted: 2, added: 1, outcome: 'fewer', price_then: 10, price_now: 12.5 },
    { line: 1, wanted: 1, added: 0, outcome: 'gone', price_then: 20, price_now: null },
  ]
  await openOrder()
  await press('Buy again')
  const result = within(await screen.findByRole('dialog', { name: 'Added to your cart' }))
  result.getByText('1 of 2 added to your cart: no more in stock right now.')
  result.getByText('Now £12.50 each, £10.00 then.')
  result.getByText('No longer sold.')
  expect(result.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart')
})

test('when nothing can be bought again, it is said and the cart is not offered', async () => {
  fake.rpc.reorder = () => [
    { line: 0, wanted: 2, added: 0, outcome: 'sold_out', price_then: 10, price_now: 10 },
    { line: 1, wanted: 1, added: 0, outcome: 'in_cart', price_then: 20, price_now: 25 },
  ]
  await openOrder()
  await press('Buy again')
  const result = within(await screen.findByRole('dialog', { name: 'Nothing could be added' }))
  result.getByText('Sold out at the moment.')
  result.getByText('Already in your cart: that’s all we have in stock.')
  expect(result.queryByRole('link', { name: 'View cart' })).not.toBeInTheDocument()
  expect(result.queryByText(/each/)).not.toBeInTheDocument()
})

test('a reorder that fails leaves the cart as it was and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.rpc.reorder = () => rejection(500, 'XX000', 'internal error')
  await openOrder()
  await press('Buy again')
  await screen.findByText('Nothing was added to your cart')
})

test('a return needs a line, a reason and the seal; the hygiene exemption is explained for the line', async () => {
  fake.rpc.order_choices = () => delivered
  fake.rpc.request_return = () => 'r1'
  await openOrder()
  await press('Return items…')
  const form = within(
    await screen.findByRole('dialog', { name: 'Return items of AM20250105-0001' }, { timeout: 5000 }),
  )
  await press('Request return')
  form.getByText('Choose what you want to send back.')
  await userEvent.click(form.getByRole('checkbox', { name: 'Evening Stone' }))
  form.getByText('Choose a reason.')
  form.getByText('Tell us whether the seal is unbroken.')
  await userEvent.selectOptions(
    form.getByLabelText('Reason for returning Evening Stone'),
    'I changed my mind',
  )
  form.getByText(/only with the seal unbroken/)
  await userEvent.click(form.getByRole('radio', { name: 'No, opened' }))
  form.getByText(/once the seal is broken/)
  await userEvent.selectOptions(form.getByLabelText('Reason for returning Evening Stone'), 'It is faulty')
  form.getByText(/can be returned even if opened/)
  expect(asked()).toHaveLength(0)
  await press('Request return')
  await screen.findByText('Return requested')
  expect(JSON.parse(asked()[0]?.body ?? '{}')).toMatchObject({
    p_order: 'o1',
    p_lines: [{ line: 0, quantity: 1, reason: 'faulty', sealed: false, comment: '' }],
  })
})

test('a return that is rejected says why, and the same wish is asked again under its id', async () => {
  fake.rpc.order_choices = () => delivered
  fake.rpc.request_return = () => rejection(409, 'PT409', 'no', { hint: 'too_late' })
  await openOrder()
  await press('Return items…')
  const form = within(
    await screen.findByRole('dialog', { name: 'Return items of AM20250105-0001' }, { timeout: 5000 }),
  )
  await userEvent.click(form.getByRole('checkbox', { name: 'Silk Mask' }))
  await userEvent.selectOptions(
    form.getByLabelText('Reason for returning Silk Mask'),
    'It is not what I ordered',
  )
  await userEvent.click(form.getByRole('radio', { name: 'Yes, unbroken' }))
  await press('Request return')
  await screen.findByText(/The time for returns has passed/)
  await press('Request return')
  await waitFor(() => expect(asked()).toHaveLength(2))
  const [first, second] = asked().map(({ body }): { p_id?: string } => JSON.parse(body))
  expect(first?.p_id).toBeDefined()
  expect(second?.p_id).toBe(first?.p_id)
})

test('after 14 days a change of mind is not offered, and it is said until when there was', async () => {
  fake.rpc.order_choices = () => ({ ...delivered, change_of_mind: false })
  await openOrder()
  await press('Return items…')
  const form = within(
    await screen.findByRole('dialog', { name: 'Return items of AM20250105-0001' }, { timeout: 5000 }),
  )
  form.getByText(/The 14 days to change your mind ended on Jan 24, 2025/)
  await userEvent.click(form.getByRole('checkbox', { name: 'Silk Mask' }))
  expect(form.queryByRole('option', { name: 'I changed my mind' })).not.toBeInTheDocument()
})

test('a return shows its state, what the shop says, and where to send the goods; news of it come live', async () => {
  const sent = {
    id: 'r1',
    order_id: 'o1',
    state: 'approved',
    note: 'One box, please.',
    created_at: '2025-01-12T10:00:00Z',
    return_lines: [
      { line: 0, quantity: 2, decision: 'approved', received: null },
      { line: 1, quantity: 1, decision: 'rejected', received: null },
    ],
  }
  fake.responses['GET /rest/v1/returns'] = () => Response.json([sent])
  const dialog = await openOrder()
  await dialog.findByText('Approved')
  dialog.getByText('A note from us: One box, please.')
  dialog.getByText('2 × Evening Stone')
  dialog.getByText('1 × Silk Mask: cannot be accepted')
  dialog.getByText(/^Send to: /)
  await waitFor(() => expect(fake.realtime.followed()).not.toHaveLength(0))
  fake.responses['GET /rest/v1/returns'] = () =>
    Response.json([
      {
        ...sent,
        state: 'received',
        return_lines: [{ line: 0, quantity: 2, decision: 'approved', received: 1 }],
      },
    ])
  fake.realtime.change('returns')
  await dialog.findByText('Arrived')
  dialog.getByText('2 × Evening Stone: 1 arrived')
  fake.responses['GET /rest/v1/returns'] = () =>
    Response.json([
      { ...sent, state: 'refunded', exchanges: { orders: { order_number: 'AM20250114-0002' } } },
    ])
  fake.realtime.change('returns')
  await dialog.findByText('Exchanged')
  dialog.getByText(/^Your replacement is order AM20250114-0002/)
})
