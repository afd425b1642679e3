/** Something read now and then whose last reading holds for as long as no newer one can be had. */
export interface LastKnown<T> {
  /** @throws what reading throws, only while nothing was ever read */
  get(): Promise<T>
  /** What was read may be out of date: the next reader waits for a new reading, if it comes soon. */
  expire(): void
}

export interface LastKnownOptions {
  /** How long a reading counts, in milliseconds. After it, the old one is still handed out while a new one is made. */
  freshMs: number
  /** After a change, and for a reading three times too old, how long a reader waits for the new one, in milliseconds. */
  maxWaitMs?: number
  /** How long after a failure it is read again, in milliseconds. */
  retryAfterMs?: number
  now?: () => number
}

const soon = (ms: number) =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, ms, null).unref()
  })

/** @param read makes a reading; after a change the one under way counts no more and another is made beside it */
export function lastKnown<T>(
  read: () => Promise<T>,
  { freshMs, maxWaitMs = 2000, retryAfterMs = 1000, now = Date.now }: LastKnownOptions,
): LastKnown<T> {
  let last: { value: T; at: number; before: number } | null = null
  let changed = 0
  let underWay: { reading: Promise<T>; since: number; before: number } | null = null
  let failedAt = Number.NEGATIVE_INFINITY

  const start = () => {
    const begun = { reading: read(), since: now(), before: changed }
    underWay = begun
    const settle = () => {
      if (underWay === begun) underWay = null
    }
    begun.reading.then(
      (value) => {
        settle()
        const { before, since } = begun
        if (last && last.before > before) return
        // What was read before a change was heard of counts as out of date from the start.
        last = { value, at: before === changed ? since : Number.NEGATIVE_INFINITY, before }
      },
      () => {
        settle()
        failedAt = now()
      },
    )
    return begun
  }

  return {
    async get() {
      const known = last
      if (!known) return (underWay ?? start()).reading
      const age = now() - known.at
      if (age <= freshMs) return known.value
      if (!underWay && now() - failedAt < retryAfterMs) return known.value
      const outOfDate = underWay !== null && underWay.before !== changed
      const { reading, since } = underWay && !outOfDate ? underWay : start()
      const left = maxWaitMs - (now() - since)
      if (age <= 3 * freshMs || left <= 0) {
        reading.catch(() => undefined)
        return known.value
      }
      const read = await Promise.race([
        reading.then(
          (value) => ({ value }),
          () => null,
        ),
        soon(left),
      ])
      return read ? read.value : known.value
    },
    expire() {
      changed += 1
      if (last) last = { ...last, at: Number.NEGATIVE_INFINITY }
      failedAt = Number.NEGATIVE_INFINITY
    },
  }
}
