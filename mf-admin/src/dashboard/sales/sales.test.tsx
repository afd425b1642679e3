// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { orderBackend } from '../../orders/testing'
import { latest } from '../../catalogue/products/testing'
import { open } from '../../testing'
import './sales-chart'

const figures = { orders: 12, revenue: 96.4, paid: 1234.5, refunded: 42.89, customers: 3 }
const none = { orders: 0, revenue: 0, paid: 0, refunded: 0, customers: 0 }
const sales = {
  series: [
    { since: '2026-07-03', ...none },
    { since: '2026-07-04', ...figures },
  ],
  total: figures,
  before: { ...none, orders: 10, paid: 2469 },
  top_products: [
    { product_id: 'p1', name: 'Hours Silk Robe', units: 1200, amount: 58.46 },
    { product_id: 'p2', name: null, units: 1, amount: 5 },
  ],
}
let fake: FakeSupabase
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-07-04T23:30:00Z'), toFake: ['Date'] })
  fake = orderBackend()
  fake.rpc.sales_series = () => sales
})

const asked = () => latest(fake, 'sales_series')

test('the figures of thirty days stand beside those of the period before', async () => {
  open('/admin/dashboard')
  const paid = (await screen.findByRole('radio', { name: /^Paid/ })).closest('label')
  expect(paid).toHaveTextContent('£1,234.50')
  expect(paid).toHaveTextContent('-50% on the period before')
  expect(screen.getByRole('radio', { name: /^Orders/ }).closest('label')).toHaveTextContent('+20%')
  expect(screen.getByRole('radio', { name: /^Refunds/ }).closest('label')).toHaveTextContent('none before')
  // In London the next day has begun.
  expect(asked()).toEqual({ p_from: '2026-06-06', p_to: '2026-07-05', p_unit: 'day' })
})

test('another period has its usual unit, and offers no other that it has not', async () => {
  const router = open('/admin/dashboard')
  await userEvent.selectOptions(await screen.findByLabelText('Period'), '5 years')
  await waitFor(() => expect(asked()).toEqual({ p_from: '2021-07-06', p_to: '2026-07-05', p_unit: 'month' }))
  expect(
    within(screen.getByLabelText('Add up'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['By week', 'By month'])
  await userEvent.selectOptions(screen.getByLabelText('Add up'), 'By week')
  await waitFor(() => expect(asked()).toMatchObject({ p_unit: 'week' }))
  expect(router.state.location.search).toBe('?period=5y&by=week')
})

test('all figures are in a table, newest first', async () => {
  open('/admin/dashboard')
  await userEvent.click(await screen.findByText('Show as a table'))
  const rows = within(screen.getByRole('region', { name: 'Figures as a table' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'PeriodOrdersRevenuePaidRefundsNew customers',
    '4 Jul12£96.40£1,234.50£42.893',
    '3 Jul0£0.00£0.00£0.000',
  ])
})

test('until another period is here, the figures shown keep their own days', async () => {
  open('/admin/dashboard')
  await userEvent.click(await screen.findByText('Show as a table'))
  const release = fake.hold()
  await userEvent.selectOptions(screen.getByLabelText('Period'), '12 months')
  screen.getByRole('row', { name: /^4 Jul/ })
  release()
  await waitFor(() => expect(screen.queryByRole('row', { name: /^4 Jul/ })).not.toBeInTheDocument())
  screen.getAllByRole('row', { name: /^Jul 2026/ })
})

test('best sellers link to their stock; a deleted product stays in the list', async () => {
  open('/admin/dashboard')
  const robe = await screen.findByRole('link', { name: 'Hours Silk Robe' })
  expect(robe).toHaveAttribute('href', expect.stringContaining('p1'))
  expect(robe.closest('li')).toHaveTextContent('1,200 sold')
  expect(screen.getByText('Deleted product').closest('li')).toHaveTextContent('1 sold')
  screen.getByText('Before VAT, discounts and refunds.')
})

test('a period without sales says so', async () => {
  fake.rpc.sales_series = () => ({ ...sales, series: [], total: none, before: none, top_products: [] })
  open('/admin/dashboard')
  await screen.findByText('Nothing was sold in this period.')
  expect(screen.getAllByText('as before')).toHaveLength(5)
})

test('sales that cannot be loaded are tried again', async () => {
  fake.rpc.sales_series = () => rejection(400, 'XX000', 'broken')
  open('/admin/dashboard')
  await screen.findByText('The sales could not be loaded')
  fake.rpc.sales_series = () => sales
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) ?? document.body)
  await screen.findByText('Hours Silk Robe')
})
