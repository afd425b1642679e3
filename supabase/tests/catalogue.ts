import type { Sql } from 'postgres'

/** What a database is made of, each thing's definition by its name: "function private.reject(text, …)". */
export type Catalogue = Map<string, string>

const ours = `('public', 'private')`
const acl = (column: string) =>
  `coalesce((select string_agg(entry::text, ' ' order by entry::text) from unnest(${column}) as entry), 'standard')`

// Each query answers rows of (name, definition). Order of columns is left out: a migration can only append one.
const queries = [
  `select format('schema %s', nspname), ${acl('nspacl')} from pg_namespace where nspname in ${ours}`,
  `select format('extension %s', extname), extnamespace::regnamespace::text from pg_extension`,
  `select format('table %s', oid::regclass),
     concat_ws(' ', relkind, 'rls', relrowsecurity, relforcerowsecurity, reloptions::text, ${acl('relacl')}, obj_description(oid, 'pg_class'))
   from pg_class where relnamespace::regnamespace::text in ${ours} and relkind in ('r', 'p', 'v', 'm', 'S')`,
  `select format('column %s.%s', attrelid::regclass, attname),
     concat_ws(' ', format_type(atttypid, atttypmod), 'not null', attnotnull, 'identity', attidentity, 'generated', attgenerated,
       pg_get_expr(adbin, adrelid), ${acl('attacl')}, col_description(attrelid, attnum))
   from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace::regnamespace::text in ${ours} and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`,
  `select format('constraint %s %s', conrelid::regclass, conname), concat_ws(' ', pg_get_constraintdef(oid), 'valid', convalidated)
   from pg_constraint where connamespace::regnamespace::text in ${ours} and contype <> 't'`,
  `select format('index %s', indexrelid::regclass), concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid)
   from pg_index join pg_class on pg_class.oid = indrelid where relnamespace::regnamespace::text in ${ours}`,
  `select format('function %s', oid::regprocedure), concat_ws(E'\\n', pg_get_functiondef(oid), ${acl('proacl')})
   from pg_proc where pronamespace::regnamespace::text in ${ours}`,
  `select format('type %s', oid::regtype), concat_ws(' ', typtype, ${acl('typacl')},
     (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = pg_type.oid))
   from pg_type where typnamespace::regnamespace::text in ${ours} and typtype in ('e', 'd')`,
  `select format('trigger %s on %s', tgname, tgrelid::regclass), concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
   from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal and pronamespace::regnamespace::text in ${ours}`,
  `select format('policy %s on %s.%s', policyname, schemaname, tablename), concat_ws(' ', permissive, roles::text, cmd, qual, '/', with_check) from pg_policies`,
  `select format('publication %s: %s', pubname, prrelid::regclass), concat_ws(' ', prattrs::text, pg_get_expr(prqual, prrelid))
   from pg_publication_rel join pg_publication on pg_publication.oid = prpubid`,
  `select format('default rights %s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), ${acl('defaclacl')} from pg_default_acl`,
  `select format('database setting of %s', setrole::regrole), setconfig::text from pg_db_role_setting join pg_database on pg_database.oid = setdatabase and datname = current_database()`,
  `select format('bucket %s', id), concat_ws(' ', public, file_size_limit, allowed_mime_types::text) from storage.buckets`,
  `select format('rate of VAT from %s', starts_on), rate::text from private.vat_rates`,
]

// A remote comes with a migration that adds its row, and with nothing in the schema files.
const byMigrationAlone = 'table remotes'

/** Reads a database's catalogue, and how many rows each table holds: migrations bring some. @param sql a superuser's connection */
export async function readCatalogue(sql: Pick<Sql, 'unsafe'>): Promise<Catalogue> {
  const found: Catalogue = new Map()
  for (const query of queries)
    for (const [name, definition] of await sql.unsafe(query).values())
      found.set(String(name), String(definition))
  for (const table of [...found.keys()]
    .filter((name) => name.startsWith('table ') && name !== byMigrationAlone)
    .map((name) => name.slice(6))) {
    const [row] = await sql.unsafe(`select count(*)::int from ${table}`).values()
    found.set(`rows of ${table}`, String(row?.[0]))
  }
  return found
}

/** What differs between two catalogues, a line each; empty where they are the same. */
export function differences(
  left: Catalogue,
  right: Catalogue,
  [leftName, rightName]: [string, string],
): string[] {
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((name) => {
    const [one, other] = [left.get(name), right.get(name)]
    if (one === other) return []
    if (one === undefined) return [`${name}: only in ${rightName}`]
    if (other === undefined) return [`${name}: only in ${leftName}`]
    return [`${name}:\n  ${leftName}: ${one}\n  ${rightName}: ${other}`]
  })
}
