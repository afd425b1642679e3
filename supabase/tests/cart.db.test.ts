import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { addToCart, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
afterEach(() => sql`delete from shop_settings where key = 'cart.maxQuantity'`)

const limit = (value: string) =>
  sql`insert into shop_settings (key, value) values ('cart.maxQuantity', ${value}::text::jsonb)`
const quantities = (visitor: Visitor) =>
  as(sql, visitor, async (tx) =>
    [...(await tx`select quantity from cart_items order by created_at`)].map(
      ({ quantity }) => quantity as number,
    ),
  )
const tooMany = {
  code: 'PT409',
  hint: 'quantity_limit',
  detail: '20',
  message: 'You can order at most 20 of one product.',
}

test('a line holds twenty at most, however it comes about', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 10, 50)
  expect(await rejection(addToCart(sql, visitor, product, 21))).toMatchObject(tooMany)
  await addToCart(sql, visitor, product, 20)
  expect(await rejection(addToCart(sql, visitor, product))).toMatchObject(tooMany)
  expect(await rejection(as(sql, visitor, (tx) => tx`update cart_items set quantity = 21`))).toMatchObject(
    tooMany,
  )
  expect(await quantities(visitor)).toEqual([20])
})

test('where stock is the reason, stock is named', async () => {
  const [few, enough] = [await stockProduct(sql, 10, 5), await stockProduct(sql, 10, 20)]
  const shortage = (left: number) => ({
    code: 'PT409',
    hint: 'insufficient_stock',
    message: `Only ${String(left)} items available.`,
  })
  expect(await rejection(addToCart(sql, guest(), few, 30))).toMatchObject(shortage(5))
  expect(await rejection(addToCart(sql, guest(), enough, 21))).toMatchObject(shortage(20))
})

