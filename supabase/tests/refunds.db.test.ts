import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)
// £15.79 each: £31.58, VAT £6.32, Express £4.99, together £42.89.
const pair = { lines: [[19.99, 2]] } as const

test('one piece of two, then the rest with the delivery: every penny comes back once, and the order is refunded', async () => {
  const order = await shop.buy(pair)
  const first = await shop.refund(order, { lines: [{ line: 0, quantity: 1 }] })
  expect(first).toMatchObject({ state: 'succeeded', amount: 18.95, card_amount: 18.95, tax_amount: 3.16 })
  expect(await shop.look(order)).toMatchObject({ payment_status: 'succeeded', refunded: 18.95, stock: [99] })
  const second = await shop.refund(order, {
    lines: [{ line: 0, quantity: 1, restock: false }],
    delivery: 4.99,
  })
  expect(second).toMatchObject({ amount: 23.94, delivery_amount: 4.99, tax_amount: 3.16 })
  expect(await shop.look(order)).toMatchObject({
    payment_status: 'refunded',
    marked_refunded: false,
    refunded: 42.89,
    stock: [99],
  })
  expect(await rejection(shop.refund(order, { amount: 0.01 }))).toMatchObject({
    code: 'PT409',
    hint: 'amount_left',
    detail: '0.00',
  })
})

test('a discount is spread over the lines to the penny', async () => {
  const order = await shop.buy({
    lines: [
      [9.99, 3],
      [3.33, 1],
      [27.11, 2],
    ],
    percent: 33.33,
  })
  const { total, shipping } = await shop.look(order)
  let back = 0
  for (const [line, pieces] of [
    [0, 3],
    [1, 1],
    [2, 2],
  ] as const)
    for (let piece = 0; piece < pieces; piece += 1)
      back += Math.round((await shop.refund(order, { lines: [{ line, quantity: 1 }] })).amount * 100)
  expect(back).toBe(Math.round((total - shipping) * 100))
  await shop.refund(order, { delivery: shipping })
  expect(await shop.look(order)).toMatchObject({
    payment_status: 'refunded',
    refunded: total,
    stock: [100, 100, 100],
  })
})

test('the bank card gets its part back first, the gift card the rest', async () => {
  const order = await shop.buy({ ...pair, cardPence: 2000 })
  expect(await shop.refund(order, { amount: 20 })).toMatchObject({ card_amount: 20, gift_card_amount: 0 })
  expect(await shop.refund(order, { amount: 10 })).toMatchObject({
    card_amount: 2.89,
    gift_card_amount: 7.11,
  })
  expect(await shop.look(order)).toMatchObject({ balance: 711, refunded: 30, refunded_to_gift_card: 7.11 })
  const emails = await shop.emails(order, 'refund')
  expect(emails.map(({ data }) => [data.amount, data.card_amount, data.gift_card_amount])).toEqual([
    [20, 20, 0],
    [10, 2.89, 7.11],
  ])
})

test('an expired gift card is valid again; the part of a void one comes on a new card, its code by email', async () => {
  const expired = await shop.buy({ ...pair, cardPence: 5000 })
  await sql`update gift_cards set created_at = now() - interval '30 months', expires_at = now() - interval '6 months' where id = ${expired.card}`
  await shop.refund(expired, { amount: 42.89 })
  const [valid] =
    await sql`select expires_at > now() + interval '2 months' as valid, balance_pence as balance from gift_cards where id = ${expired.card}`
  expect(valid).toEqual({ valid: true, balance: 5000 })

  const lost = await shop.buy({ ...pair, cardPence: 5000 })
  await as(sql, staff, (tx) => tx`select void_gift_card(${lost.card}, 'Lost')`)
  await shop.refund(lost, { amount: 0.5 })
  expect(await shop.look(lost)).toMatchObject({ balance: 0, refunded_to_gift_card: 0.5 })
  const [mail] = await shop.emails(lost, 'refund_gift_card')
  const [made] = await sql`
    select balance_pence as balance, state from gift_cards where code_hash = private.gift_card_hash(${String(mail?.data.token)})`
  expect(made).toEqual({ balance: 50, state: 'active' })
  expect((await shop.emails(lost, 'refund'))[0]?.data).toMatchObject({ new_gift_card: true })
})

