import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deliveryEstimate } from '@shop/pricing'
import { bankHolidays, type Nation } from '@shop/pricing/bank-holidays'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest } from './visitor-fixtures'

const sql = await testDatabase()

const nations: Nation[] = ['england', 'scotland', 'northern-ireland']
const places = [
  '',
  'SW1A 1AA',
  'CF10 1AA',
  'EH1 1AA',
  'eh11aa',
  'BT1 1AA',
  'TD12 4AA',
  'TD15 1AA',
  'TD1 1AA',
  'nonsense',
]
const moments = fc.date({
  min: new Date('1995-01-01'),
  max: new Date('2060-12-31'),
  noInvalidDate: true,
})
const methods = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 20 }))
  .map(([daysMin, more]) => ({ daysMin, daysMax: daysMin + more }))

test('SQL and libs/pricing know the same bank holidays', async () => {
  const rows = await sql<{ nation: Nation; year: number; days: string[] }[]>`
    select nation, year, private.bank_holidays(nation, year)::text[] as days
    from unnest(${nations}::text[]) as nation cross join generate_series(1995, 2100) as year`
  expect(rows).toHaveLength(nations.length * 106)
  for (const { nation, year, days } of rows) expect(days).toEqual(bankHolidays(nation, year))
})

test('SQL and libs/pricing promise the same days', async () => {
  const orders = fc.array(
    fc.record({ now: moments, postcode: fc.constantFrom(...places), method: methods }),
    {
      minLength: 50,
      maxLength: 50,
    },
  )
  await fc.assert(
    fc.asyncProperty(orders, async (placed) => {
      const asked = placed.map(({ now, postcode, method }) => ({ at: now, postcode, ...method }))
      const rows = await sql<{ from: string; to: string }[]>`
        select estimate.arrives_from::text as "from", estimate.arrives_to::text as "to"
        from jsonb_array_elements(${JSON.stringify(asked)}::text::jsonb) with ordinality as listed (one, place)
        cross join lateral private.delivery_estimate(
          (one ->> 'daysMin')::integer, (one ->> 'daysMax')::integer, (one ->> 'at')::timestamptz, one ->> 'postcode') as estimate
        order by place`
      expect([...rows]).toEqual(
        placed.map(({ now, postcode, method }) => deliveryEstimate(method, now, postcode)),
      )
    }),
    { numRuns: process.env.TEST_DEEP ? 1000 : 10 },
  )
}, 60_000)

test('an order keeps the days that were promised when it was placed, whatever its method takes later', async () => {
  const buyer = guest()
  const session = await readyToPay(sql, buyer, await stockProduct(sql, 10, 4))
  const [promised] = await sql<{ from: string; to: string }[]>`
    select metadata ->> 'arrives_from' as "from", metadata ->> 'arrives_to' as "to"
    from checkout_sessions where session_id = ${session.session_id}`
  const { order_id, order_number } = await complete(sql, buyer, session.session_id)
  const [placed] = await sql<{ at: Date; from: string; to: string; confirmed: string }[]>`
    select orders.created_at as at, arrives_from::text as "from", arrives_to::text as "to", session.metadata ->> 'arrives_to' as confirmed
    from orders join checkout_sessions as session on session.session_id = orders.checkout_session_id
    where orders.id = ${order_id}`
  if (!placed) throw new Error('no order')
  const expected = deliveryEstimate({ daysMin: 5, daysMax: 7 }, placed.at, 'SW1A 1AA')
  expect({ from: placed.from, to: placed.to }).toEqual(expected)
  expect(placed.confirmed).toBe(expected.to)
  expect(promised).toEqual(expected)

  await sql`update shipping_methods set estimated_days_max = 30 where name = 'Standard'`
  const [tracked] = await as(
    sql,
    guest(),
    (tx) => tx<{ found: { arrives_from: string; arrives_to: string; events: { description: string }[] } }[]>`
      select track_order(${order_number}, 'guest@example.test') as found`,
  )
  expect(tracked?.found).toMatchObject({ arrives_from: expected.from, arrives_to: expected.to })
  expect(tracked?.found.events.map(({ description }) => description)).toEqual(['Order placed'])
})
