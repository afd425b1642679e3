import { expect, test, beforeEach } from 'vitest'
import { randomUUID } from 'node:crypto'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  startCheckout,
  stockOf,
  stockProduct,
  type Checkout,
  type Receipt,
} from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, type Visitor, signUpStaff, signUp, connections } from './visitor-fixtures'

const sql = await testDatabase()
beforeEach(() => setProvider('simulated'))

async function reserve(visitor: Visitor, session: string): Promise<{ status: string; expires_at: string }> {
  const [row] = await as(sql, visitor, (tx) => tx`select reserve_checkout(${session}) as reply`)
  return row?.reply
}

async function decline(
  visitor: Visitor,
  session: string,
): Promise<{ status: string; attempts_left: number }> {
  const [row] = await as(sql, visitor, (tx) => tx`select fail_checkout(${session}, 'Card declined') as reply`)
  return row?.reply
}

const attempts = async (session: string) =>
  [
    ...(await sql`select status from payment_attempts where checkout_session_id = ${session} order by created_at, id`),
  ].map((row) => row.status)

test('stock reserved for a payment cannot be bought by others, and stays on hand until it is paid', async () => {
  const [first, second] = [guest(), guest()]
  const product = await stockProduct(sql, 10, 3)
  const mine = await readyToPay(sql, first, product, 2)
  const theirs = await readyToPay(sql, second, product, 2)
  expect(await reserve(first, mine.session_id)).toMatchObject({ status: 'reserved' })
  expect(await stockOf(sql, product)).toBe(3)
  const short = { code: 'PT409', message: 'Only 1 items available.', hint: 'insufficient_stock', detail: '1' }
  expect(await rejection(reserve(second, theirs.session_id))).toEqual(short)
  expect(await rejection(complete(sql, second, theirs.session_id))).toEqual(short)
  expect(await rejection(startCheckout(sql, second, await details(sql)))).toEqual(short)
  await reserve(first, mine.session_id)
  await complete(sql, first, mine.session_id)
  expect(await stockOf(sql, product)).toBe(1)
  expect(await attempts(mine.session_id)).toEqual(['succeeded'])
  expect((await reserve(first, mine.session_id)).status).toBe('completed')
})

test('a declined payment frees the stock and keeps cart and checkout; paying again succeeds', async () => {
  const [first, second] = [guest(), guest()]
  const product = await stockProduct(sql, 10, 2)
  const mine = await readyToPay(sql, first, product, 2)
  await reserve(first, mine.session_id)
  expect(await decline(first, mine.session_id)).toEqual({ status: 'pending', attempts_left: 9 })
  expect(await reserve(second, (await readyToPay(sql, second, product, 2)).session_id)).toMatchObject({
    status: 'reserved',
  })
  expect(await rejection(reserve(first, mine.session_id))).toMatchObject({ hint: 'insufficient_stock' })
  expect(await as(sql, first, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 2 },
  ])
  await sql`delete from private.stock_holds`
  await reserve(first, mine.session_id)
  await complete(sql, first, mine.session_id)
  expect(await attempts(mine.session_id)).toEqual(['failed', 'succeeded'])
})

test('ten declines end the checkout, the cart stays', async () => {
  const buyer = guest()
  const mine = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  for (let left = 9; left > 0; left -= 1)
    expect((await decline(buyer, mine.session_id)).attempts_left).toBe(left)
  expect(await decline(buyer, mine.session_id)).toEqual({ status: 'failed', attempts_left: 0 })
  expect(await rejection(complete(sql, buyer, mine.session_id))).toMatchObject({ code: 'PT404' })
  expect(await as(sql, buyer, async (tx) => (await tx`select from cart_items`).count)).toBe(1)
})

test('a paid checkout cannot fail', async () => {
  const buyer = guest()
  const mine = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  await complete(sql, buyer, mine.session_id)
  expect(await rejection(decline(buyer, mine.session_id))).toMatchObject({
    code: 'PT409',
    hint: 'already_completed',
  })
})

test('a new checkout of the same cart frees what the old one held', async () => {
  const buyer = guest()
  const mine = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2), 2)
  await reserve(buyer, mine.session_id)
  const again = await startCheckout(sql, buyer, await details(sql))
  await reserve(buyer, again.session_id)
  expect(await attempts(mine.session_id)).toEqual(['abandoned'])
  expect(await rejection(complete(sql, buyer, mine.session_id))).toMatchObject({ code: 'PT404' })
})

