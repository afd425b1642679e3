import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { orderEdits } from './order-edit-fixtures'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const { buy, refund, cancel, setStatus, settle } = refundFixtures(sql, staff)
const { edit } = orderEdits(sql, staff)

interface Total {
  count: number
  net: number
  tax: number
  delivery: number
  total: number
}
interface Takings {
  sales: Total
  refunds: Total
  means: { means: string; sales: number; refunds: number }[]
  rates: { vat_rate: number; net: number; tax: number; refunded_net: number; refunded_tax: number }[]
}

const takings = (p_from: string, p_to = p_from): Promise<Takings> =>
  callAs(sql, staff, 'office_takings', { p_from, p_to })

const pence = (pounds: number) => Math.round(pounds * 100)
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + pence(amount), 0)
const added = ({ net, tax, delivery }: Total) => sum([net, tax, delivery])

/** Moves an order, its refunds and its events to a moment. */
async function moveTo({ id }: Pick<Bought, 'id'>, at: string) {
  await sql`update orders set created_at = ${at} where id = ${id}`
  await sql`update refunds set created_at = ${at}, settled_at = case when settled_at is not null then ${at}::timestamptz end
    where order_id = ${id}`
  await sql`update order_events set created_at = ${at} where order_id = ${id}`
  await sql`update private.order_edits set settled_at = ${at} where order_id = ${id} and state = 'applied'`
  await sql`update customers set last_order_at = (select max(created_at) from orders where customer_id = customers.id)
    where id = (select customer_id from orders where id = ${id})`
}

// A year of its own for each test, so that they do not count each other's orders.
test('a day has what was taken by each means, at each rate, and what went back', async () => {
  const day = '2001-03-05'
  const plain = await buy({ lines: [[10, 2]] })
  const mixed = await buy({ lines: [[20, 1]], cardPence: 500, provider: 'stripe' })
  const old = await buy({ lines: [[10, 1]] })
  // Bought when VAT was 17.5 %: 7.90 net.
  await sql.begin(async (tx) => {
    const [sold] = await tx<{ session: string; total: string }[]>`
      update orders set vat_rate = 0.175, tax_amount = 1.38, total = subtotal + 1.38 + shipping_amount where id = ${old.id}
      returning checkout_session_id as session, total`
    if (!sold) throw new Error('The order is gone')
    await tx`update checkout_sessions set vat_rate = 0.175, tax_amount = 1.38, total = ${sold.total} where session_id = ${sold.session}`
    await tx`update payment_attempts set amount = ${sold.total} where checkout_session_id = ${sold.session}`
  })
  await refund(plain, { lines: [{ line: 0, quantity: 1 }] })
  for (const order of [plain, mixed, old]) await moveTo(order, `${day}T12:00:00Z`)
  const found = await takings(day)
  // 2 × 7.90, 15.80 and 7.90; Express is 4.99.
  expect(found.sales).toEqual({ count: 3, net: 39.5, tax: 7.7, delivery: 14.97, total: 62.17 })
  expect(found.refunds).toEqual({ count: 1, net: 7.9, tax: 1.58, delivery: 0, total: 9.48 })
  expect(found.means).toEqual([
    { means: 'simulated', sales: 38.22, refunds: 9.48 },
    { means: 'stripe', sales: 18.95, refunds: 0 },
    { means: 'gift_card', sales: 5, refunds: 0 },
  ])
  expect(found.rates).toEqual([
    { vat_rate: 0.2, net: 31.6, tax: 6.32, refunded_net: 7.9, refunded_tax: 1.58 },
    { vat_rate: 0.175, net: 7.9, tax: 1.38, refunded_net: 0, refunded_tax: 0 },
  ])
})

test('days are those of London, also when the clocks change', async () => {
  // The clocks go forward on 31 March 2002 and back on 27 October.
  const moments: [at: string, day: string][] = [
    ['2002-03-30T23:59:59Z', '2002-03-30'],
    ['2002-03-31T00:00:00Z', '2002-03-31'],
    ['2002-03-31T22:59:59Z', '2002-03-31'],
    ['2002-03-31T23:00:00Z', '2002-04-01'],
    ['2002-10-26T22:59:59Z', '2002-10-26'],
    ['2002-10-26T23:00:00Z', '2002-10-27'],
    ['2002-10-27T23:59:59Z', '2002-10-27'],
    ['2002-10-28T00:00:00Z', '2002-10-28'],
  ]
  for (const [at] of moments) await moveTo(await buy({ lines: [[10, 1]] }), at)
  const days = [...new Set(moments.map(([, day]) => day))]
  for (const day of days)
    expect((await takings(day)).sales.count, day).toBe(moments.filter(([, of]) => of === day).length)
  expect((await takings('2002-01-01', '2002-12-31')).sales.count).toBe(moments.length)
})

