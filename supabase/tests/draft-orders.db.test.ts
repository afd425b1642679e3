import { expect, test } from 'vitest'
import { addToCart, complete, details, reserve, startCheckout, stockOf, stockProduct } from './checkout-steps'
import { draftFixtures, type DraftOrder } from './draft-steps'
import { giftCardFixtures } from './gift-card-fixtures'
import { callAs } from './office-steps'
import { promotionFixtures } from './promotion-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const moderator = await signUpStaff(sql, 'moderator')
const drafts = draftFixtures(sql, staff)
const { check: checkCode } = promotionFixtures(sql)

const orderOf = async (draft: DraftOrder) => {
  const [row] = await sql<Record<string, unknown>[]>`select * from orders where id = ${draft.order_id}`
  return row
}
const percent = (value: number) => ({ discount: { percent: value, reason: 'Arrived late last time' } })

/** A saved draft of two pieces and what it costs. */
async function saved(changes: Record<string, unknown> = {}, stock = 10) {
  const product = await stockProduct(sql, 25, stock)
  const given = await drafts.fields([[product, 2]], changes)
  const figures = await drafts.price(given)
  return { product, given, figures, draft: await drafts.save(given) }
}

test('a phone order: staff take the payment, and the order is as any other, with a log of the draft', async () => {
  const { product, figures, draft, given } = await saved(percent(10))
  expect(figures).toMatchObject({ subtotal: 39.5, discount_amount: 3.95, tax_amount: 7.11 })
  const paid = await drafts.take(draft, figures.total)
  expect(paid).toMatchObject({ state: 'paid', number: draft.number })
  expect(await orderOf(paid)).toMatchObject({
    email: given.email,
    payment_status: 'succeeded',
    discount_amount: '3.95',
    promotion_code: `DRAFT-${String(draft.number)}`,
    total: figures.total?.toFixed(2),
  })
  expect(await stockOf(sql, product)).toBe(8)
  const events = await sql<{ type: string; data: Record<string, unknown> }[]>`
    select type, data from order_events where order_id = ${paid.order_id}`
  expect(events.find(({ type }) => type === 'order_from_draft')?.data).toMatchObject({
    actor: staff.user?.id,
    reason: 'Arrived late last time',
  })
  expect(
    await sql`select kind from email_outbox where order_id = ${paid.order_id}`.then((rows) => rows.length),
  ).toBe(1)
})

test('pressed twice, one after the other or at once, the payment is taken once', async () => {
  const { product, figures, draft } = await saved()
  const both = await Promise.all([drafts.take(draft, figures.total), drafts.take(draft, figures.total)])
  const again = await drafts.take(draft, figures.total)
  expect(new Set([...both, again].map(({ order_id }) => order_id)).size).toBe(1)
  expect(await stockOf(sql, product)).toBe(8)
})

test('a link holds the stock while it is open, is paid on any device, and makes the draft an order', async () => {
  const { product, figures, draft } = await saved({}, 2)
  const sent = await drafts.send(draft, figures.total)
  expect(sent.state).toBe('sent')
  const [email] = await sql<{ data: Record<string, unknown> }[]>`
    select data from email_outbox where kind = 'payment_link' and data ->> 'token' = ${sent.checkout_session_id}`
  expect(email?.data).toMatchObject({ total: figures.total, draft_id: draft.id })

  const other = guest()
  await addToCart(sql, other, product, 1)
  expect(await rejection(startCheckout(sql, other, await details(sql)))).toMatchObject({
    hint: 'insufficient_stock',
  })

  const session = sent.checkout_session_id ?? ''
  // Open for longer than any other checkout can be read.
  await sql`update checkout_sessions set created_at = now() - interval '2 days' where session_id = ${session}`
  const buyer = guest()
  const headers = { ...buyer.headers, 'x-checkout-session': session }
  expect(await as(sql, { headers }, (tx) => tx`select email from checkout_sessions`)).toHaveLength(1)
  expect(await drafts.link(buyer, session)).toMatchObject({ state: 'open' })
  await reserve(sql, buyer, { session_id: session })
  const receipt = await complete(sql, buyer, session)
  expect(await complete(sql, buyer, session)).toEqual(receipt)
  expect(await drafts.link(buyer, session)).toEqual({ state: 'paid', order_number: receipt.order_number })
  expect(await callAs(sql, staff, 'draft_order', { p_id: draft.id })).toMatchObject({
    state: 'paid',
    order_number: receipt.order_number,
  })
  expect(await stockOf(sql, product)).toBe(0)
})

