import type { JSONValue } from 'postgres'
import * as v from 'valibot'

/**
 * The calls that are offered, with their methods. Second factors have calls of their own (`factors.ts`).
 * GoTrue can do more (magic links, other providers, linking); what the shop does not use is closed.
 */
export const offeredCalls: Readonly<Record<string, readonly string[]>> = {
  signup: ['POST'],
  token: ['POST'],
  verify: ['POST'],
  recover: ['POST'],
  resend: ['POST'],
  logout: ['POST'],
  user: ['GET', 'PUT'],
  settings: ['GET'],
  health: ['GET'],
}
/** The kinds of email link and code. */
const codeKinds = v.picklist(['signup', 'recovery', 'email_change'])
// As long as an address may be (RFC 5321).
const address = v.pipe(v.string(), v.maxLength(254), v.toLowerCase())
/** An address that an email can be sent to. */
export const mailbox = v.pipe(address, v.email())
export const signInBody = v.object({ email: address, password: v.string() })
export const proofBody = v.union([
  v.object({ type: codeKinds, token_hash: v.pipe(v.string(), v.nonEmpty()) }),
  v.object({ type: codeKinds, email: address, token: v.pipe(v.string(), v.nonEmpty()) }),
])
export const recoverBody = v.object({ email: mailbox })
export const resendBody = v.object({
  type: v.picklist(['signup', 'email_change']),
  email: mailbox,
})
/** A change of the account; `rest` is for the account service. */
export const userChangeBody = v.pipe(
  v.looseObject({
    email: v.nullish(v.union([v.literal(''), mailbox]), ''),
    password: v.optional(v.unknown()),
    current_password: v.nullish(v.string()),
    // The client's own flow sends them; links of a change lead to a page that asks, so nothing is exchanged.
    code_challenge: v.optional(v.unknown()),
    code_challenge_method: v.optional(v.unknown()),
  }),
  v.transform(({ email, current_password, code_challenge: _, code_challenge_method: __, ...rest }) => ({
    email,
    currentPassword: current_password ?? '',
    rest,
  })),
)
/** The account service's description of a user. */
export const userReply = v.looseObject({ id: v.string(), email: v.optional(v.string(), '') })

/** The fields of a JSON body, which stays readable; undefined when it is not a JSON object. */
export async function readFields(request: Request): Promise<Record<string, JSONValue> | undefined> {
  try {
    const fields: unknown = JSON.parse(await request.clone().text())
    return v.is(v.record(v.string(), v.any()), fields) ? fields : undefined
  } catch {
    return undefined
  }
}

/** A rejection in GoTrue's form. */
export const reject = (status: number, code: string, message: string): Response =>
  Response.json({ code: status, error_code: code, msg: message }, { status })
