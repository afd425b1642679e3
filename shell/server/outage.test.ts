import type { Settings } from '@shop/settings'
import { testSettings } from '@shop/settings/testing'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp, type WebOptions } from './app'
import { fixedReleaseSet } from './releases/live-releases'
import type { ServerBuilds } from './render/workers/server-builds'
import { rule, stillData, subjectRule, writePages } from './testing'

let root = ''
let settings: () => Promise<Settings>
let backendUp: boolean
const warn = vi.fn<(message: string) => void>()
const down = () => Promise.reject(new Error('down'))

const data = stillData({
  settings: () => settings(),
  isReachable: () => Promise.resolve(backendUp),
})
// The server build of the remote, whose product cannot be looked up.
const builds: ServerBuilds = {
  renderPage: () =>
    Promise.resolve({
      status: 200,
      markup: '',
      head: '',
      styles: [],
      state: null,
      subject: { is: 'unknown' },
      cacheable: false,
    }),
  pageQuery: () => Promise.resolve(''),
  routes: () => [],
  prepare: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  sitemapEntries: down,
}
const release = '/releases/mf-catalog/v1'
const set = {
  id: 'one',
  shell: {
    version: 's1',
    scripts: ['/releases/shell/s1/js/index.js'],
    files: ['/releases/shell/s1/js/index.js'],
  },
  remotes: {
    'mf-catalog': {
      version: 'v1',
      manifest: `${release}/mf-manifest.json`,
      entry: `${release}/remoteEntry.js`,
      globalName: 'mf_catalog',
      routes: [`${release}/js/routes.js`],
      pages: [`${release}/js/page.js`],
      mounts: ['/', '/products'],
      server: `${release}/server.cjs`,
    },
  },
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-outage-'))
  await mkdir(path.join(root, 'releases/shell/s1/js'), { recursive: true })
  await mkdir(path.join(root, 'releases/mf-catalog/v1/js'), { recursive: true })
  await mkdir(path.join(root, 'shell/media'), { recursive: true })
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  await writeFile(path.join(root, 'releases/shell/s1/js/index.js'), '')
  await writePages(path.join(root, 'releases/shell/s1'), [rule('/about')])
})
beforeEach(async () => {
  backendUp = true
  settings = () => Promise.resolve(testSettings)
  warn.mockReset()
  for (const file of ['mf-manifest.json', 'remoteEntry.js', 'js/routes.js', 'js/page.js', 'server.cjs']) {
    await writeFile(path.join(root, 'releases/mf-catalog/v1', file), '')
  }
  await writePages(path.join(root, 'releases/mf-catalog/v1'), [
    rule('/products'),
    subjectRule('/products/:slug', 'Product Not Found'),
  ])
})
afterAll(() => rm(root, { recursive: true }))

const options = (): WebOptions => ({
  root,
  store: path.join(root, 'releases'),
  releaseKeys: [],
  siteUrl: 'http://shop.test',
  supabaseUrl: 'http://backend.test',
  supabaseKey: 'public',
  data,
  warn,
  releases: fixedReleaseSet(set),
})

const get = async (address: string, more: Partial<WebOptions> = {}) => {
  const app = await createWebApp({ ...options(), ...more })
  return app.request(`http://shop.test${address}`)
}

test.each(['/', '/products', '/products/riva', '/cart', '/about', '/nowhere'])(
  'before the settings were ever read %s is a frame without prices',
  async (address) => {
    settings = down
    const response = await get(address)
    expect([
      response.status,
      response.headers.get('retry-after'),
      response.headers.get('cache-control'),
    ]).toEqual([503, '30', 'no-store'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    const html = await response.text()
    expect(html).toContain('We will be back shortly')
    expect(html).toContain('Try again')
    expect(html).not.toMatch(/£|simulated|shop-config/)
  },
)

test('before the settings are loaded /config.json responds 503', async () => {
  settings = down
  const response = await get('/config.json')
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(await response.text()).not.toContain('factor')
})

test('without the settings no measurement is recorded', async () => {
  settings = down
  const app = await createWebApp(options())
  expect((await app.request('/vitals', { method: 'POST', body: '{}' })).status).toBe(400)
})

test('while the backend is down pages use the last settings, and search engines are asked to retry', async () => {
  backendUp = false
  settings = () => Promise.resolve({ ...testSettings, ageGate: { scope: 'all' as const } })
  const product = await get('/products/riva', { builds })
  expect([product.status, product.headers.get('retry-after')]).toEqual([503, '30'])
  const html = await product.text()
  expect(html).toContain('"scope":"all"')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect((await get('/about')).status).toBe(200)
})

test('/healthz reports a backend that is down with 200', async () => {
  backendUp = false
  const response = await get('/healthz')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    status: 'ok',
    backend: 'down',
    remotes: { 'mf-catalog': { version: 'v1', state: 'up' } },
  })
})