test('asked twice with one id, a refund is one; with other wishes the id is rejected', async () => {
  const order = await shop.buy(pair)
  const request = { id: randomUUID(), lines: [{ line: 0, quantity: 1 }] }
  const both = await Promise.all([shop.refund(order, request), shop.refund(order, request)])
  expect(both[0]).toEqual(both[1])
  expect(await shop.look(order)).toMatchObject({ refunded: 18.95, stock: [99] })
  expect(await rejection(shop.refund(order, { ...request, delivery: 1 }))).toMatchObject({
    hint: 'idempotency_mismatch',
  })
})

test('many at once never give back more than was paid, nor more pieces than were taken', async () => {
  const order = await shop.buy({ ...pair, cardPence: 1500 })
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => shop.refund(order, { lines: [{ line: 0, quantity: 1 }] })),
    ...Array.from({ length: 6 }, () => shop.refund(order, { amount: 9.99 })),
    shop.setStatus(order, { status: 'cancelled' }),
    shop.cancel(order, true),
  ])
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: expect.stringMatching(/^PT4/) })
  const after = await shop.look(order)
  expect(after.refunded).toBeLessThanOrEqual(after.total)
  expect(after).toMatchObject({ status: 'cancelled', stock: [100], balance: 1500 })
})

test('by Stripe a refund waits for its answer, is tried again, and counts when it is paid', async () => {
  const order = await shop.buy({ ...pair, provider: 'stripe', buyer: await signUp(sql) })
  const { id, state } = await shop.refund(order, { amount: 12 })
  expect(state).toBe('pending')
  expect(await shop.look(order)).toMatchObject({ refunded: 0 })
  expect(await rejection(shop.refund(order, { amount: 31 }))).toMatchObject({
    hint: 'amount_left',
    detail: '30.89',
  })
  const claimed = await sql`select * from claim_refunds(10)`
  expect([...claimed]).toEqual([
    {
      id,
      round: 0,
      attempts: 1,
      payment: expect.stringMatching(/^pi_/),
      amount_pence: 1200,
      currency: 'GBP',
    },
  ])
  expect([...(await sql`select * from claim_refunds(10)`)]).toEqual([])
  expect(await shop.settle(id, 'Stripe does not answer')).toBe('pending')
  expect(await shop.settle(id, 'The card is closed', true)).toBe('failed')
  expect(await rejection(shop.refund(order, { amount: 31 }))).toMatchObject({ hint: 'amount_left' })
  await shop.retry(id)
  expect(await shop.settle(id)).toBe('succeeded')
  expect(await shop.settle(id)).toBe('succeeded')
  expect(await shop.look(order)).toMatchObject({ refunded: 12, payment_status: 'succeeded' })
  expect(await shop.emails(order, 'refund')).toHaveLength(1)
  expect(await rejection(shop.retry(id))).toMatchObject({ hint: 'not_failed' })
})

test('units sold are counted without returned units', async () => {
  const buyer = await signUp(sql)
  const spent = async () =>
    (
      await sql`select total_spent::float as spent from customers where user_id = ${buyer.user?.id ?? null}`
    )[0]?.spent as unknown
  const order = await shop.buy({ ...pair, cardPence: 1000, buyer })
  expect(await spent()).toBe(32.89)
  await shop.refund(order, { amount: 2.89 })
  expect(await spent()).toBe(30)
  await shop.refund(order, { amount: 35 })
  expect(await spent()).toBe(0)
})

