import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase'
import { findZone, quoteShipping, toPence, unitPence, vatPence, type ShippingMethod, type ShippingRule, type ShippingZone } from '@shop/pricing'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

const runs = { numRuns: process.env.TEST_DEEP ? 10_000 : 150 }
const pence = fc.integer({ min: 0, max: 10_000_00 })

test('SQL and libs/pricing round a price and its VAT alike', async () => {
  await fc.assert(fc.asyncProperty(pence, async (stored) => {
    const [row] = await backend.sql`select private.unit_price(${stored}::numeric / 100) as unit, private.vat(${stored}::numeric / 100) as vat`
    expect([toPence(row?.unit), toPence(row?.vat)]).toEqual([unitPence(stored, 'cart'), vatPence(stored)])
  }), runs)
})

const prefix = fc.constantFrom('B', 'BT', 'S', 'sa ', 'KW', 'KW15', 'KA', 'ka27', 'TR', 'TR21', 'SW1A', 'BFPO', 'E', 'EC', '')
const postcode = fc.constantFrom(
  'B1 1AA', 'bt11aa', 'S1 1AA', 'SA1 1AA', 'KW1 5AA', 'kw151aa', 'KW15', 'KA27 8AA', 'ka2 7aa', 'TR21 0AA', 'sw1a1aa', ' BFPO 57', 'E1 6AN',
  'EC1A 1BB', '', '123', 'JE2 3AA', 'ß 1', 'İstanbul', "'; drop table products; --",
)
const money = fc.integer({ min: 0, max: 5000 }).map((value) => value / 100)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const rule = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('free_shipping', 'discount', 'surcharge', 'surcharge', 'restriction'),
  priority: fc.integer({ min: 1, max: 3 }),
  conditions: fc.record({
    min_order_value: sometimes(money), max_order_value: sometimes(money), shipping_method: sometimes(fc.constantFrom('Express', 'express', 'Other')),
    allowed_countries: sometimes(fc.subarray(['GB', 'gb', 'FR'])), excluded_postcodes: sometimes(fc.array(prefix, { maxLength: 3 })),
  }),
  actions: fc.record({
    free_shipping: sometimes(fc.boolean()), discount_amount: sometimes(money), discount_percentage: sometimes(money),
    surcharge_amount: sometimes(money), surcharge_percentage: sometimes(fc.oneof(money, fc.constant('10'), fc.constant(-5))),
  }),
})
const zone = fc.record({
  id: fc.uuid(), postcodes: fc.array(prefix, { maxLength: 4 }), multiplier: fc.integer({ min: 1, max: 30 }).map((value) => value / 10),
  position: fc.integer({ min: 1, max: 3 }),
})

test('SQL and libs/pricing ask the same for shipping', async () => {
  const { sql } = backend
  const [first] = await sql<{ id: string }[]>`select id from shipping_methods where name = 'Express'`
  const method: ShippingMethod = {
    id: first?.id ?? '', name: 'Express', description: null, basePricePence: 499, daysMin: 2, daysMax: 3, features: [], sortOrder: 2,
  }
  const cases = fc.record({ subtotalPence: fc.integer({ min: 0, max: 6000 }), postcode, rules: fc.array(rule, { maxLength: 4 }), zones: fc.array(zone, { maxLength: 3 }) })
  await fc.assert(fc.asyncProperty(cases, async ({ subtotalPence, postcode: to, rules, zones }) => {
    // As Postgres keeps them: what is undefined is not written.
    const kept: ShippingRule[] = rules.map((each) => ({ ...each, name: 'rule', ...JSON.parse(JSON.stringify({ conditions: each.conditions, actions: each.actions })) }))
    const placed: ShippingZone[] = zones.map((each) => ({ ...each, name: 'zone' }))
    const expected = quoteShipping({ subtotalPence, method, zone: findZone(to, placed), rules: kept, country: 'GB', postcode: to })
    const quoted = await sql.begin(async (tx) => {
      await tx`delete from shipping_rules`
      await tx`delete from shipping_zones`
      for (const each of kept) await tx`insert into shipping_rules (id, name, type, priority, conditions, actions) values (
        ${each.id}, 'rule', ${each.type}, ${each.priority}, ${JSON.stringify(each.conditions)}::text::jsonb, ${JSON.stringify(each.actions)}::text::jsonb)`
      for (const each of placed) await tx`insert into shipping_zones (id, name, postcodes, multiplier, position) values (
        ${each.id}, 'zone', ${[...each.postcodes]}, ${each.multiplier}, ${each.position})`
      const [row] = await tx`select private.shipping_price(${subtotalPence}::numeric / 100, m, ${to}, 'GB') as price from shipping_methods m where m.id = ${method.id}`
      return row?.price == null ? { available: false, pence: 0 } : { available: true, pence: toPence(row.price) }
    })
    expect(quoted).toEqual(expected)
  }), runs)
})
