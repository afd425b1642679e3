// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import './labels-page'
import '../scan/scan-page'
import { open } from '../../testing'

const id = (place: number) => `00000000-0000-4000-8000-00000000000${place}`
const [pebble, robe, medium, large] = [id(1), id(2), id(3), id(4)]
const unit = {
  sku: null,
  barcode: null,
  price: 100,
  inventory_quantity: 3,
  low_stock_threshold: 5,
  track_inventory: true,
  is_active: true,
}
const products = [
  {
    ...unit,
    id: pebble,
    slug: 'riva-pebble',
    name: 'Riva Pebble',
    images: [],
    options: [],
    sku: 'AM-TOY-001',
  },
  {
    ...unit,
    id: robe,
    slug: 'hours-silk-robe',
    name: 'Hours Silk Robe',
    images: [],
    options: [{ name: 'Size', values: ['M', 'L'] }],
  },
]
const variants = [
  { ...unit, id: large, option_values: ['L'], image: null, price: 200, barcode: '5901234123457' },
  { ...unit, id: medium, option_values: ['M'], image: null },
]
let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  fake = fakeSupabase({
    tables: {
      products: products.map((product) => ({
        ...product,
        product_variants: product.id === robe ? variants : [],
      })),
      product_variants: variants.map((variant) => ({ ...variant, products: products[1] })),
    },
    rpc: { search_products: () => [{ id: robe }] },
  })
  fake.addStaff()
})

const sheet = () => screen.findByLabelText('Sheet 1 of 1')
const textsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('a label has name, values, the price that is charged with VAT, SKU and the QR code of its page', async () => {
  open(`/admin/scan?labels=${pebble}*2,${medium}`)
  const labels = await sheet()
  // 100.00 × 0.79 + 20 % VAT
  expect(textsOf(labels)).toEqual([
    'Riva Pebble£94.80 incl. VATAM-TOY-001',
    'Riva Pebble£94.80 incl. VATAM-TOY-001',
    'Hours Silk RobeM£94.80 incl. VAT',
  ])
  within(labels).getByRole('img', { name: 'QR code of Hours Silk Robe, M' })
  screen.getByRole('button', { name: 'Print 3 labels' })
})

test('a product with options is all its variants in the order of their values', async () => {
  open(`/admin/scan?labels=${robe}`)
  expect(textsOf(await sheet())).toEqual([
    'Hours Silk RobeM£94.80 incl. VAT',
    'Hours Silk RobeL£189.60 incl. VAT',
  ])
})

test('barcodes are drawn instead; what has neither barcode nor SKU keeps its QR code', async () => {
  open(`/admin/scan?labels=${pebble},${robe}`)
  await sheet()
  await userEvent.click(screen.getByRole('radio', { name: 'Barcode' }))
  const labels = await sheet()
  within(labels).getByRole('img', { name: 'Barcode AM-TOY-001 of Riva Pebble' })
  within(labels).getByRole('img', { name: 'QR code of Hours Silk Robe, M' })
  within(labels).getByRole('img', { name: 'Barcode 5901234123457 of Hours Silk Robe, L' })
})

test('products are found, added, counted and removed, all in the address', async () => {
  const router = open('/admin/scan?labels=')
  await screen.findByText('No labels yet')
  await userEvent.type(screen.getByLabelText('Product name or SKU'), 'robe{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Add Hours Silk Robe, L' }))
  await sheet()
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Labels of Hours Silk Robe, L' })).getByRole('button', {
      name: 'Increase quantity',
    }),
  )
  await screen.findByRole('button', { name: 'Print 2 labels' })
  expect(router.state.location.search).toBe(`?labels=${large}*2`)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Hours Silk Robe, L' }))
  await screen.findByText('No labels yet')
})

test('a label that was just added stays when the number of copies of another changes', async () => {
  const router = open(`/admin/scan?labels=${pebble}`)
  await sheet()
  await userEvent.type(screen.getByLabelText('Product name or SKU'), 'robe{Enter}')
  const add = await screen.findByRole('button', { name: 'Add Hours Silk Robe, L' })
  fake.responses['GET /rest/v1/product_variants'] = () => new Promise(() => undefined)
  await userEvent.click(add)
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Labels of Riva Pebble' })).getByRole('button', {
      name: 'Increase quantity',
    }),
  )
  await waitFor(() =>
    expect(decodeURIComponent(router.state.location.search)).toBe(`?labels=${pebble}*2,${large}`),
  )
  await within(add).findByText('Added')
})

test('printing prints the page; used labels of the sheet are left free', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open(`/admin/scan?labels=${pebble}`)
  await sheet()
  await userEvent.selectOptions(screen.getByLabelText('First free label of the sheet'), '4')
  expect((await sheet()).children).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Print 1 label' }))
  expect(print).toHaveBeenCalledTimes(1)
})

test('labels that fail to load have a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['GET /rest/v1/products'] = () => rejection(400, 'XX000', 'broken')
  open(`/admin/scan?labels=${pebble}`)
  await screen.findByText('The products could not be loaded')
  delete fake.responses['GET /rest/v1/products']
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => screen.getByRole('button', { name: 'Print 1 label' }))
})
