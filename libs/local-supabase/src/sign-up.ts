import type { JSONValue } from 'postgres'
import * as v from 'valibot'
import { refusal } from './request-gate'
import { accountDetails } from './users'

/** Minimum password length, as in supabase/config.toml. */
export const minPasswordLength = 6
// bcrypt reads 72 bytes only.
const maxPasswordLength = 72
/** Maximum length of a sign-up's details as JSON: two names need a few hundred. */
const maxDetails = 10_000

export interface SignUp {
  email: string
  password: string
  metadata: Record<string, JSONValue>
}

const fields = v.object({
  email: v.optional(v.pipe(v.string(), v.toLowerCase()), ''),
  password: v.optional(v.string(), ''),
  data: v.optional(v.any(), {}),
})

/** Parses a sign-up. @returns its fields, or the refusal in GoTrue's wording */
export function readSignUp(body: object): SignUp | Response {
  const refuse = (status: number, code: string, message: string): Response =>
    refusal(status, '/auth/', code, message)
  const parsed = v.safeParse(fields, body)
  if (!parsed.success) return refuse(400, 'validation_failed', 'Signup requires a valid email and password')
  const { email, password, data } = parsed.output
  if (email === '') return refuse(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (password === '') return refuse(400, 'validation_failed', 'Signup requires a valid password')
  if (password.length > maxPasswordLength)
    return refuse(
      400,
      'validation_failed',
      `Password cannot be longer than ${String(maxPasswordLength)} characters`,
    )
  if (password.length < minPasswordLength) {
    const msg = `Password should be at least ${String(minPasswordLength)} characters.`
    return Response.json(
      { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } },
      { status: 422 },
    )
  }
  const metadata =
    v.is(v.record(v.string(), v.any()), data) && !Array.isArray(data)
      ? (data as Record<string, JSONValue>)
      : {}
  if (JSON.stringify(metadata).length > maxDetails)
    return refuse(400, 'validation_failed', 'The details of a sign-up are too long')
  return { email, password, metadata }
}

/** The response to every sign-up, whether or not the address already has an account. */
export function newAccount({
  id,
  email,
  metadata,
}: {
  id: string
  email: string
  metadata: Record<string, JSONValue>
}): object {
  const now = new Date().toISOString()
  const details = accountDetails({ id, email, metadata }, false)
  const identity = {
    identity_id: id,
    id,
    user_id: id,
    identity_data: details,
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: details,
    identities: [identity],
    created_at: now,
    updated_at: now,
    confirmation_sent_at: now,
    is_anonymous: false,
  }
}