test('cancelled with a refund, an order gives everything back once, with its reason in the email; undone, nothing is taken', async () => {
  const order = await shop.buy({ ...pair, cardPence: 1000 })
  await shop.refund(order, { lines: [{ line: 0, quantity: 1, restock: false }], amount: 5 })
  await shop.cancel(order, true, 'The glaze had cracked.')
  expect(await shop.look(order)).toMatchObject({
    status: 'cancelled',
    payment_status: 'refunded',
    marked_refunded: false,
    refunded: 42.89,
    balance: 1000,
    stock: [99],
  })
  const [mail] = await shop.emails(order, 'order_status')
  expect(mail?.data).toMatchObject({
    status: 'cancelled',
    reason: 'The glaze had cracked.',
    total: 0,
    refunded_amount: 42.89,
  })
  expect(await shop.emails(order, 'order_status')).toHaveLength(1)
  await shop.setStatus(order, { status: 'processing' })
  await shop.setStatus(order, { payment_status: 'succeeded' })
  expect(await shop.look(order)).toMatchObject({ balance: 1000, stock: [99] })
})

test('an order that was sent, or is not paid, is not cancelled or refunded this way', async () => {
  const order = await shop.buy(pair)
  await as(sql, staff, (tx) => tx`insert into shipments ${tx({ order_id: order.id, status: 'shipped' })}`)
  expect(await rejection(shop.cancel(order, true))).toMatchObject({ hint: 'already_sent' })
  await shop.setStatus(order, { payment_status: 'failed' })
  expect(await rejection(shop.refund(order, { amount: 1 }))).toMatchObject({ hint: 'not_paid' })
  expect(await rejection(shop.cancel(order, true, ' '))).toMatchObject({ hint: 'reason' })
})

test('marked as refunded by hand, an order returns stock and gift card, and no way leads to its money until the mark is taken off', async () => {
  const order = await shop.buy({ ...pair, cardPence: 1000 })
  await shop.setStatus(order, { payment_status: 'refunded' })
  const marked = { marked_refunded: true, refunded: 0, balance: 1000, stock: [100] }
  expect(await shop.look(order)).toMatchObject(marked)
  const nothingLeft = { code: 'PT409', hint: 'marked_refunded' }
  for (const request of [{ amount: 0.01 }, { lines: [{ line: 0, quantity: 1 }] }, { delivery: 4.99 }])
    expect(await rejection(shop.refund(order, request))).toMatchObject(nothingLeft)
  expect(
    await rejection(as(sql, staff, (tx) => tx`select quote_refund(${order.id}, '[]', 0, 1)`)),
  ).toMatchObject(nothingLeft)
  const [row] = await as(sql, staff, (tx) => tx`select refunds_of(${order.id}) as found`)
  expect(row?.found).toMatchObject({ left: { card: 0, gift_card: 0, goods: 0, delivery: 0 } })
  expect(await shop.cancel(order, true)).toEqual({ status: 'cancelled', refund: null })
  expect(await shop.look(order)).toMatchObject({ ...marked, status: 'cancelled' })
  await shop.setStatus(order, { payment_status: 'succeeded' })
  await shop.refund(order, { lines: [{ line: 0, quantity: 1 }], amount: 37.89 })
  expect(await shop.look(order)).toMatchObject({ refunded_to_gift_card: 5, balance: 1000, stock: [100] })
  await shop.setStatus(order, { status: 'processing' })
  expect(await shop.look(order)).toMatchObject({ balance: 500, stock: [99] })
})

test('a refund that failed is not tried again once the order is marked as refunded by hand', async () => {
  const order = await shop.buy({ ...pair, provider: 'stripe' })
  const { id } = await shop.refund(order, { amount: 42.89 })
  await shop.settle(id, 'The card is closed', true)
  await shop.setStatus(order, { payment_status: 'refunded' })
  expect(await rejection(shop.retry(id))).toMatchObject({ code: 'PT409', hint: 'marked_refunded' })
  await shop.setStatus(order, { payment_status: 'succeeded' })
  await shop.retry(id)
  expect(await shop.settle(id)).toBe('succeeded')
})

