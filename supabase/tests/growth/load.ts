import type { Sql } from 'postgres'
import { loadCarts, loadCategories, loadProducts } from './load-catalogue'
import { loadMessages, loadNotes } from './load-messages'
import { loadOffers, loadUses } from './load-offers'
import { loadCustomers, loadOrders } from './load-orders'
import { loadReviews } from './load-reviews'
import { makeVocabulary } from '../declaration/vocabulary'

/** The most rows that one statement writes: PostgreSQL holds all of them in memory for its triggers. */
const batch = 50_000

/** How long each table's rows took, in seconds. */
export type LoadTimes = Record<string, number>

/** Makes what is the same at every size. */
export async function prepare(sql: Sql): Promise<void> {
  await makeVocabulary(sql)
  await loadCategories(sql)
}

async function inBatches(
  from: number,
  to: number,
  load: (from: number, to: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now()
  for (let first = from; first <= to; first += batch) await load(first, Math.min(to, first + batch - 1))
  return (performance.now() - started) / 1000
}

/** Staff's own writes, one for every four orders. */
function loadAudit(sql: Sql, from: number, to: number): Promise<unknown> {
  return sql`
    insert into audit_log (table_name, row_id, action, actor, before, after, created_at)
    select case when i % 8 = 0 then 'orders' else 'products' end, md5('product' || i)::uuid, 'update', md5('staff' || i % 5)::uuid,
      '{"price": 10}', '{"price": 12}', now() - (${to}::bigint - i) * interval '1 second'
    from generate_series(${from}::bigint, ${to}::bigint) as i where i % 4 = 0`
}

/**
 * Grows the shop from `from` to `to` products and as many orders, with a fifth as many customers, messages, guest carts, promotions and
 * gift cards, and brings the planner's knowledge and the indexes' pending entries to where autovacuum would have brought them.
 */
export async function grow(sql: Sql, from: number, to: number): Promise<LoadTimes> {
  const fifth = (count: number): number => Math.ceil(count / 5)
  const times = {
    products: await inBatches(from + 1, to, (first, last) => loadProducts(sql, first, last)),
    carts: await inBatches(fifth(from) + 1, fifth(to), (first, last) => loadCarts(sql, first, last, to)),
    customers: await inBatches(fifth(from) + 1, fifth(to), (first, last) => loadCustomers(sql, first, last)),
    orders: await inBatches(from + 1, to, (first, last) =>
      sql.begin((tx) => loadOrders(tx, first, last, fifth(to), to)),
    ),
    messages: await inBatches(fifth(from) + 1, fifth(to), (first, last) =>
      sql.begin((tx) => loadMessages(tx, first, last, fifth(to))),
    ),
    notes: await inBatches(from + 1, to, (first, last) => sql.begin((tx) => loadNotes(tx, first, last))),
    offers: await inBatches(fifth(from) + 1, fifth(to), (first, last) =>
      sql.begin((tx) => loadOffers(tx, first, last)),
    ),
    uses: await inBatches(from + 1, to, (first, last) => sql.begin((tx) => loadUses(tx, first, last))),
    reviews: await inBatches(from + 1, to, (first, last) => sql.begin((tx) => loadReviews(tx, first, last))),
    audit: await inBatches(from + 1, to, (first, last) => loadAudit(sql, first, last)),
  }
  const started = performance.now()
  await sql`vacuum (analyze)`
  return { ...times, 'vacuum and analyze': (performance.now() - started) / 1000 }
}
