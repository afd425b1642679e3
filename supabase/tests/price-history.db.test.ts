import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, refusal } from './visitor-fixtures'

const sql = await testDatabase()

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
  const staff = await signUpStaff(sql)
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
  const staff = await signUpStaff(sql)
  const id = await stockProduct(sql, 98, 5)
  expect(
    await refusal(as(sql, staff, (tx) => tx`update products set was_price = 120 where id = ${id}`)),
  ).toMatchObject({ code: '42501' })
  expect(
    await refusal(
      as(
        sql,
        staff,
        (tx) => tx`insert into products (slug, name, price, was_price) values ('x-was', 'X', 1, 2)`,
      ),
    ),
  ).toMatchObject({ code: '42501' })
  expect(await refusal(as(sql, staff, (tx) => tx`select from private.price_history`))).toMatchObject({
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
