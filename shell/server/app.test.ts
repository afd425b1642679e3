import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp } from './app'
import { listen } from './listen'
import { observeRequests } from './observability/requests'
import { fixedReleaseSet } from './releases/live-releases'
import type { ServerBuilds } from './render/workers/server-builds'
import { rule, stillData, subjectRule, writePages } from './testing'

let root = ''
let live = ''

const data = stillData()
const server = '/releases/mf-catalog/v1/server.cjs'
// The server build of the remote: its product is "Riva <Pebble>".
const builds: ServerBuilds = {
  renderPage: ({ url, missing, frame }) => {
    const { pathname } = new URL(url)
    if (pathname.startsWith('/products/') && pathname !== '/products/riva-pebble' && !missing && !frame)
      return Promise.resolve('missing')
    const head = { title: 'Riva <Pebble>', description: 'A "stone"' }
    return Promise.resolve({
      status: 200,
      markup: '',
      head: '',
      styles: [],
      state: null,
      subject: missing ? { is: 'missing' } : { is: 'here', head },
      cacheable: true,
    })
  },
  pageQuery: () => Promise.resolve(''),
  routes: () => [],
  prepare: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  sitemapEntries: () => Promise.resolve([]),
}

const releaseOf = (version: string, base = `/releases/mf-catalog/${version}`) => ({
  version,
  manifest: `${base}/mf-manifest.json`,
  entry: `${base}/remoteEntry.js`,
  globalName: 'mf_catalog',
  routes: [`${base}/js/routes.js`],
  pages: [],
  server,
  mounts: ['/', '/products'],
  integrity: { [`${base}/remoteEntry.js`]: 'sha384-entry' },
})
const set = (version: string) => ({
  id: version,
  shell: {
    version: 's1',
    scripts: ['/releases/shell/s1/js/index.js'],
    files: ['/releases/shell/s1/js/index.js'],
    integrity: {
      '/releases/shell/s1/js/index.js': 'sha384-shell',
      '/releases/shell/s1/js/about.js': 'sha384-about',
    },
  },
  remotes: { 'mf-catalog': releaseOf(version) },
})
const promote = (version: string) => {
  live = version
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-web-'))
  await mkdir(path.join(root, '.releases/mf-catalog/v1/js'), { recursive: true })
  await writeFile(path.join(root, '.releases/mf-catalog/v1/remoteEntry.js'), 'plain')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/remoteEntry.js.br'), 'brotli')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/js/routes.js'), 'routes')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/mf-manifest.json'), '{}')
  await mkdir(path.join(root, '.releases/shell/s1/js'), { recursive: true })
  await writeFile(path.join(root, '.releases/shell/s1/js/index.js'), 'shell')
  await writeFile(path.join(root, '.releases/shell/s1/server.cjs'), 'secret')
  await writeFile(path.join(root, '.releases/shell/s1/js/about.js'), 'about')
  await writePages(path.join(root, '.releases/shell/s1'), [rule('/about', { scripts: ['js/about.js'] })])
  await writePages(path.join(root, '.releases/mf-catalog/v1'), [
    rule('/products'),
    subjectRule('/products/:slug', 'Product Not Found'),
  ])
  await mkdir(path.join(root, 'shell/media'), { recursive: true })
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  await writeFile(path.join(root, 'secret.txt'), 'secret')
})
beforeEach(() => {
  promote('v1')
})
afterAll(() => rm(root, { recursive: true }))

const app = () =>
  createWebApp({
    root,
    store: path.join(root, '.releases'),
    releaseKeys: [],
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'public',
    data,
    builds,
    releases: fixedReleaseSet(set(live)),
  })
const get = async (url: string, headers: Record<string, string> = {}) =>
  (await app()).request(url, { headers })

test('a page carries its own title, a strict policy, and preloads for the scripts of its remote alone', async () => {
  const response = await get('/products/riva-pebble')
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('<title>Riva &lt;Pebble&gt; | Aurelle &amp; Moss</title>')
  expect(html).toContain(
    '<link rel="preload" href="/releases/mf-catalog/v1/remoteEntry.js" as="script" fetchpriority="low" crossorigin integrity="sha384-entry">',
  )
  const policy = response.headers.get('content-security-policy') ?? ''
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
  expect(scripts).not.toEqual([])
  for (const [, script] of scripts) {
    expect(policy).toContain(
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
    )
  }
  expect(policy).not.toContain('unsafe')
})

test('a page of the shell preloads its own script', async () => {
  expect(await (await get('/about')).text()).toContain(
    '<link rel="preload" href="/releases/shell/s1/js/about.js" as="script" fetchpriority="low" crossorigin integrity="sha384-about">',
  )
})

