// @vitest-environment happy-dom
import { testSettings } from '@shop/settings/testing'
import { rejection, renderApp, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { chooseInMenu } from '../../kit/menu-testing'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import routes from '../../routes'
import { open } from '../../testing'
import './products-page'
import { latest, oil, pageOf, productBackend, silk } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = productBackend()
})

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const choose = (product: string, item: string) => chooseInMenu(`More for ${product}`, item)

test('the list has the columns of the specification', async () => {
  open('/admin/products')
  const first = await rowOf('Silk Robe')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Select all on this page',
    'Image',
    'Name',
    'SKU',
    'Price',
    'Stock',
    'Category',
    'Status',
    'Actions',
  ])
  first.getByText('£40.00')
  first.getByText('Silk')
  first.getByText('Active')
  expect(first.queryByText('Featured')).not.toBeInTheDocument()
  expect(first.queryByText('in stock, low', { exact: false })).not.toBeInTheDocument()
  const second = await rowOf('Warming Oil')
  second.getByText('Featured')
  expect(second.getByText('£25.00').tagName).toBe('S')
  second.getByText('Uncategorized')
  expect(second.getAllByText('Inactive')).toHaveLength(2)
  second.getByText('in stock, low', { exact: false })
  expect(second.getByRole('presentation')).toHaveAttribute('src', expect.stringContaining('/placeholders/'))
  screen.getByText('2 products')
})

test('a product that goes live later is scheduled, and says when', async () => {
  fake.rpc.office_products = () => pageOf([{ ...oil, publish_at: '2026-12-01T09:00:00+00:00' }])
  open('/admin/products?status=scheduled')
  const row = await rowOf('Warming Oil')
  // Below the name on a phone, and in the column of the status.
  expect(row.getAllByText('Scheduled')).toHaveLength(2)
  expect(row.getAllByText('1 Dec 2026, 09:00')).toHaveLength(2)
  expect(latest(fake, 'office_products')).toMatchObject({ p_filter: { status: 'scheduled' } })
})

test('what stock is marked as low is a setting', async () => {
  renderApp(routes, {
    path: '/admin/products',
    settings: { ...testSettings, stock: { ...testSettings.stock, adminLowBelow: 4 } },
  })
  const oils = await rowOf('Warming Oil')
  expect(oils.queryByText('in stock, low', { exact: false })).not.toBeInTheDocument()
})

test('filters, order and page of the URL are asked for and shown', async () => {
  fake.rpc.office_products = () => pageOf([silk], { total: 1000, exact: false, page: 2, pages: 40 })
  open(
    '/admin/products?q=silk&category=none&status=active&stock=low&featured=true&picture=without&sort=-price&page=2',
  )
  await screen.findByText('Silk Robe')
  expect(latest(fake, 'office_products')).toEqual({
    p_filter: {
      q: 'silk',
      category: 'none',
      status: 'active',
      stock: 'low',
      featured: 'true',
      picture: 'without',
    },
    p_sort: '-price',
    p_page: 2,
    p_size: 25,
  })
  for (const label of [
    'Search: silk',
    'Category: Uncategorized',
    'Status: Active',
    'Stock: Low stock',
    'Featured',
    'Without picture',
  ])
    screen.getByRole('button', { name: `Remove filter: ${label}` })
  expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  screen.getByText('More than 1,000 products')
})

test('a filter goes to the URL and back to page 1; its chip removes it; the key / goes to the search', async () => {
  const router = open('/admin/products?page=2')
  await screen.findByText('Silk Robe')
  await userEvent.selectOptions(screen.getByLabelText('Stock'), 'Out of stock')
  expect(router.state.location.search).toBe('?stock=out')
  await press('Remove filter: Stock: Out of stock')
  expect(router.state.location.search).toBe('')
  // The focus goes there from the chip, once it is gone.
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  await userEvent.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search by name or SKU' })).toHaveFocus()
  await userEvent.keyboard('oil{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?q=oil'))
  await waitFor(() => expect(latest(fake, 'office_products')).toMatchObject({ p_filter: { q: 'oil' } }))
})

test('an empty list says how to go on', async () => {
  fake.rpc.office_products = () => pageOf([])
  const router = open('/admin/products')
  await screen.findByText('No products found')
  screen.getByText('Create your first product to get started.')
  await router.navigate('/admin/products?q=nothing')
  await screen.findByText('Adjust the filters to see more.')
})

