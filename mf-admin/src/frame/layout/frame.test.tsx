// @vitest-environment happy-dom
import { fakeSupabase, storeStaffSession, type FakeSupabase } from '@shop/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { open } from '../../testing'
import { breadcrumbsOf } from './breadcrumbs'

let fake: FakeSupabase

beforeEach(() => {
  storeStaffSession()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  fake = fakeSupabase()
  fake.addStaff()
})

const navigation = async () => within(await screen.findByRole('navigation', { name: 'Back office' }))

test.each(['/admin/nowhere', '/admin/nowhere/at/all'])('%s is not found, inside the frame', async (path) => {
  open(path)
  await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })
  ;(await navigation()).getByRole('link', { name: 'Dashboard' })
  const breadcrumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Admin Portal',
    'Not found',
  ])
  await waitFor(() => {
    expect(document.title).toContain('Page not found')
  })
})

test('a change of screen moves the focus to it and announces it', async () => {
  open('/admin/nowhere')
  const sidebar = await navigation()
  expect(document.body).toHaveFocus()
  await userEvent.click(sidebar.getByRole('link', { name: 'Dashboard' }))
  await waitFor(() => {
    expect(screen.getByRole('main')).toHaveFocus()
  })
  screen.getByText('Dashboard', { selector: '[role=status] *, [role=status]' })
})

test('a path that is not found still asks for a sign-in', async () => {
  localStorage.clear()
  const router = open('/admin/nowhere')
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/login')
  })
})

test.each([
  [
    'super_admin',
    ['orders', 'customers', 'messages', 'shipping', 'settings', 'staff', 'audit'],
    ['Orders', 'Customers', 'Messages', 'Shipping', 'Settings', 'Email', 'Staff', 'Audit Log'],
  ],
  ['admin', ['audit'], ['Audit Log']],
  ['moderator', ['orders', 'customers', 'messages'], ['Orders', 'Customers', 'Messages', 'Email']],
  ['admin', [], []],
])('the sidebar of a %s with %j', async (role, rights, names) => {
  fake.addStaff({ role, rights })
  open('/admin/dashboard')
  const sidebar = await navigation()
  sidebar.getByText('Products')
  const guarded = ['Orders', 'Customers', 'Messages', 'Shipping', 'Settings', 'Email', 'Staff', 'Audit Log']
  expect(guarded.filter((name) => sidebar.queryByText(name))).toEqual(names)
  expect(sidebar.queryAllByText('Configuration')).toHaveLength(names.length > 0 ? 1 : 0)
})

test('quick actions are those that the member may do', async () => {
  fake.addStaff({ role: 'moderator', rights: ['orders'] })
  open('/admin/dashboard')
  await screen.findByText('Process Orders')
  expect(screen.queryByText('Manage Products')).not.toBeInTheDocument()
  expect(screen.queryByText('QR inventory scan')).not.toBeInTheDocument()
})

test('signing out everywhere is a question first', async () => {
  const router = open('/admin/dashboard')
  await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(fake.sent('POST /auth/v1/logout')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'End all sessions' }))
  const again = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }))
  await userEvent.click(again.getByRole('button', { name: 'Sign out everywhere' }))
  await screen.findByText('Signed out')
  expect(fake.sent('POST /auth/v1/logout')[0]?.line).toContain('scope=global')
  expect(router.state.location.pathname).toBe('/admin/login')
})

test('the words of the sign-in page say why a session has ended', async () => {
  fake.tables.admin_users = []
  open('/admin/dashboard')
  await screen.findByText('Your access to the back office has ended. A super admin can tell you more.')
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeInTheDocument()
})

test.each([
  ['/admin/qr-code', ['Admin Portal', 'QR Code']],
  ['/admin/shipping', ['Admin Portal', 'Shipping']],
  ['/admin/products/import', ['Admin Portal', 'Products', 'Import']],
])('the breadcrumbs of %s', (path, labels) => {
  expect(breadcrumbsOf(path).map(({ label }) => label)).toEqual(labels)
  expect(breadcrumbsOf(path)[0]?.to).toBe('/admin/dashboard')
})
