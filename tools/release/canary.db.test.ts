import {
  localSigningKey,
  releaseVerifier,
  signRelease,
  storeRelease,
  type ReleaseRecord,
} from '@shop/federation/store'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import compileScripts from '../../shell/inline/compile'
import { serviceBackend } from '../../shell/server/payments/service-backend'
import { controlCanaries } from '../../shell/server/canary/canary-control'
import { followReleases } from '../../shell/server/releases/live-releases'
import { releasesInDatabase } from '../../shell/server/releases/release-source'
import { readRunningCanary } from '../../shell/server/releases/running-canary'
import type { ServerBuilds } from '../../shell/server/render/workers/server-builds'
import { rule, stillData } from '../../shell/server/testing'
import { withRequestFacts } from '../../shell/server/tracing/request-facts'
import { testBackend } from '../../supabase/tests/test-database'
import { releaseService } from './release-service'

// The web server reads them when it is imported.
await compileScripts()
const { createWebApp } = await import('../../shell/server/app')

const folder = await mkdtemp(path.join(tmpdir(), 'shop-canary-'))
afterAll(() => rm(folder, { recursive: true }))
const backend = await testBackend()
const service = releaseService(backend.url, backend.secretKey)
const db = serviceBackend(backend.url, backend.secretKey)
const store = path.join(folder, 'releases')
const key = await localSigningKey(path.join(folder, 'release-key.pem'))

async function put(name: string, version: string): Promise<ReleaseRecord> {
  const build = path.join(folder, 'build')
  await rm(build, { recursive: true, force: true })
  await mkdir(path.join(build, 'js'), { recursive: true })
  await writeFile(path.join(build, 'entry.js'), version)
  await writeFile(path.join(build, 'js/index.js'), version)
  await writeFile(path.join(build, 'm.json'), '{}')
  const pages = name === 'shell' ? [rule('/about')] : [rule('/products/:slug')]
  await writeFile(path.join(build, 'pages.json'), JSON.stringify(pages))
  const about = {
    ...{ name, version, commit: null, owner: 'x', builtAt: '2026-11-23T00:00:00Z', entry: 'entry.js' },
    ...{
      manifest: 'm.json',
      globalName: 'g',
      routes: [],
      pages: [],
      server: null,
    },
    ...{
      mounts: name === 'shell' ? [] : ['/products'],
      needs: {},
      provides: {},
      migration: null,
      database: [],
    },
  }
  const record = await storeRelease(store, { about, parts: { '': build } })
  await signRelease(path.join(store, name, version), key)
  return record
}
const first = [await put('shell', 's1'), await put('mf-catalog', 'v1')]
const candidateRecord = await put('mf-catalog', 'v2')

/** What is wrong with the candidate. */
interface Fault {
  /** Share of pages that fail on the server. */
  server?: number
  /** How many times as long a page takes to render. */
  slowness?: number
}
let fault: Fault = {}
let clock = 0
let turn = 0
/** Numbers below 1, evenly spread. */
const spread = () => (turn = (turn + 0.618034) % 1)

const builds: ServerBuilds = {
  renderPage({ releaseSet, frame }) {
    const isCandidate = releaseSet.remotes['mf-catalog']?.version === 'v2'
    if (!frame && isCandidate && spread() < (fault.server ?? 0)) return Promise.reject(new Error('boom'))
    clock += (40 + 20 * spread()) * (isCandidate ? (fault.slowness ?? 1) : 1)
    return Promise.resolve({
      ...{ status: 200, markup: '', head: '', styles: [], state: null, cacheable: true },
      subject: { is: 'here', head: { title: 'A', description: 'B' } },
    })
  },
  pageQuery: () => Promise.resolve(''),
  routes: () => [],
  prepare: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  sitemapEntries: () => Promise.resolve([]),
}

