// @vitest-environment happy-dom
import { storeStaffSession, type FakeSupabase } from '@shop/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { chooseInMenu } from '../../kit/menu-testing'
import '../layout/back-office' // loaded here, so that no test waits for it
import { productListParams } from '../../catalogue/products/product-list-state'
import '../../catalogue/products/products-page'
import { productBackend } from '../../catalogue/products/testing'
import { open } from '../../testing'
import './view-dialogs'
import { viewQuery, withView } from './view-query'

let fake: FakeSupabase
const view = (more: object) => ({
  id: 'v1',
  name: 'Hidden ones',
  query: 'status=inactive&sort=name',
  columns: ['sku'],
  shared: false,
  is_default: false,
  is_mine: true,
  by: 'Rowan Ashby',
  ...more,
})

beforeEach(() => {
  storeStaffSession()
  fake = productBackend()
  fake.rpc.saved_views = () => [view({})]
})

const sent = (method: string) => fake.sent(`${method} /rest/v1/staff_views`)

test('a view is applied, and the button says which one is shown', async () => {
  const router = open('/admin/products?q=silk&page=3')
  await chooseInMenu('Views', /^Hidden ones/)
  await screen.findByRole('button', { name: 'View: Hidden ones' })
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    status: 'inactive',
    sort: 'name',
  })
  expect(screen.queryByRole('columnheader', { name: 'SKU' })).not.toBeInTheDocument()
})

test('the default view is shown when the list is opened without filters, and only then', async () => {
  fake.rpc.saved_views = () => [view({ is_default: true })]
  const router = open('/admin/products')
  await screen.findByRole('button', { name: 'View: Hidden ones' })
  expect(router.state.location.search).toContain('status=inactive')
  cleanup()
  const other = open('/admin/products?stock=out')
  await screen.findByRole('button', { name: 'Views' })
  expect(other.state.location.search).toBe('?stock=out')
})

test('the filters in use are saved under a name', async () => {
  open('/admin/products?status=active&page=2&gone=1')
  await chooseInMenu('Views', 'Save this view')
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(dialog.getByLabelText(/^Name/), '  For sale ')
  await userEvent.click(dialog.getByRole('switch', { name: /Open the list/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save view' }))
  await screen.findByText('View saved')
  expect(JSON.parse(sent('POST')[0]?.body ?? '')).toEqual({
    screen: 'products',
    name: 'For sale',
    query: 'status=active',
    columns: [],
    shared: false,
    is_default: true,
  })
})

test('a view is renamed and updated, and a name that is taken is said at its field', async () => {
  open('/admin/products?stock=out')
  await chooseInMenu('Views', /^Change “Hidden ones”/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change view' }))
  const name = dialog.getByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Sold out')
  await userEvent.click(dialog.getByRole('switch', { name: /Update it/ }))
  fake.responses['PATCH /rest/v1/staff_views'] = () =>
    Response.json({ code: '23505', message: 'duplicate key value' }, { status: 409 })
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await dialog.findByText('You already have a view with this name.')
  delete fake.responses['PATCH /rest/v1/staff_views']
  await userEvent.click(dialog.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('View changed')
  expect(JSON.parse(sent('PATCH').at(-1)?.body ?? '')).toMatchObject({ name: 'Sold out', query: 'stock=out' })
})

test('a deleted view can be brought back', async () => {
  open('/admin/products?stock=out')
  await chooseInMenu('Views', /^Change “Hidden ones”/)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('View “Hidden ones” deleted')
  expect(sent('DELETE')[0]?.line).toContain('id=eq.v1')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => {
    expect(JSON.parse(sent('POST')[0]?.body ?? '{}')).toMatchObject({ name: 'Hidden ones', columns: ['sku'] })
  })
})

test('only those who may share are asked whether to, and nobody changes the views of others', async () => {
  fake.rpc.saved_views = () => [view({ is_mine: false, shared: true })]
  fake.addStaff({ role: 'moderator', rights: [] })
  open('/admin/products')
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
  await screen.findByText('Shared by Rowan Ashby')
  expect(screen.queryByRole('menuitem', { name: /^Change/ })).not.toBeInTheDocument()
  await userEvent.keyboard('save{Enter}')
  await screen.findByRole('dialog', { name: 'Save this view' })
  expect(screen.queryByRole('switch', { name: /Share/ })).not.toBeInTheDocument()
})

test('a view of an older or malicious screen keeps what the screen understands', () => {
  const query = 'status=nonsense&gone=1&stock=low&sort=%3Cscript%3E&page=9&product=none&q='
  expect(viewQuery(productListParams, new URLSearchParams(query))).toBe('stock=low')
  const at = new URLSearchParams('status=active&page=4&product=p1')
  expect(Object.fromEntries(withView(productListParams, at, query))).toEqual({ stock: 'low', product: 'p1' })
})
