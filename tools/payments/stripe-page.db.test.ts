import { afterEach, expect, test } from 'vitest'
import { readyToPay, reserve, stockProduct } from '../../supabase/tests/checkout-steps'
import { as, guest, rejection } from '../../supabase/tests/visitor-fixtures'
import { startStripeShop } from './stripe-shop'

const shop = await startStripeShop()
const { sql } = shop
afterEach(() => shop.forget())

const paths = () => shop.stripe.calls.map(({ path }) => path)

test('the page asks for what the database has, once a checkout, under neutral words', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  const responses = [await shop.ask(checkout.session_id), await shop.ask(checkout.session_id)]
  const urls = await Promise.all(
    responses.map(async (response) => ((await response.json()) as { url: string }).url),
  )
  expect(urls[0]).toMatch(/^https:\/\/checkout\.stripe\.com\//)
  expect(urls[1]).toBe(urls[0])
  expect(await shop.heldFor(checkout)).toEqual([2])
  const [call] = shop.stripe.calls
  expect(call?.headers['idempotency-key']).toBe(`${checkout.session_id}_3790`)
  expect(call?.form).toMatchObject({
    mode: 'payment',
    client_reference_id: checkout.session_id,
    'line_items[0][price_data][unit_amount]': '3790',
    'line_items[0][price_data][currency]': 'gbp',
    'line_items[0][price_data][product_data][name]': 'Aurelle & Moss order',
    success_url: `https://shop.example/checkout/success?session=${checkout.session_id}`,
  })
  expect((await shop.ask(`cs_${'0'.repeat(64)}`)).status).toBe(404)
})

test('stock is held once the page is created, and by the server only', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 5)
  const checkout = await readyToPay(sql, visitor, product, 2)
  expect(await rejection(reserve(sql, visitor, checkout))).toMatchObject({
    code: 'PT402',
    hint: 'payment_required',
  })
  shop.stripe.goDown()
  expect((await shop.ask(checkout.session_id)).status).toBe(502)
  shop.stripe.comeUp()
  expect(await shop.heldFor(checkout)).toEqual([])
  expect((await shop.ask(checkout.session_id)).status).toBe(200)
  expect(await shop.heldFor(checkout)).toEqual([2])
})

test('a page whose stock cannot be held is ended and not shown; the next try has a page of its own', async () => {
  const product = await stockProduct(sql, 19.99, 2)
  const [first, second] = [
    await readyToPay(sql, guest(), product, 2),
    await readyToPay(sql, guest(), product, 2),
  ]
  expect((await shop.ask(first.session_id)).status).toBe(200)
  shop.stripe.calls.length = 0
  const rejected = await shop.ask(second.session_id)
  expect(rejected.status).toBe(409)
  expect(await rejected.json()).toMatchObject({
    code: 'PT409',
    hint: 'insufficient_stock',
    details: '0',
    message: 'Only 0 items available.',
  })
  expect(paths()).toEqual([
    '/v1/checkout/sessions',
    expect.stringMatching(/^\/v1\/checkout\/sessions\/cs_test_a\d+\/expire$/),
  ])
  expect(await shop.heldFor(first)).toEqual([2])
  expect(await shop.heldFor(second)).toEqual([])
  // The other payment failed: the stock is free, and the page is not the one that was ended.
  await as(sql, guest(), (tx) => tx`select fail_checkout(${first.session_id})`)
  const { url } = (await (await shop.ask(second.session_id)).json()) as { url: string }
  expect(shop.stripe.ended.has(url.split('/').at(-1) ?? '')).toBe(false)
  expect(await shop.heldFor(second)).toEqual([2])
})

test('a page that cannot be expired is logged, and the rejection remains', async () => {
  const product = await stockProduct(sql, 19.99, 2)
  const checkout = await readyToPay(sql, guest(), product, 2)
  const { url } = (await (await shop.ask(checkout.session_id)).json()) as { url: string }
  shop.stripe.ended.add(url.split('/').at(-1) ?? '')
  await sql`update checkout_sessions set created_at = created_at - interval '46 minutes' where session_id = ${checkout.session_id}`
  const rejected = await shop.ask(checkout.session_id)
  expect([rejected.status, await rejected.json()]).toEqual([
    409,
    expect.objectContaining({ hint: 'hold_ended' }),
  ])
  expect(shop.warnings.join()).toContain('could not be ended')
})

test('no page is made for less than a card can be charged', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  await sql`insert into promotions (code, kind, amount_pence) values ('NEARLY-ALL', 'amount', 3140)`
  await as(sql, visitor, (tx) => tx`select apply_promotion(${checkout.session_id}, 'NEARLY-ALL')`)
  expect(
    (await sql`select total from checkout_sessions where session_id = ${checkout.session_id}`)[0]?.total,
  ).toBe('0.22')
  const response = await shop.ask(checkout.session_id)
  expect([response.status, await response.json()]).toEqual([
    422,
    { message: 'A card cannot be charged less than 30p.' },
  ])
  expect(shop.stripe.calls).toEqual([])
  expect(await shop.heldFor(checkout)).toEqual([])
})

test.each([
  [3790, '0.00'],
  [3789, '0.30'],
  [3760, '0.30'],
  [3759, '0.31'],
])('a card of %i pence leaves £%s of £37.90: nothing, or as much as Stripe takes', async (holds, due) => {
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
