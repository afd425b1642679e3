import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { callAs } from './office-steps'
import type { Visitor } from './visitor-fixtures'

/** The list of staff as the database returns it. */
export interface OfficeStaff {
  members: { id: string; user_id: string; email: string; role: string; is_active: boolean }[]
  invitations: { id: string; email: string; role: string; mail_status: string | null }[]
}

/** Invites somebody. @returns the invitation's id */
export const invite = (
  sql: Sql,
  visitor: Visitor,
  email: string,
  { role = 'admin', ...names }: { role?: string; first_name?: string; last_name?: string } = {},
): Promise<string> =>
  callAs(sql, visitor, 'invite_staff', {
    p_fields: { email, first_name: 'Ada', last_name: 'Lane', role, ...names },
  })

/** A confirmed account with this address. */
export async function account(sql: Sql, email: string, isConfirmed = true): Promise<Visitor> {
  const user = { id: randomUUID(), email }
  await sql`insert into auth.users (id, email, email_confirmed_at)
    values (${user.id}, ${email}, ${isConfirmed ? new Date() : null})`
  return { user }
}

/** The tokens that emails of the outbox to an address hold, the oldest email first. */
export async function tokensTo(sql: Sql, email: string): Promise<string[]> {
  const rows = await sql<{ token: string }[]>`
    select data ->> 'token' as token from email_outbox
    where kind = 'staff_invitation' and recipient = ${email} order by created_at, id`
  return rows.map(({ token }) => token)
}

/** The token of the only email to an address. */
export async function tokenTo(sql: Sql, email: string): Promise<string> {
  const [token, ...others] = await tokensTo(sql, email)
  if (!token || others.length > 0) throw new Error('there is not one email')
  return token
}

export const read = (sql: Sql, visitor: Visitor, token: string): Promise<{ state: string }> =>
  callAs(sql, visitor, 'read_invitation', { p_token: token })
export const accept = (sql: Sql, visitor: Visitor, token: string): Promise<string> =>
  callAs(sql, visitor, 'accept_invitation', { p_token: token })
export const officeStaff = (sql: Sql, visitor: Visitor): Promise<OfficeStaff> =>
  callAs(sql, visitor, 'office_staff', {})

/** The hash that the database keeps of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** A person's record as staff. */
export async function recordOf(
  sql: Sql,
  { user }: Visitor,
): Promise<{ id: string; role: string; is_active: boolean }> {
  const [row] = await sql<{ id: string; role: string; is_active: boolean }[]>`
    select id, role, is_active from admin_users where user_id = ${user?.id ?? null}`
  if (!row) throw new Error('is not staff')
  return row
}
