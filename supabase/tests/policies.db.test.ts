import { expect, test } from 'vitest'
import { addToCart, complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, signUp } from './visitor-fixtures'

const sql = await testDatabase()

test('a guest sees the cart of their own session id alone', async () => {
  const product = await stockProduct(sql, 10, 10)
  const [mine, other] = [guest(), guest()]
  await addToCart(sql, mine, product, 2)
  await addToCart(sql, other, product, 3)
  expect(await as(sql, mine, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 2 },
  ])
  for (const nobody of [{}, { headers: { 'x-session-id': 'session_short' } }, await signUp(sql)]) {
    expect(await as(sql, nobody, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([])
  }
  expect(await as(sql, other, async (tx) => (await tx`delete from cart_items`).count)).toBe(1)
  expect(await as(sql, mine, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 2 },
  ])
})

test('adding is capped by stock and adds up; so is changing a quantity', async () => {
  const product = await stockProduct(sql, 10, 3)
  const visitor = guest()
  await addToCart(sql, visitor, product, 2)
  const over = { code: 'PT409', message: 'Only 3 items available.', hint: 'insufficient_stock', detail: '3' }
  expect(await rejection(addToCart(sql, visitor, product, 2))).toEqual(over)
  expect(await rejection(as(sql, visitor, (tx) => tx`update cart_items set quantity = 4`))).toEqual(over)
  await addToCart(sql, visitor, product, 1)
  expect(await as(sql, visitor, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 3 },
  ])
})

test('concurrent adds add up', async () => {
  const product = await stockProduct(sql, 10, 50)
  const visitor = guest()
  await Promise.all(Array.from({ length: 20 }, () => addToCart(sql, visitor, product)))
  expect(await as(sql, visitor, async (tx) => [...(await tx`select quantity from cart_items`)])).toEqual([
    { quantity: 20 },
  ])
})

test('a guest cart comes along when signing in, capped by stock', async () => {
  const [few, many] = [await stockProduct(sql, 10, 4), await stockProduct(sql, 10, 40)]
  const before = guest()
  const user = await signUp(sql)
  await addToCart(sql, user, few, 3)
  await addToCart(sql, before, few, 3)
  await addToCart(sql, before, many, 5)
  const both = { ...before, ...user }
  await as(sql, both, (tx) => tx`select cart_merge()`)
  const lines = await as(sql, both, (tx) => tx`select product_id, quantity from cart_items`)
  expect(Object.fromEntries(lines.map((line) => [line.product_id, line.quantity]))).toEqual({
    [few]: 4,
    [many]: 5,
  })
  expect(await as(sql, before, async (tx) => (await tx`select from cart_items`).count)).toBe(0)
})

test('a sign-up becomes a customer with its names', async () => {
  const visitor = await signUp(sql, { first_name: 'Ada', last_name: 'Love' })
  const [row] = await as(sql, visitor, (tx) => tx`select email, first_name, last_name from customers`)
  expect(row).toEqual({ email: visitor.user?.email, first_name: 'Ada', last_name: 'Love' })
})

test('orders, customers and profiles of others are invisible; staff see all', async () => {
  const [buyer, other, staff] = [await signUp(sql), await signUp(sql), await signUpStaff(sql)]
  const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 10, 10))
  await complete(sql, buyer, checkout.session_id)
  const counts = (tx: Parameters<Parameters<typeof as>[2]>[0]) => tx`
    select (select count(*)::int from orders) as orders, (select count(*)::int from customers) as customers,
      (select count(*)::int from order_events) as events`
  expect([...(await as(sql, buyer, counts))]).toEqual([{ orders: 1, customers: 1, events: 2 }])
  expect([...(await as(sql, other, counts))]).toEqual([{ orders: 0, customers: 1, events: 0 }])
  const [seen] = await as(sql, staff, counts)
  expect(seen?.orders).toBeGreaterThan(0)
  expect(seen?.customers).toBeGreaterThan(2)
  expect(await as(sql, guest(), async (tx) => (await tx`select from orders`).count)).toBe(0)
})

test.each([
  ['a total', 'update checkout_sessions set total = 0.01'],
  ['a checkout status', "update checkout_sessions set status = 'completed'"],
  ['an own checkout', "insert into checkout_sessions (email) values ('x@y.zz')"],
  ['an order', "insert into orders (order_number) values ('AM20250105-0001')"],
  ['an order total', 'update orders set total = 0'],
  [
    'a cart line for somebody',
    "insert into cart_items (product_id, quantity, session_id) select id, 1, 'session_0000000000000000' from products limit 1",
  ],
  ['a line owner', "update cart_items set session_id = 'session_0000000000000000'"],
  ['a token', 'select token_hash, used_at from account_creation_tokens for update'],
  ['a staff record', 'insert into admin_users (user_id) values (gen_random_uuid())'],
  ['an own role', "update admin_users set role = 'super_admin'"],
  ['age verified', 'update customers set age_verified = true'],
  ['an order number', 'select private.next_order_number()'],
])('nobody writes %s', async (_what, statement) => {
  for (const visitor of [guest(), await signUp(sql), await signUpStaff(sql)]) {
    expect((await rejection(as(sql, visitor, (tx) => tx.unsafe(statement)))).code).toBe('42501')
  }
})

test.each([
  ['update products set inventory_quantity = 999, price = 0'],
  ["update orders set status = 'completed', payment_status = 'refunded'"],
  ["update shop_settings set value = '0'"],
  ['delete from products'],
  ['delete from shipping_rules'],
])('without being staff, %s touches nothing', async (statement) => {
  const count = await as(sql, await signUp(sql), async (tx) => (await tx.unsafe(statement)).count)
  expect(count).toBe(0)
})

test('a dismissed member of staff is a shopper', async () => {
  const staff = await signUpStaff(sql)
  expect(
    await as(sql, staff, async (tx) => (await tx`update products set is_featured = is_featured`).count),
  ).toBeGreaterThan(24)
  await sql`update admin_users set is_active = false where user_id = ${staff.user?.id ?? ''}`
  expect(
    await as(sql, staff, async (tx) => (await tx`update products set is_featured = is_featured`).count),
  ).toBe(0)
  expect(await rejection(as(sql, staff, (tx) => tx`select dashboard_stats()`))).toMatchObject({
    code: 'PT403',
  })
})

test('anyone may write to the shop, nobody but staff reads it', async () => {
  await as(
    sql,
    guest(),
    (tx) => tx`
    insert into contact_messages (name, email, subject, message) values ('Ada', 'ada@example.test', 'Hello', 'Ten letters at least')`,
  )
  expect(await rejection(as(sql, guest(), (tx) => tx`select from contact_messages`))).toMatchObject({
    code: '42501',
  })
  expect(await as(sql, await signUp(sql), async (tx) => (await tx`select from contact_messages`).count)).toBe(
    0,
  )
  expect(
    await as(sql, await signUpStaff(sql), async (tx) => (await tx`select from contact_messages`).count),
  ).toBe(1)
})
