import { expect, test } from 'vitest'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)
const two = [
  [19.99, 2],
  [10, 1],
] as const

const ask = async (by: Visitor, call: string, value: string): Promise<unknown> => {
  const [row] = await as(sql, by, (tx) => tx.unsafe<{ reply: unknown }[]>(`select ${call} as reply`, [value]))
  return row?.reply
}
const cancel = (by: Visitor, order: Bought) => ask(by, 'cancel_my_order($1)', order.id)
const choices = (by: Visitor, order: Bought) => ask(by, 'order_choices($1)', order.id)
const reorder = (by: Visitor, order: Bought) => ask(by, 'reorder($1)', order.id)
const numberOf = async ({ id }: Bought) =>
  String((await sql`select order_number from orders where id = ${id}`)[0]?.order_number)
const receiptOf = async (by: Visitor, order: Bought) => ask(by, 'order_receipt($1)', await numberOf(order))
const receiptBy = (by: Visitor, token: string) => ask(by, 'order_receipt(null, $1)', token)
const tokenOf = async (order: Bought) =>
  String((await shop.emails(order, 'order_confirmation'))[0]?.data.token)
const cartOf = (by: Visitor) =>
  as(sql, by, (tx) => tx`select product_id as product, quantity from cart_items order by created_at, id`)

test('a buyer cancels before dispatch: stock and money return, by gift card and card, with its emails', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer, cardPence: 500 })
  expect(await choices(buyer, order)).toMatchObject({ can_cancel: true, returnable: [] })
  expect(await cancel(buyer, order)).toEqual({ status: 'cancelled' })
  expect(await cancel(buyer, order)).toEqual({ status: 'cancelled' })
  const after = await shop.look(order)
  expect(after).toMatchObject({ status: 'cancelled', payment_status: 'refunded', stock: [100, 100] })
  expect(after).toMatchObject({ balance: 500, refunded: after.total })
  expect((await shop.emails(order, 'order_status')).map(({ data }) => data.reason)).toEqual([
    'Cancelled by the customer',
  ])
  expect(await shop.emails(order, 'refund')).toHaveLength(1)
  expect(await choices(buyer, order)).toMatchObject({ can_cancel: false })
})

test('an order on its way cannot be cancelled, also when its parcel leaves at the same moment', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  await sql`insert into shipments (order_id, status) values (${order.id}, 'shipped')`
  expect(await choices(buyer, order)).toMatchObject({ can_cancel: false })
  expect(await rejection(cancel(buyer, order))).toMatchObject({ code: 'PT409', hint: 'already_sent' })
  expect(await shop.look(order)).toMatchObject({ status: 'shipped', refunded: 0, stock: [98, 99] })
})

test('a buyer does not cancel what staff refunded, by hand or by the shop, nor send it back: nothing is left to return', async () => {
  const buyer = await signUp(sql)
  const marked = await shop.buy({ lines: two, buyer, cardPence: 500 })
  await shop.setStatus(marked, { payment_status: 'refunded' })
  const refunded = await shop.buy({ lines: two, buyer })
  await shop.refund(refunded, { amount: (await shop.look(refunded)).total })
  for (const order of [marked, refunded]) {
    expect(await choices(buyer, order)).toMatchObject({ can_cancel: false })
    expect(await rejection(cancel(buyer, order))).toMatchObject({ code: 'PT409', hint: 'already_refunded' })
    expect(await shop.look(order)).toMatchObject({ status: 'pending' })
  }
  expect(await sql`select id from refunds where order_id = ${marked.id}`).toHaveLength(0)
  await shop.setStatus(marked, { status: 'delivered' })
  expect(await choices(buyer, marked)).toMatchObject({ returnable: [] })
  for (const by of [buyer, staff])
    expect(
      await rejection(
        as(
          sql,
          by,
          (tx) =>
            tx`select request_return(gen_random_uuid(), ${marked.id},
              '[{"line": 0, "quantity": 1, "reason": "faulty", "sealed": true}]')`,
        ),
      ),
    ).toMatchObject({ code: 'PT409', hint: 'lines_left' })
})

