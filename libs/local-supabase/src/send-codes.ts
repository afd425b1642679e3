import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { existingAccountEmail, linkEmail, type CodeKind, type LinkPage } from './account-emails'
import { endEmailChanges, firstPending, issueCode, type Pending } from './email-codes'
import { confirmedUserId, emailOfUser } from './users'

/** What sending needs: a superuser's connection, and the shop's origin for the links. */
interface Sender {
  sql: Sql
  siteUrl: string
}

type Details = Pick<Pending, 'kind' | 'email' | 'userId' | 'usable'> & Partial<Pending>

/** Sends the email whose link or code confirms a change, or one that tells the owner of a known address. */
export async function sendCode({ sql, siteUrl }: Sender, details: Details, page?: LinkPage): Promise<void> {
  const pending: Pending = { passwordHash: null, metadata: {}, newEmail: null, ...details }
  const { kind, email, userId, newEmail, usable } = pending
  const purpose =
    kind === 'email_change' ? { from: (await emailOfUser(sql, userId)) ?? '', to: newEmail ?? email } : kind
  await issueCode(
    sql,
    pending,
    (proof) =>
      usable || kind === 'recovery'
        ? linkEmail(purpose, email, proof, siteUrl, page)
        : existingAccountEmail(kind, email, siteUrl),
    usable || kind !== 'recovery',
  )
}

/** Sends the email of a pending sign-up or change of address again. With none, the response takes as long. */
export async function sendAgain(
  sender: Sender,
  kind: Exclude<CodeKind, 'recovery'>,
  email: string,
): Promise<void> {
  const pending = await firstPending(sender.sql, kind, email)
  if (pending) return sendCode(sender, pending)
  const newEmail = kind === 'email_change' ? email : null
  const nobody = {
    kind,
    email,
    newEmail,
    userId: randomUUID(),
    passwordHash: null,
    metadata: {},
    usable: false,
  }
  await issueCode(sender.sql, nobody, (proof) => linkEmail('signup', email, proof, sender.siteUrl), false)
}

/** Writes to the present and the new address of an account; both confirm, or nothing changes. */
export async function sendEmailChange(
  sender: Sender,
  { id, email }: { id: string; email: string },
  newEmail: string,
): Promise<void> {
  const isTaken = (await confirmedUserId(sender.sql, newEmail)) !== undefined
  await endEmailChanges(sender.sql, id)
  const change = { kind: 'email_change' as const, userId: id, newEmail }
  await sendCode(sender, { ...change, email: newEmail, usable: !isTaken })
  if (email !== '') await sendCode(sender, { ...change, email, usable: true })
}
