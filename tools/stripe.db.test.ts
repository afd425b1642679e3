import { afterEach, expect, test } from 'vitest'
import { paidEvent } from '../shell/server/payments/fake-stripe'
import { complete, readyToPay, stockOf, stockProduct, type Checkout } from '../supabase/tests/checkout-steps'
import { as, guest, refusal } from '../supabase/tests/visitor-fixtures'
import { startStripeShop } from './stripe-shop'

const shop = await startStripeShop()
const { sql } = shop
afterEach(() => shop.forget())

const pence = ({ total }: Checkout) => Math.round(Number(total) * 100)

/** What was written to the buyers of payments of £37.90 that went back. */
const lettersOf = (reason: string) => sql`
  select recipient, data from email_outbox where kind = 'payment_returned' and data ->> 'reason' = ${reason} and data ->> 'amount' = '37.9'`

test('Stripe\u2019s word makes the one order, however often it is said; the browser\u2019s makes none', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, visitor, product, 2)
  expect(await refusal(complete(sql, visitor, checkout.session_id))).toMatchObject({
    hint: 'payment_required',
  })
  const body = paidEvent(checkout.session_id, pence(checkout))
  const statuses = await Promise.all([shop.send(body), shop.send(body), shop.send(body)]).then((answers) =>
    answers.map(({ status }) => status),
  )
  expect(statuses).toEqual([200, 200, 200])
  expect((await shop.send(body)).status).toBe(200)
  expect([...(await shop.ordersOf(checkout.session_id))]).toEqual([
    { total: '37.90', payment_status: 'succeeded', stripe_payment_intent_id: 'pi_3Paid' },
  ])
  expect([
    ...(await sql`select provider, status, reference from payment_attempts where checkout_session_id = ${checkout.session_id}`),
  ]).toEqual([{ provider: 'stripe', status: 'succeeded', reference: 'pi_3Paid' }])
  expect(await stockOf(sql, product)).toBe(3)
  expect(shop.stripe.calls).toEqual([])
  expect((await shop.ask(checkout.session_id)).status).toBe(404)
  // A second payment of the same checkout goes back.
  expect(
    (await shop.send(paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3Twice' })))
      .status,
  ).toBe(200)
  expect([...shop.stripe.refunded]).toContain('pi_3Twice')
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from checkout_sessions where session_id = ${checkout.session_id}`
  expect([...(await lettersOf('paid_twice'))]).toEqual([
    { recipient: email, data: { amount: 37.9, currency: 'GBP', reason: 'paid_twice' } },
  ])
  expect(shop.stripe.refunded.has('pi_3Paid')).toBe(false)
})

test('Stripe is asked for what a gift card leaves, and no card pays when the money goes back', async () => {
  const [{ code } = { code: '' }] = await sql<{ code: string }[]>`select private.new_gift_card(1000) as code`
  const buy = async () => {
    const visitor = guest()
    const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
    await as(sql, visitor, (tx) => tx`select apply_gift_card(${checkout.session_id}, ${code})`)
    return { visitor, ...checkout }
  }
  const [first, second] = [await buy(), await buy()]
  await shop.ask(first.session_id)
  expect(shop.stripe.calls.at(-1)?.form).toMatchObject({ 'line_items[0][price_data][unit_amount]': '2790' })
  expect((await shop.send(paidEvent(first.session_id, 3790))).status).toBe(409)
  expect((await shop.send(paidEvent(first.session_id, 2790, { payment_intent: 'pi_3Rest' }))).status).toBe(
    200,
  )
  expect([...(await shop.ordersOf(first.session_id))]).toMatchObject([
    { total: '37.90', stripe_payment_intent_id: 'pi_3Rest' },
  ])
  expect([
    ...(await sql`select amount from payment_attempts where checkout_session_id = ${first.session_id}`),
  ]).toEqual([{ amount: '27.90' }])
  // The card is empty by now.
  expect((await shop.send(paidEvent(second.session_id, 2790, { payment_intent: 'pi_3Late' }))).status).toBe(
    200,
  )
  expect([...(await shop.ordersOf(second.session_id))]).toEqual([])
  expect([...shop.stripe.refunded]).toContain('pi_3Late')
})

test.each([[{ amount_total: 1 }], [{ currency: 'usd' }]])(
  'with %j no order is made, and a warning is logged',
  async (changes) => {
    const checkout = await readyToPay(sql, guest(), await stockProduct(sql, 19.99, 5), 2)
    expect((await shop.send(paidEvent(checkout.session_id, pence(checkout), changes))).status).toBe(409)
    expect([...(await shop.ordersOf(checkout.session_id))]).toEqual([])
    expect(shop.warnings.join()).toContain('3790 GBP')
  },
)

test('what was sold out while the visitor paid is refunded, once, and again after Stripe could not', async () => {
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, guest(), product, 2)
  await sql`update products set inventory_quantity = 1 where id = ${product}`
  const body = paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3SoldOut' })
  shop.stripe.goDown()
  expect((await shop.send(body)).status).toBe(503)
  shop.stripe.comeUp()
  expect((await shop.send(body)).status).toBe(200)
  expect((await shop.send(body)).status).toBe(200)
  expect(shop.stripe.refunded.has('pi_3SoldOut')).toBe(true)
  expect(await lettersOf('no_order')).toHaveLength(1)
  expect([...(await shop.ordersOf(checkout.session_id))]).toEqual([])
})

test('a payment of another shop on the same account is left alone', async () => {
  expect(
    (await shop.send(paidEvent(`cs_${'1'.repeat(64)}`, 500, { payment_intent: 'pi_3Other' }))).status,
  ).toBe(200)
  expect(shop.stripe.calls).toEqual([])
})

test('two payments of one checkout at the same time: one makes the order, the other goes back', async () => {
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, guest(), product, 2)
  const intents = ['pi_3One', 'pi_3Two', 'pi_3One', 'pi_3Two']
  const answers = await Promise.all(
    intents.map((payment_intent) => shop.send(paidEvent(checkout.session_id, 3790, { payment_intent }))),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const orders = await shop.ordersOf(checkout.session_id)
  const [returned, ...others] = ['pi_3One', 'pi_3Two'].filter((intent) => shop.stripe.refunded.has(intent))
  expect(orders.map(({ stripe_payment_intent_id: intent }) => intent)).toEqual([
    returned === 'pi_3One' ? 'pi_3Two' : 'pi_3One',
  ])
  expect(others).toEqual([])
  expect(await stockOf(sql, product)).toBe(3)
})

test('a database that fails while it writes the order leaves nothing of the payment, until Stripe comes again', async () => {
  const checkout = await readyToPay(sql, guest(), await stockProduct(sql, 19.99, 5), 2)
  const body = paidEvent(checkout.session_id, 3790, { payment_intent: 'pi_3Crash' })
  await sql
    .unsafe(
      `create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$;
      create trigger fail after insert on public.email_outbox for each row execute function private.fail()`,
    )
    .simple()
  try {
    expect((await shop.send(body)).status).toBe(503)
  } finally {
    await sql.unsafe('drop trigger fail on public.email_outbox; drop function private.fail()').simple()
  }
  const named = () => sql`
    select session_id from checkout_sessions where stripe_payment_intent_id = 'pi_3Crash'
    union all select checkout_session_id from orders where stripe_payment_intent_id = 'pi_3Crash'
    union all select checkout_session_id from payment_attempts where reference = 'pi_3Crash'`
  expect([...(await named())]).toEqual([])
  expect((await shop.send(body)).status).toBe(200)
  expect(await named()).toHaveLength(3)
  expect(shop.stripe.refunded.has('pi_3Crash')).toBe(false)
})
