// @vitest-environment happy-dom
import { useAuth } from '@shop/auth'
import { useCart } from '@shop/cart'
import { createMemoryRouter, Link, Outlet, RouterProvider } from '@shop/router'
import { defaultSettings, SettingsProvider } from '@shop/settings'
import { createBackend, createQueryClient, DataProvider, query } from '@shop/supabase'
import { Toaster, UiProvider } from '@shop/ui'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Layout } from './layout'
import { footerPlaces } from './shop-links'

vi.mock('@shop/auth', () => ({ useAuth: vi.fn() }))
vi.mock('@shop/cart', () => ({ useCart: vi.fn() }))

const account = { id: 'u1', email: 'ada@aurelle.test', firstName: 'Ada', lastName: 'Lane' }
const calls = { error: null, signIn: vi.fn(), signUp: vi.fn(), signOut: vi.fn(), retry: vi.fn() }

function visit(who: 'stranger' | 'shopper' | 'staff' | 'unknown', count = 0) {
  const signedIn = who === 'shopper' || who === 'staff'
  vi.mocked(useAuth).mockReturnValue({
    ...calls,
    status: signedIn ? 'signed-in' : who === 'unknown' ? 'loading' : 'signed-out',
    user: signedIn ? account : null,
    admin: who === 'staff' ? { id: 'a1', firstName: 'Rowan', lastName: 'Ashby', role: 'super_admin' } : null,
    adminStatus: who === 'staff' ? 'admin' : who === 'unknown' ? 'loading' : 'none',
  })
  vi.mocked(useCart).mockReturnValue({
    lines: [],
    count,
    subtotalPence: 0,
    status: who === 'unknown' ? 'loading' : 'ready',
    busy: false,
    refetch: vi.fn(),
    add: vi.fn(),
    setQuantity: vi.fn(),
    remove: vi.fn(),
    restore: vi.fn(),
  })
}

const subject = query({ key: ['thing'], read: () => Promise.resolve({ name: 'Riva Pebble' }) })

function open(path = '/') {
  const Root = () => (
    <Layout>
      <Outlet />
    </Layout>
  )
  const page = (text: string) => () => (
    <>
      <h1>{text}</h1>
      <Link to="/faq">Onwards</Link>
    </>
  )
  const router = createMemoryRouter(
    [
      {
        Component: Root,
        children: [
          { path: '/', Component: page('Home page') },
          { path: '/faq', handle: { crumb: 'FAQ' }, Component: page('Questions') },
          { path: '/products/:slug', handle: { named: () => subject }, Component: page('Thing') },
          { path: '/admin/*', Component: page('Desk') },
          { path: '*', Component: page('Elsewhere') },
        ],
      },
    ],
    { initialEntries: [path] },
  )
  render(
    <UiProvider>
      <DataProvider
        data={{
          backend: createBackend({ url: 'http://backend.test', key: 'k' }),
          queryClient: createQueryClient(),
        }}
      >
        <SettingsProvider value={defaultSettings}>
          <RouterProvider router={router} />
        </SettingsProvider>
        <Toaster />
      </DataProvider>
    </UiProvider>,
  )
  return router
}

