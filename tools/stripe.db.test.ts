import { startTestBackend, type LocalSupabase } from '@shop/local-supabase'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  paidEvent,
  signature,
  startFakeStripe,
  stripeKey,
  webhookSecret,
} from '../shell/server/payments/fake-stripe'
import { stripePayments } from '../shell/server/payments/stripe-payments'
import {
  complete,
  readyToPay,
  reserve,
  stockOf,
  stockProduct,
  type Checkout,
} from '../supabase/tests/checkout-steps'
import { as, guest, refusal } from '../supabase/tests/visitor-fixtures'

let backend: LocalSupabase
let stripe: Awaited<ReturnType<typeof startFakeStripe>>
const warnings: string[] = []

beforeAll(async () => {
  ;[backend, stripe] = await Promise.all([startTestBackend(), startFakeStripe()])
  await backend.sql`insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`
})
afterEach(() => {
  stripe.calls.length = 0
  warnings.length = 0
})
afterAll(() => Promise.all([backend.stop(), stripe.close()]))

const app = () =>
  stripePayments({
    stripeKey,
    webhookSecret,
    backendKey: backend.secretKey,
    supabaseUrl: backend.url,
    siteUrl: 'https://shop.example',
    provider: () => Promise.resolve('stripe'),
    warn: (message) => warnings.push(message),
    apiUrl: stripe.url,
  })
const ask = (session: string) =>
  app().request('/session', {
    method: 'POST',
    body: JSON.stringify({ session, total: 1, amount: 1 }),
    headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
  })
const tell = (body: string) =>
  app().request('/webhook', { method: 'POST', body, headers: { 'stripe-signature': signature(body) } })
const heldFor = async ({ session_id }: Checkout) =>
  [
    ...(await backend.sql`select quantity from private.stock_holds where checkout_session_id = ${session_id} and expires_at > now()`),
  ].map(({ quantity }) => quantity as number)
const paths = () => stripe.calls.map(({ path }) => path)
const pence = ({ total }: Checkout) => Math.round(Number(total) * 100)
const ordersOf = (id: string) =>
  backend.sql`select total, payment_status, stripe_payment_intent_id from orders where checkout_session_id = ${id}`

/** What was written to the buyers of payments of £37.90 that went back. */
const lettersOf = (reason: string) => backend.sql`
  select recipient, data from email_outbox where kind = 'payment_returned' and data ->> 'reason' = ${reason} and data ->> 'amount' = '37.9'`

test('the page asks for what the database has, once a checkout, under neutral words', async () => {
  const visitor = guest()
  const checkout = await readyToPay(backend.sql, visitor, await stockProduct(backend.sql, 19.99, 5), 2)
  const answers = [await ask(checkout.session_id), await ask(checkout.session_id)]
  const urls = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { url: string }).url),
  )
  expect(urls[0]).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  expect(urls[1]).toBe(urls[0])
  expect(await heldFor(checkout)).toEqual([2])
  const [call] = stripe.calls
  expect(call?.headers['idempotency-key']).toBe(`${checkout.session_id}_3790`)
  expect(call?.form).toMatchObject({
    mode: 'payment',
    client_reference_id: checkout.session_id,
    'line_items[0][price_data][unit_amount]': '3790',
    'line_items[0][price_data][currency]': 'gbp',
    'line_items[0][price_data][product_data][name]': 'Aurelle & Moss order',
    success_url: `https://shop.example/checkout/success?session=${checkout.session_id}`,
  })
  expect((await ask(`cs_${'0'.repeat(64)}`)).status).toBe(404)
})

test('stock is held once the page is made, and by the server alone', async () => {
  const { sql } = backend
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, visitor, product, 2)
  expect(await refusal(reserve(sql, visitor, checkout))).toMatchObject({
    code: 'PT402',
    hint: 'payment_required',
  })
  stripe.goDown()
  expect((await ask(checkout.session_id)).status).toBe(502)
  stripe.comeUp()
  expect(await heldFor(checkout)).toEqual([])
  expect((await ask(checkout.session_id)).status).toBe(200)
  expect(await heldFor(checkout)).toEqual([2])
})

