// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { chooseInMenu } from '../../../kit/menu-testing'
import '../../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../../testing'
import '../products-page'
import { latest, oil, pageOf, productBackend, silk } from '../testing'

let fake: FakeSupabase
const done = [{ id: silk.id, version: 4, before: { price: 40, variants: [] } }]

beforeEach(() => {
  fake = productBackend()
})

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const select = async (...names: string[]) => {
  for (const name of names)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
}
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

test('prices change by a percentage that is previewed, and back', async () => {
  fake.rpc.bulk_products = () => ({ done, conflicts: [], rejected: [] })
  fake.rpc.undo_bulk = () => ({ done, conflicts: [], rejected: [] })
  open('/admin/products')
  await select('Silk Robe', 'Warming Oil')
  screen.getByText('2 selected')
  await press('Change price')
  const form = dialog('Change price')
  await userEvent.type(form.getByLabelText(/^Percent/), '-10')
  form.getByText('£40.00 → £36.00')
  form.getByText('£19.99 → £17.99')
  await userEvent.click(form.getByRole('button', { name: 'Change price' }))
  await screen.findByText('1 product changed.')
  expect(latest(fake, 'bulk_products')).toEqual({
    p_ids: [
      { id: silk.id, version: 3 },
      { id: oil.id, version: 7 },
    ],
    p_change: { price: { percent: -10 } },
  })
  await waitFor(() => expect(screen.queryByText('2 selected')).not.toBeInTheDocument())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await press('Undo')
  await screen.findByText('1 product as before.')
  expect(latest(fake, 'undo_bulk')).toEqual({ p_done: done })
})

test('products that somebody else changed meanwhile are listed with the rejected ones', async () => {
  fake.rpc.bulk_products = () => ({
    done: [],
    conflicts: [{ id: silk.id, name: 'Silk Robe', version: 9 }],
    rejected: [{ id: oil.id, name: 'Warming Oil', reason: 'Only 4 in stock.' }],
  })
  open('/admin/products')
  await select('Silk Robe', 'Warming Oil')
  await press('Change stock')
  const form = dialog('Change stock')
  await userEvent.type(form.getByLabelText(/^Add or remove/), '-5')
  await userEvent.type(form.getByLabelText(/^Note/), 'Broken')
  await userEvent.click(form.getByRole('button', { name: 'Change stock' }))
  await screen.findByText('Silk Robe: somebody else changed it meanwhile.')
  const report = dialog('2 products not changed')
  report.getByText('Warming Oil: Only 4 in stock.')
  expect(latest(fake, 'bulk_products')).toMatchObject({ p_change: { stock_change: -5, note: 'Broken' } })
  expect(screen.queryByRole('dialog', { name: 'Change stock' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('the products move to a category, and an undo says what stays; a change that fails says so and keeps the selection', async () => {
  fake.rpc.bulk_products = () => rejection(403, 'PT403', 'Your role does not allow this.')
  open('/admin/products')
  await select('Warming Oil')
  await press('Activate')
  await screen.findByText('Failed to change products. Please try again. Your role does not allow this.')
  screen.getByText('1 selected')
  fake.rpc.bulk_products = () => ({ done, conflicts: [], rejected: [] })
  await press('Move to category')
  const form = dialog('Move to category')
  await userEvent.selectOptions(form.getByLabelText('Category'), 'Silk')
  await userEvent.click(form.getByRole('button', { name: 'Move' }))
  await screen.findByText('1 product changed.')
  expect(latest(fake, 'bulk_products')).toMatchObject({ p_change: { category_id: 'c1' } })
  fake.rpc.undo_bulk = () => ({ done: [], conflicts: [{ id: silk.id, name: 'Silk Robe' }], rejected: [] })
  await press('Undo')
  await screen.findByText('0 products as before. 1 product changed since stays.')
})

test('archiving the selection can be undone for each as it was', async () => {
  fake.rpc.archive_products = () => 2
  open('/admin/products')
  await select('Silk Robe', 'Warming Oil')
  await chooseInMenu('More for the selected products', 'Archive')
  await screen.findByText('2 products left the shop. Orders keep them.')
  await press('Undo')
  await screen.findByText('2 products are in the list again.')
  expect(latest(fake, 'archive_products')).toEqual({
    p_ids: [silk.id, oil.id],
    p_archived: false,
    p_active: [silk.id],
  })
})

test('matching products on other pages can be selected too, up to the limit of one change', async () => {
  fake.rpc.office_products = ({ p_page: page, p_size: size }) => {
    if (size === 25) return pageOf([silk, oil], { total: 102, pages: 5 })
    const rows = Array.from({ length: page === 1 ? 100 : 2 }, (_, place) => ({
      ...silk,
      id: `${String(page)}-${String(place)}`,
    }))
    return pageOf(rows, { total: 102, pages: 2, page })
  }
  open('/admin/products?status=active')
  await select('Silk Robe')
  await press('Select all 102 that match')
  await screen.findByText('102 selected')
  expect(screen.queryByRole('button', { name: /that match/ })).not.toBeInTheDocument()
})
