interface Kept<T> {
  until: number
  value: Promise<T>
}

/** A lookup that remembers; `forget` makes it ask anew. */
export type Remembered<T> = ((key: string) => Promise<T>) & { forget(): void }

/**
 * Remembers what a lookup answered for a while, so that a busy page costs the backend one read.
 *
 * Failures are not kept. At most `most` answers are held; the oldest go first.
 *
 * @param forMs how long an answer counts, in milliseconds
 */
export function remembered<T>(
  lookup: (key: string) => Promise<T>,
  forMs: number,
  most = 1000,
): Remembered<T> {
  const answers = new Map<string, Kept<T>>()
  const ask = (key: string): Promise<T> => {
    const kept = answers.get(key)
    if (kept && kept.until > Date.now()) return kept.value
    const value = lookup(key)
    answers.delete(key)
    answers.set(key, { until: Date.now() + forMs, value })
    value.catch(() => answers.delete(key))
    const oldest = answers.size > most ? answers.keys().next().value : undefined
    if (oldest !== undefined) answers.delete(oldest)
    return value
  }
  return Object.assign(ask, {
    forget: () => {
      answers.clear()
    },
  })
}
