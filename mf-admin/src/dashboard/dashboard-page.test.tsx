// @vitest-environment happy-dom
import { fakeSupabase, rejection, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import '../frame/layout/back-office' // loaded here, so that no test waits for it
import { open } from '../testing'
import './dashboard-page'

const stats = {
  products_total: 27,
  products_active: 24,
  categories: 3,
  orders_total: 1284,
  orders_pending: 16,
  customers: 842,
  revenue: 96418.2,
  paid: 103960.74,
  low_stock: 4,
}
const nothingToDo = {
  orders_to_send: 0,
  returns_to_decide: 0,
  returns_to_refund: null,
  messages: 0,
  reviews: 0,
  abandoned_checkouts: null,
  low_stock: 0,
}
const rpc = 'POST /rest/v1/rpc/dashboard_stats'
let fake: FakeSupabase

beforeEach(() => {
  document.cookie = 'aurelle_sidebar=; path=/admin; max-age=0'
  storeStaffSession()
  fake = fakeSupabase()
  fake.addStaff()
  fake.responses[rpc] = () => Response.json(stats)
  fake.rpc.office_tasks = () => nothingToDo
})

test('the dashboard greets and shows the six figures; sidebar, cards and quick actions link to their screens', async () => {
  const router = open('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Welcome back, Rowan' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
  for (const words of [
    '27',
    '24 active',
    '1,284',
    '16 pending',
    '842',
    '£96,418.20',
    'Paid £103,960.74',
    'Needs Attention',
    'Online',
    'Active',
  ]) {
    await screen.findByText(words)
  }
  expect(screen.getAllByText('super_admin')).toHaveLength(2)
  for (const label of [
    'Total Products',
    'Categories',
    'Total Orders',
    'Customers',
    'Revenue',
    'Low Stock',
    'Quick Actions',
    'Manage Products',
    'Manage Categories',
    'Process Orders',
    'Recent Activity',
    'System Status',
    'Database',
    'Admin Session',
  ])
    expect(screen.getAllByText(label).length, label).toBeGreaterThan(0)
  expect(screen.getByText('Low Stock').closest('a')).toHaveAttribute('href', '/admin/low-stock')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '#main',
    '/',
    '/admin/dashboard',
    '/admin/qr-code',
    '/admin/products',
    '/admin/categories',
    '/admin/search-words',
    '/admin/scan',
    '/admin/orders',
    '/admin/drafts',
    '/admin/parcels',
    '/admin/returns',
    '/admin/takings',
    '/admin/abandoned',
    '/admin/customers',
    '/admin/messages',
    '/admin/reviews',
    '/admin/shipping',
    '/admin/promotions',
    '/admin/gift-cards',
    '/admin/settings',
    '/admin/email',
    '/admin/staff',
    '/admin/audit',
    '/admin/releases',
    '/admin/dashboard',
    '/admin/products',
    '/admin/categories',
    '/admin/orders',
    '/admin/customers',
    '/admin/low-stock',
    '/admin/products',
    '/admin/categories',
    '/admin/scan',
    '/admin/orders',
  ])
})

const toDo = async () => {
  const heading = await screen.findByRole('heading', { name: 'To do' })
  return within(heading.closest('section') ?? document.body)
}

test('what waits is named first, each with the list of it; what the role does not include is not', async () => {
  fake.rpc.office_tasks = () => ({
    ...nothingToDo,
    orders_to_send: 12,
    messages: 1,
    abandoned_checkouts: 2,
    low_stock: 4,
  })
  open('/admin/dashboard')
  const list = await toDo()
  await list.findByRole('link', { name: '12 orders to send' })
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['12 orders to send', '/admin/orders?unshipped=true'],
    ['1 message to answer', '/admin/messages'],
    ['2 abandoned checkouts to email', '/admin/abandoned'],
    ['4 products low in stock', '/admin/low-stock'],
  ])
})

test('nothing to do is said, and a failure to find out has a retry', async () => {
  fake.rpc.office_tasks = () => rejection(400, 'XX000', 'broken')
  open('/admin/dashboard')
  await screen.findByText(/We couldn’t check what is to be done\./)
  fake.rpc.office_tasks = () => nothingToDo
  await userEvent.click((await toDo()).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing waits for you.')
})

test('a database that does not answer shows an error, and a retry loads the figures', async () => {
  fake.responses[rpc] = () => rejection(400, 'XX000', 'broken')
  open('/admin/dashboard')
  await screen.findByText('Not answering')
  fake.responses[rpc] = () => Response.json({ ...stats, low_stock: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('£96,418.20')
  screen.getByText('Active')
  // Without low stock nothing does.
  expect(screen.queryByText('Needs Attention')).not.toBeInTheDocument()
})

test('Ctrl+B collapses the sidebar, which is stored in the browser', async () => {
  open('/admin/dashboard')
  await screen.findByText('Catalog Management')
  const toggle = screen.getByRole('button', { name: 'Toggle sidebar' })
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  fireEvent.keyDown(window, { key: 'b', ctrlKey: true })
  await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'))
  screen.getByRole('link', { name: 'Dashboard' })
  fireEvent.keyDown(window, { key: 'b', metaKey: true })
  await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'true'))
})

test('signing out redirects to the sign-in page; that it fails is told, and leaves the member where they are', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake.responses['POST /auth/v1/logout'] = () => rejection(500, 'unexpected_failure', 'Internal error')
  const router = open('/admin/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Sign Out Error')
  screen.getByText('An error occurred while signing out.')
  expect(router.state.location.pathname).toBe('/admin/dashboard')
  screen.getByRole('heading', { level: 1, name: 'Welcome back, Rowan' })
  delete fake.responses['POST /auth/v1/logout']
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  await screen.findByText('Signed out')
  screen.getByText('You have been successfully signed out.')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
})

test('a shopper does not get in', async () => {
  fake.responses['GET /rest/v1/admin_users'] = () => Response.json([])
  const router = open('/admin/dashboard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
  expect(fake.sent(rpc)).toHaveLength(0)
})
