import { defaultSettings } from '@shop/settings'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp } from './app'
import { liveReleaseSet } from './release-set-file'
import type { ShopData } from './shop-data'

let root = ''
let setFile = ''
let backendUp = true
const warnings: string[] = []

const data: ShopData = {
  product: (slug) => {
    if (!backendUp) return Promise.reject(new Error('down'))
    return Promise.resolve(
      slug === 'riva-pebble' ? { name: 'Riva <Pebble>', description: 'A "stone"', image: null } : null,
    )
  },
  category: () => Promise.resolve(null),
  movedTo: () => Promise.resolve(null),
  settings: () => Promise.resolve(defaultSettings),
  publicPaths: () =>
    backendUp
      ? Promise.resolve([{ path: '/products/riva-pebble', changed: '2026-01-05' }])
      : Promise.reject(new Error('down')),
  onChange: () => undefined,
  stop: () => Promise.resolve(),
  isReachable: () => Promise.resolve(backendUp),
}

const releaseOf = (version: string, base = `/releases/mf-catalog/${version}`) => ({
  version,
  manifest: `${base}/mf-manifest.json`,
  entry: `${base}/remoteEntry.js`,
  globalName: 'mf_catalog',
  routes: [`${base}/js/routes.js`],
  mounts: ['/', '/products'],
  integrity: { [`${base}/remoteEntry.js`]: 'sha384-entry' },
})
const set = (version: string) => ({ id: version, remotes: { 'mf-catalog': releaseOf(version) } })
const promote = (version: string) => writeFile(setFile, JSON.stringify(set(version)))

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-web-'))
  setFile = path.join(root, 'release-set.json')
  await mkdir(path.join(root, 'shell/dist/web/js'), { recursive: true })
  await writeFile(
    path.join(root, 'shell/dist/web/manifest.json'),
    JSON.stringify({ entries: { index: { initial: { js: ['/assets/js/index.js'] } } } }),
  )
  await mkdir(path.join(root, '.releases/mf-catalog/v1/js'), { recursive: true })
  await writeFile(path.join(root, '.releases/mf-catalog/v1/remoteEntry.js'), 'plain')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/remoteEntry.js.br'), 'brotli')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/js/routes.js'), 'routes')
  await writeFile(path.join(root, '.releases/mf-catalog/v1/mf-manifest.json'), '{}')
  await writeFile(path.join(root, 'shell/dist/web/js/index.js'), 'shell')
  await mkdir(path.join(root, 'shell/media'))
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  await writeFile(path.join(root, 'secret.txt'), 'secret')
})
beforeEach(async () => {
  backendUp = true
  warnings.length = 0
  await promote('v1')
})
afterAll(() => rm(root, { recursive: true }))

const app = () =>
  createWebApp({
    root,
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'public',
    data,
    releases: liveReleaseSet(setFile, (message) => warnings.push(message)),
  })
const get = async (url: string, headers: Record<string, string> = {}) =>
  (await app()).request(url, { headers })

test('a page carries its own title, a strict policy, and preloads for the scripts of its remote alone', async () => {
  const answer = await get('/products/riva-pebble')
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('<title>Riva &lt;Pebble&gt; | Aurelle &amp; Moss</title>')
  expect(html).toContain(
    '<link rel="preload" href="/releases/mf-catalog/v1/remoteEntry.js" as="script" crossorigin integrity="sha384-entry">',
  )
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const [, script] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    expect(policy).toContain(
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
    )
  }
  expect(policy).not.toContain('unsafe')
})

test('a matching etag, in a list or as a wildcard, is answered 304 with the headers of the page', async () => {
  const page = await get('/products')
  const tag = page.headers.get('etag') ?? ''
  for (const header of [tag, tag.slice(2), `"other", ${tag}`, `"other",W/"b",${tag}`, '*']) {
    const answer = await get('/products', { 'if-none-match': header })
    expect([answer.status, await answer.text()], header).toEqual([304, ''])
    for (const name of ['etag', 'vary', 'cache-control', 'content-security-policy', 'link', 'x-edition'])
      expect(answer.headers.get(name), name).toBe(page.headers.get(name))
  }
  for (const header of ['"other"', '"*"', tag.replaceAll('"', ''), ''])
    expect(await get('/products', { 'if-none-match': header }), header).toMatchObject({ status: 200 })
  expect((await get('/nowhere', { 'if-none-match': '*' })).status).toBe(404)
})

test('missing files are not preloaded, so that a retry requests them again', async () => {
  await promote('v9')
  expect(await (await get('/products')).text()).not.toContain('/releases/mf-catalog/v9/remoteEntry.js" as=')
})

