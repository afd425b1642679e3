import { defineRoutes } from '@shop/router'
import { expect, test } from 'vitest'
import { pageQuery, sitemapEntries } from './server'

const page = { title: 'Things', description: 'All things' }
const sorted = (search: URLSearchParams) =>
  new URLSearchParams(search.get('sort') === 'name' ? { sort: 'name' } : {})
const entry = { path: '/things/stone', changed: '2026-01-05' }
const routes = defineRoutes([
  { path: '/things', page: { ...page, reads: sorted } },
  {
    path: '/things/:slug',
    page: {
      ...page,
      sitemap: () => ({ key: ['things', 'paths'], queryFn: () => Promise.resolve([entry]) }),
    },
  },
])

test.each([
  ['/things', '', ''],
  ['/things', 'sort=name&utm_source=letter', '?sort=name'],
  ['/things', 'sort=colour', ''],
  ['/things/:slug', 'sort=name', ''],
  ['/nowhere', 'sort=name', ''],
])('of a query the page at %s reads of "%s" "%s"', (path, search, read) => {
  expect(pageQuery(routes, path, new URLSearchParams(search))).toBe(read)
})

test('the sitemap has the entries of pages that stand for many', async () => {
  const backend = { supabaseUrl: 'http://backend.test', supabaseKey: 'k', fetch }
  expect(await sitemapEntries({ ...backend, exposed: routes })).toEqual([entry])
})
