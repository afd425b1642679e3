import type { ReleaseSet } from '@shop/federation'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp } from '../app'
import type { ServerBuilds } from './workers/server-builds'
import { rule, stillData, writePages } from '../testing'

let root = ''
let live: ReleaseSet
let backendUp = true
const warn = vi.fn<(message: string) => void>()

// Each release of the remote has the pages that it describes.
const set = (version: string): ReleaseSet => ({
  id: version,
  shell: { version: 's1', scripts: [], files: [] },
  remotes: {
    'mf-catalog': {
      version,
      manifest: `/releases/mf-catalog/${version}/mf-manifest.json`,
      entry: `/releases/mf-catalog/${version}/remoteEntry.js`,
      globalName: 'mf_catalog',
      routes: [],
      pages: [],
      mounts: ['/', '/products', '/lookbook', '/desk'],
      server: `/releases/mf-catalog/${version}/server.cjs`,
    },
  },
})

const builds: ServerBuilds = {
  renderPage: () =>
    Promise.resolve({
      status: 200,
      markup: '',
      head: '',
      styles: [],
      state: null,
      subject: null,
      cacheable: true,
    }),
  pageQuery: () => Promise.resolve(''),
  routes: () => [],
  prepare: () => Promise.resolve(),
  stop: () => Promise.resolve(),
  sitemapEntries: () =>
    backendUp
      ? Promise.resolve([
          { path: '/products/riva-pebble', changed: '2026-01-05' },
          { path: '/checkout/of-another-remote', changed: null },
        ])
      : Promise.reject(new Error('down')),
}

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-described-'))
  await mkdir(path.join(root, 'shell/media'), { recursive: true })
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  await writePages(path.join(root, '.releases/shell/s1'), [rule('/faq')])
  const pages = [
    rule('/'),
    rule('/products'),
    rule('/products/:slug'),
    rule('/desk', { robots: 'disallow', personal: true, offline: 'notice' }),
    rule('/desk/drawers', { robots: 'disallow', personal: true, offline: 'notice' }),
    // The path of another remote.
    rule('/checkout', { robots: 'disallow', offline: 'nothing' }),
  ]
  await writePages(path.join(root, '.releases/mf-catalog/v1'), pages)
  await writePages(path.join(root, '.releases/mf-catalog/v2'), [...pages, rule('/lookbook')])
  await mkdir(path.join(root, '.releases/mf-catalog/broken'))
  await writeFile(path.join(root, '.releases/mf-catalog/broken/pages.json'), '[{"path":"/lookbook"}]')
})
beforeEach(() => {
  backendUp = true
  live = set('v1')
  warn.mockReset()
})
afterAll(() => rm(root, { recursive: true }))

const shop = () =>
  createWebApp({
    root,
    store: path.join(root, '.releases'),
    releaseKeys: [],
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://backend.test',
    supabaseKey: 'public',
    data: stillData(),
    builds,
    warn,
    releases: {
      current: () => Promise.resolve(live),
      forVisitor: () => Promise.resolve(live),
      lastGood: () => null,
      canary: () => null,
      reportBroken: () => undefined,
      problem: () => null,
    },
  })
const get = async (address: string) => (await shop()).request(address)

test('robots and sitemap name the pages as their remote describes them', async () => {
  const robots = await (await get('/robots.txt')).text()
  expect(robots).toBe('User-agent: *\nDisallow: /desk\nSitemap: http://shop.test/sitemap.xml\n')
  const sitemap = await (await get('/sitemap.xml')).text()
  expect(sitemap).toContain('<loc>http://shop.test/products/riva-pebble</loc><lastmod>2026-01-05</lastmod>')
  expect([...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address)).toEqual([
    'http://shop.test/faq',
    'http://shop.test/',
    'http://shop.test/products',
    'http://shop.test/products/riva-pebble',
  ])
})

test('while the entries of a remote cannot be read there is no sitemap, rather than half of it', async () => {
  backendUp = false
  const later = await get('/sitemap.xml')
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '60'])
  expect(warn.mock.calls).toEqual([['The sitemap could not be made: down']])
})

test('a page that a remote’s next release adds is whole at once, and gone with a rollback', async () => {
  const app = await shop()
  expect((await app.request('/lookbook')).status).toBe(404)
  live = set('v2')
  const page = await app.request('/lookbook')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await page.text()
  expect(html).toContain('<title>Title of /lookbook | Aurelle &amp; Moss</title>')
  expect(html).toContain('<link rel="canonical" href="http://shop.test/lookbook">')
  expect(await (await app.request('/sitemap.xml')).text()).toContain('<loc>http://shop.test/lookbook</loc>')
  live = set('v1')
  expect((await app.request('/lookbook')).status).toBe(404)
  expect(await (await app.request('/sitemap.xml')).text()).not.toContain('lookbook')
})

test('below a personal part of the shop an unknown path is a 404', async () => {
  expect((await get('/desk')).status).toBe(200)
  expect((await get('/desk/nothing')).status).toBe(404)
})

test('the service worker goes by what the pages of the live set say', async () => {
  const worker = await (await get('/sw.js')).text()
  expect(worker).toContain('"uncached":["^/desk/?$","^/desk/drawers/?$"]')
  expect(worker).toContain('"bypassed":[]')
})

test('a remote whose pages cannot be read is 503, the rest of the shop is not, and it is logged once', async () => {
  live = set('broken')
  const app = await shop()
  for (const address of ['/lookbook', '/products']) {
    const page = await app.request(address)
    expect([page.status, page.headers.get('retry-after')], address).toEqual([503, '30'])
  }
  expect((await app.request('/faq')).status).toBe(200)
  expect((await app.request('/nowhere')).status).toBe(404)
  expect(warn.mock.calls.filter(([message]) => message.includes('mf-catalog broken'))).toHaveLength(1)
})