test('cancelled by its status, an order has returned stock and gift card; a refund then takes over what went back', async () => {
  const order = await shop.buy({ ...pair, cardPence: 1000 })
  await shop.setStatus(order, { status: 'cancelled' })
  await shop.refund(order, { lines: [{ line: 0, quantity: 1 }], amount: 37.89 })
  expect(await shop.look(order)).toMatchObject({ refunded_to_gift_card: 5, balance: 1000, stock: [100] })
  await shop.setStatus(order, { status: 'processing' })
  expect(await shop.look(order)).toMatchObject({ balance: 500, stock: [99] })
})

test('a moderator sees refunds and cancels without money, but refunds nothing', async () => {
  const moderator = await signUpStaff(sql, 'moderator')
  const order = await shop.buy(pair)
  expect(await rejection(shop.refund(order, { amount: 1 }, moderator))).toMatchObject({ code: 'PT403' })
  expect(await rejection(shop.cancel(order, true, 'x', moderator))).toMatchObject({ code: 'PT403' })
  await shop.cancel(order, false, 'Asked by telephone', moderator)
  const [row] = await as(sql, moderator, (tx) => tx`select refunds_of(${order.id}) as found`)
  expect(row?.found).toMatchObject({
    left: { card: 42.89, gift_card: 0, goods: 37.9, delivery: 4.99 },
    lines: [{ line: 0, quantity: 2, refunded: 0, amount: 37.9 }],
    refunds: [],
  })
})

// £31.58, VAT £6.32, Express £4.99, together £42.89.
const byStripe = { lines: [[19.99, 2]], provider: 'stripe' } as const

/** A refund that Stripe accepted as re_1 and that came back. */
async function bounced(order: Bought, amount: number): Promise<string> {
  const { id } = await shop.refund(order, { amount })
  expect(await shop.settle(id)).toBe('succeeded')
  expect(await shop.bounce(id)).toBe('failed')
  return id
}
const rowOf = async (id: string) =>
  (
    await sql`select state, amount::float, card_amount::float as card, given_up::float, note, by_other_means, reference
      from refunds where id = ${id}`
  )[0]
const logOf = async ({ id }: Bought) => {
  const [row] = await as(sql, staff, (tx) => tx`select order_history(${id}) as history`)
  const { rows } = row?.history as {
    rows: { description: string; detail: string | null; actor: string | null }[]
  }
  return rows.map(({ description, detail, actor }) => [description, detail, actor])
}

test('a refund that comes back has failed: the money counts as the shop’s again, and the order is not refunded', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ ...byStripe, buyer })
  const { id } = await shop.refund(order, { amount: 42.89 })
  await shop.settle(id)
  expect(await shop.look(order)).toMatchObject({ payment_status: 'refunded', refunded: 42.89 })
  expect(await shop.bounce(id)).toBe('failed')
  expect(await shop.look(order)).toMatchObject({
    payment_status: 'succeeded',
    marked_refunded: false,
    refunded: 0,
  })
  const [spent] =
    await sql`select total_spent::float as spent from customers where user_id = ${buyer.user?.id ?? null}`
  expect(spent).toEqual({ spent: 42.89 })
  expect(await logOf(order)).toContainEqual(['Refund of £42.89 came back', null, null])
  // It keeps its claim until staff decide.
  expect(await rejection(shop.refund(order, { amount: 1 }))).toMatchObject({ hint: 'amount_left' })
})

test('news of a refund that came back counts once, and only for the attempt that it names', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 12)
  expect(await shop.bounce(id)).toBe('failed')
  // The worker that was slow to write Stripe’s first answer down.
  expect(await shop.settle(id)).toBe('failed')
  await shop.retry(id)
  expect(await shop.bounce(id)).toBe('pending')
  expect(await shop.settle(id, null, false, 're_2')).toBe('succeeded')
  expect(await shop.bounce(id)).toBe('succeeded')
  expect(await shop.look(order)).toMatchObject({ refunded: 12 })
  expect(await shop.bounce(id, 're_2')).toBe('failed')
  expect(await shop.look(order)).toMatchObject({ refunded: 0 })
})