test('the limit is a setting; a value that is not a whole number from 1 to 999 leaves it at twenty', async () => {
  const setting = fc.oneof(
    fc.integer({ min: -5, max: 1200 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    fc.string({ maxLength: 3 }),
    fc.boolean(),
  )
  await fc.assert(
    fc.asyncProperty(setting, async (value) => {
      await sql`delete from shop_settings where key = 'cart.maxQuantity'`
      // A value that the table itself rejects is not a setting either.
      await limit(JSON.stringify(value).replaceAll('\\u0000', '')).catch(() => undefined)
      const [found] = await sql`select private.max_quantity() as most`
      expect(found?.most).toBe(
        typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 999 ? value : 20,
      )
    }),
    { numRuns: 80 },
  )
})

test('a guest who signs in brings at most twenty of one product along', async () => {
  const [before, user] = [guest(), await signUp(sql)]
  const product = await stockProduct(sql, 10, 50)
  await addToCart(sql, before, product, 15)
  await addToCart(sql, user, product, 12)
  await as(sql, { ...user, ...before }, (tx) => tx`select cart_merge()`)
  expect(await quantities(user)).toEqual([20])
})

test('a cart holds a hundred lines, also when many are added at once or brought along', async () => {
  const products = await Promise.all(Array.from({ length: 103 }, () => stockProduct(sql, 10, 5)))
  const [before, user] = [guest(), await signUp(sql)]
  const adds = await Promise.allSettled(products.map((product) => addToCart(sql, before, product)))
  const rejected = adds
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => Reflect.get(Object(reason), 'hint') as string)
  expect(rejected).toEqual(['cart_full', 'cart_full', 'cart_full'])
  for (const product of products.slice(0, 2)) await addToCart(sql, user, product)
  await as(sql, { ...user, ...before }, (tx) => tx`select cart_merge()`)
  expect((await quantities(user)).length).toBe(100)
  expect(await rejection(addToCart(sql, user, await stockProduct(sql, 10, 5)))).toMatchObject({
    code: 'PT409',
    hint: 'cart_full',
    message: 'A cart holds 100 different products at most.',
  })
})

test('one address opens 300 guest carts an hour; carts that exist and other addresses go on', async () => {
  const product = await stockProduct(sql, 10, 50)
  const from = (): Visitor => ({ headers: { ...guest().headers, 'x-forwarded-for': '203.0.113.5' } })
  const known = from()
  await addToCart(sql, known, product)
  await sql`update private.rate_limits set hits = 299 where subject = private.rate_limit_key('guest_cart', '203.0.113.5')`
  await addToCart(sql, from(), product)
  expect(await rejection(addToCart(sql, from(), product))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  await addToCart(sql, known, product)
  await addToCart(sql, guest(), product)
})

test('a customer saves fifty addresses, also when many come in one request or at once', async () => {
  const user = await signUp(sql)
  const save = (many: number) =>
    as(
      sql,
      user,
      (tx) => tx`
    insert into addresses (customer_id, first_name, last_name, address_line_1, city, postal_code)
    select customers.id, 'Ada', 'Guest', ${randomUUID()}, 'London', 'SW1A 1AA' from customers, generate_series(1, ${many})
    where user_id = ${user.user?.id ?? null}`,
    )
  const full = {
    code: 'PT409',
    hint: 'addresses_full',
    message: 'You can save 50 addresses at most. Please delete one first.',
  }
  expect(await rejection(save(51))).toMatchObject(full)
  await save(46)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => save(1)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await rejection(save(1))).toMatchObject(full)
  await as(sql, user, (tx) => tx`delete from addresses where id = (select id from addresses limit 1)`)
  await save(1)
})

const order = (visitor: Visitor) =>
  as(sql, visitor, async (tx) =>
    [...(await tx`select product_id from cart_items order by created_at, id`)].map(
      ({ product_id }) => product_id as string,
    ),
  )

const filled = async (visitor: Visitor, count: number) => {
  const products: string[] = []
  for (let n = 0; n < count; n += 1) {
    const product = await stockProduct(sql, 10, 5)
    await addToCart(sql, visitor, product)
    products.push(product)
  }
  return products
}

test('a line that is put back stands where it stood', async () => {
  const visitor = guest()
  const products = await filled(visitor, 3)
  const [first] = products
  await as(sql, visitor, async (tx) => {
    const [gone] =
      await tx`delete from cart_items where product_id = ${first ?? ''} returning created_at::text as since`
    await tx`select cart_add(${first ?? ''}, 1, ${gone?.since as string}::text::timestamptz)`
  })
  expect(await order(visitor)).toEqual(products)
})

test.each(['infinity', '-infinity', '2999-01-01', '0001-01-01'])(
  'a line said to be there since %s is taken in within the last year',
  async (since) => {
    const visitor = guest()
    const product = await stockProduct(sql, 10, 5)
    await as(sql, visitor, (tx) => tx`select cart_add(${product}, 1, ${since}::text::timestamptz)`)
    expect(
      await as(sql, visitor, async (tx) => [
        ...(await tx`select created_at between now() - interval '1 year 1 minute' and now() as plausible from cart_items`),
      ]),
    ).toEqual([{ plausible: true }])
  },
)

test('a guest’s lines come into the account in the order in which they were chosen', async () => {
  const before = guest()
  const products = await filled(before, 6)
  const both = { ...before, ...(await signUp(sql)) }
  await as(sql, both, (tx) => tx`select cart_merge()`)
  expect(await order(both)).toEqual(products)
})

test('an add whose answer was lost counts once, from whichever server it is sent again', async () => {
  const visitor = guest()
  const [product, other] = [await stockProduct(sql, 10, 5), await stockProduct(sql, 10, 5)]
  const key = randomUUID()
  const add = (of: string, by = key) =>
    as(sql, visitor, (tx) => tx`select * from cart_add(${of}, 2, p_idempotency_key => ${by})`)
  const [[first], [again]] = await Promise.all([add(product), add(product)])
  expect(again).toEqual(first)
  expect(first).toMatchObject({ product_id: product, quantity: 2 })
  expect(await add(product, randomUUID())).toMatchObject([{ quantity: 4 }])
  expect(await add(product)).toMatchObject([{ quantity: 4 }])
  expect((await rejection(add(other))).hint).toBe('idempotency_mismatch')
  // Removed meanwhile: it is not added again.
  await as(sql, visitor, (tx) => tx`delete from cart_items`)
  expect(await add(product)).toMatchObject([{ id: first?.id, quantity: 2 }])
  expect(await as(sql, visitor, async (tx) => [...(await tx`select from cart_items`)])).toHaveLength(0)
})
