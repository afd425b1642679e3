import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs } from './office-steps'
import { refundFixtures, type Bought, type Purchase } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const shop = refundFixtures(sql, staff)

interface Reply {
  order_id: string
  order_number: string
  total: number
  paid: number
}
interface Quote {
  returned: number
  total: number
  choices: { product_id: string; price: number; available: number }[]
}

/** An order that was sent, of which some pieces of each line have come back. */
async function received(purchase: Purchase, quantities: readonly number[], restock = true) {
  const order = await shop.buy(purchase)
  return { order, id: await arrive(order, quantities, restock) }
}

/** Some pieces of each line of an order come back. @returns the return */
async function arrive(order: Bought, quantities: readonly number[], restock = true): Promise<string> {
  await shop.setStatus(order, { status: 'delivered' })
  const id = randomUUID()
  const lines = quantities.flatMap((quantity, line) => (quantity > 0 ? [{ line, quantity }] : []))
  await callAs(sql, staff, 'open_return', {
    p_id: id,
    p_order: order.id,
    p_lines: lines.map((part) => ({ ...part, reason: 'changed_mind', sealed: true })),
    p_expected: false,
  })
  await callAs(sql, staff, 'receive_return', {
    p_id: id,
    p_lines: lines.map(({ line, quantity }) => ({ line, received: quantity, condition: 'as_new', restock })),
  })
  return id
}

type Line = readonly [product: string, quantity: number]
const linesOf = (lines: readonly Line[]) => lines.map(([product_id, quantity]) => ({ product_id, quantity }))
const quote = (id: string, lines: readonly Line[]) =>
  callAs<Quote>(sql, staff, 'quote_exchange', { p_id: id, p_lines: linesOf(lines) })
const exchange = (id: string, lines: readonly Line[], total: number, refund = randomUUID(), by = staff) =>
  callAs<Reply>(sql, by, 'exchange_return', {
    p_id: id,
    p_refund: refund,
    p_lines: linesOf(lines),
    p_expected_total: total,
  })

/** What went back of an order, in pounds: to no means, since it paid for a replacement, and to the means that paid. */
async function returned({ id }: Pick<Bought, 'id'>) {
  const [row] = await sql<{ exchanged: number; card: number; giftCard: number }[]>`
    select coalesce(sum(amount) filter (where reference = 'exchange'), 0)::float as exchanged,
      coalesce(sum(card_amount) filter (where reference is distinct from 'exchange'), 0)::float as card,
      coalesce(sum(gift_card_amount) filter (where reference is distinct from 'exchange'), 0)::float as "giftCard"
    from refunds where order_id = ${id}`
  return row
}

/** What came in less what went back today, in pounds, by means. */
async function takings() {
  const { means } = await callAs<{ means: { means: string; sales: number; refunds: number }[] }>(
    sql,
    staff,
    'office_takings',
    await today(),
  )
  return Object.fromEntries(means.map((each) => [each.means, Math.round((each.sales - each.refunds) * 100)]))
}
/** What the dashboard has as paid, in pence. */
const paid = async () =>
  Math.round((await callAs<{ paid: number }>(sql, staff, 'dashboard_stats', {})).paid * 100)
const today = async () => {
  const [row] = await sql<{ day: string }[]>`select private.london_day(now())::text as day`
  return { p_from: row?.day, p_to: row?.day }
}

test('an equal exchange moves no money: a new order, linked with the first, free of delivery, told by email', async () => {
  const before = await takings()
  const { order, id } = await received({ lines: [[19.99, 2]], percent: 50, provider: 'stripe' }, [1])
  const other = await stockProduct(sql, 19.99, 5)
  const { returned: value, total, choices } = await quote(id, [[other, 1]])
  expect(total).toBe(value)
  expect(choices).toEqual([expect.objectContaining({ product_id: order.products[0], available: 98 })])
  const refund = randomUUID()
  const money = await paid()
  const reply = await exchange(id, [[other, 1]], total, refund)
  expect(await paid()).toBe(money)
  expect(await exchange(id, [[other, 1]], total, refund)).toEqual(reply)
  expect(reply).toMatchObject({ total, paid: total })
  expect(await returned(order)).toEqual({ exchanged: total, card: 0, giftCard: 0 })
  expect(await shop.look(order)).toMatchObject({ stock: [99], refunded: total, payment_status: 'succeeded' })
  const [bought] = await sql`
    select shipping_amount::float as shipping, email = (select email from orders where id = ${order.id}) as same,
      (select inventory_quantity from products where id = ${other}) as left
    from orders where id = ${reply.order_id}`
  expect(bought).toEqual({ shipping: 0, same: true, left: 4 })
  expect((await shop.emails(order, 'return_status')).at(-1)?.data).toMatchObject({
    state: 'refunded',
    replacement: reply.order_number,
  })
  expect(await shop.emails(order, 'refund')).toEqual([])
  expect(await callAs(sql, staff, 'returns_of', { p_order: order.id })).toMatchObject({
    returns: [{ replacement: reply.order_number }],
    replaces: null,
  })
  const after = await takings()
  expect(after.exchange).toBe(before.exchange ?? 0)
  expect(after.gift_card ?? 0).toBe(before.gift_card ?? 0)
  expect(await faultsIn(sql)).toEqual({})
})

