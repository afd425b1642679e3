import { localSigningKey, signRelease, storeRelease, type ReleaseRecord } from '@shop/federation/store'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { findings } from '../../shell/server/releases/finding'
import type { RunCandidate } from '../../shell/server/releases/verdict'
import { root, UsageError } from '../environment'
import { testBackend } from '../../supabase/tests/test-database'
import { goLive } from './go-live'
import { promoteChecked } from './promote-checked'
import { printWhenServed, releaseService, tokenReleaseService } from './release-service'

const folder = await mkdtemp(path.join(tmpdir(), 'shop-releases-'))
afterAll(() => rm(folder, { recursive: true }))
const backend = await testBackend()
const service = releaseService(backend.url, backend.secretKey)
const migration = (await service.known()).migrations?.at(-1) ?? ''
const store = path.join(folder, 'releases')
await mkdir(path.join(folder, 'data'))
const key = await localSigningKey(path.join(folder, 'data/release-key.pem'))
const first = [
  await put('shell', 's1', { provides: { '@shop/ui': ['Button'] } }),
  await put('mf-catalog', 'v1', {}),
]
await service.promote(first, true)
beforeEach(() => service.promote(first))

/** @param files of its build beside the entry; one without content is left out */
async function put(
  name: string,
  version: string,
  more: Partial<ReleaseRecord>,
  files: Record<string, string | null> = {},
) {
  const build = path.join(folder, 'build')
  await rm(build, { recursive: true, force: true })
  await mkdir(build)
  for (const [file, content] of Object.entries({ 'entry.js': version, 'pages.json': '[]', ...files }))
    if (content !== null) await writeFile(path.join(build, file), content)
  const about = {
    ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [], server: null },
    ...{ needs: {}, provides: {}, migration, database: [], ...more },
  }
  const record = await storeRelease(store, { about, parts: { '': build } })
  await signRelease(path.join(store, name, version), key)
  return record
}

type Command = 'promote' | 'rollback' | 'canary' | 'releases'

/** Runs the command as somebody does, while no web server runs; its words and its exit code. */
const run = (command: Command, ...args: string[]) => runWith({}, command, ...args)

/** The same with more in its environment. */
const runWith = (more: Record<string, string>, command: Command, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', `tools/release/${command}.ts`, ...args], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, TMPDIR: tmpdir(), DATA_DIR: path.join(folder, 'data') },
      // Nothing listens at this port.
      ...{ RELEASES: store, PORT: '9' },
      ...{ SUPABASE_URL: backend.url, SUPABASE_PUBLISHABLE_KEY: backend.publishableKey },
      SUPABASE_SECRET_KEY: backend.secretKey,
      ...more,
    },
  }).then(
    ({ stdout }) => ({ code: 0, announced: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, announced: error.stderr }),
  )
const live = async () => {
  const { live: id, sets } = await service.known()
  return sets[id ?? '']
}

test('a release that fits neither the live shell nor the database is not promoted, with words and another exit code', async () => {
  const needs = { '@shop/ui': ['Button', 'Chart', 'Lookbook'] }
  await put('mf-catalog', 'misfit', { needs, migration: '20990101000000' })
  const { code, announced } = await run('promote', 'mf-catalog', 'misfit')
  expect(code).toBe(1)
  expect(announced).toContain('mf-catalog misfit does not go live.\nmf-catalog')
  expect(announced).toContain(
    'mf-catalog needs Chart, Lookbook of @shop/ui, which the shell does not export. Promote a shell with it first',
  )
  expect(announced).toContain(
    'mf-catalog misfit needs migration 20990101000000, which the database does not have. Apply it first',
  )
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v1' })
})

const container = {
  metaData: { globalName: 'g', remoteEntry: { name: 'entry.js', path: '', type: 'global' } },
  shared: [],
  exposes: [{ path: './routes', assets: { js: { sync: ['page.js'], async: [] } } }],
}
const pass: RunCandidate = () => Promise.resolve([])
const fails: RunCandidate = () =>
  Promise.resolve(findings('server', ['/products could not be rendered: boom'], ''))
