import fc from 'fast-check'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '../environment'
import { json, some, type Call, type AttackRun } from './attack-run'
import { packet } from './send'

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
  '/cart/items',
  '/cart/items/variant',
  '/stock/requests',
  '/contact/messages',
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

/**
 * Every page that the live release set and the sitemap name, every file of the set, and malformed
 * paths.
 */
export async function everyPath(attackRun: AttackRun): Promise<void> {
  const attack = 'GET of every path'
  const set = (
    json(await attackRun.ask(attack, { way: 'web', method: 'GET', path: '/config.json' })) as Config
  ).releaseSet
  const sitemap = await attackRun.ask(attack, { way: 'web', method: 'GET', path: '/sitemap.xml' })
  const pages = [...sitemap.body.matchAll(/<loc>https?:\/\/[^/<]+(\/[^<]*)?<\/loc>/g)].map(
    ([, page]) => page ?? '/',
  )
  const mounts = Object.values(set.remotes).flatMap((remote) => remote.mounts)
  const files = Object.values(set.remotes).flatMap(({ entry, routes, pages: scripts }) => [
    entry,
    ...routes,
    ...scripts,
  ])
  const media = readdirSync(path.join(root, 'shell/media'))
    .filter((name) => name.includes('.'))
    .map((name) => `/media/${name}`)
  const good = [
    ...pages,
    ...mounts.map((mount) => mount.replace(/[*:].*$/, '') || '/'),
    '/healthz',
    '/robots.txt',
    '/sw.js',
    '/offline',
    '/manifest.webmanifest',
    '/vitals.json',
    ...some(attackRun, files, 10),
    ...some(attackRun, media, 5),
  ]
  for (const one of new Set(some(attackRun, good, 25))) {
    const call: Call = { way: 'web', method: 'GET', path: one }
    const reply = await attackRun.ask(attack, call)
    if (reply.status >= 400 && pages.includes(one))
      attackRun.wrong(attack, call, reply, 'a page of the sitemap is missing')
  }
  const builds = Object.entries(set.remotes).flatMap(([name, { version }]) =>
    serverBuilds(`/releases/${name}/${version}/`),
  )
  const samples = fc.sample(
    fc.webPath({ size: 'large' }).map((text) => `/${text.replace(/^\/+/, '')}`),
    { seed: attackRun.seed, numRuns: attackRun.count(200) },
  )
  for (const one of [...some(attackRun, malformed, 30), ...some(attackRun, builds, 15), ...samples])
    await hostilePath(attackRun, one)
}

async function hostilePath(attackRun: AttackRun, one: string): Promise<void> {
  const attack = 'GET of malformed paths'
  const call: Call = { way: 'web', method: 'GET', path: one }
  const reply = await attackRun.ask(attack, call)
  if (privateFiles.test(reply.body)) attackRun.wrong(attack, call, reply, 'an internal file is served')
  if (reply.status >= 300 && reply.status < 400 && !leadsHome(reply.location, attackRun.target.siteUrl)) {
    attackRun.wrong(attack, call, reply, 'the visitor is redirected to another site')
  }
}

function leadsHome(location: string, siteUrl: string): boolean {
  const base = new URL(siteUrl)
  return (
    URL.canParse(location, base) &&
    [base.host, base.host.replace('localhost', '127.0.0.1')].includes(new URL(location, base).host)
  )
}

/**
 * Request targets that no URL parser accepts are answered with 400. No client sends them, so they are
 * written as raw bytes.
 */
export async function unreadableAddresses(attackRun: AttackRun): Promise<void> {
  const attack = 'addresses that cannot be read'
  const { web, url } = attackRun.target
  const targets = [
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
  for (const [origin, name] of [
    [web ?? url, 'web server'],
    [url, 'backend'],
  ] as const) {
    for (const target of targets) {
      attackRun.report.calls += 1
      const heard = await packet(
        origin,
        `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 0)
      attackRun.report.tried(attack)
      const isRefused = status >= 300 && status < 500
      if (!isRefused)
        attackRun.report.wrong(
          attack,
          `GET ${target} of the ${name}`,
          heard.slice(0, 200) || 'nothing',
          'it is no address: 400 is the answer',
        )
    }
  }
}
