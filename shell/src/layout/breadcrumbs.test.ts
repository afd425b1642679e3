import { expect, test } from 'vitest'
import { breadcrumbsOf, notFoundBreadcrumbs } from './breadcrumbs'

const labelsAndLinks = (pathname: string, own?: ReadonlyMap<string, string>) =>
  breadcrumbsOf(pathname, own).map(({ label, to }) => `${label} ${to ?? ''}`)

test('the home page has no breadcrumbs', () => {
  expect(labelsAndLinks('/')).toEqual([])
})

test('known segments have their labels, others are humanized', () => {
  expect(labelsAndLinks('/products/nocturne-silk-eye-mask')).toEqual([
    'Home /',
    'Products /products',
    'Nocturne silk eye mask /products/nocturne-silk-eye-mask',
  ])
  expect(labelsAndLinks('/account/orders')).toEqual(['Home /', 'Account /account', 'Orders /account/orders'])
  expect(labelsAndLinks('/admin/qr-code').at(-1)).toBe('QR Code /admin/qr-code')
})

test.each([
  ['admin', 'Admin'],
  ['products', 'Products'],
  ['categories', 'Categories'],
  ['dashboard', 'Dashboard'],
  ['orders', 'Orders'],
  ['customers', 'Customers'],
  ['account', 'Account'],
  ['cart', 'Cart'],
  ['checkout', 'Checkout'],
  ['about', 'About'],
  ['contact', 'Contact'],
])('/%s is called %s', (segment, label) => {
  expect(breadcrumbsOf(`/${segment}`).at(-1)?.label).toBe(label)
})

test('a route sets its own label', () => {
  expect(labelsAndLinks('/faq', new Map([['/faq', 'FAQ']]))).toEqual(['Home /', 'FAQ /faq'])
})

test('ancestors that are not pages are skipped', () => {
  expect(labelsAndLinks('/nothing/here')).toEqual(['Home /', 'Here /nothing/here'])
})

test('invalid percent-encoding is shown as typed', () => {
  expect(labelsAndLinks('/50%-off').at(-1)).toBe('50% off /50%-off')
})

test('the breadcrumbs of a missing page contain nothing of its URL', () => {
  expect(notFoundBreadcrumbs()).toEqual([{ label: 'Home', to: '/' }, { label: 'Not found' }])
  expect(notFoundBreadcrumbs('/products/buy-now-at-evil')).toEqual([
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
    { label: 'Not found' },
  ])
})
