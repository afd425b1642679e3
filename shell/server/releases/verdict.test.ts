import { localSigningKey, signRelease, storeRelease, type ReleaseRecord } from '@shop/federation/store'
import type { PageRule } from '@shop/router/server'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { KnownReleases } from './release-source'
import { blocking } from './policy'
import { pathsToOpen, verdict, type Candidate, type RunCandidate } from './verdict'

const folder = await mkdtemp(path.join(tmpdir(), 'shop-verdict-'))
afterAll(() => rm(folder, { recursive: true }))
const store = path.join(folder, 'releases')
const key = await localSigningKey(path.join(folder, 'key.pem'))
const rule = (at: string, status: 200 | 404 = 200): PageRule => ({
  ...{ path: at, status, head: { title: at, description: at }, missing: null, robots: 'index' },
  ...{ personal: false, offline: 'page', reads: false, forGuest: false, takesForms: false },
  ...{ showsQrCodes: false, fragments: {}, trail: [], crumb: null, search: null, scripts: [] },
})

/** Stores a signed release with pages at these paths. */
async function put(
  name: string,
  version: string,
  at: (string | ReturnType<typeof rule>)[],
  more: Partial<ReleaseRecord> = {},
  shared: readonly object[] = [],
) {
  const build = path.join(folder, 'build')
  await mkdir(build, { recursive: true })
  await writeFile(path.join(build, 'entry.js'), version)
  await writeFile(
    path.join(build, 'pages.json'),
    JSON.stringify(at.map((each) => (typeof each === 'string' ? rule(each) : each))),
  )
  const manifest = {
    metaData: { globalName: 'g', remoteEntry: { name: 'entry.js', path: '', type: 'global' } },
    exposes: [{ path: './routes', assets: { js: { sync: [], async: [] } } }],
    shared,
  }
  await writeFile(path.join(build, 'm.json'), JSON.stringify(manifest))
  const about = {
    ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: ['/small'], server: null },
    ...{ needs: {}, provides: {}, migration: null, database: [], ...more },
  }
  await storeRelease(store, { about, parts: { '': build } })
  await signRelease(path.join(store, name, version), key)
}
await put('shell', 's1', ['/about'], {
  mounts: [],
  provides: { '@shop/ui': ['Button'] },
  versions: { react: '19.3.1' },
})
await put('mf-small', 'v1', ['/small', '/small/old', '/small/:id'])

const known: KnownReleases = {
  ...{ live: 'a', last_good: null, withdrawn: [], migrations: ['20261101000000'] },
  sets: { a: { shell: 's1', 'mf-small': 'v1' } },
}
const ran: string[][] = []
const run: RunCandidate = (records) => {
  ran.push(records.map(({ name, version }) => `${name} ${version}`))
  return Promise.resolve([])
}
/** What is found beside what passes, of a version of the small remote. */
const found = async (version: string, more: Partial<Candidate> = {}) => {
  const candidate = {
    store,
    keys: [key],
    name: 'mf-small',
    version,
    known,
    mounts: ['/small'],
    ...more,
  }
  return (await verdict(candidate, { root: folder, takenAway: () => Promise.resolve([]), run })).filter(
    ({ result }) => result !== 'pass',
  )
}

test('what cannot be known is a warning and blocks nothing', async () => {
  await put('mf-small', 'v2', ['/small', '/small/old', '/small/:id'], { needs: { '@shop/ui': ['*'] } })
  const findings = await found('v2')
  expect(findings.map(({ check, result }) => [check, result])).toEqual([
    ['names', 'warning'],
    ['migrations', 'warning'],
    ['budgets', 'warning'],
  ])
  expect(blocking(findings)).toEqual([])
  expect(ran.at(-1)).toEqual(['mf-small v2', 'shell s1'])
})

test('a page of the live version that is gone is found, and lets it go live', async () => {
  await put('mf-small', 'v3', ['/small', '/small/:id/more'])
  const findings = (await found('v3')).filter(({ check }) => check === 'removed pages')
  expect(findings.map(({ result, message }) => [result, message])).toEqual([
    ['fail', '/small/old is gone: let its route redirect to what takes its place.'],
    ['fail', '/small/:id is gone: let its route redirect to what takes its place.'],
  ])
  expect(blocking(findings)).toEqual([])
})

test.each([
  ['is gone', {}, 'The fragment search is gone'],
  [
    'asks for more',
    { search: { properties: { open: { type: 'boolean' }, words: {} }, required: ['open', 'words'] } },
    'The fragment search takes other props than before: words.',
  ],
  [
    'takes another type',
    { search: { properties: { open: { type: 'string' } }, required: ['open'] } },
    'The fragment search takes other props than before: open.',
  ],
  [
    'takes more',
    { search: { properties: { open: { type: 'boolean' }, words: {} }, required: ['open'] } },
    null,
  ],
])('a fragment of the live version that %s', async (what, fragments, message) => {
  const version = `f${what.replaceAll(' ', '')}`
  await put('mf-small', 'f0', ['/small'], {
    fragments: { search: { properties: { open: { type: 'boolean' } }, required: ['open'] } },
  })
  await put('mf-small', version, ['/small'], { fragments })
  const live = { ...known, sets: { a: { shell: 's1', 'mf-small': 'f0' } } }
  const findings = (await found(version, { known: live })).filter(({ check }) => check === 'fragments')
  expect(findings.map((each) => each.message)).toEqual(
    message === null ? [] : [expect.stringContaining(message)],
  )
  expect(blocking(findings)).toEqual([])
})

