import postgres from 'postgres'
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

/**
 * Listens to committed changes through logical decoding, in commit order. The replication slot is temporary, so nothing
 * is left behind after a crash.
 * @returns the unsubscribe function
 */
export async function listenToChanges(
  address: PostgresAddress,
  onChange: (change: Change) => void,
): Promise<() => Promise<void>> {
  const sql = postgres({
    ...address,
    max: 1,
    onnotice: () => undefined,
    publications: 'supabase_realtime',
    types: {
      json: asText(114),
      jsonb: asText(3802),
      timestamptz: asText(1184),
      timestamp: asText(1114),
      date: asText(1082),
    },
  })
  await sql.subscribe('*', (row, { command, relation }) => {
    const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE'
    onChange({ type, schema: relation.schema, table: relation.table, row: row ?? {} })
  })
  return () => sql.end({ timeout: 1 })
}

function asText(oid: number): postgres.PostgresType {
  return { to: oid, from: [oid], serialize: String, parse: (text: string) => text }
}