test('a page whose stock cannot be held is ended and not shown; the next try has a page of its own', async () => {
  const { sql } = backend
  const product = await stockProduct(sql, 19.99, 2)
  const [first, second] = [
    await readyToPay(sql, guest(), product, 2),
    await readyToPay(sql, guest(), product, 2),
  ]
  expect((await ask(first.session_id)).status).toBe(200)
  stripe.calls.length = 0
  const refused = await ask(second.session_id)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    code: 'PT409',
    hint: 'insufficient_stock',
    details: '0',
    message: 'Only 0 items available.',
  })
  expect(paths()).toEqual([
    '/v1/checkout/sessions',
    expect.stringMatching(/^\/v1\/checkout\/sessions\/cs_test_a\d+\/expire$/),
  ])
  expect(await heldFor(first)).toEqual([2])
  expect(await heldFor(second)).toEqual([])
  // The other payment failed: the stock is free, and the page is not the one that was ended.
  await as(sql, guest(), (tx) => tx`select fail_checkout(${first.session_id})`)
  const { url } = (await (await ask(second.session_id)).json()) as { url: string }
  expect(stripe.ended.has(url.split('/').at(-1) ?? '')).toBe(false)
  expect(await heldFor(second)).toEqual([2])
})

test('a page that cannot be ended is told, and the refusal stands', async () => {
  const { sql } = backend
  const product = await stockProduct(sql, 19.99, 2)
  const checkout = await readyToPay(sql, guest(), product, 2)
  const { url } = (await (await ask(checkout.session_id)).json()) as { url: string }
  stripe.ended.add(url.split('/').at(-1) ?? '')
  await sql`update checkout_sessions set created_at = created_at - interval '46 minutes' where session_id = ${checkout.session_id}`
  const refused = await ask(checkout.session_id)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ hint: 'hold_ended' }),
  ])
  expect(warnings.join()).toContain('could not be ended')
})

test('no page is made for less than a card can be charged', async () => {
  const { sql } = backend
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  await sql`insert into promotions (code, kind, amount_pence) values ('NEARLY-ALL', 'amount', 3140)`
  await as(sql, visitor, (tx) => tx`select apply_promotion(${checkout.session_id}, 'NEARLY-ALL')`)
  expect(
    (await sql`select total from checkout_sessions where session_id = ${checkout.session_id}`)[0]?.total,
  ).toBe('0.22')
  const answer = await ask(checkout.session_id)
  expect([answer.status, await answer.json()]).toEqual([
    422,
    { message: 'A card cannot be charged less than 30p.' },
  ])
  expect(stripe.calls).toEqual([])
  expect(await heldFor(checkout)).toEqual([])
})

