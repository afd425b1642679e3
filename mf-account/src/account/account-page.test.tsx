// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../testing'

let fake: FakeSupabase

beforeEach(() => {
  storeSession()
  fake = fakeSupabase()
})

test('the account shows the profile, and links to orders, privacy and discretion', async () => {
  fake.responses['GET /rest/v1/customers'] = () =>
    Response.json([{ first_name: 'Ada', last_name: 'Byron', email: 'ada@aurelle.test' }])
  open('/account')
  await screen.findByText('Ada Byron')
  await screen.findByText(/Nothing is on its way at the moment/)
  screen.getByText('ada@aurelle.test')
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'On its way',
    'Profile',
    'Orders',
    'Wishlist',
    'Settings',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/account/profile',
    '/account/addresses',
    '/account/security',
    '/account/privacy',
    '/account/orders',
    '/wishlist',
    '/privacy',
    '/discretion',
  ])
})

test('a profile that cannot be loaded shows an error with a retry', async () => {
  fake.responses['GET /rest/v1/customers'] = () => rejection(400, 'PGRST100', 'no')
  open('/account')
  await screen.findByText('Your profile could not be loaded.')
  fake.responses['GET /rest/v1/customers'] = () => Response.json([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Ada Lane')
})

test('signing out is confirmed and leaves the account page', async () => {
  const router = open('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Signed out successfully')
  screen.getByText('You have been signed out.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

test('a failed sign-out shows the reason and stays on the account page', async () => {
  fake.responses['POST /auth/v1/logout'] = () =>
    rejection(429, 'over_request_rate_limit', 'Request rate limit reached')
  const router = open('/account')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Error signing out')
  screen.getByText('Request rate limit reached')
  expect(router.state.location.pathname).toBe('/account')
})

const awaited = {
  id: 'o1',
  order_number: 'AM20250103-0001',
  created_at: '2025-01-03T10:00:00Z',
  paid_at: '2025-01-03T10:00:02Z',
  status: 'pending',
  payment_status: 'succeeded',
  payment_method: 'Card',
  currency: 'GBP',
  subtotal: 20,
  discount_amount: 0,
  tax_amount: 4,
  shipping_amount: 0,
  total: 24,
  gift_card_amount: 0,
  refunded_amount: 0,
  items: [
    { name: 'Moss Balm', quantity: 1, unit_price: 10, image: '/media/moss-balm-1.webp' },
    { name: 'Silk Sash', quantity: 1, unit_price: 10 },
  ],
  shipping_address: { postal_code: 'SW1A 1AA' },
  billing_address: {},
  shipping_method: 'Standard',
  arrives_from: '2025-01-10',
  arrives_to: '2025-01-14',
  shipments: [],
}

test('orders on their way come first, with picture, day and status', async () => {
  fake.responses['GET /rest/v1/orders'] = () =>
    Response.json([
      {
        ...awaited,
        id: 'o2',
        order_number: 'AM20250104-0001',
        status: 'shipped',
        shipments: [{ status: 'out_for_delivery', estimated_delivery: '2025-01-07' }],
      },
      awaited,
    ])
  open('/account')
  await screen.findByText('Tue 7 Jan')
  screen.getByText('Out for delivery')
  screen.getByText('Fri 10 Jan to Tue 14 Jan')
  screen.getByText('Being prepared')
  expect(screen.getAllByText('Moss Balm and 1 more')).toHaveLength(2)
  const link = screen.getByRole('link', { name: 'Details of order AM20250104-0001' })
  expect(link).toHaveAttribute('href', '/account/orders?order=AM20250104-0001')
  expect(document.querySelector('img[src*="moss-balm-1"], img[srcset*="moss-balm-1"]')).toBeVisible()
  expect(fake.sent('GET /rest/v1/orders')[0]?.line).toContain('status=in.')
})

test('the list of orders on their way has its own error and retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['GET /rest/v1/orders'] = () => rejection(400, 'PGRST100', 'no')
  open('/account')
  await screen.findByText('We couldn’t check where your orders are.')
  fake.responses['GET /rest/v1/orders'] = () => Response.json([])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/Nothing is on its way at the moment/)
})