test('/livez and /readyz answer while the backend never does', async () => {
  settings = () => new Promise(() => undefined)
  const isReachable = () => new Promise<boolean>(() => undefined)
  const app = await createWebApp({ ...options(), data: { ...data, isReachable } })
  for (const address of ['/livez', '/readyz']) expect((await app.request(address)).status).toBe(200)
})

test('/healthz says since when the backend is down', async () => {
  const app = await createWebApp(options())
  const health = async (): Promise<unknown> => (await app.request('/healthz')).json()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T10:00:00Z') })
  expect(await health()).toMatchObject({
    ...{ backend: 'up', realtime: 'up', mailer: 'off', refunds: 'off' },
    since: { backend: '2026-11-27T10:00:00.000Z' },
  })
  backendUp = false
  for (const now of ['2026-11-27T11:00:00.000Z', '2026-11-27T12:00:00.000Z']) {
    vi.setSystemTime(now)
    expect(await health()).toMatchObject({
      backend: 'down',
      since: { backend: '2026-11-27T11:00:00.000Z', realtime: '2026-11-27T10:00:00.000Z' },
    })
  }
})

test('a worker that has an outage is down', async () => {
  const response = await get('/healthz', { workers: () => ({ mailer: 'down', refunds: 'up' }) })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ mailer: 'down', refunds: 'up' })
})

test.each([
  ['the server is shutting down', { isStopping: () => true }, 'shutting down'],
  ['there is no release set', { releases: fixedReleaseSet({ id: 'none', remotes: {} }) }, 'no release set'],
])('/readyz is 503 when %s, and /livez is not', async (_when, more, status) => {
  const response = await get('/readyz', more)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ status })
  expect((await get('/livez', more)).status).toBe(200)
})

test('/readyz stays 200 while the set before is served in place of a rejected one', async () => {
  const problem = { set: 'two', member: 'mf-catalog', version: 'v2', why: 'not signed' }
  const releases = { ...fixedReleaseSet(set), problem: () => problem }
  expect((await get('/readyz', { releases })).status).toBe(200)
  const health = await get('/healthz', { releases })
  expect(health.status).toBe(503)
  expect(await health.json()).toMatchObject({ rejected: problem })
})

test.each(['mf-manifest.json', 'remoteEntry.js', 'js/routes.js', 'js/page.js', 'server.cjs', 'pages.json'])(
  '/healthz is 503 when %s of a live remote is missing',
  async (file) => {
    await rm(path.join(root, 'releases/mf-catalog/v1', file))
    const response = await get('/healthz')
    expect(response.status).toBe(503)
    expect((await get('/readyz')).status).toBe(503)
    expect(await response.json()).toMatchObject({
      status: 'files missing',
      backend: 'up',
      remotes: { 'mf-catalog': { state: 'missing' } },
    })
  },
)

test('/healthz is 503 when the shell’s own files are missing', async () => {
  await rm(path.join(root, 'releases/shell/s1/js/index.js'))
  const response = await get('/healthz')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ shell: 'missing' })
  await writeFile(path.join(root, 'releases/shell/s1/js/index.js'), '')
})

test('HSTS is sent over https, not over http', async () => {
  expect(
    (await get('/about', { siteUrl: 'https://shop.test' })).headers.get('strict-transport-security'),
  ).toBe('max-age=31536000; includeSubDomains')
  expect((await get('/about')).headers.get('strict-transport-security')).toBeNull()
})

test('an internal error is one log line and an error page', async () => {
  const response = await get('/about', {
    releases: {
      ...fixedReleaseSet(set),
      forVisitor: () => Promise.reject(new Error('first line\nsecond line')),
    },
  })
  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
  // Read first: the Node server's responses forget headers that were added once their text is read.
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.text()).toContain('Something went wrong')
  expect(warn.mock.calls).toEqual([['GET /* failed: "first line\\nsecond line"']])
})
