import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  startCheckout,
  stockOf,
  stockProduct,
} from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

async function ordersOf(sessionId: string): Promise<Record<string, unknown>[]> {
  return [...(await sql`select * from orders where checkout_session_id = ${sessionId}`)]
}

test.each([
  [24.99, 1, 'Standard', ['19.74', '3.95', '3.99', '27.68']],
  [24.99, 1, 'Express', ['19.74', '3.95', '4.99', '28.68']],
  [19.99, 2, 'Standard', ['31.58', '6.32', '0.00', '37.90']],
  [19.99, 2, 'Next day', ['31.58', '6.32', '9.99', '47.89']],
  [6.5, 1, 'Standard', ['5.14', '1.03', '3.99', '10.16']],
  [31.64, 1, 'Standard', ['25.00', '5.00', '0.00', '30.00']],
])('£%s × %s by %s costs %j', async (price, quantity, method, figures) => {
  const checkout = await readyToPay(sql, guest(), await stockProduct(sql, price, 5), quantity, method)
  expect([checkout.subtotal, checkout.tax_amount, checkout.shipping_amount, checkout.total]).toEqual(figures)
})

test('paying makes the order whole: number, items with sku, stock, events, mail, token, empty cart', async () => {
  const buyer = guest()
  const product = await stockProduct(sql, 19.99, 7)
  const checkout = await readyToPay(sql, buyer, product, 2)
  const receipt = await complete(sql, buyer, checkout.session_id)
  const [order] = await ordersOf(checkout.session_id)
  expect(receipt).toEqual({
    order_id: order?.id,
    order_number: order?.order_number,
    checkout_session_id: checkout.session_id,
    total: 37.9,
    status: 'completed',
  })
  expect(receipt.order_number).toMatch(/^AM\d{8}-\d{4,}$/)
  expect(order).toMatchObject({
    total: '37.90',
    subtotal: '31.58',
    payment_status: 'succeeded',
    status: 'pending',
    currency: 'GBP',
    user_id: null,
  })
  expect(order?.stripe_payment_intent_id).toMatch(/^pi_sim_/)
  const [{ name, sku } = {}] = await sql`select name, sku from products where id = ${product}`
  expect(order?.items).toMatchObject([
    {
      product_id: product,
      name,
      product_name: name,
      sku,
      quantity: 2,
      price: 15.79,
      unit_price: 15.79,
      total_price: 31.58,
    },
  ])
  expect(await stockOf(sql, product)).toBe(5)
  const [traces] = await sql`
    select (select count(*)::int from order_events where order_id = ${receipt.order_id}) as events,
      (select array_agg(kind order by kind) from email_outbox where order_id = ${receipt.order_id}) as mails,
      (select count(*)::int from account_creation_tokens where checkout_session_id = ${checkout.session_id}) as tokens`
  expect(traces).toEqual({ events: 2, mails: ['order_confirmation'], tokens: 1 })
  expect(await as(sql, buyer, async (tx) => (await tx`select from cart_items`).count)).toBe(0)
})

test('the order outlives its product', async () => {
  const [buyer, other] = [guest(), guest()]
  const product = await stockProduct(sql, 19.99, 7)
  const checkout = await readyToPay(sql, buyer, product)
  await complete(sql, buyer, checkout.session_id)
  await addToCart(sql, other, product)
  await sql`delete from products where id = ${product}`
  expect(await ordersOf(checkout.session_id)).toMatchObject([
    { items: [{ product_id: product, unit_price: 15.79 }] },
  ])
  expect(await as(sql, other, async (tx) => (await tx`select from cart_items`).count)).toBe(0)
})

test('a repeated, doubled or lost completion is one order with one reply', async () => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 20)
  const checkout = await readyToPay(sql, buyer, product, 3)
  const key = randomUUID()
  const replies = await Promise.all(
    [key, key, randomUUID(), randomUUID(), key].map((each) =>
      complete(sql, buyer, checkout.session_id, each),
    ),
  )
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(await complete(sql, buyer, checkout.session_id, key)).toEqual(replies[0])
  expect(await ordersOf(checkout.session_id)).toHaveLength(1)
  expect(await stockOf(sql, product)).toBe(17)
})

test('a key answers for one request alone', async () => {
  const key = randomUUID()
  const product = await stockProduct(sql, 10, 20)
  const [one, two] = [guest(), guest()]
  await complete(sql, one, (await readyToPay(sql, one, product)).session_id, key)
  const second = await readyToPay(sql, two, product)
  expect(await rejection(complete(sql, two, second.session_id, key))).toMatchObject({
    code: 'PT409',
    hint: 'idempotency_mismatch',
  })
  expect(await ordersOf(second.session_id)).toHaveLength(0)
})

test('fifty buyers of ten pieces make ten orders', async () => {
  const product = await stockProduct(sql, 19.99, 10)
  const buyers = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const visitor = guest()
      return { visitor, checkout: await readyToPay(sql, visitor, product) }
    }),
  )
  const results = await Promise.allSettled(
    buyers.map(({ visitor, checkout }) => complete(sql, visitor, checkout.session_id)),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'PT409', hint: 'insufficient_stock' })
  }
  expect(await stockOf(sql, product)).toBe(0)
  const [row] = await sql`select count(*)::int as orders, count(distinct order_number)::int as numbers
    from orders where items @> ${JSON.stringify([{ product_id: product }])}::text::jsonb`
  expect(row).toEqual({ orders: 10, numbers: 10 })
})

