import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageCache, type ReadyPage } from './page-cache'

let made = 0
const maker =
  (html = 'page', rest: Partial<ReadyPage> = {}) =>
  () => {
    made += 1
    return Promise.resolve({ status: 200, html, headers: {}, keep: true, ...rest })
  }
const ask = (headers: Record<string, string> = {}) => new Request('http://shop.test/', { headers })
const text = async (answer: Promise<Response>) => (await answer).text()

test('a page is made once, also for visitors who come at the same time', async () => {
  made = 0
  const cache = pageCache()
  await Promise.all([1, 2, 3].map(() => cache.answer('a', ask(), maker())))
  expect(await text(cache.answer('a', ask(), maker('other')))).toBe('page')
  expect(made).toBe(1)
})

test('when the shop changes the next visitor gets a new page, and one made from older data is not kept', async () => {
  const cache = pageCache()
  await cache.answer('a', ask(), maker('old'))
  let finish: (page: ReadyPage) => void = () => undefined
  cache.invalidate()
  const slow = cache.answer(
    'a',
    ask(),
    () =>
      new Promise((resolve) => {
        finish = resolve
      }),
  )
  cache.invalidate()
  finish({ status: 200, html: 'half-old', headers: {}, keep: true })
  expect(await text(slow)).toBe('half-old')
  expect(await text(cache.answer('a', ask(), maker('new')))).toBe('new')
})

test('an old page is sent while a new one is made behind it; a failure behind it changes nothing', async () => {
  let time = 0
  const cache = pageCache({ freshMs: 10, now: () => time })
  await cache.answer('a', ask(), maker('one'))
  time = 11
  expect(await text(cache.answer('a', ask(), () => Promise.reject(new Error('down'))))).toBe('one')
  expect(await text(cache.answer('a', ask(), maker('two')))).toBe('one')
  await expect.poll(() => text(cache.answer('a', ask(), maker('two')))).toBe('two')
  expect(await text(cache.answer('a', ask(), maker('three')))).toBe('two')
})

test('what must not be kept is made anew, and no more pages are held than allowed', async () => {
  const cache = pageCache({ most: 2 })
  expect(await text(cache.answer('a', ask(), maker('one', { keep: false })))).toBe('one')
  expect(await text(cache.answer('a', ask(), maker('two', { keep: false })))).toBe('two')
  for (const key of ['b', 'c', 'd']) await cache.answer(key, ask(), maker())
  expect(cache.size()).toBe(2)
})

test('pages are sent compressed as the browser takes them, and not again to one that has them', async () => {
  const cache = pageCache()
  const packed = await cache.answer('a', ask({ 'accept-encoding': 'gzip, br' }), maker('page'))
  expect(packed.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe('page')
  const known = await cache.answer('a', ask({ 'if-none-match': packed.headers.get('etag') ?? '' }), maker())
  expect(known.status).toBe(304)
})

test('a client that refuses an encoding is not sent it', async () => {
  const cache = pageCache()
  const sent = await cache.answer('a', ask({ 'accept-encoding': 'br;q=0, gzip' }), maker('page'))
  expect(sent.headers.get('content-encoding')).toBe('gzip')
  const plain = await cache.answer('a', ask({ 'accept-encoding': '*;q=0' }), maker('page'))
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, 'page'])
})

test('a client that has one of several pages, or any, is not sent it again', async () => {
  const cache = pageCache()
  const tag = (await cache.answer('a', ask(), maker('page'))).headers.get('etag') ?? ''
  for (const header of [`"other", ${tag}`, '*'])
    expect((await cache.answer('a', ask({ 'if-none-match': header }), maker())).status).toBe(304)
})

test('a kept page is sent without asking whether one may be made', async () => {
  const cache = pageCache()
  await cache.answer('a', ask(), maker('page'))
  const busy = () => Promise.reject(new Error('busy'))
  expect(await text(cache.answer('a', ask(), maker('other'), busy))).toBe('page')
  await expect(cache.answer('b', ask(), maker('other'), busy)).rejects.toThrow('busy')
})

test('pages that are the same are made once, for whichever address they are asked, and within one permission', async () => {
  made = 0
  let permissions = 0
  const cache = pageCache()
  const same = () => Promise.resolve({ sameAs: 'missing', make: maker('nothing here', { status: 404 }) })
  const limit = <T>(making: () => Promise<T>) => {
    permissions += 1
    return making()
  }
  for (const key of ['a', 'b', 'c']) {
    const answer = await cache.answer(key, ask(), same, limit)
    expect([answer.status, await answer.text()]).toEqual([404, 'nothing here'])
  }
  expect([made, permissions, cache.size()]).toEqual([1, 3, 1])
})

test('a page of one visitor’s own is never kept', async () => {
  made = 0
  const cache = pageCache()
  for (const guest of ['one', 'two']) expect(await text(cache.answer(null, ask(), maker(guest)))).toBe(guest)
  expect([made, cache.size()]).toEqual([2, 0])
})
