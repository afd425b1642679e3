// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../frame/layout/back-office' // loaded here, so that no test waits for it
import { latest } from '../catalogue/products/testing'
import { open } from '../testing'
import './orders-page'
import { guestOrder, order, orderBackend, pageOf } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = orderBackend()
})

const rowOf = async (number: string) =>
  within((await screen.findByRole('link', { name: number })).closest('tr') ?? document.body)

test('the list has the columns of the specification first, then what is to be done', async () => {
  open('/admin/orders')
  const first = await rowOf('AM20260105-0001')
  screen.getByRole('heading', { name: 'Order Management' })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Select all on this page',
    'Order ID',
    'Customer',
    'Date',
    'Total',
    'Payment',
    'Fulfilment',
    'Details',
  ])
  first.getByText('imogen@example.test')
  first.getByText('Jan 05, 2026 14:22')
  first.getByText('£219.94')
  first.getByText('Succeeded')
  first.getByText('Card')
  first.getByText('Imogen Hale')
  first.getByText('Processing')
  first.getByText('Standard, 3 items')
  first.getByRole('link', { name: 'View Details of AM20260105-0001' })
  const second = await rowOf('AM20260104-0031')
  second.getByText('Guest')
  second.getByText('Jul 04, 2026 23:41') // summer time
  second.getByText('€41.75')
  expect(second.getAllByText('Pending')).toHaveLength(2)
  screen.getByText('2 orders')
})

test('search, filters and page of the URL are asked for and shown, with more than can be counted', async () => {
  fake.rpc.office_orders = () =>
    pageOf([order], { total: 1000, exact: false, page: 2, pages: 6, countries: ['FR', 'GB'] })
  open(
    '/admin/orders?q=hale&payment=succeeded&status=shipped&from=2026-01-01&to=2026-01-31&country=FR&gift_card=true&unshipped=true&sort=-total&page=2',
  )
  await rowOf('AM20260105-0001')
  screen.getByText('More than 1,000 orders')
  expect(latest(fake, 'office_orders')).toEqual({
    p_filter: {
      q: 'hale',
      payment: 'succeeded',
      status: 'shipped',
      from: '2026-01-01',
      to: '2026-01-31',
      country: 'FR',
      gift_card: 'true',
      unshipped: 'true',
    },
    p_sort: '-total',
    p_page: 2,
    p_size: 10,
  })
  for (const label of [
    'Search: hale',
    'Payment: Succeeded',
    'Order status: Shipped',
    'From 1 Jan 2026',
    'To 31 Jan 2026',
    'Country: France',
    'Unshipped',
    'Paid with a gift card',
  ])
    screen.getByRole('button', { name: `Remove filter: ${label}` })
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getAllByRole('link', { name: /^Page \d+$/ })).toHaveLength(5)
})

test('the payment filter has five entries, goes to the URL and back to page 1', async () => {
  const router = open('/admin/orders?page=2')
  await rowOf('AM20260105-0001')
  const filter = screen.getByLabelText('Payment status')
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All Orders', 'Pending', 'Succeeded', 'Failed', 'Refunded'])
  await userEvent.selectOptions(filter, 'Refunded')
  expect(router.state.location.search).toBe('?payment=refunded')
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Search by number, name, email or postcode' }),
    'AM2026{Enter}',
  )
  await waitFor(() => expect(latest(fake, 'office_orders')).toMatchObject({ p_filter: { q: 'AM2026' } }))
})

test('the list is sorted by date, total, customer and fulfilment, and as usual after the third press', async () => {
  fake.rpc.office_orders = () => pageOf([order], { total: 3000, pages: 100 })
  const router = open('/admin/orders')
  await rowOf('AM20260105-0001')
  screen.getByText('3,000 orders, the first 1,000 are listed')
  expect(
    screen
      .getAllByRole('columnheader')
      .filter((header) => within(header).queryByRole('button'))
      .map(({ textContent }) => textContent),
  ).toEqual(['Customer', 'Date', 'Total', 'Fulfilment'])
  for (const sort of ['total', '-total']) {
    await userEvent.click(screen.getByRole('button', { name: 'Total' }))
    await waitFor(() => expect(latest(fake, 'office_orders')).toMatchObject({ p_sort: sort }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Total' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('an order of which some is sent says so, and a search says among how many it was found', async () => {
  fake.rpc.office_orders = () => pageOf([{ ...order, partly_sent: true }], { total: 3, within: 20_000 })
  open('/admin/orders')
  const row = await rowOf('AM20260105-0001')
  row.getByText('Partly sent')
  screen.getByText('3 orders among the newest 20,000')
})

test('nothing found says how to go on', async () => {
  fake.rpc.office_orders = () => pageOf([])
  open('/admin/orders?q=nobody')
  await screen.findByText('No orders found')
  screen.getByText('Adjust the search or the filters to see more.')
})

test('a list that cannot be loaded says so in a toast, and can be tried again', async () => {
  fake.rpc.office_orders = () => rejection(400, 'XX000', 'broken')
  open('/admin/orders')
  await waitFor(() => expect(screen.getAllByText('Failed to load orders. Please try again.')).toHaveLength(2))
  fake.rpc.office_orders = () => pageOf([order])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await rowOf('AM20260105-0001')
  screen.getByText('1 order')
})

test('an order that comes in is shown without a reload', async () => {
  open('/admin/orders')
  await rowOf('AM20260105-0001')
  // The list follows the table, and so does the announcement of new orders.
  const followed = () => fake.realtime.followed().filter(({ table }) => table === 'orders')
  await waitFor(() => expect(followed()).toHaveLength(2))
  fake.tables.orders = [{ ...guestOrder, id: 'new', order_number: 'AM20260106-0001' }, order, guestOrder]
  fake.realtime.change('orders')
  await rowOf('AM20260106-0001')
})

test('without the right to orders there is no list', async () => {
  fake.addStaff({ role: 'moderator', rights: ['customers'] })
  open('/admin/orders')
  await screen.findByText('Your role does not include this')
  expect(fake.sent('POST /rest/v1/rpc/office_orders')).toEqual([])
})
