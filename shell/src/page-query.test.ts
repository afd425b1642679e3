import { expect, test } from 'vitest'
import { pageQuery } from './server'

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
])('the page’s query of %s is "%s"', (address, read) => {
  expect(pageQuery(routes, new URL(address, 'http://shop.test'))).toBe(read)
})

test('a remote without routes has no page query', () => {
  expect(pageQuery(null, new URL('http://shop.test/things?sort=name'))).toBe('')
})
