/** Timeout of one read of a page, in milliseconds: a page that waits holds a render worker. */
const pageReadMs = 4000

/**
 * A fetch with a timeout. hono/timeout would abort the whole page; here only the read fails, and the page is rendered
 * without its data.
 * @param timeoutMs in milliseconds
 */
export function fetchWithTimeout(timeoutMs = pageReadMs): typeof fetch {
  return (input, init) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}
