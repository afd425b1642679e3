import fc from 'fast-check'
import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const products = [
  await stockProduct(sql, 10, 10_000),
  await stockProduct(sql, 25.5, 10_000),
  await stockProduct(sql, 3.99, 10_000),
]
for (const [place, product] of products.entries())
  for (let count = 0; count < 5; count += 1) {
    const buyer = guest()
    const checkout = await readyToPay(sql, buyer, product, place + 1)
    await complete(sql, buyer, checkout.session_id)
  }

interface Figures {
  orders: number
  revenue: number
  paid: number
}
interface Sales {
  series: (Figures & { since: string })[]
  total: Figures
  before: Figures
  top_products: { product_id: string; units: number; amount: number }[]
}

const sales = (p_from: string, p_to: string, p_unit: string): Promise<Sales> =>
  callAs(sql, staff, 'sales_series', { p_from, p_to, p_unit })

const day = (offset: number) => new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10)
const round = (pounds: number) => Math.round(pounds * 100) / 100
const sum = (series: readonly Figures[]) => ({
  orders: series.reduce((total, { orders }) => total + orders, 0),
  revenue: round(series.reduce((total, { revenue }) => total + revenue, 0)),
  paid: round(series.reduce((total, { paid }) => total + paid, 0)),
})

/** The same figures, added up from the orders and their lines. */
async function expected(from: string, to: string) {
  const [row] = await sql`
    select count(*)::integer as orders,
      coalesce(sum(total - gift_card_amount - refunded_amount + refunded_to_gift_card) filter (where status = 'completed'), 0)::float as revenue,
      coalesce(sum(total - gift_card_amount - refunded_amount + refunded_to_gift_card) filter (where payment_status = 'succeeded'), 0)::float as paid
    from orders where (created_at at time zone 'Europe/London')::date between ${from} and ${to}`
  const best = await sql`
    select item ->> 'product_id' as product_id, sum((item ->> 'quantity')::integer)::integer as units,
      sum((item ->> 'total_price')::numeric)::float as amount
    from orders cross join jsonb_array_elements(items) as item
    where (created_at at time zone 'Europe/London')::date between ${from} and ${to}
      and payment_status = 'succeeded' and status <> 'cancelled'
    group by 1 order by 3 desc, 1`
  return { total: { ...row }, best: best.map((line) => ({ ...line })) }
}

test('after any changes the figures of any period are the sum of its orders, by day, week and month', async () => {
  const ids = (await sql<{ id: string }[]>`select id from orders order by id`).map(({ id }) => id)
  const move = fc.record({
    order: fc.nat(ids.length - 1),
    minutes: fc.integer({ min: 0, max: 400 * 24 * 60 }),
    status: fc.constantFrom('pending', 'shipped', 'cancelled', 'completed'),
    payment: fc.constantFrom('succeeded', 'paid', 'failed', 'refunded'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(move, { minLength: 1, maxLength: 12 }),
      fc.nat(300),
      fc.nat(200),
      async (moves, start, length) => {
        for (const { order, minutes, status, payment } of moves)
          await sql`
            update orders set created_at = '2024-01-01T00:00:00Z'::timestamptz + ${minutes} * interval '1 minute',
              status = ${status}, payment_status = ${payment} where id = ${ids[order] ?? ''}`
        const [from, to] = [day(start), day(start + length)]
        const { total, best } = await expected(from, to)
        for (const unit of ['day', 'week', 'month']) {
          const figures = await sales(from, to, unit)
          expect(sum(figures.series)).toEqual(total)
          expect(figures.total).toMatchObject(total)
          expect(
            figures.top_products.map(({ product_id, units, amount }) => ({ product_id, units, amount })),
          ).toEqual(best)
        }
        const { before } = await sales(from, to, 'month')
        expect(before).toMatchObject((await expected(day(start - length - 1), day(start - 1))).total)
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 200 : 12 },
  )
})

test.each([
  ['2026-02-01', '2026-01-01', 'day', 'period'],
  ['2015-01-01', '2026-01-01', 'month', 'period'],
  ['2023-01-01', '2026-01-01', 'day', 'unit'],
  ['2026-01-01', '2026-01-02', 'hour', 'unit'],
])('a period from %s to %s by %s is rejected', async (from, to, unit, hint) => {
  expect(await rejection(sales(from, to, unit))).toMatchObject({ hint })
})

test('the latest events name the order and the person', async () => {
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, products[0] ?? '', 1)
  const order = await complete(sql, buyer, checkout.session_id)
  await as(sql, staff, (tx) => tx`update orders set status = 'processing' where id = ${order.order_id}`)
  const events = await callAs<{ order_number: string; type: string; actor: string | null }[]>(
    sql,
    staff,
    'recent_activity',
    {},
  )
  expect(events[0]).toMatchObject({ order_number: order.order_number, type: 'status_changed' })
  expect(events[1]).toMatchObject({
    order_number: order.order_number,
    type: 'payment_succeeded',
    actor: null,
  })
})

const statuses = ['pending', 'processing', 'shipped', 'delivered', 'completed']

test.each([{ basis: 'pending' }, { basis: 'shipped' }, { basis: 'completed' }])(
  'with revenue.basis $basis the dashboard counts orders of that status',
  async ({ basis }) => {
    await sql`insert into shop_settings (key, value) values ('revenue.basis', ${JSON.stringify(basis)}::text::jsonb)
      on conflict (key) do update set value = excluded.value`
    const buyer = guest()
    const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 10, 5))
    const { order_id: order } = await complete(sql, buyer, checkout.session_id)
    const [bought] = await sql<{ total: number }[]>`select total::float from orders where id = ${order}`
    const revenue = async () => {
      const [row] = await as(
        sql,
        staff,
        (tx) => tx<{ revenue: number }[]>`select (dashboard_stats() ->> 'revenue')::float as revenue`,
      )
      return row?.revenue ?? Number.NaN
    }
    const counted: string[] = []
    for (const status of statuses) {
      await sql`update orders set status = 'cancelled' where id = ${order}`
      const without = await revenue()
      await sql`update orders set status = ${status} where id = ${order}`
      if (Math.abs((await revenue()) - without - (bought?.total ?? 0)) < 0.005) counted.push(status)
    }
    expect(counted).toEqual([basis])
  },
)
