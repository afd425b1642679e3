import { isPageHandle, matchRoutes } from '@shop/router'
import { pageRules } from '@shop/router/server'
import { expect, test } from 'vitest'
import routes from './routes'

/** What the page at an address says it reads of the address. */
function read(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const handle: unknown = matchRoutes(routes, pathname)?.at(-1)?.route.handle
  const page = isPageHandle(handle) ? handle.page : undefined
  return page?.reads?.(searchParams).toString() ?? ''
}

test.each([
  ['/products', ''],
  ['/products?pages=3&utm_source=letter', 'pages=3'],
  ['/products?pages=3000', 'pages=8'],
  ['/products?q=pebble', ''],
  [
    '/products?max=50&sort=price-up&stock=in&min=&category=accessories&colour=red',
    'sort=price-up&category=accessories&stock=in&max=50',
  ],
  ['/products?sort=newest&min=-1&max=1e9&category=A%20B&stock=out', ''],
  ['/products?brand=%20Aurelle%20%26%20%20Moss', 'brand=Aurelle+%26+Moss'],
  ['/products/riva-pebble?utm_source=letter&Ref=x', ''],
  ['/products/riva-pebble?asked=sent&x=%C3%A9', 'asked=sent'],
  ['/products/riva-pebble?asked=You+have+won', ''],
  ['/products/silk-robe?utm_source=letter&size=xl&Colour=Plum', 'size=xl'],
  ['/products/silk-robe?size=xl&colour=deep-plum&asked=sent', 'asked=sent&colour=deep-plum&size=xl'],
  ['/products/silk-robe?dd=4&cc=3&bb=2&aa=1&bb=5', 'aa=1&bb=2&cc=3&dd=4'],
  ['/categories?sort=name', ''],
  ['/categories/accessories?sort=name&category=other&pages=2', 'sort=name&pages=2'],
  ['/search?q=%20riva%20%20pebble&pages=2&x=1', 'q=riva+pebble&pages=2'],
  ['/search?q=%20&pages=2', ''],
  [`/search?q=${'x'.repeat(400)}`, `q=${'x'.repeat(200)}`],
])('of %s the page reads "%s"', (address, kept) => {
  expect(read(address)).toBe(kept)
})

test('search results are not listed, and what someone has set aside is not read', () => {
  const robots = new Map(pageRules(routes).map((rule) => [rule.path, rule.robots]))
  expect(['/products', '/search', '/wishlist'].map((path) => robots.get(path))).toEqual([
    'index',
    'noindex',
    'disallow',
  ])
})
