import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  entryOf,
  fileText,
  newBrowser,
  page,
  picture,
  portal,
  script,
  shopOf,
  site,
  worker,
  type Browser,
} from './test-service-worker'

const open = { mode: 'navigate' }
const entry = entryOf('v1')

let browser: Browser
beforeEach(() => {
  browser = newBrowser()
})
afterEach(() => vi.useRealTimers())

/** A response that breaks off, as when the connection is reset. */
const reset = (of: Response) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'))
      controller.error(new TypeError('reset'))
    },
  })
  return new Response(body, { headers: of.headers })
}

test.each<[string, string, () => Response]>([
  ['a page in place of a script', entry, portal],
  ['a page in place of a picture', '/media/stone.webp', portal],
  ['a script with a damaged byte', entry, () => script('a file of v7')],
  ['a script that breaks off', entry, () => reset(script(''))],
  ['a script that was cut', entry, () => script('a fil')],
  [
    'a picture that was cut',
    '/media/stone.webp',
    () => new Response('RI', { headers: { 'content-type': 'image/webp' } }),
  ],
  ['an error in place of a picture', '/media/stone.webp', () => new Response('', { status: 500 })],
])('%s is gone once the network is good again', async (_, address, bad) => {
  const shop = await worker(browser, 'v1')
  browser.network = bad
  await shop.respond(address).catch(() => undefined)
  browser.network = shopOf('v1')
  const right = address === entry ? fileText('v1') : `live ${site}${address}`
  expect(await shop.ask(address)).toBe(right)
  browser.network = null
  expect(await shop.ask(address)).toBe(right)
})

test('a file that the browser has damaged in its own cache is fetched past it at once', async () => {
  const shop = await worker(browser, 'v1')
  browser.network = (_, { cache }) => script(cache === 'reload' ? fileText('v1') : 'a file of v7')
  expect(await shop.ask(entry)).toBe(fileText('v1'))
  browser.network = (_, { cache }) => (cache === 'reload' ? picture('whole') : portal())
  expect(await shop.ask('/media/stone.webp')).toBe('whole')
})

test('a picture without a length is answered by one request, and not cached', async () => {
  const shop = await worker(browser, 'v1')
  browser.network = () => new Response('RIFF', { headers: { 'content-type': 'image/webp' } })
  browser.asked = []
  expect(await shop.ask('/media/stone.webp')).toBe('RIFF')
  expect(browser.asked).toEqual([`${site}/media/stone.webp`])
  browser.network = null
  await expect(shop.ask('/media/stone.webp')).rejects.toThrow('no network')
})

test('a portal’s page is shown, and neither cached as a page nor after a message', async () => {
  const shop = await worker(browser, 'v1')
  browser.network = portal
  expect(await shop.ask('/products', open)).toContain('Sign in to this network')
  await shop.tell({ page: `${site}/products`, files: [site + entry] }).catch(() => undefined)
  browser.network = null
  expect(await shop.ask('/products', open)).toBe(`live ${site}/offline`)
  await expect(shop.ask(entry)).rejects.toThrow('no network')
})

test('a page that was cut does not replace the one that is cached', async () => {
  const shop = await worker(browser, 'v1')
  await shop.ask('/products', open)
  browser.network = () => new Response('<html>ha', { headers: page('', 'v1').headers })
  await shop.ask('/products', open)
  browser.network = null
  expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
})

test.each<[string, () => Response]>([
  ['a portal', portal],
  ['an error', () => new Response('', { status: 500, headers: page('', 'v1').headers })],
  ['another release set', () => page('offline', 'v2')],
  ['half of it', () => new Response('<html>', { headers: page('', 'v1').headers })],
])('%s in place of the offline page: the worker is not installed', async (_, bad) => {
  browser.network = bad
  await expect(worker(browser, 'v1')).rejects.toThrow(/response for/)
})

test('a wrong entry that is in the cache already is removed', async () => {
  const shop = await worker(browser, 'v1')
  for (const address of [entry, '/media/stone.webp']) {
    await shop.ask(address)
    for (const entries of browser.stored.values())
      if (entries.has(site + address)) entries.set(site + address, portal())
    expect(await shop.ask(address)).not.toContain('Sign in')
    browser.network = null
    expect(await shop.ask(address)).not.toContain('Sign in')
    browser.network = shopOf('v1')
  }
})

test.each([['reload'], ['no-cache'], ['no-store']])(
  'a retry with cache %s goes to the network and replaces the entry',
  async (cache) => {
    const shop = await worker(browser, 'v1')
    await shop.ask('/media/stone.webp')
    browser.network = () => picture('new')
    expect(await shop.ask('/media/stone.webp', { cache })).toBe('new')
    expect(await shop.ask('/media/stone.webp')).toBe('new')
  },
)

test('a retry by another address goes to the network and is checked all the same', async () => {
  const shop = await worker(browser, 'v1')
  await shop.ask(entry)
  browser.asked = []
  expect(await shop.ask(`${entry}?retry=1`)).toBe(fileText('v1'))
  expect(browser.asked).toEqual([`${site}${entry}?retry=1`])
  browser.network = null
  expect(await shop.ask(entry)).toBe(fileText('v1'))
})

const fails = () => Promise.reject(new DOMException('failed', 'UnknownError'))
const never = () => new Promise<never>(() => undefined)

test('with a storage that fails the network answers', async () => {
  const shop = await worker(browser, 'v1')
  browser.caches = { open: fails, keys: fails, delete: fails }
  expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
  expect(await shop.ask(entry)).toBe(fileText('v1'))
  expect(await shop.ask('/media/stone.webp')).toBe(`live ${site}/media/stone.webp`)
})

test.each(['match', 'put', 'keys', 'delete'] as const)(
  'with a storage whose %s fails the network answers',
  async (method) => {
    const shop = await worker(browser, 'v1')
    const { open: openCache, ...others } = browser.caches
    browser.caches = {
      ...others,
      open: async (name) => ({ ...(await openCache(name)), [method]: fails }),
    }
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await shop.ask('/products', open)).toBe(`live ${site}/products`)
      expect(await shop.ask(entry)).toBe(fileText('v1'))
    }
  },
)

test('with a storage that does not answer pages wait for nothing, and files for a second', async () => {
  vi.useFakeTimers()
  const shop = await worker(browser, 'v1')
  browser.caches = { open: never, keys: never, delete: never }
  expect(await shop.respond('/products', open)).toBe(`live ${site}/products`)
  const file = shop.respond(entry)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await file).toBe(fileText('v1'))
})

test('a network that does not answer gives the cached page after four seconds', async () => {
  vi.useFakeTimers()
  const shop = await worker(browser, 'v1')
  await shop.ask('/products', open)
  browser.network = never
  const shown = shop.respond('/products', open)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await shown).toBe(`live ${site}/products`)
})
