// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeSession, type FakeSupabase } from '@shop/testing'
import { testSettings } from '@shop/settings/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

const receipt = {
  order_number: 'AM20250105-0001',
  created_at: '2025-01-05T10:00:00.123456+00:00',
  tax_point: '2025-01-05T23:30:00+00:00',
  currency: 'GBP',
  items: [{ name: 'Stone', sku: 'AM-001', quantity: 2, unit_price: 15.79, total_price: 31.58 }],
  subtotal: 31.58,
  discount_amount: 0,
  promotion_code: null,
  vat_rate: 0.2,
  tax_amount: 6.32,
  shipping_amount: 0,
  total: 37.9,
  payment_method: 'Card',
  gift_card_amount: 0,
  gift_card_hint: null,
  billing_address: { first_name: 'Ada', last_name: 'Lane', address_line_1: '1 Moss Row', city: 'Bath' },
  shipping_address: {},
  refunds: [],
}
const path = '/account/orders/AM20250105-0001/receipt'
const business = { ...testSettings.business, vatNumber: 'GB 123 4567 89' }

let fake: FakeSupabase
beforeEach(() => {
  fake = fakeSupabase()
})
const paper = async () => within(await screen.findByRole('article', { name: 'Receipt of AM20250105-0001' }))

test('a receipt names seller, VAT number, buyer, number, tax point, lines, rate and amounts', async () => {
  storeSession()
  fake.rpc.order_receipt = () => receipt
  open(path, { ...testSettings, business })
  const { getByText } = await paper()
  for (const text of [
    'VAT receipt',
    'Number AM20250105-0001',
    'Tax point: 5 January 2025',
    'VAT number GB 123 4567 89',
    'Ada Lane',
    'Stone',
    'Subtotal excl. VAT',
    'VAT at 20%',
    '£6.32',
    '£37.90',
    'Paid on 5 January 2025 by card.',
  ])
    getByText(text)
  expect(fake.sent('POST /rest/v1/rpc/order_receipt')[0]?.body).toBe('{"p_number":"AM20250105-0001"}')
})

test('refunds are taken off, and the VAT in them', async () => {
  storeSession()
  fake.rpc.order_receipt = () => ({
    ...receipt,
    refunds: [
      { at: '2025-01-08T10:00:00+00:00', amount: 18.95, tax_amount: 3.16 },
      { at: '2025-01-09T10:00:00+00:00', amount: 5, tax_amount: 0.83 },
    ],
  })
  open(path)
  const { getByText } = await paper()
  getByText('Total paid')
  getByText('Refund 1, 8 January 2025')
  getByText('−£18.95')
  getByText('VAT at 20% after refunds')
  getByText('£2.33')
  getByText('Total after refunds')
  getByText('£13.95')
})

test('a gift card bought bears no VAT, and says so; one that paid is named', async () => {
  storeSession()
  fake.rpc.order_receipt = () => ({
    ...receipt,
    items: [{ name: 'Gift card', quantity: 1, unit_price: 50, total_price: 50, gift_card: true }],
    subtotal: 50,
    tax_amount: 0,
    total: 50,
    gift_card_amount: 20,
    gift_card_hint: '7GH2',
  })
  open(path)
  const { getByText, queryByText } = await paper()
  getByText(/No VAT is due on a gift card/)
  expect(queryByText('VAT at 20%')).not.toBeInTheDocument()
  getByText('Paid on 5 January 2025: £20.00 by the gift card ending 7GH2, £30.00 by card.')
})

test('where there is no receipt, for whatever reason, the same is said', async () => {
  storeSession()
  fake.rpc.order_receipt = () => Response.json(null)
  open(path)
  await screen.findByText('No Receipt')
  screen.getByText(/^No receipt available for this order\./)
  expect(screen.queryByRole('button', { name: /Print/ })).not.toBeInTheDocument()
})

test('a guest opens a receipt by the link of the email, without an account', async () => {
  fake.rpc.order_receipt = () => receipt
  open('/receipt?token=abc')
  await paper()
  expect(fake.sent('POST /rest/v1/rpc/order_receipt')[0]?.body).toBe('{"p_token":"abc"}')
  cleanup()
  open('/receipt')
  await screen.findByText('No Receipt')
})

test('it is printed by a button, and an error has a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const print = vi.fn()
  vi.stubGlobal('print', print)
  fake.rpc.order_receipt = () => rejection(400, 'PGRST100', 'no')
  open('/receipt?token=abc')
  await screen.findByText('The receipt could not be loaded')
  fake.rpc.order_receipt = () => receipt
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

test('a signed-out visitor signs in before they see the receipt of an account', async () => {
  const router = open(path)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(router.state.location.state).toEqual({ from: path })
})
