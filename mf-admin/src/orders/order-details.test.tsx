// @vitest-environment happy-dom
import { rejection, shopper, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../testing'
import './order-details'
import './orders-page'
import { effects, guestOrder, order, orderBackend, pageOf } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const openOrder = (number = order.order_number) => open(`/admin/orders?order=${number}`)
const fact = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent
const choose = async (label: string, state: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), state)
const apply = async () => {
  const button = await screen.findByRole('button', { name: 'Apply' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}
const changes = () => fake.sent('PATCH /rest/v1/orders').map(({ body }) => JSON.parse(body) as unknown)
const calls = (name: string) =>
  fake.sent(`POST /rest/v1/rpc/${name}`).map(({ body }) => JSON.parse(body) as unknown)

test('the details open from the list and close to it, filters kept', async () => {
  const router = open('/admin/orders?payment=succeeded')
  await userEvent.click(await screen.findByRole('link', { name: 'View Details of AM20260105-0001' }))
  expect(router.state.location.search).toBe('?payment=succeeded&order=AM20260105-0001')
  await screen.findByText('Hours Silk Robe')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?payment=succeeded'))
})

test('an order that is not on the page is shown by its address, as it was charged, with links', async () => {
  const customer = '33333333-0000-4000-8000-000000000001'
  fake.rpc.office_orders = () => pageOf([])
  fake.responses['GET /rest/v1/orders'] = () => Response.json({ ...order, customer_id: customer })
  openOrder('am20260105-0001')
  const robe = within((await screen.findByText('Hours Silk Robe')).closest('li') ?? document.body)
  robe.getByText('Size: M, SKU AM-ACC-008-M, quantity 2')
  robe.getByText('£116.92')
  robe.getByText('£58.46 each')
  const candle = within(screen.getByText('Vesper Candle').closest('li') ?? document.body)
  candle.getByText('quantity 1')
  expect(await fact('Subtotal')).toBe('£183.28')
  expect(await fact('VAT')).toBe('£36.66')
  expect(await fact('Standard shipping')).toBe('Free')
  expect(screen.getAllByText('Total', { selector: 'dt' })[0]?.nextSibling?.textContent).toBe('£219.94 GBP')
  expect(await fact('Email')).toBe('imogen@example.test')
  expect(await fact('User ID')).toBe(shopper.id)
  expect(await fact('Ordered')).toBe('Jan 05, 2026 14:22')
  expect(await fact('Updated')).toBe('Jul 05, 2026 15:01')
  expect(await fact('Paid')).toBe('Jan 05, 2026 14:24')
  expect(await fact('Method')).toBe('Card')
  expect(await fact('Session ID')).toBe('cs_8f20a1c7')
  expect(await fact('Payment intent ID')).toBe('pi_sim_20250105')
  screen.getByText('14 Linden Mews')
  screen.getByText('Not given')
  const links = within(screen.getByRole('dialog'))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual(
    expect.arrayContaining([
      ['Hours Silk Robe', '/admin/products?product=22222222-0000-4000-8000-000000000001'],
      ['imogen@example.test', 'mailto:imogen@example.test'],
      ['Open the customer', `/admin/customers?customer=${customer}`],
    ]),
  )
  // Neither a line without a product nor a payment that is not of Stripe.
  expect(links.map(([text]) => text)).not.toContain('Vesper Candle')
  expect(screen.getByText('View dashboard').closest('button')).toBeDisabled()
})

test('a guest, a gift card, a promotion and a payment of Stripe', async () => {
  fake.tables.orders = [
    {
      ...guestOrder,
      gift_card_amount: 5,
      gift_card_hint: 'WXYZ',
      promotion_code: 'SPRING',
      discount_amount: 10,
      stripe_payment_intent_id: 'pi_3PabcXYZ',
    },
  ]
  openOrder(guestOrder.order_number)
  expect(await fact('Paid by gift card ending WXYZ')).toBe('€5.00')
  expect(await fact('Discount (SPRING)')).toBe('−€10.00')
  expect(await fact('Email')).toBe('Guest')
  expect(await fact('Paid')).toBe('Not yet')
  expect(screen.getByText('View dashboard').closest('a')).toHaveAttribute(
    'href',
    'https://dashboard.stripe.com/payments/pi_3PabcXYZ',
  )
})

test.each(['AM20260105-9999', 'nonsense'])('the number %s, which no order has', async (number) => {
  openOrder(number)
  await screen.findByRole('dialog', { name: 'No such order' })
  screen.getByText(new RegExp(`There is no order ${number}`))
})

test('what is chosen changes nothing until it is applied; then list, details and event log are read again', async () => {
  openOrder()
  await choose('Order Status', 'Completed')
  await screen.findByText('Nobody gets an email, and no money or stock moves.')
  await userEvent.click(screen.getByText('Keep as it is'))
  expect(screen.getByLabelText('Order Status')).toHaveValue('processing')
  expect(screen.getByLabelText('Order Status')).toHaveFocus()
  expect(screen.queryByText('Apply')).not.toBeInTheDocument()
  await choose('Payment Status', 'Refunded')
  await screen.findByText('Not applied yet. If you apply it:')
  expect(changes()).toEqual([])
  await apply()
  await screen.findByText('Order payment status updated to refunded')
  const [sent] = fake.sent('PATCH /rest/v1/orders')
  expect(sent?.line).toContain(`id=eq.${order.id}`)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ payment_status: 'refunded', updated_at: expect.any(String) })
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => dialog.getByRole('heading', { name: 'AM20260105-0001 Refunded Processing' }))
  expect(fake.sent('POST /rest/v1/rpc/order_history').length).toBeGreaterThan(1)
  expect(fake.sent('POST /rest/v1/rpc/office_orders').length).toBeGreaterThan(1)
  expect(screen.getByLabelText('Payment Status')).toHaveFocus()
  screen.getByText(/moves no money/)
})

