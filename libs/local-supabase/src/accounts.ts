import { randomUUID } from 'node:crypto'
import type { JSONValue, Sql } from 'postgres'
import * as v from 'valibot'
import { AccountLimits } from './account-limits'
import { letterOfChange, letterToKnown, letterWithLink, type CodeKind } from './account-letters'
import { issueCode, newestCode, redeemCode, type Pending } from './email-codes'
import type { Keys } from './keys'
import { keepMail } from './mailbox'
import { passwordChecker } from './password-check'
import { refusal } from './request-gate'
import { newAccount, readSignUp } from './sign-up'
import { hashPassword } from './users'

export interface AccountOptions {
  /** A superuser's connection. */
  sql: Sql
  /** This API's own address, which links lead through. */
  apiUrl: string
  siteUrl: string
  keys: Pick<Keys, 'publishableKey' | 'secretKey'>
  /** The account service, for all that tells nothing of others. */
  serve(request: Request): Promise<Response>
}

const refuse = (status: number, code: string, message: string): Response =>
  refusal(status, '/auth/', code, message)

// What the shop and its administration use. The account service can do more: sign-ins by link or by other providers
// that make accounts, second factors, linking. Nobody watches those, so they are closed.
const open: Readonly<Record<string, readonly string[]>> = {
  signup: ['POST'],
  token: ['POST'],
  verify: ['GET', 'POST'],
  recover: ['POST'],
  resend: ['POST'],
  logout: ['POST'],
  user: ['GET', 'PUT'],
  settings: ['GET'],
  health: ['GET'],
}
const kinds = v.picklist(['signup', 'recovery', 'email_change'])
const address = v.pipe(v.string(), v.toLowerCase())
const signIn = v.object({ email: address, password: v.string() })
const proofSchema = v.union([
  v.object({ type: kinds, token_hash: v.pipe(v.string(), v.nonEmpty()) }),
  v.object({ type: kinds, email: address, token: v.pipe(v.string(), v.nonEmpty()) }),
])
const mailbox = v.object({ email: v.pipe(address, v.nonEmpty()) })
const resend = v.object({
  type: v.picklist(['signup', 'email_change']),
  email: v.pipe(address, v.nonEmpty()),
})
const wish = v.looseObject({ email: v.optional(address, '') })
const userReply = v.looseObject({ id: v.string(), email: v.optional(v.string(), '') })

/**
 * The account calls that must not tell who has an account, and those that letters prove: same status, same words and
 * the same work whoever is asked about. An account is made when its link is followed, not before, so that nobody can
 * occupy the address of another. All else goes to the account service.
 */
export class Accounts {
  readonly #limits = new AccountLimits()
  readonly #checkPassword: ReturnType<typeof passwordChecker>

  constructor(private readonly options: AccountOptions) {
    this.#checkPassword = passwordChecker(options.sql)
  }

  /** @param request with its body in memory @param caller what limits count it by */
  async answer(request: Request, caller: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const call = pathname.replace('/auth/v1/', '')
    const methods = Object.hasOwn(open, call) ? open[call] : undefined
    if (!methods) return refuse(404, 'not_found', 'This call is not offered.')
    if (!methods.includes(request.method))
      return refuse(405, 'method_not_allowed', `Use ${methods.join(' or ')}.`)
    if (call === 'verify' && request.method === 'GET')
      return this.#limits.proof(caller, () => this.#followLink(searchParams))
    const key = request.headers.get('apikey') ?? searchParams.get('apikey')
    // Without a valid key the service says so itself.
    const known = key === this.options.keys.publishableKey || key === this.options.keys.secretKey
    const body = known && request.method !== 'GET' ? await fieldsOf(request) : undefined
    if (!body) return this.options.serve(request)
    switch (call) {
      case 'signup':
        return this.#signUp(body, caller)
      case 'token':
        return this.#token(request, body, caller, searchParams.get('grant_type'))
      case 'verify':
        return this.#limits.proof(caller, () => this.#verify(body))
      case 'recover':
        return this.#recover(body, caller)
      case 'resend':
        return this.#resend(body, caller)
      case 'user':
        return this.#changeUser(request, body, caller)
      default:
        return this.options.serve(request)
    }
  }

  async #signUp(body: object, caller: string): Promise<Response> {
    const given = readSignUp(body)
    if (given instanceof Response) return given
    const { email, password, metadata } = given
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const passwordHash = await hashPassword(this.options.sql, password)
    const pending = {
      kind: 'signup' as const,
      email,
      userId: randomUUID(),
      passwordHash,
      metadata,
      usable: (await this.#userId(email)) === undefined,
    }
    await this.#send(pending)
    return Response.json(newAccount({ id: pending.userId, email, metadata }))
  }

