import { localSigningKey, signRelease, storeRelease, type SigningKey } from '@shop/federation/store'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findings, warning } from './finding'
import type { Previews } from './previews'
import { staffReleases, type ReleaseChecks } from './staff-releases'

const releases = {
  live: 'aaaaaaaaaaaa',
  rollback: { set: 'bbbbbbbbbbbb', members: { shell: 's1', 'mf-small': 'v0' } },
  members: [
    { name: 'shell', version: 's1' },
    { name: 'mf-small', version: 'v1' },
  ],
}
const known = {
  live: 'aaaaaaaaaaaa',
  last_good: 'bbbbbbbbbbbb',
  withdrawn: [],
  sets: { aaaaaaaaaaaa: { shell: 's1', 'mf-small': 'v1' } },
  migrations: null,
}
const liveSet = { live: 'cccccccccccc', changed: true }

const link = vi.fn<Previews['link']>()

let folder = ''
let key: SigningKey
let responses: Record<string, () => Response>
/** What the backend was sent, by function. */
let sent: Record<string, { body: unknown; authorization: string | null }>

async function put(name: string, version: string, changes: object = {}) {
  const build = path.join(folder, 'build')
  await mkdir(build, { recursive: true })
  await writeFile(path.join(build, 'entry.js'), `${name} ${version}`)
  await writeFile(path.join(build, 'pages.json'), '[]')
  const about = {
    ...{ name, version, commit: 'c0ffee', owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{ manifest: 'm.json', globalName: 'g', routes: [], pages: [], mounts: [], server: null },
    ...{ needs: {}, provides: {}, migration: null, database: [], ...changes },
  }
  await storeRelease(path.join(folder, 'store'), { about, parts: { '': build } })
  await signRelease(path.join(folder, 'store', name, version), key)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-staff-releases-'))
  key = await localSigningKey(path.join(folder, 'key.pem'))
  for (const [name, version] of [
    ['shell', 's1'],
    ['mf-small', 'v0'],
    ['mf-small', 'v1'],
    ['mf-small', 'v2'],
  ] as const)
    await put(name, version)
  sent = {}
  link.mockReset().mockReturnValue({ path: '/preview/signed', until: new Date('2026-11-23T00:15:00Z') })
  responses = {
    office_releases: () => Response.json(releases),
    office_canary: () => Response.json(null),
    live_releases: () => Response.json(known),
    remotes: () => Response.json([{ mounts: ['/small'] }]),
    promote_as_staff: () => Response.json(liveSet),
    start_canary_as_staff: () => new Response(null, { status: 204 }),
    roll_back_as_staff: () => Response.json(liveSet),
    release_sets: () => Response.json([{ members: { shell: 's1', 'mf-small': 'v0' } }]),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const name = /v1\/(?:rpc\/)?(\w+)/.exec(input instanceof Request ? input.url : String(input))?.[1] ?? ''
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
    sent[name] = { body, authorization: new Headers(init?.headers).get('authorization') }
    return Promise.resolve(responses[name]?.() ?? new Response(null, { status: 404 }))
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

function server(checks?: Partial<ReleaseChecks>, previews: Pick<Previews, 'link'> | null = { link }) {
  return staffReleases({
    root: folder,
    store: path.join(folder, 'store'),
    releaseKeys: [key],
    backend: { url: 'http://backend.test', key: 'publishable' },
    loadOf: (remote, version) =>
      remote === 'mf-small' && version === 'v1' ? { visits: 2, p75: 1200 } : null,
    failuresOf: (remote, version) => (remote === 'mf-small' && version === 'v1' ? 1 : 0),
    previews,
    checks: {
      takenAway: () => Promise.resolve([]),
      runnerOf: () => () => Promise.resolve([]),
      ...checks,
    },
  })
}
const post = (
  what: string,
  body: object,
  { token = 'staff', checks }: { token?: string; checks?: Partial<ReleaseChecks> } = {},
) =>
  server(checks).request(`/composition/${what}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
const promotion = { name: 'mf-small', version: 'v2', live: 'aaaaaaaaaaaa', why: 'New hero' }
const trial = { ...promotion, share: 10, byHand: false }
const rollback = { to: 'bbbbbbbbbbbb', why: 'It is slow' }
const damage = (version: string) =>
  writeFile(path.join(folder, 'store/mf-small', version, 'entry.js'), 'evil')
const unsign = async (version: string) => {
  const release = path.join(folder, 'store/mf-small', version)
  await rm(release, { recursive: true })
  const other = key
  key = await localSigningKey(path.join(folder, 'other.pem'))
  await put('mf-small', version)
  key = other
}

test('staff see which versions this server could serve, and what browsers reported to it', async () => {
  await damage('v2')
  await writeFile(path.join(folder, 'store/mf-small/v0/entry.js'), 'longer than it was')
  const response = await server().request('/composition', { headers: { authorization: 'Bearer staff' } })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(sent.office_releases?.authorization).toBe('Bearer staff')
  const { members } = (await response.json()) as { members: { stored: { version: string }[] }[] }
  expect(members).toMatchObject([
    { name: 'shell', load: null, failures: 0, stored: [{ version: 's1', commit: 'c0ffee', complete: true }] },
    { name: 'mf-small', load: { visits: 2, p75: 1200 }, failures: 1 },
  ])
  expect(members[1]?.stored.find(({ version }) => version === 'v0')).toMatchObject({ complete: false })
})

const listed = async () => {
  const response = await server().request('/composition', { headers: { authorization: 'Bearer staff' } })
  const { members } = (await response.json()) as { members: object[] }
  return members
}
const running = {
  ...{ id: 7, live: 'aaaaaaaaaaaa', candidate: 'cccccccccccc', share: 10, by_hand: false },
  ...{ since: '2026-11-28T10:00:00Z', seconds: 60.5 },
}

test('staff see which version a canary gives to what share of visitors, with its own figures', async () => {
  responses.office_canary = () => Response.json({ ...running, samples: [] })
  responses.release_sets = () => Response.json([{ members: { shell: 's1', 'mf-small': 'v2' } }])
  expect(await listed()).toMatchObject([
    { name: 'shell', canary: null },
    { name: 'mf-small', canary: { version: 'v2', share: 10, load: null, failures: 0 } },
  ])
})

test('staff see which libs members share and who provides them, or that it is not known', async () => {
  const versions = { react: '19.3.1', '@shop/ui': '1.0.0' }
  await rm(path.join(folder, 'store/shell/s1'), { recursive: true })
  await put('shell', 's1', { versions })
  const own = { version: '2.0.0', assets: { js: { sync: ['own.js'], async: [] } } }
  const none = { assets: { js: { sync: [], async: [] } } }
  const manifest = {
    metaData: { globalName: 'g', remoteEntry: { name: 'entry.js', path: '', type: 'global' } },
    shared: [
      { name: 'react', requiredVersion: '^19.0.0', singleton: true, ...none },
      { name: '@shop/ui', requiredVersion: '^2.0.0', ...own },
      { name: 'charts', requiredVersion: '^2.0.0', ...own },
      { name: 'missing', ...none },
    ],
    exposes: [{ path: './routes', ...none }],
  }
  await writeFile(path.join(folder, 'store/mf-small/v1/m.json'), JSON.stringify(manifest))
  const provided = { provider: 'shell', accepts: null, singleton: true }
  expect(await listed()).toMatchObject([
    {
      shared: [
        { lib: 'react', version: '19.3.1', ...provided },
        { lib: '@shop/ui', version: '1.0.0', ...provided },
      ],
    },
    {
      shared: [
        { lib: 'react', version: '19.3.1', provider: 'shell', accepts: '^19.0.0', singleton: true },
        { lib: '@shop/ui', version: '2.0.0', provider: 'mf-small', accepts: '^2.0.0', singleton: false },
        { lib: 'charts', version: '2.0.0', provider: 'mf-small', accepts: '^2.0.0', singleton: false },
        { lib: 'missing', version: null, provider: null, accepts: null, singleton: false },
      ],
    },
  ])
  await rm(path.join(folder, 'store/mf-small/v1/m.json'))
  expect(await listed()).toMatchObject([{}, { shared: null }])
})

test('a release whose files and signature are right goes live with its record and the reason', async () => {
  const response = await post('promotion', promotion)
  expect(await response.json()).toEqual(liveSet)
  expect(sent.promote_as_staff).toEqual({
    authorization: 'Bearer staff',
    body: {
      p_record: expect.objectContaining({ name: 'mf-small', version: 'v2' }) as object,
      p_live: 'aaaaaaaaaaaa',
      p_why: 'New hero',
    },
  })
})

test.each([
  [
    'is not in the store',
    () => rm(path.join(folder, 'store/mf-small/v2'), { recursive: true }),
    'npm run releases lists',
  ],
  ['lacks a file', () => rm(path.join(folder, 'store/mf-small/v2/entry.js')), 'missing or changed, entry.js'],
  ['was changed', () => damage('v2'), 'missing or changed, entry.js'],
  ['is signed by nobody who is trusted', () => unsign('v2'), 'none of the trusted keys'],
  ['would run with a damaged shell', () => rm(path.join(folder, 'store/shell/s1/entry.js')), 'shell s1'],
])('nothing changes for a release that %s', async (_, spoil, words) => {
  await spoil()
  const response = await post('promotion', promotion)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    code: 'PT422',
    message: expect.stringContaining(words) as string,
  })
  expect(sent.promote_as_staff).toBeUndefined()
})

test('a canary is started after the same checks, with its share', async () => {
  expect((await post('canary', trial)).status).toBe(204)
  expect(sent.start_canary_as_staff).toEqual({
    authorization: 'Bearer staff',
    body: {
      p_record: expect.objectContaining({ name: 'mf-small', version: 'v2' }) as object,
      ...{ p_live: 'aaaaaaaaaaaa', p_share: 10, p_by_hand: false, p_why: 'New hero' },
    },
  })
  sent = {}
  await damage('v2')
  expect((await post('canary', trial)).status).toBe(422)
  expect(sent.start_canary_as_staff).toBeUndefined()
})

test('nothing changes for releases that the database took something away from', async () => {
  const checks = { takenAway: () => Promise.resolve(['A migration takes away brand.']) }
  for (const [what, body] of [
    ['promotion', promotion],
    ['rollback', rollback],
  ] as const) {
    const response = await post(what, body, { checks })
    expect(await response.json()).toMatchObject({
      message: 'Nothing was changed. A migration takes away brand.',
    })
  }
  expect(Object.keys(sent).sort()).toEqual(['live_releases', 'office_releases', 'remotes'])
})

test('staff see what each check of a version says, and a failure in the live set keeps it from going live', async () => {
  const question = { name: 'mf-small', version: 'v2' }
  const checks = {
    runnerOf: () => () =>
      Promise.resolve([
        ...findings('server', ['/small answers 500.'], ''),
        warning('browser', 'Not opened.'),
      ]),
  }
  const verdict = await (await post('verdict', question, { checks })).json()
  expect(verdict).toMatchObject({
    blocked: true,
    findings: expect.arrayContaining([
      { check: 'signature', result: 'pass', message: 'A trusted key signed it.' },
      { check: 'server', result: 'fail', message: '/small answers 500.' },
      { check: 'browser', result: 'warning', message: 'Not opened.' },
    ]) as unknown[],
  })
  expect(await (await post('promotion', promotion, { checks })).json()).toMatchObject({
    message: 'Nothing was changed. /small answers 500.',
  })
  expect(sent.promote_as_staff).toBeUndefined()
  expect(await (await post('verdict', question)).json()).toMatchObject({ blocked: false })
})

test('a version runs once for its verdict and its promotion, while it and the live set stay the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const run = vi.fn(() => Promise.resolve(findings('server', [], 'Rendered.')))
  const app = server({ runnerOf: () => run })
  const ask = (what: string, body: object) =>
    app.request(`/composition/${what}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: 'Bearer staff' },
    })
  const question = { name: 'mf-small', version: 'v2' }
  await Promise.all([ask('verdict', question), ask('verdict', question)])
  expect((await ask('promotion', promotion)).status).toBe(200)
  expect(run).toHaveBeenCalledTimes(1)
  await ask('verdict', { ...question, version: 'v0' })
  responses.live_releases = () =>
    Response.json({
      ...known,
      live: 'bbbbbbbbbbbb',
      sets: { bbbbbbbbbbbb: { shell: 's1', 'mf-small': 'v0' } },
    })
  await ask('verdict', question)
  // Without v1, which is replaced in either, the set is the same.
  expect(run).toHaveBeenCalledTimes(2)
  await put('shell', 's2')
  responses.live_releases = () =>
    Response.json({ ...known, sets: { aaaaaaaaaaaa: { shell: 's2', 'mf-small': 'v1' } } })
  await ask('verdict', question)
  expect(run).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(60_001)
  run.mockResolvedValue(findings('server', ['/small answers 500.'], ''))
  for (const _ of [1, 2])
    expect(await (await ask('verdict', question)).json()).toMatchObject({ blocked: true })
  expect(run).toHaveBeenCalledTimes(5)
  run.mockResolvedValue(findings('server', [], 'Rendered.'))
  await ask('verdict', question)
  await damage('v2')
  expect((await ask('promotion', promotion)).status).toBe(422)
  expect(run).toHaveBeenCalledTimes(6)
})

