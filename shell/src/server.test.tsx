import type { ReleaseSet } from '@shop/federation'
import type { RouteObject } from '@shop/router'
import { defaultSettings } from '@shop/settings'
import { createLoader, queryOptions, useAppQuery } from '@shop/supabase'
import { expect, test } from 'vitest'
import { renderPage, sharedNotFoundPath, type RenderInput } from './server'

const remote = 'mf-catalog'
const set: ReleaseSet = {
  id: 'one',
  remotes: {
    [remote]: {
      version: 'v1',
      manifest: '/m',
      entry: '/e',
      globalName: 'g',
      routes: [],
      pages: [],
      mounts: ['/', '/things'],
      server: '/s',
    },
  },
}
const thing = queryOptions({ key: ['thing'], queryFn: () => Promise.resolve(null) })
const Thing = () => <h1>{useAppQuery(thing).data === null ? 'No such thing' : 'Waiting'}</h1>
const routes: RouteObject[] = [
  { path: '/things', lazy: () => Promise.resolve({ Component: () => <h1>All things</h1> }) },
  { path: '/things/broken', lazy: () => Promise.reject(new Error('Its code threw')) },
  {
    path: '/things/throws',
    Component: () => {
      throw new Error('It threw while it was rendered')
    },
  },
  {
    path: '/things/refused',
    loader: () => {
      throw new Error('Its loader threw')
    },
    Component: () => <h1>Never</h1>,
  },
  {
    path: '/things/:slug',
    handle: { named: () => thing },
    loader: createLoader(() => thing),
    Component: Thing,
  },
]
const input = (path: string, rest: Partial<RenderInput> = {}): RenderInput => ({
  url: `http://shop.test${path}`,
  siteUrl: 'http://shop.test',
  browserUrl: 'http://shop.test/supabase',
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'k',
  releaseSet: set,
  settings: defaultSettings,
  fetch: () => Promise.reject(new Error('no request expected')),
  guestId: null,
  remote: { name: remote, exposed: routes },
  ...rest,
})
async function rendered(path: string, rest?: Partial<RenderInput>) {
  const page = await renderPage(input(path, rest))
  if (page instanceof Response) throw new Error('Expected a page')
  return page
}

test('a page whose code fails to load does not affect other pages of its remote', async () => {
  await expect(renderPage(input('/things/broken'))).rejects.toThrow('Its code threw')
  expect((await rendered('/things')).markup).toContain('All things')
})

test.each([
  ['/things/throws', 'while it was rendered'],
  ['/things/refused', 'Its loader threw'],
])('%s rejects, so that no error page is cached', async (path, reason) => {
  await expect(renderPage(input(path))).rejects.toThrow(reason)
})

test('the layout of a page can be rendered alone, with the age gate and without state for hydration', async () => {
  const frame = await rendered('/things/throws', {
    frameOnly: true,
    settings: { ...defaultSettings, ageGate: { scope: 'all' } },
  })
  expect(frame.state).toBeNull()
  expect(frame.markup).toContain('<footer')
  expect(frame.markup).toContain('Age Verification Required')
})

test.each([
  ['/nowhere', '/-/-/-'],
  ['/evil words/go to evil.test', '/-/-/-'],
  ['/things/a/b/c', '/things/-/-'],
  ['/things/evil-words', '/things/-'],
  ['/faq/more', '/faq/-/-'],
  ['/things', null],
  ['/faq', null],
])('the shared not-found path of %s is %s', async (path, sharedPath) => {
  expect(await sharedNotFoundPath(set, { name: remote, exposed: routes }, path)).toBe(sharedPath)
})

test('a path of a missing remote has no shared not-found page', async () => {
  expect(await sharedNotFoundPath(set, null, '/things/a/b')).toBeNull()
})

test('the shared not-found page is the same for all its paths', async () => {
  for (const [one, other] of [
    ['/things/-', '/things/evil-words'],
    ['/-/-/-', '/evil-words'],
    ['/things/-/-', '/things/evil/words'],
  ]) {
    const [first, second] = await Promise.all([rendered(one ?? ''), rendered(other ?? '')])
    expect(first.markup, one).toContain('Not found')
    expect([second.markup === first.markup, second.head === first.head], other).toEqual([true, true])
  }
})
