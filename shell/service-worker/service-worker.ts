import { addToCache } from './cache'
import { isOtherSetsCache } from './release-set'
import { isBypassed } from './paths'
import { cachePage, kindOf, respondWithFile, respondWithPage } from './strategies'

// The service worker of one release set: files of other sets are left to the network.

declare const self: ServiceWorkerGlobalScope

async function install(): Promise<void> {
  const offline = new URL('/offline', self.location.origin).href
  await addToCache('offline pages', offline, await fetch(offline, { cache: 'reload' }))
  await self.skipWaiting()
}

async function deleteOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter(isOtherSetsCache)
  await Promise.all(old.map((name) => caches.delete(name)))
}

async function activate(): Promise<void> {
  await self.clients.claim()
  await deleteOldCaches()
}

/** Parses the message of a page: its URL and those of its files. */
function readMessage(data: unknown): { page: string; files: string[] } | null {
  if (typeof data !== 'object' || data === null || !('page' in data) || typeof data.page !== 'string')
    return null
  const files: unknown[] = 'files' in data && Array.isArray(data.files) ? data.files : []
  return { page: data.page, files: files.filter((file) => typeof file === 'string') }
}

self.addEventListener('install', (event) => {
  event.waitUntil(install())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(activate())
})

self.addEventListener('message', (event) => {
  const message = readMessage(event.data)
  // Chromium leaves a new worker waiting when a request reaches the previous one in the moment of the takeover.
  void self.skipWaiting()
  if (message) event.waitUntil(cachePage(event, message.page, message.files).catch(() => undefined))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (isBypassed(pathname) || request.headers.has('range')) return
  const kind = kindOf(pathname)
  if (request.mode === 'navigate') event.respondWith(respondWithPage(event))
  else if (kind) event.respondWith(respondWithFile(event, kind))
})
