import type { ReleaseSet } from '@shop/federation'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { editionOf } from './edition'
import { serviceWorker } from './service-worker'
import { cacheStorage, type StoredCaches } from './test-cache-storage'
import { rule } from './testing'

const site = 'https://shop.example'
const scripts = ['/assets/js/index.1.js']
const set = (version: string): ReleaseSet => ({
  id: version,
  remotes: {
    'mf-catalog': {
      version,
      manifest: `/releases/mf-catalog/${version}/mf-manifest.json`,
      entry: `/releases/mf-catalog/${version}/remoteEntry.js`,
      globalName: 'mf_catalog',
      routes: [],
      pages: [],
      mounts: ['/products'],
      server: null,
    },
  },
})

const offline = (kind: 'notice' | 'nothing', ...paths: string[]) =>
  paths.map((path) => ({ ...rule(path, { offline: kind }), owner: null }))
const rules = [
  ...offline('notice', '/account', '/account/orders/:number', '/create-account'),
  ...offline('nothing', '/checkout', '/checkout/success', '/admin', '/admin/:unknown/*'),
]
const pages = { rules }

/** Storage of a browser, which outlives any worker. */
let stored: StoredCaches
/** What the network answers; null is no network. */
let network: ((url: string) => Response) | null
let asked: string[]
let updates: number

beforeEach(() => {
  stored = new Map()
  asked = []
  updates = 0
  network = (url) => new Response(`live ${url}`)
})

const page = (text: string, version: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'x-edition': editionOf(set(version), scripts), ...headers } })

interface Asked {
  url: string
  method?: string
  mode?: string
  headers?: Headers
}
type Listener = (event: Record<string, unknown>) => void

/** Runs the worker of a release set against the browser's storage, installed and active. */
async function worker(version: string) {
  const listeners = new Map<string, Listener>()
  const happens = async (name: string, event: Record<string, unknown> = {}) => {
    const waits: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    listeners.get(name)?.({
      ...event,
      waitUntil: (until: Promise<unknown>) => {
        waits.push(until)
      },
      respondWith: (response: Promise<Response>) => {
        answer = response
      },
    })
    const given = await answer
    await Promise.all(waits)
    return given
  }
  // A real answer says where it came from; those made here do not.
  const fetched = (request: string | { url: string }) => {
    const url = typeof request === 'string' ? request : request.url
    asked.push(url)
    return network
      ? Promise.resolve(Object.defineProperty(network(url), 'type', { value: 'basic' }))
      : Promise.reject(new TypeError('no network'))
  }
  runInNewContext(serviceWorker(set(version), scripts, scripts, pages), {
    self: {
      location: { origin: site },
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      skipWaiting: () => Promise.resolve(),
      clients: { claim: () => Promise.resolve() },
      registration: {
        update: () => {
          updates += 1
          return Promise.resolve()
        },
      },
    },
    caches: cacheStorage(stored),
    fetch: fetched,
    URL,
    Response,
    setTimeout,
    clearTimeout,
  })
  await happens('install')
  await happens('activate')
  asked = []
  return {
    /** The worker's answer in words; undefined when it leaves the request to the browser. */
    async ask(path: string, more: Partial<Asked> = {}) {
      const request: Asked = {
        url: path.startsWith('/') ? site + path : path,
        method: 'GET',
        mode: 'no-cors',
        headers: new Headers(),
        ...more,
      }
      const answer = await happens('fetch', { request })
      return answer === undefined ? undefined : answer.text()
    },
    tell: (data: unknown) => happens('message', { data }),
  }
}
const open = { mode: 'navigate' }

test('another release set, or another shell, makes another service worker', () => {
  const text = serviceWorker(set('v1'), scripts, scripts, pages)
  expect(text).toContain('"releaseSet":"v1"')
  expect(serviceWorker(set('v2'), scripts, scripts, pages)).not.toBe(text)
  expect(editionOf(set('v1'), ['/assets/js/index.2.js'])).not.toBe(editionOf(set('v1'), scripts))
})

test('a visited page and its files are available offline; any other page is the offline page', async () => {
  const shop = await worker('v1')
  network = (url) => (url.endsWith('/products') ? page('the list', 'v1') : new Response('a file'))
  expect(await shop.ask('/products', open)).toBe('the list')
  expect(await shop.ask('/releases/mf-catalog/v1/remoteEntry.js')).toBe('a file')
  network = null
  expect(await shop.ask('/products', open)).toBe('the list')
  expect(await shop.ask('/releases/mf-catalog/v1/remoteEntry.js')).toBe('a file')
  expect(await shop.ask('/categories', open)).toBe(`live ${site}/offline`)
})

