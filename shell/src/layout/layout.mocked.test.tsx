// @vitest-environment happy-dom
import { storeStaffSession } from '@shop/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { footerColumns } from './shop-links'
import { renderShop, mockVisitor } from './testing'

vi.mock('@shop/auth', () => ({ useAuth: vi.fn() }))
vi.mock('@shop/cart', () => ({ useCart: vi.fn() }))

const header = () => within(screen.getByRole('banner'))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  vi.resetAllMocks()
})

test('the breadcrumbs use the product’s name once it is loaded', async () => {
  mockVisitor('stranger', 0)
  renderShop('/products/riva-pebble')
  const breadcrumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(breadcrumbs.getByText('Riva pebble')).toBeVisible()
  expect(await breadcrumbs.findByText('Riva Pebble')).toBeVisible()
})

test.each([
  [1, 'Cart, 1 item', '1'],
  [99, 'Cart, 99 items', '99'],
  [100, 'Cart, 100 items', '99+'],
])('a cart of %i says so', (count, name, badge) => {
  mockVisitor('stranger', count)
  renderShop()
  expect(header().getByRole('link', { name }).textContent).toBe(badge)
})

test('an empty cart says so, and shows no number', () => {
  mockVisitor('stranger', 0)
  renderShop()
  expect(within(header().getByRole('link', { name: 'Cart, 0 items' })).getByText('0')).not.toBeVisible()
})

test('guests get a link to the sign-in, customers to their account', () => {
  mockVisitor('stranger')
  renderShop()
  expect(header().getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth')
  cleanup()
  mockVisitor('shopper')
  renderShop()
  expect(header().getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account')
  expect(header().queryByRole('link', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
})

test('a browser with a staff session has a link to the back office, whoever shops', () => {
  mockVisitor('stranger')
  storeStaffSession()
  renderShop()
  expect(header().getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin/dashboard')
  expect(header().getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the link follows staff who sign in and out in another tab', () => {
  mockVisitor('stranger')
  renderShop()
  storeStaffSession()
  act(() => {
    dispatchEvent(new StorageEvent('storage'))
  })
  expect(header().getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  localStorage.clear()
  act(() => {
    dispatchEvent(new StorageEvent('storage'))
  })
  expect(header().queryByRole('link', { name: 'Admin Dashboard' })).not.toBeInTheDocument()
})

test('while the session is loading the tools are already rendered', () => {
  mockVisitor('unknown')
  renderShop()
  expect(header().getByRole('link', { name: 'Account' })).toBeVisible()
  expect(header().getByRole('link', { name: 'Cart' })).toBeVisible()
})

test('the theme toggle cycles through light, dark and system, and stores the choice', async () => {
  mockVisitor('stranger')
  renderShop()
  await userEvent.click(header().getByRole('button', { name: 'Theme: Light. Switch to dark' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await userEvent.click(header().getByRole('button', { name: 'Theme: Dark. Switch to system' }))
  expect(localStorage.getItem('theme')).toBe('system')
  await userEvent.click(header().getByRole('button', { name: 'Theme: System. Switch to light' }))
  expect(localStorage.getItem('theme')).toBe('light')
})

test('the footer links to all its pages', () => {
  mockVisitor('stranger')
  renderShop()
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
  expect(links).toHaveLength(footerColumns.flatMap(({ places }) => places).length)
  expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2024 Aurelle & Moss')
})

test('the breadcrumbs name the page; the home page has none', () => {
  mockVisitor('stranger')
  renderShop('/faq')
  const breadcrumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(within(breadcrumbs).getByText('FAQ')).toHaveAttribute('aria-current', 'page')
  cleanup()
  renderShop('/')
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).not.toBeInTheDocument()
})

test.each(['/checkout', '/checkout/payment'])(
  '%s has the checkout’s layout with its links folded',
  (path) => {
    mockVisitor('stranger', 2)
    renderShop(path)
    header().getByText('Secure checkout')
    expect(header().getByRole('link', { name: 'Back to cart (2)' })).toHaveAttribute('href', '/cart')
    expect(header().getByText(/18\+ adult content/)).toBeVisible()
    const linked = [
      document.querySelector('nav[popover]'),
      document.querySelector('details:not([open])'),
    ].map((closed) => [...(closed?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href')))
    expect(linked[0]).toEqual(
      expect.arrayContaining(['/products', '/categories', '/about', '/faq', '/contact', '/auth']),
    )
    expect(linked[1]).toEqual(footerColumns.flatMap(({ places }) => places.map(({ to }) => to)))
  },
)

test('the confirmation has the shop’s own frame again', () => {
  mockVisitor('stranger')
  renderShop('/checkout/success')
  expect(header().queryByText('Secure checkout')).not.toBeInTheDocument()
})

test('a navigation moves the focus and announces the page; the first page does neither', async () => {
  mockVisitor('stranger')
  renderShop('/')
  expect(screen.getByRole('main')).not.toHaveFocus()
  await userEvent.click(screen.getByRole('link', { name: 'Onwards' }))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  expect(screen.getByRole('status').textContent).toBe('FAQ')
})

test('the back office has its own layout', () => {
  mockVisitor('stranger')
  renderShop('/admin/dashboard')
  expect(screen.getByText('Desk')).toBeVisible()
  expect(screen.queryByRole('banner')).not.toBeInTheDocument()
})
