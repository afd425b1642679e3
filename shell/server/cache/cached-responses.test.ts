import type { ReleaseSet } from '@shop/federation'
import { testSettings } from '@shop/settings/testing'
import { Hono } from 'hono'
import { request, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cachedResponses } from './cached-responses'
import { listen, type RunningServer } from '../listen'
import { pageCache } from './page-cache'
import type { Canary } from '../releases/release-source'

const first: ReleaseSet = { id: 'one', remotes: {} }
let [live, settings, cache] = [first, testSettings, pageCache()]
let canary: Canary | null = null
let server: RunningServer

beforeEach(async () => {
  ;[live, settings, cache] = [first, testSettings, pageCache()]
  canary = null
  const cached = cachedResponses({
    cache,
    data: { settings: () => Promise.resolve(settings) },
    releases: { forVisitor: () => Promise.resolve(live), canary: () => canary },
    common: { 'x-content-type-options': 'nosniff' },
  })
  const headers = { 'content-type': 'text/html', 'cache-control': 'public, s-maxage=30' }
  const render = () => Promise.resolve({ status: 200, html: 'the page', headers, cacheable: true })
  await cache.respond({ key: 'a', acceptEncoding: null, render })
  const facts = { route: '/a', remote: null, version: null }
  cached.remember('/a?b=c', { key: 'a', files: [import.meta.filename], releaseSet: first, settings, facts })
  const app = new Hono().all('*', (context) => context.text('from the app'))
  server = await listen(Object.assign(app, { cached }), { port: 0 })
})
afterEach(() => server.close())

async function ask(headers: Record<string, string> = {}, path = '/a?b=c', method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = { 'accept-encoding': 'gzip', ...headers }
    request({ port: server.port, path, method, headers: sent }, resolve).on('error', reject).end()
  })
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const fromApp = Buffer.concat(parts).toString() === 'from the app'
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: Buffer.concat(parts).length,
    fromApp,
  }
}

test('a cached page is sent as the browser takes it, with the headers of every response', async () => {
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const { status, headers, bytes } = await ask({ 'accept-encoding': accepted })
    expect([status, headers['content-encoding'], headers['content-length']]).toEqual([
      200,
      encoding,
      String(bytes),
    ])
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'public, s-maxage=30',
      vary: 'accept-encoding, cookie',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('a client that has the page gets 304, and HEAD gets the headers alone', async () => {
  const page = await ask()
  const { etag = '' } = page.headers
  for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const response = await ask({ 'if-none-match': tag })
    expect([response.status, response.bytes, response.headers.etag], tag).toEqual([304, 0, etag])
    expect(response.headers['cache-control']).toBe('public, s-maxage=30')
  }
  for (const tag of ['"other"', '"*"', etag.replaceAll('"', '')])
    expect((await ask({ 'if-none-match': tag })).status, tag).toBe(200)
  const head = await ask({}, '/a?b=c', 'HEAD')
  expect([head.status, head.bytes, head.headers['content-length']]).toEqual([200, 0, String(page.bytes)])
})

test.each(['x=1; aurelle_set=two.1', '__Host-aurelle_age=ok'])(
  'a visitor who may get a page of their own, by the cookie %s, gets the app',
  async (cookie) => {
    expect((await ask({ cookie })).fromApp).toBe(true)
    // No page that is cached differs by the guest's id.
    for (const other of ['theirs=1', '__Host-aurelle_session_id=session_1'])
      expect((await ask({ cookie: other })).fromApp).toBe(false)
  },
)

test('the app answers for other addresses, methods and encodings', async () => {
  expect((await ask({}, '/a?b=d')).fromApp).toBe(true)
  expect((await ask({}, '/a?b=c', 'POST')).fromApp).toBe(true)
  expect((await ask({ 'accept-encoding': 'identity' })).fromApp).toBe(true)
})

test('after a change of set, settings or data the app answers', async () => {
  live = { ...first }
  expect((await ask()).fromApp).toBe(true)
  live = first
  expect((await ask()).fromApp).toBe(false)
  settings = { ...testSettings }
  expect((await ask()).fromApp).toBe(true)
  settings = testSettings
  cache.clear()
  expect((await ask()).fromApp).toBe(true)
})

test('while a canary runs the app decides which set a visitor gets', async () => {
  canary = { id: 1, candidate: 'two', share: 10 }
  expect((await ask()).fromApp).toBe(true)
})
