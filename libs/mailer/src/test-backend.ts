import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import * as v from 'valibot'
import type { Clock } from './clock'
import { order } from './emails/samples'

/** A row of the outbox as the database keeps it. */
interface Row {
  id: string
  kind: string
  recipient: string
  data: unknown
  created_at: string
  status: 'pending' | 'sent' | 'failed'
  attempts: number
  last_error: string | null
  due: number
}

/** A PostgREST with an outbox that lends, settles and waits as the database does. */
export interface TestBackend {
  url: string
  rows: Row[]
  /** Every path asked for, in order. */
  requests: string[]
  /** The present faults: a path hangs up, or responds with a status. */
  faults: Map<string, 'hang up' | number>
  /** Stored files in the order of their ids, and whether something shows them. */
  files: { bucket: string; name: string; shown: boolean }[]
  queue(recipient?: string, changes?: Partial<Row>): Row
  close(): Promise<void>
}

export const secretKey = 'sb_secret_test'
const claimBody = v.pipe(v.string(), v.parseJson(), v.object({ p_limit: v.number() }))
const settleBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ p_id: v.string(), p_error: v.nullable(v.string()) }),
)
const filesBody = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ p_after: v.nullable(v.string()), p_limit: v.number() }),
)
const removalBody = v.pipe(v.string(), v.parseJson(), v.object({ prefixes: v.array(v.string()) }))
const minute = 60_000
/** Files a call looks at, so that few are needed for several calls. */
const filesAtOnce = 2

export async function startTestOutbox(clock: Clock): Promise<TestBackend> {
  const rows: Row[] = []
  const asked: string[] = []
  const broken: TestBackend['faults'] = new Map()
  const files: TestBackend['files'] = []

  const claim = (limit: number) => {
    const due = rows
      .filter(({ status, due: at }) => status === 'pending' && at <= clock.now())
      .slice(0, limit)
    for (const row of due) {
      row.attempts += 1
      row.due = clock.now() + 2 * minute
    }
    return due
  }
  const settle = (id: string, error: string | null) => {
    const row = rows.find((one) => one.id === id && one.status === 'pending')
    if (!row) return null
    row.status = error === null ? 'sent' : row.attempts >= 8 ? 'failed' : 'pending'
    row.last_error = error
    row.due = clock.now() + minute * 2 ** (row.attempts - 1)
    return row.status
  }
  const unreferenced = (after: string | null) => {
    const start = after === null ? 0 : Number(after)
    const page = files.slice(start, start + filesAtOnce)
    return {
      after: page.length === filesAtOnce ? String(start + filesAtOnce) : null,
      pictures: page.filter(({ shown }) => !shown).map(({ bucket, name }) => ({ bucket, name })),
    }
  }
  const remove = (path: string, names: readonly string[]) => {
    const removed = files.filter(({ bucket, name }) => path.endsWith(`/${bucket}`) && names.includes(name))
    // The others keep their places, as ids do.
    for (const file of removed) file.shown = true
    return removed.map(({ name }) => ({ name }))
  }
  const respond = (path: string, body: string): unknown => {
    if (path === '/rest/v1/rpc/claim_mail') return claim(v.parse(claimBody, body).p_limit)
    if (path === '/rest/v1/rpc/sweep') return { expired_sessions: 0 }
    if (path === '/rest/v1/rpc/unreferenced_pictures') return unreferenced(v.parse(filesBody, body).p_after)
    if (path.startsWith('/storage/v1/object/')) return remove(path, v.parse(removalBody, body).prefixes)
    if (path === '/rest/v1/shop_settings') return [{ key: 'business.name', value: 'The House' }]
    const { p_id, p_error } = v.parse(settleBody, body)
    return settle(p_id, p_error)
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '')
    void textOf(request).then((body) => {
      asked.push(path.slice(path.lastIndexOf('/') + 1))
      const fault = broken.get(path.slice(path.lastIndexOf('/') + 1)) ?? broken.get('*')
      if (fault === 'hang up') return void request.socket.destroy()
      const allowed =
        request.headers.apikey === secretKey && request.headers.authorization === `Bearer ${secretKey}`
      response.writeHead(fault ?? (allowed ? 200 : 401), {
        'content-type': 'application/json',
        connection: 'close',
      })
      response.end(fault ? '{"message":"not now"}' : JSON.stringify(respond(path, body)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address ? address.port : 0)}`,
    rows,
    requests: asked,
    faults: broken,
    files,
    queue: (recipient = 'ada@example.test', changes = {}) => {
      const row: Row = {
        id: randomUUID(),
        kind: 'order_confirmation',
        recipient,
        data: order,
        created_at: '2025-01-05T12:00:00+00:00',
        status: 'pending',
        attempts: 0,
        last_error: null,
        due: clock.now(),
        ...changes,
      }
      rows.push(row)
      return row
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}
