import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import * as v from 'valibot'
import { AccountLimits } from './account-limits'
import { linkPageOf, type CodeKind, type LinkPage } from './account-emails'
import {
  offeredCalls,
  proofBody,
  readFields,
  recoverBody,
  reject,
  resendBody,
  signInBody,
  userChangeBody,
  userReply,
} from './account-requests'
import { endOtherSessions, isFreshSession, isSignedInAt, noteDevice, noteFailedSignIn } from './devices'
import { redeemCode } from './email-codes'
import { Factors } from './factors'
import type { Keys } from './keys'
import { passwordChecker } from './password-check'
import { sendAgain, sendCode, sendEmailChange } from './send-codes'
import { newAccount, passwordMinimum, readSignUp, tooShort } from './sign-up'
import { confirmedUserId, hashPassword } from './users'

export interface AccountOptions {
  /** A superuser's connection. */
  sql: Sql
  /** The origin of this API. */
  apiUrl: string
  /** The shop's origin, which the links of emails point to. */
  siteUrl: string
  keys: Pick<Keys, 'publishableKey' | 'secretKey' | 'jwtSecret'>
  /** The account service (GoTrue), for calls that reveal nothing about other accounts. */
  serve(request: Request): Promise<Response>
}

/**
 * The account calls that must not reveal who has an account, and those that an email link or code confirms: same
 * status, same message and same work for known and unknown addresses. An account is created when its link or code is
 * used, not before, so that nobody can occupy another person's address. Only a POST uses one: mail scanners open links.
 * Everything else goes to the account service.
 */
export class Accounts {
  readonly #limits = new AccountLimits()
  readonly #checkPassword: ReturnType<typeof passwordChecker>
  readonly #factors: Factors