test('a page with fragments that no member offers', async () => {
  const fragments = { search: '/small', row: '/small/row', column: '/elsewhere' }
  const page = { ...rule('/small'), fragments }
  await put('mf-small', 'p1', [page], { fragments: { search: {} } })
  const findings = (await found('p1')).filter(({ check }) => check === 'fragments')
  expect(findings.map(({ result, message }) => [result, message])).toEqual([
    ['warning', '/small shows the fragment row, which the member at /small/row does not offer.'],
    ['warning', '/small shows the fragment column, which the member at /elsewhere does not offer.'],
  ])
})

test('paths that are not its own, and names that the shell lacks, block it', async () => {
  await put('mf-small', 'v4', ['/small'], { mounts: ['/small', '/cart'], needs: { '@shop/ui': ['Chart'] } })
  expect(blocking(await found('v4')).map(({ message }) => message)).toEqual([
    'mf-small claims /cart, which is not its own.',
    expect.stringContaining('mf-small needs Chart of @shop/ui'),
  ])
  expect(blocking(await found('v2', { mounts: null }))).toMatchObject([{ check: 'paths' }])
})

/** What a container accepts of a shared lib. */
const accepts = (name: string, requiredVersion: string | undefined, more: object = {}) => ({
  ...{ name, requiredVersion, singleton: true, assets: { js: { sync: [], async: [] } } },
  ...more,
})

test.each<[string, object[], string | null, string]>([
  ['accepts what the shell shares', [accepts('react', '^19.0.0'), accepts('other', '1')], null, 'pass'],
  [
    'accepts an earlier one alone',
    [accepts('react', '^18.2.0')],
    'mf-small accepts react ^18.2.0, and the shell shares 19.3.1: build it for that version, or promote',
    'fail',
  ],
  [
    'brings another as its own',
    [accepts('react', '^18.2.0', { singleton: false, assets: { js: { sync: ['entry.js'], async: [] } } })],
    "so visitors load the remote's own copy as well.",
    'warning',
  ],
  ['does not say', [accepts('react', undefined)], 'Which versions of react mf-small accepts', 'warning'],
])('of shared versions, a release that %s', async (what, shared, words, result) => {
  const version = what.replace(/\W/g, '')
  await put('mf-small', version, ['/small'], {}, shared)
  const findings = (await found(version)).filter(({ check }) => check === 'versions')
  expect(findings).toEqual(
    words === null ? [] : [{ check: 'versions', result, message: expect.stringContaining(words) as string }],
  )
  expect(blocking(findings)).toHaveLength(result === 'fail' ? 1 : 0)
})

test('a shell that shares another version than a live remote accepts does not go live', async () => {
  await put('mf-small', 'strict', ['/small'], {}, [accepts('react', '~19.3.0')])
  await put('shell', 's2', ['/about'], { mounts: [], versions: { react: '19.4.0' } })
  const live = { ...known, sets: { a: { shell: 's1', 'mf-small': 'strict' } } }
  const shell = { name: 'shell', mounts: null, known: live }
  expect(blocking(await found('s2', shell)).map(({ message }) => message)).toEqual([
    expect.stringContaining('mf-small accepts react ~19.3.0, and the shell shares 19.4.0'),
  ])
  await put('shell', 's0', ['/about'], { mounts: [] })
  expect((await found('s0', shell)).filter(({ check }) => check === 'versions')).toMatchObject([
    { result: 'warning', message: 'Shell s0 does not say which versions it shares.' },
  ])
})

test('nothing of an unsigned release is run', async () => {
  const before = ran.length
  expect(blocking(await found('v1', { keys: [] }))).toMatchObject([{ check: 'signature' }])
  expect(ran).toHaveLength(before)
})

test('without the live set the candidate is not run, and the verdict says so', async () => {
  const findings = await found('v1', { known: null })
  expect(findings.at(-1)).toMatchObject({ check: 'server', result: 'warning' })
  expect(blocking(findings)).toEqual([])
})

test('pages are opened at their own paths, or one that the sitemap lists', () => {
  const pages = [rule('/small'), rule('/small/:id'), rule('/other/:id'), rule('/small/*'), rule('/x', 404)]
  expect(pathsToOpen(pages, ['/', '/small/two', '/small/three'])).toEqual(['/small', '/small/two'])
})
