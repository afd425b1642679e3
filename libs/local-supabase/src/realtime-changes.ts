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
 * Listens to committed changes through logical decoding, in commit order. The replication slot is temporary, so nothing
 * is left behind after a crash. Changes during an outage are lost: subscribers refetch.
 * @returns the unsubscribe function
 */
export async function listenToChanges(
  server: PostgresServer,
  onChange: (change: Change) => void,
): Promise<() => Promise<void>> {
  let sql = await subscribe(server.address, onChange)
  const unsubscribe = server.onRestart(async () => {
    await sql.end({ timeout: 0 })
    sql = await subscribe(server.address, onChange)
  })
  return async () => {
    unsubscribe()
    await sql.end({ timeout: 1 })
  }
}

async function subscribe(
  address: PostgresAddress,
  onChange: (change: Change) => void,
): Promise<postgres.Sql> {
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
    // The driver would reconnect at once and give up at the first refusal, so each attempt gets one socket.
    socket: () => {
      if (used) return new Promise<Socket>(() => undefined)
      used = true
      return opened(address)
    },
  }
  const sql = postgres(options)
  await sql.subscribe('*', (row, { command, relation }) => {
    const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE'
    onChange({ type, schema: relation.schema, table: relation.table, row: row ?? {} })
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
