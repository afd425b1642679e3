// @vitest-environment happy-dom
import { fakeSupabase, storeSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { open } from '../testing'
import { order } from './testing'

let fake: FakeSupabase

// Loaded before, so that no test waits for the first of them.
beforeAll(() => Promise.all([import('./order-details')]))

beforeEach(() => {
  storeSession()
  fake = fakeSupabase()
})

async function openDetails() {
  fake.responses['GET /rest/v1/orders'] = () => Response.json([order])
  open('/account/orders')
  await userEvent.click(await screen.findByRole('button', { name: /View Details/ }))
  return within(await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }))
}

test('more orders come by the last one shown, and the count is of all', async () => {
  const many = Array.from({ length: 14 }, (_, place) => ({
    ...order,
    id: `o${String(place).padStart(2, '0')}`,
    order_number: `AM20250105-${String(100 - place).padStart(4, '0')}`,
    created_at: `2025-01-${String(28 - place).padStart(2, '0')}T10:00:00+00:00`,
  }))
  fake.responses['GET /rest/v1/orders'] = (request) => {
    const { searchParams } = new URL(request.url)
    const after = /created_at\.lt\."([^"]+)"/.exec(searchParams.get('or') ?? '')?.[1]
    const rows = after ? many.filter(({ created_at }) => created_at < after) : many
    return Response.json(rows.slice(0, Number(searchParams.get('limit'))))
  }
  fake.rpc.count_my_orders = () => 14
  open('/account/orders')
  await screen.findByText('14 order(s) found')
  expect(screen.getAllByRole('button', { name: /View Details/ })).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Show more orders' }))
  await screen.findByText('AM20250105-0087')
  expect(screen.getAllByRole('button', { name: /View Details/ })).toHaveLength(14)
  expect(screen.queryByRole('button', { name: 'Show more orders' })).not.toBeInTheDocument()
})

test('more than a thousand orders are not counted to the end', async () => {
  const many = Array.from({ length: 11 }, (_, place) => ({
    ...order,
    id: `o${String(place)}`,
    order_number: `AM${String(place)}`,
  }))
  fake.responses['GET /rest/v1/orders'] = () => Response.json(many)
  fake.rpc.count_my_orders = () => 1001
  open('/account/orders')
  await screen.findByText('1000+ order(s) found')
})

test('a change of the order is shown without a reload, in the list and in the open details', async () => {
  const dialog = await openDetails()
  await waitFor(() =>
    expect(fake.realtime.followed().map(({ table }) => table)).toEqual([
      'orders',
      'shipments',
      'tracking_events',
      'returns',
    ]),
  )
  fake.responses['GET /rest/v1/orders'] = () =>
    Response.json([{ ...order, status: 'shipped', payment_status: 'refunded' }])
  fake.realtime.change('orders')
  await dialog.findByText('Shipped')
  expect((await screen.findAllByText('Refund arranged')).length).toBeGreaterThan(1)
})

test('a link to an order opens its details; one that is not there says so', async () => {
  fake.responses['GET /rest/v1/orders'] = (request) =>
    Response.json(request.url.includes('eq.AM20250105-0001') ? [order] : [])
  open('/account/orders?order=AM20250105-0001')
  await screen.findByRole('dialog', { name: 'Order AM20250105-0001' }, { timeout: 5000 })
  cleanup()
  open('/account/orders?order=AM20250105-0099')
  await screen.findByText('This order could not be found or loaded.')
})
