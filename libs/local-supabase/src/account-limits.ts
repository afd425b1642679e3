import { AttemptLimit, tooManyAttempts } from './attempt-limit'

const minutes = 60_000

/** A limit and the key that an attempt counts under. */
type Count = readonly [limit: AttemptLimit, key: string]

/** Counts an attempt in all limits, or in none. @returns seconds to wait, or 0 */
function takeAll(counts: readonly Count[]): number {
  for (const [index, [limit, key]] of counts.entries()) {
    const wait = limit.record(key)
    if (wait === 0) continue
    for (const [earlier, earlierKey] of counts.slice(0, index)) earlier.undo(earlierKey)
    return wait
  }
  return 0
}

/**
 * Rate limits of the account calls, by caller (IP address) and mailbox. The figures by caller are those of hosted
 * Supabase's documented defaults (`auth.rate_limit`) or close to them. A mailbox as such may be written to more often
 * than one caller may ask for, so that a stranger cannot lock its owner out with a few requests.
 */
export class AccountLimits {
  readonly #passwords = new AttemptLimit(10, 5 * minutes)
  readonly #signIns = new AttemptLimit(30, 5 * minutes)
  readonly #guesses = new AttemptLimit(30, 60 * minutes)
  readonly #proofs = new AttemptLimit(30, 5 * minutes)
  readonly #emails = new AttemptLimit(30, 60 * minutes)
  readonly #emailsOfCaller = new AttemptLimit(5, 60 * minutes)
  readonly #emailsToMailbox = new AttemptLimit(20, 60 * minutes)

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
    const wait = this.#guesses.record(email)
    if (wait > 0) return (await isKnown()) ? counted(own, run) : tooManyAttempts(wait)
    const response = await counted(own, run)
    if (isNoGuess(response)) this.#guesses.undo(email)
    return response
  }

  /** Checks a link or code within the limits; a successful check does not count. */
  proof(caller: string, run: () => Promise<Response>): Promise<Response> {
    return counted([[this.#proofs, caller]], run)
  }

  /** Counts an email to a mailbox. @returns the refusal when it must not be sent */
  email(caller: string, email: string): Response | undefined {
    const wait = takeAll([
      [this.#emails, caller],
      [this.#emailsOfCaller, `${caller} ${email}`],
      [this.#emailsToMailbox, email],
    ])
    return wait > 0 ? tooManyAttempts(wait, 'over_email_send_rate_limit') : undefined
  }
}

async function counted(counts: readonly Count[], run: () => Promise<Response>): Promise<Response> {
  const wait = takeAll(counts)
  if (wait > 0) return tooManyAttempts(wait)
  const response = await run()
  if (isNoGuess(response)) for (const [limit, key] of counts) limit.undo(key)
  return response
}

/** Neither a success, a server error nor a refusal for too many attempts counts as a failed one. */
const isNoGuess = ({ status }: Response) => status < 400 || status === 429 || status >= 500