test('with a real payment provider a browser cannot say that it paid', async () => {
  const buyer = guest()
  const mine = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  await sql`insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`
  try {
    expect(await rejection(complete(sql, buyer, mine.session_id))).toMatchObject({
      code: 'PT402',
      hint: 'payment_required',
    })
    const service = sql.begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
      await tx`set local role service_role`
      return [
        ...(await tx`select complete_checkout(${mine.session_id}, gen_random_uuid()) ->> 'status' as status`),
      ]
    })
    expect(await service).toEqual([{ status: 'completed' }])
  } finally {
    await sql`update shop_settings set value = '"simulated"' where key = 'payment.provider'`
  }
})

test.each([
  ['expected_total', 0.01, 'PT409', 'totals_changed'],
  ['expected_total', '0.01', 'PT409', 'totals_changed'],
  ['total', 1, 'PT409', 'totals_changed'],
  ['subtotal', '7.89', 'PT409', 'totals_changed'],
  ['shipping_amount', -3.99, 'PT409', 'totals_changed'],
  ['tax_amount', 'NaN', 'PT422', 'tax_amount'],
  ['total', { $gt: 0 }, 'PT422', 'total'],
])('a checkout that claims %s %j is rejected', async (key, value, code, hint) => {
  const buyer = guest()
  await addToCart(sql, buyer, await stockProduct(sql, 10, 2))
  expect(
    await rejection(startCheckout(sql, buyer, await details(sql, 'Standard', { [key]: value }))),
  ).toMatchObject({ code, hint })
})

