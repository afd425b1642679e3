// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './customers-page'
import { ada, customerBackend, newcomer, pageOf } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = customerBackend()
})

const asked = () => JSON.parse(fake.sent('POST /rest/v1/rpc/office_customers').at(-1)?.body ?? 'null')

test('the list has the columns of the specification', async () => {
  open('/admin/customers')
  await screen.findByText('Ada Lane')
  screen.getByRole('heading', { level: 1, name: 'Customer Management' })
  screen.getByText('842 customers')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Customer',
    'Email',
    'Total Orders',
    'Total Spent',
    'Last Order',
    'Joined',
    'Status',
    'Actions',
  ])
  const cells = (row: number) =>
    within(screen.getAllByRole('row')[row] ?? document.body)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(1)).toEqual([
    'Ada Lane',
    'ada@example.test',
    '3 orders',
    '£100.00',
    '5 Jan 2026',
    '2 Jun 2025',
    'VerifiedMarketing',
    '',
  ])
  expect(cells(2).slice(0, 7)).toEqual([
    'new@example.test',
    'new@example.test',
    '0 orders',
    '£0.00',
    'Never',
    '2 Jun 2025',
    'None',
  ])
  screen.getByRole('link', { name: 'View Ada Lane' })
})

test('search and page of the URL are asked for, and what is shown is said exactly', async () => {
  fake.rpc.office_customers = () => pageOf([ada, newcomer], { total: 12, page: 2, pages: 2 })
  open('/admin/customers?q=+lane+ada&page=2')
  await screen.findByText('Showing 11 to 12 of 12 customers')
  expect(asked()).toEqual({ p_query: 'lane ada', p_page: 2, p_size: 10, p_tag: '' })
  expect(screen.getByRole('link', { name: 'Previous' })).not.toHaveAttribute('aria-disabled')
  expect(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true')
})

test('an empty list says whether the search left it empty', async () => {
  fake.rpc.office_customers = () => pageOf([])
  const router = open('/admin/customers')
  await screen.findByText('No customers yet.')
  expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument()
  await router.navigate('/admin/customers?q=zzz')
  await screen.findByText('No customers found matching your search.')
  expect(screen.queryByText(/^Showing/)).not.toBeInTheDocument()
})

test('a list that does not load offers a retry; more than a thousand matches are said to be more', async () => {
  fake.rpc.office_customers = () => rejection(500, 'XX000', 'internal error')
  open('/admin/customers')
  await screen.findByText('The customers could not be loaded', {}, { timeout: 5000 })
  fake.rpc.office_customers = () => pageOf([ada], { total: 1000, exact: false, pages: 100 })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ada Lane')
  screen.getByText('Showing 1 to 1 of more than 1,000 customers')
})

test('the list is read again when customers or orders change', async () => {
  open('/admin/customers')
  await screen.findByText('Ada Lane')
  await waitFor(() => expect(fake.realtime.followed().map(({ table }) => table)).toContain('customers'))
  await waitFor(() => expect(fake.realtime.followed().map(({ table }) => table)).toContain('orders'))
  fake.rpc.office_customers = () => pageOf([{ ...ada, first_name: 'Adele' }])
  fake.realtime.change('orders')
  await screen.findByText('Adele Lane')
})
