import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageCache, type PageCache, type UncompressedPage } from './page-cache'

let made = 0
const maker =
  (html = 'page', rest: Partial<UncompressedPage> = {}) =>
  () => {
    made += 1
    return Promise.resolve({ status: 200, html, headers: {}, cacheable: true, ...rest })
  }
type Render = Parameters<PageCache['respond']>[0]['render']
const respond = (cache: PageCache, key: string | null, render: Render) =>
  cache.respond({ key, acceptEncoding: null, render })
const text = async (response: Promise<Response>) => (await response).text()

test('a page is rendered once, also for concurrent requests', async () => {
  made = 0
  const cache = pageCache()
  await Promise.all([1, 2, 3].map(() => respond(cache, 'a', maker())))
  expect(await text(respond(cache, 'a', maker('other')))).toBe('page')
  expect(made).toBe(1)
})

test('after a change the next visitor gets a new page, and one rendered from older data is not cached', async () => {
  const cache = pageCache()
  await respond(cache, 'a', maker('old'))
  let finish: (page: UncompressedPage) => void = () => undefined
  cache.clear()
  const slow = respond(
    cache,
    'a',
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  cache.clear()
  finish({ status: 200, html: 'half-old', headers: {}, cacheable: true })
  expect(await text(slow)).toBe('half-old')
  expect(await text(respond(cache, 'a', maker('new')))).toBe('new')
})

test('a stale page is sent while a new one is rendered; a failed render changes nothing', async () => {
  let time = 1
  const cache = pageCache({ ttlMs: 10, now: () => time })
  await respond(cache, 'a', maker('one'))
  time = 12
  expect(await text(respond(cache, 'a', () => Promise.reject(new Error('down'))))).toBe('one')
  expect(await text(respond(cache, 'a', maker('two')))).toBe('one')
  await expect.poll(() => text(respond(cache, 'a', maker('two')))).toBe('two')
  expect(await text(respond(cache, 'a', maker('three')))).toBe('two')
})

test('an uncacheable page is rendered each time, and no more pages are cached than allowed', async () => {
  const cache = pageCache({ max: 2 })
  expect(await text(respond(cache, 'a', maker('one', { cacheable: false })))).toBe('one')
  expect(await text(respond(cache, 'a', maker('two', { cacheable: false })))).toBe('two')
  for (const key of ['b', 'c', 'd']) await respond(cache, key, maker())
  expect(cache.size()).toBe(2)
})

test('pages are sent compressed as the browser takes them', async () => {
  const cache = pageCache()
  const send = (acceptEncoding: string) => cache.respond({ key: 'a', acceptEncoding, render: maker('page') })
  const packed = await send('gzip, br')
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('page')
  const zipped = await send('br;q=0, gzip')
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(Buffer.from(await zipped.arrayBuffer())).toString()).toBe('page')
  const plain = await send('*;q=0')
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'page'])
  expect(new Set([packed, zipped, plain].map(({ headers }) => headers.get('etag'))).size).toBe(1)
})

test('while renders have no data the stale page stays cached, and each request tries again', async () => {
  let time = 1
  const cache = pageCache({ ttlMs: 10, now: () => time })
  await respond(cache, 'a', maker('whole'))
  time = 12
  made = 0
  // A request that comes while a render is under way starts no other.
  const asked = async () => {
    expect(await text(respond(cache, 'a', maker('without data', { cacheable: false })))).toBe('whole')
    return made
  }
  await expect.poll(asked).toBeGreaterThanOrEqual(1)
  await expect.poll(asked).toBeGreaterThanOrEqual(2)
})

test('the bytes of all pages are limited', async () => {
  const cache = pageCache({ maxBytes: 40 })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await respond(cache, key, maker('page'))
  expect(cache.size()).toBeGreaterThan(0)
  expect(cache.size()).toBeLessThan(8)
})

test('keys with a shared page render it once', async () => {
  made = 0
  const cache = pageCache()
  const same = () => Promise.resolve({ sharedKey: 'missing', render: maker('nothing here', { status: 404 }) })
  for (const key of ['a', 'b', 'c']) {
    const response = await respond(cache, key, same)
    expect([response.status, await response.text()]).toEqual([404, 'nothing here'])
  }
  expect([made, cache.size()]).toEqual([1, 1])
})

test('one visitor’s own page is never cached', async () => {
  made = 0
  const cache = pageCache()
  for (const guest of ['one', 'two']) expect(await text(respond(cache, null, maker(guest)))).toBe(guest)
  expect([made, cache.size()]).toEqual([2, 0])
})

test('a page that is rendered again and says the same is sent as it was compressed before', async () => {
  const cache = pageCache()
  const etag = async (html: string) => {
    const response = await respond(cache, 'a', maker(html))
    return response.headers.get('etag')
  }
  const before = await etag('page')
  cache.clear()
  expect(await etag('page')).toBe(before)
  cache.clear()
  expect(await etag('another')).not.toBe(before)
})

test('a page that is requested often is compressed at the best level', async () => {
  const cache = pageCache()
  const html = Array.from({ length: 3000 }, (_, index) => `<li>${String((index * 7919) % 1013)}</li>`).join(
    '',
  )
  const size = async () => {
    const response = await cache.respond({ key: 'a', acceptEncoding: 'br', render: maker(html) })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(brotliDecompressSync(bytes).toString()).toBe(html)
    return bytes.length
  }
  const atFirst = await size()
  await expect.poll(size).toBeLessThan(atFirst)
})
