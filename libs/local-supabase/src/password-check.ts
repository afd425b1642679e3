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
 * Checks passwords with the same work whoever is named: always two hashes, of the account and of the newest sign-up
 * that waits for its confirmation, and of nobody's where there is none.
 * @param sql a superuser's connection
 */
export function passwordChecker(
  sql: Sql,
  compare: ComparePassword = comparedBy(sql),
): (email: string, password: string) => Promise<PasswordFinding> {
  let nobody: Promise<string> | undefined
  return async (email, password) => {
    nobody ??= hashPassword(sql, randomUUID())
    const none = await nobody
    const [kept] = await sql<{ account: string | null; waiting: string | null }[]>`
      select (select encrypted_password from auth.users where email = ${email} and email_confirmed_at is not null) as account,
        (select password_hash from embedded.email_codes
          where kind = 'signup' and email = ${email} and created_at > now() - interval '1 day' order by id desc limit 1) as waiting`
    // bcrypt reads 72 bytes: more need not travel.
    const [right, waits] = await compare(password.slice(0, 72), [
      kept?.account || none,
      kept?.waiting || none,
    ])
    return right ? 'right' : waits ? 'unconfirmed' : 'wrong'
  }
}

/** By the database, off this process's only thread. It knows the newer name of the same hash, `$2b$`, only as `$2a$`. */
function comparedBy(sql: Sql): ComparePassword {
  return async (password, hashes) => {
    const [account, waiting] = hashes.map((hash) => hash.replace(/^\$2[by]\$/, '$2a$'))
    const [row] = await sql<{ account: boolean; waiting: boolean }[]>`
      select extensions.crypt(${password}, ${account ?? ''}) = ${account ?? ''} as account, extensions.crypt(${password}, ${waiting ?? ''}) = ${waiting ?? ''} as waiting`
    return [row?.account ?? false, row?.waiting ?? false]
  }
}
