import { beforeAll, describe, expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { bought, calls, reserved } from './fault-calls'
import { testDatabase } from './test-database'
import { as, signUpStaff, type Visitor } from './visitor-fixtures'

// Stands before and after every row that any table gets, changes or loses; a table added later is covered as it is.
const watchman = `
  create function private.test_step() returns trigger language plpgsql security definer set search_path = '' as $$
  declare
    step text := format('%s %s %s', lower(tg_when), lower(tg_op), tg_table_name);
  begin
    if current_setting('test.fail', true) = step then raise exception 'injected'; end if;
    perform set_config('test.steps', concat(current_setting('test.steps', true), step, ';'), true);
    return coalesce(new, old);
  end $$;`

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const found = await sql<{ name: string }[]>`
  select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname in ('public', 'private') order by 1`
const tables = found.map((row) => row.name)
await sql
  .unsafe(
    [
      watchman,
      ...tables.flatMap((table) => [
        `create trigger aaa_step before insert or update or delete on ${table} for each row execute function private.test_step();`,
        `create trigger zzz_step after insert or update or delete on ${table} for each row execute function private.test_step();`,
      ]),
    ].join('\n'),
  )
  .simple()

/** Everything that is kept, as one hash. */
async function fingerprint(): Promise<string> {
  const [row] = await sql.unsafe<{ hash: string }[]>(
    `select md5(string_agg(part, '' order by part)) as hash from (${tables
      .map(
        (table) =>
          `select md5(coalesce(string_agg(row::text, ';' order by row::text), '')) || '${table}' as part from ${table} as row`,
      )
      .join(' union all ')}) as parts`,
  )
  return row?.hash ?? ''
}

class Undone extends Error {}

/** The steps a call takes, found by taking them once and undoing it. */
async function stepsOf(visitor: Visitor, statement: string): Promise<string[]> {
  let steps = ''
  await as(sql, visitor, async (tx) => {
    await tx.unsafe(statement)
    const [row] = await tx<{ steps: string }[]>`select current_setting('test.steps') as steps`
    steps = row?.steps ?? ''
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return [...new Set(steps.split(';').filter(Boolean))]
}

test.each(calls)('%s happens wholly or not at all, whichever step fails', async (_name, least, prepare) => {
  const { visitor, statement } = await prepare(sql, staff)
  const steps = await stepsOf(visitor, statement)
  expect(steps.length).toBeGreaterThanOrEqual(least)
  const before = await fingerprint()
  for (const step of steps) {
    const failing = as(sql, visitor, async (tx) => {
      await tx`select set_config('test.fail', ${step}, true)`
      await tx.unsafe(statement)
    })
    await expect(failing, step).rejects.toThrow('injected')
  }
  expect(await fingerprint()).toBe(before)
  await as(sql, visitor, (tx) => tx.unsafe(statement))
  expect(await fingerprint()).not.toBe(before)
})

describe('the search for faults', () => {
  beforeAll(async () => {
    await reserved(sql)
    await bought(sql)
  })

  test.each([
    [
      'update products set inventory_quantity = inventory_quantity + 1',
      'stock that is not the sum of its movements',
    ],
    [
      "delete from inventory_movements where kind = 'sold'",
      'an order whose pieces are not what the ledger took for it',
    ],
    [
      'update product_variants set inventory_quantity = inventory_quantity + 1',
      'stock of a variant that is not the sum of its movements',
    ],
    [
      'update product_variants set price = price + 1',
      'a product with options whose stock or price is not that of its variants',
    ],
    ['delete from order_events', 'an order that is not whole'],
    ['delete from orders', 'a completed checkout without its order'],
    [
      "update checkout_sessions set status = 'completed' where status = 'pending'",
      'a hold or an open payment of a checkout that has ended',
    ],
    ['update private.counters set count = count + 1', 'a counter that miscounts'],
    ['update customers set total_orders = 7', 'a customer whose figures are not those of their orders'],
    ['delete from inventory_alerts', 'an alert that does not follow the stock'],
  ])('finds %s', async (damage, fault) => {
    const names: string[] = []
    await sql
      .begin(async (tx) => {
        await tx.unsafe('set local session_replication_role = replica')
        await tx.unsafe(damage)
        const faults = await faultsIn(tx)
        names.push(...Object.keys(faults))
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      })
    expect(names).toContain(fault)
  })
})