test('Stripe\u2019s word makes the one order, however often it is said; the browser\u2019s makes none', async () => {
  const { sql } = backend
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, visitor, product, 2)
  expect(await refusal(complete(sql, visitor, checkout.session_id))).toMatchObject({
    hint: 'payment_required',
  })
  const body = paidEvent(checkout.session_id, pence(checkout))
  const statuses = await Promise.all([tell(body), tell(body), tell(body)]).then((answers) =>
    answers.map(({ status }) => status),
  )
  expect(statuses).toEqual([200, 200, 200])
  expect((await tell(body)).status).toBe(200)
  expect([...(await ordersOf(checkout.session_id))]).toEqual([
    { total: '37.90', payment_status: 'succeeded', stripe_payment_intent_id: 'pi_3Paid' },
  ])
  expect([
    ...(await sql`select provider, status, reference from payment_attempts where checkout_session_id = ${checkout.session_id}`),
  ]).toEqual([{ provider: 'stripe', status: 'succeeded', reference: 'pi_3Paid' }])
  expect(await stockOf(sql, product)).toBe(3)
  expect(stripe.calls).toEqual([])
  expect((await ask(checkout.session_id)).status).toBe(404)
  // A second payment of the same checkout goes back.
  expect(
    (await tell(paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3Twice' }))).status,
  ).toBe(200)
  expect([...stripe.refunded]).toContain('pi_3Twice')
  const [{ email } = { email: '' }] = await sql<
    { email: string }[]
  >`select email from checkout_sessions where session_id = ${checkout.session_id}`
  expect([...(await lettersOf('paid_twice'))]).toEqual([
    { recipient: email, data: { amount: 37.9, currency: 'GBP', reason: 'paid_twice' } },
  ])
  expect(stripe.refunded.has('pi_3Paid')).toBe(false)
})

test('Stripe is asked for what a gift card leaves, and no card pays when the money goes back', async () => {
  const { sql } = backend
  const [{ code } = { code: '' }] = await sql<{ code: string }[]>`select private.new_gift_card(1000) as code`
  const buy = async () => {
    const visitor = guest()
    const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
    await as(sql, visitor, (tx) => tx`select apply_gift_card(${checkout.session_id}, ${code})`)
    return { visitor, ...checkout }
  }
  const [first, second] = [await buy(), await buy()]
  await ask(first.session_id)
  expect(stripe.calls.at(-1)?.form).toMatchObject({ 'line_items[0][price_data][unit_amount]': '2790' })
  expect((await tell(paidEvent(first.session_id, 3790))).status).toBe(409)
  expect((await tell(paidEvent(first.session_id, 2790, { payment_intent: 'pi_3Rest' }))).status).toBe(200)
  expect([...(await ordersOf(first.session_id))]).toMatchObject([
    { total: '37.90', stripe_payment_intent_id: 'pi_3Rest' },
  ])
  expect([
    ...(await sql`select amount from payment_attempts where checkout_session_id = ${first.session_id}`),
  ]).toEqual([{ amount: '27.90' }])
  // The card is empty by now.
  expect((await tell(paidEvent(second.session_id, 2790, { payment_intent: 'pi_3Late' }))).status).toBe(200)
  expect([...(await ordersOf(second.session_id))]).toEqual([])
  expect([...stripe.refunded]).toContain('pi_3Late')
})

test.each([
  [3790, '0.00'],
  [3789, '0.30'],
  [3760, '0.30'],
  [3759, '0.31'],
])('a card of %i pence leaves £%s of £37.90: nothing, or as much as Stripe takes', async (holds, due) => {
  const { sql } = backend
  const [{ code } = { code: '' }] = await sql<
    { code: string }[]
  >`select private.new_gift_card(${holds}) as code`
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  await as(sql, visitor, (tx) => tx`select apply_gift_card(${checkout.session_id}, ${code})`)
  expect([
    ...(await sql`select total - gift_card_amount as due from checkout_sessions where session_id = ${checkout.session_id}`),
  ]).toEqual([{ due }])
})

test.each([[{ amount_total: 1 }], [{ currency: 'usd' }]])(
  'with %j no order is made, and somebody is told',
  async (changes) => {
    const checkout = await readyToPay(backend.sql, guest(), await stockProduct(backend.sql, 19.99, 5), 2)
    expect((await tell(paidEvent(checkout.session_id, pence(checkout), changes))).status).toBe(409)
    expect([...(await ordersOf(checkout.session_id))]).toEqual([])
    expect(warnings.join()).toContain('3790 GBP')
  },
)

test('what was sold out while the visitor paid is refunded, once, and again after Stripe could not', async () => {
  const { sql } = backend
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, guest(), product, 2)
  await sql`update products set inventory_quantity = 1 where id = ${product}`
  const body = paidEvent(checkout.session_id, pence(checkout), { payment_intent: 'pi_3SoldOut' })
  stripe.goDown()
  expect((await tell(body)).status).toBe(503)
  stripe.comeUp()
  expect((await tell(body)).status).toBe(200)
  expect((await tell(body)).status).toBe(200)
  expect(stripe.refunded.has('pi_3SoldOut')).toBe(true)
  expect(await lettersOf('no_order')).toHaveLength(1)
  expect([...(await ordersOf(checkout.session_id))]).toEqual([])
})

test('a payment of another shop on the same account is left alone', async () => {
  expect((await tell(paidEvent(`cs_${'1'.repeat(64)}`, 500, { payment_intent: 'pi_3Other' }))).status).toBe(
    200,
  )
  expect(stripe.calls).toEqual([])
})
