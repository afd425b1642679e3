import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import * as fc from 'fast-check'
import { sql as query } from 'kysely'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { databaseValue } from './column-values'
import { deletePublishedUsers, demoUsers, isLocalSite, makeDemoUsersOnce } from './demo-users'
import { ensureHostedLayout } from './hosted-layout'
import { RequestConnection } from './request-context'
import { SessionPool } from './session-pool'
import type { LocalSupabase } from './start'
import { startOwnTestBackend, startTestBackend } from './test-backend'

let backend: LocalSupabase

beforeAll(async () => {
  backend = await startOwnTestBackend({ demoUsers: true })
})
afterAll(() => backend.stop())

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${backend.url}${path}`, { ...init, headers: { apikey: backend.publishableKey, ...init.headers } })
const accounts = async (): Promise<string[]> =>
  (await backend.sql<{ email: string }[]>`select email from auth.users order by email`).map(
    ({ email }) => email,
  )

test.each([
  ['/rest/v1/products?name=eq.%00', undefined],
  ['/rest/v1/rpc/search_products', '{"p_query":"\\u0000"}'],
  [
    '/rest/v1/contact_messages',
    '{"name":"\\ud800","email":"a@b.cd","subject":"Hello","message":"Ten letters at least"}',
  ],
  ['/auth/v1/token?grant_type=password', '{"email":"a\\u0000@b.cd","password":"x"}'],
  ['/auth/v1/signup', '{"email":"a@b.cd","password":"long enough 1","data":{"first_name":"\\ud800"}}'],
  ['/storage/v1/object/public/products/%00', undefined],
])('characters that cannot be stored are the mistake of who sends them to %s', async (path, body) => {
  const response = await get(path, {
    method: body === undefined ? 'GET' : 'POST',
    body: body ?? null,
    headers: { 'content-type': 'application/json' },
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: 'The request has characters that cannot be stored.' },
  ])
})

describe('the sessions of the API', () => {
  test("are not a superuser's, and those of requests can do nothing without a caller's role", async () => {
    await get('/rest/v1/products?select=id&limit=1')
    const sessions = await backend.sql<{ login: string; superuser: boolean; inherits: boolean }[]>`
      select distinct usename as login, rolsuper as superuser, rolinherit as inherits
      from pg_stat_activity join pg_roles on rolname = usename where application_name = 'shop-api' order by 1`
    expect(sessions).toEqual([
      { login: 'authenticator', superuser: false, inherits: false },
      { login: 'embedded_services', superuser: false, inherits: true },
    ])
    const [may] = await backend.sql`
      select has_table_privilege('authenticator', 'public.products', 'select') as products, has_schema_privilege('embedded_services', 'embedded', 'usage') as embedded,
        has_schema_privilege('embedded_services', 'private', 'usage') and has_table_privilege('embedded_services', 'private.rate_limits', 'select') as private`
    expect(may).toEqual({ products: false, embedded: false, private: false })
  })

  test('end at once when a request breaks them, and leave no transaction open', async () => {
    const { host, port } = backend.sql.options
    const open = (onclose: () => void) =>
      postgres({
        host: host[0],
        port: port[0],
        username: 'authenticator',
        database: 'postgres',
        max: 1,
        onclose,
        connection: { application_name: 'broken' },
      })
    const pool = new SessionPool(open, 1)
    const session = await pool.connect()
    await session.query('begin', [])
    // The driver cannot send this, and leaves the transaction where it was.
    await expect(session.query('select $1::text', [Symbol('unsendable')])).rejects.toThrow()
    session.release()
    await expect
      .poll(
        async () =>
          (await backend.sql`select from pg_stat_activity where application_name = 'broken'`).length,
      )
      .toBe(0)
    await pool.end()
  })

  test('survive a filter whose value does not fit its column', async () => {
    const responses = await Promise.all(
      ['images=in.(1,2)', 'images=eq.1', 'is_active=eq.7', 'features=cs.1'].map((filter) =>
        get(`/rest/v1/products?select=id&${filter}`),
      ),
    )
    expect(responses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await responses[0]?.json()).toMatchObject({
      code: '22P02',
      message: 'malformed array literal: "1"',
    })
  })

  test('are kept when a list or an object is sent for a column of another type', async () => {
    const sessions = async (): Promise<unknown[]> => [
      ...(await backend.sql`select pid from pg_stat_activity where usename = 'authenticator' order by pid`),
    ]
    const headers = { apikey: backend.secretKey, 'content-type': 'application/json' }
    const patch = (table: string, row: object): Promise<Response> =>
      get(`/rest/v1/${table}?id=eq.${randomUUID()}`, { method: 'PATCH', body: JSON.stringify(row), headers })
    await get('/rest/v1/products?select=id&limit=1')
    const before = await sessions()
    for (const [table, row] of [
      ['products', { features: { a: 1 } }],
      ['products', { features: {} }],
      ['products', { features: [[[[[[[1]]]]]]] }],
      ['products', { is_active: { a: 1 } }],
      ['shipments', { estimated_delivery: [['2026-01-01']] }],
      ['shipments', { estimated_delivery: {} }],
    ] as const) {
      const response = await patch(table, row)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: '22P02', message: expect.any(String) })
    }
    expect(await sessions()).toEqual(before)
  })

  test('hand over lists of any texts unchanged', async () => {
    const marks = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', ',', ' ', 'NULL', '\n') })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(fc.oneof(fc.string(), marks))), async (list) => {
        const literal = String(databaseValue(list, '_text'))
        const [row] = await backend.sql`select to_json(${literal}::text::text[]) as kept`
        expect(row?.kept).toEqual(list)
      }),
    )
  })

  const openConnection = () => {
    const { host, port } = backend.sql.options
    return new RequestConnection({
      host: host[0] ?? '',
      port: port[0] ?? 0,
      username: '',
      password: '',
      database: 'postgres',
    })
  }

  test('are ended by the database when they hold a transaction open and say nothing', async () => {
    const connection = openConnection()
    for (const sessions of [connection.kysely, connection.callers]) {
      const { rows } = await query<{
        timeout: string
      }>`select current_setting('idle_in_transaction_session_timeout') as timeout`.execute(sessions)
      expect(rows).toEqual([{ timeout: '15s' }])
    }
    await connection.close()
  })

  test.each([
    ['anon', '3s'],
    ['authenticated', '8s'],
    ['service_role', '8s'],
  ])('end a statement of %s after %s, as hosted Supabase does', async (role, timeout) => {
    const connection = openConnection()
    const { rows } = await connection.withContext({ auth: { role } }, (db) =>
      query<{ timeout: string }>`select current_setting('statement_timeout') as timeout`.execute(db),
    )
    expect(rows).toEqual([{ timeout }])
    await connection.close()
  })
})

describe('stored files', () => {
  test('are never guessed to be of another type', async () => {
    if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
    const signedIn = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
    const { email, password } = demoUsers.admin
    await signedIn.auth.signInWithPassword({ email, password })
    const [bucket] = await backend.sql<{ id: string }[]>`select id from storage.buckets where public limit 1`
    const files = signedIn.storage.from(bucket?.id ?? '')
    expect(
      (await files.upload('one/file.png', new Uint8Array([137, 80, 78, 71]), { contentType: 'image/png' }))
        .error,
    ).toBeNull()
    const file = await get(`/storage/v1/object/public/${bucket?.id ?? ''}/one/file.png`)
    expect([file.status, file.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  })
})

describe('the demo accounts', () => {
  test('are made once, and stay deleted', async () => {
    const all = Object.values(demoUsers)
      .map(({ email }) => email)
      .sort()
    expect(await accounts()).toEqual(all)
    const roles = await backend.sql`
      select users.email, admin_users.role from public.admin_users join auth.users on users.id = user_id order by 1`
    expect(roles.map(({ email, role }) => [email, role])).toEqual([
      [demoUsers.admin.email, 'super_admin'],
      [demoUsers.manager.email, 'admin'],
      [demoUsers.moderator.email, 'moderator'],
    ])
    await backend.sql`delete from auth.users where email <> ${demoUsers.shopper.email}`
    await makeDemoUsersOnce(backend.sql)
    expect(await accounts()).toEqual([demoUsers.shopper.email])
  })

  test('are gone where others can reach the shop, unless their password was changed', async () => {
    const { email } = demoUsers.shopper
    await backend.sql`update auth.users set encrypted_password = extensions.crypt('another', extensions.gen_salt('bf', 4)) where email = ${email}`
    expect(await deletePublishedUsers(backend.sql)).toEqual([])
    const published = backend.sql`update auth.users set encrypted_password = replace(extensions.crypt(${demoUsers.shopper.password}, extensions.gen_salt('bf', 4)), '$2a$', '$2b$') where email = ${email}`
    await published
    expect(await deletePublishedUsers(backend.sql)).toEqual([email])
    expect(await accounts()).toEqual([])
  })

  test.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1', true],
    ['http://[::1]:3000', true],
    ['https://shop.example', false],
    ['http://localhost.shop.example', false],
    ['http://192.168.1.5', false],
  ])('%s is this machine: %s', (siteUrl, local) => {
    expect(isLocalSite(siteUrl)).toBe(local)
  })
})

test('a data folder of the first version is brought up to date, once, and gets no demo accounts again', async () => {
  const { sql } = backend
  await sql
    .unsafe(
      `
    drop owned by embedded_services; drop role embedded_services; drop table embedded.email_codes, embedded.done;
    revoke usage on schema auth from supabase_auth_admin; drop function embedded.announce_ended_session cascade;
    drop table embedded.used_codes, auth.mfa_amr_claims, auth.mfa_challenges, auth.mfa_factors;
    drop type auth.factor_type, auth.factor_status;
    update embedded.layout set version = 1;
    insert into auth.users (id, aud, role, email) values (gen_random_uuid(), 'authenticated', 'authenticated', 'of-old@example.test')`,
    )
    .simple()
  for (let start = 0; start < 2; start += 1) await ensureHostedLayout(sql, 'a-password')
  expect(await sql`select version from embedded.layout`).toEqual([{ version: 5 }])
  expect(await sql`select pg_has_role('embedded_services', 'supabase_auth_admin', 'usage') as may`).toEqual([
    { may: true },
  ])
  await makeDemoUsersOnce(sql)
  expect(await accounts()).toEqual(['of-old@example.test'])
})

test('a backend for a public address makes no demo accounts', async () => {
  const other = await startTestBackend({ demoUsers: true, siteUrl: 'https://shop.example' })
  const made = await other.sql`select from auth.users`
  await other.stop()
  expect(made).toHaveLength(0)
})
