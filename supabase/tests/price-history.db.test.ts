import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockProduct, complete, readyToPay } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, connections, othersWaiting } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

/** The factor of the listings is as it always was. */
const longAgo = () => sql`update private.price_history_start set began_at = '-infinity'`
await longAgo()

/** A price in pounds for so many days; null while the product was not offered. */
type Past = readonly (readonly [price: number | null, days: number])[]

/**
 * A product with a past that ends now, and the comparison that staff ask for.
 * @param price what it costs now, since the end of the past
 */
async function productWith(past: Past, price: number, compare: number | null, now = 0): Promise<string> {
  const id = await stockProduct(sql, price, 9)
  await sql`delete from private.price_history where product_id = ${id}`
  let ago = past.reduce((sum, [, days]) => sum + days, now)
  for (const [charged, days] of past) {
    if (charged !== null) {
      await sql`insert into private.price_history (product_id, price, since, until)
        values (${id}, ${charged}, date_trunc('minute', now()) - ${ago} * interval '1 day', date_trunc('minute', now()) - ${ago - days} * interval '1 day')`
    }
    ago -= days
  }
  await sql`insert into private.price_history (product_id, price, since) values (${id}, ${price}, date_trunc('minute', now()) - ${now} * interval '1 day')`
  await sql`update products set compare_at_price = ${compare} where id = ${id}`
  return id
}
const wasPrice = async (id: string): Promise<number | null> => {
  const [row] = await sql<{ was: string | null }[]>`select was_price as was from products where id = ${id}`
  return row?.was ? Number(row.was) : null
}

test.each<[string, Past, number, number | null, number | null, number?]>([
  ['28 days at the earlier price', [[120, 28]], 98, 120, 120],
  ['27 days are too few', [[120, 27]], 98, 120, null],
  ['28 days at more than the price compared with', [[125, 28]], 98, 120, 120],
  ['28 days at less than the price compared with', [[119.99, 28]], 98, 120, null],
  [
    'two prices above it, one after the other',
    [
      [125, 14],
      [120, 14],
    ],
    98,
    120,
    120,
  ],
  [
    '28 days with a break',
    [
      [120, 14],
      [null, 1],
      [120, 14],
    ],
    98,
    120,
    null,
  ],
  [
    '28 days with a cheaper week between',
    [
      [120, 20],
      [98, 7],
      [120, 20],
    ],
    98,
    120,
    null,
  ],
  [
    '28 days, but long ago',
    [
      [120, 60],
      [null, 40],
    ],
    98,
    120,
    null,
  ],
  [
    'a day from the one to the other is no break',
    [
      [120, 60],
      [null, 1],
    ],
    98,
    120,
    120,
  ],
  ['no comparison asked for', [[120, 60]], 98, null, null],
  ['compared with the present price', [[98, 60]], 98, 98, null],
  ['compared with less than the present price', [[120, 60]], 98, 90, null],
  [
    'reduced in two steps',
    [
      [120, 60],
      [110, 10],
    ],
    98,
    120,
    120,
  ],
  ['reduced as long as it was dearer, less a day', [[120, 40]], 98, 120, 120, 39],
  ['reduced exactly as long as it was dearer', [[120, 40]], 98, 120, null, 40],
  ['reduced for longer than it was dearer', [[120, 40]], 98, 120, null, 41],
  ['reduced for half a year, after years', [[120, 900]], 98, 120, null, 181],
  ['reduced for nearly half a year, after years', [[120, 900]], 98, 120, 120, 179],
  ['no past at all', [], 98, 120, null],
])('%s', async (_what, past, price, compare, expected, now = 0) => {
  expect(await wasPrice(await productWith(past, price, compare, now))).toBe(expected)
})

/** The rule once more, day by day: each day is what was charged then, or null. */
function lawful(days: readonly (number | null)[], compare: number): boolean {
  const price = days.at(-1) ?? Number.NaN
  if (!(compare > price)) return false
  const last = days.findLastIndex((charged) => charged !== null && charged >= compare)
  if (last < 0) return false
  let first = last
  while (first > 0 && (days[first - 1] ?? 0) >= compare) first -= 1
  const low = days.findIndex((charged, day) => day > last && charged !== null)
  const dearDays = last - first + 1
  const reducedDays = days.length - low
  return dearDays >= 28 && low - last - 1 <= 1 && reducedDays < Math.min(dearDays, 180)
}

test('whatever was charged, the database finds what a walk through the days finds', async () => {
  const period = fc.tuple(
    fc.constantFrom(null, 80, 100, 100, 120, 120, 140),
    fc.constantFrom(1, 2, 10, 27, 28, 29, 60, 200),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(period, { maxLength: 5 }),
      fc.constantFrom(80, 98, 100),
      fc.constantFrom(100, 120, 130),
      fc.integer({ min: 1, max: 200 }),
      async (past, price, compare, now) => {
        const days = [...past, [price, now] as const].flatMap(([charged, length]) =>
          Array.from({ length }, () => charged),
        )
        expect(await wasPrice(await productWith(past, price, compare, now))).toBe(
          lawful(days, compare) ? compare : null,
        )
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 3000 : 150 },
  )
})

