import type { Sql } from 'postgres'
import * as v from 'valibot'
import { callerKey } from './caller'

const sessionReply = v.object({ access_token: v.string() })
const claims = v.pipe(v.string(), v.parseJson(), v.object({ session_id: v.pipe(v.string(), v.uuid()) }))

/** The session that an access token names; its signature is the account service's to check. */
function sessionOf(token: string): string | undefined {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')
  const parsed = v.safeParse(claims, payload)
  return parsed.success ? parsed.output.session_id : undefined
}

const bearerSession = (authorization: string | null): string | undefined =>
  sessionOf((authorization ?? '').replace(/^bearer /i, ''))

/**
 * Keeps the browser and address with the session of a sign-in, and notes that of a member of staff in the log.
 * @param sql a superuser's connection
 * @param response of the account service; its body stays readable
 */
export async function noteDevice(sql: Sql, response: Response, headers: Headers): Promise<void> {
  const reply = v.safeParse(sessionReply, await response.clone().json())
  const session = reply.success ? sessionOf(reply.output.access_token) : undefined
  if (!session) return
  const agent = headers.get('user-agent')?.slice(0, 400) ?? null
  const address = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? null
  await sql`
    update auth.sessions set user_agent = coalesce(${agent}, user_agent),
      ip = coalesce(case when pg_input_is_valid(${address}, 'inet') then ${address}::inet end, ip)
    where id = ${session}`
  await sql`select private.record_sign_in(${session})`
}

/**
 * Notes a failed sign-in with the address of a member of staff in the log.
 * @param sql a superuser's connection
 * @param caller as rate limits count it: of IPv6 the first four groups
 */
export async function noteFailedSignIn(sql: Sql, email: string, caller: string): Promise<void> {
  await sql`select private.record_failed_sign_in(${email}, ${caller.includes(':') ? `${caller}::` : caller})`
}

/** Whether the account with this address is signed in at a caller's network. @param caller as `callerKey` has it */
export async function isSignedInAt(sql: Sql, email: string, caller: string): Promise<boolean> {
  const places = await sql<{ address: string }[]>`
    select distinct host(session.ip) as address from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where account.email = ${email} and session.ip is not null`
  return places.some(({ address }) => callerKey(address) === caller)
}

/** Whether the session of a request was opened within a day, or is none: that is for the account service to reject. */
export async function isFreshSession(sql: Sql, authorization: string | null): Promise<boolean> {
  const session = bearerSession(authorization)
  if (!session) return true
  const old =
    await sql`select from auth.sessions where id = ${session} and created_at < now() - interval '1 day'`
  return old.length === 0
}

/** Signs a user out everywhere but in the session of this request, as GoTrue does after a new password. */
export async function endOtherSessions(sql: Sql, authorization: string | null): Promise<void> {
  const session = bearerSession(authorization)
  if (!session) return
  await sql`
    delete from auth.sessions where id <> ${session}
      and user_id = (select user_id from auth.sessions where id = ${session})`
}
