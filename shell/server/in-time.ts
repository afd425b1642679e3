/** How long a page waits for one read, in milliseconds: while it waits, others wait for their turn to be drawn. */
const patienceMs = 4000

/** A fetch that gives up on a backend that does not answer in time. */
export function fetchInTime(withinMs = patienceMs): typeof fetch {
  return (input, init) => {
    const limits = [AbortSignal.timeout(withinMs), ...(init?.signal ? [init.signal] : [])]
    return fetch(input, { ...init, signal: AbortSignal.any(limits) })
  }
}
