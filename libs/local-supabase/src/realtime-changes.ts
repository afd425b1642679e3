import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import postgres from 'postgres'
import type { PostgresAddress, PostgresServer } from './postgres-server'

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
 * Hears of committed changes through logical decoding, in commit order. The slot is temporary: it leaves nothing
 * behind, whatever ends us. What was changed while the database was down is not told: subscribers refetch.
 * @returns what ends the listening
 */
export async function listenToChanges(
  server: PostgresServer,
  hear: (change: Change) => void,
): Promise<() => Promise<void>> {
  let sql = await subscribe(server.address, hear)
  const forget = server.onRestart(async () => {
    await sql.end({ timeout: 0 })
    sql = await subscribe(server.address, hear)
  })
  return async () => {
    forget()
    await sql.end({ timeout: 1 })
  }
}

async function subscribe(address: PostgresAddress, hear: (change: Change) => void): Promise<postgres.Sql> {
  let used = false
  const options = {
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
    // The driver would reconnect the moment the database is gone and give up at the first refusal: one socket, and we begin anew.
    socket: () => {
      if (used) return new Promise<Socket>(() => undefined)
      used = true
      return opened(address)
    },
  }
  const sql = postgres(options)
  await sql.subscribe('*', (row, { command, relation }) => {
    const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE'
    hear({ type, schema: relation.schema, table: relation.table, row: row ?? {} })
  })
  return sql
}

function asText(oid: number): postgres.PostgresType {
  return { to: oid, from: [oid], serialize: String, parse: (text: string) => text }
}

function opened({ host, port }: PostgresAddress): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      resolve(socket)
    })
  })
}
