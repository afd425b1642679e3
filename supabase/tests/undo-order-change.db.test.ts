import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const moderator = await signUpStaff(sql, 'moderator')
const shop = refundFixtures(sql, staff)
const lines = [[19.99, 2]] as const

interface Change {
  status?: string
  payment_status?: string
}

const set = (by: Visitor, { id }: Bought, change: Change) =>
  as(sql, by, (tx) => tx`update orders set ${tx(change)} where id = ${id}`)
const undo = async (by: Visitor, order: Bought, now: Change = {}) => {
  const { status, payment_status } = await shop.look(order)
  await callAs(sql, by, 'undo_order_change', {
    p_order: order.id,
    p_status: now.status ?? status,
    p_payment_status: now.payment_status ?? payment_status,
  })
}
const emails = async ({ id }: Bought) =>
  (
    await sql<{ status: string; wait: number }[]>`
      select data ->> 'status' as status, extract(epoch from next_attempt_at - created_at)::int as wait from email_outbox
      where order_id = ${id} and kind = 'order_status' order by created_at, id`
  ).map(({ status, wait }) => [status, wait])
/** What undoing must bring back. */
const whole = async (order: Bought) => ({
  ...(await shop.look(order)),
  ...(await sql`select delivered_at, cancel_reason, paid_at from orders where id = ${order.id}`)[0],
})
/** The half minute passes. */
const letTimePass = async ({ id }: Bought) => {
  const past = '31 seconds'
  await sql`update order_events set created_at = created_at - ${past}::interval where order_id = ${id}`
  await sql`update email_outbox set created_at = created_at - ${past}::interval,
    next_attempt_at = next_attempt_at - ${past}::interval where order_id = ${id}`
}
const over = { code: 'PT409', hint: 'undo_over' }
const changed = { code: 'PT409', hint: 'changed_meanwhile' }

test('the email of a status set by hand waits half a minute, also through a crash; that of a parcel does not', async () => {
  const [byHand, byParcel] = [await shop.buy({ lines }), await shop.buy({ lines })]
  await set(staff, byHand, { status: 'shipped' })
  await as(sql, staff, (tx) => tx`insert into shipments ${tx({ order_id: byParcel.id, status: 'shipped' })}`)
  expect(await emails(byHand)).toEqual([['shipped', 30]])
  expect(await emails(byParcel)).toEqual([['shipped', 0]])
  const claimed = async () => {
    const found = await sql`select order_id, kind from claim_mail(100)`
    return found.filter(({ kind }) => kind === 'order_status').map(({ order_id: id }) => id as unknown)
  }
  expect(await claimed()).toEqual([byParcel.id])
  await letTimePass(byHand)
  expect(await claimed()).toEqual([byHand.id])
  expect(await rejection(undo(staff, byHand))).toMatchObject(over)
})

test.each<[string, Change[], Change]>([
  ['sent', [], { status: 'shipped' }],
  ['cancelled', [{ status: 'processing' }], { status: 'cancelled' }],
  ['cancelled after its delivery', [{ status: 'delivered' }], { status: 'cancelled' }],
  ['marked as refunded', [], { payment_status: 'refunded' }],
  ['no longer marked as refunded', [{ payment_status: 'refunded' }], { payment_status: 'succeeded' }],
  ['back from cancelled', [{ status: 'cancelled' }], { status: 'processing' }],
  ['both at once', [], { status: 'cancelled', payment_status: 'refunded' }],
])(
  'undone, an order is as it was before it was %s, and its customer hears nothing of it',
  async (_, before, change) => {
    const order = await shop.buy({ lines, cardPence: 1000 })
    for (const earlier of before) await set(staff, order, earlier)
    await letTimePass(order)
    const was = await whole(order)
    const reported = await emails(order)
    await set(staff, order, change)
    await undo(staff, order)
    expect(await whole(order)).toEqual(was)
    expect(await emails(order)).toEqual(reported)
    // It has been undone, so there is nothing more to undo.
    expect(await rejection(undo(staff, order))).toMatchObject(over)
  },
)

test('the reason of a cancellation comes back with it', async () => {
  const order = await shop.buy({ lines })
  await shop.cancel(order, false, 'The glaze had cracked.')
  const was = await whole(order)
  await set(staff, order, { status: 'processing' })
  await undo(staff, order)
  expect(await whole(order)).toEqual(was)
})

