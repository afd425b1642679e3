import { expect, test } from 'vitest'
import { databaseLints } from './database-lints'
import { testDatabase } from './test-database'

const sql = await testDatabase()

const findings = async (query: string): Promise<string[]> =>
  (await sql.unsafe<{ finding: string }[]>(query)).map(({ finding }) => finding).sort()

// A fault of each kind, with the warning that the lint must give.
const faults: Record<string, { make: string; finding: string }> = {
  multiple_permissive_policies: {
    make: `create policy "Also" on public.orders for select to authenticated using (true)`,
    finding: 'orders: select for authenticated',
  },
  auth_rls_initplan: {
    make: `create policy "Slow" on public.orders for delete to anon using (user_id = auth.uid())`,
    finding: 'Slow on public.orders',
  },
  rls_references_user_metadata: {
    make: `create policy "Claimed" on public.orders for delete to anon using ((select auth.jwt()) -> 'user_metadata' ->> 'role' = 'admin')`,
    finding: 'Claimed on public.orders',
  },
  unindexed_foreign_keys: {
    make: `alter table public.orders add column gift uuid references public.gift_cards (id)`,
    finding: 'orders orders_gift_fkey',
  },
  no_primary_key: { make: `create table private.keyless (id int)`, finding: 'private.keyless' },
  duplicate_index: {
    make: `create index twice on public.orders (user_id, created_at desc, id)`,
    finding: 'orders_by_user = twice',
  },
  extension_in_public: { make: `create extension lo schema public`, finding: 'lo' },
  security_definer_view: {
    make: `create view public.all_orders as select * from public.orders`,
    finding: 'all_orders',
  },
  materialized_view_in_api: {
    make: `create materialized view public.copied as select 1 as id`,
    finding: 'copied',
  },
  rls_enabled_no_policy: {
    make: `create table public.shut (id int); alter table public.shut enable row level security`,
    finding: 'shut',
  },
  rls_disabled_in_public: { make: `create table public.open (id int)`, finding: 'open' },
  function_search_path_mutable: {
    make: `create function private.loose() returns int language sql as 'select 1'`,
    finding: 'private.loose()',
  },
}

test.each(databaseLints)('$name: nothing is found in the shop', async ({ query, remedy }) => {
  expect(await findings(query), remedy).toEqual([])
})

test.each(databaseLints)('$name: a fault is found', async ({ name, query }) => {
  const fault = faults[name]
  if (!fault) throw new Error(`Write a fault that ${name} finds.`)
  const found = await sql.begin(async (sql) => {
    await sql.unsafe(fault.make)
    const rows = await sql.unsafe<{ finding: string }[]>(query)
    await sql.unsafe('rollback; begin')
    return rows.map(({ finding }) => finding)
  })
  expect(
    found.some((finding) => finding.startsWith(fault.finding)),
    found.join('\n'),
  ).toBe(true)
})