const unsign = async (release: string) => {
  for (const file of await readdir(release)) if (file.endsWith('.sig')) await rm(path.join(release, file))
}
const leave = () => Promise.resolve()

test.each<[string, string, Record<string, string | null>, (release: string) => Promise<void>, RunCandidate]>([
  ['is unsigned', 'none of the trusted keys has signed its record.', {}, unsign, pass],
  [
    'lacks a file',
    ' 1 of its files are missing or changed, entry.js',
    {},
    (at) => rm(path.join(at, 'entry.js')),
    pass,
  ],
  [
    'has a changed file',
    ' 1 of its files are missing or changed, entry.js',
    {},
    (at) => writeFile(path.join(at, 'entry.js'), 'other'),
    pass,
  ],
  [
    'has a script without a hash',
    'has a hash of page.js, so no browser would load it: build it with subresource integrity.',
    { 'm.json': JSON.stringify(container), 'page.js': 'page()' },
    leave,
    pass,
  ],
  ['does not describe its pages', 'pages.json is missing or unusable.', { 'pages.json': null }, leave, pass],
  ['was never released', 'is not in the store or unusable', {}, (at) => rm(at, { recursive: true }), pass],
  ['fails when it is run', '/products could not be rendered: boom', {}, leave, fails],
])('a release that %s changes nothing in the database, and one line says why', async (...given) => {
  const [fault, words, files, spoil, runs] = given
  const version = fault.replace(/\W/g, '')
  await put('mf-catalog', version, {}, files)
  await spoil(path.join(store, 'mf-catalog', version))
  const before = await service.known()
  const release = { store, keys: [key], name: 'mf-catalog', version }
  const error = await promoteChecked(service, release, runs).catch(String)
  expect(error.split('\n')).toEqual([
    `Error: mf-catalog ${version} does not go live.`,
    expect.stringContaining(words),
  ])
  expect(await service.known()).toEqual(before)
  expect(await backend.sql`select from releases where version = ${version}`).toHaveLength(0)
})

test('a release that fits goes live, and no proxy of the environment is asked for the servers of this machine', async () => {
  await put('mf-catalog', 'v2', { needs: { '@shop/ui': ['Button'] } })
  // Nothing listens there.
  const proxy = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  }
  expect(await runWith(proxy, 'promote', 'mf-catalog', 'v2')).toMatchObject({ code: 0 })
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v2' })
  const { announced } = await run('releases')
  expect(announced).toMatch(/^mf-catalog: live v2; at hand .*\bv1\b/m)
})

test('a start from a checkout whose build is another one keeps what was promoted, and says so', async () => {
  const { live: promoted } = await service.promote([await put('mf-catalog', 'promoted', {})])
  const warn = vi.fn<(message: string) => void>()
  const built = Object.fromEntries(first.map((record) => [record.name, record]))
  await goLive(built, backend.url, backend.secretKey, warn)
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining(`This checkout differs from the live set ${promoted}`)],
  ])
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'promoted' })
})

test('a database whose disk is full changes nothing that is live, and one line says why', async () => {
  await put('mf-catalog', 'full', {})
  await backend.sql.unsafe(`create function public.fill_up() returns trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger fill_up before insert on public.release_sets for each row execute function public.fill_up()`)
  try {
    await expect(
      promoteChecked(service, { store, keys: [key], name: 'mf-catalog', version: 'full' }, pass),
    ).rejects.toThrow(new UsageError('could not extend file: No space left on device'))
    expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v1' })
  } finally {
    await backend.sql.unsafe('drop trigger fill_up on public.release_sets; drop function public.fill_up()')
  }
})

