import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct, type Receipt } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, othersWaiting, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const crowd = connections(sql, 16)
const staff = await signUpStaff(sql)
const product = await stockProduct(sql, 10, 10_000)
afterAll(async () => {
  await crowd.end()
})

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
