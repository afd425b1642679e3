import { expect, test } from 'vitest'
import { complete } from './checkout-steps'
import { giftCardSales } from './gift-card-fixtures'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const admin = await signUpStaff(sql, 'admin')
const moderator = await signUpStaff(sql, 'moderator')
const shop = refundFixtures(sql, admin)
const lines = [[19.99, 2]] as const

const set = (by: Visitor, { id }: Pick<Bought, 'id'>, change: { status?: string; payment_status?: string }) =>
  as(sql, by, (tx) => tx`update orders set ${tx(change)} where id = ${id}`)
const lacks = (right: string, words: RegExp) => ({
  code: 'PT403',
  hint: 'not_allowed',
  detail: right,
  message: expect.stringMatching(words),
})

test('a moderator returns no money without the right, by whichever way an order is cancelled', async () => {
  const order = await shop.buy({ lines, cardPence: 5000 })
  const untouched = await shop.look(order)
  const rejected = lacks('refunds', /^Returning money to a gift card needs the right “refunds”/)
  expect(await rejection(set(moderator, order, { status: 'cancelled' }))).toEqual(rejected)
  expect(await rejection(shop.cancel(order, false, 'Asked by telephone', moderator))).toEqual(rejected)
  expect(await shop.look(order)).toEqual(untouched)
  await set(admin, order, { status: 'cancelled' })
  expect(await shop.look(order)).toMatchObject({ balance: 5000, stock: [100] })
  expect(await rejection(set(moderator, order, { status: 'processing' }))).toEqual(
    lacks('refunds', /^Taking money from a gift card needs/),
  )
  await set(admin, order, { status: 'processing' })
  expect(await shop.look(order)).toEqual({ ...untouched, status: 'processing' })
})

test('money that a refund has returned to a gift card needs no further right', async () => {
  const order = await shop.buy({ lines, cardPence: 5000 })
  await shop.refund(order, { amount: 42.89 })
  await set(moderator, order, { status: 'cancelled' })
  expect(await shop.look(order)).toMatchObject({ status: 'cancelled', balance: 5000 })
})

test.each([['shipped'], ['delivered'], ['completed']])(
  'an order that was %s is a return: nobody counts its pieces as returned without the right to refund',
  async (sent) => {
    const order = await shop.buy({ lines })
    const rejected = lacks('refunds', /^Cancelling an order that has been sent needs/)
    await set(moderator, order, { status: sent })
    expect(await rejection(set(moderator, order, { status: 'cancelled' }))).toEqual(rejected)
    await set(moderator, order, { status: 'pending' })
    expect(await rejection(set(moderator, order, { status: 'cancelled' }))).toEqual(rejected)
    expect(await rejection(shop.cancel(order, false, 'Asked by telephone', moderator))).toEqual(rejected)
    expect(await shop.look(order)).toMatchObject({ status: 'pending', stock: [98] })
    await set(admin, order, { status: 'cancelled' })
    expect(await shop.look(order)).toMatchObject({ stock: [100] })
  },
)

test('staff without the right to refund cancel what is not sent and was paid by card, and restore it', async () => {
  const order = await shop.buy({ lines })
  await set(moderator, order, { status: 'cancelled' })
  expect(await shop.look(order)).toMatchObject({ stock: [100] })
  await set(moderator, order, { status: 'processing' })
  expect(await shop.look(order)).toMatchObject({ status: 'processing', stock: [98] })
  expect(await rejection(set(moderator, order, { payment_status: 'refunded' }))).toEqual(
    lacks('refunds', /^Changing the payment status needs/),
  )
})

test('staff who buy cancel their own order as any buyer does', async () => {
  const order = await shop.buy({ lines, cardPence: 1000, buyer: moderator })
  await as(sql, moderator, (tx) => tx`select cancel_my_order(${order.id})`)
  expect(await shop.look(order)).toMatchObject({ status: 'cancelled', refunded: 42.89, balance: 1000 })
})

test('a gift card that was bought ends only by staff who may end gift cards', async () => {
  const { begin, cardOf } = giftCardSales(sql)
  const buyer = guest()
  const { order_id: id } = await complete(sql, buyer, (await begin(buyer)).session_id)
  expect(await rejection(set(moderator, { id }, { status: 'cancelled' }))).toMatchObject({ code: 'PT403' })
  expect(await cardOf(id)).toMatchObject({ state: 'active' })
  await set(admin, { id }, { status: 'cancelled' })
  expect(await cardOf(id)).toMatchObject({ state: 'void', balance: 0 })
})

test('changes by the shop itself and by parcels need no more than the right to orders', async () => {
  const order = await shop.buy({ lines, cardPence: 1000 })
  await as(sql, moderator, (tx) => tx`insert into shipments ${tx({ order_id: order.id, status: 'shipped' })}`)
  expect(await shop.look(order)).toMatchObject({ status: 'shipped', balance: 0 })
  await sql`update orders set status = 'delivered' where id = ${order.id}`
  await sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.id}`
  await sql`select sweep()`
  expect(await shop.look(order)).toMatchObject({ status: 'completed' })
})
