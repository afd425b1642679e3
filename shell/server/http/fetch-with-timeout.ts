import { backendFetch } from './backend-fetch'

/** Timeout of one read of a page, in milliseconds: a page that waits holds a render worker. */
const pageReadMs = 4000

/**
 * A fetch for the backend with a timeout. hono/timeout would abort the whole page; here only the read fails, and the page is rendered
 * without its data.
 * @param timeoutMs in milliseconds
 */
export function fetchWithTimeout(timeoutMs = pageReadMs): typeof fetch {
  return (input, init) => {
    const limit = AbortSignal.timeout(timeoutMs)
    // Node 20 collects a timeout as garbage when only a combined signal depends on it: a listener of its own keeps it.
    limit.addEventListener('abort', () => undefined)
    return backendFetch(input, {
      ...init,
      signal: init?.signal ? AbortSignal.any([limit, init.signal]) : limit,
    })
  }
}
