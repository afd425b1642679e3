import type { ReleaseSet } from '@shop/federation'
import {
  localSigningKey,
  releaseVerifier,
  signRelease,
  storeRelease,
  type ReleaseRecord,
  type SigningKey,
} from '@shop/federation/store'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followReleases, type FollowedReleases } from './live-releases'
import type { KnownReleases, ReleaseSource } from './release-source'

let root = ''
let store = ''
let key: SigningKey
let state: KnownReleases | null
let announce: () => void
let followed: FollowedReleases | undefined
const warn = vi.fn<(message: string) => void>()

const source: ReleaseSource = {
  read: () => (state ? Promise.resolve(structuredClone(state)) : Promise.reject(new Error('no database'))),
  subscribe: (onChange) => {
    announce = onChange
    return { stop: () => Promise.resolve() }
  },
}
const members = (catalog: string) => ({ shell: 's1', 'mf-catalog': catalog })

async function put(name: string, version: string, more: Partial<ReleaseRecord> = {}) {
  const build = path.join(root, 'build')
  await mkdir(build, { recursive: true })
  await writeFile(path.join(build, 'entry.js'), version)
  const about = {
    ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [], server: null },
    ...{ needs: {}, provides: {}, migration: null, database: [], ...more },
  }
  await storeRelease(store, { about, parts: { '': build } })
  await signRelease(path.join(store, name, version), key)
}
const live = (id: string, more: Partial<KnownReleases> = {}): KnownReleases => ({
  live: id,
  last_good: null,
  withdrawn: [],
  migrations: null,
  sets: { a: members('v1'), b: members('v2') },
  ...more,
})
async function follow(options: Partial<Parameters<typeof followReleases>[0]> = {}) {
  const lastGoodFile = path.join(root, 'data/release-set.json')
  followed = await followReleases({
    store,
    verify: releaseVerifier(store, [key]),
    source,
    lastGoodFile,
    warn,
    pollMs: 5,
    ...options,
  })
  return followed
}
const idOf = async (shop: FollowedReleases, pinned: string | null = null) =>
  (await shop.forVisitor(pinned)).id

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-follow-'))
  store = path.join(root, 'releases')
  key = await localSigningKey(path.join(root, 'key.pem'))
  for (const version of ['v1', 'v2']) await put('mf-catalog', version)
  await put('shell', 's1')
  state = live('a')
  warn.mockReset()
})
afterEach(async () => {
  await followed?.stop()
  followed = undefined
  await rm(root, { recursive: true })
})

test('a set that is announced is prepared first and served then', async () => {
  const prepared: string[] = []
  const shop = await follow({
    pollMs: 60_000,
    prepare: async ({ id }) => {
      prepared.push(`${id} beside ${(await followed?.current())?.id ?? 'none'}`)
    },
  })
  state = live('b')
  announce()
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('b')
  })
  expect(prepared).toEqual(['a beside none', 'b beside a'])
  expect((await shop.current()).remotes['mf-catalog']?.entry).toBe('/releases/mf-catalog/v2/entry.js')
})

test('a set that nobody announced is found by the poll, and what a rollback gives', async () => {
  const shop = await follow()
  expect(shop.lastGood()).toBeNull()
  state = live('b', { last_good: 'a' })
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('b')
  })
  expect(shop.lastGood()).toBe('a')
})

test('a report that a set does not run in a browser is logged once, and the set stays the fallback of others', async () => {
  const shop = await follow()
  for (const id of ['a', 'a', 'unknown']) shop.reportBroken(id)
  state = live('b', { last_good: 'a' })
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('b')
  })
  expect(shop.lastGood()).toBe('a')
  expect(warn.mock.calls).toEqual([[expect.stringMatching('Release set a does not run')]])
})

test('a set with missing files is rejected by name while the one before is served, and live once they are there', async () => {
  const shop = await follow()
  const file = path.join(store, 'mf-catalog/v2/entry.js')
  await rename(file, `${file}.away`)
  state = live('b')
  await vi.waitFor(() => {
    expect(shop.problem()).toMatchObject({ set: 'b', member: 'mf-catalog', version: 'v2' })
  })
  expect(await idOf(shop)).toBe('a')
  await rename(`${file}.away`, file)
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('b')
  })
  expect(shop.problem()).toBeNull()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a set carries the hashes of what starts each member', async () => {
  const shop = await follow()
  const { shell, remotes } = await shop.current()
  expect(Object.keys(shell?.integrity ?? {})).toEqual(['/releases/shell/s1/entry.js'])
  expect(remotes['mf-catalog']?.integrity?.['/releases/mf-catalog/v1/entry.js']).toMatch(/^sha384-/)
})

test.each([
  [
    'was changed',
    () => writeFile(path.join(store, 'mf-catalog/v2/entry.js'), 'ev'),
    'entry.js is missing or was',
  ],
  [
    'nobody trusted has signed',
    async () => {
      key = await localSigningKey(path.join(root, 'other.pem'))
      await rm(path.join(store, 'mf-catalog/v2'), { recursive: true })
      await put('mf-catalog', 'v2')
    },
    'none of the trusted keys',
  ],
  [
    'needs a name that the shell lacks',
    async () => {
      await rm(path.join(store, 'mf-catalog/v2'), { recursive: true })
      await put('mf-catalog', 'v2', { needs: { '@shop/ui': ['Lookbook'] } })
    },
    'mf-catalog needs @shop/ui',
  ],
])('a set with a release that %s is rejected while the one before is served', async (_, spoil, why) => {
  const shop = await follow()
  await spoil()
  state = live('b')
  await vi.waitFor(() => {
    expect(shop.problem()).toMatchObject({ set: 'b', member: 'mf-catalog', version: 'v2' })
  })
  expect(shop.problem()?.why).toContain(why)
  expect(await idOf(shop)).toBe('a')
})

