import { beforeEach, expect, test } from 'vitest'
import {
  entryOf,
  fileText,
  newBrowser,
  page,
  scripts,
  set,
  shopOf,
  site,
  sourceOf,
  worker,
  type Asked,
  type Browser,
} from './test-service-worker'

const open = { mode: 'navigate' }
const [script = ''] = scripts

let browser: Browser
beforeEach(() => {
  browser = newBrowser()
})

test('another release set makes another service worker', () => {
  expect(sourceOf('v1')).toContain(entryOf('v1'))
  expect(sourceOf('v2')).not.toBe(sourceOf('v1'))
})

test('a visited page and its files are available offline; any other page is the offline page', async () => {
  const shop = await worker(browser, 'v1')
  expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
  expect(await shop.ask(entryOf('v1'))).toBe(fileText('v1'))
  browser.network = null
  expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
  expect(await shop.ask(entryOf('v1'))).toBe(fileText('v1'))
  expect(await shop.ask('/categories', open)).toBe(`live ${site}/offline`)
})

test('pages are network first, files cache first', async () => {
  const shop = await worker(browser, 'v1')
  browser.network = () => page('first', 'v1')
  await shop.ask('/products', open)
  browser.network = () => page('second', 'v1')
  expect(await shop.ask('/products', open)).toBe('second')
  browser.network = shopOf('v1')
  await shop.ask(script)
  browser.asked = []
  await shop.ask(script)
  expect(browser.asked).toEqual([])
})

test('the service worker of one release set never responds with files of another', async () => {
  const before = await worker(browser, 'v1')
  await before.ask('/products', open)
  await before.ask(entryOf('v1'))
  await before.ask('/media/stone.webp')

  // The old worker gets a page of the new set: it is shown and not cached, and the new worker is asked for.
  browser.network = () => page('a page of v2', 'v2')
  expect(await before.ask('/categories', open)).toBe('a page of v2')
  expect(browser.updates).toBe(1)
  expect(await before.ask(entryOf('v2'))).toBeUndefined()
  const texts = await Promise.all(
    [...browser.stored.values()]
      .flatMap((entries) => [...entries.values()])
      .map((response) => response.clone().text()),
  )
  expect(texts.join()).not.toContain('v2')

  browser.network = shopOf('v2')
  const after = await worker(browser, 'v2')
  const old = set('v1').id
  expect([...browser.stored.keys()].filter((name) => name.includes(old))).toEqual([])
  expect(await after.ask(entryOf('v1'))).toBeUndefined()
  // A late message of a tab of the old set brings nothing of it back.
  browser.network = shopOf('v1')
  await after.tell({ page: `${site}/products`, files: [site + entryOf('v1')] })
  browser.network = null
  expect(await after.ask('/products', open)).toContain('/offline')
})

test.each<[string, Partial<Asked>]>([
  ['/config.json', {}],
  ['/healthz', {}],
  ['/readyz', {}],
  ['/sw.js', {}],
  ['/admin', open],
  ['/admin/orders', open],
  ['/admin/orders/print?ids=1', open],
  ['/checkout/', open],
  ['/checkout', open],
  ['/checkout/success?session=1', open],
  ['/supabase/rest/v1/products', {}],
  ['https://backend.example/rest/v1/products', {}],
  ['/contact', { method: 'POST', ...open }],
  ['/unknown.js', {}],
  ['/media/film.webm', { headers: new Headers({ range: 'bytes=0-' }) }],
])('%s is left to the browser', async (url, more) => {
  const shop = await worker(browser, 'v1')
  expect(await shop.ask(url, more)).toBeUndefined()
  expect(browser.asked).toEqual([])
})

test('private, failed and no-store pages are not cached', async () => {
  const shop = await worker(browser, 'v1')
  const responses: Record<string, () => Response> = {
    '/account': () => page('my account', 'v1'),
    '/account/orders/A1': () => page('my order', 'v1'),
    '/create-account?token=x': () => page('my link', 'v1'),
    '/cart': () => page('my cart', 'v1', { 'cache-control': 'private, no-store' }),
    '/products/none': () => new Response('not found', { status: 404, headers: page('', 'v1').headers }),
  }
  for (const [path, response] of Object.entries(responses)) {
    browser.network = response
    expect(await shop.ask(path, open)).not.toContain('/offline')
    await shop.tell({ page: site + path, files: [] })
    browser.network = null
    expect(await shop.ask(path, open)).toContain('/offline')
  }
})

test('a worker that was left waiting takes over at the message of a page', async () => {
  const shop = await worker(browser, 'v1')
  browser.takeovers = 0
  await shop.tell({ page: `${site}/products`, files: [] })
  expect(browser.takeovers).toBe(1)
})

test('a page that was loaded without the service worker is cached with its files after its message', async () => {
  const shop = await worker(browser, 'v1')
  await shop.tell({
    page: `${site}/products#top`,
    files: [site + script, `${site}/config.json`, 'https://elsewhere.example/media/x.webp'],
  })
  expect(browser.asked).toEqual([`${site}/products`, site + script])
  browser.network = null
  expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
  expect(await shop.ask(script)).toBe(fileText('v1'))
})

test('media and pages are limited, the oldest are evicted first; the offline page stays', async () => {
  const shop = await worker(browser, 'v1')
  for (let index = 0; index < 160; index += 1) await shop.ask(`/media/${String(index)}.webp`)
  for (let index = 0; index < 70; index += 1) await shop.ask(`/products/${String(index)}`, open)
  const sizes = [...browser.stored].map(([name, entries]) => [
    name.split(' ').slice(2).join(' '),
    entries.size,
  ])
  expect(Object.fromEntries(sizes)).toEqual({ media: 150, 'offline pages': 1, pages: 60 })
  browser.network = null
  expect(await shop.ask('/media/159.webp')).toContain('159')
  expect(await shop.ask('/products/0', open)).toContain('/offline')
})