test('a list that fails says so and is read again', async () => {
  fake.rpc.office_products = () => rejection(400, 'XX000', 'broken')
  open('/admin/products')
  await screen.findByText('The products could not be loaded')
  await screen.findByText('Failed to load products and categories.')
  fake.rpc.office_products = () => pageOf([oil])
  await press('Try again')
  await screen.findByText('Warming Oil')
})

test('a product is deleted after a question, or it is said why not', async () => {
  fake.rpc.delete_product = () => rejection(403, 'PT403', 'Your role does not allow this.')
  open('/admin/products')
  await press('Delete Silk Robe')
  screen.getByText('Are you sure you want to delete "Silk Robe"? This action cannot be undone.')
  expect(fake.sent('POST /rest/v1/rpc/delete_product')).toEqual([])
  await press('Delete')
  await screen.findByText('Failed to delete product. Please try again. Your role does not allow this.')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  fake.rpc.delete_product = () => undefined
  await press('Delete Silk Robe')
  await press('Delete')
  await screen.findByText('Product deleted successfully.')
  expect(latest(fake, 'delete_product')).toEqual({ p_id: silk.id, p_version: 3 })
  // When it was opened, and after each press.
  await waitFor(() => expect(fake.sent('POST /rest/v1/rpc/office_products')).toHaveLength(3))
})

test('before a product that was ordered is deleted, archiving it is offered', async () => {
  fake.rpc.product_is_ordered = () => true
  fake.rpc.archive_products = () => undefined
  open('/admin/products')
  await press('Delete Silk Robe')
  await screen.findByText(/^It was ordered\. Its orders keep their names and prices/)
  await press('Archive instead')
  await screen.findByText('“Silk Robe” left the shop. Orders keep it.')
  expect(latest(fake, 'archive_products')).toMatchObject({ p_ids: [silk.id], p_archived: true })
  expect(fake.sent('POST /rest/v1/rpc/delete_product')).toEqual([])
})

test('an archived product leaves the list, and Undo brings it back as it was', async () => {
  let shown = [silk, oil]
  fake.rpc.office_products = () => pageOf(shown)
  fake.rpc.archive_products = ({ p_archived: archived }) => {
    shown = archived ? [oil] : [silk, oil]
    return 1
  }
  open('/admin/products')
  await screen.findByText('Silk Robe')
  await choose('Silk Robe', 'Archive')
  await screen.findByText('“Silk Robe” left the shop. Orders keep it.')
  expect(latest(fake, 'archive_products')).toEqual({ p_ids: [silk.id], p_archived: true, p_active: [] })
  await waitFor(() => expect(screen.queryByText('Silk Robe')).not.toBeInTheDocument())
  await press('Undo')
  await screen.findByText('“Silk Robe” is in the list again.')
  expect(latest(fake, 'archive_products')).toEqual({
    p_ids: [silk.id],
    p_archived: false,
    p_active: [silk.id],
  })
  await screen.findByText('Silk Robe')
})

test('an archived product is restored as inactive', async () => {
  fake = productBackend([{ ...oil, archived_at: '2026-01-01T00:00:00Z' }])
  fake.rpc.archive_products = () => 1
  open('/admin/products?status=archived')
  const row = await rowOf('Warming Oil')
  expect(row.getAllByText('Archived')).toHaveLength(2)
  await choose('Warming Oil', 'Restore')
  await screen.findByText('“Warming Oil” is in the list again, inactive.')
})

test('a copy opens its form', async () => {
  fake.rpc.duplicate_product = () => ({ id: oil.id, slug: 'copy', version: 1 })
  const router = open('/admin/products?q=silk')
  await screen.findByText('Silk Robe')
  await choose('Silk Robe', 'Duplicate')
  await screen.findByText('The copy is inactive and has no stock.')
  expect(router.state.location.search).toBe(`?q=silk&product=${oil.id}`)
})

test('without the right to change the catalogue there are no actions', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/products')
  await screen.findByText('Silk Robe')
  expect(screen.queryByRole('button', { name: /^(Delete|More)/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^(Edit|Add|Import)/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).not.toBeInTheDocument()
})
