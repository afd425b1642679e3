// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, open, visit } from './testing'

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
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
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
