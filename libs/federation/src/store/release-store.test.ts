import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { composeSet } from './compose-set'
import { pruneReleases, recordReleaseUse, storedVersions, versionOf } from './release-store'
import { missingFiles, readRecord, storeRelease } from './store-release'

let root = ''
let store = ''
const day = 24 * 60 * 60 * 1000

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-store-'))
  store = path.join(root, 'releases')
})
afterEach(() => rm(root, { recursive: true }))

async function build(content: string): Promise<string> {
  const folder = path.join(root, 'build')
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'js'), { recursive: true })
  await writeFile(path.join(folder, 'js/entry.js'), content)
  await writeFile(path.join(folder, 'js/entry.js.br'), 'br')
  return folder
}

const about = (name: string, version: string) => ({
  name,
  version,
  commit: null,
  owner: 'catalogue',
  builtAt: '2026-11-23T00:00:00.000Z',
  entry: 'js/entry.js',
  manifest: 'mf-manifest.json',
  globalName: 'mf_catalog',
  routes: [],
  pages: [],
  mounts: ['/'],
  server: null,
  needs: {},
  provides: {},
  migration: null,
  database: [],
})
const put = (name: string, version: string, folder: string) =>
  storeRelease(store, { about: about(name, version), parts: { '': folder } })

/** Stores a version that was last used so many days ago. */
async function stored(name: string, version: string, days: number): Promise<void> {
  await put(name, version, await build(version))
  const used = new Date(Date.now() - days * day)
  await utimes(path.join(store, name, version), used, used)
}

async function shopWith(name: string, ...sets: Record<string, string>[]): Promise<string> {
  const aliveFile = path.join(root, `${name}.json`)
  await writeFile(aliveFile, '')
  await recordReleaseUse(store, { aliveFile, sets })
  return aliveFile
}
const entry = (version: string) => readFile(path.join(store, 'mf-catalog', version, 'js/entry.js'), 'utf8')

test('a stored release does not change when the build folder does', async () => {
  await put('mf-catalog', 'v1', await build('old'))
  await put('mf-catalog', 'v2', await build('new'))
  await rm(path.join(root, 'build'), { recursive: true })
  expect([await entry('v1'), await entry('v2')]).toEqual(['old', 'new'])
})

test('a stored version is never overwritten', async () => {
  await put('mf-catalog', 'v1', await build('first'))
  await put('mf-catalog', 'v1', await build('second'))
  expect(await entry('v1')).toBe('first')
})

test('the record tells bytes and SHA-384 of every file, also of the compressed ones', async () => {
  const record = await put('mf-catalog', 'v1', await build('old'))
  expect(Object.keys(record.files)).toEqual(['js/entry.js', 'js/entry.js.br'])
  expect(record.files['js/entry.js']).toEqual({
    bytes: 3,
    sha384: 'sha384-fBumr4n5sA4/QWNPS7KNu2jg9CBOR0IYwQ/0At9wfOm4i7Q4PV5XMqwIcsX/sSsj',
  })
  expect(record.sizes).toEqual({ raw: 3, gzip: 3, brotli: 2 })
  expect(await readRecord(store, 'mf-catalog', 'v1')).toEqual(record)
})

test('a file that is gone or has another length is missing', async () => {
  const record = await put('mf-catalog', 'v1', await build('old'))
  expect(await missingFiles(store, record)).toEqual([])
  await writeFile(path.join(store, 'mf-catalog/v1/js/entry.js'), 'longer')
  await rm(path.join(store, 'mf-catalog/v1/js/entry.js.br'))
  expect(await missingFiles(store, record)).toEqual(['js/entry.js', 'js/entry.js.br'])
})

test('a release under the name of another is not read', async () => {
  await put('mf-catalog', 'v1', await build('old'))
  await mkdir(path.join(store, 'mf-admin'))
  await writeFile(path.join(store, 'mf-admin/note'), '')
  const record = await readFile(path.join(store, 'mf-catalog/v1/record.json'))
  await mkdir(path.join(store, 'mf-admin/v1'))
  await writeFile(path.join(store, 'mf-admin/v1/record.json'), record)
  await expect(readRecord(store, 'mf-admin', 'v1')).rejects.toThrow('holds the record of mf-catalog v1')
})

test('concurrent releases of the same version all succeed and store one complete release', async () => {
  const folder = await build('same')
  await Promise.all(Array.from({ length: 8 }, () => put('mf-catalog', 'v1', folder)))
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual(['v1'])
  expect(await entry('v1')).toBe('same')
})

