import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordReleaseUse, storeRelease, pruneReleases, storedVersions, versionOf } from './release-store'

let root = ''
let store = ''
const day = 24 * 60 * 60 * 1000

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-store-'))
  store = path.join(root, '.releases')
})
afterEach(() => rm(root, { recursive: true }))

async function build(content: string): Promise<string> {
  const folder = path.join(root, 'build')
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'js'), { recursive: true })
  await writeFile(path.join(folder, 'js/entry.js'), content)
  return folder
}

/** Stores a version that was last used so many days ago. */
async function stored(name: string, version: string, days: number): Promise<void> {
  await storeRelease(store, name, version, await build(version))
  const used = new Date(Date.now() - days * day)
  await utimes(path.join(store, name, version), used, used)
}

async function shopWith(name: string, version: string, shell = 's1'): Promise<string> {
  const setFile = path.join(root, `${name}.json`)
  await writeFile(setFile, JSON.stringify({ id: version, remotes: { 'mf-catalog': { version } } }))
  await recordReleaseUse(store, { setFile, shell })
  return setFile
}

test('a stored release does not change when the build folder does', async () => {
  await storeRelease(store, 'mf-catalog', 'v1', await build('old'))
  await storeRelease(store, 'mf-catalog', 'v2', await build('new'))
  await rm(path.join(root, 'build'), { recursive: true })
  const entry = (version: string) => readFile(path.join(store, 'mf-catalog', version, 'js/entry.js'), 'utf8')
  expect([await entry('v1'), await entry('v2')]).toEqual(['old', 'new'])
})

test('a stored version is never overwritten', async () => {
  await storeRelease(store, 'mf-catalog', 'v1', await build('first'))
  await storeRelease(store, 'mf-catalog', 'v1', await build('second'))
  expect(await readFile(path.join(store, 'mf-catalog/v1/js/entry.js'), 'utf8')).toBe('first')
})

test('concurrent builds of the same version all succeed and store one complete release', async () => {
  const folder = await build('same')
  await Promise.all(Array.from({ length: 8 }, () => storeRelease(store, 'mf-catalog', 'v1', folder)))
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual(['v1'])
  expect(await readFile(path.join(store, 'mf-catalog/v1/js/entry.js'), 'utf8')).toBe('same')
})

test('a build that cannot be read leaves nothing behind', async () => {
  await mkdir(path.join(store, 'mf-catalog'), { recursive: true })
  await expect(storeRelease(store, 'mf-catalog', 'v1', path.join(root, 'missing'))).rejects.toThrow('missing')
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual([])
})

test('releases in the live set of any shop are never pruned; others are after fourteen days', async () => {
  for (const version of ['v1', 'v2', 'v3']) await stored('mf-catalog', version, 40)
  await stored('mf-catalog', 'v4', 13)
  await stored('shell', 's1', 40)
  await stored('shell', 's0', 40)
  await shopWith('one', 'v1')
  await shopWith('two', 'v2')
  await pruneReleases(store)
  expect((await storedVersions(store, 'mf-catalog')).sort()).toEqual(['v1', 'v2', 'v4'])
  expect(await storedVersions(store, 'shell')).toEqual(['s1'])
})

test('of unused releases the ten most recent are not pruned', async () => {
  for (let index = 0; index < 13; index += 1) await stored('mf-catalog', `v${String(index)}`, index / 24)
  await shopWith('one', 'v12')
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-catalog')).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `v${String(index)}`),
    'v12',
  ])
})

test('a shop whose release set was deleted uses nothing', async () => {
  await stored('mf-catalog', 'v1', 40)
  await rm(await shopWith('one', 'v1'))
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-catalog')).toEqual([])
})

test('nothing is pruned while the release set of one shop cannot be read', async () => {
  await stored('mf-catalog', 'v1', 40)
  await writeFile(await shopWith('one', 'v2'), '{"half":')
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-catalog')).toEqual(['v1'])
})

test('an unfinished copy is not a release, and is pruned after an hour', async () => {
  await stored('mf-catalog', 'v1', 0)
  await mkdir(path.join(store, 'mf-catalog/.v2-half'))
  expect(await storedVersions(store, 'mf-catalog')).toEqual(['v1'])
  await pruneReleases(store)
  expect(await readdir(path.join(store, 'mf-catalog'))).toContain('.v2-half')
  await pruneReleases(store, Date.now() + 2 * 60 * 60 * 1000)
  expect(await readdir(path.join(store, 'mf-catalog'))).not.toContain('.v2-half')
})

test('a version is the hash of the build’s content', async () => {
  const first = await versionOf(await build('one'))
  expect(first).toMatch(/^[0-9a-f]{12}$/)
  expect(await versionOf(await build('two'))).not.toBe(first)
  expect(await versionOf(await build('one'))).toBe(first)
})

test('only the given folders of a build are hashed and copied', async () => {
  const folder = await build('one')
  const first = await versionOf(folder, ['js'])
  await mkdir(path.join(folder, 'types'))
  await writeFile(path.join(folder, 'types/entry.d.ts'), 'types')
  expect(await versionOf(folder, ['js'])).toBe(first)
  await storeRelease(store, 'shell', first, folder, ['js'])
  expect(await readdir(path.join(store, 'shell', first))).toEqual(['js'])
})
