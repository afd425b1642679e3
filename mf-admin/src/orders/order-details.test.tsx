// @vitest-environment happy-dom
import { refusal, shopper, type FakeSupabase } from '@shop/testing'
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../layout/back-office' // loaded here, so that no test waits for it
import { open } from '../testing'
import './order-details'
import './orders-page'
import { guestOrder, order, orderBackend, pageOf } from './testing'

// Whether an element is hidden takes long to find out in a page of this size.
configure({ defaultHidden: true })
let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const openOrder = (number = order.order_number) => open(`/admin/orders?order=${number}`)
const fact = async (name: string) =>
  (await screen.findByText(name, { selector: 'dt' })).nextSibling?.textContent
const choose = async (label: string, state: string) =>
  userEvent.selectOptions(await screen.findByLabelText(label), state)

test('the details open from the list and close to it, filters kept', async () => {
  const router = open('/admin/orders?payment=succeeded')
  await userEvent.click(await screen.findByRole('link', { name: 'View Details of AM20260105-0001' }))
  expect(router.state.location.search).toBe('?payment=succeeded&order=AM20260105-0001')
  await screen.findByText('Hours Silk Robe')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?payment=succeeded'))
})

test('an order that is not on the page is shown by its address, as it was charged', async () => {
  fake.rpc.office_orders = () => pageOf([])
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
})

test('a guest, a gift card and a promotion', async () => {
  fake.tables.orders = [
    {
      ...guestOrder,
      gift_card_amount: 5,
      gift_card_hint: 'WXYZ',
      promotion_code: 'SPRING',
      discount_amount: 10,
    },
  ]
  openOrder(guestOrder.order_number)
  expect(await fact('Paid by gift card ending WXYZ')).toBe('€5.00')
  expect(await fact('Discount (SPRING)')).toBe('−€10.00')
  expect(await fact('Email')).toBe('Guest')
  expect(await fact('Paid')).toBe('Not yet')
})

test('a payment of Stripe leads to its dashboard, any other does not', async () => {
  openOrder()
  expect(await screen.findByRole('button', { name: 'View dashboard' })).toBeDisabled()
  cleanup()
  fake.tables.orders = [{ ...order, stripe_payment_intent_id: 'pi_3PabcXYZ' }]
  openOrder()
  const link = await screen.findByRole('link', { name: 'View dashboard' })
  expect(link).toHaveAttribute('href', 'https://dashboard.stripe.com/payments/pi_3PabcXYZ')
})

test.each(['AM20260105-9999', 'AM1', 'nonsense'])('the number %s, which no order has', async (number) => {
  openOrder(number)
  await screen.findByRole('dialog', { name: 'No such order' })
  screen.getByText(new RegExp(`There is no order ${number}`))
})

test('an override is saved at once, and list, details and event log are read again', async () => {
  openOrder()
  await choose('Payment Status', 'Refunded')
  await screen.findByText('Order payment status updated to refunded')
  const [sent] = fake.sent('PATCH /rest/v1/orders')
  expect(sent?.line).toContain(`id=eq.${order.id}`)
  expect(JSON.parse(sent?.body ?? '')).toEqual({ payment_status: 'refunded', updated_at: expect.any(String) })
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() => dialog.getByRole('heading', { name: 'AM20260105-0001 Refunded Processing' }))
  expect(fake.sent('POST /rest/v1/rpc/order_history').length).toBeGreaterThan(1)
  expect(fake.sent('POST /rest/v1/rpc/office_orders').length).toBeGreaterThan(1)
  await choose('Order Status', 'Cancelled')
  await screen.findByText('Order status updated to cancelled')
  screen.getByText(/moves no money/)
})

test('a second choice while the first is being saved is saved after it', async () => {
  openOrder()
  await screen.findByLabelText('Order Status')
  const release = fake.hold()
  await choose('Order Status', 'Cancelled')
  await choose('Payment Status', 'Refunded')
  expect(screen.getByLabelText('Order Status')).toHaveValue('cancelled')
  expect(screen.getByLabelText('Payment Status')).toHaveValue('refunded')
  release()
  await screen.findByText('Order status updated to cancelled')
  await screen.findByText('Order payment status updated to refunded')
  expect(fake.tables.orders).toMatchObject([guestOrder, { status: 'cancelled', payment_status: 'refunded' }])
})

test.each([
  [
    'gift_card_spent',
    'The gift card of this order no longer holds what it paid.',
    /The gift card of this order no longer holds/,
  ],
  [
    'insufficient_stock',
    'Only 1 items available.',
    /There is not enough stock to take the items of this order again\./,
  ],
])('a change that is refused (%s) says why, and the old value stays', async (hint, message, words) => {
  fake.answers['PATCH /rest/v1/orders'] = () => refusal(409, 'PT409', message, { hint })
  openOrder()
  await choose('Order Status', 'Cancelled')
  const toast = await screen.findByText(/^Failed to update order status\./)
  expect(toast).toHaveTextContent(words)
  await waitFor(() => expect(screen.getByLabelText('Order Status')).toHaveValue('processing'))
})

test('without the right to refunds the payment status is shown only, with words', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  openOrder()
  expect(await screen.findByLabelText(/^Payment Status/)).toBeDisabled()
  screen.getByText('Your role may not change payments.')
  await choose('Order Status', 'Shipped')
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
      entry('letter', 'order_status', 'Your order: shipped', { detail: 'sent' }),
      entry('stock', 'sold', 'Silk Robe, M', { detail: '-2' }),
      entry('new_source', 'wondrous', 'Something new'),
    ],
  })
  openOrder()
  for (const name of ['Manual Status Override', 'Order items', 'Event Log'])
    await screen.findByRole('heading', { name })
  await screen.findByText('Order status: pending to shipped')
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
  fake.answers['GET /rest/v1/orders'] = () => refusal(400, 'XX000', 'broken')
  fake.rpc.order_history = () => refusal(400, 'XX000', 'broken')
  openOrder()
  await screen.findByText('The order could not be loaded')
  delete fake.answers['GET /rest/v1/orders']
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('The event log could not be loaded')
  fake.rpc.order_history = () => ({ more: false, rows: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The event log could not be loaded')).not.toBeInTheDocument())
})