test('the consequences are named before they happen, and those of the way back', async () => {
  fake.tables.orders = [{ ...order, gift_card_amount: 20, gift_card_hint: 'WXYZ' }]
  fake.rpc.order_change_effects = () =>
    effects({
      emails: ['cancelled', 'refunded'],
      gift_card_pence: 2000,
      items: 2,
      by_hand: 199.94,
      ends_gift_card: true,
    })
  openOrder()
  await choose('Order Status', 'Cancelled')
  await choose('Payment Status', 'Refunded')
  const reported = (await screen.findByText('The gift card ending WXYZ gets £20.00 back.')).closest('ul')
  expect([...(reported?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Imogen gets 2 emails, 30 seconds after you apply.',
    'The gift card ending WXYZ gets £20.00 back.',
    '2 pieces go back into stock.',
    '£199.94 counts as paid back by you. The shop pays nothing back.',
    'The gift card that was bought ends, which cannot be undone.',
  ])
  expect(reported?.closest('[role=status]')).toBeInTheDocument()
  expect(calls('order_change_effects').at(-1)).toEqual({
    p_order: order.id,
    p_status: 'cancelled',
    p_payment_status: 'refunded',
  })
  await apply()
  await screen.findByText('Order payment status updated to refunded. Order status updated to cancelled')
  expect(changes()).toMatchObject([{ status: 'cancelled', payment_status: 'refunded' }])
  fake.rpc.order_change_effects = () => effects({ gift_card_pence: -2000, items: -1 })
  await choose('Order Status', 'Processing')
  await screen.findByText('£20.00 is taken from the gift card ending WXYZ again.')
  screen.getByText('1 piece is taken from stock again.')
})

test('a change can be undone, or it is said why not', async () => {
  openOrder()
  await choose('Order Status', 'Shipped')
  await apply()
  await screen.findByText('Order status updated to shipped')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('The order is as it was before.')
  expect(calls('undo_order_change')).toEqual([
    { p_order: order.id, p_status: 'shipped', p_payment_status: 'succeeded' },
  ])
  fake.rpc.undo_order_change = () =>
    rejection(409, 'PT409', 'It is too late to undo this.', { hint: 'undo_over' })
  await choose('Order Status', 'Delivered')
  await apply()
  await screen.findByText('Order status updated to delivered')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Failed to undo the change. It is too late to undo this.')
})

test('consequences that cannot be read are asked for again before anything is applied', async () => {
  fake.rpc.order_change_effects = () => rejection(400, 'XX000', 'broken')
  openOrder()
  await choose('Order Status', 'Shipped')
  await screen.findByText('We couldn’t find out what follows.')
  expect(screen.queryByText('Apply')).not.toBeInTheDocument()
  fake.rpc.order_change_effects = () => effects({ emails: ['shipped'] })
  const override = screen.getByRole('heading', { name: 'Manual Status Override' }).closest('section')
  await userEvent.click(within(override ?? document.body).getByText('Try again'))
  await screen.findByText('Imogen gets an email, 30 seconds after you apply.')
  await apply()
  await screen.findByText('Order status updated to shipped')
})

test('what is chosen while another change is being saved stays chosen', async () => {
  openOrder()
  await choose('Order Status', 'Cancelled')
  await screen.findByText('Not applied yet. If you apply it:')
  const release = fake.hold()
  await userEvent.click(screen.getByText('Apply'))
  await choose('Payment Status', 'Refunded')
  release()
  await screen.findByText('Order status updated to cancelled')
  expect(screen.getByLabelText('Payment Status')).toHaveValue('refunded')
  await apply()
  await screen.findByText('Order payment status updated to refunded')
  expect(fake.tables.orders).toMatchObject([guestOrder, { status: 'cancelled', payment_status: 'refunded' }])
})

test('a change that is rejected says why, and the old value stays', async () => {
  openOrder()
  for (const [hint, message, words] of [
    [
      'gift_card_spent',
      'The gift card of this order no longer holds what it paid.',
      'The gift card of this order',
    ],
    [
      'insufficient_stock',
      'Only 1 items available.',
      'There is not enough stock to take the items of this order again.',
    ],
  ] as const) {
    fake.responses['PATCH /rest/v1/orders'] = () => rejection(409, 'PT409', message, { hint })
    await choose('Order Status', 'Cancelled')
    await apply()
    await screen.findByText(new RegExp(`^Failed to update order status\\. ${words}`))
    await waitFor(() => expect(screen.getByLabelText('Order Status')).toHaveValue('processing'))
  }
})

test('without the right to refunds the payment status is shown only, and a cancellation of what was sent names it', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  fake.rpc.order_change_effects = ({ p_status: status }) =>
    effects(
      status === 'cancelled'
        ? { rejected: 'Cancelling an order that has been sent needs the right “refunds”.' }
        : {},
    )
  openOrder()
  expect(await screen.findByLabelText(/^Payment Status/)).toBeDisabled()
  screen.getByText('Your role may not change payments.')
  await choose('Order Status', 'Cancelled')
  await screen.findByText('Cancelling an order that has been sent needs the right “refunds”.')
  expect(screen.queryByText('Apply')).not.toBeInTheDocument()
  await choose('Order Status', 'Shipped')
  await apply()
  await screen.findByText('Order status updated to shipped')
})

