import { expect, test } from 'vitest'
import { meaningful } from './pages'

test.each([
  ['/products', ''],
  ['/products?pages=3&utm_source=letter', '?pages=3'],
  ['/products?pages=3000', ''],
  ['/products?q=pebble', ''],
  ['/search?q=%20riva%20%20pebble&pages=2&x=1', '?q=riva+pebble&pages=2'],
  ['/search?q=%20', ''],
  [`/search?q=${'x'.repeat(300)}`, `?q=${'x'.repeat(100)}`],
])('of %s the page depends on "%s"', (address, kept) => {
  expect(meaningful(new URL(address, 'http://shop.test'))).toBe(kept)
})
