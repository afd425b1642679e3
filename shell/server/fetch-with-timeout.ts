/** How long a page waits for one read, in milliseconds: while it waits, others wait for their turn to be rendered. */
const pageReadMs = 4000

/**
 * A fetch that gives up on a backend that does not answer in time. Only the read ends: hono/timeout would end the page,
 * which is shown without what could not be read.
 */
export function fetchWithTimeout(timeoutMs = pageReadMs): typeof fetch {
  return (input, init) => {
    const limits = [AbortSignal.timeout(timeoutMs), ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(limits) })
  }
}