test('a refund counts on its own day; of one that waits the part that a gift card has back', async () => {
  const order = await buy({ lines: [[10, 1]], cardPence: 1000, provider: 'stripe' })
  await moveTo(order, '2003-01-10T12:00:00Z')
  // 7.90 + 1.58 + 4.99 = 14.47, of which the card paid 4.47.
  const { id } = await refund(order, { amount: 14.47 })
  await sql`update refunds set created_at = '2003-01-11T12:00:00Z' where id = ${id}`
  expect((await takings('2003-01-11')).refunds).toEqual({
    count: 1,
    net: 4.17,
    tax: 0.84,
    delivery: 4.99,
    total: 10,
  })
  await settle(id)
  await sql`update refunds set settled_at = '2003-01-12T12:00:00Z' where id = ${id}`
  expect((await takings('2003-01-11')).refunds.count).toBe(0)
  expect(await takings('2003-01-12')).toMatchObject({
    sales: { count: 0, total: 0 },
    refunds: { count: 1, net: 7.9, tax: 1.58, delivery: 4.99, total: 14.47 },
    means: [
      { means: 'gift_card', sales: 0, refunds: 10 },
      { means: 'stripe', sales: 0, refunds: 4.47 },
    ],
  })
})

test('what a status returns counts as returned by hand, and what was not paid does not count', async () => {
  const cancelled = await buy({ lines: [[10, 1]], cardPence: 1000 })
  await cancel(cancelled, false)
  await moveTo(cancelled, '2004-01-10T12:00:00Z')
  expect(await takings('2004-01-10')).toMatchObject({
    refunds: { count: 1, total: 10 },
    means: [
      { means: 'gift_card', sales: 10, refunds: 10 },
      { means: 'simulated', sales: 4.47, refunds: 0 },
    ],
  })
  const marked = await buy({ lines: [[10, 1]] })
  await setStatus(marked, { payment_status: 'refunded' })
  await moveTo(marked, '2004-01-11T12:00:00Z')
  expect(await takings('2004-01-11')).toMatchObject({
    refunds: { count: 1, net: 7.9, tax: 1.58, delivery: 4.99, total: 14.47 },
    means: [
      { means: 'simulated', sales: 14.47, refunds: 0 },
      { means: 'hand', sales: 0, refunds: 14.47 },
    ],
  })
  const failed = await buy({ lines: [[10, 1]] })
  await setStatus(failed, { payment_status: 'failed' })
  await moveTo(failed, '2004-01-12T12:00:00Z')
  expect(await takings('2004-01-12')).toMatchObject({ sales: { count: 0 }, refunds: { count: 0 }, means: [] })
})

test('an edit counts on its own day, and the day of the order stays as it was', async () => {
  const order = await buy({ lines: [[10, 3]], cardPence: 1000 })
  await edit(order, { lines: [{ line: 0, quantity: 1 }] })
  await moveTo(order, '2004-02-10T12:00:00Z')
  await sql`update private.order_edits set settled_at = '2004-02-11T12:00:00Z' where order_id = ${order.id}`
  const [before, after] = [await takings('2004-02-10'), await takings('2004-02-11')]
  expect(before.sales).toEqual({ count: 1, net: 23.7, tax: 4.74, delivery: 4.99, total: 33.43 })
  // The bank card paid 23.43, so it gets back all of 15.80 and 3.16.
  expect(after).toMatchObject({
    sales: { count: 0, net: -15.8, tax: -3.16, delivery: 0, total: -18.96 },
    refunds: { count: 0, total: 0 },
    means: [{ means: 'simulated', sales: -18.96, refunds: 0 }],
  })
})

