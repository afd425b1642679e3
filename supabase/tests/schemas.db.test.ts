import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import { baselineText } from '../generate-baseline'
import { differences, readCatalogue, type Catalogue } from './catalogue'

const schemas = fileURLToPath(new URL('../schemas', import.meta.url))

const folder = mkdtempSync(path.join(tmpdir(), 'shop-schemas-'))
let migrated: LocalSupabase
let declared: LocalSupabase
beforeAll(async () => {
  migrated = await startOwnTestBackend({ seedFile: undefined })
  writeFileSync(path.join(folder, '20260101000000_schemas.sql'), baselineText(schemas))
  declared = await startOwnTestBackend({ seedFile: undefined, migrationsDir: folder })
})
afterAll(async () => {
  await migrated.stop()
  await declared.stop()
  rmSync(folder, { recursive: true })
})

const compare = (left: Catalogue, right: Catalogue): string[] =>
  differences(left, right, ['migrations', 'schemas'])

test('the migrations lead to just what the schema files say', async () => {
  const found = await readCatalogue(declared.sql)
  expect(found.size).toBeGreaterThan(1000)
  expect(compare(await readCatalogue(migrated.sql), found)).toEqual([])
})

test.each([
  [
    'a function',
    `create or replace function private.set_updated_at() returns trigger language plpgsql set search_path = '' as 'begin return new; end'`,
  ],
  ['a right to call', 'grant execute on function private.reject(text, text, text, text) to anon'],
  ['a column', 'alter table public.orders add column gift boolean'],
  ['a right to a column', 'grant update (total) on public.orders to authenticated'],
  ['a constraint', 'alter table public.orders drop constraint orders_total'],
  ['an index', 'drop index public.orders_newest'],
  ['a trigger', 'alter table public.orders disable trigger set_updated_at'],
  ['a policy', 'alter policy "Staff see the log" on public.audit_log using (true)'],
  ['row level security', 'alter table public.orders disable row level security'],
  ['the publication', 'alter publication supabase_realtime drop table public.orders'],
  ['a row that migrations bring', 'delete from public.catalogue_version'],
  ['a rate of VAT', 'update private.vat_rates set rate = 0.15'],
])('a difference in %s is found', async (_what, change) => {
  const before = await readCatalogue(declared.sql)
  const changed = await declared.sql.begin(async (sql) => {
    await sql.unsafe(change)
    const after = await readCatalogue(sql)
    await sql.unsafe('rollback; begin')
    return compare(before, after)
  })
  expect(changed.length, changed.join('\n')).toBe(1)
})
