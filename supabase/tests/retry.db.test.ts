import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { complete, readyToPay, stockProduct, type Receipt } from './checkout-steps'
import { testDatabase } from './test-database'
import { connections, guest, rejection } from './visitor-fixtures'

const sessions = process.env.TEST_DEEP ? 1000 : 20
const triesEach = 10
const sql = await testDatabase()
const lines = connections(sql, 16)
afterAll(async () => {
  await lines.end()
})

/** Ends some connection in the middle of what it does, as a network does; never one that is cutting too. */
const cutOne = () => sql`
  select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity where datname = current_database() and query ilike '%complete_checkout%' and state <> 'idle' and query not ilike '%pg_terminate_backend%' limit 1
  ) as busy`

test(`${String(sessions * triesEach)} completions of ${String(sessions)} checkouts, with lines cut under them, make one order each and one reply`, async () => {
  const product = await stockProduct(sql, 10, sessions * 2)
  const atOnce = 10
  for (let from = 0; from < sessions; from += atOnce) {
    const ready = await Promise.all(
      Array.from({ length: Math.min(atOnce, sessions - from) }, async () => {
        const visitor = guest()
        return { visitor, session: (await readyToPay(lines, visitor, product)).session_id, key: randomUUID() }
      }),
    )
    const cutting = [cutOne(), cutOne()]
    const replies = await Promise.all(
      ready.flatMap(({ visitor, session, key }) =>
        Array.from({ length: triesEach - 1 }, (_, nth) =>
          complete(lines, visitor, session, nth % 3 ? key : randomUUID()).then(
            (reply): Receipt | null => reply,
            (error: unknown) => {
              // Only a cut line may end a try.
              expect(String((error as { code?: unknown }).code)).toMatch(
                /^(57P01|CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED)$/,
              )
              return null
            },
          ),
        ),
      ),
    )
    await Promise.all(cutting)
    for (const [index, { visitor, session, key }] of ready.entries()) {
      const last = await complete(lines, visitor, session, key)
      for (const reply of replies.slice(index * (triesEach - 1), (index + 1) * (triesEach - 1)))
        if (reply) expect(reply).toEqual(last)
    }
  }
  const [row] =
    await sql`select count(*)::int as orders, count(distinct checkout_session_id)::int as sessions, count(distinct order_number)::int as numbers from orders`
  expect(row).toEqual({ orders: sessions, sessions, numbers: sessions })
})

test('a key that has paid one checkout pays no other, however often it is tried', async () => {
  const product = await stockProduct(sql, 10, 5)
  const [one, two, key] = [guest(), guest(), randomUUID()]
  await complete(sql, one, (await readyToPay(sql, one, product)).session_id, key)
  const { session_id: session } = await readyToPay(sql, two, product)
  const tries = await Promise.all([1, 2, 3].map(() => rejection(complete(lines, two, session, key))))
  for (const tried of tries) expect(tried).toMatchObject({ code: 'PT409', hint: 'idempotency_mismatch' })
})
