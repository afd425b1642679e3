import type { ReleaseSet } from '@shop/federation'
import type { RouteObject } from '@shop/router'
import { defaultSettings } from '@shop/settings'
import { createLoader, queryOptions, useAppQuery } from '@shop/supabase'
import { expect, test } from 'vitest'
import { draw, standInFor, type DrawInput } from './server'

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
      throw new Error('It threw while it was drawn')
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
const input = (path: string, rest: Partial<DrawInput> = {}): DrawInput => ({
  url: `http://shop.test${path}`,
  siteUrl: 'http://shop.test',
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'k',
  releaseSet: set,
  settings: defaultSettings,
  fetch: () => Promise.reject(new Error('not asked')),
  guestId: null,
  remote: { name: remote, exposed: routes },
  ...rest,
})
async function drawn(path: string, rest?: Partial<DrawInput>) {
  const page = await draw(input(path, rest))
  if (page instanceof Response) throw new Error('A page was wanted')
  return page
}

test('a page whose code cannot be loaded takes drawing from no other page of its remote', async () => {
  await expect(draw(input('/things/broken'))).rejects.toThrow('Its code threw')
  expect((await drawn('/things')).markup).toContain('All things')
})

test.each([
  ['/things/throws', 'while it was drawn'],
  ['/things/refused', 'Its loader threw'],
])('%s is not drawn as an error that others would be shown', async (path, reason) => {
  await expect(draw(input(path))).rejects.toThrow(reason)
})

test('what stands around a page can be drawn without it, with the age gate and nothing for the browser to take over', async () => {
  const frame = await drawn('/things/throws', {
    leave: true,
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
])('the page that stands for %s has the path %s', async (path, standIn) => {
  expect(await standInFor(set, { name: remote, exposed: routes }, path)).toBe(standIn)
})

test('nothing stands for a path of a remote that is not there', async () => {
  expect(await standInFor(set, null, '/things/a/b')).toBeNull()
})

test('the page that stands for others is the same for all of them', async () => {
  for (const [one, other] of [
    ['/things/-', '/things/evil-words'],
    ['/-/-/-', '/evil-words'],
    ['/things/-/-', '/things/evil/words'],
  ]) {
    const [first, second] = await Promise.all([drawn(one ?? ''), drawn(other ?? '')])
    expect(first.markup, one).toContain('Not found')
    expect([second.markup === first.markup, second.head === first.head], other).toEqual([true, true])
  }
})