test('a build that cannot be read leaves nothing behind', async () => {
  await mkdir(path.join(store, 'mf-catalog'), { recursive: true })
  await expect(put('mf-catalog', 'v1', path.join(root, 'missing'))).rejects.toThrow('missing')
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual([])
})

test.each([{ entry: 'js/index.js' }, { routes: ['js/page.js'] }, { server: 'server.cjs' }])(
  'a build without a file that would run (%o) is not stored',
  async (named) => {
    const lacking = { ...about('mf-catalog', 'v1'), ...named }
    const parts = { '': await build('old') }
    await expect(storeRelease(store, { about: lacking, parts })).rejects.toThrow('its build has no')
    expect(await readdir(path.join(store, 'mf-catalog'))).toEqual([])
  },
)

test.each(['js/keys.json', 'keys'])('a build with a symbolic link, %s, is not stored', async (link) => {
  const folder = await build('old')
  await writeFile(path.join(root, 'keys.json'), 'secret')
  await symlink(link === 'keys' ? root : path.join(root, 'keys.json'), path.join(folder, link))
  await expect(put('mf-catalog', 'v1', folder)).rejects.toThrow(
    `mf-catalog v1 is not stored: ${link} is a symbolic link. Put a copy of what it leads to in its place.`,
  )
  expect(await readdir(path.join(store, 'mf-catalog'))).toEqual([])
})

test('a record that leads out of its folder is rejected', async () => {
  const folder = await build('old')
  const escaping = { ...about('mf-catalog', 'v1'), server: '../../v0/server.cjs' }
  await expect(storeRelease(store, { about: escaping, parts: { '': folder } })).rejects.toThrow('server')
})

test('releases that a shop can reach are never pruned; others are after fourteen days', async () => {
  for (const version of ['v1', 'v2', 'v3']) await stored('mf-catalog', version, 40)
  await stored('mf-catalog', 'v4', 13)
  await stored('shell', 's1', 40)
  await stored('shell', 's0', 40)
  await shopWith('one', { shell: 's1', 'mf-catalog': 'v1' }, { shell: 's1', 'mf-catalog': 'v2' })
  await pruneReleases(store)
  expect((await storedVersions(store, 'mf-catalog')).sort()).toEqual(['v1', 'v2', 'v4'])
  expect(await storedVersions(store, 'shell')).toEqual(['s1'])
})

test('of releases that nobody reaches the ten most recent stay, and all of the last day', async () => {
  for (let index = 0; index < 13; index += 1) await stored('mf-catalog', `v${String(index)}`, 2 + index / 24)
  await shopWith('one', { 'mf-catalog': 'v12' })
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-catalog')).toEqual([
    ...Array.from({ length: 10 }, (_, index) => `v${String(index)}`),
    'v12',
  ])
  for (let index = 0; index < 13; index += 1) await stored('mf-admin', `v${String(index)}`, index / 24)
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-admin')).toHaveLength(13)
})

test('a shop whose data was deleted needs nothing', async () => {
  await stored('mf-catalog', 'v1', 40)
  await rm(await shopWith('one', { 'mf-catalog': 'v1' }))
  await pruneReleases(store)
  expect(await storedVersions(store, 'mf-catalog')).toEqual([])
})

test('nothing is pruned while what one shop needs cannot be read', async () => {
  await stored('mf-catalog', 'v1', 40)
  await mkdir(path.join(store, 'consumers'))
  await writeFile(path.join(store, 'consumers/half.json'), '{"half":')
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

test('a release set has the addresses of its members’ files, without what only the server reads', async () => {
  const folder = await build('shell')
  await mkdir(path.join(folder, 'inline'))
  await writeFile(path.join(folder, 'inline/theme.js'), '')
  const shell = await put('shell', 's1', folder)
  const remote = await put('mf-catalog', 'v1', await build('remote'))
  const set = composeSet('a', [shell, remote])
  expect(set.shell).toEqual({
    version: 's1',
    scripts: ['/releases/shell/s1/js/entry.js'],
    files: ['/releases/shell/s1/js/entry.js'],
    integrity: { '/releases/shell/s1/js/entry.js': shell.files['js/entry.js']?.sha384 },
  })
  expect(set.remotes['mf-catalog']).toMatchObject({
    entry: '/releases/mf-catalog/v1/js/entry.js',
    server: null,
    integrity: { '/releases/mf-catalog/v1/js/entry.js': remote.files['js/entry.js']?.sha384 },
  })
  expect(() => composeSet('a', [remote])).toThrow('no shell')
})
