import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { complete, details, startCheckout, stockProduct, type Receipt, addToCart } from './checkout-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, connections, guest, signUpStaff, signUp, type Visitor, othersWaiting } from './visitor-fixtures'

const buyers = process.env.TEST_DEEP ? 500 : 60
const sql = await testDatabase()
// As many at once as the API itself would let through, and some.
const crowd = connections(sql, 24)
const staff = await signUpStaff(sql)
afterAll(async () => {
  await crowd.end()
})

/** A unit of stock: a product, or a variant of one. */
interface Unit {
  product: string
  variant: string | null
}

interface Buyer {
  visitor: Visitor
  session: string
  lines: [unit: Unit, quantity: number][]
}

/** Units with so many pieces each: every second one a product of its own, the others sizes of one product. */
async function stockUnits(stock: number[]): Promise<Unit[]> {
  const sized = stock
    .map((pieces, index) => [`Size ${String(index)}`, pieces] as const)
    .filter((_, at) => at % 2)
  const robe = sized.length > 0 ? await sizedProduct(crowd, Object.fromEntries(sized), { price: 10 }) : null
  return Promise.all(
    stock.map(async (pieces, index) => {
      const variant = robe?.variants[`Size ${String(index)}`]
      return robe && variant
        ? { product: robe.id, variant }
        : { product: await stockProduct(crowd, 10, pieces), variant: null }
    }),
  )
}

/** The stock of a unit. */
async function leftOf({ product, variant }: Unit): Promise<number | undefined> {
  const [row] = await crowd<{ left: number }[]>`
    select inventory_quantity as left from private.stock_units
    where product_id = ${product} and variant_id is not distinct from ${variant}`
  return row?.left
}

async function prepare(lines: Buyer['lines'], visitor: Visitor): Promise<Buyer> {
  for (const [{ product, variant }, quantity] of lines)
    await as(crowd, visitor, (tx) => tx`select cart_add(${product}, ${quantity}, p_variant_id => ${variant})`)
  const { session_id: session } = await startCheckout(crowd, visitor, await details(crowd))
  return { visitor, session, lines }
}

const call = (visitor: Visitor, name: 'reserve_checkout' | 'fail_checkout', session: string) =>
  as(crowd, visitor, async (tx) => {
    await tx`select ${tx(name)}(${session})`
  })

/** The hint of a rejection a buyer may meet; anything else, a deadlock first of all, is thrown on. */
function rejected(error: unknown): string {
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
    return rejected(error)
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
    rejections: new Set(
      outcomes.map(({ outcome }) => outcome).filter((outcome) => typeof outcome === 'string'),
    ),
  }
}

test.each([
  ['one product, one piece each', 1, 1],
  ['two products and two sizes of a third in every order of the cart', 4, 1],
  ['two products and a size of a third, two pieces each', 3, 2],
])(`${String(buyers)} buyers at once, %s: exactly what is there is sold`, async (_, units, quantity) => {
  const served = Math.floor(buyers / 3)
  const stock = await stockUnits(Array.from({ length: units }, () => served * quantity))
  const all = await Promise.all(
    Array.from({ length: buyers }, async (_, index) => {
      const lines = stock.map((unit): [Unit, number] => [unit, quantity])
      return prepare(index % 2 ? lines : lines.reverse(), index % 5 ? guest() : await signUp(crowd))
    }),
  )
  const { paid, rejections } = await allPay(all, [0, 4, 8])
  expect(paid).toHaveLength(served)
  expect([...rejections]).toEqual(['insufficient_stock'])
  for (const unit of stock) expect(await leftOf(unit)).toBe(0)
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
      const units = await stockUnits(stock)
      const all = (
        await Promise.all(
          carts.map(async (cart, index) => {
            const lines = cart.flatMap(([at, quantity]): Buyer['lines'] => {
              const unit = units[at % units.length]
              return unit ? [[unit, quantity]] : []
            })
            return prepare(lines, index % 3 ? guest() : await signUp(crowd)).catch((error: unknown) => {
              rejected(error)
            })
          }),
        )
      ).filter((buyer) => buyer !== undefined)
      const [first, second, third] = units
      const desk = async (work: Promise<unknown>) =>
        work.catch((error: unknown) => {
          rejected(error)
        })
      const [{ paid }] = await Promise.all([
        allPay(all, habits),
        desk(as(crowd, staff, (tx) => tx`select adjust_stock(${first?.product ?? null}, 2, 'received')`)),
        desk(
          as(
            crowd,
            staff,
            (tx) =>
              tx`select adjust_stock(${second?.product ?? null}, -1, p_variant_id => ${second?.variant ?? null})`,
          ),
        ),
        desk(
          as(
            crowd,
            staff,
            (tx) => tx`update product_variants set is_active = false where id = ${second?.variant ?? null}`,
          ),
        ),
        desk(
          as(
            crowd,
            staff,
            (tx) => tx`update products set is_active = false where id = ${third?.product ?? null}`,
          ),
        ),
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
        desk(as(crowd, staff, (tx) => tx`delete from products where id = ${first?.product ?? null}`)),
        desk(
          as(crowd, staff, (tx) => tx`delete from product_variants where id = ${second?.variant ?? null}`),
        ),
      ])
      expect(await faultsIn(sql)).toEqual({})
      expect(piecesOf(paid)).toBeLessThanOrEqual(stock.reduce((sum, pieces) => sum + pieces, 0) + 2)
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 6 },
  )
})

