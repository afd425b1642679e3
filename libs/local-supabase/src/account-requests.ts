import type { JSONValue } from 'postgres'
import * as v from 'valibot'
import { refusal } from './request-gate'

/**
 * The calls that are offered, with their methods. GoTrue can do more (magic links, other providers, second factors,
 * linking); what the shop does not use is closed.
 */
export const offeredCalls: Readonly<Record<string, readonly string[]>> = {
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
/** The kinds of e-mail link and code. */
export const codeKinds = v.picklist(['signup', 'recovery', 'email_change'])
const address = v.pipe(v.string(), v.toLowerCase())
export const signInBody = v.object({ email: address, password: v.string() })
export const proofBody = v.union([
  v.object({ type: codeKinds, token_hash: v.pipe(v.string(), v.nonEmpty()) }),
  v.object({ type: codeKinds, email: address, token: v.pipe(v.string(), v.nonEmpty()) }),
])
export const recoverBody = v.object({ email: v.pipe(address, v.nonEmpty()) })
export const resendBody = v.object({
  type: v.picklist(['signup', 'email_change']),
  email: v.pipe(address, v.nonEmpty()),
})
export const userChangeBody = v.looseObject({ email: v.optional(address, '') })
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

/** The page to redirect to: only pages of the shop itself, or a session could be sent to a stranger's page. */
export function redirectTarget(requested: string | null, siteUrl: string): string {
  const page = requested !== null && URL.canParse(requested) ? new URL(requested) : undefined
  if (!page || page.origin !== new URL(siteUrl).origin || page.username !== '' || page.password !== '')
    return siteUrl
  page.hash = ''
  return page.href
}

/** A refusal in GoTrue's form. */
export const refuse = (status: number, code: string, message: string): Response =>
  refusal(status, '/auth/', code, message)