test('two cancellations at once return stock and money once', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  await Promise.all([cancel(buyer, order), cancel(buyer, order), shop.cancel(order, true)])
  expect(await shop.look(order)).toMatchObject({ status: 'cancelled', stock: [100, 100] })
  expect(await sql`select id from refunds where order_id = ${order.id}`).toHaveLength(1)
})

test('another user, a guest and staff as such get nothing of an order: no receipt, choice, cancellation, reorder', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  const unknown = { ...order, id: '00000000-0000-4000-8000-000000000000' }
  for (const other of [await signUp(sql), staff]) {
    expect(await receiptOf(other, order)).toBeNull()
    expect(await choices(other, order)).toBeNull()
    // In the very words for an order that does not exist.
    expect(await rejection(cancel(other, order))).toEqual(await rejection(cancel(other, unknown)))
    expect(await rejection(reorder(other, order))).toEqual(await rejection(reorder(other, unknown)))
    expect(await rejection(cancel(other, order))).toMatchObject({ code: 'PT404' })
    expect(await cartOf(other)).toEqual([])
  }
  expect(await receiptOf(guest(), order)).toBeNull()
  for (const call of [cancel, reorder, choices])
    expect(await rejection(call(guest(), order))).toMatchObject({ code: '42501' })
  expect(await shop.look(order)).toMatchObject({ status: 'pending' })
})

test('a receipt names rate, number, tax point and lines, for the owner only', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer, percent: 10 })
  const figures = await shop.look(order)
  expect(await receiptOf(buyer, order)).toMatchObject({
    order_number: await numberOf(order),
    vat_rate: 0.2,
    tax_amount: figures.tax,
    total: figures.total,
    tax_point: expect.any(String),
    items: [expect.objectContaining({ quantity: 2 }), expect.objectContaining({ quantity: 1 })],
    refunds: [],
  })
  expect(await ask(buyer, 'order_receipt($1)', 'AM20250105-9999')).toBeNull()
})

test('an order that is not paid has no receipt', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  await sql`update orders set payment_status = 'failed', paid_at = null where id = ${order.id}`
  expect(await receiptOf(buyer, order)).toBeNull()
})

test('a receipt is net of the money that has moved, with its VAT', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer, cardPence: 1000, provider: 'stripe' })
  const { total, tax } = await shop.look(order)
  const whole = await shop.refund(order, { amount: total })
  // The gift card's part is back at once, the card's when the provider has paid.
  expect(await receiptOf(buyer, order)).toMatchObject({ refunds: [{ amount: 10 }] })
  await shop.settle(whole.id)
  expect(await receiptOf(buyer, order)).toMatchObject({ refunds: [{ amount: total, tax_amount: tax }] })
})

test('the email of a guest has a link to the receipt; nobody guesses it, and it ends after a year', async () => {
  const order = await shop.buy({ lines: two })
  const token = await tokenOf(order)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(await receiptBy(guest(), token)).toMatchObject({ order_number: await numberOf(order) })
  expect(await receiptBy(guest(), `${token.slice(0, -1)}0x`)).toBeNull()
  const [kept] = await sql`select token_hash from private.receipt_links where order_id = ${order.id}`
  expect(kept?.token_hash).not.toBe(token)
  await sql`update private.receipt_links set created_at = now() - interval '366 days' where order_id = ${order.id}`
  expect(await receiptBy(guest(), token)).toBeNull()
})

test('links to receipts cannot be tried without end', async () => {
  const visitor = guest()
  for (let tries = 0; tries < 60; tries += 1)
    expect(await receiptBy(visitor, `wrong${String(tries)}`)).toBeNull()
  expect(await rejection(receiptBy(visitor, 'one more'))).toMatchObject({ code: 'PT429' })
})

test('the email of an owner has no link, since they sign in; one that failed and is sent again has a new link', async () => {
  const owned = await shop.buy({ lines: two, buyer: await signUp(sql) })
  expect((await shop.emails(owned, 'order_confirmation'))[0]?.data).not.toHaveProperty('token')
  const order = await shop.buy({ lines: two })
  const first = await tokenOf(order)
  const [mail] = await sql`
    update email_outbox set status = 'failed', data = data - 'token'
    where order_id = ${order.id} and kind = 'order_confirmation' returning id`
  await as(sql, staff, (tx) => tx`select retry_mail(${mail?.id as string})`)
  const second = await tokenOf(order)
  expect(second).not.toBe(first)
  expect(await receiptBy(guest(), second)).toMatchObject({ order_number: await numberOf(order) })
})

