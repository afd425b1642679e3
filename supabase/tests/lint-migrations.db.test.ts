import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readApplied, withNew } from '../applied-migrations'
import { lintMigrations, projectMigrations, readMigrations } from '../lint-migrations'
import { remedies } from '../migration-remedies'
import { readStatements } from '../migration-statements'

const file = '20270101000000_more.sql'
const rulesOf = async (sql: string, name = file) =>
  (await lintMigrations([{ file: name, sql }])).map(({ rule, line }) => `${rule}:${String(line)}`)

test('every statement of the migrations of the shop is read', async () => {
  const statements = (await Promise.all(readMigrations(projectMigrations).map(readStatements))).flatMap(
    (read) => (Array.isArray(read) ? read : []),
  )
  expect(statements.length).toBeGreaterThan(350)
  expect(statements.filter(({ kind }) => kind === 'CreatePolicyStmt').length).toBeGreaterThan(60)
})

const fn = (name: string, options: string): string =>
  `create function ${name} returns int language sql ${options} as $$ select 1; $$;`
const table = `
  create table public.cards (id int primary key);
  alter table public.cards enable row level security;
  revoke all on table public.cards from anon, authenticated;
  grant select on table public.cards to authenticated;
  create policy "Staff see cards" on public.cards for select to authenticated using ((select private.is_staff()));`
const without = (words: string): string =>
  table
    .split('\n')
    .filter((line) => !line.includes(words))
    .join('\n')
const policy = (condition: string): string =>
  `create policy "P" on public.orders for select to authenticated using (${condition});`

const faults: Record<keyof typeof remedies, string[]> = {
  // Names are a test of their own.
  'file-name': [],
  syntax: ['create tabel x ();', 'select $$ not closed'],
  'table-secured': [
    without('enable row'),
    without('create policy'),
    without('revoke'),
    without('grant'),
    'create table cards (id int);',
    'create table public.copy as select 1 as id;',
  ],
  'row-security-stays': ['alter table public.orders disable row level security;'],
  'view-invoker': [
    'create view public.mine as select * from public.orders;',
    'create view mine with (security_invoker = false) as select 1;',
    'create materialized view public.sums as select count(*) from public.orders;',
  ],
  'search-path': [
    fn('private.f()', ''),
    fn('private.f()', 'set search_path = public'),
    fn('private.f()', "set search_path = '', public"),
    fn('private.f()', "set work_mem = '8MB'"),
  ],
  'definer-private': [
    `${fn('public.f(a int)', "security definer set search_path = ''")} revoke all on function public.f(int) from public;`,
    'alter function public.cart_merge() security definer;',
  ],
  'definer-revoked': [
    fn('private.f(a int)', "security definer set search_path = ''"),
    `${fn('private.f(a int)', "security definer set search_path = ''")} revoke all on function private.f(text) from public;`,
    `${fn('private.f(a int)', "security definer set search_path = ''")} revoke all on function private.f(int) from anon;`,
    `revoke all on all functions in schema private from public; ${fn('private.f()', "security definer set search_path = ''")}`,
  ],
  'policy-roles': [
    'create policy "P" on public.orders for select using (true);',
    'create policy "P" on public.orders to public using (true);',
  ],
  'policy-subselect': [
    policy('user_id = auth.uid()'),
    policy("auth.jwt() ->> 'email' = email"),
    policy('private.is_staff()'),
    policy('exists (select from public.shipments where user_id = auth.uid())'),
    policy('user_id in (select user_id from public.customers where id = private.my_customer_id())'),
    'alter policy "P" on public.orders with check (private.is_staff());',
  ],
  'broad-grant': [
    'grant all on table public.orders to authenticated;',
    'grant truncate on table public.orders to anon;',
    'grant select on all tables in schema public to anon;',
    'grant all on table public.orders to public;',
  ],
  superuser: [
    'create role boss superuser;',
    'alter role anon bypassrls;',
    "alter system set work_mem = '8MB';",
    "security label on table public.orders is 'x';",
    'set session authorization supabase_admin;',
    'set role supabase_admin;',
    "load 'auto_explain';",
    "copy public.orders to '/tmp/orders';",
    "copy public.orders from program 'cat';",
    "create tablespace fast location '/fast';",
    "create function private.f() returns int language c set search_path = '' as 'lib', 'f';",
  ],
  'foreign-schema': [
    'create table auth.extra (id int);',
    'alter table auth.users add column nick text;',
    'alter schema storage owner to postgres;',
    'drop function auth.uid();',
    'create index on storage.objects (name);',
    fn('realtime.f()', "set search_path = ''"),
    'grant select on auth.users to anon;',
    'create view auth.v as select 1;',
    'create trigger t after insert on storage.objects for each row execute function private.f();',
    'alter table storage.objects disable trigger all;',
  ],
  extension: [
    'create extension plpython3u with schema extensions;',
    'create extension pg_trgm;',
    'create extension pg_trgm with schema public;',
    'create extension timescaledb with schema extensions;',
  ],
  destructive: [
    'drop table public.orders;',
    'alter table public.orders drop column email;',
    'truncate public.orders;',
    'delete from public.orders;',
    'drop schema private cascade;',
    'alter table public.orders alter column total type numeric(6, 2);',
    'alter table public.orders alter column email type varchar(20);',
    '-- destructive:\ndrop table public.orders;',
    '-- destructive: the first only\ndrop table public.a;\ndrop table public.b;',
  ],
  transaction: ['begin;', 'commit;', 'create index concurrently on public.orders (email);'],
  // Applied migrations are a test of their own.
  applied: [],
  unlisted: [],
  hidden: [
    "do $$ begin execute 'create table public.cards (id int)'; end $$;",
    'do $$ begin grant select on public.orders to anon; end $$;',
  ],
}