test('the set before goes live again only while its files are as they were signed', async () => {
  expect(await (await post('rollback', rollback)).json()).toEqual(liveSet)
  expect(sent.roll_back_as_staff?.body).toEqual({ p_to: 'bbbbbbbbbbbb', p_why: 'It is slow' })
  sent = {}
  await damage('v0')
  expect((await post('rollback', rollback)).status).toBe(422)
  expect(sent.roll_back_as_staff).toBeUndefined()
})

test('without a session the backend is not asked, and without the right no release is looked at', async () => {
  expect((await post('promotion', promotion, { token: '' })).status).toBe(401)
  expect(sent).toEqual({})
  responses.office_releases = () =>
    Response.json({ code: 'PT403', message: 'Your role does not allow this.' }, { status: 403 })
  for (const what of ['verdict', 'promotion', 'canary', 'rollback']) {
    const response = await post(what, what === 'rollback' ? rollback : trial)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'PT403', message: 'Your role does not allow this.' })
  }
  expect(Object.keys(sent)).toEqual(['office_releases'])
})

test.each([
  ['why', { ...promotion, why: ' ' }],
  ['why', { ...promotion, why: 'x'.repeat(501) }],
  ['version', { ...promotion, version: '../v2' }],
  ['name', { ...promotion, name: '../shell' }],
])('a promotion whose %s cannot be used is rejected at that field', async (hint, body) => {
  const response = await post('promotion', body)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ hint })
  expect(sent.promote_as_staff).toBeUndefined()
})

