import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const minute = 60

/** A limit and the key that an attempt counts under. */
type Count = readonly [limit: RateLimiterMemory, key: string]

const limitOf = (points: number, minutes: number) =>
  new RateLimiterMemory({ points, duration: minutes * minute })

/** Counts an attempt in all limits, or in none. @returns seconds to wait, or 0 */
async function takeAll(counts: readonly Count[]): Promise<number> {
  for (const [index, [limit, key]] of counts.entries()) {
    const rejected = await limit.consume(key).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (rejected === null) continue
    await giveBack(counts.slice(0, index + 1))
    if (rejected instanceof RateLimiterRes) return Math.max(1, Math.ceil(rejected.msBeforeNext / 1000))
    throw rejected
  }
  return 0
}

async function giveBack(counts: readonly Count[]): Promise<void> {
  await Promise.all(counts.map(([limit, key]) => limit.reward(key)))
}

/**
 * Rate limits of the account calls, by caller (IP address) and mailbox. The figures by caller are those of hosted
 * Supabase's documented defaults (`auth.rate_limit`) or close to them. A mailbox as such may be written to more often
 * than one caller may ask for, so that a stranger cannot lock its owner out with a few requests. Attempts are counted
 * before their outcome is known, so that many at once cannot pass together.
 */
export class AccountLimits {
  readonly #passwords = limitOf(10, 5)
  readonly #signIns = limitOf(30, 5)
  readonly #guesses = limitOf(30, 60)
  readonly #proofs = limitOf(30, 5)
  readonly #secondFactors = limitOf(10, 60)
  readonly #emails = limitOf(30, 60)
  readonly #emailsOfCaller = limitOf(5, 60)
  readonly #emailsToMailbox = limitOf(20, 60)

  /**
   * Runs a check of a password within the limits; a successful one does not count. Many callers together get thirty
   * tries an hour at one account. Its owner then still signs in where they are signed in already, or by a reset.
   * @param isKnown whether the account is signed in at this caller's address
   */
  async signIn(
    caller: string,
    email: string,
    run: () => Promise<Response>,
    isKnown: () => Promise<boolean>,
  ): Promise<Response> {
    const own: Count[] = [
      [this.#signIns, caller],
      [this.#passwords, `${caller} ${email}`],
    ]
    const guesses: Count[] = [[this.#guesses, email]]
    const wait = await takeAll(guesses)
    if (wait > 0) return (await isKnown()) ? counted(own, run) : tooManyAttempts(wait)
    const response = await counted(own, run)
    if (isNoGuess(response)) await giveBack(guesses)
    return response
  }

  /** Checks a link or code within the limits; a successful check does not count. */
  proof(caller: string, run: () => Promise<Response>): Promise<Response> {
    return counted([[this.#proofs, caller]], run)
  }

  /** Checks the code of a second factor within the limit of an account: whoever guesses knows its password already. */
  secondFactor(userId: string, run: () => Promise<Response>): Promise<Response> {
    return counted([[this.#secondFactors, userId]], run)
  }

  /** Counts an email to a mailbox. @returns the rejection when it must not be sent */
  async email(caller: string, email: string): Promise<Response | undefined> {
    const wait = await takeAll([
      [this.#emails, caller],
      [this.#emailsOfCaller, `${caller} ${email}`],
      [this.#emailsToMailbox, email],
    ])
    return wait > 0 ? tooManyAttempts(wait, 'over_email_send_rate_limit') : undefined
  }
}

async function counted(counts: readonly Count[], run: () => Promise<Response>): Promise<Response> {
  const wait = await takeAll(counts)
  if (wait > 0) return tooManyAttempts(wait)
  const response = await run()
  if (isNoGuess(response)) await giveBack(counts)
  return response
}

/** Neither a success, a server error nor a rejection for too many attempts counts as a failed one. */
const isNoGuess = ({ status }: Response) => status < 400 || status === 429 || status >= 500

/** The rejection in GoTrue's wording. @param seconds to wait */
function tooManyAttempts(seconds: number, code = 'over_request_rate_limit'): Response {
  const msg = code === 'over_request_rate_limit' ? 'Request rate limit reached' : 'Email rate limit exceeded'
  return Response.json(
    { code: 429, error_code: code, msg },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