test('a price that staff lower is compared with what it was, and no longer once they raise it', async () => {
  const id = await stockProduct(sql, 120, 5)
  await sql`update private.price_history set since = since - interval '30 days' where product_id = ${id}`
  await as(sql, staff, (tx) => tx`update products set price = 98, compare_at_price = 120 where id = ${id}`)
  expect(await wasPrice(id)).toBe(120)
  await as(sql, staff, (tx) => tx`update products set price = 90 where id = ${id}`)
  await as(sql, staff, (tx) => tx`update products set inventory_quantity = 0 where id = ${id}`)
  await as(sql, staff, (tx) => tx`update products set inventory_quantity = 3 where id = ${id}`)
  expect(await wasPrice(id)).toBe(120)
  await as(sql, staff, (tx) => tx`update products set price = 120 where id = ${id}`)
  expect(await wasPrice(id)).toBeNull()
  // Back to the lower price after a minute at the higher one: that minute is what came immediately before.
  await as(sql, staff, (tx) => tx`update products set price = 98 where id = ${id}`)
  expect(await wasPrice(id)).toBeNull()
})

test('nobody writes the price that is struck through, and nobody reads the history', async () => {
  const id = await stockProduct(sql, 98, 5)
  expect(
    await rejection(as(sql, staff, (tx) => tx`update products set was_price = 120 where id = ${id}`)),
  ).toMatchObject({ code: '42501' })
  expect(
    await rejection(
      as(
        sql,
        staff,
        (tx) => tx`insert into products (slug, name, price, was_price) values ('x-was', 'X', 1, 2)`,
      ),
    ),
  ).toMatchObject({ code: '42501' })
  expect(await rejection(as(sql, staff, (tx) => tx`select from private.price_history`))).toMatchObject({
    code: '42501',
  })
  expect(await as(sql, guest(), (tx) => tx`select was_price from products where id = ${id}`)).toEqual([
    { was_price: null },
  ])
})

test('a comparison ends by itself, and the pages that show it are made anew', async () => {
  const id = await productWith([[120, 40]], 98, 120, 39)
  const version = async () => Number((await sql`select version from catalogue_version`)[0]?.version)
  expect(await wasPrice(id)).toBe(120)
  await sql`update products set was_price_until = now() - interval '1 second' where id = ${id}`
  const before = await version()
  const [swept] = await sql`select sweep() as counts`
  expect(swept?.counts).toMatchObject({ was_prices: 1 })
  expect(await wasPrice(id)).toBeNull()
  expect(await version()).toBeGreaterThan(before)
})

test('when the factor of the listings changes, nothing charged before counts', async () => {
  const id = await productWith([[120, 40]], 98, 120)
  const [factor] = await sql<
    { value: unknown }[]
  >`select value from shop_settings where key = 'pricing.factor'`
  await sql`update shop_settings set value = '0.79' where key = 'pricing.factor'`
  expect(await wasPrice(id)).toBe(120)
  await sql`update shop_settings set value = '0.8' where key = 'pricing.factor'`
  expect(await wasPrice(id)).toBeNull()
  await sql`update products set price = 97 where id = ${id}`
  expect(await wasPrice(id)).toBeNull()
  await sql`update shop_settings set value = ${JSON.stringify(factor?.value)}::text::jsonb where key = 'pricing.factor'`
  await longAgo()
})

test('the demo’s products have no past, so they are compared with nothing', async () => {
  const [row] =
    await sql`select count(*)::int as shown from products where was_price is not null and slug in (select slug from products where sku like 'AM-%')`
  expect(row).toEqual({ shown: 0 })
})

test('each product and variant has one present period at its present price, and none overlap', async () => {
  const wrong = await sql`
    select product.slug from private.stock_units as unit
    join products as product on product.id = unit.product_id
    left join private.price_history as present on present.product_id = unit.product_id
      and present.variant_id is not distinct from unit.variant_id and present.until is null
    where (unit.is_active and unit.inventory_quantity > 0) <> (present.price is not null) or present.price <> unit.price
    union all
    select one.product_id::text from private.price_history as one join private.price_history as other on other.product_id = one.product_id
      and other.variant_id is not distinct from one.variant_id and other.since > one.since
    where one.until is null or one.until > other.since`
  expect([...wrong]).toEqual([])
})

test('the sweep and a refund by staff at the same time do not deadlock', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 3)
  const { order_id: order } = await complete(
    sql,
    visitor,
    (await readyToPay(sql, visitor, product)).session_id,
  )
  const { order_id: old } = await complete(sql, visitor, (await readyToPay(sql, visitor, product)).session_id)
  await sql`update orders set status = 'delivered' where id in ${sql([order, old])}`
  await sql`update orders set delivered_at = now() - interval '15 days' where id = ${old}`
  await sql`update products set was_price = 30, was_price_until = now() where id = ${await stockProduct(sql, 10, 50)}`
  const crowd = connections(sql, 4)
  const gate = await crowd.reserve()
  await gate`begin`
  await gate`select from catalogue_version for update`
  const refunded = as(
    crowd,
    staff,
    (tx) => tx`update orders set payment_status = 'refunded' where id = ${order}`,
  )
  await othersWaiting(sql, 1)
  const swept = crowd`select sweep() as counts`.execute()
  await othersWaiting(sql, 2)
  await gate`commit`
  gate.release()
  await refunded
  expect((await swept)[0]?.counts).toMatchObject({ was_prices: 1, completed_orders: 1 })
  await crowd.end()
})