const header = () => within(screen.getByRole('banner'))
const menu = async () => {
  await userEvent.click(screen.getByLabelText('Menu'))
  return within(await screen.findByRole('dialog'))
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

test('a page named by what it shows says so in the trail once that is known', async () => {
  visit('stranger', 0)
  open('/products/riva-pebble')
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(trail.getByText('Riva pebble')).toBeTruthy()
  expect(await trail.findByText('Riva Pebble')).toBeTruthy()
})

test.each([
  [1, 'Cart, 1 item', '1'],
  [99, 'Cart, 99 items', '99'],
  [100, 'Cart, 100 items', '99+'],
])('a cart of %i says so', (count, name, badge) => {
  visit('stranger', count)
  open()
  expect(header().getByRole('link', { name }).textContent).toBe(badge)
})

test('an empty cart says so, and shows no number', () => {
  visit('stranger', 0)
  open()
  expect(within(header().getByRole('link', { name: 'Cart, 0 items' })).getByText('0').hidden).toBe(true)
})

test('strangers are led to the sign-in, customers to their account, staff also to the back office', () => {
  visit('stranger')
  open()
  expect(header().getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth')
  cleanup()
  visit('shopper')
  open()
  expect(header().getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account')
  expect(header().queryByRole('link', { name: 'Admin Dashboard' })).toBeNull()
  cleanup()
  visit('staff')
  open()
  expect(header().getByRole('link', { name: 'Admin Dashboard' }).getAttribute('href')).toBe(
    '/admin/dashboard',
  )
})

test('while it is not known who visits the tools already stand in their places', () => {
  visit('unknown')
  open()
  expect(header().getByRole('link', { name: 'Account' })).toBeTruthy()
  expect(header().getByRole('link', { name: 'Cart' })).toBeTruthy()
})

test('the theme goes round light, dark and system, and is kept', async () => {
  visit('stranger')
  open()
  await userEvent.click(header().getByRole('button', { name: 'Theme: Light. Switch to dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(header().getByRole('button', { name: 'Theme: Dark. Switch to system' }))
  expect(localStorage.getItem('theme')).toBe('system')
  await userEvent.click(header().getByRole('button', { name: 'Theme: System. Switch to light' }))
  expect(localStorage.getItem('theme')).toBe('light')
})

test('the footer leads everywhere it should', () => {
  visit('stranger')
  open()
  const links = within(screen.getByRole('navigation', { name: 'Footer' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  for (const path of [
    '/products',
    '/categories',
    '/gift-cards',
    '/about',
    '/contact',
    '/faq',
    '/shipping',
    '/returns',
    '/warranty',
    '/privacy',
    '/terms',
    '/discretion',
    '/age-verification',
  ]) {
    expect(links).toContain(path)
  }
  expect(links).toHaveLength(footerPlaces.flatMap(({ places }) => places).length)
  expect(screen.getByRole('contentinfo').textContent).toContain('© 2024 Aurelle & Moss')
})

test('the trail names the page, and is missing at home', () => {
  visit('stranger')
  open('/faq')
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(within(trail).getByText('FAQ').getAttribute('aria-current')).toBe('page')
  cleanup()
  open('/')
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull()
})

test('another page takes the focus and is announced; the first one is left alone', async () => {
  visit('stranger')
  open('/')
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  expect(screen.getByRole('status').textContent).toBe('FAQ')
})

test('the back office brings its own surroundings', () => {
  visit('staff')
  open('/admin/dashboard')
  expect(screen.getByText('Desk')).toBeTruthy()
  expect(screen.queryByRole('banner')).toBeNull()
})

test('the menu of a stranger offers the shop and the sign-in', async () => {
  visit('stranger')
  open()
  const drawer = await menu()
  const names = drawer.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual([
    'Shop All',
    'Categories',
    'About',
    'FAQ',
    'Contact',
    'Search',
    'Wishlist',
    'Cart',
    'Sign in',
  ])
  expect(drawer.queryByRole('button', { name: 'Sign Out' })).toBeNull()
})

test('the menu of a customer also holds the orders, that of staff the back office', async () => {
  visit('shopper')
  open()
  const drawer = await menu()
  expect(drawer.getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe('/orders')
  expect(drawer.queryByRole('link', { name: 'Admin Dashboard' })).toBeNull()
  cleanup()
  visit('staff')
  open()
  expect((await menu()).getByRole('link', { name: 'Admin Dashboard' })).toBeTruthy()
})

test('the menu closes when another page is opened, however one came there, and where there is room for the header', async () => {
  let roomy = { matches: false, tell: () => undefined as unknown }
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return roomy.matches
    },
    addEventListener: (_: string, tell: () => void) => {
      roomy = { ...roomy, tell }
    },
    removeEventListener: () => undefined,
  }))
  visit('stranger')
  const router = open()
  await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
  await menu()
  await act(() => router.navigate(-1))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  await menu()
  roomy.matches = true
  act(() => {
    roomy.tell()
  })
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('signing out from the menu says so, or says why not', async () => {
  visit('shopper')
  open()
  calls.signOut.mockRejectedValueOnce(new Error('The shop could not be reached.'))
  const drawer = await menu()
  await userEvent.click(drawer.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Error signing out')).toBeTruthy()
  expect(screen.getByText('The shop could not be reached.')).toBeTruthy()
  calls.signOut.mockResolvedValueOnce(undefined)
  await userEvent.click(drawer.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out successfully')).toBeTruthy()
  expect(screen.getByText('You have been signed out.')).toBeTruthy()
})
