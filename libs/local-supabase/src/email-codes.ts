import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { ISql, JSONValue, Sql } from 'postgres'
import type { CodeKind, Proof } from './account-letters'
import { storeMail, type NewMail } from './mailbox'
import { makeUser } from './users'

/** Failed attempts after which a mailbox's codes are void; links cannot be guessed and remain valid. */
export const maxWrongTries = 10

/** The change that a letter's link or code confirms. */
export interface Pending {
  kind: CodeKind
  /** The address that confirms it, in lower case. */
  email: string
  /** The account; for a sign-up the one to be created. */
  userId: string
  /** For a sign-up: the bcrypt hash and the details to apply when its link is followed. */
  passwordHash: string | null
  metadata: Record<string, JSONValue>
  /** False where the link or code must not work, which keeps the timing equal for all addresses. */
  usable: boolean
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const codeHash = (email: string, code: string): string => sha256(`${email} ${code}`)

/**
 * Stores the pending change and its letter in one transaction, the same whether or not the address has an account, so
 * that timing reveals nothing.
 * @param sql a superuser's connection
 * @param write the letter, or undefined when none is sent
 */
export async function issueCode(
  sql: Sql,
  pending: Pending,
  write: (proof: Proof) => NewMail | undefined,
): Promise<void> {
  const proof = {
    token: randomBytes(32).toString('hex'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  }
  const { kind, email, userId, passwordHash, metadata, usable } = pending
  await sql.begin(async (tx) => {
    await tx`delete from embedded.email_codes where created_at < now() - interval '1 day'`
    await tx`
      insert into embedded.email_codes (kind, email, user_id, token_hash, code_hash, password_hash, metadata, usable)
      values (${kind}, ${email}, ${userId}, ${sha256(proof.token)}, ${codeHash(email, proof.code)}, ${passwordHash}, ${tx.json(metadata)}, ${usable})`
    const letter = write(proof)
    if (letter) await storeMail(tx, letter)
  })
}

/** The newest pending change of this kind for an address within a day. */
export async function newestCode(sql: Sql, kind: CodeKind, email: string): Promise<Pending | undefined> {
  const [row] = await sql<Pending[]>`
    select kind, email, user_id as "userId", password_hash as "passwordHash", metadata, usable
    from embedded.email_codes where kind = ${kind} and email = ${email} and created_at > now() - interval '1 day' order by id desc limit 1`
  return row
}

/**
 * Redeems a link's token or a typed code, valid for an hour, and prepares the account. A sign-up gets the password of
 * that same sign-up, even if others used the address too; all other codes of the kind become void.
 * @returns the token hash with which the account service opens a session; undefined when invalid
 */
export function redeemCode(
  sql: Sql,
  kind: CodeKind,
  by: { token: string } | { email: string; code: string },
): Promise<string | undefined> {
  return sql.begin(async (tx) => {
    const code = 'token' in by ? await byToken(tx, kind, by.token) : await byCode(tx, kind, by.email, by.code)
    if (!code) return undefined
    const ticket = randomBytes(32).toString('hex')
    const done = await prepare(tx, code, ticket)
    if (!done) return undefined
    await tx`delete from embedded.email_codes where kind = ${kind} and (email = ${code.email} or user_id = ${code.userId})`
    return ticket
  })
}

async function byToken(tx: ISql, kind: CodeKind, token: string): Promise<Pending | undefined> {
  const [row] = await tx<Pending[]>`
    select kind, email, user_id as "userId", password_hash as "passwordHash", metadata, usable from embedded.email_codes
    where token_hash = ${sha256(token)} and kind = ${kind} and usable and created_at > now() - interval '1 hour' for update`
  return row
}

async function byCode(tx: ISql, kind: CodeKind, email: string, code: string): Promise<Pending | undefined> {
  const rows = await tx<(Pending & { codeHash: string })[]>`
    select kind, email, user_id as "userId", password_hash as "passwordHash", metadata, usable, code_hash as "codeHash" from embedded.email_codes
    where email = ${email} and kind = ${kind} and created_at > now() - interval '1 hour' and wrong_tries < ${maxWrongTries} order by id for update`
  const matching = rows.find((row) => row.usable && row.codeHash === codeHash(email, code))
  if (!matching) {
    await tx`
      update embedded.email_codes set wrong_tries = wrong_tries + 1
      where email = ${email} and kind = ${kind} and created_at > now() - interval '1 hour'`
  }
  return matching
}

/** Stores the token hash for the account service. @returns whether the account exists */
async function prepare(
  tx: ISql,
  { kind, email, userId, passwordHash, metadata }: Pending,
  ticket: string,
): Promise<boolean> {
  if (kind === 'signup') {
    // Data folders of earlier versions hold accounts that were never confirmed.
    await tx`delete from auth.users where email = ${email} and email_confirmed_at is null`
    const made = passwordHash !== null && (await makeUser(tx, { id: userId, email, passwordHash, metadata }))
    if (made)
      await tx`update auth.users set confirmation_token = ${ticket}, confirmation_sent_at = now() where id = ${userId}`
    return made
  }
  const changed =
    kind === 'recovery'
      ? await tx`update auth.users set recovery_token = ${ticket}, recovery_sent_at = now() where id = ${userId} and email = ${email} returning id`
      : await tx`
        update auth.users set email_change = ${email}, email_change_token_new = ${ticket}, email_change_sent_at = now()
        where id = ${userId} and not exists (select from auth.users as taken where taken.email = ${email}) returning id`
  return changed.length > 0
}
