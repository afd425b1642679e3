/** Wrong passwords allowed for one address and e-mail within the window. */
const allowed = 10
const windowMs = 5 * 60_000

/**
 * Slows down the guessing of passwords: after ten failures for one caller and e-mail in five minutes, further tries
 * are refused as hosted Supabase refuses them (429). A success clears the count.
 */
export class SignInLimit {
  private readonly failures = new Map<string, number[]>()

  constructor(private readonly now: () => number = Date.now) {}

  /** Seconds to wait, or 0 when a try is allowed. */
  waitFor(key: string): number {
    const recent = this.recent(key)
    const first = recent[recent.length - allowed]
    return first === undefined ? 0 : Math.ceil((first + windowMs - this.now()) / 1000)
  }

  failed(key: string): void {
    // Forget old callers now and then, or guesses with many addresses would fill the memory.
    if (this.failures.size > 10_000) for (const known of this.failures.keys()) this.recent(known)
    this.failures.set(key, [...this.recent(key), this.now()])
  }

  succeeded(key: string): void {
    this.failures.delete(key)
  }

  private recent(key: string): number[] {
    const recent = (this.failures.get(key) ?? []).filter((time) => time > this.now() - windowMs)
    if (recent.length === 0) this.failures.delete(key)
    else this.failures.set(key, recent)
    return recent
  }
}

/** The refusal, worded as GoTrue words it. */
export function tooManyAttempts(seconds: number): Response {
  return Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
