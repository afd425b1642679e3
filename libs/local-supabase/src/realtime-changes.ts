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
 * behind, whatever ends us.
 * @returns what ends the listening
 */
export async function listenToChanges(server: PostgresServer, hear: (change: Change) => void): Promise<() => Promise<void>> {
  const options = {
    ...server.address,
    max: 1,
    onnotice: () => undefined,
    publications: 'supabase_realtime',
    types: { json: asText(114), jsonb: asText(3802), timestamptz: asText(1184), timestamp: asText(1114), date: asText(1082) },
    // The driver reconnects by itself but gives up at the first refusal: a server that is being restarted is waited for.
    socket: async () => {
      await server.ready()
      return opened(server.address)
    },
  }
  const sql = postgres(options)
  await sql.subscribe('*', (row, { command, relation }) => {
    const type = command === 'insert' ? 'INSERT' : command === 'update' ? 'UPDATE' : 'DELETE'
    hear({ type, schema: relation.schema, table: relation.table, row: row ?? {} })
  })
  return () => sql.end({ timeout: 1 })
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
