import { loadavg } from 'node:os'
import { startOwnTestBackend } from '@shop/local-supabase'
import type { Sql } from 'postgres'
import { makeVocabulary } from '../../supabase/tests/declaration/vocabulary'
import { loadCategories, loadProducts } from '../../supabase/tests/growth/load-catalogue'
import { loadCustomers, loadOrders } from '../../supabase/tests/growth/load-orders'
import { callAs } from '../../supabase/tests/office-steps'
import { signUpStaff, type Visitor } from '../../supabase/tests/visitor-fixtures'
import { UsageError } from '../environment'
import { percentile, report, seconds, type Figure } from './figures'

type Row = Record<string, unknown>

/** Milliseconds that 95 of 100 questions may take at most. */
const limit = 100
const rounds = 20
const products = 2_000
const batch = 20_000

/** Few customers, since it is orders that are listed. */
async function load(sql: Sql, orders: number): Promise<void> {
  const customers = Math.ceil(orders / 10)
  await makeVocabulary(sql)
  await loadCategories(sql)
  await loadProducts(sql, 1, products)
  for (let from = 1; from <= customers; from += batch)
    await loadCustomers(sql, from, Math.min(customers, from + batch - 1))
  for (let from = 1; from <= orders; from += batch) {
    await sql.begin((tx) => loadOrders(tx, from, Math.min(orders, from + batch - 1), customers, products))
    if (from % (5 * batch) === 1) await sql`analyze customers, products, orders`
  }
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
    select email, order_number from orders where user_id is not null order by id limit 1`
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

function ordersFrom(args: readonly string[]): number {
  const given = args[args.indexOf('--orders') + 1]
  if (given === undefined || given.startsWith('-')) return 1_000_000
  const orders = Number(given)
  if (!Number.isInteger(orders) || orders < 10_000)
    throw new UsageError('--orders wants a whole number from 10000 up: --orders 100000')
  return orders
}

/**
 * Times the order list of the back office in a throwaway database, without HTTP, prints the figures and writes them to
 * `bench-orders.json`.
 *
 * @returns whether all are within their limits
 * @throws UsageError for a number of orders that is none
 */
export async function benchOrders(args: readonly string[]): Promise<boolean> {
  const orders = ordersFrom(args)
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
