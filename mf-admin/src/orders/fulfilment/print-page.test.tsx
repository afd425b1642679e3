// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { guestOrder, order, orderBackend } from '../testing'
import { open } from '../../testing'
import './print-page'

let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const both = `${order.order_number},${guestOrder.order_number}`

test('a packing slip names the pieces and no price', async () => {
  open(`/admin/orders/print?paper=packing&orders=${both}`)
  const slip = await screen.findByRole('article', { name: 'Packing slip of AM20260105-0001' })
  for (const line of ['14 Linden Mews', 'United Kingdom']) within(slip).getByText(line)
  expect(slip).toHaveTextContent('AM-ACC-008-M')
  expect(slip).toHaveTextContent('Pieces in all3')
  expect(slip).not.toHaveTextContent(/[£€]/)
  expect(screen.getAllByRole('article')).toHaveLength(2)
})

test('an order in parcels has a slip for each, and one for what is left; one parcel alone has its own', async () => {
  const parcel = (id: string, line: number, quantity: number) => ({
    id,
    shipment_lines: [{ line, quantity }],
  })
  fake.tables.orders = [{ ...order, shipments: [parcel('p1', 0, 1), parcel('p2', 1, 1)] }]
  fake.rpc.pieces_to_send = () => [
    { order_id: order.id, line: 0, to_send: 1 },
    { order_id: order.id, line: 1, to_send: 0 },
  ]
  const path = `/admin/orders/print?paper=packing&orders=${order.order_number}`
  open(path)
  const slip = (title: string) =>
    screen.findByRole('article', { name: `Packing slip of AM20260105-0001, ${title}` })
  expect(await slip('Parcel 1')).toHaveTextContent(/Hours Silk Robe.*Pieces in all1/)
  expect(await slip('Parcel 2')).toHaveTextContent(/Vesper Candle.*Pieces in all1/)
  expect(await slip('To be sent')).toHaveTextContent(/Hours Silk Robe.*Pieces in all1/)
  cleanup()
  open(`${path}&shipment=p2`)
  await slip('Parcel 2')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('an invoice has the amounts in the order’s currency, and says what is not paid', async () => {
  const router = open(`/admin/orders/print?orders=${both}`)
  await screen.findByRole('article', { name: 'Packing slip of AM20260105-0001' })
  await userEvent.click(screen.getByRole('radio', { name: 'Invoices' }))
  const invoice = within(await screen.findByRole('article', { name: 'Invoice of AM20260105-0001' }))
  invoice.getByText('Tax point: 5 January 2026')
  for (const amount of ['£183.28', '£36.66', '£219.94']) invoice.getByText(amount)
  const unpaid = within(screen.getByRole('article', { name: 'Invoice of AM20260104-0031' }))
  unpaid.getByText('This order has not been paid.')
  unpaid.getByText('€41.75')
  expect(router.state.location.search).toContain('paper=invoice')
})

test('a discount and a gift card are on the invoice', async () => {
  fake.tables.orders = [
    {
      ...order,
      promotion_code: 'SPRING',
      discount_amount: 10,
      total: 207.94,
      tax_amount: 34.66,
      gift_card_amount: 7.94,
      gift_card_hint: 'W4M0',
    },
  ]
  open(`/admin/orders/print?paper=invoice&orders=${order.order_number}`)
  const invoice = within(await screen.findByRole('article'))
  invoice.getByText('Discount (SPRING)')
  invoice.getByText('−£10.00')
  invoice.getByText('£7.94 was paid by the gift card ending W4M0, £200.00 by card.')
})

test('orders that there are not are named, and none chosen says where to choose', async () => {
  open(`/admin/orders/print?orders=${order.order_number},AM20200101-0001,nonsense`)
  expect((await screen.findByRole('alert')).textContent).toBe('There is no order AM20200101-0001.')
  cleanup()
  open('/admin/orders/print?orders=nonsense')
  await screen.findByText('No orders chosen')
  expect(screen.getByRole('button', { name: 'Print' })).toBeDisabled()
})

test('orders selected in the list are printed together, and the way back leads to the list as it was', async () => {
  const router = open('/admin/orders?status=processing')
  for (const number of [order.order_number, guestOrder.order_number])
    await userEvent.click(await screen.findByRole('checkbox', { name: new RegExp(number) }))
  const bar = within(screen.getByRole('group', { name: 'Selected' }))
  bar.getByText('2 selected')
  await userEvent.click(bar.getByRole('link', { name: 'Invoices' }))
  await screen.findByRole('article', { name: 'Invoice of AM20260105-0001' })
  expect(router.state.location.search).toBe(`?paper=invoice&orders=${both}`)
  await userEvent.click(screen.getByRole('radio', { name: 'Packing slips' }))
  await userEvent.click(await screen.findByRole('link', { name: 'Back to the orders' }))
  expect(router.state.location.search).toBe('?status=processing')
})

test('a selection is cleared with its bar', async () => {
  open('/admin/orders')
  await userEvent.click(await screen.findByRole('checkbox', { name: /AM20260105-0001/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('group', { name: 'Selected' })).not.toBeInTheDocument()
})