test('pages are network first, files cache first', async () => {
  const shop = await worker('v1')
  network = () => page('first', 'v1')
  await shop.ask('/products', open)
  network = () => page('second', 'v1')
  expect(await shop.ask('/products', open)).toBe('second')
  await shop.ask('/assets/js/index.1.js')
  asked = []
  await shop.ask('/assets/js/index.1.js')
  expect(asked).toEqual([])
})

test('the service worker of one release set never responds with files of another', async () => {
  const before = await worker('v1')
  network = (url) => (url.endsWith('.js') ? new Response('a file of v1') : page('a page of v1', 'v1'))
  await before.ask('/products', open)
  await before.ask('/releases/mf-catalog/v1/remoteEntry.js')
  await before.ask('/media/stone.webp')

  // The old worker meets a page of the new set: it is shown, not kept, and the new worker is sent for.
  network = (url) => (url.endsWith('.js') ? new Response('a file of v2') : page('a page of v2', 'v2'))
  expect(await before.ask('/categories', open)).toBe('a page of v2')
  expect(updates).toBe(1)
  expect(await before.ask('/releases/mf-catalog/v2/remoteEntry.js')).toBeUndefined()
  const texts = await Promise.all(
    [...stored.values()].flatMap((entries) => [...entries.values()]).map((answer) => answer.clone().text()),
  )
  expect(texts.join()).not.toContain('v2')

  network = (url) => new Response(`live ${url}`)
  const after = await worker('v2')
  expect([...stored.keys()].filter((name) => name.includes(editionOf(set('v1'), scripts)))).toEqual([])
  expect(await after.ask('/releases/mf-catalog/v1/remoteEntry.js')).toBeUndefined()
  // Late words of a tab of the old set bring nothing of it back.
  network = (url) => (url.endsWith('.js') ? new Response('a file of v1') : page('a page of v1', 'v1'))
  await after.tell({ page: `${site}/products`, files: [`${site}/releases/mf-catalog/v1/remoteEntry.js`] })
  network = null
  expect(await after.ask('/products', open)).toContain('/offline')
})

test.each<[string, Partial<Asked>]>([
  ['/config.json', {}],
  ['/healthz', {}],
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
  const shop = await worker('v1')
  expect(await shop.ask(url, more)).toBeUndefined()
  expect(asked).toEqual([])
})

test('private, failed and no-store pages are not cached', async () => {
  const shop = await worker('v1')
  const answers: Record<string, () => Response> = {
    '/account': () => page('my account', 'v1'),
    '/account/orders/A1': () => page('my order', 'v1'),
    '/create-account?token=x': () => page('my link', 'v1'),
    '/cart': () => page('my cart', 'v1', { 'cache-control': 'private, no-store' }),
    '/products/none': () =>
      new Response('not found', { status: 404, headers: { 'x-edition': editionOf(set('v1'), scripts) } }),
  }
  for (const [path, answer] of Object.entries(answers)) {
    network = answer
    expect(await shop.ask(path, open)).not.toContain('/offline')
    await shop.tell({ page: site + path, files: [] })
    network = null
    expect(await shop.ask(path, open)).toContain('/offline')
  }
})

test('a page that was loaded without the service worker is cached with its files after its message', async () => {
  const shop = await worker('v1')
  network = (url) =>
    url.includes('.') && !url.endsWith('/products') ? new Response('a file') : page('the list', 'v1')
  await shop.tell({
    page: `${site}/products#top`,
    files: [`${site}${scripts[0] ?? ''}`, `${site}/config.json`, 'https://elsewhere.example/media/x.webp'],
  })
  expect(asked).toEqual([`${site}/products`, `${site}${scripts[0] ?? ''}`])
  network = null
  expect(await shop.ask('/products', open)).toBe('the list')
  expect(await shop.ask(scripts[0] ?? '')).toBe('a file')
})

test('media and pages are limited, the oldest are evicted first; the offline page stays', async () => {
  const shop = await worker('v1')
  for (let index = 0; index < 160; index += 1) await shop.ask(`/media/${String(index)}.webp`)
  network = () => page('a product', 'v1')
  for (let index = 0; index < 70; index += 1) await shop.ask(`/products/${String(index)}`, open)
  const sizes = [...stored].map(([name, entries]) => [name.split(' ').at(-1), entries.size])
  expect(Object.fromEntries(sizes)).toEqual({ house: 1, media: 150, pages: 60 })
  network = null
  expect(await shop.ask('/media/159.webp')).toContain('159')
  expect(await shop.ask('/products/0', open)).toContain('/offline')
})
