import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { giftCardSales } from './gift-card-fixtures'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  reserve,
  startCheckout,
  stockProduct,
} from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, signUpStaff, othersWaiting, signUp } from './visitor-fixtures'

const sql = await testDatabase()

const { begin, cardMails } = giftCardSales(sql)

test('a cart that the same customer takes to the checkout does not end the card they are paying for', async () => {
  const user = await signUp(sql)
  const card = await begin(user)
  await reserve(sql, user, card)
  await addToCart(sql, user, await stockProduct(sql, 19.99, 5))
  const first = await startCheckout(sql, user, await details(sql))
  await startCheckout(sql, user, await details(sql))
  const states =
    await sql`select session_id, status from checkout_sessions where session_id in ${sql([card.session_id, first.session_id])} order by session_id = ${first.session_id}`
  expect(states.map(({ status }) => status)).toEqual(['pending', 'expired'])
  expect((await complete(sql, user, card.session_id)).total).toBe(50)
})

test('a card bought while staff complete an order: neither waits for the other in a ring', async () => {
  const staff = await signUpStaff(sql)
  const visitor = guest()
  const { order_id: order } = await complete(
    sql,
    visitor,
    (await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 50))).session_id,
  )
  const buyer = guest()
  const card = await begin(buyer)
  await complete(sql, buyer, (await begin(buyer)).session_id)
  const crowd = connections(sql, 4)
  const gate = await crowd.reserve()
  await gate`begin`
  await gate`select from private.counters where subject = 'order:completed:succeeded' for update`
  const completed = as(crowd, staff, (tx) => tx`update orders set status = 'completed' where id = ${order}`)
  await othersWaiting(sql, 1)
  const bought = complete(crowd, buyer, card.session_id)
  await othersWaiting(sql, 2)
  await gate`commit`
  gate.release()
  await completed
  expect((await bought).total).toBe(50)
  await crowd.end()
  expect(await faultsIn(sql)).toEqual({})
})

test('what goes back to a card that was voided meanwhile is not forgotten: the order says that a new one is due', async () => {
  const [staff, visitor] = [await signUpStaff(sql), guest()]
  const { order_id: sold } = await complete(sql, visitor, (await begin(visitor)).session_id)
  const token = (await cardMails(sold))[0]?.data.token ?? ''
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 10, 5))
  await as(sql, visitor, (tx) => tx`select apply_gift_card(${checkout.session_id}, ${token})`)
  const { order_id: order } = await complete(sql, visitor, checkout.session_id)
  await as(
    sql,
    staff,
    (tx) =>
      tx`select void_gift_card(gift_card_id, 'Lost') from gift_card_entries where order_id = ${sold} and kind = 'issued'`,
  )
  await as(sql, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${order}`)
  const [told] =
    await sql`select description from order_events where order_id = ${order} and type = 'gift_card_void'`
  expect(told?.description).toBe(
    `£${checkout.total} went back to the gift card ending ${token.slice(-4)}, which is void: a new one is due`,
  )
  expect(await faultsIn(sql)).toEqual({})
})
