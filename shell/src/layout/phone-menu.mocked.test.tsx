// @vitest-environment happy-dom
import { storeStaffSession } from '@shop/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authCalls, renderShop, mockVisitor } from './testing'

vi.mock('@shop/auth', () => ({ useAuth: vi.fn() }))
vi.mock('@shop/cart', () => ({ useCart: vi.fn() }))

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
  // Of the categories.
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
})
afterEach(() => {
  vi.resetAllMocks()
})

test('the menu of a guest has the shop’s links and the sign-in', async () => {
  mockVisitor('stranger')
  renderShop()
  const drawer = await menu()
  const names = drawer.getAllByRole('link').map((link) => link.textContent)
  expect(names).toEqual([
    'Shop All',
    'Categories',
    'About',
    'FAQ',
    'Contact',
    'Gift cards',
    'Track order',
    'Search',
    'Wishlist',
    'Cart',
    'Sign in',
  ])
  expect(drawer.queryByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument()
})

test('the menu names the categories below the link to all of them, in their order', async () => {
  const asked = vi.fn((_: Request | string | URL) =>
    Promise.resolve(
      Response.json([
        { slug: 'luxury-toys', name: 'Luxury Toys' },
        { slug: 'accessories', name: 'Accessories' },
      ]),
    ),
  )
  vi.stubGlobal('fetch', asked)
  mockVisitor('stranger')
  renderShop()
  const drawer = await menu()
  const first = await drawer.findByRole('link', { name: 'Luxury Toys' })
  expect(first).toHaveAttribute('href', '/categories/luxury-toys')
  const names = drawer.getAllByRole('link').map((link) => link.textContent)
  expect(names.slice(1, 4)).toEqual(['Categories', 'Luxury Toys', 'Accessories'])
})

test('the menu of a customer also has their orders, that of a browser with a staff session the back office', async () => {
  mockVisitor('shopper')
  renderShop()
  const drawer = await menu()
  expect(drawer.getByRole('link', { name: 'My Orders' })).toHaveAttribute('href', '/orders')
  expect(drawer.queryByRole('link', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
  cleanup()
  storeStaffSession()
  renderShop()
  expect((await menu()).getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
})

test('the menu closes on navigation, and when the window is wide enough for the header', async () => {
  let wideWindow = { matches: false, listener: () => undefined as unknown }
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return wideWindow.matches
    },
    addEventListener: (_: string, listener: () => void) => {
      wideWindow = { ...wideWindow, listener }
    },
    removeEventListener: () => undefined,
  }))
  mockVisitor('stranger')
  const router = renderShop()
  await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
  await menu()
  await act(() => router.navigate(-1))
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
  await menu()
  wideWindow.matches = true
  act(() => {
    wideWindow.listener()
  })
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('signing out from the menu shows a confirmation or the error', async () => {
  mockVisitor('shopper')
  renderShop()
  authCalls.signOut.mockRejectedValueOnce(new Error('The shop could not be reached.'))
  const drawer = await menu()
  await userEvent.click(drawer.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Error signing out')).toBeVisible()
  expect(screen.getByText('The shop could not be reached.')).toBeVisible()
  authCalls.signOut.mockResolvedValueOnce(undefined)
  await userEvent.click(drawer.getByRole('button', { name: 'Sign Out' }))
  expect(await screen.findByText('Signed out successfully')).toBeVisible()
  expect(screen.getByText('You have been signed out.')).toBeVisible()
})
