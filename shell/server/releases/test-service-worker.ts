import type { ReleaseSet } from '@shop/federation'
import { sha384 } from '@shop/federation/store'
import { runInNewContext } from 'node:vm'
import { serviceWorker } from './service-worker'
import { cacheStorage, type FakeCaches, type StoredCaches } from './test-cache-storage'
import { rule } from '../testing'

export const site = 'https://shop.example'
export const scripts = ['/assets/js/index.1.js']

/** A release set of the catalogue alone. */
export const set = (version: string): ReleaseSet => ({
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

/** What a file of a version contains. */
export const fileText = (version: string): string => `a file of ${version}`
export const entryOf = (version: string): string => `/releases/mf-catalog/${version}/remoteEntry.js`

/** Source code of a set's worker. */
export const sourceOf = (version: string): string =>
  serviceWorker(
    set(version),
    Object.fromEntries([...scripts, entryOf(version)].map((file) => [file, sha384(fileText(version))])),
    { rules },
  )

/** A page of a release set. */
export const page = (text: string, version: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}</html>`, {
    headers: {
      'content-type': 'text/html',
      'x-release-set': set(version).id,
      ...headers,
    },
  })
const typed = (type: string) => (text: string) =>
  new Response(text, { headers: { 'content-type': type, 'content-length': String(text.length) } })
export const script = typed('text/javascript')
export const picture = typed('image/webp')
/** What a captive portal answers to everything. */
export const portal = (): Response =>
  typed('text/html; charset=utf-8')('<html>Sign in to this network</html>')

/** What a shop answers whose live set is a version. */
export const shopOf =
  (version: string) =>
  (url: string): Response => {
    if (url.includes('/media/')) return picture(`live ${url}`)
    return /\.js/.test(url) ? script(fileText(version)) : page(`live ${url}`, version)
  }

/** A request of a page, as a worker sees it. */
export interface Asked {
  url: string
  method: string
  mode: string
  cache: string
  integrity: string
  headers: Headers
}
class FakeRequest implements Asked {
  url = ''
  method = 'GET'
  mode = 'no-cors'
  cache = 'default'
  integrity = ''
  headers = new Headers()
  constructor(from: string | Asked, more: Partial<Asked> = {}) {
    Object.assign(this, typeof from === 'string' ? { url: from } : from, more)
  }
}
type Listener = (event: Record<string, unknown>) => void

/** A browser: its storage outlives any worker. */
export interface Browser {
  stored: StoredCaches
  caches: FakeCaches
  /** The response of the network; null without a network. */
  network: ((url: string, request: Asked) => Response | Promise<Response>) | null
  /** Addresses of the worker's requests. */
  asked: string[]
  /** How often a worker asked for its update. */
  updates: number
  /** How often a worker asked to take over without waiting for the previous one. */
  takeovers: number
}

/** A browser that has not been to the shop. */
export function newBrowser(): Browser {
  const stored: StoredCaches = new Map()
  return { stored, caches: cacheStorage(stored), network: shopOf('v1'), asked: [], updates: 0, takeovers: 0 }
}

/** Runs the worker of a release set in a browser, installed and active. @throws when it cannot be installed */
export async function worker(browser: Browser, version: string) {
  const listeners = new Map<string, Listener>()
  const happens = async (name: string, event: Record<string, unknown> = {}) => {
    const promises: Promise<unknown>[] = []
    let sent: Promise<Response> | undefined
    listeners.get(name)?.({
      ...event,
      waitUntil: (until: Promise<unknown>) => {
        promises.push(until)
      },
      respondWith: (response: Promise<Response>) => {
        sent = response
      },
    })
    const given = await sent
    return { given, done: Promise.all(promises) }
  }
  const fetched = async (from: string | Asked, more?: Partial<Asked>) => {
    const request = new FakeRequest(from, more)
    browser.asked.push(request.url)
    if (!browser.network) throw new TypeError('no network')
    const response = await browser.network(request.url, request)
    if (request.integrity !== '' && sha384(await response.clone().text()) !== request.integrity)
      throw new TypeError('another hash')
    return response
  }
  runInNewContext(sourceOf(version), {
    self: {
      location: { origin: site },
      addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
      skipWaiting: () => {
        browser.takeovers += 1
        return Promise.resolve()
      },
      clients: { claim: () => Promise.resolve() },
      registration: {
        update: () => {
          browser.updates += 1
          return Promise.resolve()
        },
      },
    },
    caches: {
      open: (name: string) => browser.caches.open(name),
      keys: () => browser.caches.keys(),
      delete: (name: string) => browser.caches.delete(name),
    },
    fetch: fetched,
    Request: FakeRequest,
    URL,
    Response,
    setTimeout,
    clearTimeout,
  })
  await (
    await happens('install')
  ).done
  // A browser activates a worker also when this fails.
  await (await happens('activate')).done.catch(() => undefined)
  browser.asked = []
  const responded = async (path: string, more: Partial<Asked> = {}) => {
    const url = path.startsWith('/') ? site + path : path
    const { given, done } = await happens('fetch', { request: new FakeRequest(url, more) })
    return { text: (await given?.text())?.replace('</html>', ''), done }
  }
  return {
    /** The worker's answer in words, however long its storage takes. */
    respond: async (...asked: Parameters<typeof responded>) => (await responded(...asked)).text,
    /** The worker's answer in words once it is stored; undefined when it leaves the request to the browser. */
    async ask(...asked: Parameters<typeof responded>) {
      const { text, done } = await responded(...asked)
      await done
      return text
    },
    tell: async (data: unknown) => (await happens('message', { data })).done,
  }
}