test('reordering puts into the cart what there is, and says what changed', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({
    lines: [...two, [30, 1], [40, 1]],
    buyer,
  })
  const [fewer = '', dearer = '', soldOut = '', gone = ''] = order.products
  await sql`update products set inventory_quantity = 1 where id = ${fewer}`
  await sql`update products set price = 20 where id = ${dearer}`
  await sql`update products set inventory_quantity = 0 where id = ${soldOut}`
  await sql`update products set is_active = false where id = ${gone}`
  expect(await reorder(buyer, order)).toEqual([
    { line: 0, wanted: 2, added: 1, outcome: 'fewer', price_then: 15.79, price_now: 15.79 },
    { line: 1, wanted: 1, added: 1, outcome: 'added', price_then: 7.9, price_now: 15.8 },
    { line: 2, wanted: 1, added: 0, outcome: 'sold_out', price_then: 23.7, price_now: 23.7 },
    { line: 3, wanted: 1, added: 0, outcome: 'gone', price_then: 31.6, price_now: null },
  ])
  expect(await cartOf(buyer)).toEqual([
    { product: fewer, quantity: 1 },
    { product: dearer, quantity: 1 },
  ])
  expect(await reorder(buyer, order)).toMatchObject([
    { outcome: 'in_cart', added: 0 },
    { outcome: 'added', added: 1 },
    {},
    {},
  ])
})

test('a variant is bought again as itself; one that is gone is not replaced by another', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  const [product = ''] = order.products
  // The product has since got sizes, so what was bought exists no more.
  await sql`update products set options = '[{"name": "Size", "values": ["S", "M"]}]' where id = ${product}`
  await sql`insert into product_variants (product_id, option_values, sku, inventory_quantity)
    values (${product}, '{S}', ${`S-${product}`}, 5), (${product}, '{M}', ${`M-${product}`}, 5)`
  expect(await reorder(buyer, order)).toMatchObject([{ outcome: 'gone' }, { outcome: 'added' }])
  const [medium] = await sql<{ id: string }[]>`
    select id from product_variants where product_id = ${product} and option_values = '{M}'`
  await sql`update orders set items = jsonb_set(items, '{0,variant_id}', to_jsonb(${medium?.id ?? ''}::text)) where id = ${order.id}`
  expect(await reorder(buyer, order)).toMatchObject([{ outcome: 'added', added: 2 }, {}])
  const lines = await as(
    sql,
    buyer,
    (tx) => tx`select quantity from cart_items where variant_id = ${medium?.id ?? ''}`,
  )
  expect(lines).toEqual([{ quantity: 2 }])
  await sql`update orders set items = items #- '{0,variant_id}' where id = ${order.id}`
})

test('an order can be returned for 14 days after a change of mind, and for 30 days for other reasons', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: two, buyer })
  await shop.setStatus(order, { status: 'delivered' })
  // At noon in London: counted in hours, days are one more or less late in the evening once the clocks have changed.
  const deliver = (days: number) => sql`
    update orders set delivered_at = ((now() at time zone 'Europe/London')::date - ${days}::integer + time '12:00') at time zone 'Europe/London'
    where id = ${order.id}`
  const all = [
    { line: 0, quantity: 2 },
    { line: 1, quantity: 1 },
  ]
  await deliver(14)
  expect(await choices(buyer, order)).toMatchObject({ change_of_mind: true, returnable: all })
  await deliver(15)
  expect(await choices(buyer, order)).toMatchObject({ change_of_mind: false, returnable: all })
  await deliver(31)
  expect(await choices(buyer, order)).toMatchObject({ change_of_mind: false, returnable: [] })
})

test('a buyer’s own orders are counted, and no one else’s', async () => {
  const buyer = await signUp(sql)
  await shop.buy({ lines: two, buyer })
  await shop.buy({ lines: two, buyer })
  const count = async (by: Visitor) =>
    (await as(sql, by, (tx) => tx`select count_my_orders() as found`))[0]?.found as unknown
  expect(await count(buyer)).toBe(2)
  expect(await count(staff)).toBe(0)
})
