import { randomBytes, randomUUID } from 'node:crypto'
import postgres, { type ReservedSql, type Sql } from 'postgres'
import type { Visitor } from './declaration/people'
import type { Role } from './declaration/rights'

export type { Visitor }

let addresses = 0

/** The header by which the embedded backend reports a caller's address, with one that no other visitor has. */
function ownAddress(): Record<string, string> {
  addresses += 1
  return {
    'x-forwarded-for': `10.${String(addresses >> 16)}.${String((addresses >> 8) & 255)}.${String(addresses & 255)}`,
  }
}

/** The same for a signed-in user, who has one address, whatever else they send. */
function addressOf({ id }: { id: string }): Record<string, string> {
  const [first, second, third] = Buffer.from(id.replaceAll('-', ''), 'hex')
  return { 'x-forwarded-for': `11.${String(first)}.${String(second)}.${String(third)}` }
}

/** A guest with an unguessable cart id and a network address of their own. */
export function guest(): Visitor {
  return { headers: { 'x-session-id': `session_${randomBytes(24).toString('hex')}`, ...ownAddress() } }
}

/** A freshly signed-up user. */
export async function signUp(
  sql: Sql,
  names: { first_name?: string; last_name?: string } = {},
): Promise<Visitor> {
  const user = { id: randomUUID(), email: `${randomUUID()}@example.test` }
  await sql`insert into auth.users (id, email, raw_user_meta_data) values (${user.id}, ${user.email}, ${JSON.stringify(names)}::text::jsonb)`
  return { user }
}

/** A signed-in member of staff, with every right where no role is named. */
export async function signUpStaff(sql: Sql, role: Role = 'super_admin'): Promise<Visitor> {
  const visitor = await signUp(sql)
  await sql`insert into admin_users (user_id, first_name, role) values (${visitor.user?.id ?? null}, 'Rowan', ${role})`
  return visitor
}

/** More connections to the same database than a backend keeps for itself. @param max how many at once */
export function connections(sql: Sql, max: number): Sql {
  const { host, port, database, user, pass } = sql.options
  return postgres({
    host: host[0],
    port: port[0],
    database,
    user,
    ...(typeof pass === 'string' && { password: pass }),
    max,
    onnotice: () => undefined,
  })
}

/**
 * Runs statements as one API request of a visitor: their role, claims and headers, one transaction.
 *
 * On a reserved connection: the pool's own `begin` may be sent down a busy one and, when that cannot write at once, is not
 * recognised as the start of a transaction.
 */
export async function as<T>(sql: Sql, visitor: Visitor, work: (tx: ReservedSql) => Promise<T>): Promise<T> {
  const tx = await sql.reserve()
  try {
    await tx`begin`
    const claims = visitor.user
      ? {
          sub: visitor.user.id,
          email: visitor.user.email,
          role: 'authenticated',
          session_id: visitor.session,
          ...visitor.claims,
        }
      : { role: 'anon' }
    await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
      set_config('request.jwt.claim.sub', ${visitor.user?.id ?? ''}, true),
      set_config('request.headers', ${JSON.stringify({ ...(visitor.user && addressOf(visitor.user)), ...visitor.headers })}, true)`
    await tx.unsafe(`set local role ${visitor.user ? 'authenticated' : 'anon'}`)
    const result = await work(tx)
    await tx`commit`
    return result
  } catch (error) {
    await tx`rollback`.catch(() => undefined) // a cut line has rolled back by itself
    throw error
  } finally {
    tx.release()
  }
}

/** The error of a statement that must fail, as the API would pass it on. */
export async function rejection(
  attempt: Promise<unknown>,
): Promise<{ code: string; message: string; hint: string; detail: string }> {
  const error: unknown = await attempt.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  )
  const field = (name: string): string =>
    typeof error === 'object' && error !== null && name in error ? String(Reflect.get(error, name) ?? '') : ''
  return { code: field('code'), message: field('message'), hint: field('hint'), detail: field('detail') }
}

/** Resolves when so many statements wait for locks that others hold. */
export async function othersWaiting(sql: Sql, many: number): Promise<void> {
  for (;;) {
    const [row] = await sql<{ waiting: number }[]>`
      select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if ((row?.waiting ?? 0) >= many) return
  }
}