test.each([
  [[33.33, 3], 33.33],
  [[28, 3], undefined],
  [[9.99, 1], 12.5],
] as const)(
  'a piece of %j with %s per cent off is exchanged for the same without a penny',
  async (bought, percent) => {
    const { order, id } = await received({ lines: [bought, [8.23, 1]], percent }, [1])
    const same: Line[] = [[order.products[0] ?? '', 1]]
    const { total, returned: value } = await quote(id, same)
    expect(total).toBe(value)
    await exchange(id, same, total)
    expect(await returned(order)).toEqual({ exchanged: total, card: 0, giftCard: 0 })
  },
)

test('what is left goes back to the card that paid; what is missing is taken', async () => {
  const cheap = await stockProduct(sql, 5, 5)
  const dear = await stockProduct(sql, 90, 5)
  const less = await received({ lines: [[19.99, 1]], provider: 'stripe' }, [1])
  const lower = await quote(less.id, [[cheap, 1]])
  await exchange(less.id, [[cheap, 1]], lower.total)
  expect(await returned(less.order)).toEqual({
    exchanged: lower.total,
    card: Math.round((lower.returned - lower.total) * 100) / 100,
    giftCard: 0,
  })
  const more = await received({ lines: [[19.99, 1]] }, [1])
  const higher = await quote(more.id, [[dear, 1]])
  expect(await rejection(exchange(more.id, [[dear, 1]], higher.total - 1))).toMatchObject({
    hint: 'totals_changed',
  })
  expect(await exchange(more.id, [[dear, 1]], higher.total)).toMatchObject({
    total: higher.total,
    paid: higher.returned,
  })
  expect(await returned(more.order)).toEqual({ exchanged: higher.returned, card: 0, giftCard: 0 })
  expect(await faultsIn(sql)).toEqual({})
})