const product = await stockProduct(sql, 10, 10_000)

async function buy(visitor: Visitor, email: string): Promise<Receipt> {
  await addToCart(crowd, visitor, product, 1)
  const { session_id: session } = await startCheckout(
    crowd,
    visitor,
    await details(crowd, 'Standard', { email }),
  )
  return complete(crowd, visitor, session)
}
const anyEmail = () => `${randomUUID()}@example.test`
const confirm = ({ user }: Visitor, email: string) =>
  crowd`update auth.users set email = ${email}, email_confirmed_at = now() where id = ${user?.id ?? null}`
const ownerOf = async ({ order_id: id }: Receipt) =>
  (await crowd`select user_id from orders where id = ${id}`)[0]?.user_id as unknown

test('whoever confirms the email of a guest’s order waits for staff who have it, and staff not for them', async () => {
  const buyer = await signUp(crowd)
  const email = anyEmail()
  const [own, asGuest] = [await buy(buyer, buyer.user?.email ?? ''), await buy(guest(), email)]
  const ids = [own.order_id, asGuest.order_id]
  let claim: Promise<unknown> = Promise.resolve()
  await sql.begin(async (desk) => {
    await desk`select from orders where id in ${desk(ids)} order by id for no key update`
    claim = confirm(buyer, email)
    await Promise.race([claim, othersWaiting(crowd, 1)])
    await desk`update orders set status = 'cancelled' where id in ${desk(ids)}`
  })
  await claim
  expect(await ownerOf(asGuest)).toBe(buyer.user?.id)
})

const rounds = process.env.TEST_DEEP ? 60 : 2
test('guests who open accounts while their orders are sent, refunded and bought leave no fault and nothing that waits for ever', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const [buyer, email] = [await signUp(crowd), anyEmail()]
        const orders = [await buy(buyer, email), await buy(guest(), email), await buy(guest(), email)]
        return { buyer, email, orders }
      }),
    )
    const numbers = people.flatMap(({ orders }) => orders.map(({ order_number: number }) => number))
    const file = (each: string[]) =>
      JSON.stringify(each.map((order_number, line) => ({ line, order_number, carrier: 'Royal Mail' })))
    await Promise.all([
      ...people.map(({ buyer, email }) => confirm(buyer, email)),
      ...people.map(({ buyer, email }) => buy(buyer, email)),
      ...[numbers, numbers.toReversed()].map((each) =>
        as(crowd, staff, (tx) => tx`select mark_orders_sent(${file(each)}::text::jsonb, false)`),
      ),
      ...people.flatMap(({ orders }) =>
        orders.map(({ order_id: id }) =>
          as(crowd, staff, (tx) => tx`select refund_order(${randomUUID()}, ${id}, p_amount => 1)`),
        ),
      ),
    ])
    for (const { buyer, orders } of people)
      for (const order of orders) expect(await ownerOf(order)).toBe(buyer.user?.id)
  }
})
