import type { Sql } from 'postgres'

/** The ids and the email address by which rows name a person. */
export interface Person {
  user: string
  customer: string
  email: string
}

/** Places of rows (ctid) by table, as `public.orders`. */
export type Rows = ReadonlyMap<string, ReadonlySet<string>>

interface Reference {
  child: string
  column: string
  parent: string
  key: string
}

/** Tables of the shop itself. What the provider keeps in `auth` is looked at by `traces`. */
const shopSchemas = ['public', 'private']

/** Foreign keys of one column, anywhere in the shop. */
const references = (sql: Sql) => sql<Reference[]>`
  select con.conrelid::regclass::text as child, child.attname as column, con.confrelid::regclass::text as parent, parent.attname as key
  from pg_constraint as con
  join pg_class as class on class.oid = con.conrelid
  join pg_attribute as child on child.attrelid = con.conrelid and child.attnum = con.conkey[1]
  join pg_attribute as parent on parent.attrelid = con.confrelid and parent.attnum = con.confkey[1]
  where con.contype = 'f' and cardinality(con.conkey) = 1 and class.relnamespace::regnamespace::text = any (${shopSchemas})`

/** Columns of texts that hold an email address, by their name. */
const addressColumns = (sql: Sql) => sql<{ table: string; column: string }[]>`
  select attrelid::regclass::text as table, attname as column
  from pg_attribute join pg_class as class on class.oid = attrelid
  where class.relkind = 'r' and class.relnamespace::regnamespace::text = any (${shopSchemas})
    and attnum > 0 and not attisdropped and atttypid = 'text'::regtype and (attname ~ 'email' or attname = 'recipient')`

const qualified = (name: string): string => (name.includes('.') ? name : `public.${name}`)

/**
 * Every row of the shop that names a person: by a foreign key to their account or customer, by an email column, or by a
 * foreign key to such a row, however far. New tables are found without being listed anywhere.
 * @param orders also what belongs to these orders, which may no longer name anybody
 */
export async function rowsOf(sql: Sql, person: Person, orders: readonly string[] = []): Promise<Rows> {
  const found = new Map<string, Set<string>>()
  const add = async (table: string, condition: string): Promise<boolean> => {
    const rows = await sql.unsafe<{ place: string }[]>(
      `select ctid::text as place from ${table} where ${condition}`,
    )
    const known = found.get(table) ?? new Set()
    const before = known.size
    for (const { place } of rows) known.add(place)
    if (known.size > 0) found.set(table, known)
    return known.size > before
  }
  const keys = (await references(sql)).map((one) => ({
    ...one,
    child: qualified(one.child),
    parent: qualified(one.parent),
  }))
  await add('public.customers', `id = '${person.customer}'`)
  for (const { child, column, parent } of keys)
    if (parent === 'auth.users') await add(child, `${column} = '${person.user}'`)
  for (const { table, column } of await addressColumns(sql))
    await add(qualified(table), `lower(${column}) = '${person.email}'`)
  for (const order of orders) {
    await add('public.orders', `id = '${order}'`)
    await add(
      'public.checkout_sessions',
      `session_id in (select checkout_session_id from orders where id = '${order}')`,
    )
  }
  for (let grew = true; grew;) {
    grew = false
    for (const { child, column, parent, key } of keys) {
      const places = [...(found.get(parent) ?? [])]
      if (places.length === 0) continue
      const list = places.map((place) => `'${place}'`).join(',')
      const condition = `${column} in (select ${key} from ${parent} where ctid in (${list}))`
      if (await add(child, condition)) grew = true
    }
  }
  return found
}

/** Tables that the search can reach from a person at all, whether or not rows of them do. */
export async function reachableTables(sql: Sql): Promise<string[]> {
  const keys = await references(sql)
  const reached = new Set(['public.customers'])
  for (const { child, parent } of keys) if (parent === 'auth.users') reached.add(qualified(child))
  for (const { table } of await addressColumns(sql)) reached.add(qualified(table))
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const { child, parent } of keys) if (reached.has(qualified(parent))) reached.add(qualified(child))
  }
  return [...reached].sort()
}

/**
 * Tables with a row that holds one of the texts anywhere, JSON included.
 * @returns the table and the number of its rows, for those that have any
 */
export async function traces(sql: Sql, texts: readonly string[]): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'private', 'auth')`
  const patterns = texts.map((text) => `%${text}%`)
  const result: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ rows: number }[]>(
      `select count(*)::integer as rows from ${name} as t where t::text ilike any ($1::text[])`,
      [patterns],
    )
    if (row && row.rows > 0) result[name] = row.rows
  }
  return result
}
