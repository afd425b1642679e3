import { expect, test } from 'vitest'
import { giftCardSales, request } from './gift-card-fixtures'
import {
  addToCart,
  complete,
  details,
  reserve,
  startCheckout,
  stockProduct,
  readyToPay,
} from './checkout-steps'
import { testDatabase } from './test-database'
import {
  as,
  connections,
  guest,
  signUpStaff,
  rejection,
  signUp,
  type Visitor,
  othersWaiting,
} from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const { begin, cardMails, cardOf } = giftCardSales(sql)

test('a card is bought without VAT, delivery and cart, sent to whom it is for, and pays', async () => {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5))
  const checkout = await begin(visitor, { recipient_email: 'friend@example.test', message: ' With love ' })
  expect(checkout).toMatchObject({
    subtotal: '50.00',
    tax_amount: '0.00',
    shipping_amount: '0.00',
    total: '50.00',
  })
  await reserve(sql, visitor, checkout)
  const receipt = await complete(sql, visitor, checkout.session_id)
  const mails = await cardMails(receipt.order_id)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    recipient: 'friend@example.test',
    data: { message: 'With love', giver: 'Ada Giver', amount: 50 },
  })
  const [order] =
    await sql`select status, payment_status, items, total::float8, tax_amount::float8 from orders where id = ${receipt.order_id}`
  expect(order).toMatchObject({
    status: 'completed',
    payment_status: 'succeeded',
    total: 50,
    tax_amount: 0,
    items: [{ name: 'Gift card', quantity: 1, unit_price: 50 }],
  })
  const [confirmation] =
    await sql`select recipient, data from email_outbox where order_id = ${receipt.order_id} and kind = 'order_confirmation'`
  expect(confirmation?.recipient).toBe(request.email)
  expect(JSON.stringify(confirmation)).not.toContain(mails[0]?.data.token)
  expect(await as(sql, visitor, async (tx) => (await tx`select from cart_items`).count)).toBe(1)
  const bought = await startCheckout(sql, visitor, await details(sql))
  const [paid] = await as(
    sql,
    visitor,
    (tx) => tx`select apply_gift_card(${bought.session_id}, ${mails[0]?.data.token ?? ''}) ->> 'due' as due`,
  )
  expect(Number(paid?.due)).toBe(0)
  await complete(sql, visitor, bought.session_id)
  expect(await cardOf(receipt.order_id)).toEqual({
    balance: 5000 - Math.round(Number(bought.total) * 100),
    state: 'active',
  })
})

test('without another address the card comes to the buyer; the code is forgotten once the email is sent', async () => {
  const user = await signUp(sql)
  const receipt = await complete(sql, user, (await begin(user)).session_id)
  const [mail] = await cardMails(receipt.order_id)
  expect(mail).toMatchObject({ recipient: request.email, data: { giver: null, message: null } })
  expect(await as(sql, user, async (tx) => (await tx`select from orders`).count)).toBe(1)
  await sql`select settle_mail(id) from email_outbox where order_id = ${receipt.order_id} and kind = 'gift_card'`
  expect(JSON.stringify(await cardMails(receipt.order_id))).not.toContain(mail?.data.token)
})

test('a completion repeated, doubled or lost is one card and one email', async () => {
  const crowd = connections(sql, 8)
  const visitor = guest()
  const checkout = await begin(visitor)
  const receipts = await Promise.all(
    Array.from({ length: 8 }, () => complete(crowd, visitor, checkout.session_id)),
  )
  await crowd.end()
  expect(new Set(receipts.map(({ order_id: order }) => order)).size).toBe(1)
  await complete(sql, visitor, checkout.session_id)
  expect(await cardMails(receipts[0]?.order_id ?? '')).toHaveLength(1)
})

test('a failure while the email is written leaves no card and no order', async () => {
  const visitor = guest()
  const checkout = await begin(visitor)
  await sql
    .unsafe(
      `
    create function private.fail() returns trigger language plpgsql as $$ begin if new.kind = 'gift_card' then raise exception 'disk on fire'; end if; return null; end $$;
    create trigger fail after insert on public.email_outbox for each row execute function private.fail()`,
    )
    .simple()
  const before = await sql`select from gift_cards`
  try {
    expect(await rejection(complete(sql, visitor, checkout.session_id))).toMatchObject({
      message: 'disk on fire',
    })
  } finally {
    await sql.unsafe('drop trigger fail on public.email_outbox; drop function private.fail()').simple()
  }
  expect((await sql`select from gift_cards`).count).toBe(before.count)
  expect((await complete(sql, visitor, checkout.session_id)).total).toBe(50)
})

