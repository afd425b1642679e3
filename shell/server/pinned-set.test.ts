import { expect, test } from 'vitest'
import { pinCookie, pinnedSet } from './pinned-set'

const now = Date.UTC(2026, 10, 23)
const since = (seconds: number) => `abc.${String(now / 1000 - seconds)}`

test.each([
  [since(0), 'abc'],
  [since(7200), 'abc'],
  [since(7201), null],
  [since(-3600), null],
  ['abc', null],
  ['../abc.1', null],
  [undefined, null],
])('the cookie %s keeps the set %s', (value, set) => {
  expect(pinnedSet(value, now)).toBe(set)
})

test('cart and checkout keep their set for two hours, counted from the first page', () => {
  const page = { set: 'abc', kept: null, siteUrl: 'http://localhost:3000', now }
  const cookie = `aurelle_set=abc.${String(now / 1000)}; Path=/; Max-Age=7200; SameSite=Lax`
  for (const pathname of ['/cart', '/checkout', '/checkout/success'])
    expect(pinCookie({ ...page, pathname })).toBe(cookie)
  const checkout = { ...page, pathname: '/checkout' }
  expect(pinCookie({ ...checkout, siteUrl: 'https://shop.example' })).toBe(`${cookie}; Secure`)
  expect(pinCookie({ ...checkout, kept: 'abc' })).toBeNull()
  // The set that was kept is withdrawn or gone.
  expect(pinCookie({ ...checkout, set: 'def', kept: 'abc' })).toContain('aurelle_set=def.')
  for (const pathname of ['/', '/products', '/cartography'])
    expect(pinCookie({ ...page, pathname })).toBeNull()
})