/** One of several web servers of the shop. */
async function webServer(name: string) {
  const warn = vi.fn<(message: string) => void>()
  const releases = await followReleases({
    ...{ store, verify: releaseVerifier(store, [key]), warn, pollMs: 20 },
    source: releasesInDatabase({ url: backend.url, key: backend.publishableKey }),
    lastGoodFile: path.join(folder, name, 'release-set.json'),
  })
  const app = await createWebApp({
    ...{ root: folder, store, releaseKeys: [key], siteUrl: 'http://shop.test', trustedProxies: 1 },
    ...{ supabaseUrl: backend.url, supabaseKey: backend.publishableKey, secretKey: backend.secretKey },
    ...{ data: stillData(), builds, releases, warn },
  })
  // The test itself says when.
  const control = controlCanaries({ db, releases, visits: app.canary, warn, everyMs: 3_600_000 })
  const request = (address: string, path: string, init: RequestInit = {}) =>
    withRequestFacts(
      {
        requestId: 'r',
        route: null,
        cache: null,
        releaseSet: null,
        remote: null,
        version: null,
        error: undefined,
      },
      async () => {
        const headers = new Headers(init.headers)
        headers.set('x-forwarded-for', address)
        return app.request(path, { ...init, headers })
      },
    )
  return {
    releases,
    control,
    request,
    async stop() {
      control.stop()
      await releases.stop()
    },
  }
}
type WebServer = Awaited<ReturnType<typeof webServer>>
let servers: WebServer[] = []

beforeEach(async () => {
  fault = {}
  clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  await service.promote(first)
  servers = [await webServer('a'), await webServer('b')]
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.map((server) => server.stop()))
  await backend.sql`delete from private.canaries`
})

const server = (index: number): WebServer => {
  const one = servers[index % servers.length]
  if (!one) throw new Error('No web server runs')
  return one
}
const follow = async (isThere: (canary: ReturnType<WebServer['releases']['canary']>) => boolean) => {
  for (const { releases } of servers)
    await expect.poll(() => isThere(releases.canary()), { timeout: 20_000 }).toBe(true)
}
const start = async (share: number) => {
  const { candidate } = await service.startCanary(candidateRecord, share, false)
  await follow((canary) => canary !== null)
  return candidate
}
const lastEvent = async () =>
  (
    await backend.sql<
      { what: string; why: string }[]
    >`select what, why from release_events order by id desc limit 1`
  )[0]
const addressOf = (visitor: number) =>
  [10, Math.floor(visitor / 65_536), Math.floor(visitor / 256) % 256, visitor % 256].join('.')
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1))
    .join('; ')
const failureReport = JSON.stringify({
  kind: 'failure',
  page: '/products/a',
  name: 'ScriptError',
  script: null,
})

/** A visitor opens a page, whose browser tells how that went. @returns the set that they got */
async function visit(visitor: number, failsFor: (set: string) => boolean): Promise<string> {
  const address = addressOf(visitor)
  const at = server(visitor)
  const page = await at.request(address, `/products/item-${String(visitor)}`, {
    headers: { 'sec-fetch-mode': 'navigate' },
  })
  const set = page.headers.get('x-release-set') ?? ''
  const cookie = cookiesOf(page)
  // The load balancer sends it to whichever web server.
  const other = server(visitor + 1)
  if (failsFor(set)) {
    const headers = { cookie, 'content-type': 'application/json' }
    await other.request(address, '/reports', { method: 'POST', headers, body: failureReport })
  } else await other.request(address, '/loads', { method: 'POST', headers: { cookie } })
  return set
}

const step = async () => {
  for (const { control } of servers) await control.step()
}
const running = async () => readRunningCanary((await db.rpc('running_canary')).data)

/** Visitors come, and every 100 of them the web servers look at what they counted, until the canary is decided. */
async function run(candidate: string, most: number, failsFor: (set: string) => boolean) {
  const started = Date.now()
  let affected = 0
  for (let visitor = 0; visitor < most; visitor += 1) {
    if ((await visit(visitor, failsFor)) === candidate) affected += 1
    if (visitor % 100 !== 99) continue
    await step()
    if ((await running()) === null) {
      await follow((canary) => canary === null)
      return { visitors: visitor + 1, affected, seconds: (Date.now() - started) / 1000 }
    }
  }
  return { visitors: most, affected, seconds: (Date.now() - started) / 1000 }
}

