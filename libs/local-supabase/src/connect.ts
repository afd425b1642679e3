import postgres, { type Sql } from 'postgres'
import type { PostgresAddress } from './postgres-server'

/** Runs statements in a session of their own, which ends with them. */
export async function connect(
  address: PostgresAddress,
  act: (sql: Sql) => PromiseLike<unknown>,
): Promise<void> {
  const sql = postgres({ ...address, max: 1, onnotice: () => undefined })
  try {
    await act(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}