test('a set that needs a migration which the database lacks is rejected by name, and live once it is applied', async () => {
  const shop = await follow()
  await put('mf-catalog', 'v3', { migration: '20261201000000' })
  const sets = { a: members('v1'), c: members('v3') }
  state = live('c', { sets, migrations: ['20261101000000'] })
  await vi.waitFor(() => {
    expect(shop.problem()).toMatchObject({ set: 'c', member: 'mf-catalog', version: 'v3' })
  })
  expect(shop.problem()?.why).toContain('needs migration 20261201000000, which the database does not have')
  expect(await idOf(shop)).toBe('a')
  state = live('c', { sets, migrations: ['20261101000000', '20261201000000'] })
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('c')
  })
})

test('a live release that is changed on disk is told, and well again when it is as it was', async () => {
  const shop = await follow()
  const file = path.join(store, 'mf-catalog/v1/entry.js')
  await writeFile(file, 'other')
  await vi.waitFor(() => {
    expect(shop.problem()).toMatchObject({ set: 'a', member: 'mf-catalog' })
  })
  expect(await idOf(shop)).toBe('a')
  await writeFile(file, 'v1')
  await vi.waitFor(() => {
    expect(shop.problem()).toBeNull()
  })
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a set whose builds cannot be loaded is not served', async () => {
  const shop = await follow({
    prepare: ({ id }) => (id === 'b' ? Promise.reject(new Error('broken build')) : Promise.resolve()),
  })
  state = live('b')
  await vi.waitFor(() => {
    expect(shop.problem()).toMatchObject({ set: 'b', why: 'broken build' })
  })
  expect(await idOf(shop)).toBe('a')
})

test('without the database it starts with the last good set, and follows again once it is back', async () => {
  state = live('b')
  await (await follow()).stop()
  state = null
  const shop = await follow({ fallback: members('v1') })
  expect(await idOf(shop)).toBe('b')
  state = live('a')
  await vi.waitFor(async () => {
    expect(await idOf(shop)).toBe('a')
  })
})

test('a set that could not be served is not the last good one', async () => {
  await (await follow()).stop()
  state = live('c', { sets: { a: members('v1'), c: members('v3') } })
  await (await follow()).stop()
  state = null
  expect(await idOf(await follow())).toBe('a')
})

test('where nothing is live yet the shop’s own build is served', async () => {
  state = { live: null, last_good: null, withdrawn: [], migrations: null, sets: {} }
  const shop = await follow({ fallback: members('v2') })
  expect((await shop.current()).remotes['mf-catalog']?.version).toBe('v2')
})

test('a visitor keeps a known release set, unless it was withdrawn or has lost its files', async () => {
  const shop = await follow()
  expect(await idOf(shop, 'b')).toBe('b')
  expect(await idOf(shop, 'unknown')).toBe('a')
  state = live('a', { withdrawn: ['b'] })
  await vi.waitFor(async () => {
    expect(await idOf(shop, 'b')).toBe('a')
  })
  await rm(path.join(store, 'mf-catalog/v2'), { recursive: true })
  state = live('a', { last_good: 'c', sets: { a: members('v1'), c: members('v2') } })
  await vi.waitFor(async () => {
    expect(await idOf(shop, 'c')).toBe('a')
  })
})

test('a canary is prepared and served beside the live set until it ends, and the CDN is told when it begins', async () => {
  const prepare = vi.fn<(set: ReleaseSet) => Promise<void>>(() => Promise.resolve())
  const onChange = vi.fn<(set: ReleaseSet) => void>()
  const shop = await follow({ prepare, onChange })
  const canary = { id: 1, candidate: 'b', share: 10 }
  state = live('a', { canary })
  await vi.waitFor(() => {
    expect(shop.canary()).toEqual(canary)
  })
  expect([await idOf(shop), await idOf(shop, 'b')]).toEqual(['a', 'b'])
  state = live('a', { canary: { ...canary, share: 50 } })
  await vi.waitFor(() => {
    expect(shop.canary()?.share).toBe(50)
  })
  state = live('a', { canary: null })
  await vi.waitFor(() => {
    expect(shop.canary()).toBeNull()
  })
  await vi.waitFor(() => {
    expect(prepare.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'b', 'a'])
  })
  expect(onChange.mock.calls.map(([{ id }]) => id)).toEqual(['a'])
})

test('a canary whose files are missing goes to nobody until they are there', async () => {
  const shop = await follow()
  const file = path.join(store, 'mf-catalog/v2/entry.js')
  await rename(file, `${file}.away`)
  state = live('a', { canary: { id: 1, candidate: 'b', share: 10 } })
  await vi.waitFor(() => {
    expect(warn.mock.calls).toEqual([[expect.stringMatching('The canary b is not served: mf-catalog v2')]])
  })
  expect([shop.canary(), shop.problem()]).toEqual([null, null])
  await rename(`${file}.away`, file)
  await vi.waitFor(() => {
    expect(shop.canary()?.id).toBe(1)
  })
})

test('a canary ends with a promotion that cannot be served here', async () => {
  const shop = await follow()
  state = live('a', { canary: { id: 1, candidate: 'b', share: 10 } })
  await vi.waitFor(() => {
    expect(shop.canary()?.id).toBe(1)
  })
  const sets = { a: members('v1'), c: members('missing') }
  state = live('c', { canary: null, sets })
  await vi.waitFor(() => {
    expect([shop.problem()?.set, shop.canary()]).toEqual(['c', null])
  })
  expect(await idOf(shop)).toBe('a')
})