test.each([
  ['amount', { amount: 24 }],
  ['amount', { amount: 501 }],
  ['amount', { amount: 25.5 }],
  ['amount', { amount: '50' }],
  ['amount', { amount: null }],
  ['amount', { amount: -50 }],
  ['recipient_email', { recipient_email: 'nobody' }],
  ['message', { message: 'x'.repeat(301) }],
  ['email', { email: 'nobody' }],
  ['first_name', { first_name: ' ' }],
])('a bad %s is named: %j', async (hint, changes) => {
  expect(await rejection(begin(guest(), changes))).toMatchObject({ code: 'PT422', hint })
})

test('neither a code nor a card lowers the price of a card', async () => {
  await sql`insert into promotions (code, kind, percent) values ('HALF', 'percent', 50)`
  const [card] = await sql<{ code: string }[]>`select private.new_gift_card(5000) as code`
  const visitor = guest()
  const checkout = await begin(visitor)
  expect(
    await rejection(as(sql, visitor, (tx) => tx`select apply_promotion(${checkout.session_id}, 'half')`)),
  ).toMatchObject({ code: 'PT409' })
  const [reply] = await as(
    sql,
    visitor,
    (tx) => tx`select apply_gift_card(${checkout.session_id}, ${card?.code ?? ''}) as reply`,
  )
  expect(reply?.reply).toMatchObject({ state: 'not_for_cards', due: 50, gift_card_amount: 0 })
})

test('cancelling ends a card nobody used, for good; of a used card the order stands', async () => {
  const buy = async (visitor: Visitor) => complete(sql, visitor, (await begin(visitor)).session_id)
  const set = (order: string, change: Record<string, string>) =>
    as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order}`)
  const unused = await buy(guest())
  await set(unused.order_id, { status: 'cancelled' })
  await set(unused.order_id, { payment_status: 'refunded' })
  expect(await cardOf(unused.order_id)).toEqual({ balance: 0, state: 'void' })
  expect(
    await rejection(set(unused.order_id, { status: 'completed', payment_status: 'paid' })),
  ).toMatchObject({
    hint: 'gift_card_void',
  })
  const visitor = guest()
  const used = await buy(visitor)
  const [mail] = await cardMails(used.order_id)
  await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5))
  const checkout = await startCheckout(sql, visitor, await details(sql))
  await as(
    sql,
    visitor,
    (tx) => tx`select apply_gift_card(${checkout.session_id}, ${mail?.data.token ?? ''})`,
  )
  await complete(sql, visitor, checkout.session_id)
  expect(await rejection(set(used.order_id, { payment_status: 'refunded' }))).toMatchObject({
    hint: 'gift_card_used',
  })
})

test('money counts once: when the card is sold, not when it pays', async () => {
  const paid = async () =>
    Number(
      (await sql`select sum(amount) as paid from private.counters where subject like 'order:%'`)[0]?.paid,
    )
  const visitor = guest()
  const before = await paid()
  const { order_id: order } = await complete(sql, visitor, (await begin(visitor)).session_id)
  expect((await paid()) - before).toBeCloseTo(50)
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  const checkout = await startCheckout(sql, visitor, await details(sql))
  await as(
    sql,
    visitor,
    async (tx) =>
      tx`select apply_gift_card(${checkout.session_id}, ${(await cardMails(order))[0]?.data.token ?? ''})`,
  )
  await complete(sql, visitor, checkout.session_id)
  expect((await paid()) - before).toBeCloseTo(50)
})

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

test('a card is bought while staff complete an order without a deadlock', async () => {
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
})

test('money that goes back to a voided card is not lost: the order says that a new card is due', async () => {
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
  const [reported] =
    await sql`select description from order_events where order_id = ${order} and type = 'gift_card_void'`
  expect(reported?.description).toBe(
    `£${checkout.total} went back to the gift card ending ${token.slice(-4)}, which is void: a new one is due`,
  )
})
