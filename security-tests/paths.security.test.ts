import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { root } from '../tools/environment'
import { isDeep, sampled } from '@shop/testing/sample'
import { ask, json, shown } from './shop/ask'
import { test, type RunningShop } from './shop/running-shop'
import { sendBytes, type Call, type Reply } from './shop/send'

interface Config {
  releaseSet: {
    remotes: Record<
      string,
      {
        version: string
        routes: string[]
        pages: string[]
        mounts: string[]
        entry: string
        server: string | null
      }
    >
  }
}

const malformed = [
  '//[',
  '//@:',
  '//:99999',
  '//x@y:z',
  '/%',
  '/%E0%A4%A',
  '/%ff',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/../../etc/passwd',
  '/media/../../package.json',
  '/media/%2e%2e/%2e%2e/package.json',
  '/media/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/fonts/....//....//package.json',
  '/products/..%2f..%2fadmin',
  '/products//',
  '//evil.example/',
  '///evil.example/%2e%2e',
  '/\\evil.example',
  '/%5cevil.example',
  '/products/%0d%0aset-cookie:x=1',
  '/products/riva-pebble%00.html',
  `/products/${'x'.repeat(8000)}`,
  `/${'a/'.repeat(2000)}`,
  `/products?q=${'y'.repeat(12_000)}`,
  '/?__proto__[x]=1',
  '/constructor',
  '/__proto__',
  '/products/__proto__',
  '/products/constructor',
  '/PRODUCTS/',
  '/products/%F0%9F%92%A9',
  '/supabase/../healthz',
  '/supabase/rest/v1/../../auth/v1/admin/users',
  '/supabase//rest/v1/orders',
  '/supabase/rest/v2/orders',
  '/supabase/mailbox',
  '/supabase/storage/v1/%2e%2e/keys.json',
  '/.env',
  '/.git/config',
  '/keys.json',
  '/.data/keys.json',
  '/package.json',
  '/shell/server/app.ts',
  '/vitals',
  '/loads',
  '/payments/stripe/page',
  '/payments/stripe/webhook',
]

/** Content that no path may serve. */
const privateFiles =
  /"workspaces"|"jwtSecret"|sb_secret_|root:x:0|repositoryformatversion|module\.exports\s*=|createRequire\(/

/** Paths that might reach the server build, which no browser may fetch. */
function serverBuilds(base: string): string[] {
  const names = [
    'server.cjs',
    'SERVER.CJS',
    'server%2ecjs',
    '%73erver.cjs',
    'server.cj%73',
    './server.cjs',
    'x/../server.cjs',
    '%2e/server.cjs',
    '/server.cjs',
    'server.cjs/',
    'server.cjs%20',
    'server.cjs%00',
    'server.cjs?x=1',
    'server.cjs#x',
    'server.cjs;x',
    'server.cjs.br',
    'server.cjs.gz',
    'server%252ecjs',
  ]
  return names.map((name) => base + name)
}

const get = (path: string): Call => ({ way: 'web', method: 'GET', path })

/** Some of these paths, all in a deep run. */
const some = (paths: readonly string[], share: number): string[] =>
  sampled(
    paths.map((name) => ({ name })),
    share,
  ).map(({ name }) => name)

async function releaseSet(shop: RunningShop): Promise<Config['releaseSet']> {
  return (json(await ask(shop, get('/config.json'))) as Config).releaseSet
}

test('every page and file that the shop names is answered', async ({ shop }) => {
  const set = await releaseSet(shop)
  const sitemap = await ask(shop, get('/sitemap.xml'))
  const pages = [...sitemap.body.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]*)?<\/loc>/g)].map(
    ([, page]) => page ?? '/',
  )
  const remotes = Object.values(set.remotes)
  const mounts = remotes
    .flatMap((remote) => remote.mounts)
    .map((mount) => mount.replace(/[*:].*$/, '') || '/')
  const files = remotes.flatMap(({ entry, routes, pages: scripts }) => [entry, ...routes, ...scripts])
  const media = readdirSync(path.join(root, 'shell/media'))
    .filter((name) => name.includes('.'))
    .map((name) => `/media/${name}`)
  const own = [
    '/livez',
    '/readyz',
    '/healthz',
    '/robots.txt',
    '/sw.js',
    '/offline',
    '/manifest.webmanifest',
    '/vitals.json',
    '/composition',
  ]
  expect(pages.length).toBeGreaterThan(10)
  for (const page of new Set([...some(pages, 0.3), ...mounts, ...own, ...some([...files, ...media], 0.05)])) {
    const reply = await ask(shop, get(page))
    if (pages.includes(page)) expect.soft(reply.status, page).toBeLessThan(400)
  }
})

/** Whether a redirect stays on the shop's site. */
function staysHome({ location }: Reply, siteUrl: string): boolean {
  const base = new URL(siteUrl)
  const hosts = [base.host, base.host.replace('localhost', '127.0.0.1')]
  return URL.canParse(location, base) && hosts.includes(new URL(location, base).host)
}

test('no malformed path serves an internal file or leads to another site', async ({ shop }) => {
  const set = await releaseSet(shop)
  const builds = Object.entries(set.remotes).flatMap(([name, { version }]) =>
    serverBuilds(`/releases/${name}/${version}/`),
  )
  const generated = fc.sample(
    fc.webPath({ size: 'large' }).map((text) => `/${text.replace(/^\/+/, '')}`),
    isDeep ? 200 : 20,
  )
  for (const one of [...some(malformed, 0.6), ...some(builds, 0.2), ...generated]) {
    const reply = await ask(shop, get(one))
    expect.soft(reply.body, one.slice(0, 100)).not.toMatch(privateFiles)
    if (reply.status >= 300 && reply.status < 400)
      expect.soft(staysHome(reply, shop.siteUrl), shown(get(one), reply)).toBe(true)
  }
})

// No client sends these, so they are written as raw bytes.
const unreadable = [
  '//[',
  '//@:',
  '//:99999',
  '//x:y@z:w',
  'http://[',
  'http://:99999/',
  'http://x:99999/',
  '*',
  '//[::1',
  '/%zz',
]

test.for(unreadable)('the request target %s is rejected', async (target, { shop }) => {
  const bytes = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
  expect(await sendBytes(shop.web, bytes)).toMatch(/^HTTP\/1\.1 [34]\d\d/)
})
