import { createHash } from 'node:crypto'

/** Entries kept at once; beyond them the least recently used is forgotten. About 2 MB. */
const capacity = 10_000

/**
 * A sliding-window rate limit in bounded memory. Attempts are counted before their outcome is known, so that many at
 * once cannot pass together; whoever learns that one was in order gives it back.
 */
export class AttemptLimit {
  readonly #attempts = new Map<string, number[]>()

  /**
   * @param most attempts allowed for one key within the window
   * @param windowMs the window in milliseconds
   */
  constructor(
    private readonly most: number,
    private readonly windowMs: number,
    private readonly now: () => number = Date.now,
    private readonly kept = capacity,
  ) {}

  /** Counts an attempt. @returns 0 when it is allowed; otherwise the seconds to wait, and it is not counted */
  take(key: string): number {
    const name = hashed(key)
    const recent = this.#recent(name)
    const oldest = recent.length < this.most ? undefined : recent[0]
    if (oldest === undefined) recent.push(this.now())
    this.#keep(name, recent)
    return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + this.windowMs - this.now()) / 1000))
  }

  /** Takes the newest attempt of this key back. */
  giveBack(key: string): void {
    const name = hashed(key)
    this.#keep(name, this.#recent(name).slice(0, -1))
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#attempts.size
  }

  #recent(name: string): number[] {
    return (this.#attempts.get(name) ?? []).filter((time) => time > this.now() - this.windowMs)
  }

  #keep(name: string, attempts: number[]): void {
    // Set anew, so that the order of the map is the order of use.
    this.#attempts.delete(name)
    if (attempts.length > 0) this.#attempts.set(name, attempts)
    const [leastRecent] = this.#attempts.size > this.kept ? this.#attempts.keys() : []
    if (leastRecent !== undefined) this.#attempts.delete(leastRecent)
  }
}

/** Keys hold what callers wrote, of any length; what is kept has one length. */
function hashed(key: string): string {
  return createHash('sha256').update(key).digest('base64').slice(0, 22)
}

/** The refusal, worded as GoTrue words it. @param seconds to wait */
export function tooManyAttempts(seconds: number, code = 'over_request_rate_limit'): Response {
  const msg = code === 'over_request_rate_limit' ? 'Request rate limit reached' : 'Email rate limit exceeded'
  return Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
