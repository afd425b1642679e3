import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Attack } from '../declaration/attack'
import { cornerKeeper, fingerprints, type Fingerprint } from './fingerprint'
import { faults, send } from './judge'
import { headerAttacks } from './headers'
import { readAttacks } from './reads'
import { forgedCheckouts } from './forged-checkouts'
import { argumentAttacks, checkoutAttacks } from './functions'
import { functions } from '../functions'
import { tables } from '../tables'
import { accountAttacks } from './accounts'
import { bodyAttacks } from './bodies'
import { storageAttacks } from './files'
import { roleAttacks } from './roles'
import { openHostileShop, type HostileShop } from './shop'
import { letterAttacks, ownRowAttacks, tableAttacks } from './tables'
import { complete, readyToPay, stockOf } from '../checkout-steps'
import { guest, signUp } from '../visitor-fixtures'
import { sampled } from '../sampled'

let shop: HostileShop
let fingerprint: () => Promise<Fingerprint>
let tidy: () => Promise<void>
let untouched: Fingerprint = {}
beforeAll(async () => {
  // The API prints what it refuses.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shop = await openHostileShop()
  tidy = await cornerKeeper(shop)
  await tidy()
  fingerprint = await fingerprints(shop)
  await changes()
})
afterAll(() => shop.backend.stop())

const groups: Readonly<Record<string, Attack[]>> = {
  'forged checkouts and functions': sampled(forgedCheckouts(), 0.5),
  'arguments of functions': sampled(argumentAttacks(), 0.08),
  'details of a checkout': sampled(checkoutAttacks(), 0.08),
  'rows of tables': sampled(tableAttacks(), 0.3),
  'their own rows': ownRowAttacks(),
  letters: letterAttacks(),
  readings: sampled(readAttacks(), 0.5),
  'papers and headers': sampled(headerAttacks(), 0.4),
  accounts: sampled(accountAttacks(), 0.6),
  files: sampled(storageAttacks(), 0.6),
  bodies: sampled(bodyAttacks(), 0.6),
  'staff beyond their role': roleAttacks(),
}

/** What differs from what must not change; what differs once is not held against the next. */
async function changes(): Promise<string[]> {
  // The backend runs in this process: what every object inherits is the shop's too.
  const now: Fingerprint = {
    ...(await fingerprint()),
    'what objects inherit': Object.getOwnPropertyNames(Object.prototype).join(' '),
  }
  const changed = Object.keys({ ...now, ...untouched }).filter((part) => now[part] !== untouched[part])
  untouched = now
  return changed
}

describe.each(Object.entries(groups))('%s', (_group, attacks) => {
  test.each(attacks.map((attack, index): [string, Attack, number] => [attack.name, attack, index]))(
    '%s',
    async (_name, attack, index) => {
      const answer = await send(shop, attack)
      const accepted = attack.method !== 'GET' && answer.status < 300
      const found = faults(shop, attack, answer)
      // After each that was accepted; those that were refused are looked at together.
      const changed = accepted || index % 20 === 19 || index === attacks.length - 1 ? await changes() : []
      if (accepted) await tidy()
      expect({ found, changed }, `${String(answer.status)} ${answer.body.slice(0, 400)}`).toEqual({
        found: [],
        changed: [],
      })
    },
  )
})

test('no table and no function is left out, and there are 500 attacks at least', async () => {
  const { sql } = shop.backend
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
  const { sql } = shop.backend
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
  ['a role', "update admin_users set role = 'super_admin' where id = @staffRecord@", 'public.admin_users'],
  [
    'a line of another cart',
    'update cart_items set quantity = quantity + 1 where id = @victimLine@',
    'public.cart_items',
  ],
  ['an account', "update auth.users set raw_app_meta_data = '{}' where id = @victimUser@", 'auth.users'],
  ['a policy', 'create policy hostile on orders for update to anon using (true)', 'the schema'],
])('the fingerprint would show %s', async (_what, statement, part) => {
  await changes()
  const text = statement.replace(/@(\w+)@/g, (_all, name: string) => `'${shop.facts[name] ?? ''}'`)
  await shop.backend.sql.unsafe(text)
  expect(await changes()).toContain(part)
})