test('the canary is shown with what the analysis says of it', async () => {
  responses.office_canary = () =>
    Response.json({
      ...running,
      samples: [
        { release_set: 'cccccccccccc', kind: 'load', n: 100, failures: 20 },
        { release_set: 'aaaaaaaaaaaa', kind: 'load', n: 900, failures: 1 },
      ],
    })
  const read = async (): Promise<unknown> =>
    (await server().request('/composition/canary', { headers: { authorization: 'Bearer staff' } })).json()
  expect(await read()).toMatchObject({
    candidate: 'cccccccccccc',
    counts: { candidate: { load: { n: 100, failures: 20 }, file: { n: 0, failures: 0 } } },
    verdict: { does: 'stop', why: 'Its loads fail in browsers: 20.0 %, of the live set 0.1 %.' },
  })
  responses.office_canary = () => Response.json(null)
  expect(await read()).toBeNull()
})

const candidate = { name: 'mf-small', version: 'v2' }

test('staff get a link to the live set with a candidate, and to a set that was live before', async () => {
  const response = await post('preview', candidate)
  expect(await response.json()).toEqual({ path: '/preview/signed', until: '2026-11-23T00:15:00.000Z' })
  await post('preview', { set: 'bbbbbbbbbbbb' })
  expect(link.mock.calls).toEqual([
    ['mf-small', { shell: 's1', 'mf-small': 'v2' }],
    ['bbbbbbbbbbbb', { shell: 's1', 'mf-small': 'v0' }],
  ])
})

