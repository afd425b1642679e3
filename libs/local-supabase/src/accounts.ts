import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import * as v from 'valibot'
import { AccountLimits } from './account-limits'
import { emailChangeLetter, existingAccountLetter, linkLetter, type CodeKind } from './account-letters'
import {
  codeKinds,
  offeredCalls,
  proofBody,
  readFields,
  recoverBody,
  redirectTarget,
  refuse,
  resendBody,
  signInBody,
  userChangeBody,
  userReply,
} from './account-requests'
import { endOtherSessions, isFreshSession, noteDevice, noteFailedSignIn } from './devices'
import { issueCode, newestCode, redeemCode, type Pending } from './email-codes'
import type { Keys } from './keys'
import { redirectWithSession } from './link-redirect'
import { storeMail } from './mailbox'
import { passwordChecker } from './password-check'
import { newAccount, readSignUp } from './sign-up'
import { confirmedUserId, hashPassword } from './users'

export interface AccountOptions {
  /** A superuser's connection. */
  sql: Sql
  /** The origin of this API, which e-mail links point to. */
  apiUrl: string
  siteUrl: string
  keys: Pick<Keys, 'publishableKey' | 'secretKey'>
  /** The account service (GoTrue), for calls that reveal nothing about other accounts. */
  serve(request: Request): Promise<Response>
}

/**
 * The account calls that must not reveal who has an account, and those that an e-mail link or code confirms: same
 * status, same message and same work for known and unknown addresses. An account is created when its link is followed,
 * not before, so that nobody can occupy another person's address. Everything else goes to the account service.
 */
export class Accounts {
  readonly #limits = new AccountLimits()
  readonly #checkPassword: ReturnType<typeof passwordChecker>

  constructor(private readonly options: AccountOptions) {
    this.#checkPassword = passwordChecker(options.sql)
  }

