import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import { complete, readyToPay, stockOf } from '../supabase/tests/checkout-steps'
import { functions } from '../supabase/tests/functions'
import { tables } from '../supabase/tests/tables'
import { guest, signUp } from '../supabase/tests/visitor-fixtures'
import { attackGroups } from './requests'
import { attempt } from './shop/attempt'
import { fillShop, type AttackedShop } from './shop/fixtures'
import { monitorChanges, type ChangeMonitor } from './shop/changes'

let backend: LocalSupabase
let shop: AttackedShop
let changes: ChangeMonitor
beforeAll(async () => {
  // The API prints what it rejects.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend = await startTestBackend()
  shop = await fillShop(backend, 'http://localhost:3000')
  changes = await monitorChanges(shop)
})
afterAll(() => backend.stop())

const groups = attackGroups()

describe.each(Object.entries(groups))('%s', (_group, attacks) => {
  test.each(attacks.map((attack) => [attack.name, attack] as const))('%s', async (_name, attack) => {
    const { reply, found } = await attempt(shop, changes, attack)
    expect(found, reply).toEqual([])
  })

  test('those that were rejected changed nothing', async () => {
    expect(await changes.changed()).toEqual([])
  })
})

test('no table and no function is left out, and there are 500 attacks at least', async () => {
  const { sql } = backend
  const names = async (query: Promise<{ name: string }[]>): Promise<string[]> =>
    (await query).map((row) => row.name)
  expect(Object.keys(tables).sort()).toEqual(
    await names(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  )
  expect(Object.keys(functions).sort()).toEqual(
    await names(
      sql`select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    ),
  )
  expect(
    new Set(
      Object.values(groups)
        .flat()
        .map(({ name }) => name),
    ).size,
  ).toBeGreaterThan(500)
})

test('after all of it, a guest and a shopper buy as ever', async () => {
  const { sql } = backend
  const product = shop.facts.product ?? ''
  for (const visitor of [guest(), await signUp(sql)]) {
    const before = await stockOf(sql, product)
    const checkout = await readyToPay(sql, visitor, product, 2)
    expect(await complete(sql, visitor, checkout.session_id)).toMatchObject({
      status: 'completed',
      checkout_session_id: checkout.session_id,
    })
    expect(await stockOf(sql, product)).toBe((before ?? 0) - 2)
  }
})

test.each([
  [
    'a checkout of the attacker',
    'update checkout_sessions set total = total - 1, subtotal = subtotal - 1 where session_id = @buyerCheckout@',
    'a checkout not priced by the shop',
  ],
  ['a price', 'update products set price = price + 0.01 where id = @product@', 'public.products'],
  ['an order', "update orders set status = 'processing' where id = @victimOrder@", 'public.orders'],
  [
    'a setting',
    "update shop_settings set value = '0.78' where key = 'pricing.factor'",
    'public.shop_settings',
  ],
  ['a role', "update admin_users set role = 'admin' where id = @staffRecord@", 'public.admin_users'],
  [
    'a line of another cart',
    'update cart_items set quantity = quantity + 1 where id = @victimLine@',
    'public.cart_items',
  ],
  ['an account', "update auth.users set raw_app_meta_data = '{}' where id = @victimUser@", 'auth.users'],
  ['a policy', 'create policy planted on orders for update to anon using (true)', 'the schema'],
])('a change of %s is noticed', async (_what, statement, part) => {
  await changes.accept()
  const text = statement.replace(/@(\w+)@/g, (_all, name: string) => `'${shop.facts[name] ?? ''}'`)
  await backend.sql.unsafe(text)
  expect(await changes.changed()).toContain(part)
})
