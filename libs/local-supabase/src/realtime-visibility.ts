import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from 'postgres'

/** One that runs longer is not the transaction that has just committed. */
const maxMs = 2000
const pauseMs = 2

const runningTransactions = async (sql: Sql): Promise<string[]> => {
  const running = await sql<{ id: string }[]>`
    select backend_xid::text as id from pg_stat_activity where datname = current_database() and backend_xid is not null`
  return running.map(({ id }) => id)
}

/** Waits until every transaction that writes now has ended, at most two seconds. */
async function runningTransactionsEnd(sql: Sql): Promise<void> {
  const until = performance.now() + maxMs
  let running = await runningTransactions(sql)
  while (running.length > 0 && performance.now() < until) {
    await delay(pauseMs)
    const still = new Set(await runningTransactions(sql))
    running = running.filter((id) => still.has(id))
  }
}

/**
 * Makes a function that waits until other sessions can read what has been committed before its call. PostgreSQL's log tells of a
 * commit a moment earlier: `CommitTransaction` flushes the log, then leaves the list of running transactions.
 * Calls during a wait share the next one.
 * @param sql a superuser's connection, since others are not told of all transactions
 */
export function visibilityOf(sql: Sql): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    if (next) return next
    const begun = last
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return runningTransactionsEnd(sql)
      })
    next = begun
    last = begun
    return begun
  }
}
