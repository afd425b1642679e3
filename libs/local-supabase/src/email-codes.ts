import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { ISql, JSONValue, Sql } from 'postgres'
import type { CodeKind, Proof } from './account-emails'
import { storeMail, type NewMail } from './mailbox'
import { makeUser } from './users'

/** Failed attempts at a mailbox's codes of one kind within an hour, after which they are void; links cannot be guessed and remain valid. */
export const maxWrongTries = 10

/** The change that an email's link or code confirms. */
export interface Pending {
  kind: CodeKind
  /** The address that confirms it, in lower case. */
  email: string
  /** The account; for a sign-up the one to be created. */
  userId: string
  /** For a sign-up: the bcrypt hash and the details to apply when its link or code is used. */
  passwordHash: string | null
  metadata: Record<string, JSONValue>
  /** For a change of address: the address to come. The present one and the new one each confirm it. */
  newEmail: string | null
  /** False where the link or code must not work, which keeps the timing equal for all addresses. */
  usable: boolean
}

/** What a link or code has confirmed: the token hash with which the account service opens a session, or one of two mailboxes. */
export type Redeemed = { ticket: string } | 'half'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const codeHash = (email: string, code: string): string => sha256(`${email} ${code}`)

/**
 * Stores the pending change and its email in one transaction, the same whether or not the address has an account, so
 * that timing reveals nothing. A new code ends those before it, and takes over their failed attempts. The link of a
 * sign-up goes on working beside later sign-ups of the address, which may be a stranger's.
 * @param sql a superuser's connection
 * @param write writes the email, even when none is sent: that takes time as well
 */
export async function issueCode(
  sql: Sql,
  pending: Pending,
  write: (proof: Proof) => Promise<NewMail>,
  isSent: boolean,
): Promise<void> {
  const proof = {
    token: randomBytes(32).toString('hex'),
    code: String(randomInt(1_000_000)).padStart(6, '0'),
  }
  const { kind, email, userId, passwordHash, metadata, newEmail, usable } = pending
  await sql.begin(async (tx) => {
    await tx`delete from embedded.email_codes where created_at < now() - interval '1 day'`
    const [tried] = await tx<{ wrong: number }[]>`
      select coalesce(max(wrong_tries), 0) as wrong from embedded.email_codes
      where email = ${email} and kind = ${kind} and created_at > now() - interval '1 hour'`
    if (kind === 'signup')
      await tx`update embedded.email_codes set code_hash = '' where email = ${email} and kind = 'signup'`
    else
      await tx`
        delete from embedded.email_codes where kind = ${kind} and email = ${email}
          and (kind = 'recovery' or user_id = ${userId})`
    await tx`
      insert into embedded.email_codes
        (kind, email, user_id, token_hash, code_hash, password_hash, metadata, new_email, usable, wrong_tries)
      values (${kind}, ${email}, ${userId}, ${sha256(proof.token)}, ${codeHash(email, proof.code)}, ${passwordHash},
        ${tx.json(metadata)}, ${newEmail}, ${usable}, ${tried?.wrong ?? 0})`
    const message = await write(proof)
    if (isSent) await storeMail(tx, message)
  })
}

const columns = (sql: ISql) =>
  sql`kind, email, user_id as "userId", password_hash as "passwordHash", metadata, new_email as "newEmail", usable`

/**
 * What "send again" repeats without a password: of sign-ups the first within a day, whose password hosted Supabase keeps
 * as well; of changes of address the only one.
 */
export async function firstPending(sql: Sql, kind: CodeKind, email: string): Promise<Pending | undefined> {
  const [row] = await sql<Pending[]>`
    select ${columns(sql)} from embedded.email_codes
    where kind = ${kind} and email = ${email} and confirmed_at is null and created_at > now() - interval '1 day'
    order by id limit 1`
  return row
}

/** Ends the changes of address that an account has asked for. */
export async function endEmailChanges(sql: Sql, userId: string): Promise<void> {
  await sql`delete from embedded.email_codes where kind = 'email_change' and user_id = ${userId}`
}

/**
 * Redeems a link's token or a typed code, valid for an hour, and prepares the account. A sign-up gets the password of
 * that same sign-up, even if others used the address too; all other codes of the kind become void.
 * @returns undefined when it is invalid
 */
export function redeemCode(
  sql: Sql,
  kind: CodeKind,
  by: { token: string } | { email: string; code: string },
): Promise<Redeemed | undefined> {
  return sql.begin(async (tx) => {
    const code = 'token' in by ? await byToken(tx, kind, by.token) : await byCode(tx, kind, by.email, by.code)
    if (!code) return undefined
    if (kind === 'email_change' && !(await isConfirmedByBoth(tx, code))) return 'half'
    const ticket = randomBytes(32).toString('hex')
    const done = await prepare(tx, code, ticket)
    if (!done) return undefined
    await tx`delete from embedded.email_codes where kind = ${kind} and (email = ${code.email} or user_id = ${code.userId})`
    return { ticket }
  })
}

async function byToken(tx: ISql, kind: CodeKind, token: string): Promise<Pending | undefined> {
  const [row] = await tx<Pending[]>`
    select ${columns(tx)} from embedded.email_codes
    where token_hash = ${sha256(token)} and kind = ${kind} and usable and confirmed_at is null
      and created_at > now() - interval '1 hour' for update`
  return row
}

async function byCode(tx: ISql, kind: CodeKind, email: string, code: string): Promise<Pending | undefined> {
  const rows = await tx<(Pending & { codeHash: string })[]>`
    select ${columns(tx)}, code_hash as "codeHash" from embedded.email_codes
    where email = ${email} and kind = ${kind} and confirmed_at is null and created_at > now() - interval '1 hour'
      and wrong_tries < ${maxWrongTries} order by id for update`
  const matching = rows.find((row) => row.usable && row.codeHash === codeHash(email, code))
  if (!matching) {
    await tx`
      update embedded.email_codes set wrong_tries = wrong_tries + 1
      where email = ${email} and kind = ${kind} and created_at > now() - interval '1 hour'`
  }
  return matching
}

/** Notes that this mailbox has confirmed the change of address. @returns whether every mailbox asked has */
async function isConfirmedByBoth(tx: ISql, { email, userId }: Pending): Promise<boolean> {
  // Two mailboxes that confirm at the same time wait for each other here.
  await tx`select from embedded.email_codes where kind = 'email_change' and user_id = ${userId} order by id for update`
  await tx`
    update embedded.email_codes set confirmed_at = now()
    where kind = 'email_change' and user_id = ${userId} and email = ${email}`
  const waiting = await tx`
    select from embedded.email_codes
    where kind = 'email_change' and user_id = ${userId} and confirmed_at is null`
  return waiting.length === 0
}

/** Stores the token hash for the account service. @returns whether the account exists */
async function prepare(
  tx: ISql,
  { kind, email, userId, passwordHash, metadata, newEmail }: Pending,
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
        update auth.users set email_change = ${newEmail}, email_change_token_new = ${ticket}, email_change_sent_at = now()
        where id = ${userId} and not exists (select from auth.users as taken where taken.email = ${newEmail}) returning id`
  return changed.length > 0
}