test('a matching etag, in a list or as a wildcard, is answered 304 with the headers of the page', async () => {
  const page = await get('/products')
  const tag = page.headers.get('etag') ?? ''
  for (const header of [tag, tag.slice(2), `"other", ${tag}`, `"other",W/"b",${tag}`, '*']) {
    const response = await get('/products', { 'if-none-match': header })
    expect([response.status, await response.text()], header).toEqual([304, ''])
    for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy', 'link', 'x-release-set'])
      expect(response.headers.get(name), name).toBe(page.headers.get(name))
  }
  for (const header of ['"other"', '"*"', tag.replaceAll('"', ''), ''])
    expect(await get('/products', { 'if-none-match': header }), header).toMatchObject({ status: 200 })
  expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404)
})

test('missing files are not preloaded, so that a retry requests them again', async () => {
  promote('v9')
  expect(await (await get('/products')).text()).not.toContain('/releases/mf-catalog/v9/remoteEntry.js" as=')
})

test.each([
  ['/products/nothing', 'Product Not Found'],
  ['/nowhere', 'Page not found'],
])('%s is a 404 that says so', async (url, title) => {
  const response = await get(url)
  expect(response.status).toBe(404)
  expect(await response.text()).toContain(`<title>${title} |`)
})

test('a response that is not a page runs no scripts when it is opened as a document', async () => {
  const policyOf = async (address: string) => (await get(address)).headers.get('content-security-policy')
  for (const address of ['/manifest.webmanifest', '/sitemap.xml'])
    expect(await policyOf(address), address).toBe("default-src 'none'; sandbox")
  // Shown as text.
  for (const address of ['/config.json', '/robots.txt', '/healthz', '/media/x'])
    expect(await policyOf(address), address).toBe("default-src 'none'")
  for (const address of ['/products', '/offline', '/sw.js'])
    expect((await get(address)).headers.get('content-security-policy'), address).not.toContain('sandbox')
})

test.each([
  '/releases/mf-catalog/v1/gone.js',
  '/releases/../secret.txt',
  '/releases/mf-catalog/v1/..%2f..%2f..%2f..%2fsecret.txt',
  '/media/%2e%2e/%2e%2e/secret.txt',
  '/releases/shell/s0/js/index.js',
])('%s is a 404 that is not cached', async (url) => {
  const response = await get(url)
  expect(await response.text()).not.toContain('secret')
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).not.toContain('max-age')
})

test('the shop can be installed: its pages name a manifest, and their policy lets it be read', async () => {
  const page = await get('/products')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'")
  const address = /<link rel="manifest" href="([^"]+)">/.exec(html)?.[1] ?? ''
  const manifest = await get(address)
  expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  expect(await manifest.json()).toMatchObject({
    name: 'Aurelle & Moss',
    start_url: '/',
    display: 'standalone',
    theme_color: '#F2F0E9',
  })
  expect(html.indexOf('name="theme-color"')).toBeLessThan(html.indexOf('<script>'))
  const favicon = await get('/favicon.ico')
  expect([favicon.status, favicon.headers.get('location')]).toEqual([308, '/media/icon-192.png'])
})

test('another spelling of a URL redirects to the canonical one, never to another host', async () => {
  for (const [written, one] of [
    ['/FAQ/?a=B', '/faq?a=B'],
    ['//Evil.test/', '/evil.test'],
    ['/\\\\evil.test//', '/evil.test'],
  ]) {
    const response = await get(written ?? '')
    expect([response.status, response.headers.get('location')], written).toEqual([308, one])
  }
})

test.each([
  'server.cjs',
  '%73erver.cjs',
  'js/../server.cjs',
  'js%2f..%2fserver.cjs',
  'SERVER.CJS',
  './/server.cjs',
])('a file of a release for the web server alone is not sent: %s', async (file) => {
  const response = await get(`/releases/shell/s1/${file}`)
  expect([response.status, await response.text()]).toEqual([404, 'Not found'])
})

test.each(['OPTIONS', 'POST', 'DELETE'])('files are read-only: %s gets a complete 404', async (method) => {
  const response = await (await app()).request('/releases/mf-catalog/v1/remoteEntry.js', { method })
  expect([response.status, await response.text()]).toEqual([404, 'Not found'])
})

test('requests are described by the pattern of their path', async () => {
  const routes: (string | null)[] = []
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const web = await listen(await app(), {
    port: 0,
    observe: (listener) => observeRequests(listener, { log, onFinish: ({ route }) => routes.push(route) }),
  })
  const expected = [
    ['/healthz', '/healthz'],
    ['/products/riva-pebble', '/products/:slug'],
    ['/releases/mf-catalog/v1/remoteEntry.js', '/releases/*'],
    ['/nowhere', '/*'],
  ]
  for (const [path] of expected)
    await (await fetch(`http://127.0.0.1:${String(web.port)}${String(path)}`)).text()
  await expect.poll(() => routes).toEqual(expected.map(([, route]) => route))
  await web.close()
})
