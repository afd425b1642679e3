import { expect, test } from 'vitest'
import { meaningful } from './pages'

test.each([
  ['/products', ''],
  ['/products?pages=3&utm_source=letter', '?pages=3'],
  ['/products?pages=3000', ''],
  ['/products?q=pebble', ''],
  ['/products?max=50&sort=price-up&stock=in&min=&category=accessories&colour=red', '?sort=price-up&category=accessories&stock=in&max=50'],
  ['/products?sort=newest&min=-1&max=1e9&category=A%20B&stock=out', ''],
  ['/categories?sort=name', ''],
  ['/search?q=%20riva%20%20pebble&pages=2&x=1', '?q=riva+pebble&pages=2'],
  ['/search?q=%20', ''],
  [`/search?q=${'x'.repeat(300)}`, `?q=${'x'.repeat(100)}`],
])('of %s the page depends on "%s"', (address, kept) => {
  expect(meaningful(new URL(address, 'http://shop.test'))).toBe(kept)
})
