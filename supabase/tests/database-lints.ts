/** One of the checks that Supabase's database linter makes and that apply here. */
export interface DatabaseLint {
  /** As Supabase names it, to look it up: https://supabase.com/docs/guides/database/database-advisors */
  name: string
  /** Answers a row (finding) for each fault. */
  query: string
  /** The remedy. */
  remedy: string
}

const ours = `('public', 'private')`
const tables = `pg_class.relnamespace::regnamespace::text in ${ours} and pg_class.relkind in ('r', 'p')`

/** What the linter of a hosted project would warn of; those that need a hosted project's own settings are left out. */
export const databaseLints: DatabaseLint[] = [
  {
    name: 'multiple_permissive_policies',
    remedy: 'Write one policy for each role and action, its conditions joined by or.',
    query: `
      select format('%s: %s for %s by %s', polrelid::regclass, action, roles.name, string_agg(quote_ident(polname), ', ' order by polname)) as finding
      from pg_policy
      cross join lateral unnest(case polcmd when '*' then array['select', 'insert', 'update', 'delete']
        when 'r' then array['select'] when 'a' then array['insert'] when 'w' then array['update'] else array['delete'] end) as action
      cross join lateral (select rolname as name from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role') and (pg_roles.oid = any (polroles) or 0 = any (polroles))) as roles
      where polpermissive and polrelid in (select oid from pg_class where relnamespace::regnamespace::text in ('public', 'private', 'storage'))
      group by polrelid, action, roles.name having count(*) > 1`,
  },
  {
    name: 'auth_rls_initplan',
    remedy: 'Write (select auth.uid()): asked once a query, not once a row.',
    query: `
      select format('%s on %s.%s', policyname, schemaname, tablename) as finding from pg_policies
      cross join lateral (select lower(concat(qual, ' ', with_check)) as condition) as policy
      where schemaname in ${ours}
        and regexp_count(condition, '(auth\\.(uid|jwt|role|email)|current_setting)\\(')
          > regexp_count(condition, 'select (auth\\.(uid|jwt|role|email)|current_setting)\\(')`,
  },
  {
    name: 'rls_references_user_metadata',
    remedy: 'User metadata is written by the user: decide by a table.',
    query: `
      select format('%s on %s.%s', policyname, schemaname, tablename) as finding from pg_policies
      where schemaname in ${ours} and concat(qual, with_check) ~ 'user_metadata'`,
  },
  {
    name: 'unindexed_foreign_keys',
    remedy:
      'Create an index that begins with the columns of the foreign key: deleting the parent looks for its children.',
    query: `
      select format('%s %s', conrelid::regclass, conname) as finding
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and ${tables} and not exists (
        select from pg_index where indrelid = conrelid and indisvalid
          and conkey::smallint[] <@ (indkey::smallint[])[0:cardinality(conkey) - 1])`,
  },
  {
    name: 'no_primary_key',
    remedy: 'Give the table a primary key.',
    query: `
      select pg_class.oid::regclass::text as finding from pg_class
      where ${tables} and not exists (select from pg_constraint where conrelid = pg_class.oid and contype = 'p')`,
  },
  {
    name: 'duplicate_index',
    remedy: 'Drop one of them.',
    query: `
      select string_agg(indexrelid::regclass::text, ' = ' order by indexrelid::regclass::text) as finding
      from pg_index join pg_class on pg_class.oid = indrelid
      where ${tables}
      group by indrelid, regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ', '')
      having count(*) > 1`,
  },
  {
    name: 'extension_in_public',
    remedy: 'Create it with schema extensions.',
    query: `select extname as finding from pg_extension where extnamespace = 'public'::regnamespace`,
  },
  {
    name: 'security_definer_view',
    remedy: 'Create it with (security_invoker = true).',
    query: `
      select oid::regclass::text as finding from pg_class
      where relkind = 'v' and relnamespace = 'public'::regnamespace
        and not coalesce(lower(reloptions::text), '') ~ 'security_invoker=(true|on|1)'`,
  },
  {
    name: 'materialized_view_in_api',
    remedy: 'Put it in schema private.',
    query: `select oid::regclass::text as finding from pg_class where relkind = 'm' and relnamespace = 'public'::regnamespace`,
  },
  {
    name: 'rls_enabled_no_policy',
    remedy: 'Write a policy, or put the table in schema private.',
    query: `
      select pg_class.oid::regclass::text as finding from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relrowsecurity
        and not exists (select from pg_policy where polrelid = pg_class.oid)`,
  },
  {
    name: 'rls_disabled_in_public',
    remedy: 'Enable row level security.',
    query: `
      select pg_class.oid::regclass::text as finding from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relrowsecurity`,
  },
  {
    name: 'function_search_path_mutable',
    remedy: "Add set search_path = '' and qualify every name.",
    query: `
      select oid::regprocedure::text as finding from pg_proc
      where pronamespace::regnamespace::text in ${ours} and not coalesce('search_path=""' = any (proconfig), false)`,
  },
]
