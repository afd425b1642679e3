// @vitest-environment happy-dom
import { fakeSupabase, rejection, shopper, storeSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'
import { order } from './testing'

let fake: FakeSupabase

// Loaded before, so that no test waits for the first of them.
beforeAll(() => Promise.all([import('./order-details')]))

beforeEach(() => {
  storeSession()
  fake = fakeSupabase()
})

test('an order shows its number, day, items, total, payment and when it was paid', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([order])
  open('/orders')
  const row = within((await screen.findByText('AM20250105-0001')).closest('li') ?? document.body)
  screen.getByText('1 order(s) found')
  row.getByText('Jan 05, 2025, 3 items')
  row.getByText('£219.94 GBP')
  row.getByText('Succeeded')
  row.getByText('Card')
  row.getByText('Paid on Jan 05, 2025')
  expect(fake.sent('GET /rest/v1/orders')[0]?.line).toContain(`user_id=eq.${shopper.id}`)
})

test('a discount is shown with its code', async () => {
  fake.responses['GET /rest/v1/orders'] = () =>
    Response.json([
      { ...order, promotion_code: 'MOSS10', discount_amount: 17.75, tax_amount: 31.94, total: 198.64 },
    ])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }, { timeout: 5000 }),
  )
  dialog.getByText('Discount (MOSS10)')
  dialog.getByText('−£17.75')
})

test('refunded amounts are subtracted from the total', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, refunded_amount: 19.94 }])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }, { timeout: 5000 }),
  )
  dialog.getByText('−£19.94')
  dialog.getByText('£200.00')
})

test('the details show lines, prices, addresses and the payment', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([order])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }))
  dialog.getByText('Evening Stone')
  dialog.getByText('SKU: AM-01,')
  dialog.getByText('Quantity: 2')
  dialog.getByText('£120.20')
  dialog.getByText('£60.10 each')
  dialog.getByText('Silk Mask')
  expect(dialog.getAllByText('1 Moss Row')).toHaveLength(2)
  expect(dialog.getAllByText('United Kingdom')).toHaveLength(2)
  dialog.getByText('shopper@aurelle.test')
  dialog.getByText('cs_1')
  dialog.getByText('pi_sim_1')
})

test('a line with options shows the chosen values and the variant’s SKU', async () => {
  const robe = { product_name: 'Silk Robe', variant_name: 'M / Plum', sku: 'ROBE-M', quantity: 1, price: 79 }
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, items: [robe] }])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }))
  dialog.getByText('Silk Robe, M / Plum')
  dialog.getByText('SKU: ROBE-M,')
})

async function openDetails(more: object = {}) {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, ...more }])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  return within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }))
}

test('an order marked as refunded does not claim that the refund has arrived', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, payment_status: 'refunded' }])
  open('/account/orders')
  await screen.findByText('Refund arranged')
  await userEvent.click(screen.getByRole('button', { name: /View Details/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }))
  dialog.getByText('Refund arranged')
  dialog.getByText(
    'We’ll refund you to the payment method you used. If it hasn’t arrived within 14 days, please contact us.',
  )
  expect(screen.queryByText(/Refunded/)).not.toBeInTheDocument()
})

test('the details say how and when an order arrives that is on its way', async () => {
  const promised = {
    status: 'processing',
    shipping_method: 'Standard',
    arrives_from: '2026-11-30',
    arrives_to: '2026-12-02',
  }
  const dialog = await openDetails(promised)
  dialog.getByText('Standard, arrives Mon 30 Nov to Wed 2 Dec')
})

test('the details show where the parcel is', async () => {
  fake.responses['GET /rest/v1/shipments'] = () =>
    Response.json([
      {
        status: 'out_for_delivery',
        tracking_number: 'RM1GB',
        carrier: 'Royal Mail',
        shipping_method: 'Standard',
        estimated_delivery: '2025-01-08',
        shipment_lines: [],
        tracking_events: [
          {
            id: 1,
            description: 'With the courier',
            location: 'Bath',
            occurred_at: '2025-01-08T07:00:00+00:00',
          },
        ],
      },
    ])
  const dialog = await openDetails()
  await dialog.findByText('Out for delivery')
  dialog.getByText('RM1GB')
  dialog.getByText('8 January 2025')
  dialog.getByText('With the courier')
  dialog.getByText('Order placed')
  expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '90')
  expect(fake.sent('GET /rest/v1/shipments')[0]?.line).toContain('order_id=eq.o1')
})

test('an order that is sent in parts shows each parcel with its items, and that more follow', async () => {
  const parcel = (number: string, line: number, quantity: number) => ({
    status: 'shipped',
    tracking_number: number,
    carrier: 'DPD',
    shipping_method: 'Standard',
    estimated_delivery: null,
    shipment_lines: [{ line, quantity }],
    tracking_events: [],
  })
  fake.responses['GET /rest/v1/shipments'] = () => Response.json([parcel('ONE', 0, 1), parcel('TWO', 0, 2)])
  const dialog = await openDetails({ status: 'processing' })
  const second = within(await dialog.findByRole('region', { name: 'Parcel 2 of 2' }))
  second.getByText('TWO')
  second.getByText(/^2 × /)
  within(dialog.getByRole('region', { name: 'Parcel 1 of 2' })).getByText(/^1 × /)
  dialog.getByText('The rest of your order will follow. We’ll email you when it is sent.')
})

test('the details of an order that is not sent yet say so', async () => {
  const dialog = await openDetails()
  await dialog.findByText('No tracking information available')
})

test('tracking that cannot be loaded has its own retry in the details', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['GET /rest/v1/shipments'] = () => rejection(400, 'PGRST100', 'no')
  const dialog = await openDetails()
  await dialog.findByText('Failed to fetch tracking information. Please try again later.')
  fake.responses['GET /rest/v1/shipments'] = () => Response.json([])
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await dialog.findByText('No tracking information available')
})

test('a receipt is announced and opened; without a checkout there is no button', async () => {
  fake.responses['GET /rest/v1/orders'] = () =>
    Response.json([
      order,
      { ...order, id: 'o2', order_number: 'AM20250104-0001', checkout_session_id: null, paid_at: null },
    ])
  const router = open('/account/orders')
  const receipts = await screen.findAllByRole('button', { name: /View Receipt/ })
  expect(receipts).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'View Receipt of AM20250105-0001' }))
  await screen.findByText('The receipt of your payment is opening.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/orders/AM20250105-0001/receipt'))
})

test('an order that is not paid has no receipt, which is said', async () => {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([{ ...order, paid_at: null }])
  const router = open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: 'View Receipt of AM20250105-0001' }))
  await screen.findByText('No Receipt')
  screen.getByText('No receipt available for this order.')
  expect(router.state.location.pathname).toBe('/account/orders')
})

test('without orders there is a link to the shop', async () => {
  open('/account/orders')
  await screen.findByText('You have no orders yet.')
  screen.getByText('No orders found')
  expect(screen.getByRole('link', { name: 'Start Shopping' })).toHaveAttribute('href', '/products')
})

test('when orders cannot be loaded an error is shown, and a retry shows them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['GET /rest/v1/orders'] = () => rejection(400, 'PGRST100', 'no')
  open('/account/orders')
  await screen.findByText('Failed to load orders. Please refresh the page.')
  fake.responses['GET /rest/v1/orders'] = () => Response.json([order])
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('AM20250105-0001')
})

test('a signed-out visitor is redirected to sign in', async () => {
  localStorage.clear()
  const router = open('/account/orders')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(router.state.location.state).toEqual({ from: '/account/orders' })
})
