import { afterEach, expect, test } from 'vitest'
import { paidEvent, returnedEvent } from '../../shell/server/payments/fake-stripe'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  startCheckout,
  stockOf,
  stockProduct,
  type Checkout,
} from '../../supabase/tests/checkout-steps'
import { as, guest, rejection, signUpStaff } from '../../supabase/tests/visitor-fixtures'
import { startStripeShop } from './stripe-shop'

const shop = await startStripeShop()
const { sql } = shop
const staff = await signUpStaff(sql)
afterEach(() => shop.forget())

const pence = ({ total }: Checkout) => Math.round(Number(total) * 100)

/** What was written to the buyers of payments of £37.90 that went back. */
const emailsOf = (reason: string) => sql`
  select recipient, data from email_outbox where kind = 'payment_returned' and data ->> 'reason' = ${reason} and (data ->> 'amount')::numeric = 37.9`

test('Stripe\u2019s word makes the one order, however often it is said; the browser\u2019s makes none', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, visitor, product, 2)
  expect(await rejection(complete(sql, visitor, checkout.session_id))).toMatchObject({
    hint: 'payment_required',
  })
  const body = paidEvent(checkout.session_id, pence(checkout))
  const statuses = await Promise.all([shop.send(body), shop.send(body), shop.send(body)]).then((responses) =>
    responses.map(({ status }) => status),
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
  await shop.returnPayments()
  expect(shop.returnedOf('pi_3Twice')).toEqual([3790])
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from checkout_sessions where session_id = ${checkout.session_id}`
  expect([...(await emailsOf('paid_twice'))]).toEqual([
    { recipient: email, data: { amount: 37.9, currency: 'GBP', reason: 'paid_twice' } },
  ])
  expect(shop.returnedOf('pi_3Paid')).toEqual([])
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
  await shop.returnPayments()
  expect(shop.returnedOf('pi_3Late')).toEqual([2790])
})

/** The payment as staff see it. */
const seenByStaff = async (intent: string) =>
  (
    await as(
      sql,
      staff,
      (tx) =>
        tx`select amount::float, currency, reason, state from returned_payments where reference = ${intent}`,
    )
  )[0]

test.each([
  ['less', { amount_total: 1 }, 1, 'GBP'],
  ['more', { amount_total: 3791 }, 3791, 'GBP'],
  ['in another currency', { currency: 'usd' }, 3790, 'USD'],
])(
  'a payment of another amount (%s) makes no order: all of it goes back, once, and staff and payer are told',
  async (name, changes, amount, currency) => {
    const payment_intent = `pi_3Other${name.replaceAll(' ', '')}`
    const email = `${payment_intent.toLowerCase()}@example.test`
    const visitor = guest()
    await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
    const checkout = await startCheckout(sql, visitor, await details(sql, 'Standard', { email }))
    const body = paidEvent(checkout.session_id, pence(checkout), { ...changes, payment_intent })
    const responses = await Promise.all([shop.send(body), shop.send(body)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const seen = { amount: amount / 100, currency, reason: 'amount_differs' }
    expect(await seenByStaff(payment_intent)).toEqual({ ...seen, state: 'pending' })
    await shop.returnPayments()
    expect((await shop.send(body)).status).toBe(200)
    await shop.returnPayments()
    expect(shop.returnedOf(payment_intent)).toEqual([amount])
    expect(await seenByStaff(payment_intent)).toEqual({ ...seen, state: 'succeeded' })
    expect([...(await shop.ordersOf(checkout.session_id))]).toEqual([])
    expect([
      ...(await sql`select data from email_outbox where kind = 'payment_returned' and recipient = ${email}`),
    ]).toEqual([{ data: seen }])
    expect(shop.warnings.join()).toContain(payment_intent)
    // The checkout can still be paid, with its own amount.
    const right = paidEvent(checkout.session_id, pence(checkout), {
      payment_intent: `${payment_intent}Again`,
    })
    expect((await shop.send(right)).status).toBe(200)
    expect(await shop.ordersOf(checkout.session_id)).toHaveLength(1)
  },
)

test('a payment that Stripe will not return stays in sight of staff, who try again or say how they paid it', async () => {
  const checkout = await readyToPay(sql, guest(), await stockProduct(sql, 19.99, 5), 2)
  const intents = ['pi_3Disputed', 'pi_3Closed']
  for (const payment_intent of intents) {
    shop.stripe.next.push([400, { error: { type: 'invalid_request_error', message: 'Charge is disputed.' } }])
    await shop.send(paidEvent(checkout.session_id, 1, { payment_intent }))
    await shop.returnPayments()
    expect(await seenByStaff(payment_intent)).toMatchObject({ state: 'failed' })
  }
  const [again, otherwise] = await Promise.all(
    intents.map(
      async (intent) =>
        (await sql<{ id: string }[]>`select id from returned_payments where reference = ${intent}`)[0]?.id ??
        '',
    ),
  )
  const moderator = await signUpStaff(sql, 'moderator')
  expect(await rejection(as(sql, moderator, (tx) => tx`select retry_refund(${again ?? ''})`))).toMatchObject({
    code: 'PT403',
  })
  await as(sql, staff, (tx) => tx`select retry_refund(${again ?? ''})`)
  await as(sql, staff, (tx) => tx`select pay_refund_otherwise(${otherwise ?? ''}, 'Bank transfer')`)
  await shop.returnPayments()
  expect(shop.returnedOf('pi_3Disputed')).toEqual([1])
  expect(shop.returnedOf('pi_3Closed')).toEqual([])
  expect(await seenByStaff('pi_3Disputed')).toMatchObject({ state: 'succeeded' })
  expect(await seenByStaff('pi_3Closed')).toMatchObject({ state: 'succeeded' })
  // Stripe reports days later that it came back.
  const came = returnedEvent(again ?? '', shop.stripe.refunds.at(-1)?.id ?? '')
  expect((await shop.send(came)).status).toBe(200)
  expect(await seenByStaff('pi_3Disputed')).toMatchObject({ state: 'failed' })
})

test('the payment of an order never goes back as one that made none', async () => {
  const checkout = await readyToPay(sql, guest(), await stockProduct(sql, 19.99, 5), 2)
  await shop.send(paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3Order' }))
  expect((await shop.send(paidEvent(checkout.session_id, 1, { payment_intent: 'pi_3Order' }))).status).toBe(
    503,
  )
  expect(await seenByStaff('pi_3Order')).toBeUndefined()
})

test('an amount that a gift card changes while Stripe’s page is being made is not paid on that page', async () => {
  const [{ code } = { code: '' }] = await sql<{ code: string }[]>`select private.new_gift_card(1000) as code`
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  shop.stripe.holdResponses(async ({ path }) => {
    if (path === '/v1/checkout/sessions')
      await as(sql, visitor, (tx) => tx`select apply_gift_card(${checkout.session_id}, ${code})`)
  })
  const response = await shop.ask(checkout.session_id)
  shop.stripe.holdResponses(() => undefined)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    hint: 'totals_changed',
    details: JSON.stringify({ total: 37.9, due: 27.9 }),
  })
  expect(shop.stripe.ended.size).toBe(1)
  expect((await shop.ask(checkout.session_id)).status).toBe(200)
  expect(shop.stripe.calls.at(-1)?.form).toMatchObject({ 'line_items[0][price_data][unit_amount]': '2790' })
})

test('a product that sold out during payment is refunded once, and retried after Stripe failed', async () => {
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, guest(), product, 2)
  await sql`update products set inventory_quantity = 1 where id = ${product}`
  const body = paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3SoldOut' })
  shop.stripe.next.push([500, { error: { type: 'api_error', message: 'Try later.' } }])
  expect((await shop.send(body)).status).toBe(200)
  // There is stock again, but the payment is to go back already.
  await sql`update products set inventory_quantity = 5 where id = ${product}`
  expect((await shop.send(body)).status).toBe(200)
  await shop.returnPayments()
  expect((await shop.send(body)).status).toBe(200)
  await shop.returnPayments()
  expect(shop.returnedOf('pi_3SoldOut')).toEqual([3790])
  expect(await emailsOf('no_order')).toHaveLength(1)
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
  const responses = await Promise.all(
    intents.map((payment_intent) => shop.send(paidEvent(checkout.session_id, 3790, { payment_intent }))),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const orders = await shop.ordersOf(checkout.session_id)
  await shop.returnPayments()
  const [returned, ...others] = ['pi_3One', 'pi_3Two'].filter((intent) => shop.returnedOf(intent).length > 0)
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
  expect(shop.returnedOf('pi_3Crash')).toEqual([])
})