  constructor(private readonly options: AccountOptions) {
    this.#checkPassword = passwordChecker(options.sql)
    this.#factors = new Factors({
      ...options,
      limited: (userId, run) => this.#limits.secondFactor(userId, run),
    })
  }

  /** Answers a request. @param request with its body in memory @param caller the rate limits' key */
  async respond(request: Request, caller: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const call = pathname.replace('/auth/v1/', '')
    const methods = Object.hasOwn(offeredCalls, call) ? offeredCalls[call] : undefined
    const key = request.headers.get('apikey') ?? searchParams.get('apikey')
    const validKey = key === this.options.keys.publishableKey || key === this.options.keys.secretKey
    if (validKey && /^factors(\/|$)/.test(call))
      return this.#factors.respond(request, call.replace(/^factors\/?/, ''))
    if (!methods) return reject(404, 'not_found', 'This call is not offered.')
    if (!methods.includes(request.method))
      return reject(405, 'method_not_allowed', `Use ${methods.join(' or ')}.`)
    // The service itself rejects an invalid key.
    const body = validKey && request.method !== 'GET' ? await readFields(request) : undefined
    if (!body) return this.#factors.complete(this.options.serve(request))
    const signsIn = (response: Promise<Response>, method: string) =>
      this.#factors.complete(this.#noteDevice(response, request, method))
    switch (call) {
      case 'signup':
        return this.#signUp(body, caller)
      case 'token':
        return signsIn(this.#token(request, body, caller, searchParams.get('grant_type')), 'password')
      case 'verify':
        return signsIn(
          this.#limits.proof(caller, () => this.#verify(body)),
          'otp',
        )
      case 'recover':
        return this.#recover(body, caller, linkPageOf(searchParams.get('redirect_to')))
      case 'resend':
        return this.#resend(body, caller)
      case 'user':
        return this.#factors.complete(this.#changeUser(request, body, caller))
      default:
        return this.options.serve(request)
    }
  }

  async #signUp(body: object, caller: string): Promise<Response> {
    const parsed = readSignUp(body, await passwordMinimum(this.options.sql))
    if (!('email' in parsed)) return parsed
    const { email, password, metadata } = parsed
    const limited = await this.#limits.email(caller, email)
    if (limited) return limited
    const userId = randomUUID()
    await sendCode(this.options, {
      kind: 'signup',
      email,
      userId,
      passwordHash: await hashPassword(this.options.sql, password),
      metadata,
      usable: (await confirmedUserId(this.options.sql, email)) === undefined,
    })
    return Response.json(newAccount({ id: userId, email, metadata }))
  }

  async #token(request: Request, body: object, caller: string, grant: string | null): Promise<Response> {
    if (grant === 'refresh_token') return this.options.serve(request)
    if (grant !== 'password') return reject(400, 'invalid_credentials', 'unsupported_grant_type')
    const parsed = v.safeParse(signInBody, body)
    if (!parsed.success) return reject(400, 'invalid_credentials', 'Invalid login credentials')
    const { email, password } = parsed.output
    return this.#withPassword(caller, email, password, () => this.options.serve(request))
  }

  /** Goes on if the password is that of the confirmed account with this address, within the limits for guesses. */
  #withPassword(
    caller: string,
    email: string,
    password: string,
    goOn: () => Promise<Response>,
  ): Promise<Response> {
    const check = async () => {
      const found = await this.#checkPassword(email, password)
      if (found !== 'right') await noteFailedSignIn(this.options.sql, email, caller)
      if (found === 'unconfirmed') return reject(400, 'email_not_confirmed', 'Email not confirmed')
      return found === 'right' ? goOn() : reject(400, 'invalid_credentials', 'Invalid login credentials')
    }
    return this.#limits.signIn(caller, email, check, () => isSignedInAt(this.options.sql, email, caller))
  }

  async #verify(body: object): Promise<Response> {
    const parsed = v.safeParse(proofBody, body)
    if (!parsed.success)
      return reject(
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
    const redeemed = await redeemCode(this.options.sql, kind, by)
    if (redeemed === undefined) return reject(403, 'otp_expired', 'Email link is invalid or has expired')
    if (redeemed === 'half')
      return Response.json({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      })
    const headers = { apikey: this.options.keys.publishableKey, 'content-type': 'application/json' }
    return this.options.serve(
      new Request(new URL('/auth/v1/verify', this.options.apiUrl), {
        method: 'POST',
        headers,
        body: JSON.stringify({ type: kind, token_hash: redeemed.ticket }),
      }),
    )
  }

  async #recover(body: object, caller: string, page: LinkPage): Promise<Response> {
    const parsed = v.safeParse(recoverBody, body)
    if (!parsed.success)
      return reject(400, 'validation_failed', 'Unable to validate email address: invalid format')
    const { email } = parsed.output
    const limited = await this.#limits.email(caller, email)
    if (limited) return limited
    const userId = await confirmedUserId(this.options.sql, email)
    await sendCode(
      this.options,
      {
        kind: 'recovery',
        email,
        userId: userId ?? randomUUID(),
        usable: userId !== undefined,
      },
      page,
    )
    return Response.json({})
  }

  async #resend(body: object, caller: string): Promise<Response> {
    const parsed = v.safeParse(resendBody, body)
    if (!parsed.success)
      return reject(
        400,
        'validation_failed',
        'Resending requires an email and one of these types: signup, email_change',
      )
    const { type: kind, email } = parsed.output
    const limited = await this.#limits.email(caller, email)
    if (limited) return limited
    await sendAgain(this.options, kind, email)
    return Response.json({})
  }

  async #changeUser(request: Request, body: object, caller: string): Promise<Response> {
    const { serve, sql } = this.options
    const authorization = request.headers.get('authorization')
    const parsed = v.safeParse(userChangeBody, body)
    if (!parsed.success)
      return reject(400, 'validation_failed', 'Unable to validate email address: invalid format')
    const { email, currentPassword, rest } = parsed.output
    const isNewPassword = rest.password !== undefined
    if (isNewPassword && !(await isFreshSession(sql, authorization)))
      return reject(400, 'reauthentication_needed', 'Password update requires reauthentication')
    if ((isNewPassword || email !== '') && (await this.#factors.lacksFactor(request)))
      return reject(
        401,
        'insufficient_aal',
        'AAL2 session is required to update email or password when MFA is enabled.',
      )
    if (typeof rest.password === 'string') {
      const minimum = await passwordMinimum(sql)
      if (rest.password.length < minimum) return tooShort(minimum)
    }
    const change = async () => {
      // The service changes everything but the address.
      const response = await serve(
        new Request(request.url, { method: 'PUT', headers: request.headers, body: JSON.stringify(rest) }),
      )
      if (response.ok && isNewPassword) await endOtherSessions(sql, authorization)
      return response
    }
    if (email === '') return change()
    const present = await serve(new Request(request.url, { headers: request.headers }))
    if (!present.ok) return present
    const user = v.parse(userReply, await present.json())
    if (email === user.email) return change()
    if (currentPassword === '')
      return reject(400, 'reauthentication_needed', 'Email update requires the current password')
    return this.#withPassword(caller, user.email, currentPassword, async () => {
      const limited = await this.#limits.email(caller, email)
      if (limited) return limited
      const response = await change()
      if (!response.ok) return response
      await sendEmailChange(this.options, user, email)
      const changed = v.parse(userReply, await response.json())
      return Response.json({ ...changed, new_email: email, email_change_sent_at: new Date().toISOString() })
    })
  }

  /** Keeps with a new session what it was opened with, as GoTrue does, so that the account can list its devices. */
  async #noteDevice(pending: Promise<Response>, request: Request, method: string): Promise<Response> {
    const response = await pending
    if (response.ok) {
      await noteDevice(this.options.sql, response, request.headers)
      const isRenewal = new URL(request.url).searchParams.get('grant_type') === 'refresh_token'
      if (!isRenewal) await this.#factors.noteSignIn(response, method)
    }
    return response
  }
}