test.each([
  ['/products/nothing', 'Product Not Found'],
  ['/nowhere', 'Page not found'],
])('%s is a 404 that says so', async (url, title) => {
  const answer = await get(url)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain(`<title>${title} |`)
})

test('files of a release are immutable and sent as compressed as the browser takes them', async () => {
  const answer = await get('/releases/mf-catalog/v1/remoteEntry.js', { 'accept-encoding': 'br, gzip' })
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(await answer.text()).toBe('brotli')
})

test.each([
  '/releases/mf-catalog/v1/gone.js',
  '/releases/../secret.txt',
  '/releases/mf-catalog/v1/..%2f..%2f..%2f..%2fsecret.txt',
  '/media/%2e%2e/%2e%2e/secret.txt',
  '/assets/none.js',
])('%s is a 404 that is not cached', async (url) => {
  const answer = await get(url)
  expect(await answer.text()).not.toContain('secret')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).not.toContain('max-age')
})

test('a changed release set is live with the next request; an invalid one is logged and the last valid one stays live', async () => {
  const live = await app()
  expect(await (await live.request('/config.json')).json()).toMatchObject({
    supabaseUrl: 'http://backend.test',
    releaseSet: { id: 'v1' },
  })
  await writeFile(setFile, JSON.stringify(set('v2')) + ' ')
  expect(await (await live.request('/config.json')).json()).toMatchObject({ releaseSet: { id: 'v2' } })
  await writeFile(setFile, '{ broken')
  expect(await (await live.request('/config.json')).json()).toMatchObject({ releaseSet: { id: 'v2' } })
  expect(warnings).toHaveLength(1)
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

test('robots and sitemap name the public pages and hide the private ones', async () => {
  expect(await (await get('/robots.txt')).text()).toContain('Disallow: /checkout')
  const sitemap = await (await get('/sitemap.xml')).text()
  expect(sitemap).toContain('<loc>http://shop.test/products/riva-pebble</loc><lastmod>2026-01-05</lastmod>')
  expect(sitemap).not.toContain('/admin')
  backendUp = false
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const later = await get('/sitemap.xml')
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '60'])
  expect(warn.mock.calls).toEqual([['The sitemap could not be made: down']])
  warn.mockRestore()
})

test('another spelling of a URL redirects to the canonical one, never to another host', async () => {
  for (const [written, one] of [
    ['/FAQ/?a=B', '/faq?a=B'],
    ['//Evil.test/', '/evil.test'],
    ['/\\\\evil.test//', '/evil.test'],
  ]) {
    const answer = await get(written ?? '')
    expect([answer.status, answer.headers.get('location')], written).toEqual([308, one])
  }
})

test('a running shop still serves its own files after another build has replaced them', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'shop-rebuilt-'))
  const write = async (file: string, content: string) => {
    await mkdir(path.dirname(path.join(place, file)), { recursive: true })
    await writeFile(path.join(place, file), content)
  }
  await write(
    '.releases/shell/s1/web/manifest.json',
    JSON.stringify({ entries: { index: { initial: { js: ['/assets/js/s1.js'] } } } }),
  )
  await write('.releases/shell/s1/web/js/s1.js', 'this shell')
  await write('.releases/shell/s0/web/js/s0.js', 'the shell of a tab opened earlier')
  await write('.releases/mf-catalog/v1/remoteEntry.js', 'live')
  await write('.releases/mf-catalog/v1/mf-manifest.json', '{}')
  await write('.releases/mf-catalog/v1/js/routes.js', 'routes')
  await write('shell/dist/web/manifest.json', '{}')
  const stored = (version: string) => path.join(place, '.releases/shell', version)
  const running = await createWebApp({
    root: place,
    shell: stored('s1'),
    olderShells: [stored('s0')],
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'public',
    data,
    releases: liveReleaseSet(setFile, (message) => warnings.push(message)),
  })
  const text = async (url: string) => (await running.request(url)).text()
  await rm(path.join(place, 'shell/dist'), { recursive: true })
  await write('.releases/mf-catalog/v2/remoteEntry.js', 'built since')
  expect(await text('/assets/js/s1.js')).toBe('this shell')
  expect(await text('/assets/js/s0.js')).toBe('the shell of a tab opened earlier')
  expect(await text('/releases/mf-catalog/v1/remoteEntry.js')).toBe('live')
  expect(JSON.parse(await text('/healthz'))).toMatchObject({
    remotes: { 'mf-catalog': { version: 'v1', state: 'up' } },
  })
  await rm(place, { recursive: true })
})

test.each(['OPTIONS', 'POST', 'DELETE'])('files are read-only: %s gets a complete 404', async (method) => {
  const answer = await (await app()).request('/releases/mf-catalog/v1/remoteEntry.js', { method })
  expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
})
