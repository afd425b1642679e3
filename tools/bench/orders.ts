import { loadavg } from 'node:os'
import { startOwnTestBackend } from '@shop/local-supabase/in-process'
import type { Sql } from 'postgres'
import { makeVocabulary, peopleCount } from '../../supabase/tests/declaration/vocabulary'
import { callAs } from '../../supabase/tests/office-steps'
import { signUpStaff, type Visitor } from '../../supabase/tests/visitor-fixtures'
import { countOf } from '../arguments'
import { percentile, report, seconds, type Figure } from './figures'

type Row = Record<string, unknown>

/** Milliseconds that 95 of 100 questions may take at most. */
const limit = 100
const rounds = 20
const batch = 100_000

/**
 * Orders over five years as the shop would have them: one in five of a guest, most completed and paid. Written without the triggers
 * that follow a sale, then counted by day as the migration counts what was there before it.
 */
async function load(sql: Sql, orders: number): Promise<void> {
  await makeVocabulary(sql)
  for (let from = 1; from <= orders; from += batch)
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into orders (order_number, email, status, payment_status, subtotal, tax_amount, shipping_amount, total,
          shipping_method, items, shipping_address, billing_address, checkout_session_id, paid_at, created_at)
        select 'AM' || to_char(day, 'YYYYMMDD') || '-' || lpad((i / 1826 + 1)::text, 4, '0'),
          case when i % 5 = 4 then 'guest' || i else lower(first_name || '.' || last_name) || i % 200000 end
            || '@' || (array['gmail.test', 'outlook.test', 'icloud.test', 'mail.test'])[1 + (i & 3)],
          case when luck < 0.9 then 'completed' when luck < 0.95 then 'shipped' when luck < 0.98 then 'processing' else 'pending' end,
          case when luck < 0.98 then 'succeeded' when luck < 0.999 then 'pending' else 'failed' end,
          50, 10, 3.99, 63.99, 'Standard',
          jsonb_build_array(jsonb_build_object('product_id', md5('product' || i)::uuid, 'name', 'Piece ' || i, 'quantity', 1,
            'unit_price', 50, 'total_price', 50)), address, address, 'cs_' || md5('checkout' || i) || md5('session' || i), at, at
        from generate_series(${from}::bigint, ${Math.min(orders, from + batch - 1)}::bigint) as i
        cross join lateral (select current_date - 1 - (i % 1826)::int as day, growth.unit(i, 33) as luck) as drawn
        cross join lateral (select (day + growth.unit(i, 34) * interval '1 day') at time zone 'Europe/London' as at,
          jsonb_build_object('first_name', 'Ada', 'last_name', 'Buyer', 'address_line_1', i || ' High Street', 'city', 'London',
            'postal_code', 'SW1A 1AA', 'country', case when i % 1000 = 7 then 'FR' else 'GB' end) as address) as placed
        join growth.people on people.id = floor(growth.unit(i % 200000, 1) * ${peopleCount})::int`
    })
  await sql`
    insert into private.order_days (day, status, payment_status, country, with_gift_card, orders, amount, revenue)
    select (created_at at time zone 'Europe/London')::date, status, payment_status, left(shipping_address ->> 'country', 2),
      false, count(*), sum(total), sum(private.revenue_of(status, payment_status, total))
    from orders group by 1, 2, 3, 4`
  await sql`vacuum (analyze)`
}

/** Pages of the list: what they are of, the filter and the page. */
function lists(orders: number, email: string, number: string): [name: string, filter: Row, page: number][] {
  const year = String(new Date().getFullYear() - 1)
  const middle = Math.ceil(orders / 20)
  const last = 2 * middle
  return [
    ['first page', {}, 1],
    [`page ${middle.toLocaleString('en-GB')}`, {}, middle],
    ['last page', {}, last],
    ['pending', { payment: 'pending' }, 1],
    ['succeeded', { payment: 'succeeded' }, 1],
    [
      `succeeded, page ${Math.ceil(middle * 0.9).toLocaleString('en-GB')}`,
      { payment: 'succeeded' },
      Math.ceil(middle * 0.9),
    ],
    ['failed', { payment: 'failed' }, 1],
    ['failed, last page', { payment: 'failed' }, last],
    ['refunded', { payment: 'refunded' }, 1],
    ...['pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed'].map(
      (status): [string, Row, number] => [`order status ${status}`, { status }, 1],
    ),
    ['a status and a payment', { status: 'processing', payment: 'succeeded' }, 1],
    ['a year, in the middle', { from: `${year}-01-01`, to: `${year}-12-31` }, Math.ceil(orders / 100)],
    ['the usual country, in the middle', { country: 'GB' }, middle],
    ['the usual country, failed', { country: 'GB', payment: 'failed' }, 1],
    ['another country', { country: 'FR' }, 1],
    ['with a gift card', { gift_card: 'true' }, 1],
    ['unshipped', { unshipped: 'true' }, 1],
    ['unshipped, last page', { unshipped: 'true' }, last],
    ['search: a number', { q: number }, 1],
    ['search: part of a number', { q: number.slice(-9) }, 1],
    ['search: an email', { q: email }, 1],
    ['search: part of an email', { q: email.slice(0, 9) }, 1],
    ['search: part of all emails', { q: 'mail' }, 1],
    ['search: part of all emails, page 100', { q: 'mail' }, 100],
    ['search: part of all emails, failed', { q: 'mail', payment: 'failed' }, 1],
    ['search: a first name', { q: 'wren' }, 1],
    ['search: one letter', { q: 'q' }, 1],
    ['search: two letters that nobody has', { q: 'qz' }, 1],
    ['search: letters that nobody has', { q: 'qzxw' }, 1],
  ]
}

async function listFigures(sql: Sql, staff: Visitor, orders: number): Promise<Figure[]> {
  const [some] = await sql<{ email: string; order_number: string }[]>`
    select email, order_number from orders where email like '%.%@%' order by id limit 1`
  const figures: Figure[] = []
  for (const [name, filter, page] of lists(orders, some?.email ?? '', some?.order_number ?? '')) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const args = { p_filter: filter, p_page: page, p_size: 10 }
      times.push(1000 * (await seconds(() => callAs(sql, staff, 'office_orders', args))))
    }
    const value = percentile(times, 0.95)
    figures.push({ name: `${name}, p95`, value, limit, unit: 'ms' })
    console.log(`${name}: ${value.toFixed(1)} ms`)
  }
  return figures
}

/**
 * Times the order list of the back office in a throwaway database, without HTTP, prints the figures and writes them to
 * `bench-orders.json`.
 *
 * @returns whether all are within their limits
 * @param given how many orders, as the command's option says
 * @throws UsageError for a number of orders that is none
 */
export async function benchOrders(given: string | undefined): Promise<boolean> {
  const orders = countOf('count', given, 1_000_000, 10_000)
  const backend = await startOwnTestBackend()
  try {
    const { sql } = backend
    const staff = await signUpStaff(sql)
    const loading = await seconds(() => load(sql, orders))
    console.log(`${orders.toLocaleString('en-GB')} orders were loaded in ${loading.toFixed(0)} s.`)
    const before = loadavg()[0]
    const figures = await listFigures(sql, staff, orders)
    const machine = { 'load before': before, 'load after': loadavg()[0] }
    return report('bench-orders.json', { orders, machine, figures })
  } finally {
    await backend.stop()
  }
}
