import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)

/** Anything but a rejection, a broken constraint first of all, is a fault. */
async function unlessRejected(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    const { code, hint } = error as { code?: string; hint?: string }
    if (code && /^PT4/.test(code) && hint) return false
    throw error
  }
}

/** Where an order stands, by what has been returned: what undoing a status must bring back. */
const standing = async (order: Bought) => {
  const { stock, balance, refunded } = await shop.look(order)
  return { stock, balance, refunded }
}

const refundsIn = async (order: Bought, state: string) =>
  (
    await sql<
      { id: string }[]
    >`select id from refunds where order_id = ${order.id} and state = ${state} order by created_at, id`
  ).map(({ id }) => id)

const pence = fc.integer({ min: 1, max: 6000 })
const pieces = fc.array(
  fc.record({
    line: fc.integer({ min: 0, max: 2 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    restock: fc.boolean(),
  }),
  { maxLength: 3 },
)
const status = fc.constantFrom('pending', 'processing', 'shipped', 'delivered', 'completed', 'cancelled')
const paymentStatus = fc.constantFrom('succeeded', 'paid', 'refunded', 'pending', 'failed')

/** What the shop pays out to the bank card of an order, in pounds, and what is left of it for staff to return by hand. */
async function paidOut(order: Bought) {
  const [row] = await sql<{ isMarked: boolean; paid: number; rest: number }[]>`
    select marked_refunded as "isMarked", paid::float, (total - gift_card_amount - paid)::float as rest from orders
    cross join lateral (
      select coalesce(sum(card_amount), 0) as paid from refunds
      where order_id = orders.id and state in ('pending', 'succeeded')) as refunded
    where id = ${order.id}`
  if (!row) throw new Error('no order')
  return row
}

type Step = (order: Bought) => Promise<unknown>
const cancelByBuyer: Step = (order) => as(sql, order.buyer, (tx) => tx`select cancel_my_order(${order.id})`)
const refundRest: Step = async (order) => {
  const { total, refunded } = await shop.look(order)
  return shop.refund(order, { amount: Math.round((total - refunded) * 100) / 100 })
}
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: pieces.map(
      (lines): Step =>
        (order) =>
          shop.refund(order, { lines }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pieces, pence).map(
      ([lines, amount]): Step =>
        (order) =>
          shop.refund(order, { lines, amount: amount / 100 }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((order) => shop.refund(order, { delivery: 4.99 })) },
  { weight: 1, arbitrary: fc.constant<Step>(refundRest) },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (refunded): Step =>
        (order) =>
          shop.cancel(order, refunded),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Step>(cancelByBuyer) },
  {
    // Staff return the money by hand and mark the order; then somebody uses a way of the shop.
    weight: 2,
    arbitrary: fc
      .constantFrom<Step>(cancelByBuyer, (order) => shop.cancel(order, true), refundRest)
      .map((way): Step => async (order) => {
        await unlessRejected(shop.setStatus(order, { payment_status: 'refunded' }))
        const { paid } = await paidOut(order)
        await unlessRejected(way(order))
        if ((await paidOut(order)).isMarked) expect((await paidOut(order)).paid).toBe(paid)
      }),
  },
  {
    weight: 3,
    arbitrary: status.map(
      (to): Step =>
        (order) =>
          shop.setStatus(order, { status: to }),
    ),
  },
  {
    weight: 3,
    arbitrary: paymentStatus.map(
      (to): Step =>
        (order) =>
          shop.setStatus(order, { payment_status: to }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom<string | null>(null, 'No answer'), fc.boolean())
      .map(([error, final]): Step => async (order) => {
        for (const id of (await refundsIn(order, 'pending')).slice(0, 1)) await shop.settle(id, error, final)
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step>(async (order) => {
      for (const id of (await refundsIn(order, 'failed')).slice(0, 1)) await shop.retry(id)
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Step>(async (order) => {
      for (const id of (await refundsIn(order, 'succeeded')).slice(-1)) await shop.bounce(id)
    }),
  },
  {
    weight: 2,
    arbitrary: fc.boolean().map((paid): Step => async (order) => {
      for (const id of (await refundsIn(order, 'failed')).slice(0, 1))
        await (paid ? shop.payOtherwise(id) : shop.giveUp(id))
    }),
  },
  {
    // There and back again: whatever was returned before, undoing takes no more and no less than was given.
    weight: 2,
    arbitrary: fc.constantFrom('status', 'payment_status').map((column): Step => async (order) => {
      const before = await standing(order)
      const was = await shop.look(order)
      const to = column === 'status' ? 'cancelled' : 'refunded'
      if (was[column === 'status' ? 'status' : 'payment_status'] === to) return
      if (await unlessRejected(shop.setStatus(order, { [column]: to }))) {
        await shop.setStatus(order, { [column]: was[column === 'status' ? 'status' : 'payment_status'] })
        expect(await standing(order)).toEqual(before)
      }
    }),
  },
  {
    // Undone at once, a change by hand leaves nothing behind, whatever was returned before.
    weight: 3,
    arbitrary: fc.record({ status, payment_status: paymentStatus }).map((to): Step => async (order) => {
      const was = await shop.look(order)
      const isChange = to.status !== was.status || to.payment_status !== was.payment_status
      if (!isChange || !(await unlessRejected(shop.setStatus(order, to)))) return
      const undone = as(
        sql,
        staff,
        (tx) => tx`select undo_order_change(${order.id}, ${to.status}, ${to.payment_status})`,
      )
      if (await unlessRejected(undone)) expect(await shop.look(order)).toEqual(was)
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Step>((order) =>
      unlessRejected(as(sql, staff, (tx) => tx`select void_gift_card(${order.card}, 'Lost')`)),
    ),
  },
)

const purchase = fc.record({
  lines: fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 4000 }).map((price) => price / 100),
      fc.integer({ min: 1, max: 3 }),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  cardPence: fc.constantFrom(0, 0, 700, 2500, 60_000),
  percent: fc.option(fc.constantFrom(5, 12.5, 33.33, 100), { nil: undefined }),
  provider: fc.constantFrom('simulated' as const, 'stripe' as const),
  drafted: fc.boolean(),
})

/**
 * Checks what an order returned against a recomputation from scratch. A refund that failed and that staff have paid by other means
 * is among what the mark says, if the order is marked.
 * @param byHand pounds that the mark says were returned
 */
async function expectFair(order: Bought, byHand: number): Promise<void> {
  const [fair] = await sql`
    select (
        select coalesce(sum(card_amount), 0) from refunds
        where order_id = bought.id and state in ('pending', 'succeeded') and not by_other_means)
        + ${byHand}::numeric(10, 2) <= total - gift_card_amount as by_hand, refunded_amount <= total and refunded_to_gift_card <= gift_card_amount
        and coalesce((select sum(card_amount) from refunds where order_id = bought.id), 0) <= total - gift_card_amount as money,
      not exists (
        select from inventory_movements where order_id = bought.id group by product_id, variant_id having sum(quantity) > 0) as pieces,
      coalesce((select sum(amount_pence) from gift_card_entries where order_id = bought.id and kind in ('redeemed', 'given_back')), 0) <= 0 as card
    from orders as bought where id = ${order.id}`
  expect(fair).toEqual({ by_hand: true, money: true, pieces: true, card: true })
}

const deep = Boolean(process.env.TEST_DEEP)
test(
  'whatever is refunded, cancelled, marked and undone in whatever order, nobody gets back more than they paid and stock and ledgers agree',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        purchase,
        fc.array(step, { minLength: 1, maxLength: deep ? 30 : 14, size: 'max' }),
        async (given, steps) => {
          const order = await shop.buy({ ...given, buyer: await signUp(sql) })
          let byHand = 0
          for (const run of steps) {
            const { isMarked: wasMarked, rest } = await paidOut(order)
            await unlessRejected(run(order))
            const { isMarked } = await paidOut(order)
            if (isMarked !== wasMarked) byHand = isMarked ? rest : 0
            await expectFair(order, byHand)
          }
          expect(await faultsIn(sql)).toEqual({})
          // At last everything that is left is refunded: with that the buyer has what they paid, by each means.
          await unlessRejected(shop.setStatus(order, { payment_status: 'succeeded' }))
          const { payment_status: paid } = await shop.look(order)
          if (paid !== 'succeeded') return
          const [left] = await sql<{ pounds: number }[]>`
          select (total - coalesce((select sum(amount) from refunds where order_id = orders.id), 0))::float as pounds
          from orders where id = ${order.id}`
          if (left && left.pounds > 0) await shop.refund(order, { amount: left.pounds })
          for (const id of [...(await refundsIn(order, 'pending')), ...(await refundsIn(order, 'failed'))])
            await shop.settle(id, null, false, 're_last')
          const { total, gift_card: card, refunded, refunded_to_gift_card: toCard } = await shop.look(order)
          expect({ refunded, toCard }).toEqual({ refunded: total, toCard: card })
          expect(await faultsIn(sql)).toEqual({})
        },
      ),
      { numRuns: deep ? 2000 : 8 },
    )
  },
  deep ? 7_200_000 : 60_000,
)