test('starting checkouts over and over ends', async () => {
  const buyer = guest()
  await addToCart(sql, buyer, await stockProduct(sql, 10, 2))
  const given = await details(sql)
  for (let times = 0; times < 30; times += 1) await startCheckout(sql, buyer, given)
  expect(await rejection(startCheckout(sql, buyer, given))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
})

test('the sweep ends what has passed its time and nothing else', async () => {
  const [late, early, gone] = [guest(), guest(), guest()]
  const product = await stockProduct(sql, 10, 20)
  const old = await readyToPay(sql, late, product)
  await reserve(late, old.session_id)
  const young = await readyToPay(sql, early, product)
  await reserve(early, young.session_id)
  await addToCart(sql, gone, product)
  const order = await complete(sql, early, young.session_id)
  await sql`update checkout_sessions set expires_at = now() where session_id = ${old.session_id}`
  await sql`alter table cart_items disable trigger set_updated_at`
  await sql`update cart_items set updated_at = now() - interval '31 days' where session_id = ${gone.headers?.['x-session-id'] ?? ''}`
  await sql`alter table cart_items enable trigger set_updated_at`
  await sql`update orders set status = 'delivered' where id = ${order.order_id}`
  await sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.order_id}`
  const [{ sweep } = {}] = await sql`select public.sweep()`
  expect(sweep).toMatchObject({
    expired_sessions: 1,
    cart_items: 1,
    completed_orders: 1,
    idempotency_keys: 0,
  })
  expect(await attempts(old.session_id)).toEqual(['abandoned'])
  const [row] =
    await sql`select status, (select count(*)::int from private.stock_holds where checkout_session_id = ${old.session_id}) as holds from orders where id = ${order.order_id}`
  expect(row).toEqual({ status: 'completed', holds: 0 })
  expect(await as(sql, late, async (tx) => (await tx`select from cart_items`).count)).toBe(1)
})

test('an email is claimed by one mailer at a time, retried after longer and longer waits, and its content is erased once it is sent', async () => {
  await sql`select settle_mail(id) from email_outbox`
  await sql`insert into email_outbox (kind, recipient, subject, data) values ('account_link', 'a@example.test', 'One', '{"token":"secret","amount":5}'), ('account_link', 'b@example.test', 'Two', '{}')`
  const claim = async (): Promise<{ id: string; subject: string }[]> => [
    ...(await sql<{ id: string; subject: string }[]>`select id, subject from claim_mail(10)`),
  ]
  const [one, two] = (await claim()).sort((a, b) => a.subject.localeCompare(b.subject))
  expect(await claim()).toEqual([])
  await sql`select settle_mail(${one?.id ?? ''})`
  await sql`select settle_mail(${two?.id ?? ''}, 'rejected')`
  const rows =
    await sql`select status, data, last_error, round(extract(epoch from next_attempt_at - now()))::int as wait from email_outbox where kind = 'account_link' order by subject`
  expect([...rows]).toMatchObject([
    { status: 'sent', data: {}, last_error: null },
    { status: 'pending', last_error: 'rejected', wait: 60 },
  ])
  for (let tries = 0; tries < 7; tries += 1) {
    await sql`update email_outbox set next_attempt_at = now() where status = 'pending'`
    await claim()
    await sql`select settle_mail(${two?.id ?? ''}, 'rejected')`
  }
  expect([...(await sql`select status, attempts from email_outbox where subject = 'Two'`)]).toEqual([
    { status: 'failed', attempts: 8 },
  ])
})

/** Writes the setting, or takes its row away. */
async function setProvider(value: unknown): Promise<void> {
  await sql`delete from shop_settings where key = 'payment.provider'`
  if (value !== undefined)
    await sql`insert into shop_settings (key, value) values ('payment.provider', ${JSON.stringify(value)}::text::jsonb)`
}

const request = JSON.stringify({
  email: 'giver@example.test',
  first_name: 'Ada',
  last_name: 'Giver',
  amount: 500,
})
async function giftCard(visitor: Visitor): Promise<Checkout> {
  const [row] = await as(
    sql,
    visitor,
    (tx) => tx<Checkout[]>`
    select session_id, status, subtotal, tax_amount, shipping_amount, total from start_gift_card(${request}::text::jsonb)`,
  )
  if (!row) throw new Error('no checkout')
  return row
}

function asServer(session: string): Promise<unknown> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`set local role service_role`
    const [row] = await tx`select complete_checkout(${session}, gen_random_uuid()) ->> 'status' as status`
    return row?.status
  })
}

const nothingMade = async () =>
  (
    await sql`
  select (select count(*)::int from orders) as orders, (select count(*)::int from gift_cards) as cards,
    (select count(*)::int from private.idempotency_keys) as keys, (select count(*)::int from email_outbox) as emails`
  )[0]

const rejected = { code: 'PT402', hint: 'payment_unavailable' }

test('where no provider is set, a visitor makes neither an order nor a gift card, and is told so', async () => {
  const buyer = guest()
  const cart = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const card = await giftCard(guest())
  const before = await nothingMade()
  await setProvider(undefined)
  expect(await rejection(complete(sql, buyer, cart.session_id))).toMatchObject(rejected)
  expect(await rejection(complete(sql, guest(), card.session_id))).toMatchObject(rejected)
  expect(await rejection(complete(sql, await signUp(sql), card.session_id))).toMatchObject(rejected)
  expect(await nothingMade()).toEqual(before)
})

test('an order with nothing to pay is rejected as well while no provider is set', async () => {
  const buyer = guest()
  const cart = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const staff = await signUpStaff(sql)
  const [issued] = await as(sql, staff, (tx) => tx`select issue_gift_card(10000) as code`)
  await as(sql, buyer, (tx) => tx`select apply_gift_card(${cart.session_id}, ${issued?.code})`)
  await setProvider(undefined)
  expect(await rejection(complete(sql, buyer, cart.session_id))).toMatchObject(rejected)
  await setProvider('stripe')
  expect(await complete(sql, buyer, cart.session_id)).toMatchObject({ status: 'completed' })
})

test("the server's key, which brings a provider's word, completes a payment begun before the setting was lost", async () => {
  const cart = await readyToPay(sql, guest(), await stockProduct(sql, 10, 2))
  await setProvider(undefined)
  expect(await asServer(cart.session_id)).toBe('completed')
})

test('a finished checkout answers each new key alike and keeps none of them; its own key gets the same reply', async () => {
  const buyer = guest()
  const { session_id: session } = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const key = randomUUID()
  const receipt = await complete(sql, buyer, session, key)
  const before = await nothingMade()
  for (let nth = 0; nth < 3; nth += 1) expect(await complete(sql, buyer, session)).toEqual(receipt)
  expect(await complete(sql, buyer, session, key)).toEqual(receipt)
  expect(await nothingMade()).toEqual(before)
})

test('a key tried on a checkout that does not exist is not kept', async () => {
  const before = await nothingMade()
  expect(await rejection(complete(sql, guest(), 'no-such-checkout'))).toMatchObject({ code: 'PT404' })
  expect(await nothingMade()).toEqual(before)
})

interface Payment {
  reference: string
  pence: number | null
  currency: string | null
}
const payment = (changes: Partial<Payment> = {}): Payment => ({
  reference: `pi_${randomUUID()}`,
  pence: 3790,
  currency: 'gbp',
  ...changes,
})

/** A provider's payment of a checkout, reported by the server with the backend's own key. */
function pay(session: string, { reference, pence, currency }: Payment, key = randomUUID(), connection = sql) {
  return connection.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`set local role service_role`
    const [row] = await tx<
      { reply: Receipt }[]
    >`select complete_checkout(${session}, ${key}, ${reference}, ${pence}, ${currency}) as reply`
    return row?.reply
  })
}

/** Two of one product for £37.90, reserved. */
async function checkout(visitor: Visitor = guest()) {
  const product = await stockProduct(sql, 19.99, 5)
  const { session_id: session } = await readyToPay(sql, visitor, product, 2)
  await reserve(visitor, session)
  return { visitor, product, session }
}

/** Every place that names the payment of a checkout. */
const referencesOf = async (session: string) =>
  [
    ...(await sql<{ reference: string | null }[]>`
    select stripe_payment_intent_id as reference from orders where checkout_session_id = ${session}
    union all select stripe_payment_intent_id from checkout_sessions where session_id = ${session}
    union all select reference from payment_attempts where checkout_session_id = ${session}
    union all select data ->> 'payment_intent' from order_events join orders on orders.id = order_id
      where checkout_session_id = ${session} and type = 'payment_succeeded'`),
  ].map(({ reference }) => reference)
const ordersOf = async (session: string) =>
  (await sql`select from orders where checkout_session_id = ${session}`).count

test('order, checkout, payment and log have the one reference that came with the payment', async () => {
  const { session, product } = await checkout()
  const paid = payment()
  const receipt = await pay(session, paid)
  expect(receipt).toMatchObject({ checkout_session_id: session, total: 37.9, status: 'completed' })
  expect(await referencesOf(session)).toEqual(Array(4).fill(paid.reference))
  expect(await pay(session, paid)).toEqual(receipt)
  expect(await stockOf(sql, product)).toBe(3)
})

test('a simulated payment gets its reference from the database', async () => {
  const { session, visitor } = await checkout()
  await complete(sql, visitor, session)
  const [reference, ...others] = await referencesOf(session)
  expect(reference).toMatch(/^pi_sim_[0-9a-f]{32}$/)
  expect(others).toEqual(Array(3).fill(reference))
})

test('a browser supplies no reference of its own, signed in or not, and nothing is made of it', async () => {
  const user = await signUp(sql)
  for (const visitor of [guest(), user]) {
    const { session } = await checkout(visitor)
    const claim = as(
      sql,
      visitor,
      (tx) => tx`select complete_checkout(${session}, gen_random_uuid(), 'pi_mine', 3790, 'gbp')`,
    )
    expect(await rejection(claim)).toMatchObject({ code: 'PT403', hint: 'payment_reference' })
    expect(await ordersOf(session)).toBe(0)
    expect((await complete(sql, visitor, session)).total).toBe(37.9)
  }
})

test.each([
  ['too little', { pence: 1 }],
  ['no amount', { pence: null }],
  ['another currency', { currency: 'usd' }],
  ['no currency', { currency: null }],
])('of %s no order is made', async (_name, changes) => {
  const { session } = await checkout()
  expect(await rejection(pay(session, payment(changes)))).toMatchObject({
    code: 'PT409',
    hint: 'amount_differs',
  })
  expect(await ordersOf(session)).toBe(0)
})

test('of two payments of one checkout at once one makes the order, the other is rejected', async () => {
  const crowd = connections(sql, 4)
  const { session, product } = await checkout()
  const payments = [payment(), payment()]
  const tries = await Promise.allSettled(
    [...payments, ...payments].map((paid) => pay(session, paid, randomUUID(), crowd)),
  )
  await crowd.end()
  const [winner] = await referencesOf(session)
  expect(payments.map(({ reference }) => reference)).toContain(winner)
  for (const [nth, tried] of tries.entries()) {
    if (payments[nth % 2]?.reference === winner) expect(tried.status).toBe('fulfilled')
    else expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'PT409', hint: 'paid_twice' } })
  }
  expect(await stockOf(sql, product)).toBe(3)
})

test('a key that reported one payment reports no other', async () => {
  const { session } = await checkout()
  const key = randomUUID()
  await pay(session, payment(), key)
  expect(await rejection(pay(session, payment(), key))).toMatchObject({ hint: 'idempotency_mismatch' })
})

test('a failure in the last step leaves no reference and no order; the payment reported again makes it', async () => {
  const { session } = await checkout()
  const paid = payment()
  await sql
    .unsafe(
      `create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$;
      create trigger fail after insert on public.email_outbox for each row execute function private.fail()`,
    )
    .simple()
  try {
    expect(await rejection(pay(session, paid))).toMatchObject({ message: 'disk on fire' })
  } finally {
    await sql.unsafe('drop trigger fail on public.email_outbox; drop function private.fail()').simple()
  }
  expect(await referencesOf(session)).toEqual([null, null])
  await pay(session, paid)
  expect(await referencesOf(session)).toEqual(Array(4).fill(paid.reference))
})
