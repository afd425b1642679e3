import { prepareDatabase, projectFiles } from '@shop/local-supabase/prepare-database'
import { createTestDatabase } from '@shop/local-supabase/test-database'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import postgres, { type Sql } from 'postgres'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { faultsIn } from './consistency'

const baseline = '20261125203500_baseline.sql'

// All rows of a shop at the baseline, by table, with orders in every state: 21 orders by every means of payment, with refunds that are
// settled and that wait, returns in each state, a parcel, gift cards and promotions. It was written by the tests' own steps then.
const rowSchema = v.record(v.string(), v.unknown())
const dump = v.parse(
  v.record(v.string(), v.array(rowSchema)),
  JSON.parse(gunzipSync(readFileSync(path.join(import.meta.dirname, 'baseline/data.json.gz'))).toString()),
)

/** Loads the rows as they are, without what triggers would do. */
async function load(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    const tables = await tx<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage')`
    for (const { name } of tables) await tx.unsafe(`delete from ${name}`)
    for (const [table, rows] of Object.entries(dump)) {
      const columns = Object.keys(rows[0] ?? {})
        .map((column) => `"${column}"`)
        .join(', ')
      await tx.unsafe(
        `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [JSON.stringify(rows)],
      )
    }
    await tx`
      select setval(pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name),
        1000000) from information_schema.columns where is_identity = 'YES' and table_schema in ('public', 'private')`
  })
}

// A guest's order has got a customer since (decision 0082).
const changed = new Set(['updated_at', 'customer_id'])

test('a shop with orders in every state is upgraded from the baseline without loss', async () => {
  const { address, drop } = await createTestDatabase({ empty: true })
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-baseline-'))
  const sql = postgres({ ...address, max: 2, onnotice: () => undefined })
  onTestFinished(async () => {
    await sql.end({ timeout: 2 })
    await drop()
    rmSync(folder, { recursive: true })
  })
  cpSync(path.join(projectFiles.migrationsDir, baseline), path.join(folder, baseline))
  await prepareDatabase(address, { migrationsDir: folder }, () => undefined)
  await load(sql)
  await sql`insert into supabase_migrations.seed_files (path, hash) values ('supabase/seed.sql', 'applied once')`
  expect(new Set(dump['public.orders']?.map(({ status }) => status))).toEqual(
    new Set(['pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled']),
  )

  const log: string[] = []
  await prepareDatabase(address, projectFiles, (line) => log.push(line))
  expect(log).toEqual([])

  // What somebody has bought, paid and got back is as it was.
  for (const table of [
    'orders',
    'refunds',
    'refund_lines',
    'returns',
    'gift_cards',
    'gift_card_entries',
    'inventory_movements',
  ]) {
    const before = dump[`public.${table}`] ?? []
    const columns = Object.keys(before[0] ?? {}).filter((column) => !changed.has(column))
    const kept = (rows: typeof before) =>
      rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort()
    const after = await sql`select to_jsonb(kept) as row from ${sql(table)} as kept`
    expect(kept(after.map(({ row }) => v.parse(rowSchema, row))), table).toEqual(kept(before))
  }
  expect(await faultsIn(sql)).toEqual({})
})
