import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct } from './checkout-steps'
import { promotionFixtures } from './promotion-fixtures'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const { promotion, apply, check, unique } = promotionFixtures(sql)
const shop = refundFixtures(sql, staff)

afterEach(() => sql`update promotions set is_active = false`)

/** An automatic promotion of its own for one test. @returns its name */
async function automatic(terms: Record<string, unknown>): Promise<string> {
  const code = await promotion({ is_automatic: true, ...terms })
  const name = `Offer of ${code}`
  await sql`update promotions set code = ${name} where code = ${code}`
  return name
}
const buyTwo = { kind: 'buy_get', buy_quantity: 2, get_quantity: 1, percent: 100 }

/** A guest's checkout, by Express for £4.99, of products by their charged price in pounds and quantity. */
async function checkoutOf(
  lines: readonly (readonly [product: string, quantity: number])[],
  visitor = guest(),
) {
  for (const [product, quantity] of lines) await addToCart(sql, visitor, product, quantity)
  const checkout = await startCheckout(
    sql,
    visitor,
    await details(sql, 'Express', { email: `${unique()}@example.test` }),
  )
  return { visitor, checkout }
}
const figures = async (session: string) =>
  (
    await sql`
      select promotion_code, subtotal::float, discount_amount::float, tax_amount::float, shipping_amount::float, total::float,
        (select array_agg(coalesce(entry ->> 'discount', '0')::float order by place) from jsonb_array_elements(cart_items)
          with ordinality as listed (entry, place)) as discounts
      from checkout_sessions where session_id = ${session}`
  )[0]
const offersTo = async (visitor: Visitor) =>
  (
    await as(
      sql,
      visitor,
      (tx) => tx<{ offers: { code: string }[] }[]>`select automatic_promotions() as offers`,
    )
  )[0]?.offers

test('an automatic promotion needs no code: it is in checkout, order, email and uses', async () => {
  // £15.79 each: three cost £47.37, and the third is free.
  const robe = await stockProduct(sql, 19.99, 50)
  const name = await automatic({ ...buyTwo, applies_to: 'products', product_ids: [robe] })
  const { visitor, checkout } = await checkoutOf([
    [robe, 3],
    [await stockProduct(sql, 10, 50), 1],
  ])
  const expected = {
    subtotal: 55.27,
    discount_amount: 15.79,
    tax_amount: 7.9,
    shipping_amount: 4.99,
    total: 52.37,
  }
  expect(await figures(checkout.session_id)).toEqual({
    promotion_code: name,
    ...expected,
    discounts: [15.79, 0],
  })
  const { order_id: id } = await complete(sql, visitor, checkout.session_id)
  const [order] = await sql`
    select promotion_code, discount_amount::float, total::float,
      (select count(*)::int from promotion_uses where order_id = orders.id and state = 'used') as uses,
      (select data ->> 'promotion_code' from email_outbox where order_id = orders.id and kind = 'order_confirmation') as mailed
    from orders where id = ${id}`
  expect(order).toEqual({ promotion_code: name, discount_amount: 15.79, total: 52.37, uses: 1, mailed: name })
})

test('of automatic promotions the one that saves most is used, and a code only if it saves more', async () => {
  const product = await stockProduct(sql, 100, 50)
  await automatic({ kind: 'percent', percent: 10 })
  const best = await automatic({ kind: 'percent', percent: 20 })
  await automatic({ kind: 'percent', percent: 20 })
  await automatic({ kind: 'percent', percent: 50, minimum_pence: 7901 })
  const { visitor, checkout } = await checkoutOf([[product, 1]])
  expect(await figures(checkout.session_id)).toMatchObject({ promotion_code: best, discount_amount: 15.8 })
  for (const percent of [10, 20])
    expect(await apply(visitor, checkout, await promotion({ percent }))).toMatchObject({
      state: 'automatic_better',
      discount_amount: 15.8,
    })
  expect(await figures(checkout.session_id)).toMatchObject({ promotion_code: best })
  const code = await promotion({ percent: 21 })
  expect(await apply(visitor, checkout, code)).toMatchObject({ state: 'valid', code, discount_amount: 16.59 })
  expect(await apply(visitor, checkout, null)).toMatchObject({ state: 'none', discount_amount: 15.8 })
  expect(await figures(checkout.session_id)).toMatchObject({ promotion_code: best, discounts: [15.8] })
})

test('a code for products that are not in the cart, or not enough of them, is told so', async () => {
  const [robe, other] = [await stockProduct(sql, 19.99, 50), await stockProduct(sql, 10, 50)]
  const { visitor, checkout } = await checkoutOf([[robe, 2]])
  for (const terms of [
    { kind: 'percent', percent: 50, applies_to: 'products', product_ids: [other] },
    { kind: 'free_delivery', applies_to: 'products', product_ids: [other] },
    buyTwo,
  ]) {
    const code = await promotion(terms)
    expect(await check(visitor, code)).toEqual({ state: 'not_eligible' })
    expect(await apply(visitor, checkout, code)).toMatchObject({ state: 'not_eligible', total: 42.89 })
  }
})

test('a category takes in its products, and a product that has left it no longer', async () => {
  const product = await stockProduct(sql, 100, 50)
  const [category] = await sql<{ id: string }[]>`select id from categories limit 1`
  const code = await promotion({ applies_to: 'categories', category_ids: [category?.id ?? ''], percent: 50 })
  await sql`update products set category_id = ${category?.id ?? ''} where id = ${product}`
  const { visitor, checkout } = await checkoutOf([[product, 1]])
  expect(await apply(visitor, checkout, code)).toMatchObject({ state: 'valid', discount_amount: 39.5 })
  await sql`update products set category_id = null where id = ${product}`
  expect(JSON.parse((await rejection(complete(sql, visitor, checkout.session_id))).detail)).toMatchObject({
    discount_amount: 0,
  })
})

