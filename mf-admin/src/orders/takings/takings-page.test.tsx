// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { latest } from '../../catalogue/products/testing'
import { open } from '../../testing'
import { orderBackend } from '../testing'
import './takings-page'

const takings = {
  sales: { count: 2, net: 23.7, tax: 4.15, delivery: 9.98, total: 37.83 },
  refunds: { count: 1, net: 7.9, tax: 1.38, delivery: 0, total: 9.28 },
  means: [
    { means: 'simulated', sales: 32.83, refunds: 0 },
    { means: 'gift_card', sales: 5, refunds: 9.28 },
  ],
  rates: [{ vat_rate: 0.175, net: 23.7, tax: 4.15, refunded_net: 7.9, refunded_tax: 1.38 }],
}
let fake: FakeSupabase
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-07-04T23:30:00Z'), toFake: ['Date'] })
  fake = orderBackend()
  fake.rpc.office_takings = () => takings
})

const table = async (name: string) => {
  const region = await screen.findByRole('region', { name })
  return within(region)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}
const asked = () => latest(fake, 'office_takings')

test('today’s takings are shown by what they are for, by means and by rate, each with its total', async () => {
  open('/admin/takings')
  expect(await table('Sales and refunds')).toEqual([
    ['What for', 'Sales', 'Refunds', 'Takings'],
    ['Goods without VAT', '£23.70', '£7.90', '£15.80'],
    ['VAT', '£4.15', '£1.38', '£2.77'],
    ['Delivery', '£9.98', '£0.00', '£9.98'],
    ['Total', '£37.83', '£9.28', '£28.55'],
  ])
  expect((await table('By means of payment')).slice(1)).toEqual([
    ['Card (simulated)', '£32.83', '£0.00', '£32.83'],
    ['Gift card', '£5.00', '£9.28', '−£4.28'],
    ['Total', '£37.83', '£9.28', '£28.55'],
  ])
  expect((await table('By rate of VAT'))[1]).toEqual([
    '17.5%',
    '£23.70',
    '£4.15',
    '£7.90',
    '£1.38',
    '£15.80',
    '£2.77',
    '£18.57',
  ])
  screen.getByText('2 orders, 1 refund')
  // In London the next day has begun.
  expect(asked()).toEqual({ p_from: '2026-07-05', p_to: '2026-07-05' })
  expect(screen.getByRole('link', { name: 'Orders of these days' })).toHaveAttribute(
    'href',
    '/admin/orders?from=2026-07-05&to=2026-07-05',
  )
})

test('a period or other days can be chosen, and are in the address', async () => {
  const router = open('/admin/takings')
  await userEvent.selectOptions(await screen.findByLabelText('Period'), 'Last month')
  await waitFor(() => expect(asked()).toEqual({ p_from: '2026-06-01', p_to: '2026-06-30' }))
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-06-15' } })
  await waitFor(() => expect(asked()).toEqual({ p_from: '2026-06-01', p_to: '2026-06-15' }))
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Other days')
  expect(router.state.location.search).toBe('?from=2026-06-01&to=2026-06-15')
})

test('a day without orders says so, and a failure says why', async () => {
  const none = { count: 0, net: 0, tax: 0, delivery: 0, total: 0 }
  fake.rpc.office_takings = () => ({ sales: none, refunds: none, means: [], rates: [] })
  open('/admin/takings')
  await screen.findByText('Nothing was taken')
  fake.responses['POST /rest/v1/rpc/office_takings'] = () =>
    rejection(422, 'PT422', 'Choose a period of at most a year.', { hint: 'period' })
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2020-06-15' } })
  await screen.findByText(/Choose a period of at most a year\./)
  screen.getByRole('button', { name: 'Try again' })
})
