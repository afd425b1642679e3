import type { JSONValue, Sql } from 'postgres'
import * as v from 'valibot'
import { mailbox, reject } from './account-requests'
import { accountDetails } from './users'

/** The fewest characters of a password while the shop has no setting for it, as in supabase/config.toml. */
export const lowestMinimum = 6
// bcrypt reads 72 bytes only.
const maxPasswordLength = 72

export interface SignUp {
  email: string
  password: string
  metadata: Record<string, JSONValue>
}

const fields = v.object({
  email: v.optional(v.union([v.literal(''), mailbox]), ''),
  password: v.optional(v.string(), ''),
  data: v.optional(v.any(), {}),
})

/** The fewest characters of a new password: the shop's setting. @param sql a superuser's connection */
export async function passwordMinimum(sql: Sql): Promise<number> {
  const [table] = await sql<
    { exists: boolean }[]
  >`select to_regclass('public.shop_settings') is not null as exists`
  if (!table?.exists) return lowestMinimum
  const [row] = await sql<
    { minimum: number }[]
  >`select private.setting_number('auth.passwordMinimum', ${lowestMinimum})::integer as minimum`
  return row?.minimum ?? lowestMinimum
}

/** The rejection of a password that is too short, in GoTrue's wording. @param minimum characters */
export function tooShort(minimum: number): Response {
  const msg = `Password should be at least ${String(minimum)} characters.`
  return Response.json(
    { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } },
    { status: 422 },
  )
}

/** Parses a sign-up. @param minimum characters of its password @returns its fields, or the rejection in GoTrue's wording */
export function readSignUp(body: object, minimum: number): SignUp | Response {
  const parsed = v.safeParse(fields, body)
  if (!parsed.success)
    return reject(400, 'validation_failed', 'Unable to validate email address: invalid format')
  const { email, password, data } = parsed.output
  if (email === '') return reject(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  if (password === '') return reject(400, 'validation_failed', 'Signup requires a valid password')
  if (password.length > maxPasswordLength)
    return reject(
      400,
      'validation_failed',
      `Password cannot be longer than ${String(maxPasswordLength)} characters`,
    )
  if (password.length < minimum) return tooShort(minimum)
  const metadata =
    v.is(v.record(v.string(), v.any()), data) && !Array.isArray(data)
      ? (data as Record<string, JSONValue>)
      : {}
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