test('two members of staff at once make one exchange, and what is sold out replaces nothing', async () => {
  const { order, id } = await received({ lines: [[19.99, 1]] }, [1])
  const other = await stockProduct(sql, 19.99, 2)
  const { total } = await quote(id, [[other, 1]])
  expect(await rejection(exchange(id, [[other, 3]], total))).toMatchObject({ code: 'PT409' })
  expect(await rejection(exchange(id, [], total))).toMatchObject({ code: 'PT422', hint: 'lines' })
  const colleague = await signUpStaff(sql)
  const outcomes = await Promise.allSettled([
    exchange(id, [[other, 1]], total),
    exchange(id, [[other, 1]], total, randomUUID(), colleague),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await rejection(exchange(id, [[other, 1]], total))).toMatchObject({ hint: 'return_moved_on' })
  const [left] = await sql`select inventory_quantity from products where id = ${other}`
  expect(left).toEqual({ inventory_quantity: 1 })
  expect(await sql`select from exchanges where return_id = ${id}`).toHaveLength(1)
  expect(await shop.look(order)).toMatchObject({ stock: [100] })
})

/** An order as fixtures know it, of a replacement. */
const asBought = async (id: string, products: string[]): Promise<Bought> => ({
  id,
  buyer: await signUp(sql),
  products,
  card: null,
})

test('a replacement of a replacement that comes back is refunded to the means that paid for the first order', async () => {
  // £23.95 in all, of which £7.00 by gift card; both pieces come back for two, of which one is exchanged again.
  const { order, id } = await received({ lines: [[10, 2]], cardPence: 700 }, [2])
  const [first, second] = [await stockProduct(sql, 10, 5), await stockProduct(sql, 10, 5)]
  const { total } = await quote(id, [[first, 2]])
  const { order_id: replacement } = await exchange(id, [[first, 2]], total)
  const again = await arrive(await asBought(replacement, [first]), [1])
  const half = await quote(again, [[second, 1]])
  const { order_id: last } = await exchange(again, [[second, 1]], half.total)
  await shop.refund(await asBought(last, [second]), { lines: [{ line: 0, quantity: 1 }] })
  await shop.refund(await asBought(replacement, [first]), { lines: [{ line: 0, quantity: 1 }] })
  const paidTo = await sql`
    select sum(refund.card_amount)::float as card, sum(refund.gift_card_amount)::float as gift_card, attempt.checkout_session_id = bought.checkout_session_id as first
    from refunds as refund join orders as bought on bought.id = ${order.id}
    left join payment_attempts as attempt on attempt.id = refund.payment_id
    where refund.order_id in (${replacement}, ${last}) and refund.reference <> 'exchange' group by 3`
  // Of £18.96 the card had paid all but what the delivery left of the gift card.
  expect(paidTo).toEqual([{ card: 16.95, gift_card: 2.01, first: true }])
  expect(await shop.look(order)).toMatchObject({ balance: 201 })
  expect(await sql`select from email_outbox where kind = 'refund_gift_card'`).toHaveLength(0)
  expect(await faultsIn(sql)).toEqual({})
})

test('a replacement that is cancelled by hand puts on the gift card what it had paid, and undoing takes that again', async () => {
  const { order, id } = await received({ lines: [[10, 2]], cardPence: 2000 }, [2])
  const other = await stockProduct(sql, 10, 5)
  const { total } = await quote(id, [[other, 2]])
  const { order_id: replacement } = await exchange(id, [[other, 2]], total)
  const { balance } = await shop.look(order)
  await shop.setStatus({ id: replacement }, { status: 'cancelled' })
  // The bank card had paid £3.95 of £18.96.
  expect(await shop.look(order)).toMatchObject({ balance: (balance ?? 0) + 1501 })
  await shop.setStatus({ id: replacement }, { status: 'pending' })
  expect(await shop.look(order)).toMatchObject({ balance })
  expect(await faultsIn(sql)).toEqual({})
})

const price = fc.integer({ min: 1, max: 4000 }).map((pence) => pence / 100)
const pieces = fc.integer({ min: 1, max: 3 })
test('whatever is exchanged, the money of both orders is that of the buyer, and stock follows the pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        lines: fc.array(fc.tuple(price, pieces, fc.nat(3)), { minLength: 1, maxLength: 2 }),
        cardPence: fc.constantFrom(0, 700, 60_000),
        percent: fc.option(fc.constantFrom(12.5, 33.33), { nil: undefined }),
        replacement: fc.tuple(price, pieces),
        returnsFirst: fc.boolean(),
      }),
      async ({ lines, cardPence, percent, replacement: [cost, quantity], returnsFirst }) => {
        const back = lines.map(([, bought, wanted], line) =>
          Math.min(bought, line === 0 ? Math.max(1, wanted) : wanted),
        )
        const { order, id } = await received(
          { lines: lines.map(([each, bought]) => [each, bought] as const), cardPence, percent },
          back,
        )
        const before = await shop.look(order)
        const money = await paid()
        const [{ balance: credited } = { balance: 0 }] = await sql<{ balance: number }[]>`
          select coalesce(sum(balance_pence), 0)::integer as balance from gift_cards`
        const other = await stockProduct(sql, cost, 5)
        const { total, returned: value } = await quote(id, [[other, quantity]])
        const outcome = await exchange(id, [[other, quantity]], total).catch(
          (error: { hint?: string }) => error.hint,
        )
        if (typeof outcome !== 'object') {
          expect(outcome).toBe('exchange_value')
          return
        }
        const went = await returned(order)
        const cents = (pounds = 0) => Math.round(pounds * 100)
        // What came back is worth what paid for the replacement and what was refunded.
        expect(cents(went?.exchanged) + cents(went?.card) + cents(went?.giftCard)).toBe(cents(value))
        expect(cents(outcome.paid)).toBe(Math.min(cents(value), cents(total)))
        expect(cents(went?.exchanged)).toBe(cents(outcome.paid))
        expect((await paid()) - money).toBe(cents(total) - cents(outcome.paid) - cents(went?.card))
        const after = await shop.look(order)
        expect(after.refunded).toBe(value)
        expect(after.stock).toEqual(before.stock.map((left, line) => left + (back[line] ?? 0)))
        const [row] = await sql<{ left: number; credit: number }[]>`
          select inventory_quantity as left, (select sum(balance_pence)::integer from gift_cards) as credit
          from products where id = ${other}`
        expect(row?.left).toBe(5 - quantity)
        // No balance was made: gift cards hold more only by what went back to the one that had paid.
        expect((row?.credit ?? 0) - credited).toBe(cents(went?.giftCard))
        // All of it refunded, each means has back what it had paid.
        const replacement = { id: outcome.order_id, buyer: order.buyer, products: [other], card: null }
        for (const each of returnsFirst ? [order, replacement] : [replacement, order]) {
          const { total: whole, refunded } = await shop.look(each)
          if (cents(whole) > cents(refunded))
            await shop.refund(each, { amount: cents(whole - refunded) / 100 })
        }
        if (order.card) expect((await shop.look(order)).balance).toBe(cardPence)
        const [moved] = await sql<{ taken: number; back: number }[]>`
          select sum(attempt.amount)::float as taken, sum((select sum(card_amount) from refunds where payment_id = attempt.id))::float as back
          from orders join payment_attempts as attempt using (checkout_session_id)
          where orders.id in (${order.id}, ${outcome.order_id}) and attempt.amount > 0`
        expect(moved?.back).toBe(moved?.taken)
      },
    ),
    { numRuns: 12 },
  )
  expect(await faultsIn(sql)).toEqual({})
}, 120_000)

test('staff alone exchange, with the right to refund', async () => {
  const { id } = await received({ lines: [[19.99, 1]] }, [1])
  const moderator = await signUpStaff(sql, 'moderator')
  const call = as(sql, moderator, (tx) => tx`select quote_exchange(${id}) as quote`)
  expect(await rejection(call)).toMatchObject({ code: 'PT403' })
})
