import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { ISql, Sql } from 'postgres'
import { renderSVG } from 'uqr'
import * as v from 'valibot'
import { readFields, reject } from './account-requests'
import type { Keys } from './keys'
import { signClaims, signedClaims } from './token'

/** Factors that an account may have, as GoTrue limits them. */
const maxFactors = 10
/** How long a challenge can be answered. */
const challengeSeconds = 300
/** Codes of a step before and after count, for clocks that are not quite right (RFC 6238). */
const window = 1
const periodSeconds = 30

const enrolBody = v.object({
  factor_type: v.literal('totp'),
  friendly_name: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
  issuer: v.optional(v.pipe(v.string(), v.maxLength(100)), ''),
})
const verifyBody = v.object({
  challenge_id: v.pipe(v.string(), v.uuid()),
  code: v.pipe(v.string(), v.maxLength(20)),
})
const callerClaims = v.looseObject({
  sub: v.pipe(v.string(), v.uuid()),
  session_id: v.pipe(v.string(), v.uuid()),
})
const sessionReply = v.looseObject({ access_token: v.string(), user: v.looseObject({ id: v.string() }) })
const userReply = v.looseObject({ id: v.pipe(v.string(), v.uuid()) })

interface Session {
  id: string
  userId: string
  email: string
  aal: string
}

export interface FactorOptions {
  /** A superuser's connection. */
  sql: Sql
  apiUrl: string
  siteUrl: string
  keys: Pick<Keys, 'publishableKey' | 'jwtSecret'>
  serve(request: Request): Promise<Response>
  /** Runs a check of a code within the limits for guesses at an account. */
  limited(userId: string, run: () => Promise<Response>): Promise<Response>
}

/**
 * Second factors by codes of an authenticator app (TOTP, RFC 6238), as GoTrue documents them: enrol, challenge, verify and
 * remove, with the claims `aal` and `amr` in tokens and the factors in the user. @supabase/lite has none of it.
 */
export class Factors {
  constructor(private readonly options: FactorOptions) {}