test('an automatic promotion that ends before the payment changes the total, which is shown without blaming a code', async () => {
  const name = await automatic({ kind: 'percent', percent: 10, uses_limit: 1 })
  const product = await stockProduct(sql, 19.99, 50)
  const [first, second] = [await checkoutOf([[product, 2]]), await checkoutOf([[product, 2]])]
  await complete(sql, first.visitor, first.checkout.session_id)
  const rejected = await rejection(complete(sql, second.visitor, second.checkout.session_id))
  expect(rejected).toMatchObject({ code: 'PT409', hint: 'totals_changed' })
  expect(JSON.parse(rejected.detail)).toMatchObject({ total: 42.89 })
  expect(JSON.parse(rejected.detail)).not.toHaveProperty('promotion_rejected')
  expect((await offersTo(guest()))?.map(({ code }) => code)).not.toContain(name)
})

test('what the cart is offered are the automatic promotions that run; their names are no codes', async () => {
  const live = await automatic({ kind: 'free_delivery' })
  await automatic({ kind: 'free_delivery', starts_at: '2999-01-01' })
  await automatic({ kind: 'free_delivery', starts_at: '2020-01-01', ends_at: '2020-02-01' })
  await promotion({})
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 19.99, 5))
  expect((await offersTo(visitor))?.map(({ code }) => code)).toEqual([live])
  expect((await check(visitor, live)).state).toBe('unknown')
})

test('twenty automatic promotions can run at once', async () => {
  for (let made = 0; made < 20; made += 1) await automatic({ kind: 'free_delivery' })
  expect(await rejection(automatic({ kind: 'free_delivery' }))).toMatchObject({ hint: 'automatic_limit' })
  await automatic({ kind: 'free_delivery', is_active: false })
})

test('a refund by line returns what was paid for it: of a free piece nothing, of a line without a discount its price', async () => {
  const [robe, oil] = [await stockProduct(sql, 19.99, 50), await stockProduct(sql, 10, 50)]
  await automatic({ ...buyTwo, applies_to: 'products', product_ids: [robe] })
  const { visitor, checkout } = await checkoutOf([
    [robe, 3],
    [oil, 2],
  ])
  const { order_id: id } = await complete(sql, visitor, checkout.session_id)
  const order = { id, buyer: visitor, products: [robe, oil], card: null }
  // £15.80 and £3.16 of VAT.
  expect(await shop.refund(order, { lines: [{ line: 1, quantity: 2 }] })).toMatchObject({
    amount: 18.96,
    tax_amount: 3.16,
  })
  // £31.58 for three, and £6.32 of VAT.
  expect(await shop.refund(order, { lines: [{ line: 0, quantity: 3 }] })).toMatchObject({
    amount: 37.9,
    tax_amount: 6.32,
  })
})

test('for any promotion, refunds of the lines give back what the goods cost, each line never more than its price with VAT', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ price: fc.integer({ min: 0, max: 9999 }), quantity: fc.integer({ min: 1, max: 5 }) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      fc.oneof(
        fc.record({ kind: fc.constant('percent'), percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ kind: fc.constant('amount'), amount_pence: fc.integer({ min: 1, max: 20_000 }) }),
        fc.record({
          kind: fc.constant('buy_get'),
          buy_quantity: fc.integer({ min: 1, max: 3 }),
          get_quantity: fc.integer({ min: 1, max: 3 }),
          percent: fc.integer({ min: 1, max: 100 }),
        }),
      ),
      fc.boolean(),
      async (lines, terms, isForFirst) => {
        const [row] = await sql`
          with terms as (
            select jsonb_populate_record(null::promotions, ${JSON.stringify({ id: '00000000-0000-4000-8000-000000000001', code: 'TRIED', applies_to: isForFirst ? 'products' : 'order', product_ids: ['00000000-0000-4000-8000-000000000002'], ...terms })}::text::jsonb) as promotion
          ), reduced as (
            select private.with_promotion(${JSON.stringify({
              cart_items: lines.map(({ price, quantity }, at) => ({
                product_id: `00000000-0000-4000-8000-00000000000${at === 0 ? '2' : '3'}`,
                quantity,
                unit_price: price / 100,
                total_price: (price * quantity) / 100,
              })),
              subtotal: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0) / 100,
              vat_rate: 0.2,
              shipping_amount: 0,
            })}::text::jsonb, promotion) as figures from terms
          )
          select figures, (
            select jsonb_agg(paid.pence order by paid.line) from private.order_lines(jsonb_populate_record(null::orders,
              figures || jsonb_build_object('id', gen_random_uuid(), 'items', figures -> 'cart_items'))) as paid) as pence
          from reduced`
        const paid: number[] = row?.pence ?? []
        expect(paid.reduce((sum, each) => sum + each, 0)).toBe(Math.round(Number(row?.figures.total) * 100))
        for (const [at, { price, quantity }] of lines.entries()) {
          const net = price * quantity - Math.round(Number(row?.figures.cart_items[at].discount ?? 0) * 100)
          expect(net).toBeGreaterThanOrEqual(0)
          expect(Math.abs((paid[at] ?? 0) - net * 1.2)).toBeLessThan(1.5)
          if (isForFirst && at > 0) expect(net).toBe(price * quantity)
        }
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 5000 : 200 },
  )
})
