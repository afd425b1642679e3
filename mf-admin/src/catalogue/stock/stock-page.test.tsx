// @vitest-environment happy-dom
import { fakeSupabase, rejection, shopper, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './low-stock-page'
import './stock-page'

const robe = '11111111-0000-4000-8000-000000000001'
const unit = (variant: string, value: string, stock: number, more: object = {}) => ({
  variant_id: variant,
  option_values: [value],
  sku: `AM-${value}`,
  barcode: null,
  stock,
  held: 0,
  low_stock_threshold: 5,
  track_inventory: true,
  is_active: true,
  waiting: 0,
  ...more,
})
const movement = (id: number, more: object = {}) => ({
  id,
  product_id: robe,
  variant_id: 'm',
  kind: 'received',
  quantity: 3,
  note: '',
  actor: null,
  created_at: '2026-01-05T23:30:00Z',
  ...more,
})
const low = {
  product_id: robe,
  variant_id: 'm',
  name: 'Silk Robe',
  slug: 'silk-robe',
  option_values: ['M'],
  sku: 'AM-M',
  image: null,
  is_active: true,
  archived_at: null,
  stock: 0,
  low_stock_threshold: 5,
  since: '2026-01-05T23:30:00Z',
  waiting: 2,
}

let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase({
    rpc: {
      stock_of: () => ({
        id: robe,
        name: 'Silk Robe',
        slug: 'silk-robe',
        options: [{ name: 'Size' }],
        units: [unit('m', 'M', 4, { held: 1, waiting: 2 }), unit('l', 'L', 40, { is_active: false })],
      }),
      low_stock: () => ({ rows: [low], total: 1, page: 1, pages: 1 }),
    },
    tables: { inventory_movements: [movement(1)] },
  })
  fake.addStaff()
})

const openStock = () => open(`/admin/stock?product=${robe}`)
const change = async (by: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Change stock of Silk Robe, M' }))
  fireEvent.change(screen.getByLabelText(/^Change by/), { target: { value: by } })
  await userEvent.click(screen.getByRole('button', { name: 'Update stock' }))
}

test('an address without a product asks for no stock', async () => {
  open('/admin/stock')
  expect(await screen.findByRole('heading', { name: 'This product does not exist' })).toBeVisible()
  expect(fake.sent('POST /rest/v1/rpc/stock_of')).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
})

test('each variant has its stock, what payments hold and who waits; the history says who did what, and names no shopper', async () => {
  fake.tables.inventory_movements = [
    movement(1, { actor: shopper.id, note: 'Delivery 12' }),
    movement(2, { kind: 'sold', quantity: -1 }),
  ]
  openStock()
  await screen.findByRole('heading', { name: 'Stock of Silk Robe' })
  const medium = within(screen.getByText('M').closest('tr') ?? document.body)
  medium.getByText('4')
  medium.getByText('1')
  medium.getByText('2 waiting')
  within(screen.getByText('L').closest('tr') ?? document.body).getByText('Inactive')
  await screen.findByText('Rowan Ashby: Delivery 12')
  screen.getByText('Received, M')
  screen.getByText('Sold, M')
  screen.getByText('A shopper’s order')
  expect(screen.getAllByText('5 Jan 2026, 23:30')).toHaveLength(2)
})

test('older movements are read a page at a time', async () => {
  fake.tables.inventory_movements = Array.from({ length: 30 }, (_, place) => movement(30 - place))
  openStock()
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(fake.sent('GET /rest/v1/inventory_movements').at(-1)?.line).toContain('id=lt.6'))
})

test('a change is sent as a difference, and everything is read again; why it is rejected is said in the dialog', async () => {
  fake.rpc.adjust_stock = () => rejection(409, 'PT409', 'Only 4 in stock.')
  openStock()
  await change('3')
  await screen.findByText('Only 4 in stock.')
  fake.rpc.adjust_stock = () => 7
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Update stock' }))
  await screen.findByText('Silk Robe, M: 7 in stock.')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(JSON.parse(fake.sent('POST /rest/v1/rpc/adjust_stock').at(-1)?.body ?? '')).toMatchObject({
    p_product_id: robe,
    p_variant_id: 'm',
    p_change: 3,
    p_kind: 'received',
  })
  // When it was opened, and after each press.
  await waitFor(() => expect(fake.sent('POST /rest/v1/rpc/stock_of')).toHaveLength(3))
})

test('a product that is gone, and a backend that fails', async () => {
  fake.rpc.stock_of = () => rejection(404, 'PT404', 'Product Not Found')
  openStock()
  await screen.findByText('This product does not exist')
  cleanup()
  fake.rpc.stock_of = () => rejection(409, 'XX000', 'broken')
  openStock()
  await screen.findByText('Failed to load the stock.')
})

test('without the right to change the catalogue stock is read only', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  openStock()
  await screen.findByText('2 waiting')
  expect(screen.queryByRole('button', { name: /^Change stock/ })).not.toBeInTheDocument()
})

test('products with low stock are listed with their threshold until their stock is changed there', async () => {
  fake.rpc.adjust_stock = () => 3
  open('/admin/low-stock')
  await screen.findByText('1 at or below their threshold')
  screen.getByText('2 waiting')
  screen.getByText('5 Jan 2026')
  expect(screen.getByRole('link', { name: 'Silk Robe' })).toHaveAttribute(
    'href',
    `/admin/stock?product=${robe}`,
  )
  fake.rpc.low_stock = () => ({ rows: [], total: 0, page: 1, pages: 1 })
  await change('3')
  await screen.findByText('Silk Robe, M: 3 in stock.')
  await screen.findByText('Nothing is low')
})
