// @vitest-environment happy-dom
import type { Remotes } from '@shop/federation'
import { defineRoutes } from '@shop/router'
import { createBackend, createQueryClient } from '@shop/supabase'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { composeRouter, type ShopRouter } from '../composition/compose'
import { breadcrumbsOf } from './use-breadcrumbs'

let router: ShopRouter | undefined
let routes: () => Promise<unknown>

beforeEach(() => {
  routes = () => Promise.resolve(defineRoutes([{ path: '/products', crumb: 'Shop All' }]))
})
afterEach(() => {
  router?.dispose()
})

/** The breadcrumbs at a path, once its remote has been loaded or has failed; null without any that its routes describe. */
async function crumbsAt(path: string) {
  const remotes: Remotes = {
    at: (pathname) => (pathname.startsWith('/products') ? 'mf-catalog' : null),
    mounts: () => ['/products'],
    routes: () => routes(),
    set: () => 'a',
    fragments: () => Promise.resolve(undefined),
    renew: () => Promise.resolve(),
  }
  history.replaceState(null, '', path)
  router = composeRouter(remotes, {
    backend: createBackend({ url: 'http://backend.test', key: 'k' }),
    queryClient: createQueryClient(),
  })
  await vi.waitFor(() => {
    expect(router?.state.initialized).toBe(true)
  })
  const matches = router.state.matches.map(({ route, params }) => ({ handle: route.handle, params }))
  return breadcrumbsOf(path, matches, undefined)?.map(({ label }) => label) ?? null
}

test.each([
  ['/products', ['Home', 'Shop All']],
  ['/products/nothing/below', ['Home', 'Not found']],
  ['/nothing', ['Home', 'Not found']],
])('the breadcrumbs of %s are %j', async (path, crumbs) => {
  expect(await crumbsAt(path)).toEqual(crumbs)
})

test('a page whose remote cannot be loaded is not called not found', async () => {
  routes = () => Promise.reject(new Error('no network'))
  expect(await crumbsAt('/products')).toBeNull()
  expect(router?.state.errors).not.toBeNull()
})