test('whatever happens to orders, takings are their totals less what went back, by means and by rate', async () => {
  const order = fc.record({
    lines: fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: 9000 }).map((p) => p / 100),
        fc.integer({ min: 1, max: 4 }),
      ),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    cardPence: fc.option(fc.integer({ min: 1, max: 12_000 }), { nil: 0 }),
    percent: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
    drafted: fc.boolean(),
    provider: fc.constantFrom('simulated' as const, 'stripe' as const),
    rate: fc.constantFrom('0.2', '0.175', '0.15'),
    steps: fc.array(
      fc.constantFrom(
        'more',
        'fewer',
        'some',
        'one',
        'delivery',
        'settle',
        'cancel',
        'mark',
        'unmark',
        'fail',
        'succeed',
      ),
      { maxLength: 4 },
    ),
    day: fc.nat(364),
  })
  let year = 2005
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 3 }), async (orders) => {
      year += 1
      const ids: string[] = []
      for (const { steps, rate, day, cardPence, percent, ...purchase } of orders) {
        const bought = await buy({ ...purchase, cardPence, ...(percent !== undefined && { percent }) })
        await sql`update orders set vat_rate = ${rate} where id = ${bought.id}`
        ids.push(bought.id)
        for (const step of steps) {
          try {
            if (step === 'more' || step === 'fewer')
              await edit(bought, {
                lines: [{ line: 0, quantity: step === 'more' ? 5 : 1 }],
                takePayment: true,
              })
            else if (step === 'some') await refund(bought, { amount: 1.23 })
            else if (step === 'one') await refund(bought, { lines: [{ line: 0, quantity: 1 }] })
            else if (step === 'delivery') await refund(bought, { delivery: 0.99 })
            else if (step === 'cancel') await setStatus(bought, { status: 'cancelled' })
            else if (step === 'mark') await setStatus(bought, { payment_status: 'refunded' })
            else if (step === 'unmark')
              await setStatus(bought, { payment_status: 'succeeded', status: 'pending' })
            else
              for (const { id } of await sql<{ id: string }[]>`
                select id from refunds where order_id = ${bought.id} and state in ('pending', 'failed')`)
                await settle(id, step === 'fail' ? 'No' : null, step === 'fail')
          } catch (error) {
            // What is rejected changes nothing.
            expect(error).toHaveProperty('code', expect.stringMatching(/^(PT4|P0001|23514)/))
          }
        }
        await moveTo(bought, new Date(Date.UTC(year, 0, 1 + day, 12)).toISOString())
      }
      const found = await takings(`${String(year)}-01-01`, `${String(year)}-12-31`)
      const [real] = await sql<
        { total: number; net: number; tax: number; gift_card: number; card: number }[]
      >`
        select sum(total)::float as total, sum(subtotal - discount_amount)::float as net, sum(tax_amount)::float as tax,
          sum(gift_card_amount + coalesce((
            select sum(amount_pence) * 0.01 from gift_card_entries
            where order_id = orders.id and kind in ('redeemed', 'given_back')), 0))::float as gift_card,
          sum(case when marked_refunded then total - gift_card_amount - coalesce((
              select sum(card_amount) from refunds where order_id = orders.id and edit_id is null and settled_at is null), 0)
            else refunded_amount - refunded_to_gift_card end)::float as card
        from orders where id = any (${ids})`
      if (!real) throw new Error('no orders')
      expect(pence(found.sales.total)).toBe(pence(real.total))
      expect(pence(found.sales.net)).toBe(pence(real.net))
      expect(pence(found.sales.tax)).toBe(pence(real.tax))
      expect(pence(found.refunds.total)).toBe(sum([real.gift_card, real.card]))
      expect(sum(found.means.map(({ means, refunds }) => (means === 'gift_card' ? refunds : 0)))).toBe(
        pence(real.gift_card),
      )
      // By their parts, by means and by rate.
      for (const total of [found.sales, found.refunds]) expect(added(total)).toBe(pence(total.total))
      expect(sum(found.means.map(({ sales }) => sales))).toBe(pence(found.sales.total))
      expect(sum(found.means.map(({ refunds }) => refunds))).toBe(pence(found.refunds.total))
      expect(sum(found.rates.map(({ net }) => net))).toBe(pence(found.sales.net))
      expect(sum(found.rates.map(({ refunded_tax }) => refunded_tax))).toBe(pence(found.refunds.tax))
      for (const rate of found.rates) {
        expect(pence(rate.refunded_tax)).toBeLessThanOrEqual(pence(rate.tax))
        expect(pence(rate.refunded_net)).toBeLessThanOrEqual(pence(rate.net))
      }
      // By its days.
      const days = [
        ...new Set(orders.map(({ day }) => new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10))),
      ]
      const each = await Promise.all(days.map((day) => takings(day)))
      expect(sum(each.map(({ sales }) => sales.total))).toBe(pence(found.sales.total))
      expect(sum(each.map(({ refunds }) => refunds.total))).toBe(pence(found.refunds.total))
    }),
    { numRuns: process.env.TEST_DEEP ? 150 : 12 },
  )
})

test.each([
  ['2026-02-01', '2026-01-01'],
  ['2024-01-01', '2026-01-01'],
])('takings from %s to %s are rejected', async (from, to) => {
  expect(await rejection(takings(from, to))).toMatchObject({ hint: 'period' })
})
