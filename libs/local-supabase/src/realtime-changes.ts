import { randomUUID } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import type { PostgresAddress } from './postgres-server'

type Row = Record<string, unknown>

/** A committed change of a row in a table of the publication `supabase_realtime`. */
export interface Change {
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  schema: string
  table: string
  /** The new row (for DELETE the old one), as far as the log holds it: values may be missing. */
  row: Row
}

/** What happens to the stream of changes. */
export interface ChangeListener {
  onChange(change: Change): void
  /** The stream has ended, for whatever reason: changes are missed until `onStart`. */
  onInterruption(): void
  /** The stream runs. */
  onStart(): void
}

/** A stream of changes that begins anew whenever it ends. */
export interface ChangeStream {
  stop(): Promise<void>
}

/** How often it is checked that PostgreSQL still sends changes, in milliseconds. */
const checkMs = 1000

/**
 * Follows committed changes through logical decoding, in commit order. The replication slot is temporary, so nothing
 * is left behind after a crash.
 * @param sql a superuser's connection, by which PostgreSQL is asked whether it still sends changes
 * @throws Error when the first stream cannot be started
 */
export async function followChanges(
  address: PostgresAddress,
  sql: Sql,
  { onChange, onInterruption, onStart }: ChangeListener,
): Promise<ChangeStream> {
  const name = `realtime-${randomUUID()}`
  let isRunning = false
  let end = () => Promise.resolve()

  const interrupted = () => {
    if (!isRunning) return
    isRunning = false
    onInterruption()
  }

  const start = async (): Promise<void> => {
    const stream = postgres({
      ...address,
      max: 1,
      connect_timeout: 5,
      onnotice: () => undefined,
      publications: 'supabase_realtime',
      connection: { application_name: name },
      types: {
        json: asText(114),
        jsonb: asText(3802),
        timestamptz: asText(1184),
        timestamp: asText(1114),
        date: asText(1082),
      },
    })
    end = () => stream.end({ timeout: 1 })
    await stream.subscribe(
      '*',
      (row, { command, relation }) => {
        const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE'
        onChange({ type, schema: relation.schema, table: relation.table, row: row ?? {} })
      },
      () => {
        // The driver has reconnected by itself.
        interrupted()
        isRunning = true
        onStart()
      },
    )
  }

  const check = async (): Promise<void> => {
    const [sender] = await sql`select 1 from pg_stat_replication where application_name = ${name}`
    if (sender) return
    interrupted()
    await end()
    await start()
  }

  await start()
  let checking = Promise.resolve()
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    // Without an answer the next check asks again.
    checking = check()
      .catch(interrupted)
      .finally(() => {
        isChecking = false
      })
  }, checkMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await checking
      await end()
    },
  }
}

function asText(oid: number): postgres.PostgresType {
  return { to: oid, from: [oid], serialize: String, parse: (text: string) => text }
}