  /** Answers a request. @param request with its body in memory @param caller the rate limits' key */
  async answer(request: Request, caller: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const call = pathname.replace('/auth/v1/', '')
    const methods = Object.hasOwn(offeredCalls, call) ? offeredCalls[call] : undefined
    if (!methods) return refuse(404, 'not_found', 'This call is not offered.')
    if (!methods.includes(request.method))
      return refuse(405, 'method_not_allowed', `Use ${methods.join(' or ')}.`)
    if (call === 'verify' && request.method === 'GET')
      return this.#limits.proof(caller, () => this.#followLink(request, searchParams))
    const key = request.headers.get('apikey') ?? searchParams.get('apikey')
    // The service itself refuses an invalid key.
    const validKey = key === this.options.keys.publishableKey || key === this.options.keys.secretKey
    const body = validKey && request.method !== 'GET' ? await readFields(request) : undefined
    if (!body) return this.options.serve(request)
    const redirectTo = redirectTarget(searchParams.get('redirect_to'), this.options.siteUrl)
    const signsIn = (answer: Promise<Response>) => this.#noteDevice(answer, request)
    switch (call) {
      case 'signup':
        return this.#signUp(body, caller, redirectTo)
      case 'token':
        return signsIn(this.#token(request, body, caller, searchParams.get('grant_type')))
      case 'verify':
        return signsIn(this.#limits.proof(caller, () => this.#verify(body)))
      case 'recover':
        return this.#recover(body, caller, redirectTo)
      case 'resend':
        return this.#resend(body, caller, redirectTo)
      case 'user':
        return this.#changeUser(request, body, caller, redirectTo)
      default:
        return this.options.serve(request)
    }
  }

  async #signUp(body: object, caller: string, redirectTo: string): Promise<Response> {
    const parsed = readSignUp(body)
    if (parsed instanceof Response) return parsed
    const { email, password, metadata } = parsed
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const passwordHash = await hashPassword(this.options.sql, password)
    const pending = {
      kind: 'signup' as const,
      email,
      userId: randomUUID(),
      passwordHash,
      metadata,
      usable: (await confirmedUserId(this.options.sql, email)) === undefined,
    }
    await this.#send(pending, redirectTo)
    return Response.json(newAccount({ id: pending.userId, email, metadata }))
  }

  async #token(request: Request, body: object, caller: string, grant: string | null): Promise<Response> {
    if (grant === 'refresh_token') return this.options.serve(request)
    if (grant !== 'password') return refuse(400, 'invalid_credentials', 'unsupported_grant_type')
    const parsed = v.safeParse(signInBody, body)
    if (!parsed.success) return refuse(400, 'invalid_credentials', 'Invalid login credentials')
    const { email, password } = parsed.output
    return this.#limits.signIn(caller, email, async () => {
      const found = await this.#checkPassword(email, password)
      if (found !== 'right') await noteFailedSignIn(this.options.sql, email, caller)
      if (found === 'unconfirmed') return refuse(400, 'email_not_confirmed', 'Email not confirmed')
      return found === 'right'
        ? this.options.serve(request)
        : refuse(400, 'invalid_credentials', 'Invalid login credentials')
    })
  }

  async #verify(body: object): Promise<Response> {
    const parsed = v.safeParse(proofBody, body)
    if (!parsed.success)
      return refuse(
        400,
        'validation_failed',
        'Verify requires a type, and a token hash or an email address with its token',
      )
    const proof = parsed.output
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

  /** Redirects an e-mail link to the shop with the session, or the error, in the URL fragment. */
  async #followLink(request: Request, query: URLSearchParams): Promise<Response> {
    const kind = v.safeParse(codeKinds, query.get('type'))
    const answer = kind.success
      ? await this.#noteDevice(this.#prove(kind.output, { token: query.get('token') ?? '' }), request)
      : undefined
    const target = redirectTarget(query.get('redirect_to'), this.options.siteUrl)
    return redirectWithSession(answer, kind.success ? kind.output : '', target)
  }

  async #recover(body: object, caller: string, redirectTo: string): Promise<Response> {
    const parsed = v.safeParse(recoverBody, body)
    if (!parsed.success) return refuse(400, 'validation_failed', 'Password recovery requires an email')
    const { email } = parsed.output
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const userId = await confirmedUserId(this.options.sql, email)
    const usable = userId !== undefined
    const id = userId ?? randomUUID()
    await this.#send(
      { kind: 'recovery', email, userId: id, passwordHash: null, metadata: {}, usable },
      redirectTo,
    )
    return Response.json({})
  }

  async #resend(body: object, caller: string, redirectTo: string): Promise<Response> {
    const parsed = v.safeParse(resendBody, body)
    if (!parsed.success)
      return refuse(
        400,
        'validation_failed',
        'Resending requires an email and one of these types: signup, email_change',
      )
    const { type: kind, email } = parsed.output
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const pending = await newestCode(this.options.sql, kind, email)
    // With nothing to resend, an unusable code is stored, so that the response takes as long.
    if (pending) await this.#send(pending, redirectTo)
    else
      await issueCode(
        this.options.sql,
        { kind, email, userId: randomUUID(), passwordHash: null, metadata: {}, usable: false },
        () => undefined,
      )
    return Response.json({})
  }

  async #changeUser(request: Request, body: object, caller: string, redirectTo: string): Promise<Response> {
    const { serve, sql } = this.options
    const authorization = request.headers.get('authorization')
    const isNewPassword = Reflect.get(body, 'password') !== undefined
    if (isNewPassword && !(await isFreshSession(sql, authorization)))
      return refuse(400, 'reauthentication_needed', 'Password update requires reauthentication')
    const { email, ...rest } = v.parse(userChangeBody, {
      ...body,
      email: Reflect.get(body, 'email') ?? undefined,
    })
    // The service changes everything but the address.
    const answer = await serve(
      new Request(request.url, { method: 'PUT', headers: request.headers, body: JSON.stringify(rest) }),
    )
    if (!answer.ok) return answer
    if (isNewPassword) await endOtherSessions(sql, authorization)
    const user = v.parse(userReply, await answer.json())
    if (email === '' || email === user.email) return Response.json(user)
    const limited = this.#limits.letter(caller, email)
    if (limited) return limited
    const usable = (await confirmedUserId(sql, email)) === undefined
    await this.#send(
      { kind: 'email_change', email, userId: user.id, passwordHash: null, metadata: {}, usable },
      redirectTo,
    )
    if (user.email !== '') await storeMail(sql, emailChangeLetter(user.email))
    return Response.json({ ...user, new_email: email, email_change_sent_at: new Date().toISOString() })
  }

  /** Keeps with a new session what it was opened with, as GoTrue does, so that the account can list its devices. */
  async #noteDevice(answer: Promise<Response>, request: Request): Promise<Response> {
    const response = await answer
    if (response.ok) await noteDevice(this.options.sql, response, request.headers)
    return response
  }

  async #send(pending: Pending, redirectTo: string): Promise<void> {
    const { sql, apiUrl, siteUrl } = this.options
    const { kind, email, usable } = pending
    await issueCode(sql, pending, (proof) =>
      usable
        ? linkLetter(kind, email, proof, { apiUrl, redirectTo })
        : existingAccountLetter(kind, email, siteUrl),
    )
  }
}