test('a refund that came back is paid by bank transfer: the note is in the log, the buyer gets an email, a late report changes nothing', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 42.89)
  expect(await rejection(shop.payOtherwise(id, ' '))).toMatchObject({ code: 'PT422', hint: 'note' })
  await shop.payOtherwise(id, 'Bank transfer of 3 November')
  expect(await rowOf(id)).toMatchObject({
    state: 'succeeded',
    card: 42.89,
    by_other_means: true,
    note: 'Bank transfer of 3 November',
  })
  expect(await shop.look(order)).toMatchObject({ payment_status: 'refunded', refunded: 42.89 })
  expect(await logOf(order)).toContainEqual([
    '£42.89 refunded by other means',
    'Bank transfer of 3 November',
    expect.stringMatching(/./),
  ])
  expect((await shop.emails(order, 'refund')).map(({ data }) => [data.again, data.by_other_means])).toEqual([
    [false, false],
    [true, true],
  ])
  expect(await shop.bounce(id)).toBe('succeeded')
  expect(await rejection(shop.payOtherwise(id))).toMatchObject({ hint: 'not_failed' })
  expect(await rejection(shop.giveUp(id))).toMatchObject({ hint: 'not_failed' })
})

test('given up, a refund leaves its money to refund again; the gift card’s part and the pieces stay returned', async () => {
  const order = await shop.buy({ ...byStripe, cardPence: 1000 })
  const { id } = await shop.refund(order, { lines: [{ line: 0, quantity: 2 }], delivery: 4.99 })
  await shop.settle(id, 'Charge is disputed.', true)
  await shop.giveUp(id, 'The bank has taken it back')
  expect(await rowOf(id)).toMatchObject({ state: 'given_up', amount: 10, card: 0, given_up: 32.89 })
  expect(await shop.look(order)).toMatchObject({ refunded: 10, balance: 1000, stock: [100] })
  expect((await shop.emails(order, 'refund')).map(({ data }) => data.amount)).toEqual([10])
  expect(await rejection(shop.refund(order, { lines: [{ line: 0, quantity: 1 }] }))).toMatchObject({
    hint: 'lines_left',
  })
  const again = await shop.refund(order, { amount: 32.89 })
  expect(again).toMatchObject({ state: 'pending', card_amount: 32.89, gift_card_amount: 0 })
  expect(await rejection(shop.refund(order, { amount: 0.01 }))).toMatchObject({ hint: 'amount_left' })
  await shop.settle(again.id)
  expect(await shop.look(order)).toMatchObject({ refunded: 42.89, payment_status: 'refunded' })
  const [vat] = await sql`select sum(tax_amount)::float as vat from refunds where order_id = ${order.id}`
  expect(vat).toEqual({ vat: 6.32 })
})

test('a refund that the provider pays after it was given up is in the log', async () => {
  const order = await shop.buy(byStripe)
  const { id } = await shop.refund(order, { amount: 5 })
  await shop.settle(id, 'No answer', true)
  await shop.giveUp(id)
  expect(await shop.settle(id)).toBe('given_up')
  expect(await shop.look(order)).toMatchObject({ refunded: 0 })
  expect(await logOf(order)).toContainEqual([
    '£5.00 was refunded by the payment provider after all',
    null,
    null,
  ])
})

test('a moderator settles no refund', async () => {
  const moderator = await signUpStaff(sql, 'moderator')
  const id = await bounced(await shop.buy(byStripe), 5)
  expect(await rejection(shop.payOtherwise(id, 'Cash', moderator))).toMatchObject({ code: 'PT403' })
  expect(await rejection(shop.giveUp(id, '', moderator))).toMatchObject({ code: 'PT403' })
})

test('of many who settle one refund at once, one does', async () => {
  const order = await shop.buy(byStripe)
  const id = await bounced(order, 20)
  const outcomes = await Promise.allSettled([
    shop.payOtherwise(id),
    shop.giveUp(id),
    shop.retry(id),
    shop.payOtherwise(id),
    shop.giveUp(id),
    shop.retry(id),
    shop.bounce(id),
  ])
  expect(outcomes.slice(0, 6).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ hint: 'not_failed' })
})
