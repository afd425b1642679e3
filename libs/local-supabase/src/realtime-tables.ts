import { sql as query, type Kysely } from 'kysely'
import type { Sql } from 'postgres'
import type { Change } from './realtime-changes'

/** The role and claims of a subscriber's token. */
export interface Listener {
  role: string
  claims: Record<string, unknown>
}

export interface TableFacts {
  key: string[]
  columns: { name: string; type: string }[]
}

/** Key and columns of a table, as the payload of a change names them. */
export async function tableFacts(sql: Sql, schema: string, table: string): Promise<TableFacts> {
  const columns = await sql<{ name: string; type: string; key: boolean }[]>`
    select a.attname as name, t.typname as type,
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)) as key
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid
    where n.nspname = ${schema} and c.relname = ${table} and a.attnum > 0 and not a.attisdropped order by a.attnum`
  return {
    key: columns.filter((column) => column.key).map((column) => column.name),
    columns: columns.map(({ name, type }) => ({ name, type })),
  }
}

/**
 * The changed row as this listener may read it now: the policies and column grants of its role decide.
 * @returns undefined when it may not see the row (any more)
 */
export async function rowFor(
  db: Kysely<unknown>,
  listener: Listener,
  change: Change,
  facts: TableFacts,
): Promise<Record<string, unknown> | undefined> {
  if (facts.key.length === 0) return undefined
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      const claims = JSON.stringify(listener.claims)
      const subject = typeof listener.claims.sub === 'string' ? listener.claims.sub : ''
      const {
        rows: [readable],
      } = await query<{ names: string[] }>`
      select coalesce(array_agg(name), '{}') as names from unnest(${facts.columns.map((column) => column.name)}::text[]) as name
      where has_column_privilege(${listener.role}, format('%I.%I', ${change.schema}::text, ${change.table}::text), name, 'select')`.execute(
        tx,
      )
      if (!readable || readable.names.length === 0) return undefined
      await query`select set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${subject}, true),
      set_config('request.jwt.claim.role', ${listener.role}, true), set_config('request.headers', '{}', true),
      set_config('role', ${listener.role}, true)`.execute(tx)
      // As text, since the driver would convert values of types such as boolean.
      const typeOf = (name: string) => facts.columns.find((column) => column.name === name)?.type ?? 'text'
      const where = facts.key.map(
        (name) => query`${query.id(name)} = ${String(change.row[name])}::text::${query.id(typeOf(name))}`,
      )
      const {
        rows: [found],
      } = await query<{ row: Record<string, unknown> }>`
      select to_jsonb(r) as row
      from (select ${query.join(readable.names.map((name) => query.id(name)))} from ${query.id(change.schema, change.table)} where ${query.join(where, query` and `)}) r`.execute(
        tx,
      )
      return found?.row
    })
}
