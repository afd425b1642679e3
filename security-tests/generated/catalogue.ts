import type { Sql } from 'postgres'

/** A column or an argument: its name and its type as PostgreSQL writes it. */
export interface Slot {
  name: string
  type: string
}

/** A table that the API serves. */
export interface TableInfo {
  name: string
  key: string[]
  columns: Slot[]
  /** Tables related by a foreign key in either direction, which a query may embed. */
  related: string[]
}

/** A function that the API serves. */
export interface FunctionInfo {
  name: string
  args: Slot[]
}

/** Every table and view of the schema that the API exposes, read from the database itself. */
export async function readTables(sql: Sql): Promise<TableInfo[]> {
  return sql<TableInfo[]>`
    select c.relname as name,
      coalesce((select array_agg(a.attname::text order by a.attnum) from pg_index as i
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), '{}') as key,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum)
        from pg_attribute as a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select array_agg(distinct other.relname::text) from pg_constraint as k
        join pg_class as other
          on other.oid = case when k.conrelid = c.oid then k.confrelid else k.conrelid end
        where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)
          and other.relnamespace = 'public'::regnamespace), '{}') as related
    from pg_class as c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') order by 1`
}

/** Every function of that schema. */
export async function readFunctions(sql: Sql): Promise<FunctionInfo[]> {
  return sql<FunctionInfo[]>`
    select p.proname as name, coalesce((
      select jsonb_agg(jsonb_build_object('name', p.proargnames[n],
          'type', format_type(p.proargtypes[n - 1], null))
        order by n)
      from generate_series(1, p.pronargs) as n), '[]') as args
    from pg_proc as p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' order by 1`
}