test.each<[string, Fault, number, string]>([
  ['of which 20 % of loads fail in browsers', {}, 0.2, 'Its loads fail in browsers'],
  ['of which 20 % of documents fail on the server', { server: 0.2 }, 0, 'Its documents fail on the server'],
  ['that is slower by half', { slowness: 1.5 }, 0, 'It renders slower by more than a fifth'],
])('a canary %s is stopped unattended', async (name, wrong, failing, why) => {
  const before = (await service.known()).live
  fault = wrong
  const candidate = await start(50)
  const { visitors, affected, seconds } = await run(
    candidate,
    3000,
    (set) => set === candidate && spread() < failing,
  )
  console.log(
    `A canary ${name}: stopped after ${String(affected)} visitors had it, of ${String(visitors)}, in ${seconds.toFixed(1)} s.`,
  )
  expect(await lastEvent()).toMatchObject({ what: 'stop', why: expect.stringContaining(why) as string })
  expect((await service.known()).live).toBe(before)
  expect(affected).toBeLessThan(200)
  // The next document of everybody is of the live set again.
  for (const visitor of [1, 2, 3, 4, 5]) expect(await visit(visitor, () => false)).toBe(before)
})

test('a healthy canary goes live by itself once enough was counted, and not before', async () => {
  const candidate = await start(50)
  const { visitors } = await run(candidate, 800, () => spread() < 0.01)
  expect(visitors).toBe(800)
  expect((await running())?.verdict.why).toMatch(/^Too few samples: \d+ of 500 addresses/)
  await backend.sql`update private.canaries set step_at = now() - interval '10 minutes'`
  for (let visitor = 800; visitor < 1200; visitor += 1) await visit(visitor, () => spread() < 0.01)
  await step()
  expect((await service.known()).live).toBe(candidate)
  expect(await lastEvent()).toMatchObject({
    what: 'promote',
    why: expect.stringContaining('No more failures') as string,
  })
})

test('a flood of invented reports neither stops nor advances a canary', async () => {
  const candidate = await start(50)
  await backend.sql`update private.canaries set step_at = now() - interval '10 minutes'`
  const at = server(0)
  const report = (address: string, cookie: string, path = '/reports') =>
    at.request(address, path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: failureReport,
    })
  const seconds = String(Math.floor(Date.now() / 1000))
  for (let sent = 0; sent < 60; sent += 1)
    for (const path of ['/reports', '/loads']) {
      // Without a document, and with a signature of one's own.
      await report(addressOf(sent), '', path)
      await report(addressOf(sent), `aurelle_load=${candidate}.${seconds}.${'A'.repeat(43)}`, path)
    }
  // Five networks that choose their group by cookie, open many documents and report each; and pass their cookies to others.
  for (let opened = 0; opened < 100; opened += 1) {
    const address = addressOf(opened % 5)
    const headers = { cookie: `aurelle_canary=${String(opened)}`, 'sec-fetch-mode': 'navigate' }
    const page = await at.request(address, '/products/a', { headers })
    const cookie = cookiesOf(page)
    await report(address, cookie)
    await report(addressOf(opened + 1000), cookie)
  }
  await step()
  const counted = await running()
  expect(counted).toMatchObject({ share: 50, verdict: { does: 'wait' } })
  expect(counted?.counts.candidate.load.failures).toBeLessThanOrEqual(5)
})

test('two web servers give a visitor the same set, before and after they have a cookie', async () => {
  const candidate = await start(50)
  const sets = new Set<string>()
  for (let visitor = 0; visitor < 60; visitor += 1) {
    const open = (index: number, cookie: string) =>
      server(index).request(addressOf(visitor), '/products/a', {
        headers: { cookie, 'sec-fetch-mode': 'navigate' },
      })
    const [one, other] = [await open(0, ''), await open(1, '')]
    // At home it is another network.
    const later = await server(1).request('198.51.100.1', '/products/a', {
      headers: { cookie: cookiesOf(one) },
    })
    const given = [one, other, later].map((response) => response.headers.get('x-release-set') ?? '')
    expect(new Set(given).size).toBe(1)
    expect(one.headers.get('cache-control')).toBe('private, no-cache')
    for (const set of given) sets.add(set)
    const config = await server(0).request(addressOf(visitor), '/config.json')
    expect(((await config.json()) as { releaseSet: { id: string } }).releaseSet.id).toBe(given[0])
  }
  expect(sets).toEqual(new Set([candidate, (await service.known()).live ?? '']))
})
