// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { footerPlaces } from './shop-links'
import { open, visit } from './testing'

vi.mock('@shop/auth', () => ({ useAuth: vi.fn() }))
vi.mock('@shop/cart', () => ({ useCart: vi.fn() }))

const header = () => within(screen.getByRole('banner'))

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