describe.each(Object.entries(faults).filter(([, examples]) => examples.length > 0))(
  '%s',
  (rule, examples) => {
    test.each(examples)('%s', async (sql) => {
      const found = await rulesOf(sql)
      expect(found.map((each) => each.split(':')[0])).toContain(rule)
    })
  },
)

test.each([
  table,
  fn('private.f(a int)', "set search_path = ''"),
  `${fn('private.f(a int, b text[] default null)', "security definer set search_path = ''")} revoke all on function private.f(int, text[]) from public;`,
  `${fn('private.f()', "security definer set search_path = ''")} revoke all on all functions in schema private from public;`,
  policy(
    'user_id = (select auth.uid()) and exists (select from public.customers where user_id = (select auth.uid()))',
  ),
  'create policy "P" on storage.objects for select to authenticated using ((select private.is_staff()));',
  'create trigger t after insert on auth.users for each row execute function private.f();',
  'create view public.mine with (security_invoker = true) as select 1;',
  '-- destructive: it was never filled\ndrop table public.orders;',
  'alter table public.orders alter column email type text;',
  'grant select (id), update (status) on table public.orders to authenticated; grant all on table public.orders to service_role;',
  "comment on table public.orders is 'drop table public.orders; -- $$';",
  'create extension if not exists unaccent with schema extensions;',
  'create table private.notes (id int);',
  '-- Nothing but words.\n',
])('is in order: %s', async (sql) => {
  expect(await rulesOf(sql)).toEqual([])
})

test('replacing a definer keeps who may call it; another signature is another function', async () => {
  const definer = "security definer set search_path = ''"
  const first = {
    file,
    sql: `${fn('private.f(a int)', definer)} revoke all on function private.f(int) from public;`,
  }
  const again = (type: string) => ({
    file: '20270102000000_again.sql',
    sql: fn(`private.f(a ${type})`, definer).replace('create', 'create or replace'),
  })
  expect(await lintMigrations([first, again('int')])).toEqual([])
  expect((await lintMigrations([first, again('text')])).map(({ rule }) => rule)).toEqual(['definer-revoked'])
})

test.each([
  'more.sql',
  '2027_more.sql',
  '20270101000000.sql',
  '20270101000000_More.sql',
  '20271301000000_month.sql',
  '20270230000000_day.sql',
  '20270101000000_more.sql.bak',
  'README.md',
])('%s is no name of a migration', async (name) => {
  expect(await rulesOf('select 1;', name)).toEqual(['file-name:1'])
})

test('a version is taken once', async () => {
  const twice = ['a', 'b'].map((name) => ({ file: `20270101000000_${name}.sql`, sql: '' }))
  const found = (await lintMigrations(twice)).map((problem) => `${problem.file} ${problem.rule}`)
  expect(found).toEqual(['20270101000000_b.sql file-name'])
})

test('a fault is told by the line of its statement, after comments and letters of several bytes', async () => {
  expect(await rulesOf("-- Ü\nselect 'é€';\n\n-- about to\n/* go\n */ drop table public.orders;\n")).toEqual([
    'destructive:6',
  ])
})

test('a migration that has been applied stays as it is, and one that is new is listed', async () => {
  const [first, second, third] = ['a', 'b', 'c'].map((name, place) => ({
    file: `2027010100000${String(place)}_${name}.sql`,
    sql: `select ${String(place)};\n`,
  }))
  if (!first || !second || !third) throw new Error('three are needed')
  const applied = readApplied(withNew([first, second], new Map()))
  const found = async (...migrations: (typeof first)[]) =>
    (await lintMigrations(migrations, applied)).map(({ file: where, rule }) => `${where} ${rule}`)
  expect(await found(first, second)).toEqual([])
  expect(await found(first, { ...second, sql: 'select 2;\n' })).toEqual([`${second.file} applied`])
  expect(await found(second)).toEqual([`${first.file} applied`])
  expect(await found(first, second, third)).toEqual([`${third.file} unlisted`])
  // Listing what is new forgives nothing.
  const again = readApplied(withNew([{ ...first, sql: 'select 9;\n' }, second, third], applied))
  expect([...again.keys()]).toEqual([first.file, second.file, third.file])
  expect(again.get(first.file)).toBe(applied.get(first.file))
})

test('run as a command it names file, line, rule and remedy, and ends with 1', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-lint-'))
  writeFileSync(path.join(folder, file), 'select 1;\ntruncate public.orders;\n')
  const command = fileURLToPath(new URL('../lint-migrations.ts', import.meta.url))
  const bad = spawnSync(process.execPath, ['--import', 'tsx', command, folder], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  rmSync(folder, { recursive: true })
  expect(bad.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(`${file}:2 destructive: a table is emptied. ${remedies.destructive}`),
  ])
  expect(bad.status).toBe(1)
})
