// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { latest } from '../../catalogue/products/testing'
import { chooseInMenu } from '../../kit/menu-testing'
import { saveFile } from '../../kit/save-file'
import { customerBackend } from '../../people/customers/testing'
import '../../people/customers/customers-page'
import { open } from '../../testing'
import '../orders-page'
import { order, orderBackend, pageOf } from '../testing'

vi.mock('../../kit/save-file', () => ({ saveFile: vi.fn() }))

let fake: FakeSupabase
beforeEach(() => {
  vi.mocked(saveFile).mockClear()
})

const exportId = '44444444-0000-4000-8000-000000000001'
const saved = async () => {
  await waitFor(() => expect(saveFile).toHaveBeenCalled())
  const [content, name] = vi.mocked(saveFile).mock.calls[0] ?? []
  return { name, text: (await content?.text()) ?? '' }
}

test('the orders of the present filter are saved', async () => {
  fake = orderBackend()
  fake.rpc.start_export = () => exportId
  fake.rpc.export_rows = () => ({ rows: [], next: null })
  open('/admin/orders?payment=succeeded&from=2026-01-01&page=2')
  await chooseInMenu('Export', 'Order lines as CSV')
  const { name, text } = await saved()
  expect(name).toMatch(/^order-lines-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toMatch(/^\uFEFF?Order number,Order date,/)
  expect(latest(fake, 'start_export')).toEqual({
    p_kind: 'order_lines',
    p_filter: { payment: 'succeeded', from: '2026-01-01' },
  })
  await screen.findByText('One row for each line of the orders of this list.')
})

test('of a search that found more than the list shows it says so', async () => {
  fake = orderBackend()
  fake.rpc.office_orders = () => pageOf([order], { total: 1000, exact: false })
  fake.rpc.start_export = () => exportId
  fake.rpc.export_rows = () => ({ rows: [], next: null })
  open('/admin/orders?q=mail')
  await screen.findByText(order.order_number)
  await chooseInMenu('Export', 'Orders as CSV')
  await screen.findByText('One row for each order: the newest 1,000 orders of this search.')
})

test('customers are saved, all pages of them', async () => {
  fake = customerBackend()
  const customer = {
    email: 'ada@example.test',
    first_name: '=Ada',
    last_name: 'Lane',
    phone: null,
    joined: '2026-01-05',
    orders: 3,
    spent: 100.5,
    last_order: null,
    accepts_marketing: true,
    age_verified: false,
    address_line_1: null,
    address_line_2: null,
    city: null,
    state: null,
    postcode: null,
    country: null,
  }
  fake.rpc.start_export = () => exportId
  fake.rpc.export_rows = ({ p_after }) => ({
    rows: [customer],
    next: p_after === undefined ? 'second' : null,
  })
  open('/admin/customers?q=ada')
  await chooseInMenu('Export', 'Customers as CSV')
  const { text } = await saved()
  const line = "ada@example.test,'=Ada,Lane,,2026-01-05,3,100.50,,yes,no,,,,,,"
  expect(text.split('\r\n').slice(1)).toEqual([line, line, ''])
  expect(latest(fake, 'start_export')).toEqual({ p_kind: 'customers', p_filter: { q: 'ada' } })
})

test('without the right nothing is offered', async () => {
  fake = orderBackend()
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/orders')
  await screen.findByText(order.order_number)
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument()
})

test('a failure is told, and no file is saved', async () => {
  fake = orderBackend()
  fake.responses['POST /rest/v1/rpc/start_export'] = () =>
    rejection(403, 'PT403', 'Your role does not allow this.', { hint: 'not_allowed' })
  open('/admin/orders')
  await chooseInMenu('Export', 'Orders as CSV')
  await screen.findByText('Failed to export orders. Please try again. Your role does not allow this.')
  expect(saveFile).not.toHaveBeenCalled()
})