test('a promotion that another overtakes says so and does not fail', async () => {
  const server = createServer((_, response) => response.end(JSON.stringify({ releaseSet: 'before' })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  try {
    const { live: slow } = await service.promote([await put('mf-catalog', 'slow', {})])
    const { live: next } = await service.promote([await put('mf-catalog', 'next', {})])
    await printWhenServed(service, { host: '127.0.0.1', port }, slow)
    expect(printed.mock.calls).toEqual([
      [`Set ${slow} went live and was overtaken at once: set ${next} is live.`],
    ])
  } finally {
    printed.mockRestore()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('a token promotes and rolls back its member without the key of the service, and no other', async () => {
  const token = 'a'.repeat(64)
  await backend.sql`insert into private.release_tokens (remote, name, token_hash, created_by, expires_at)
    values ('mf-catalog', 'CI', private.token_hash(${token}), 'tester', now() + interval '1 day')`
  const alone = { SUPABASE_SECRET_KEY: '', RELEASE_TOKEN: token }
  await put('mf-catalog', 'bytoken', {})
  await put('shell', 'bytoken', {})
  expect(await runWith(alone, 'promote', 'mf-catalog', 'bytoken')).toMatchObject({ code: 0 })
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'bytoken' })
  const withToken = tokenReleaseService(backend.url, backend.publishableKey, token)
  const shell = { store, keys: [key], name: 'shell', version: 'bytoken' }
  await expect(promoteChecked(withToken, shell, pass)).rejects.toThrow(
    new UsageError('RELEASE_TOKEN is for mf-catalog, not for shell.'),
  )
  await expect(withToken.rollBack(true)).rejects.toThrow('A release token does not allow to withdraw a set')
  await withToken.rollBack(false)
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v1' })
})

test('the set before goes live again', async () => {
  await service.promote([await put('mf-catalog', 'v3', {})])
  const { code, announced } = await run('rollback')
  const { live: set } = await service.known()
  expect([code, announced.trim().split('\n').at(-1)]).toEqual([0, `Live: set ${set ?? ''}`])
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v1' })
})

test('a set before that does not fit the database stays where it is, with words and another exit code', async () => {
  await service.promote([await put('mf-catalog', 'unfit', { migration: '20990101000000' })])
  await service.promote([await put('mf-catalog', 'v4', {})])
  const { code, announced } = await run('rollback')
  expect(code).toBe(1)
  expect(announced).toContain('does not go live.\nmf-catalog unfit needs migration 20990101000000')
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v4' })
})

test('a canary is started once its release is checked, says how it goes, is advanced and stopped by hand', async () => {
  await put('mf-catalog', 'c1', {})
  await put('mf-catalog', 'c2', { needs: { '@shop/ui': ['Chart'] } })
  expect(await run('canary', 'mf-catalog', 'c2', '10')).toMatchObject({
    code: 1,
    announced: expect.stringContaining('needs Chart of @shop/ui') as string,
  })
  const started = await run('canary', 'mf-catalog', 'c1', '10', '--manual')
  expect(started.announced).toMatch(/Canary: set \w+ for 10 % of visitors, advanced by hand; 0 loads counted/)
  expect((await run('canary', '--advance')).announced).toContain('for 50 % of visitors')
  expect((await run('canary', '--stop', 'It is slow')).announced).toContain('No canary runs. Live: set')
  expect(await live()).toEqual({ shell: 's1', 'mf-catalog': 'v1' })
  expect(await backend.sql`select what, why from release_events order by id desc limit 1`).toEqual([
    { what: 'stop', why: 'It is slow' },
  ])
})

test.each([
  [['mf-catalog', 'v1', '0'], 'The share is a whole number of percent from 1 to 99'],
  [['mf-catalog', 'v1', '10', '--advance'], 'Start, advance or stop: one at a time.'],
  [['--stop', ' '], 'Say why'],
  [['--advance'], 'No canary runs'],
])('canary %j changes nothing and says what is wrong', async (args, words) => {
  const before = await service.known()
  expect(await run('canary', ...args)).toMatchObject({
    code: 1,
    announced: expect.stringContaining(words) as string,
  })
  expect(await service.known()).toEqual(before)
})