  /** Answers a call below `/factors`. @param path what follows it, such as `<id>/verify` */
  async respond(request: Request, path: string): Promise<Response> {
    const session = await this.#sessionOf(request)
    if (!session) return reject(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const body = (await readFields(request)) ?? {}
    const [id = '', call = ''] = path.split('/')
    if (path === '') return request.method === 'POST' ? this.#enrol(session, body) : notOffered()
    if (!v.is(v.pipe(v.string(), v.uuid()), id)) return notFound()
    if (request.method === 'DELETE' && call === '') return this.#remove(session, id)
    if (request.method !== 'POST') return notOffered()
    if (call === 'challenge') return this.#challenge(session, id)
    return call === 'verify' ? this.#verify(session, id, body) : notOffered()
  }

  /** Whether a change of password or address needs the second factor that this session lacks. */
  async lacksFactor(request: Request): Promise<boolean> {
    const session = await this.#sessionOf(request)
    return session !== undefined && session.aal !== 'aal2' && (await this.#hasVerified(session.userId))
  }

  /** Notes how a session was opened. @param method of the claim `amr`, such as 'password' */
  async noteSignIn(response: Response, method: string): Promise<void> {
    const reply = v.safeParse(sessionReply, await response.clone().json())
    const claims = reply.success && signedClaims(reply.output.access_token, this.options.keys.jwtSecret)
    const caller = v.safeParse(callerClaims, claims)
    if (caller.success) await noteMethod(this.options.sql, caller.output.session_id, method)
  }

  /** A response of the account service with the claims and factors of a session or user in it. */
  async complete(pending: Promise<Response>): Promise<Response> {
    const response = await pending
    if (!response.ok || response.status === 204) return response
    const reply: unknown = await response.clone().json()
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const again = (body: object) => Response.json(body, { status: response.status, headers })
    const session = v.safeParse(sessionReply, reply)
    if (session.success) {
      const { access_token: token, user } = session.output
      return again({
        ...session.output,
        access_token: await this.#withLevel(token),
        user: { ...user, factors: await this.#factorsOf(user.id) },
      })
    }
    const user = v.safeParse(userReply, reply)
    if (!user.success) return response
    return again({ ...user.output, factors: await this.#factorsOf(user.output.id) })
  }

  async #sessionOf(request: Request): Promise<Session | undefined> {
    const token = (request.headers.get('authorization') ?? '').replace(/^bearer /i, '')
    const caller = v.safeParse(callerClaims, signedClaims(token, this.options.keys.jwtSecret))
    if (!caller.success) return undefined
    const [found] = await this.options.sql<Session[]>`
      select session.id, session.user_id as "userId", account.email, coalesce(session.aal, 'aal1') as aal
      from auth.sessions as session join auth.users as account on account.id = session.user_id
      where session.id = ${caller.output.session_id} and session.user_id = ${caller.output.sub}`
    return found
  }

  async #withLevel(token: string): Promise<string> {
    const { sql, keys } = this.options
    const claims = signedClaims(token, keys.jwtSecret)
    const caller = v.safeParse(callerClaims, claims)
    if (!claims || !caller.success) return token
    const [session] = await sql<{ aal: string; amr: { method: string; timestamp: number }[] }[]>`
      select coalesce(session.aal, 'aal1') as aal, (
        select coalesce(json_agg(json_build_object('method', authentication_method,
          'timestamp', extract(epoch from updated_at)::bigint) order by updated_at desc), '[]')
        from auth.mfa_amr_claims where session_id = session.id) as amr
      from auth.sessions as session where session.id = ${caller.output.session_id}`
    return session ? signClaims({ ...claims, aal: session.aal, amr: session.amr }, keys.jwtSecret) : token
  }

  #factorsOf(userId: string) {
    return this.options.sql`
      select id, friendly_name, factor_type, status, created_at, updated_at from auth.mfa_factors
      where user_id = ${userId} order by created_at, id`
  }

  async #hasVerified(userId: string): Promise<boolean> {
    const found = await this.options.sql`
      select from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`
    return found.length > 0
  }

  async #enrol(session: Session, body: object): Promise<Response> {
    const { sql, siteUrl } = this.options
    const parsed = v.safeParse(enrolBody, body)
    if (!parsed.success)
      return reject(400, 'validation_failed', 'factor_type needs to be totp, names at most 100 characters')
    if (session.aal !== 'aal2' && (await this.#hasVerified(session.userId)))
      return reject(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const { friendly_name: name, issuer } = parsed.output
    const [count] = await sql<{ factors: number; named: number }[]>`
      select count(*)::int as factors, count(*) filter (where ${name} <> '' and friendly_name = ${name})::int as named
      from auth.mfa_factors where user_id = ${session.userId}`
    if (count && count.named > 0)
      return reject(422, 'mfa_factor_name_conflict', 'A factor with this friendly name already exists')
    if (count && count.factors >= maxFactors)
      return reject(422, 'too_many_enrolled_mfa_factors', 'Maximum number of enrolled factors reached')
    const totp = totpOf(new Secret({ size: 20 }).base32, session.email, issuer || new URL(siteUrl).host)
    const id = randomUUID()
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values (${id}, ${session.userId}, ${name}, 'totp', 'unverified', now(), now(), ${totp.secret.base32})`
    const uri = totp.toString()
    return Response.json({
      id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code: renderSVG(uri), secret: totp.secret.base32, uri },
    })
  }

  async #challenge(session: Session, factorId: string): Promise<Response> {
    const { sql } = this.options
    const id = randomUUID()
    const made = await sql`
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
      select ${id}, id, now(), '127.0.0.1' from auth.mfa_factors
      where id = ${factorId} and user_id = ${session.userId} returning id`
    if (made.length === 0) return notFound()
    // Challenges are many, and nobody asks for them once they have expired.
    await sql`delete from auth.mfa_challenges where created_at < now() - interval '1 day'`
    return Response.json({
      id,
      type: 'totp',
      expires_at: Math.floor(Date.now() / 1000) + challengeSeconds,
    })
  }

  async #verify(session: Session, factorId: string, body: object): Promise<Response> {
    const parsed = v.safeParse(verifyBody, body)
    if (!parsed.success) return reject(400, 'validation_failed', 'challenge_id and code are required')
    const { challenge_id: challengeId, code } = parsed.output
    const checked = await this.options.limited(session.userId, () =>
      this.options.sql.begin((tx) => redeem(tx, session, { factorId, challengeId, code })),
    )
    return checked.ok ? this.#openedSession(session) : checked
  }

  /** The session with its new level: the account service renews its tokens. */
  async #openedSession(session: Session): Promise<Response> {
    const { sql, keys, serve, apiUrl } = this.options
    const [kept] = await sql<{ token: string }[]>`
      select token from auth.refresh_tokens where session_id = ${session.id} and not revoked
      order by created_at desc limit 1`
    if (!kept) return reject(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    const headers = { apikey: keys.publishableKey, 'content-type': 'application/json' }
    const body = JSON.stringify({ refresh_token: kept.token })
    const url = new URL('/auth/v1/token?grant_type=refresh_token', apiUrl)
    return this.complete(serve(new Request(url, { method: 'POST', headers, body })))
  }

  async #remove(session: Session, factorId: string): Promise<Response> {
    const { sql } = this.options
    const [factor] = await sql<{ status: string }[]>`
      select status from auth.mfa_factors where id = ${factorId} and user_id = ${session.userId}`
    if (!factor) return notFound()
    if (factor.status === 'verified' && session.aal !== 'aal2')
      return reject(403, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await sql.begin(async (tx) => {
      await tx`delete from auth.mfa_factors where id = ${factorId}`
      if (factor.status === 'verified')
        await tx`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${session.userId}`
    })
    return Response.json({ id: factorId })
  }
}

const totpOf = (secret: string, label: string, issuer: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds })

/** Checks a code against an open challenge, once: neither a challenge nor the code of a time step works again. */
async function redeem(
  tx: ISql,
  { id: sessionId, userId }: Session,
  { factorId, challengeId, code }: { factorId: string; challengeId: string; code: string },
): Promise<Response> {
  const [factor] = await tx<{ secret: string; isOpen: boolean | null }[]>`
    select factor.secret, challenge.created_at > now() - ${`${String(challengeSeconds)} seconds`}::interval as "isOpen"
    from auth.mfa_factors as factor
    left join auth.mfa_challenges as challenge
      on challenge.factor_id = factor.id and challenge.id = ${challengeId} and challenge.verified_at is null
    where factor.id = ${factorId} and factor.user_id = ${userId} for update of factor`
  if (!factor) return notFound()
  if (factor.isOpen === null)
    return reject(422, 'mfa_challenge_expired', 'MFA challenge not found, verify it again')
  if (!factor.isOpen)
    return reject(422, 'mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge')
  const step = await usedStep(tx, factorId, factor.secret, code)
  if (step === undefined) return reject(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  await tx`update auth.mfa_challenges set verified_at = now() where id = ${challengeId}`
  await tx`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${factorId}`
  await tx`delete from auth.mfa_factors where user_id = ${userId} and status = 'unverified'`
  await tx`update auth.sessions set aal = 'aal2', factor_id = ${factorId} where id = ${sessionId}`
  await tx`delete from auth.sessions where user_id = ${userId} and aal is distinct from 'aal2'`
  await noteMethod(tx, sessionId, 'totp')
  return Response.json({})
}

/** The time step of a right code, which counts as used from now on; undefined for a wrong code and for one that was used. */
async function usedStep(
  tx: ISql,
  factorId: string,
  secret: string,
  code: string,
): Promise<number | undefined> {
  const delta = totpOf(secret, '', '').validate({ token: code, window })
  if (delta === null) return undefined
  const step = Math.floor(Date.now() / 1000 / periodSeconds) + delta
  await tx`delete from embedded.used_codes where factor_id = ${factorId} and step < ${step - 2 * window}`
  const noted = await tx`
    insert into embedded.used_codes (factor_id, step) values (${factorId}, ${step}) on conflict do nothing returning step`
  return noted.length > 0 ? step : undefined
}

async function noteMethod(sql: ISql, sessionId: string, method: string): Promise<void> {
  await sql`
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (${randomUUID()}, ${sessionId}, now(), now(), ${method})
    on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`
}

const notFound = () => reject(404, 'mfa_factor_not_found', 'MFA factor not found')
const notOffered = () => reject(405, 'method_not_allowed', 'This call is not offered.')