test('the event log tells what happened, newest first, and who did it', async () => {
  const entry = (source: string, kind: string, description: string, more: object = {}) => ({
    at: '2026-01-05T14:30:00Z',
    source,
    id: `${kind}1`,
    kind,
    description,
    detail: null,
    actor: null,
    ...more,
  })
  fake.rpc.order_history = () => ({
    more: true,
    rows: [
      entry('event', 'status_changed', 'Order status: pending to shipped', { actor: 'Rowan Ashby' }),
      entry('event', 'shipment_shipped', 'Shipment: shipped', {
        detail: 'Royal Mail RM1',
        actor: 'Rowan Ashby',
      }),
      entry('tracking', 'in_transit', 'Sorted', { detail: 'Croydon' }),
      entry('email', 'order_status', 'Your order: shipped', { detail: 'sent' }),
      entry('stock', 'sold', 'Silk Robe, M', { detail: '-2' }),
      entry('new_source', 'wondrous', 'Something new'),
    ],
  })
  openOrder()
  await screen.findByText('Order status: pending to shipped')
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Manual Status Override', 'Order items', 'Event Log']),
  )
  screen.getByText('by Rowan Ashby')
  screen.getByText('Royal Mail RM1, by Rowan Ashby')
  screen.getByText('Tracking: Sorted')
  screen.getByText('Email sent')
  screen.getByText('Stock -2')
  screen.getByText('Silk Robe, M')
  screen.getByText('Something new')
  screen.getByText('Older entries are not shown.')
  expect(screen.getAllByText('Jan 05, 2026 14:30').length).toBeGreaterThanOrEqual(6)
})

test('details and event log that cannot be loaded are tried again', async () => {
  fake.responses['GET /rest/v1/orders'] = () => rejection(400, 'XX000', 'broken')
  fake.rpc.order_history = () => rejection(400, 'XX000', 'broken')
  openOrder()
  await screen.findByText('The order could not be loaded')
  delete fake.responses['GET /rest/v1/orders']
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The event log could not be loaded')
  fake.rpc.order_history = () => ({ more: false, rows: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The event log could not be loaded')).not.toBeInTheDocument())
})
