import { describePages } from '@shop/federation/build'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { root } from '../environment'
import { claimsOf, pagesListedIn, sourcesIn } from './page-lists'
import { remoteNames } from '../remotes'

const rules = v.array(v.looseObject({ path: v.string() }))
const pathsOf = new Map<string, string[]>()

beforeAll(async () => {
  const describe = async (app: string, routes: string) => {
    const described = v.parse(rules, await describePages(path.join(root, app), routes))
    pathsOf.set(
      app,
      described.map((rule) => rule.path),
    )
  }
  for (const remote of remoteNames) await describe(remote, './src/routes.tsx')
  await describe('shell', './src/information/routes.tsx')
}, 60_000)

test('every page of a remote lies below its mounts', () => {
  for (const remote of remoteNames) {
    const { mounts } = claimsOf(root, remote)
    const isBelow = (page: string) =>
      mounts.some((mount) => page === mount || (mount !== '/' && page.startsWith(`${mount}/`)))
    expect(pathsOf.get(remote)?.length, remote).toBeGreaterThan(0)
    expect(
      (pathsOf.get(remote) ?? []).filter((page) => !isBelow(page)),
      remote,
    ).toEqual([])
  }
})

test('no page has two owners', () => {
  const all = [...pathsOf.values()].flat()
  // A redirect at the index of a screen's frame has the path of the frame.
  expect(all.filter((page, index) => all.indexOf(page) !== index)).toEqual([])
})

test('no list of pages stands outside of the routes of their owner', () => {
  const pages = [...pathsOf.values()].flat().filter((page) => page !== '/' && !/[:*]/.test(page))
  // Menus, and the texts of the shell's own pages.
  const allowed = [
    'shell/server/render/offline-page.ts',
    // No remote may lift the age gate: the shell says what can be read without it.
    'shell/src/age-gate/age-gate.tsx',
    'shell/src/information/pages.ts',
    'shell/src/information/routes.tsx',
    'shell/src/layout/shop-links.ts',
  ]
  const sources = sourcesIn(root, [
    'shell/server',
    'shell/service-worker',
    'shell/inline',
    'shell/src',
    'libs/router/src',
  ])
  const lists = [...sources]
    .map(([file, source]) => [file, pagesListedIn(source, pages)] as const)
    .filter(([file, listed]) => listed.length > 0 && !allowed.includes(file))
  expect(lists).toEqual([])
})

test.each([
  ['a table', "const titles = { '/cart': 'Cart', '/wishlist': 'Wishlist', '/auth': 'Sign In' }"],
  ['a list', "const disallowed = ['/cart', '/wishlist', '/auth']"],
  ['a pattern', 'const kept = /^\\/(?:cart|wishlist|auth)(?:\\/|$)/'],
])('%s of pages is found', (_, source) => {
  expect(pagesListedIn(source, ['/cart', '/wishlist', '/auth'])).toEqual(['/cart', '/wishlist', '/auth'])
})

test('links to pages are not a list, nor are pages named in a comment', () => {
  const source = `// '/cart', '/wishlist', '/auth'
    <Link to="/cart" /> <Link to="/wishlist" /> <Link to="/auth" />
    return context.redirect('/cart')`
  expect(pagesListedIn(source, ['/cart', '/wishlist', '/auth'])).toEqual([])
})

test('a route that says nothing of its page fails the build, which names it', async () => {
  await expect(
    describePages(path.join(root, 'tools/checks/test-pages'), './silent-routes.tsx'),
  ).rejects.toThrow('/silent')
})
