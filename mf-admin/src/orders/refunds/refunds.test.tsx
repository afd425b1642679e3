// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { openPart } from '../../testing'
import { CancelOrder } from './cancel-order'
import { Refunds } from './refunds'

const failed = {
  id: '7b7a9f3e-1111-4000-8000-000000000009',
  state: 'failed',
  amount: 5,
  card_amount: 5,
  gift_card_amount: 0,
  given_up: 0,
  by_other_means: false,
  note: '',
  delivery_amount: 0,
  tax_amount: 0.83,
  reason: 'A gesture',
  attempts: 8,
  last_error: 'Charge is disputed.',
  actor: 'Rowan',
  created_at: '2026-11-05T10:00:00Z',
  settled_at: null,
  lines: [],
}
const order = {
  order_number: 'AM20261101-0001',
  currency: 'GBP',
  status: 'processing',
  payment_status: 'succeeded',
  marked_refunded: false,
  total: 42.89,
  refunded_amount: 0,
  gift_card_hint: 'W4M0',
  left: { card: 27.89, gift_card: 10, goods: 32.9, delivery: 4.99 },
  lines: [{ line: 0, name: 'Robe', variant_name: 'M', sku: 'R', quantity: 2, refunded: 0, amount: 37.9 }],
  refunds: [failed],
}

let fake: FakeSupabase
beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      refunds_of: () => order,
      quote_refund: () => ({ amount: 23.94, card_amount: 20, gift_card_amount: 3.94, tax_amount: 3.16 }),
      refund_order: () => ({ state: 'pending' }),
      retry_refund: () => null,
      pay_refund_otherwise: () => null,
      give_up_refund: () => null,
      cancel_order: () => ({ status: 'cancelled' }),
    },
  })
  fake.addStaff()
})

const show = () =>
  openPart(
    <>
      <Refunds orderId="o1" />
      <CancelOrder orderId="o1" orderNumber="AM20261101-0001" />
    </>,
  )
const sent = (name: string) =>
  JSON.parse(fake.sent(`POST /rest/v1/rpc/${name}`).at(-1)?.body ?? '{}') as unknown
const fill = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the amount is marked as that of the choice before until the new one is worked out', async () => {
  show()
  await press('Refund...')
  const delivery = await screen.findByLabelText('Delivery (£)')
  fill(delivery, '4')
  const amount = (await screen.findByText('£23.94')).closest('dl')
  await waitFor(() => expect(amount).toHaveAttribute('aria-busy', 'false'))
  const release = fake.hold()
  fill(delivery, '4.99')
  expect(amount).toHaveAttribute('aria-busy', 'true')
  release()
  await waitFor(() => expect(amount).toHaveAttribute('aria-busy', 'false'))
})

test('a refund is chosen line by line and shows where the money goes', async () => {
  show()
  await press('Refund...')
  const robe = within(await screen.findByRole('group', { name: 'Robe, M' }))
  robe.getByText('2 of 2 left, £37.90 paid with VAT')
  const pieces = robe.getByLabelText('Pieces')
  fill(pieces, '1')
  await userEvent.click(robe.getByRole('switch', { name: 'Restock' }))
  fill(screen.getByLabelText('Delivery (£)'), '4.99')
  await screen.findByText('£23.94')
  screen.getByText('To the gift card ending W4M0')
  await press('Refund')
  await screen.findByText('The refund is on its way to the payment provider.')
  expect(sent('refund_order')).toEqual({
    p_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    p_order: 'o1',
    p_lines: [{ line: 0, quantity: 1, restock: false }],
    p_delivery: 4.99,
    p_reason: '',
  })
})

test('more than is left is rejected at its field, without asking the database', async () => {
  show()
  await press('Refund...')
  fill(await screen.findByLabelText(/^Other amount/), '50')
  await press('Refund')
  await screen.findByText('At most £37.89 is left to refund.')
  expect(fake.sent('POST /rest/v1/rpc/refund_order')).toEqual([])
})

test('a refund that failed says why and is tried again', async () => {
  show()
  await screen.findByText('After 8 attempts: Charge is disputed.')
  await press('Retry')
  await screen.findByText('The refund is tried again.')
  expect(sent('retry_refund')).toEqual({ p_id: failed.id })
})

test('a refund that failed is paid by other means, which needs a note, unless somebody else was faster', async () => {
  show()
  await press('Settle...')
  await press('Settle refund')
  await screen.findByText('Say how the money was paid.')
  fake.rpc.pay_refund_otherwise = () =>
    rejection(409, 'PT409', 'This refund is not one that failed.', { hint: 'not_failed' })
  fill(screen.getByLabelText(/^Note/), 'Bank transfer, 3 November')
  await press('Settle refund')
  await screen.findByText(/This refund is not one that failed\./)
  fake.rpc.pay_refund_otherwise = () => null
  fake.rpc.refunds_of = () => ({
    ...order,
    refunds: [{ ...failed, state: 'succeeded', by_other_means: true, note: 'Bank transfer, 3 November' }],
  })
  await press('Settle refund')
  await screen.findByText('The refund is settled.')
  expect(sent('pay_refund_otherwise')).toEqual({ p_id: failed.id, p_note: 'Bank transfer, 3 November' })
  await screen.findByText('£5.00 by other means')
  screen.getByText('Bank transfer, 3 November')
  expect(screen.queryByText(/Charge is disputed/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Settle...' })).not.toBeInTheDocument()
})

test('a refund that failed is given up, and shows what never went to the card', async () => {
  show()
  await press('Settle...')
  await userEvent.click(await screen.findByRole('radio', { name: 'Give it up' }))
  fake.rpc.refunds_of = () => ({
    ...order,
    refunds: [{ ...failed, state: 'given_up', amount: 0, card_amount: 0, given_up: 5 }],
  })
  await press('Settle refund')
  expect(sent('give_up_refund')).toEqual({ p_id: failed.id, p_note: '' })
  await screen.findByText('Given up')
  screen.getByText('£5.00 never went to the card')
})

test('what the payment provider says of a refund on its way is shown without a reload', async () => {
  fake.rpc.refunds_of = () => ({ ...order, refunds: [{ ...failed, state: 'pending', last_error: null }] })
  show()
  await screen.findByText('On its way')
  await waitFor(() => expect(fake.realtime.followed().map(({ table }) => table)).toContain('refunds'))
  fake.rpc.refunds_of = () => ({ ...order, refunds: [{ ...failed, state: 'succeeded', last_error: null }] })
  fake.realtime.change('refunds')
  await screen.findByText('Refunded')
})

test('an order is cancelled with a reason; why it is rejected is said', async () => {
  show()
  await press('Cancel order…')
  await press('Cancel order')
  await screen.findByText('Say why: the customer reads it.')
  fake.rpc.cancel_order = () => rejection(409, 'PT409', 'This order has been sent.', { hint: 'already_sent' })
  fill(screen.getByLabelText(/^Reason/), 'Out of stock')
  await press('Cancel order')
  await screen.findByText(/This order has been sent\./)
  fake.rpc.cancel_order = () => ({ status: 'cancelled' })
  await press('Cancel order')
  await screen.findByText('The order has been cancelled.')
  expect(sent('cancel_order')).toEqual({ p_order: 'o1', p_reason: 'Out of stock', p_refund: true })
})
