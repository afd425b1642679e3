import { AsyncLocalStorage } from 'node:async_hooks'
import { PostgresConnection } from '@supabase/lite/postgres'
import { Kysely, PostgresDialect } from 'kysely'
import { databaseArguments, databaseRow } from './column-values'
import { asPostgrest } from './database-errors'
import { logins } from './hosted-layout'
import { HookedConnection, type ParsedQuery } from './lite-hooks'
import type { PostgresAddress } from './postgres-server'
import { restoreValues } from './quoted-filters'
import { SessionPool } from './session-pool'
import { valueTypes } from './value-types'

/** What the database may know of the HTTP request that a query belongs to. */
export interface RequestFacts {
  method: string
  path: string
  headers: Record<string, string>
  /** Values extracted from the URL, to be restored in the query. */
  quoted: Map<string, string>
}

type WithContext = HookedConnection['withContext']
type Vars = Parameters<WithContext>[0]
type Database = Parameters<Parameters<WithContext>[1]>[0]
type Options = Parameters<WithContext>[2]

const roles = new Set(['anon', 'authenticated', 'service_role'])

/** How long a statement may take, by role; 8 s for any other. As on hosted Supabase, so that what is slow there is slow here. */
const statementTimeouts: Readonly<Record<string, string>> = { anon: '3s' }

class Undo extends Error {
  constructor(readonly result: unknown) {
    super('undone as asked')
  }
}

/** idle_in_transaction_session_timeout, in milliseconds. */
const idleTransactionMs = 15_000

/**
 * The API's connections: every request runs in one transaction under its own role, with claims and headers where
 * policies look for them (`request.jwt.claims`, `request.headers`), set by a single query. Requests log in as
 * `authenticator`, which can do nothing but take a caller's role; what the services do in their own name has a login
 * of its own.
 */
export class RequestConnection extends HookedConnection {
  readonly requests = new AsyncLocalStorage<RequestFacts>()
  /** Sessions that take the role of a caller, for a transaction each. */
  readonly callers: Kysely<unknown>

  constructor(address: PostgresAddress) {
    const connection = {
      TimeZone: 'UTC',
      application_name: 'shop-api',
      idle_in_transaction_session_timeout: idleTransactionMs,
    }
    const options = {
      ...address,
      max: 1,
      max_lifetime: null,
      onnotice: () => undefined,
      types: valueTypes,
      connection,
    }
    super({ url: '', postgresOptions: { ...options, username: logins.services } })
    // Each session has its own connection, configured to read and write values as the library expects.
    const pool = (username: string, max: number): PostgresDialect => {
      const open = (onclose: () => void) =>
        new PostgresConnection({ url: '', postgresOptions: { ...options, username, onclose } }).driver
      return new PostgresDialect({ pool: new SessionPool(open, max) })
    }
    this.kysely = new Kysely({ dialect: pool(logins.services, 6) })
    this.callers = new Kysely({ dialect: pool(logins.requests, 12) })
  }

  override async close(): Promise<void> {
    await Promise.all([this.kysely.destroy(), this.callers.destroy()])
  }

  override async withContext<T>(
    vars: Vars,
    work: (db: Database) => Promise<T>,
    options?: Options,
  ): Promise<T> {
    if (options?.transaction) {
      await this.enter(options.transaction, vars)
      return work(options.transaction)
    }
    let outcome: { value: T } | undefined
    try {
      await this.callers.transaction().execute(async (db) => {
        await this.enter(db, vars)
        outcome = { value: await work(db) }
        if (options?.forceRollback) throw new Undo(undefined)
      })
    } catch (error) {
      if (!(error instanceof Undo)) throw error
    }
    if (!outcome) throw new Error('the transaction ended without a result')
    return outcome.value
  }

  protected override async beforeQuery(
    query: ParsedQuery,
    prepare: (query: ParsedQuery) => Promise<ParsedQuery>,
  ): Promise<ParsedQuery> {
    const quoted = this.requests.getStore()?.quoted
    const whole = quoted && quoted.size > 0 ? restoreValues(query, quoted) : query
    return prepare(await this.withDatabaseValues(whole))
  }

  /** Converts values first: one of a wrong type would break the driver's connection or be written wrongly. */
  private async withDatabaseValues(query: ParsedQuery): Promise<ParsedQuery> {
    const { values, args } = query
    const schema = query.schema ?? 'public'
    if (values) {
      const { columns } = await this.introspect({ useCache: true })
      const own = columns.filter((column) => column.table === query.from && column.schema === schema)
      const types = new Map(own.map(({ name, type, pg_type }) => [name, pg_type ?? type]))
      const converted = (row: object): object => databaseRow(row, types)
      return { ...query, values: Array.isArray(values) ? values.map(converted) : converted(values) }
    }
    if (!args || Array.isArray(args) || query.httpMethod === 'GET') return query
    const { functions } = await this.introspect({ useCache: true })
    const overloads = (functions ?? []).filter((one) => one.schema === schema && one.name === query.function)
    return { ...query, args: databaseArguments(args, overloads) }
  }

  override normalizeDbError(error: unknown): unknown {
    const request = this.requests.getStore()
    return request?.path.startsWith('/rest/') ? asPostgrest(error) : super.normalizeDbError(error)
  }

  private async enter(db: Database, vars: Vars): Promise<void> {
    const request = this.requests.getStore()
    const auth = textFields(vars?.auth)
    const role = roles.has(auth.role ?? '') ? (auth.role ?? 'anon') : 'anon'
    const claims =
      vars?.auth !== null && typeof vars?.auth === 'object' && 'jwt' in vars.auth ? vars.auth.jwt : undefined
    const reading =
      request?.path.startsWith('/rest/') === true && (request.method === 'GET' || request.method === 'HEAD')
    const values: Record<string, string> = {
      role,
      'request.jwt.claim.sub': auth.uid ?? '',
      'request.jwt.claim.role': role,
      'request.jwt.claims': JSON.stringify(claims ?? { role }),
      'request.method': request?.method ?? '',
      'request.path': request?.path.replace(/^\/rest\/v1/, '') ?? '',
      'request.headers': JSON.stringify(request?.headers ?? {}),
      'response.status': '',
      'response.headers': '',
      'storage.operation': textFields(vars?.storage).operation ?? '',
      statement_timeout: statementTimeouts[role] ?? '8s',
      ...(reading ? { transaction_read_only: 'on' } : {}),
    }
    const names = Object.keys(values)
    const sql = `select ${names.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`
    await db.executeQuery({
      sql,
      parameters: Object.values(values),
      query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
      queryId: { queryId: 'request-context' },
    })
  }
}

function textFields(value: unknown): Partial<Record<string, string>> {
  if (value === null || typeof value !== 'object') return {}
  return Object.fromEntries(Object.entries(value).filter(([, field]) => typeof field === 'string'))
}
