import { createHash } from 'node:crypto'

/** Maximum number of keys (about 2 MB); beyond it the least recently used is evicted. */
const capacity = 10_000

/**
 * A sliding-window rate limit in bounded memory. Attempts are counted before their outcome is known, so that many at
 * once cannot pass together; `undo` takes back one that succeeded.
 */
export class AttemptLimit {
  readonly #attempts = new Map<string, number[]>()

  /**
   * @param max attempts allowed for one key within the window
   * @param windowMs the window in milliseconds
   */
  constructor(
    private readonly max: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
    private readonly maxKeys = capacity,
  ) {}

  /** Counts an attempt. @returns 0 when it is allowed; otherwise the seconds to wait, and it is not counted */
  record(key: string): number {
    const name = hashed(key)
    const recent = this.#recent(name)
    const oldest = recent.length < this.max ? undefined : recent[0]
    if (oldest === undefined) recent.push(this.now())
    this.#store(name, recent)
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + this.windowMs - this.now()) / 1000))
  }

  /** Removes the newest attempt of this key. */
  undo(key: string): void {
    const name = hashed(key)
    this.#store(name, this.#recent(name).slice(0, -1))
  }

  /** Number of stored keys. */
  get size(): number {
    return this.#attempts.size
  }

  #recent(name: string): number[] {
    return (this.#attempts.get(name) ?? []).filter((time) => time > this.now() - this.windowMs)
  }

  #store(name: string, attempts: number[]): void {
    // Deleted and set again, so that the map's order is the order of use (LRU).
    this.#attempts.delete(name)
    if (attempts.length > 0) this.#attempts.set(name, attempts)
    const [leastRecent] = this.#attempts.size > this.maxKeys ? this.#attempts.keys() : []
    if (leastRecent !== undefined) this.#attempts.delete(leastRecent)
  }
}

/** Callers choose the length of keys; hashes have a fixed one. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64').slice(0, 22)
}

/** The refusal in GoTrue's wording. @param seconds to wait */
export function tooManyAttempts(seconds: number, code = 'over_request_rate_limit'): Response {
  const msg = code === 'over_request_rate_limit' ? 'Request rate limit reached' : 'Email rate limit exceeded'
  return Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
