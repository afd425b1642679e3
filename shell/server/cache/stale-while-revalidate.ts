/** A cached value that is still served while a newer one is being read or cannot be read. */
export interface RevalidatedValue<T> {
  /** @throws what `read` throws, but only while nothing is cached */
  get(): Promise<T>
  /** Marks the cached value as outdated: the next `get` waits for a new one, up to `maxWaitMs`. */
  invalidate(): void
}

export interface StaleWhileRevalidateOptions {
  /** How long a value is fresh, in milliseconds. A stale one is still served while a new one is read. */
  freshMs: number
  /** How long `get` waits for a new value after `invalidate`, or when the cached one is three times too old, in ms. */
  maxWaitMs?: number
  /** Delay after a failed read before the next one, in milliseconds. */
  retryAfterMs?: number
  now?: () => number
}

const timeout = (ms: number) =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, ms, null).unref()
  })

/** @param read reads the value; after `invalidate` a pending read is superseded by a new one */
export function staleWhileRevalidate<T>(
  read: () => Promise<T>,
  { freshMs, maxWaitMs = 2000, retryAfterMs = 1000, now = Date.now }: StaleWhileRevalidateOptions,
): RevalidatedValue<T> {
  let last: { value: T; at: number; before: number } | null = null
  let version = 0
  let pending: { reading: Promise<T>; since: number; before: number } | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  const start = () => {
    const request = { reading: read(), since: now(), before: version }
    pending = request
    const settle = () => {
      if (pending === request) pending = null
    }
    request.reading.then(
      (value) => {
        settle()
        const { before, since } = request
        if (last && last.before > before) return
        // A read that began before `invalidate` is stale from the start.
        last = { value, at: before === version ? since : Number.NEGATIVE_INFINITY, before }
      },
      () => {
        settle()
        failedAt = now()
      },
    )
    return request
  }

  return {
    async get() {
      const cached = last
      if (!cached) return (pending ?? start()).reading
      const age = now() - cached.at
      if (age <= freshMs) return cached.value
      if (!pending && now() - failedAt < retryAfterMs) return cached.value
      const outdated = pending !== null && pending.before !== version
      const { reading, since } = pending && !outdated ? pending : start()
      const left = maxWaitMs - (now() - since)
      if (age <= 3 * freshMs || left <= 0) {
        reading.catch(() => undefined)
        return cached.value
      }
      const fresh = await Promise.race([
        reading.then(
          (value) => ({ value }),
          () => null,
        ),
        timeout(left),
      ])
      return fresh ? fresh.value : cached.value
    },
    invalidate() {
      version += 1
      if (last) last = { ...last, at: Number.NEGATIVE_INFINITY }
      failedAt = Number.NEGATIVE_INFINITY
    },
  }
}
