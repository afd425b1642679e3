import { expect, test } from 'vitest'
import { crumbsOf, missingCrumbs } from './crumbs'

const trail = (pathname: string, own?: ReadonlyMap<string, string>) =>
  crumbsOf(pathname, own).map(({ label, to }) => `${label} ${to ?? ''}`)

test('the home page has no trail', () => {
  expect(trail('/')).toEqual([])
})

test('known places have their names, others are put into words', () => {
  expect(trail('/products/nocturne-silk-eye-mask')).toEqual([
    'Home /',
    'Products /products',
    'Nocturne silk eye mask /products/nocturne-silk-eye-mask',
  ])
  expect(trail('/account/orders')).toEqual(['Home /', 'Account /account', 'Orders /account/orders'])
  expect(trail('/admin/qr-code').at(-1)).toBe('QR Code /admin/qr-code')
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
  expect(crumbsOf(`/${segment}`).at(-1)?.label).toBe(label)
})

test('a route names itself', () => {
  expect(trail('/faq', new Map([['/faq', 'FAQ']]))).toEqual(['Home /', 'FAQ /faq'])
})

test('places above that are no pages are left out', () => {
  expect(trail('/nothing/here')).toEqual(['Home /', 'Here /nothing/here'])
})

test('a broken address is shown as it was typed', () => {
  expect(trail('/50%-off').at(-1)).toBe('50% off /50%-off')
})

test('what is not there has a trail that tells nothing of its address', () => {
  expect(missingCrumbs()).toEqual([{ label: 'Home', to: '/' }, { label: 'Not found' }])
  expect(missingCrumbs('/products/buy-now-at-evil')).toEqual([
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
    { label: 'Not found' },
  ])
})
