// @vitest-environment happy-dom
import { rejection, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import '../../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../../testing'
import './customer-drawer'
import './customers-page'
import { ada, customerBackend, newcomer, profile } from './testing'

let fake: FakeSupabase
beforeEach(() => {
  fake = customerBackend()
})

const drawer = async (name = 'Ada Lane') => within(await screen.findByRole('dialog', { name }))

test('the profile is part of the URL and has all that the specification lists', async () => {
  const router = open('/admin/customers?q=ada')
  await userEvent.click(await screen.findByRole('link', { name: 'View Ada Lane' }))
  const shown = await drawer()
  expect(router.state.location.search).toBe(`?q=ada&customer=${ada.id}`)
  for (const words of [
    'ada@example.test',
    '020 7946 0018',
    '2 Jun 2025',
    'Age verified',
    'Accepts Marketing',
    'Payment customer',
    'Average order value',
    '£33.33',
    'AM20260105-0001',
    'As guest',
    '1 High Street',
    'Greater London',
    'SW1A 1AA',
    'United Kingdom',
    'Default',
    'Billing',
  ])
    await shown.findByText(words)
  expect(shown.getAllByText('Completed')).toHaveLength(2)
  shown.getByText(/^1 order was placed with this email as a guest/)
  expect(shown.getByRole('link', { name: 'AM20260105-0001' })).toHaveAttribute(
    'href',
    '/admin/orders?q=AM20260105-0001',
  )
  await userEvent.click(shown.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=ada'))
})

test('a profile without orders, phone and addresses says so', async () => {
  fake.rpc.customer_profile = () => ({
    ...profile,
    ...newcomer,
    phone: null,
    is_payment_customer: false,
    orders: [],
    guest_orders: 0,
    addresses: [],
  })
  open(`/admin/customers?customer=${newcomer.id}`)
  const shown = await drawer('new@example.test')
  shown.getByText('No orders found for this customer.')
  shown.getByText('No addresses found for this customer.')
  shown.getByText('Age not verified')
  expect(shown.queryByText('Phone')).not.toBeInTheDocument()
  expect(shown.queryByText('Average order value')).not.toBeInTheDocument()
  expect(shown.queryByText('Accepts Marketing')).not.toBeInTheDocument()
})

test('members who may not see orders see none', async () => {
  fake.addStaff({ role: 'admin', rights: ['customers'] })
  fake.rpc.customer_profile = () => ({ ...profile, orders: null, guest_orders: null })
  open(`/admin/customers?customer=${ada.id}`)
  const shown = await drawer()
  shown.getByText('Your role does not include orders.')
  expect(shown.queryByText('Recent orders')).not.toBeInTheDocument()
  expect(shown.queryByRole('link', { name: 'Messages' })).not.toBeInTheDocument()
})

test('a customer who does not exist is no failure', async () => {
  fake.rpc.customer_profile = () => rejection(404, 'PT404', 'This customer does not exist.')
  open('/admin/customers?customer=gone')
  await screen.findByText('This customer does not exist')
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
