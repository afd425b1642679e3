import { expect, test } from 'vitest'
import { parseReleaseSet, remoteFor } from './release-set'

const remote = (mounts: string[]) => ({
  version: '1',
  manifest: '/m.json',
  entry: '/e.js',
  globalName: 'mf',
  routes: ['/r.js'],
  mounts,
})
const set = parseReleaseSet({
  id: 'a',
  remotes: { 'mf-catalog': remote(['/', '/products']), 'mf-admin': remote(['/admin']) },
})

test.each([
  ['/', 'mf-catalog'],
  ['/products', 'mf-catalog'],
  ['/products/riva-pebble', 'mf-catalog'],
  ['/productsale', null],
  ['/admin/orders', 'mf-admin'],
  ['/about', null],
])('%s is served by %s', (path, name) => {
  expect(remoteFor(set, path)).toBe(name)
})

test.each([null, {}, { id: 'a' }, { id: '', remotes: {} }])('%j is not a release set', (document) => {
  expect(() => parseReleaseSet(document)).toThrow('A release set needs')
})

test('the error of an incomplete record names the remote', () => {
  expect(() => parseReleaseSet({ id: 'a', remotes: { 'mf-admin': { version: '1' } } })).toThrow('mf-admin')
})