test('there is no link to what could not be served, with the reason', async () => {
  await damage('v2')
  const response = await post('preview', candidate)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    message: 'Nothing was changed. mf-small v2 is not verified: entry.js is missing or was changed.',
  })
  responses.release_sets = () => Response.json([])
  expect((await post('preview', { set: 'dddddddddddd' })).status).toBe(404)
  const checks = { takenAway: () => Promise.resolve(['The database has no carts.']) }
  expect((await post('preview', { ...candidate, version: 'v0' }, { checks })).status).toBe(422)
  expect(link).not.toHaveBeenCalled()
})

test('without a session or the right there is no link', async () => {
  expect((await post('preview', candidate, { token: '' })).status).toBe(401)
  responses.office_releases = () =>
    Response.json({ code: 'PT403', message: 'Your role does not allow this.' }, { status: 403 })
  expect((await post('preview', candidate)).status).toBe(403)
  expect(link).not.toHaveBeenCalled()
})

test('a web server without the secret key says what it lacks', async () => {
  const response = await server(undefined, null).request('/composition/preview', {
    method: 'POST',
    body: JSON.stringify(candidate),
    headers: { 'content-type': 'application/json', authorization: 'Bearer staff' },
  })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({
    message: 'This web server cannot sign previews: it needs SUPABASE_SECRET_KEY.',
  })
})
