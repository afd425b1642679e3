import type { ReleaseSet } from '@shop/federation'
import type { ReleaseRecord } from '@shop/federation/store'
import { expect, test } from 'vitest'
import { verifiedReleases } from './verified-releases'

const hash = `sha384-${'A'.repeat(64)}`
const record = (name: string, more: Partial<ReleaseRecord> = {}): ReleaseRecord => ({
  name,
  version: 'v1',
  commit: null,
  owner: 'team',
  builtAt: '2026-11-23T01:00:00Z',
  entry: 'remoteEntry.js',
  manifest: 'mf-manifest.json',
  globalName: name,
  routes: ['js/routes.js'],
  pages: [],
  mounts: [`/${name}`],
  server: 'server.cjs',
  files: { 'remoteEntry.js': { bytes: 1, sha384: hash }, 'js/routes.js': { bytes: 1, sha384: hash } },
  sizes: { raw: 1, gzip: 1, brotli: 1 },
  needs: {},
  provides: {},
  migration: null,
  database: [],
  ...more,
})
const inSet = (name: string) => ({
  version: 'v1',
  manifest: '/elsewhere.json',
  entry: `/releases/${name}/v1/remoteEntry.js`,
  globalName: name,
  routes: [],
  pages: [],
  mounts: ['/cart', '/checkout'],
  server: '/elsewhere.cjs',
})
const set: ReleaseSet = { id: 'one', remotes: { 'mf-b': inSet('mf-b'), 'mf-a': inSet('mf-a') } }

async function verified(records: Record<string, ReleaseRecord>) {
  const warnings: string[] = []
  const releases = verifiedReleases(
    { current: () => Promise.resolve(set) },
    {
      verify: (name) =>
        records[name] ? Promise.resolve(records[name]) : Promise.reject(new Error('entry was changed')),
      shell: 's1',
      warn: (message) => warnings.push(message),
    },
  )
  return { set: await releases.current(), refused: releases.refused(), warnings }
}
const shell = record('shell', { provides: { '@shop/ui': ['Button'] } })

test('a verified remote is served as its record says, whatever the set says', async () => {
  const all = await verified({ shell, 'mf-a': record('mf-a'), 'mf-b': record('mf-b') })
  expect(all.refused).toEqual({})
  expect(all.set.remotes['mf-a']).toEqual({
    version: 'v1',
    manifest: '/releases/mf-a/v1/mf-manifest.json',
    entry: '/releases/mf-a/v1/remoteEntry.js',
    globalName: 'mf-a',
    routes: ['/releases/mf-a/v1/js/routes.js'],
    pages: [],
    mounts: ['/mf-a'],
    server: '/releases/mf-a/v1/server.cjs',
    integrity: { '/releases/mf-a/v1/remoteEntry.js': hash, '/releases/mf-a/v1/js/routes.js': hash },
  })
})

test('a changed remote has nothing that runs, the others are served, and the reason is told once', async () => {
  const { set, refused, warnings } = await verified({ shell, 'mf-a': record('mf-a') })
  expect(set.remotes['mf-b']).toMatchObject({ server: null, routes: [], pages: [], integrity: {} })
  expect(set.remotes['mf-a']?.server).toBe('/releases/mf-a/v1/server.cjs')
  expect(refused).toEqual({ 'mf-b': 'entry was changed' })
  expect(warnings).toEqual(['mf-b is not served: entry was changed'])
})

test('a refused remote takes no path of a verified one', async () => {
  const { set } = await verified({ shell, 'mf-a': record('mf-a', { mounts: ['/checkout'] }) })
  expect(Object.keys(set.remotes)).toEqual(['mf-a', 'mf-b'])
})

test('a remote that needs a name which the shell lacks is refused, with the name', async () => {
  const needy = record('mf-b', { needs: { '@shop/ui': ['Button', 'Lookbook'] } })
  const { refused } = await verified({ shell, 'mf-a': record('mf-a'), 'mf-b': needy })
  expect(refused).toEqual({ 'mf-b': 'mf-b needs Lookbook of @shop/ui, which the shell does not export.' })
})

test('pages of a set with a refused member are not mixed up with those of the whole set', async () => {
  const ids = [await verified({ shell, 'mf-a': record('mf-a') }), await verified({ shell })].map(
    ({ set: { id } }) => id,
  )
  expect(new Set(['one', ...ids]).size).toBe(3)
})
