import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '@shop/local-supabase/test-database'
import { faultsIn } from './consistency'
import {
  addToCart,
  complete,
  details,
  startCheckout,
  stockOf,
  stockProduct,
  type Receipt,
} from './checkout-steps'
import { as, connections, guest, signUpStaff, signUp, type Visitor } from './visitor-fixtures'

const buyers = process.env.TEST_DEEP ? 500 : 60
let backend: TestDatabase
let crowd: Sql
let staff: Visitor
beforeAll(async () => {
  backend = await startTestDatabase()
  // As many at once as the API itself would let through, and some.
  crowd = connections(backend.sql, 24)
  staff = await signUpStaff(backend.sql)
})
afterAll(async () => {
  await crowd.end()
  await backend.stop()
})

interface Buyer {
  visitor: Visitor
  session: string
  lines: [product: string, quantity: number][]
}

async function prepare(lines: Buyer['lines'], visitor: Visitor): Promise<Buyer> {
  for (const [product, quantity] of lines) await addToCart(crowd, visitor, product, quantity)
  const { session_id: session } = await startCheckout(crowd, visitor, await details(crowd))
  return { visitor, session, lines }
}

const call = (visitor: Visitor, name: 'reserve_checkout' | 'fail_checkout', session: string) =>
  as(crowd, visitor, async (tx) => {
    await tx`select ${tx(name)}(${session})`
  })

/** The hint of a refusal a buyer may meet; anything else, a deadlock first of all, is thrown on. */
function refused(error: unknown): string {
  const { code, hint } = error as { code?: string; hint?: string }
  if (code && /^PT4/.test(code) && hint) return hint
  throw error
}

/** Pays as people do: some reserve first, some are declined once, some press twice, some come again with another key. */
async function pay({ visitor, session }: Buyer, habit: number): Promise<Receipt | string> {
  const key = randomUUID()
  try {
    if (habit & 1) await call(visitor, 'reserve_checkout', session)
    if (habit & 2) await call(visitor, 'fail_checkout', session)
    const presses = await Promise.all(
      [key, ...(habit & 4 ? [key] : []), ...(habit & 8 ? [randomUUID()] : [])].map((each) =>
        complete(crowd, visitor, session, each),
      ),
    )
    expect(new Set(presses.map(({ order_id: order }) => order)).size).toBe(1)
    return presses[0] ?? 'nothing'
  } catch (error) {
    return refused(error)
  }
}

const piecesOf = (paid: { buyer: Buyer }[]) =>
  paid.reduce((sum, { buyer }) => sum + buyer.lines.reduce((all, [, quantity]) => all + quantity, 0), 0)

async function allPay(all: Buyer[], habits: number[]) {
  const outcomes = await Promise.all(
    all.map((buyer, index) =>
      pay(buyer, habits[index % habits.length] ?? 0).then((outcome) => ({ buyer, outcome })),
    ),
  )
  return {
    paid: outcomes.filter(({ outcome }) => typeof outcome !== 'string'),
    refusals: new Set(
      outcomes.map(({ outcome }) => outcome).filter((outcome) => typeof outcome === 'string'),
    ),
  }
}

test.each([
  ['one product, one piece each', 1, 1],
  ['one product, three pieces each', 1, 3],
  ['three products in every order of the cart', 3, 1],
  ['three products, two pieces each', 3, 2],
])(`${String(buyers)} buyers at once, %s: exactly what is there is sold`, async (_, products, quantity) => {
  const served = Math.floor(buyers / 3)
  const stock = await Promise.all(
    Array.from({ length: products }, () => stockProduct(crowd, 10, served * quantity)),
  )
  const all = await Promise.all(
    Array.from({ length: buyers }, async (_, index) => {
      const lines = stock.map((product): [string, number] => [product, quantity])
      return prepare(index % 2 ? lines : lines.reverse(), index % 5 ? guest() : await signUp(crowd))
    }),
  )
  const { paid, refusals } = await allPay(all, [0, 4, 8])
  expect(paid).toHaveLength(served)
  expect([...refusals]).toEqual(['insufficient_stock'])
  for (const product of stock) expect(await stockOf(crowd, product)).toBe(0)
  expect(await faultsIn(backend.sql)).toEqual({})
})

test('buyers, declined payments, cancellations and counting at once leave no fault and nothing that waits for ever', async () => {
  const habit = fc.integer({ min: 0, max: 15 })
  const scenario = fc.record({
    stock: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 5 }),
    carts: fc.array(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 4 }),
      { minLength: 4, maxLength: 12 },
    ),
    habits: fc.array(habit, { minLength: 3, maxLength: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ stock, carts, habits }) => {
      const products = await Promise.all(stock.map((pieces) => stockProduct(crowd, 10, pieces)))
      const all = (
        await Promise.all(
          carts.map(async (cart, index) => {
            const lines = cart.map(([at, quantity]): [string, number] => [
              products[at % products.length] ?? '',
              quantity,
            ])
            return prepare(lines, index % 3 ? guest() : await signUp(crowd)).catch((error: unknown) => {
              refused(error)
            })
          }),
        )
      ).filter((buyer) => buyer !== undefined)
      const [first, second] = products
      const desk = async (work: Promise<unknown>) =>
        work.catch((error: unknown) => {
          refused(error)
        })
      const [{ paid }] = await Promise.all([
        allPay(all, habits),
        desk(as(crowd, staff, (tx) => tx`select adjust_stock(${first ?? ''}, 2, 'received')`)),
        desk(as(crowd, staff, (tx) => tx`select adjust_stock(${second ?? ''}, -1)`)),
        desk(as(crowd, staff, (tx) => tx`update products set is_active = false where id = ${second ?? ''}`)),
      ])
      const orders = paid.map(({ outcome }) => outcome as Receipt)
      await Promise.all(
        orders.flatMap(({ order_id: order }, index) => [
          desk(
            as(
              crowd,
              staff,
              (tx) =>
                tx`update orders set status = ${index % 2 ? 'cancelled' : 'shipped'} where id = ${order}`,
            ),
          ),
          desk(
            as(
              crowd,
              staff,
              (tx) =>
                tx`update orders set payment_status = ${index % 3 ? 'refunded' : 'succeeded'} where id = ${order}`,
            ),
          ),
        ]),
      )
      await Promise.all([
        ...orders.map(({ order_id: order }) =>
          desk(as(crowd, staff, (tx) => tx`update orders set status = 'processing' where id = ${order}`)),
        ),
        desk(as(crowd, staff, (tx) => tx`delete from products where id = ${first ?? ''}`)),
      ])
      expect(await faultsIn(backend.sql)).toEqual({})
      expect(piecesOf(paid)).toBeLessThanOrEqual(stock.reduce((sum, pieces) => sum + pieces, 0) + 2)
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 6 },
  )
})
