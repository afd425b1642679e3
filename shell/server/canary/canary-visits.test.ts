import type { ReleaseSet } from '@shop/federation'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isGiven, numberOf } from './canary-groups'
import { canaryVisits } from './canary-visits'
import { fixedReleaseSet } from '../releases/live-releases'
import type { Canary } from '../releases/release-source'
import { visitorSets } from '../releases/visitor-set'

const remote = (version: string) => ({
  ...{ version, manifest: '', entry: '', globalName: '', routes: [], pages: [], server: null, mounts: ['/'] },
})
const set = (id: string, version: string): ReleaseSet => ({
  id,
  shell: { version: 's1', scripts: [], files: [] },
  remotes: { 'mf-catalog': remote(version) },
})
const sets = { live: set('live', 'v1'), candidate: set('candidate', 'v2') }
let canary: Canary | null
let status = 200

beforeEach(() => {
  canary = { id: 1, candidate: 'candidate', share: 50 }
  status = 200
})
afterEach(() => vi.useRealTimers())

function shop() {
  const releases = {
    ...fixedReleaseSet(sets.live),
    forVisitor: (id: string | null) => Promise.resolve(id === 'candidate' ? sets.candidate : sets.live),
    canary: () => canary,
  }
  const visits = canaryVisits({ releases, siteUrl: 'http://shop.test', trustedProxies: 1, key: 'secret' })
  const visitors = visitorSets({
    releases,
    siteUrl: 'http://shop.test',
    candidateFor: (context) => visits.candidateFor(context),
  })
  const filesOf = ({ id }: ReleaseSet) =>
    Promise.resolve({ [`/releases/mf-catalog/${id === 'live' ? 'v1' : 'v2'}/js/a.js`]: 'sha384-a' })
  const app = new Hono()
    .use('/releases/*', visits.files(filesOf))
    .get('/releases/*', (context) => context.body(null, status === 200 ? 200 : 404))
    .route('/', visits.app)
    .get('*', visits.documents(visitors), (context) =>
      context.body('page', status === 500 ? 500 : 200, { 'cache-control': 'public, s-maxage=30' }),
    )
  const ask = (address: string, path: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })
  const counted = () =>
    Object.fromEntries(
      (visits.take()?.samples ?? []).map(({ release_set, kind, n, failures }) => [
        `${release_set} ${kind}`,
        `${String(failures)} of ${String(n)}`,
      ]),
    )
  return { ask, counted }
}

const addresses = Array.from({ length: 100 }, (_, last) => `203.0.113.${String(last)}`)
const addressIn = (group: 'live' | 'candidate') =>
  addresses.find(
    (address) => isGiven({ id: 1, share: 50 }, numberOf(address, 'secret')) === (group === 'candidate'),
  ) ?? ''
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('an address counts once, and as failed once anything of it failed', async () => {
  const { ask, counted } = shop()
  const [one, other] = [addressIn('candidate'), addressIn('live')]
  for (const address of [one, one, other]) await ask(address, '/')
  expect(counted()).toEqual({ 'candidate document': '0 of 1', 'live document': '0 of 1' })
  status = 500
  for (const address of [one, one, other]) await ask(address, '/')
  status = 200
  await ask(one, '/')
  expect(counted()).toEqual({ 'candidate document': '1 of 0', 'live document': '1 of 0' })
})

test('a load counts with the document’s token, from the same network, within five minutes', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
  const { ask, counted } = shop()
  const address = addressIn('candidate')
  const cookie = cookieOf(await ask(address, '/'))
  const confirm = (from: string, sent: string) =>
    ask(from, '/loads', { method: 'POST', headers: { cookie: sent } })
  counted()
  await confirm(addressIn('live'), cookie)
  await confirm(address, cookie.replace('candidate', 'live'))
  await confirm(address, '')
  vi.setSystemTime(1_800_000_301_000)
  await confirm(address, cookie)
  expect(counted()).toEqual({})
  vi.setSystemTime(1_800_000_299_000)
  for (let times = 0; times < 3; times += 1) await confirm(address, cookie)
  expect(counted()).toEqual({ 'candidate load': '0 of 1' })
})

test('a visitor keeps their set in another network, and counts in neither if it falls to the other', async () => {
  const { ask, counted } = shop()
  const cookie = cookieOf(await ask(addressIn('candidate'), '/'))
  counted()
  await ask(addressIn('live'), '/', { headers: { cookie } })
  expect(counted()).toEqual({})
})

test('a missing file counts if its release has it, of the members that differ', async () => {
  const { ask, counted } = shop()
  const address = addressIn('candidate')
  await ask(address, '/releases/mf-catalog/v2/js/a.js')
  expect(counted()).toEqual({ 'candidate file': '0 of 1' })
  status = 404
  for (const path of [
    'mf-catalog/v2/js/b.js',
    'mf-catalog/v1/js/a.js',
    'mf-other/v2/js/a.js',
    'shell/s1/a.js',
  ])
    await ask(address, `/releases/${path}`)
  expect(counted()).toEqual({})
  await ask(address, '/releases/mf-catalog/v2/js/a.js')
  expect(counted()).toEqual({ 'candidate file': '1 of 0' })
})

test('pages are private and visitors get cookies while a canary runs, and neither without one', async () => {
  const { ask, counted } = shop()
  const page = await ask(addressIn('live'), '/')
  expect(page.headers.get('cache-control')).toBe('private, no-cache')
  expect(page.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^aurelle_canary=\d{1,4}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^aurelle_load=live\.\d+\.[\w-]{43}; Max-Age=300; Path=\/; SameSite=Lax$/),
  ])
  canary = null
  counted()
  const after = await ask(addressIn('live'), '/')
  expect([after.headers.get('cache-control'), after.headers.getSetCookie()]).toEqual([
    'public, s-maxage=30',
    [],
  ])
  expect(counted()).toEqual({})
})
