// @vitest-environment happy-dom
import type { FakeSupabase } from '@shop/testing'
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import '../../dashboard/dashboard-page' // loaded here, so that no test waits for it
import '../layout/back-office'
import '../../catalogue/products/products-page'
import { pageOf, productBackend, productRecord, silk } from '../../catalogue/products/testing'
import '../../catalogue/scan/scan-page'
import '../../catalogue/stock/low-stock-page'
import '../../catalogue/stock/stock-page'
import { open } from '../../testing'
import { shownBy } from './use-refresh'

let fake: FakeSupabase
let stock: number

const figures = {
  products_total: 1,
  products_active: 1,
  categories: 1,
  orders_total: 0,
  orders_pending: 0,
  customers: 0,
  revenue: 0,
  paid: 0,
}
const unit = () => ({
  product_id: silk.id,
  variant_id: null,
  name: silk.name,
  slug: silk.slug,
  options: [],
  option_values: [],
  sku: 'AM-1',
  barcode: null,
  price: 40,
  image: null,
  stock,
  held: 0,
  waiting: 0,
  low_stock_threshold: 50,
  track_inventory: true,
  is_active: true,
  archived_at: null,
  since: '2026-01-05T23:30:00Z',
})

beforeEach(() => {
  stock = 12
  fake = productBackend()
  Object.assign(fake.rpc, {
    office_products: () => pageOf([{ ...silk, inventory_quantity: stock }]),
    product_record: () => ({ ...productRecord, inventory_quantity: stock }),
    stock_of: () => ({ id: silk.id, name: silk.name, slug: silk.slug, options: [], units: [unit()] }),
    low_stock: () => ({ rows: [unit()], total: 1, page: 1, pages: 1 }),
    find_by_code: () => ({ units: [unit()] }),
    dashboard_stats: () => ({ ...figures, low_stock: stock }),
    save_product: ({ p_stock_change: change }: { p_stock_change?: unknown }) => {
      stock += Number(change)
      return { id: silk.id }
    },
    adjust_stock: ({ p_change: change }: { p_change?: unknown }) => (stock += Number(change)),
  } satisfies FakeSupabase['rpc'])
})

/** The screens that show the stock of the product, with the figure to look for. */
const screens: [path: string, find: (count: string) => Promise<HTMLElement>][] = [
  [`/admin/stock?product=${silk.id}`, (count) => screen.findByText(count)],
  ['/admin/low-stock', (count) => screen.findByText(count, { exact: false, selector: 'td *' })],
  ['/admin/scan?code=AM-1', (count) => screen.findByText(count)],
  ['/admin/dashboard', (count) => screen.findByText(count)],
  ['/admin/products', (count) => screen.findByText(count, { exact: false, selector: 'td *' })],
]

test.each([
  [
    'the form of a product',
    `/admin/products?product=${silk.id}`,
    async () => {
      fireEvent.change(await screen.findByLabelText(/^Stock Quantity/), { target: { value: '37' } })
      await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
      await screen.findByText('Product updated successfully.')
    },
  ],
  [
    'the inventory scan',
    '/admin/scan?code=AM-1',
    async () => {
      fireEvent.change(await screen.findByLabelText(/^Change by/), { target: { value: '25' } })
      await userEvent.click(screen.getByRole('button', { name: 'Update stock' }))
      await screen.findByText('Silk Robe: 37 in stock.')
    },
  ],
])(
  'changes by %s are shown at once by screens that were open before',
  async (_, at, change) => {
    const router = open('/admin/products')
    for (const [path, find] of screens) {
      await router.navigate(path)
      expect(await find('12')).toHaveTextContent('12')
    }
    await router.navigate(at)
    await change()
    for (const [path, find] of screens) {
      await router.navigate(path)
      expect(await find('37')).toHaveTextContent('37')
    }
  },
  30_000,
)

test('every query of the back office is shown by a subject, and every name there is one of a query', () => {
  const source = path.resolve(import.meta.dirname, '../..')
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|\.stories)\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(path.join(source, file), 'utf8').matchAll(/(?:\bkey:|Key =) \['([a-z-]+)'/g),
    ])
    .map(([, name]) => name)
  // A preview is made of its key; messages refresh themselves; an invitation is read by whoever is not staff yet.
  const others = ['office-messages', 'invitation', 'mail-preview', 'order-edit-preview', 'refund-quote']
  expect([...new Set([...Object.values(shownBy).flat(), ...others])].sort()).toEqual(
    [...new Set(names)].sort(),
  )
})