  async #token(request: Request, body: object, caller: string, grant: string | null): Promise<Response> {
    if (grant === 'refresh_token') return this.options.serve(request)
    if (grant !== 'password') return refuse(400, 'invalid_credentials', 'unsupported_grant_type')
    const given = v.safeParse(signIn, body)
    if (!given.success) return refuse(400, 'invalid_credentials', 'Invalid login credentials')
    const { email, password } = given.output
    return this.#limits.signIn(caller, email, async () => {
      const found = await this.#checkPassword(email, password)
      if (found === 'unconfirmed') return refuse(400, 'email_not_confirmed', 'Email not confirmed')
      return found === 'right'
        ? this.options.serve(request)
        : refuse(400, 'invalid_credentials', 'Invalid login credentials')
    })
  }

  async #verify(body: object): Promise<Response> {
    const given = v.safeParse(proofSchema, body)
    if (!given.success)
      return refuse(
        400,
        'validation_failed',
        'Verify requires a type, and a token hash or an email address with its token',
      )
    const proof = given.output
    return this.#prove(
      proof.type,
      'token_hash' in proof ? { token: proof.token_hash } : { email: proof.email, code: proof.token },
    )
  }

  async #prove(kind: CodeKind, by: Parameters<typeof redeemCode>[2]): Promise<Response> {
    const ticket = await redeemCode(this.options.sql, kind, by)
    if (ticket === undefined) return refuse(403, 'otp_expired', 'Email link is invalid or has expired')
    const headers = { apikey: this.options.keys.publishableKey, 'content-type': 'application/json' }
    return this.options.serve(
      new Request(new URL('/auth/v1/verify', this.options.apiUrl), {
        method: 'POST',
        headers,
        body: JSON.stringify({ type: kind, token_hash: ticket }),
      }),
    )
  }

  /** A link of a letter leads on to the shop with the session, or the reason why there is none, behind the `#`. */
  async #followLink(query: URLSearchParams): Promise<Response> {
    const kind = v.safeParse(kinds, query.get('type'))
    const answer = kind.success
      ? await this.#prove(kind.output, { token: query.get('token') ?? '' })
      : undefined
    const reply: unknown = answer ? await answer.json() : {}
    const told = new URLSearchParams()
    if (answer?.ok) {
      for (const name of ['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type'])
        told.set(name, String(Reflect.get(Object(reply), name)))
      told.set('type', kind.success ? kind.output : '')
    } else {
      told.set('error', 'access_denied')
      told.set('error_code', 'otp_expired')
      told.set('error_description', 'Email link is invalid or has expired')
    }
    return new Response(null, {
      status: 303,
      headers: { location: `${this.#ownPage(query.get('redirect_to'))}#${told.toString()}` },
    })
  }

  /** Only pages of the shop itself, or anyone could have a session sent to a page of theirs. */
  #ownPage(wanted: string | null): string {
    const page = wanted !== null && URL.canParse(wanted) ? new URL(wanted) : undefined
    if (
      !page ||
      page.origin !== new URL(this.options.siteUrl).origin ||
      page.username !== '' ||
      page.password !== ''
    )
      return this.options.siteUrl
    page.hash = ''
    return page.href
  }

  async #recover(body: object, caller: string): Promise<Response> {
    const given = v.safeParse(mailbox, body)
    if (!given.success) return refuse(400, 'validation_failed', 'Password recovery requires an email')
    const { email } = given.output
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const userId = await this.#userId(email)
    await this.#send({
      kind: 'recovery',
      email,
      userId: userId ?? randomUUID(),
      passwordHash: null,
      metadata: {},
      usable: userId !== undefined,
    })
    return Response.json({})
  }

  async #resend(body: object, caller: string): Promise<Response> {
    const given = v.safeParse(resend, body)
    if (!given.success)
      return refuse(
        400,
        'validation_failed',
        'Resending requires an email and one of these types: signup, email_change',
      )
    const { type: kind, email } = given.output
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const pending = await newestCode(this.options.sql, kind, email)
    // Nothing to send again is kept like the rest, so that it takes as long; it proves nothing and sends nothing.
    if (pending) await this.#send(pending)
    else
      await issueCode(
        this.options.sql,
        { kind, email, userId: randomUUID(), passwordHash: null, metadata: {}, usable: false },
        () => undefined,
      )
    return Response.json({})
  }

  async #changeUser(request: Request, body: object, caller: string): Promise<Response> {
    const { serve, sql } = this.options
    const { email, ...rest } = v.parse(wish, { ...body, email: Reflect.get(body, 'email') ?? undefined })
    if (email === '') return serve(request)
    // The service knows the account, and changes all but the address.
    const answer = await serve(
      new Request(request.url, { method: 'PUT', headers: request.headers, body: JSON.stringify(rest) }),
    )
    if (!answer.ok) return answer
    const user = v.parse(userReply, await answer.json())
    if (email === user.email) return Response.json(user)
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    await this.#send({
      kind: 'email_change',
      email,
      userId: user.id,
      passwordHash: null,
      metadata: {},
      usable: (await this.#userId(email)) === undefined,
    })
    if (user.email !== '') await keepMail(sql, letterOfChange(user.email))
    return Response.json({ ...user, new_email: email, email_change_sent_at: new Date().toISOString() })
  }

  async #send(pending: Pending): Promise<void> {
    const { sql, apiUrl, siteUrl } = this.options
    const { kind, email, usable } = pending
    await issueCode(sql, pending, (proof) =>
      usable
        ? letterWithLink(kind, email, proof, { apiUrl, redirectTo: siteUrl })
        : letterToKnown(kind, email, siteUrl),
    )
  }

  /** The account with this address, if it was confirmed. */
  async #userId(email: string): Promise<string | undefined> {
    const [row] = await this.options.sql<
      { id: string }[]
    >`select id from auth.users where email = ${email} and email_confirmed_at is not null`
    return row?.id
  }
}

async function fieldsOf(request: Request): Promise<Record<string, JSONValue> | undefined> {
  try {
    const fields: unknown = JSON.parse(await request.clone().text())
    return v.is(v.record(v.string(), v.any()), fields) ? fields : undefined
  } catch {
    return undefined
  }
}
