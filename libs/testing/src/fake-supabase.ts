import { rights } from '@shop/settings/rights'
import { createBackend, createQueryClient, type DataContextValue } from '@shop/supabase'
import { vi } from 'vitest'
import { fakeRealtime, type FakeRealtime } from './fake-realtime'
import { filterRows, pageOf, type Row } from './query-rows'
import { rejection } from './rejections'
import { sessionOf, shopper } from './session'

type Outcome = Response | Promise<Response>

interface SentRequest {
  /** Method and path: `POST /rest/v1/rpc/cart_add`. */
  call: string
  /** The same with the query. */
  line: string
  body: string
}

/** A Supabase in memory. Everything in it can be changed while a test runs. */
export interface FakeSupabase {
  /** Rows by table. A table that is missing is empty. */
  tables: Record<string, Row[]>
  /** Functions by name; what they return is sent as JSON, `undefined` as 204, a `Response` as it is. */
  rpc: Record<string, (args: Row, request: Request) => unknown>
  /** Responses by `METHOD /path`, with or without its query. They override tables and functions; `undefined` falls back to these. */
  responses: Record<string, (request: Request) => Outcome | undefined>
  realtime: FakeRealtime
  /** All requests, oldest first. */
  requests: SentRequest[]
  /** The requests whose line starts with `start`. */
  sent(start: string): SentRequest[]
  /** The client of a new tab. */
  connect(): DataContextValue
  /** From now on every request to a path that starts with `under` gets this response, 500 by default. */
  fail(failure?: { under?: string; response?: () => Outcome }): void
  /** Ends `fail`. */
  recover(): void
  /** Blocks writes until the function it returns is called. */
  hold(): () => void
  /** Makes the user staff: a super admin with all rights by default. */
  addStaff(staff?: { role?: string; rights?: readonly string[] }): void
}

const noContent = () => new Response(null, { status: 204 })

/** Replaces the globals `fetch` and `WebSocket` for one test with a fake Supabase that has these tables and functions. */
export function fakeSupabase({
  tables = {},
  rpc = {},
  responses = {},
  user = shopper,
}: Partial<Pick<FakeSupabase, 'tables' | 'rpc' | 'responses'>> & {
  user?: typeof shopper
} = {}): FakeSupabase {
  // Each test has a client of its own, and the auth client warns of a second one in a page.
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  let failure: { under: string; response: () => Outcome } | undefined
  let gate = Promise.resolve()

  const auth: FakeSupabase['responses'] = {
    'POST /auth/v1/token': () => Response.json(sessionOf(user)),
    'POST /auth/v1/signup': () => Response.json({ ...user, identities: [{ id: 'identity' }] }),
    'POST /auth/v1/logout': noContent,
    'GET /auth/v1/user': () => Response.json(user),
  }

  const callFunction = async (name: string, args: Row, request: Request): Promise<Response> => {
    const result = await db.rpc[name]?.(args, request)
    if (result instanceof Response) return result
    return result === undefined ? noContent() : Response.json(result)
  }

  const readTable = (name: string, params: URLSearchParams, request: Request): Response => {
    const all = filterRows(db.tables[name] ?? [], params)
    const rows = pageOf(all, params)
    const headers = { 'content-range': `0-${String(rows.length)}/${String(all.length)}` }
    if (!request.headers.get('accept')?.includes('pgrst.object')) return Response.json(rows, { headers })
    return rows.length === 1
      ? Response.json(rows[0])
      : rejection(406, 'PGRST116', 'Cannot coerce the result to a single JSON object')
  }

  const writeTable = (name: string, params: URLSearchParams, request: Request, body: string): Response => {
    const stored = db.tables[name] ?? []
    const found = new Set(request.method === 'POST' ? [] : filterRows(stored, params))
    const input: Row[] = request.method === 'DELETE' ? [] : [JSON.parse(body)].flat()
    const written = request.method === 'PATCH' ? [...found].map((row) => ({ ...row, ...input[0] })) : input
    db.tables[name] = [...stored.filter((row) => !found.has(row)), ...written]
    return request.headers.get('prefer')?.includes('return=representation')
      ? Response.json(written)
      : noContent()
  }

  const respond = (request: Request, body: string): Outcome => {
    const { pathname, search, searchParams } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const result = (db.responses[call + search] ?? db.responses[call] ?? auth[call])?.(request)
    if (result) return result
    const [, isFunction, name] = /^\/rest\/v1\/(rpc\/)?(\w+)$/.exec(pathname) ?? []
    if (!name) return Response.json([])
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isFunction) {
      const args: Row = isRead ? Object.fromEntries(searchParams) : JSON.parse(body || '{}')
      return callFunction(name, args, request)
    }
    return isRead ? readTable(name, searchParams, request) : writeTable(name, searchParams, request, body)
  }

  const db: FakeSupabase = {
    tables,
    rpc,
    responses,
    realtime: fakeRealtime(),
    requests: [],
    sent: (start) => db.requests.filter(({ line }) => line.startsWith(start)),
    connect: () => ({
      backend: createBackend({ url: 'http://backend.test', key: 'publishable' }),
      queryClient: createQueryClient(),
    }),
    fail: ({ under = '/', response = () => rejection(500, 'XX000', 'internal error') } = {}) => {
      failure = { under, response }
    },
    recover: () => {
      failure = undefined
    },
    hold: () => {
      let release: () => void = () => undefined
      gate = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        release()
      }
    },
    addStaff: ({ role = 'super_admin', rights: granted = rights } = {}) => {
      const row = { id: 'a1', user_id: user.id, first_name: 'Rowan', last_name: 'Ashby' }
      db.tables.admin_users = [{ ...row, role, is_active: true }]
      db.rpc.my_rights = () => granted
      db.rpc.unread_messages ??= () => 0
    },
  }

  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const body = await request.clone().text()
    db.requests.push({ call, line: call + search, body })
    if (failure && pathname.startsWith(failure.under)) return failure.response()
    if (request.method !== 'GET') await gate
    return respond(request, body)
  })
  return db
}
