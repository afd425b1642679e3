import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startOwnTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import { asJson, type Attacker } from '../supabase/tests/declaration/attack'
import { projectMigrations } from '../supabase/lint-migrations'
import { undone } from '../supabase/tests/policy/attempts'
import { createDisposableRows, type DisposableRows } from './generated/disposable-rows'
import { attackExposed } from './generated/exposed'
import { attempt } from './shop/attempt'
import { fillShop, type AttackedShop } from './shop/fixtures'
import { monitorChanges, type ChangeMonitor } from './shop/changes'
import { brokenInvariants } from './shop/invariants'
import { endedParts } from './shop/processes'

let backend: LocalSupabase
let shop: AttackedShop
let changes: ChangeMonitor
let disposable: DisposableRows
const folder = mkdtempSync(join(tmpdir(), 'shop-planted-'))

/** The migrations with one more, which opens a table and a function to everybody. */
function withPlanted(to: string): string {
  cpSync(projectMigrations, to, { recursive: true })
  writeFileSync(
    join(to, '20991231000000_planted.sql'),
    `
    create table vouchers (id uuid primary key, email text);
    grant select on vouchers to anon;
    create function leak() returns setof vouchers language sql security definer set search_path = ''
    as 'select * from public.vouchers';
    grant execute on function leak() to anon, authenticated;`,
  )
  return to
}

beforeAll(async () => {
  // The API logs rejections.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend = await startOwnTestBackend({ migrationsDir: withPlanted(folder) })
  shop = await fillShop(backend, 'http://localhost:3000')
  await backend.sql.unsafe('insert into vouchers select id, email from customers').simple()
  disposable = await createDisposableRows(shop)
  changes = await monitorChanges(shop)
})
afterAll(async () => {
  await backend.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(() => changes.accept())

/** What the generated attacks of a caller on these tables and functions find while a fault is planted. */
async function found(
  plant: string,
  remove: string,
  only: readonly string[],
  by: Attacker = 'guest',
): Promise<string> {
  await backend.sql.unsafe(plant).simple()
  try {
    await changes.accept()
    return (await attackExposed(shop, changes, disposable, by, only)).join('\n')
  } finally {
    await backend.sql.unsafe(remove).simple()
  }
}

// The invariants first: the following tests violate them.
const openCheckout = "(select session_id from checkout_sessions where status = 'pending' limit 1)"

test.each([
  [
    'a movement that no stock follows',
    'alter table inventory_movements disable trigger user; ' +
      `insert into inventory_movements (product_id, kind, quantity) select id, 'received', 5
        from products where options = '[]' limit 1`,
    'stock that is not the sum of its movements',
  ],
  [
    'a payment that is gone',
    "delete from payment_attempts where status = 'succeeded'",
    'an order without a means of payment',
  ],
  [
    'a payment by a provider that is none',
    "update payment_attempts set provider = 'nobody' where status = 'succeeded'",
    'an order paid by nobody the setting names',
  ],
  [
    'a checkout completed by hand',
    `alter table checkout_sessions disable trigger user; update checkout_sessions set status = 'completed'
      where session_id = ${openCheckout}`,
    'a checkout completed with no order or with more than one',
  ],
  [
    'an order of an open checkout',
    `alter table checkout_sessions disable trigger user; update checkout_sessions set status = 'pending'
      where status = 'completed'`,
    'an order of a checkout that is not completed',
  ],
  [
    'a hold of more than there is',
    `insert into private.stock_holds (checkout_session_id, product_id, quantity, expires_at)
      select ${openCheckout}, id, inventory_quantity + 1, now() + interval '5 minutes'
        from products where options = '[]' limit 1`,
    'holds beyond the stock',
  ],
  [
    'a key without its order',
    "insert into private.idempotency_keys (key, request_hash) values (gen_random_uuid(), 'x')",
    'an idempotency key of no completed checkout',
  ],
  [
    'staff appointed by nobody',
    `insert into admin_users (user_id, first_name) select user_id, 'X' from customers
      where user_id is not null and user_id not in (select user_id from admin_users) limit 1`,
    'staff that nobody appointed',
  ],
  ['a counter moved by hand', 'update private.counters set count = count + 1', 'a counter that miscounts'],
  [
    'a gift card drawn from nothing',
    `alter table gift_cards disable trigger user; update gift_cards set balance_pence = balance_pence - 1
      where balance_pence > 0`,
    'a gift card whose balance is not the sum of its entries',
  ],
])('%s breaks an invariant', async (_what, plant, invariant) => {
  await undone(backend.sql, async (tx) => {
    await tx.unsafe(plant).simple()
    expect(Object.keys(await brokenInvariants(tx, "now() - interval '1 second'"))).toContain(invariant)
  })
})

test('without a fault all invariants hold', async () => {
  expect(await brokenInvariants(backend.sql)).toEqual({})
})

test.each(['keyless', 'guest', 'buyer', 'super_admin'] as const)(
  'without a fault, nothing is found by %s',
  async (by) => {
    expect(await found('select', 'select', ['orders', 'dashboard_stats'], by)).toBe('')
  },
)

test('a new table and a new function are attacked without being listed', async () => {
  const text = await found('select', 'drop function leak(); drop table vouchers', ['vouchers', 'leak'])
  expect(text).toMatch(/table vouchers by guest, .*: tells a secret/)
  expect(text).toMatch(/function leak by guest, .*: tells a secret/)
})

test('a policy that shows customers to everybody is found', async () => {
  const text = await found(
    'grant select on customers to anon; create policy planted on customers for select to anon using (true)',
    'drop policy planted on customers; revoke select on customers from anon',
    ['customers'],
  )
  expect(text).toMatch(/table customers by guest, .*: (tells a secret|shows a row of somebody else)/)
})

test('a right to change orders is found', async () => {
  const text = await found(
    `alter table orders disable trigger user; grant update on orders to anon;
     create policy planted on orders for all to anon using (true) with check (true)`,
    `drop policy planted on orders; revoke update on orders from anon;
     alter table orders enable trigger user`,
    ['orders'],
  )
  expect(text).toMatch(/table orders by guest, .*: changed public\.orders/)
})

test('a right to delete is found by what is gone', async () => {
  const text = await found(
    `create policy planted on tracking_events for all to anon using (true);
     grant select, delete on tracking_events to anon`,
    'drop policy planted on tracking_events; revoke select, delete on tracking_events from anon',
    ['tracking_events'],
  )
  expect(text).toMatch(/table tracking_events by guest, .*: changed public\.tracking_events/)
})

/** The findings when a caller changes their name. */
const renaming = async (by: Attacker): Promise<string[]> => {
  const body = '{"p_first_name":"A","p_last_name":"B","p_phone":""}'
  const call = { method: 'POST', path: '/rest/v1/rpc/save_profile', headers: asJson, body }
  return (await attempt(shop, changes, { ...call, by, name: 'a name', expects: 'harmless' })).found
}

test('staff may change what they are called', async () => {
  expect(await renaming('super_admin')).toEqual([])
})

test('a shopper who changes what staff are called is found', async () => {
  await backend.sql
    .unsafe(`create or replace function public.save_profile(p_first_name text, p_last_name text, p_phone text)
    returns void language sql security definer set search_path = '' as
    'update public.profiles set first_name = p_first_name where id in (select user_id from public.admin_users)'`)
  await changes.accept()
  expect(await renaming('buyer')).toEqual(['changed what staff are called'])
})

test('a process that was started again is found', () => {
  expect(endedParts({ postgres: 1, backend: 2 }, { postgres: 3, backend: 2 })).toEqual(['postgres'])
})
