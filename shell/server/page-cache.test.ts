import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageCache, type ReadyPage } from './page-cache'

let made = 0
const maker = (html = 'page', rest: Partial<ReadyPage> = {}) => () => {
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
  const slow = cache.answer('a', ask(), () => new Promise((resolve) => { finish = resolve }))
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
