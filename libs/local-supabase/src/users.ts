import { randomUUID } from 'node:crypto'
import type { ISql, JSONValue, Sql } from 'postgres'

export interface NewUser {
  email: string
  password: string
  metadata: Record<string, JSONValue>
}

/**
 * The bcrypt hash of a password, made by the database: off this process's only thread. bcrypt reads 72 bytes.
 * @param sql a superuser's connection
 */
export async function hashPassword(sql: ISql, password: string): Promise<string> {
  const [row] = await sql<
    { hash: string }[]
  >`select extensions.crypt(${password}, extensions.gen_salt('bf', 10)) as hash`
  if (!row) throw new Error('the database made no hash')
  return row.hash
}

/** The identity data stored with an account's email address. */
export function accountDetails(
  { id, email, metadata }: { id: string; email: string; metadata: Record<string, JSONValue> },
  verified: boolean,
): Record<string, JSONValue> {
  return { ...metadata, sub: id, email, email_verified: verified, phone_verified: false }
}

/**
 * Makes an account whose address counts as confirmed.
 * @param sql a superuser's connection
 * @returns whether it was made: false when the address is taken
 */
export async function makeUser(
  sql: ISql,
  user: { id: string; email: string; passwordHash: string; metadata: Record<string, JSONValue> },
): Promise<boolean> {
  const details = accountDetails(user, true)
  const made = await sql`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${user.id}, 'authenticated', 'authenticated', ${user.email}, ${user.passwordHash}, now(),
      ${sql.json({ provider: 'email', providers: ['email'] })}, ${sql.json(details)})
    on conflict do nothing returning id`
  if (made.length === 0) return false
  await sql`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data)
    values (gen_random_uuid(), 'email', ${user.id}, ${user.id}, ${sql.json(details)})`
  return true
}

/**
 * Makes an account with a password, whose address counts as confirmed.
 * @param sql a superuser's connection
 * @returns its id, or undefined when the address is taken
 */
export async function createUser(
  sql: Sql,
  { email, password, metadata }: NewUser,
): Promise<string | undefined> {
  const user = {
    id: randomUUID(),
    email: email.toLowerCase(),
    passwordHash: await hashPassword(sql, password),
    metadata,
  }
  const made = await sql.begin((tx) => makeUser(tx, user))
  return made ? user.id : undefined
}

/** The id of the confirmed account with this email address. */
export async function confirmedUserId(sql: Sql, email: string): Promise<string | undefined> {
  const [row] = await sql<
    { id: string }[]
  >`select id from auth.users where email = ${email} and email_confirmed_at is not null`
  return row?.id
}

/** The email address of an account. */
export async function emailOfUser(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql<{ email: string | null }[]>`select email from auth.users where id = ${id}`
  return row?.email ?? undefined
}
