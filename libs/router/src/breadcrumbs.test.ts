import { expect, test } from 'vitest'
import { crumbsAt } from './breadcrumbs'
import { defineRoutes } from './define-routes'
import { isPageHandle } from './page'

const page = { title: 'A page', description: 'Of the shop' }
const lazy = () => Promise.resolve({})
const routes = defineRoutes([
  { path: '/things', page, lazy },
  { path: '/things/:slug', page, lazy },
  { path: '/things/:slug/receipt', crumb: 'Receipt', page, lazy },
  { path: '/account', crumb: 'Your account', page, lazy },
  { path: '/account/no-page-between/here', page, lazy },
])

/** Breadcrumbs of a path whose route has this pattern. */
function crumbs(pattern: string, path = pattern): string[] {
  const handle: unknown = routes.find((route) => route.path === pattern)?.handle
  if (!isPageHandle(handle)) throw new Error(`${pattern} is no route`)
  return crumbsAt(path, handle.trail, handle.crumb ?? null).map(({ label, to }) => `${label} ${to}`)
}

test('the home page has no breadcrumbs', () => {
  expect(crumbsAt('/', [], null)).toEqual([])
})

test('the pages above a page are in its breadcrumbs', () => {
  expect(crumbs('/things/:slug', '/things/silk-robe')).toEqual([
    'Home /',
    'Things /things',
    'Silk robe /things/silk-robe',
  ])
  expect(crumbs('/account')).toEqual(['Home /', 'Your account /account'])
})

test('the parent of a page’s subject comes before it in the breadcrumbs', () => {
  expect(
    crumbsAt('/things/robe', [{ depth: 1, label: 'Things' }], 'Robe', [{ label: 'Silk', to: '/kinds/silk' }]),
  ).toEqual([
    { label: 'Home', to: '/' },
    { label: 'Things', to: '/things' },
    { label: 'Silk', to: '/kinds/silk' },
    { label: 'Robe', to: '/things/robe' },
  ])
})

test('parts of a path that are not pages are left out of the breadcrumbs', () => {
  expect(crumbs('/account/no-page-between/here')).toEqual([
    'Home /',
    'Your account /account',
    'Here /account/no-page-between/here',
  ])
})

test('a page above that stands for many leads to the one in the address', () => {
  expect(crumbs('/things/:slug/receipt', '/things/a-1/receipt')).toContain(':slug /things/a-1')
})

test('a path without a route is named by its last part, as typed where its encoding is invalid', () => {
  expect(crumbsAt('/gift-cards', [], null).at(-1)?.label).toBe('Gift cards')
  expect(crumbsAt('/50%-off', [], null).at(-1)?.label).toBe('50% off')
})
