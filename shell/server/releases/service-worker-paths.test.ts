import { expect, test } from 'vitest'
import type { CachedSet } from '../../service-worker/release-set'
import { serviceWorker } from './service-worker'
import { rule } from '../testing'

const uncached = (...paths: string[]): RegExp[] => {
  const rules = paths.map((path) => ({ ...rule(path, { offline: 'notice' }), owner: null }))
  const script = serviceWorker({ id: 'one', remotes: {} }, {}, { rules })
  const releaseSet: CachedSet = JSON.parse(/^const releaseSet = (.*);$/m.exec(script)?.[1] ?? '')
  return releaseSet.uncached.map((pattern) => new RegExp(pattern))
}

test.each([
  ['/account', '/account', true],
  ['/account', '/account/', true],
  ['/account', '/accounting', false],
  ['/account', '/account/orders', false],
  ['/account/orders/:number', '/account/orders/A-1', true],
  ['/account/orders/:number', '/account/orders/A-1/receipt', false],
  ['/account/:unknown/*', '/account/a', true],
  ['/account/:unknown/*', '/account/a/b/c', true],
  ['/', '/', true],
  ['/', '/account', false],
  ['/a.b', '/aXb', false],
])('a page at %s that must not be cached on a device: at %s that is %s', (path, asked, expected) => {
  expect(uncached(path).some((pattern) => pattern.test(asked))).toBe(expected)
})

test('a path that another one covers is not listed twice', () => {
  expect(uncached('/desk/:unknown/*', '/desk/key', '/desk')).toHaveLength(2)
})
