import { addToCache, cached } from './cache'
import { integrityOf, isExpected, isOtherSetsPage } from './release-set'
import { isBypassed, isPrivate } from './paths'
import { withTimeout } from './with-timeout'

declare const self: ServiceWorkerGlobalScope

const networkTimeoutMs = 4000
const ignore = () => undefined

function withoutHash(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}

/** The cache for a path; null leaves it to the network. */
export function kindOf(path: string): 'files' | 'media' | null {
  if (integrityOf(path) !== undefined) return 'files'
  return path.startsWith('/media/') ? 'media' : null
}

/** The key of a file: without the query that a retry adds to get past other caches. */
const fileKey = ({ origin, pathname }: URL) => origin + pathname

/**
 * Fetches a file and caches it if it is the expected one. Otherwise the network answers once more, past the browser's own cache,
 * and what it says is neither checked nor cached here.
 */
async function fetchFile(
  event: ExtendableEvent,
  kind: 'files' | 'media',
  request: Request,
): Promise<Response> {
  const url = new URL(request.url)
  const integrity = integrityOf(url.pathname)
  try {
    const response = await fetch(integrity === undefined ? request : new Request(request, { integrity }))
    if (response.status !== 200) return response
    if (isExpected(kind, response)) {
      event.waitUntil(addToCache(kind, fileKey(url), response).catch(ignore))
      return response
    }
  } catch {
    // Asked again below.
  }
  return fetch(new Request(request, { cache: 'reload' }))
}

const isRetry = ({ cache }: Request, { search }: URL) =>
  search !== '' || ['reload', 'no-cache', 'no-store'].includes(cache)

/** Cache first: a cached file, or the response of the network, which is then cached. A retry is network only. */
export async function respondWithFile(event: FetchEvent, kind: 'files' | 'media'): Promise<Response> {
  const { request } = event
  const url = new URL(request.url)
  const cachedResponse = isRetry(request, url) ? undefined : await cached(kind, fileKey(url))
  return cachedResponse ?? fetchFile(event, kind, request)
}

async function fetchPage(event: FetchEvent, key: string): Promise<Response> {
  const response = await fetch(event.request)
  // The service worker of that set takes over from here.
  if (isOtherSetsPage(response)) self.registration.update().catch(ignore)
  else if (!isPrivate(new URL(key).pathname))
    event.waitUntil(addToCache('pages', key, response).catch(ignore))
  return response
}

/** Network first: the page from the network, else from this set's cache, else the offline page. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  const key = withoutHash(event.request.url)
  const network = fetchPage(event, key)
  event.waitUntil(network.then(ignore, ignore))
  const fromCache = async () => (isPrivate(new URL(key).pathname) ? undefined : cached('pages', key))
  try {
    return (await withTimeout(networkTimeoutMs, network)) ?? (await fromCache()) ?? (await network)
  } catch {
    return (
      (await fromCache()) ??
      (await cached('offline pages', new URL('/offline', key).href)) ??
      Response.error()
    )
  }
}

const isOwnOrigin = (url: string) => new URL(url, self.location.origin).origin === self.location.origin

/**
 * Caches a page and its files, which were loaded without the service worker and are still in the browser's own cache.
 * @param page URL of the page
 * @param files URLs of the resources it has loaded; those of other sets are skipped
 */
export async function cachePage(
  event: ExtendableEvent,
  page: string,
  files: readonly string[],
): Promise<void> {
  const key = withoutHash(page)
  const { pathname } = new URL(key)
  if (!isOwnOrigin(key) || isBypassed(pathname) || isPrivate(pathname)) return
  if (!(await cached('pages', key)))
    await addToCache(
      'pages',
      key,
      await fetch(key, { headers: { accept: 'text/html' }, cache: 'force-cache' }),
    )
  for (const file of files) {
    const url = new URL(file, self.location.origin)
    const kind = isOwnOrigin(file) && kindOf(url.pathname)
    if (!kind || (await cached(kind, fileKey(url)))) continue
    await fetchFile(event, kind, new Request(fileKey(url), { cache: 'force-cache' })).catch(ignore)
  }
}