test('a declined payment keeps the stock of a link', async () => {
  const { product, figures, draft } = await saved({}, 2)
  const session = (await drafts.send(draft, figures.total)).checkout_session_id ?? ''
  const buyer = guest()
  await reserve(sql, buyer, { session_id: session })
  await as(sql, buyer, (tx) => tx`select fail_checkout(${session})`)
  expect(
    (await drafts.price(await drafts.fields([[product, 1]]))).lines.map(({ available }) => available),
  ).toEqual([0])
  expect(await complete(sql, buyer, session)).toMatchObject({ status: 'completed' })
})

test('a link that is over gives its stock back, and the draft can be sent again', async () => {
  const { product, figures, draft } = await saved({}, 2)
  const sent = await drafts.send(draft, figures.total)
  const session = sent.checkout_session_id
  await sql`update checkout_sessions set expires_at = now() - interval '1 second' where session_id = ${session}`
  await sql`update private.stock_holds set expires_at = now() - interval '1 second' where checkout_session_id = ${session}`
  expect(await drafts.link(guest(), session)).toEqual({ state: 'ended' })
  await sql`select sweep()`
  const open = await callAs<DraftOrder>(sql, staff, 'draft_order', { p_id: draft.id })
  expect(open.state).toBe('open')
  const other = guest()
  await addToCart(sql, other, product, 2)
  await startCheckout(sql, other, await details(sql))
  const again = await drafts.send(open, figures.total)
  expect(again.checkout_session_id).not.toBe(session)
})

test('an ended or withdrawn link cannot be paid, and a withdrawn draft cannot be changed', async () => {
  const { figures, draft, given } = await saved()
  const sent = await drafts.send(draft, figures.total)
  expect(await rejection(drafts.save(given, sent))).toMatchObject({ hint: 'draft_sent' })
  const open = await drafts.end(sent)
  expect(open.state).toBe('open')
  expect(await drafts.link(guest(), sent.checkout_session_id)).toEqual({ state: 'ended' })
  expect(await rejection(complete(sql, guest(), sent.checkout_session_id ?? ''))).toMatchObject({
    hint: 'session_not_found',
  })
  const withdrawn = await drafts.end(await drafts.save({ ...given, note: 'x' }, open), true)
  expect(withdrawn.state).toBe('withdrawn')
  expect(await rejection(drafts.save(given, withdrawn))).toMatchObject({ hint: 'draft_settled' })
  expect(await rejection(drafts.take(withdrawn, figures.total))).toMatchObject({ hint: 'draft_settled' })
})

test('a price that changes after the link was sent is told, and nothing is paid', async () => {
  const { product, figures, draft } = await saved()
  const session = (await drafts.send(draft, figures.total)).checkout_session_id ?? ''
  await sql`update products set price = 30 where id = ${product}`
  expect(await drafts.link(guest(), session)).toEqual({ state: 'changed' })
  expect(await rejection(complete(sql, guest(), session))).toMatchObject({ hint: 'totals_changed' })
})

test('staff are told of a total that they have not seen, and of an edit that they have not', async () => {
  const { product, figures, draft, given } = await saved()
  await sql`update products set price = 30 where id = ${product}`
  expect(await rejection(drafts.send(draft, figures.total))).toMatchObject({ hint: 'totals_changed' })
  await drafts.save({ ...given, note: 'Colleague' }, draft)
  expect(await rejection(drafts.save({ ...given, note: 'Mine' }, draft))).toMatchObject({
    hint: 'stale_version',
  })
})

