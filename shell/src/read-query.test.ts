import { expect, test } from 'vitest'
import { readQuery } from './server'

const routes = [
  {
    path: '/things',
    handle: {
      reads: (params: URLSearchParams) =>
        new URLSearchParams(params.get('sort') === 'name' ? { sort: 'name' } : {}),
    },
  },
  { path: '/things/:slug' },
]

test.each([
  ['/things', ''],
  ['/things?sort=name&utm_source=letter', '?sort=name'],
  ['/things?sort=colour', ''],
  ['/things/stone?sort=name', ''],
  ['/nowhere?sort=name', ''],
])('of %s the page reads "%s"', (address, read) => {
  expect(readQuery(routes, new URL(address, 'http://shop.test'))).toBe(read)
})

test('a remote without routes reads nothing', () => {
  expect(readQuery(null, new URL('http://shop.test/things?sort=name'))).toBe('')
})
