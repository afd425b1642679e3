import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { hashPassword } from './users'

export type PasswordFinding = 'right' | 'wrong' | 'unconfirmed'

/** Compares a password with two bcrypt hashes. */
export type ComparePassword = (
  password: string,
  hashes: readonly [string, string],
) => Promise<readonly [boolean, boolean]>

/**
 * Checks passwords in constant time for any address: always two hashes, the account's and the newest pending
 * sign-up's, with a dummy hash in place of a missing one.
 * @param sql a superuser's connection
 */
export function passwordChecker(
  sql: Sql,
  compare: ComparePassword = comparedBy(sql),
): (email: string, password: string) => Promise<PasswordFinding> {
  let dummyHash: Promise<string> | undefined
  return async (email, password) => {
    dummyHash ??= hashPassword(sql, randomUUID())
    const none = await dummyHash
    const [stored] = await sql<{ account: string | null; waiting: string | null }[]>`
      select (select encrypted_password from auth.users where email = ${email} and email_confirmed_at is not null) as account,
        (select password_hash from embedded.email_codes
          where kind = 'signup' and email = ${email} and created_at > now() - interval '1 day' order by id desc limit 1) as waiting`
    // bcrypt reads 72 bytes only.
    const [right, waits] = await compare(password.slice(0, 72), [
      stored?.account || none,
      stored?.waiting || none,
    ])
    return right ? 'right' : waits ? 'unconfirmed' : 'wrong'
  }
}

/** By the database, off this process's only thread. It knows the newer name of the same hash, `$2b$`, only as `$2a$`. */
function comparedBy(sql: Sql): ComparePassword {
  return async (password, hashes) => {
    const [account, pending] = hashes.map((hash) => hash.replace(/^\$2[by]\$/, '$2a$'))
    const [row] = await sql<{ account: boolean; waiting: boolean }[]>`
      select extensions.crypt(${password}, ${account ?? ''}) = ${account ?? ''} as account, extensions.crypt(${password}, ${pending ?? ''}) = ${pending ?? ''} as waiting`
    return [row?.account ?? false, row?.waiting ?? false]
  }
}
