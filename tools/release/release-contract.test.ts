import { recordReleaseUse, storeRelease, type ReleaseRecord } from '@shop/federation/store'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blocking } from '../../shell/server/releases/policy'
import type { KnownReleases } from '../../shell/server/releases/release-source'
import { rollbackProblems, verdict } from '../../shell/server/releases/verdict'
import type { Migration } from '../../supabase/migration-statements'
import { brokenReleases, releaseProblems, takenAway } from './release-contract'

let store = ''
const old = '20261101000000'

beforeEach(async () => {
  store = await mkdtemp(path.join(tmpdir(), 'shop-contract-'))
  await put('shell', 's1', { provides: { '@shop/ui': ['Button'] } })
  await put('mf-catalog', 'v1', { needs: { '@shop/ui': ['Button'] }, database: ['products', 'brand'] })
})
afterEach(() => rm(store, { recursive: true }))

async function put(name: string, version: string, more: Partial<ReleaseRecord>): Promise<ReleaseRecord> {
  const build = path.join(store, 'build')
  await mkdir(build, { recursive: true })
  await writeFile(path.join(build, 'entry.js'), version)
  const about = {
    ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [], server: null },
    ...{ needs: {}, provides: {}, migration: old, database: [], ...more },
  }
  const record = await storeRelease(store, { about, parts: { '': build } })
  await rm(build, { recursive: true })
  return record
}

const known = (more: Partial<KnownReleases> = {}): KnownReleases => ({
  live: 'a',
  last_good: null,
  withdrawn: [],
  migrations: [old],
  sets: { a: { shell: 's1', 'mf-catalog': 'v1' } },
  ...more,
})
const takenBy =
  (migrations: readonly Migration[]) => (records: readonly ReleaseRecord[], state: KnownReleases) =>
    takenAway(records, state, migrations)

/** What the verdict says of names and migrations for which a release does not go live. */
async function promotionProblems(
  { name, version }: ReleaseRecord,
  state: KnownReleases,
  migrations: readonly Migration[],
): Promise<string[]> {
  const found = await verdict(
    { store, keys: [], name, version, known: state, mounts: [] },
    { root: store, takenAway: takenBy(migrations), run: () => Promise.resolve([]) },
  )
  return blocking(found)
    .filter(({ check }) => check === 'names' || check === 'migrations')
    .map(({ message }) => message)
}
const drop = { file: '20261201000000_brand.sql', sql: 'alter table public.products drop column brand' }
const needsMore = { needs: { '@shop/ui': ['Button', 'Chart', 'Lookbook'] } }

test('a release that fits the live set and the database may be stored and promoted', async () => {
  const next = await put('mf-catalog', 'v2', { needs: { '@shop/ui': ['Button'] } })
  expect(await releaseProblems(store, next, known())).toEqual([])
  expect(await promotionProblems(next, known(), [])).toEqual([])
})

test('a release that needs names which no shell has is rejected with member, lib, names and remedy', async () => {
  const next = await put('mf-catalog', 'v2', needsMore)
  const problems = [
    'mf-catalog needs Chart, Lookbook of @shop/ui, which the shell does not export. ' +
      'Promote a shell with it first, or a mf-catalog that does without.',
  ]
  expect(await releaseProblems(store, next, known())).toEqual(problems)
  expect(await releaseProblems(store, next, null)).toEqual(problems)
  expect(await promotionProblems(next, known(), [])).toEqual(problems)
})

test('a release may wait in the store for a shell that was released with the names, and goes live after it', async () => {
  const next = await put('mf-catalog', 'v2', needsMore)
  await put('shell', 's2', { provides: needsMore.needs })
  expect(await releaseProblems(store, next, known())).toEqual([])
  expect(await promotionProblems(next, known(), [])).toHaveLength(1)
  const withNewShell = known({ sets: { a: { shell: 's2', 'mf-catalog': 'v1' } } })
  expect(await promotionProblems(next, withNewShell, [])).toEqual([])
})

test('a shell without a name that every version of a live remote needs is rejected', async () => {
  const next = await put('shell', 's2', { provides: { '@shop/ui': ['Text'] } })
  expect((await releaseProblems(store, next, known())).join()).toContain(
    'mf-catalog needs Button of @shop/ui',
  )
  expect((await promotionProblems(next, known(), [])).join()).toContain('mf-catalog needs Button')
  await put('mf-catalog', 'v2', { needs: { '@shop/ui': ['Text'] } })
  expect(await releaseProblems(store, next, known())).toEqual([])
})

test('a release whose migration the database lacks is rejected with the remedy, where the database says', async () => {
  const next = await put('mf-catalog', 'v2', { migration: '20261201000000' })
  const problem = /^mf-catalog v2 needs migration 20261201000000, which the database does not have. Apply it/
  expect(await releaseProblems(store, next, known())).toEqual([expect.stringMatching(problem)])
  expect(await promotionProblems(next, known(), [])).toEqual([expect.stringMatching(problem)])
  const silent = known({ migrations: null })
  expect(await releaseProblems(store, next, silent)).toEqual([])
  expect(await promotionProblems(next, silent, [])).toEqual([])
})

test('an old release is not promoted again once the database has taken away what it uses', async () => {
  const before = await put('mf-catalog', 'v0', { database: ['brand'] })
  expect(await promotionProblems(before, known(), [drop])).toEqual([])
  const migrated = known({ migrations: [old, '20261201000000'] })
  expect(await promotionProblems(before, migrated, [drop])).toEqual([
    '20261201000000_brand.sql takes away brand, which mf-catalog v0 uses. Release mf-catalog from sources that do without.',
  ])
})

test('the set before does not go live again once the database has taken away what a member uses', async () => {
  const members = [
    await put('shell', 's2', { database: ['brand'] }),
    await put('mf-catalog', 'v2', { database: ['products'] }),
  ]
  expect(await rollbackProblems(members, known(), takenBy([drop]))).toEqual([])
  const migrated = known({ migrations: [old, '20261201000000'] })
  expect(await rollbackProblems(members, migrated, takenBy([drop]))).toEqual([
    '20261201000000_brand.sql takes away brand, which shell s2 uses. Release shell from sources that do without.',
  ])
})

test('a migration that takes away what a reachable release uses is rejected, until nobody reaches it', async () => {
  expect(await brokenReleases(store, null, [drop])).toEqual([])
  const problems = [expect.stringContaining('takes away brand, which mf-catalog v1 uses. Visitors can still')]
  expect(await brokenReleases(store, known(), [drop])).toEqual(problems)

  const aliveFile = path.join(store, 'shop')
  await writeFile(aliveFile, '')
  await recordReleaseUse(store, { aliveFile, sets: [{ shell: 's1', 'mf-catalog': 'v1' }] })
  expect(await brokenReleases(store, null, [drop])).toEqual(problems)
  await rm(aliveFile)
  expect(await brokenReleases(store, null, [drop])).toEqual([])
})

test('unreadable notes about reachable releases permit nothing', async () => {
  await mkdir(path.join(store, 'consumers'))
  await writeFile(path.join(store, 'consumers/one.json'), 'no notes')
  await expect(brokenReleases(store, null, [drop])).rejects.toThrow('cannot be read')
})