test('a discount needs its right and a reason; nobody else can use it', async () => {
  const { given, draft } = await saved()
  expect(await rejection(drafts.save({ ...given, ...percent(10) }, draft, moderator))).toMatchObject({
    hint: 'not_allowed',
  })
  expect(await rejection(drafts.save({ ...given, discount: { percent: 10 } }, draft))).toMatchObject({
    hint: 'discount_reason',
  })
  const discounted = await drafts.save({ ...given, discount: { pence: 500, reason: 'x' } }, draft)
  // Who may not give a discount can still correct the rest.
  const corrected = await drafts.save(
    { ...given, note: 'x', discount: { pence: 500, reason: 'x' } },
    discounted,
    moderator,
  )
  const { total, discount_amount } = await drafts.price({ ...given, discount: { pence: 500, reason: 'x' } })
  expect(discount_amount).toBe(5)
  const sent = await drafts.send(corrected, total, moderator)
  const code = `DRAFT-${String(draft.number)}`
  const other = guest()
  await addToCart(sql, other, await stockProduct(sql, 25, 5), 1)
  expect(await checkCode(other, code)).toEqual({ state: 'unknown' })
  expect(await callAs(sql, staff, 'office_promotions', { p_filter: { q: code } })).toMatchObject({ total: 0 })
  expect(
    await rejection(
      as(sql, other, (tx) => tx`select apply_promotion(${sent.checkout_session_id}, 'WELCOME')`),
    ),
  ).toMatchObject({ hint: 'price_agreed' })
})

test("a customer's own cart and checkout go on beside their draft, and the order is theirs", async () => {
  const buyer = await signUp(sql)
  const [customer] = await sql<
    { id: string }[]
  >`select id from customers where user_id = ${buyer.user?.id ?? null}`
  const { figures, draft } = await saved({ customer_id: customer?.id })
  const sent = await drafts.send(draft, figures.total)
  await addToCart(sql, buyer, await stockProduct(sql, 25, 5), 1)
  await startCheckout(sql, buyer, await details(sql))
  await complete(sql, guest(), sent.checkout_session_id ?? '')
  const [order] =
    await sql`select user_id from orders where checkout_session_id = ${sent.checkout_session_id}`
  expect(order?.user_id).toBe(buyer.user?.id)
  expect(await as(sql, buyer, (tx) => tx`select id from cart_items`)).toHaveLength(1)
})

test('a gift card pays a checkout that staff make', async () => {
  const { card } = giftCardFixtures(sql)
  const { id } = await card(100000)
  const product = await stockProduct(sql, 25, 5)
  const given = await drafts.fields([[product, 1]])
  const [made] = await sql<{ total: string; gift_card_amount: string; session_id: string }[]>`
    select total, gift_card_amount, session_id from private.make_staff_checkout(
      ${JSON.stringify(given.lines)}::text::jsonb, ${JSON.stringify(given)}::text::jsonb,
      ${JSON.stringify(given.shipping_address)}::text::jsonb, null, ${String(given.shipping_method_id)}::uuid, 'exchange',
      now() + interval '1 hour', false, p_gift_card => ${id})`
  expect(made?.gift_card_amount).toBe(made?.total)
  await sql`select private.complete_staff_checkout(checkout) from checkout_sessions as checkout where session_id = ${made?.session_id ?? ''}`
  const [order] =
    await sql`select payment_method, total from orders where checkout_session_id = ${made?.session_id ?? ''}`
  expect(order).toEqual({ payment_method: 'Gift card', total: made?.total })
})

test('the form is told what is missing: address, method, sold out', async () => {
  const { product, draft, given, figures } = await saved({}, 1)
  expect(figures.lines).toMatchObject([{ available: 1, quantity: 2 }])
  expect(await rejection(drafts.take(draft, figures.total))).toMatchObject({ hint: 'insufficient_stock' })
  const one = { ...given, lines: [{ product_id: product, quantity: 1 }] }
  const noAddress = await drafts.save({ ...one, shipping_address: {} }, draft)
  expect(await rejection(drafts.take(noAddress, 1))).toMatchObject({ hint: 'address_line_1' })
  const noMethod = await drafts.save({ ...one, shipping_method_id: null }, noAddress)
  expect(await rejection(drafts.take(noMethod, 1))).toMatchObject({ hint: 'method_unavailable' })
  expect(await drafts.price({ ...one, shipping_address: { postal_code: 'JE2 3AB' } })).toMatchObject({
    postcode_problem: expect.stringContaining('Jersey') as string,
  })
})

test('drafts are found by email, name and number, and by state', async () => {
  const { draft, given } = await saved({ last_name: 'Quillfeather' })
  const find = (filter: object) =>
    callAs<{ rows: DraftOrder[] }>(sql, staff, 'office_drafts', { p_filter: filter }).then(({ rows }) =>
      rows.map(({ id }) => id),
    )
  for (const q of [given.email, 'quillf', `D${String(draft.number)}`])
    expect(await find({ q, state: 'open' })).toContain(draft.id)
  expect(await find({ q: 'quillf', state: 'paid' })).toEqual([])
})
