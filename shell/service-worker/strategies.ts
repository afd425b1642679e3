import { addToCache, cached } from './cache'
import { isOtherEditionsPage, isOwnFile, isOwnPage, type Kind } from './edition'
import { isBypassed, isPrivate } from './paths'

declare const self: ServiceWorkerGlobalScope

const networkTimeoutMs = 4000
const ignore = () => undefined

function withoutHash(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

/** Cache first: a cached file, or the response of the network, which is then cached. */
export async function respondWithFile(kind: Kind, request: Request): Promise<Response> {
  const cachedResponse = await cached(kind, request.url)
  if (cachedResponse) return cachedResponse
  const response = await fetch(request)
  if (response.status === 200 && response.type === 'basic')
    await addToCache(kind, request.url, response.clone()).catch(ignore)
  return response
}

/** Resolves with null when a response takes longer than the timeout. Rejects without a network. */
async function withTimeout(response: Promise<Response>): Promise<Response | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), networkTimeoutMs)
  })
  try {
    return await Promise.race([response, timeout])
  } finally {
    clearTimeout(timer)
  }
}

async function fetchPage(request: Request, key: string): Promise<Response> {
  const response = await fetch(request)
  if (isOwnPage(response) && !isPrivate(new URL(key).pathname))
    await addToCache('pages', key, response.clone()).catch(ignore)
  // The service worker of that edition takes over from here.
  else if (isOtherEditionsPage(response)) self.registration.update().catch(ignore)
  return response
}

/** Network first: the page from the network, else from this edition's cache, else the offline page. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const key = withoutHash(event.request.url)
  const network = fetchPage(event.request, key)
  event.waitUntil(network.then(ignore, ignore))
  const cachedResponse = isPrivate(new URL(key).pathname) ? undefined : await cached('pages', key)
  try {
    return cachedResponse ? ((await withTimeout(network)) ?? cachedResponse) : await network
  } catch {
    return cachedResponse ?? (await cached('house', new URL('/offline', key).href)) ?? Response.error()
  }
}

const isOwnOrigin = (url: string) => new URL(url, self.location.origin).origin === self.location.origin

/**
 * Caches a page and its files, which were loaded without the service worker and are still in the browser's own cache.
 * @param page URL of the page
 * @param files URLs of the resources it has loaded; those of other editions are skipped
 */
export async function cachePage(page: string, files: readonly string[]): Promise<void> {
  const key = withoutHash(page)
  const { pathname } = new URL(key)
  if (!isOwnOrigin(key) || isBypassed(pathname) || isPrivate(pathname)) return
  if (!(await cached('pages', key))) {
    const response = await fetch(key, { headers: { accept: 'text/html' }, cache: 'force-cache' })
    if (!isOwnPage(response)) return
    await addToCache('pages', key, response)
  }
  for (const url of files) {
    const kind = isOwnOrigin(url) && kindOf(new URL(url, self.location.origin).pathname)
    if (!kind || (await cached(kind, url))) continue
    const response = await fetch(url, { cache: 'force-cache' })
    if (response.status === 200) await addToCache(kind, url, response)
  }
}

/** The cache for a path; null leaves it to the network. */
export function kindOf(path: string): 'files' | 'media' | null {
  if (isOwnFile(path)) return 'files'
  return path.startsWith('/media/') ? 'media' : null
}