test('a status that its customer was told of before is not told again when the next one is undone', async () => {
  const order = await shop.buy({ lines })
  await set(staff, order, { status: 'shipped' })
  await letTimePass(order)
  await set(staff, order, { status: 'delivered' })
  await undo(staff, order)
  expect(await emails(order)).toEqual([['shipped', 30]])
})

test('only the last change is undone, only by whoever made it, and only what was set by hand', async () => {
  const order = await shop.buy({ lines })
  await set(staff, order, { status: 'processing' })
  await set(staff, order, { status: 'shipped' })
  expect(await rejection(undo(staff, order, { status: 'processing' }))).toMatchObject(changed)
  expect(await rejection(undo(moderator, order))).toMatchObject(changed)
  await set(moderator, order, { status: 'delivered' })
  expect(await rejection(undo(staff, order))).toMatchObject(changed)
  await undo(moderator, order)
  expect(await shop.look(order)).toMatchObject({ status: 'shipped' })
  const sent = await shop.buy({ lines })
  await as(sql, staff, (tx) => tx`insert into shipments ${tx({ order_id: sent.id, status: 'shipped' })}`)
  expect(await rejection(undo(staff, sent))).toMatchObject(over)
  expect(await rejection(undo(await signUp(sql), sent))).toMatchObject({ code: 'PT403' })
})

test('an email that is being sent can no longer be taken back, and the change stays', async () => {
  const order = await shop.buy({ lines })
  await set(staff, order, { status: 'shipped' })
  await sql`update email_outbox set next_attempt_at = now() where order_id = ${order.id} and kind = 'order_status'`
  await sql`select claim_mail(100)`
  expect(await rejection(undo(staff, order))).toMatchObject(over)
  expect(await shop.look(order)).toMatchObject({ status: 'shipped' })
})

test('an undo that cannot take the stock again is rejected, and the change and its email stay', async () => {
  const order = await shop.buy({ lines })
  await set(staff, order, { status: 'cancelled' })
  await sql`update products set inventory_quantity = 1 where id = ${order.products[0] ?? ''}`
  expect(await rejection(undo(staff, order))).toMatchObject({ code: 'PT409', hint: 'insufficient_stock' })
  expect(await emails(order)).toEqual([['cancelled', 30]])
})

interface Effects {
  emails: string[]
  gift_card_pence: number
  items: number
  by_hand: number
  ends_gift_card: boolean
  rejected: string | null
}
const effectsOf = (by: Visitor, order: Bought, change: Change) =>
  callAs<Effects>(sql, by, 'order_change_effects', {
    p_order: order.id,
    p_status: change.status ?? null,
    p_payment_status: change.payment_status ?? null,
  })

test('the announced effects of a change are exactly those that happen', async () => {
  const order = await shop.buy({
    lines: [
      [19.99, 2],
      [5, 1],
    ],
    cardPence: 1000,
  })
  const changes: Change[] = [
    { status: 'shipped' },
    { status: 'cancelled' },
    { status: 'processing' },
    { payment_status: 'refunded' },
    { payment_status: 'refunded', status: 'cancelled' },
    { payment_status: 'succeeded', status: 'delivered' },
  ]
  for (const change of changes) {
    const reported = await effectsOf(staff, order, change)
    const before = await shop.look(order)
    const emailsBefore = await emails(order)
    await set(staff, order, change)
    const after = await shop.look(order)
    const sum = (stock: number[]) => stock.reduce((all, left) => all + left, 0)
    expect([change, reported]).toMatchObject([
      change,
      {
        emails: (await emails(order)).slice(emailsBefore.length).map(([status]) => status),
        gift_card_pence: Number(after.balance) - Number(before.balance),
        items: sum(after.stock) - sum(before.stock),
        by_hand: after.marked_refunded && !before.marked_refunded ? before.total - 10 : 0,
        ends_gift_card: false,
        rejected: null,
      },
    ])
  }
})

test('a member without the right for a change is told so before they make it', async () => {
  const order = await shop.buy({ lines, cardPence: 1000 })
  expect((await effectsOf(moderator, order, { status: 'cancelled' })).rejected).toMatch(
    /^Returning money to a gift card needs the right “refunds”/,
  )
  expect(await effectsOf(moderator, order, { status: 'shipped' })).toMatchObject({ rejected: null })
  expect(await rejection(effectsOf(await signUp(sql), order, {}))).toMatchObject({ code: 'PT403' })
  expect(await rejection(effectsOf(staff, order, { status: 'gone' }))).toMatchObject({
    code: 'PT422',
    hint: 'status',
  })
})