test('checkouts of the same products in opposite order do not deadlock', async () => {
  const [a, b] = [await stockProduct(sql, 10, 100), await stockProduct(sql, 10, 100)]
  const carts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const visitor = guest()
      for (const product of index % 2 ? [a, b] : [b, a]) await addToCart(sql, visitor, product)
      return { visitor, checkout: await startCheckout(sql, visitor, await details(sql)) }
    }),
  )
  await Promise.all(carts.map(({ visitor, checkout }) => complete(sql, visitor, checkout.session_id)))
  expect([await stockOf(sql, a), await stockOf(sql, b)]).toEqual([80, 80])
})

test.each(['order_events', 'email_outbox', 'account_creation_tokens', 'orders'])(
  'a failure while writing %s leaves nothing',
  async (table) => {
    const buyer = guest()
    const product = await stockProduct(sql, 10, 5)
    const checkout = await readyToPay(sql, buyer, product, 2)
    await sql
      .unsafe(
        `
    create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$;
    create trigger fail after insert on public.${table} for each row execute function private.fail()`,
      )
      .simple()
    try {
      expect(await rejection(complete(sql, buyer, checkout.session_id))).toMatchObject({
        message: 'disk on fire',
      })
    } finally {
      await sql.unsafe(`drop trigger fail on public.${table}; drop function private.fail()`).simple()
    }
    expect(await ordersOf(checkout.session_id)).toHaveLength(0)
    expect(await stockOf(sql, product)).toBe(5)
    expect(await as(sql, buyer, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
      { quantity: 2 },
    ])
    await complete(sql, buyer, checkout.session_id)
    expect(await stockOf(sql, product)).toBe(3)
  },
)

test('a product added during payment stays in the cart', async () => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 5)
  const checkout = await readyToPay(sql, buyer, product, 2)
  await addToCart(sql, buyer, product, 1)
  await complete(sql, buyer, checkout.session_id)
  expect(await as(sql, buyer, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 1 },
  ])
})

test('a guest who signs in before paying keeps the checkout and owns the order', async () => {
  const before = guest()
  const user = await signUp(sql)
  const checkout = await readyToPay(sql, before, await stockProduct(sql, 10, 5))
  const headers = { ...before.headers, 'x-checkout-session': checkout.session_id }
  const both: Visitor = { ...user, headers }
  await as(sql, both, (tx) => tx`select cart_merge()`)
  await complete(sql, both, checkout.session_id)
  expect(await as(sql, user, async (tx) => (await tx`select from orders`).count)).toBe(1)
})

test('the id of a guest’s cart alone does not give access to the guest’s checkout', async () => {
  const [before, stranger] = [guest(), await signUp(sql)]
  const product = await stockProduct(sql, 10, 5)
  const checkout = await readyToPay(sql, before, product)
  await as(sql, { ...stranger, ...before }, (tx) => tx`select cart_merge()`)
  expect(await rejection(complete(sql, before, checkout.session_id))).toMatchObject({
    hint: 'totals_changed',
  })
  await addToCart(sql, before, product)
  await complete(sql, before, checkout.session_id)
  expect(await ordersOf(checkout.session_id)).toHaveLength(1)
  expect(await as(sql, stranger, async (tx) => (await tx`select from orders`).count)).toBe(0)
})

const changes: [string, string, (product: string, checkout: string) => Promise<unknown>][] = [
  [
    'a changed price',
    'totals_changed',
    (product) => sql`update products set price = 12 where id = ${product}`,
  ],
  [
    'stock that went',
    'insufficient_stock',
    (product) => sql`update products set inventory_quantity = 1 where id = ${product}`,
  ],
  [
    'an inactive product',
    'insufficient_stock',
    (product) => sql`update products set is_active = false where id = ${product}`,
  ],
  ['a deleted product', 'insufficient_stock', (product) => sql`delete from products where id = ${product}`],
  [
    'an expired session',
    'session_not_found',
    (_product, id) => sql`update checkout_sessions set expires_at = now() where session_id = ${id}`,
  ],
  [
    'a cart emptied elsewhere',
    'totals_changed',
    (product) => sql`delete from cart_items where product_id = ${product}`,
  ],
]
test.each(changes)('%s is rejected as %s', async (_what, hint, change) => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 5)
  const checkout = await readyToPay(sql, buyer, product, 2)
  await change(product, checkout.session_id)
  expect(await rejection(complete(sql, buyer, checkout.session_id))).toMatchObject({ hint })
  expect((await sql`select from orders where checkout_session_id = ${checkout.session_id}`).count).toBe(0)
})

test('the figures of a rejection are the fresh ones, and checking out again with them succeeds', async () => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 5)
  const first = await readyToPay(sql, buyer, product)
  await sql`update products set price = 12 where id = ${product}`
  const fresh: unknown = JSON.parse((await rejection(complete(sql, buyer, first.session_id))).detail)
  expect(fresh).toMatchObject({ subtotal: 9.48, tax_amount: 1.9, shipping_amount: 3.99, total: 15.37 })
  expect(
    await rejection(startCheckout(sql, buyer, await details(sql, 'Standard', { expected_total: 13.47 }))),
  ).toMatchObject({ hint: 'totals_changed' })
  const second = await startCheckout(sql, buyer, await details(sql, 'Standard', { expected_total: 15.37 }))
  expect((await complete(sql, buyer, second.session_id)).total).toBe(15.37)
  expect(await rejection(complete(sql, buyer, first.session_id))).toMatchObject({ hint: 'session_not_found' })
})
