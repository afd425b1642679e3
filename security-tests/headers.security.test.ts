import { expect } from 'vitest'
import { sampled } from '@shop/testing/sample'
import { ask, shown } from './shop/ask'
import { test } from './shop/running-shop'
import { loopback, type Call } from './shop/send'

// What the client accepts, and the encodings that it has not rejected.
const encodings: readonly [string, string[]][] = [
  ['br;q=0', ['']],
  ['br;q=0, gzip', ['gzip']],
  ['br;q=0.0, gzip;q=0.5', ['gzip']],
  ['gzip;q=0, br', ['br']],
  ['gzip;q=0', ['']],
  ['identity', ['']],
  ['*;q=0, identity', ['']],
  ['br; q=0 , gzip; q=0', ['']],
  ['', ['']],
  ['BR;Q=0', ['']],
  ['xbr, gzip', ['gzip']],
  ['brx', ['']],
]

test.for(encodings)('with accept-encoding %j a page is sent as %j', async ([accepted, allowed], { shop }) => {
  for (const path of ['/', '/faq']) {
    const call: Call = { way: 'web', method: 'GET', path, headers: { 'accept-encoding': accepted } }
    const reply = await ask(shop, call)
    if (reply.status === 200)
      expect(allowed, shown(call, reply)).toContain(reply.headers['content-encoding'] ?? '')
  }
})

const headers: Record<string, string>[] = [
  { 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-original-url': '/admin' },
  { host: 'evil.example' },
  { forwarded: 'host=evil.example' },
  { 'x-forwarded-for': `${'1.1.1.1, '.repeat(800)}` },
  { 'x-forwarded-for': '<script>' },
  { connection: 'close, host, cookie' },
  { te: 'trailers' },
  { range: 'bytes=0-99999999999' },
  { 'if-none-match': 'W/"x", *' },
  { 'if-modified-since': 'never' },
  { cookie: `shop_guest=${'a'.repeat(6000)}` },
  { cookie: '__proto__=1; constructor=2; =; ;' },
  { cookie: 'guest=%E0%A4%A; session=%00' },
  { 'content-length': '0' },
  { 'accept-language': '*;q=1e400' },
  { expect: '100-continue' },
  { accept: '*/*;q=nan' },
]
const from = loopback(0x31_0001)
const named = headers.map((given) => ({ name: JSON.stringify(given).slice(0, 80), given }))

test.for(sampled(named, 0.4))('no page repeats or obeys $name', async ({ given }, { shop }) => {
  for (const path of ['/', '/cart', '/products?brand=x', '/config.json']) {
    const reply = await ask(shop, { way: 'web', method: 'GET', path, headers: given, from })
    expect(reply.body + reply.location).not.toContain('evil.example')
  }
})

const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'PURGE']

test.for(methods)('%s of a page is answered', async (method, { shop }) => {
  for (const path of [
    '/',
    '/products',
    '/config.json',
    '/livez',
    '/readyz',
    '/healthz',
    '/sw.js',
    '/vitals.json',
    '/media/og.jpg',
  ])
    await ask(shop, { way: 'web', method, path, from })
})
