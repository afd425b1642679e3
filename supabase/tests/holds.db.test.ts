import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import {
  addToCart,
  complete,
  details,
  readyToPay,
  reserve,
  startCheckout,
  stockProduct,
  type Checkout,
} from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
beforeEach(async () => {
  await sql`delete from checkout_sessions where status = 'pending'`
  await sql`delete from private.rate_limits`
  await setting('payment.provider', '"simulated"')
})

const setting = (key: string, value: string) => sql`
  insert into shop_settings (key, value) values (${key}, ${value}::text::jsonb) on conflict (key) do update set value = excluded.value`
const visitorAt = (address: string): Visitor => ({
  headers: { ...guest().headers, 'x-forwarded-for': address },
})
const ageBy = (minutes: number, { session_id }: Checkout) => sql`
  update checkout_sessions set created_at = created_at - ${minutes} * interval '1 minute' where session_id = ${session_id}`

async function heldMinutes({ session_id }: Checkout): Promise<number | undefined> {
  const [row] = await sql<{ minutes: number }[]>`
    select round(extract(epoch from max(expires_at) - now()) / 60)::int as minutes
    from private.stock_holds where checkout_session_id = ${session_id} having max(expires_at) > now()`
  return row?.minutes
}

test('a hold is renewed until 45 minutes after the checkout began, then it has to be started again', async () => {
  const visitor = guest()
  const product = await stockProduct(sql, 10, 1)
  const checkout = await readyToPay(sql, visitor, product)
  const expiry = () => sql`select expires_at from checkout_sessions where session_id = ${checkout.session_id}`
  const [before] = await expiry()
  await reserve(sql, visitor, checkout)
  expect(await heldMinutes(checkout)).toBe(15)
  await ageBy(35, checkout)
  await reserve(sql, visitor, checkout)
  expect(await heldMinutes(checkout)).toBe(10)
  await ageBy(11, checkout)
  expect(await rejection(reserve(sql, visitor, checkout))).toMatchObject({
    code: 'PT409',
    hint: 'hold_ended',
    message: expect.stringContaining('more than 45 minutes') as string,
  })
  expect((await expiry())[0]).toEqual(before)
  const again = await startCheckout(sql, visitor, await details(sql))
  await reserve(sql, visitor, again)
  expect(await heldMinutes(again)).toBe(15)
})

test('no sequence of renewals holds stock beyond 45 minutes', async () => {
  const product = await stockProduct(sql, 10, 1000)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), async (waits) => {
      const visitor = guest()
      const checkout = await readyToPay(sql, visitor, product)
      let age = 0
      for (const wait of waits) {
        age += wait
        await ageBy(wait, checkout)
        await reserve(sql, visitor, checkout).catch(() => undefined)
        const held = await sql`
        select from private.stock_holds as hold join checkout_sessions as session on session.session_id = hold.checkout_session_id
        where session.session_id = ${checkout.session_id} and hold.expires_at > now()
          and hold.expires_at > session.created_at + interval '45 minutes' + ${age} * interval '1 minute'`
        expect(held).toHaveLength(0)
      }
    }),
    { numRuns: 15 },
  )
})

test('40 guest carts of one address leave most of the stock to others', async () => {
  // The demo's products, since those of other tests have no category; the scarcest first, which is the worst for others.
  const sold = sql`is_active and inventory_quantity > 0 and options = '[]' and category_id is not null`
  const stock = await sql<{ id: string; most: number }[]>`
    select id, least(inventory_quantity, 20) as most from products where ${sold} order by inventory_quantity, name`
  const free = () => sql<{ id: string; left: number }[]>`
    select id, inventory_quantity - coalesce((select sum(quantity) from private.stock_holds where product_id = products.id), 0)::int as left
    from products where ${sold}`
  const pieces = (rows: readonly { left: number }[]) => rows.reduce((sum, { left }) => sum + left, 0)
  const whole = pieces(await free())
  const rejected = new Set<string>()
  for (let cart = 0; cart < 40; cart += 1) {
    const attacker = visitorAt('203.0.113.5')
    // Each takes as many kinds as one order may hold.
    for (const { id, most } of [0, 1, 2].flatMap((next) => stock[(cart * 3 + next) % stock.length] ?? []))
      await addToCart(sql, attacker, id, most)
    const begun = startCheckout(sql, attacker, await details(sql)).then((checkout) =>
      reserve(sql, attacker, checkout),
    )
    await begun.catch((error: unknown) => rejected.add(String(Reflect.get(Object(error), 'hint'))))
  }
  expect(rejected).toContain('rate_limited')
  const left = await free()
  expect(whole - pieces(left)).toBeLessThanOrEqual(60)
  expect(left.filter(({ left: pieces }) => pieces > 0).length).toBeGreaterThanOrEqual(left.length - 6)
  const other = guest()
  for (const { id, left: pieces } of left) if (pieces > 0) await addToCart(sql, other, id)
  await reserve(sql, other, await startCheckout(sql, other, await details(sql)))
})

test('concurrent payments of one address do not pass its limit together', async () => {
  const product = await stockProduct(sql, 10, 1000)
  const buyers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const visitor = visitorAt('203.0.113.6')
      return { visitor, checkout: await readyToPay(sql, visitor, product, 10) }
    }),
  )
  const outcomes = await Promise.allSettled(
    buyers.map(({ visitor, checkout }) => reserve(sql, visitor, checkout)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  const [held] =
    await sql`select sum(quantity)::int as pieces from private.stock_holds where product_id = ${product}`
  expect(held).toEqual({ pieces: 60 })
})

test('twenty visitors of one address pay at the same time, and who has paid makes room', async () => {
  const product = await stockProduct(sql, 10, 1000)
  const begin = async () => {
    const visitor = visitorAt('203.0.113.7')
    const checkout = await readyToPay(sql, visitor, product)
    return { visitor, checkout, held: reserve(sql, visitor, checkout) }
  }
  const first = await begin()
  await first.held
  for (let others = 1; others < 20; others += 1) await (await begin()).held
  const last = await begin()
  const { detail, ...words } = await rejection(last.held)
  expect(words).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  expect(Number(detail)).toBeGreaterThan(0)
  expect(Number(detail)).toBeLessThanOrEqual(15 * 60)
  await complete(sql, first.visitor, first.checkout.session_id)
  await reserve(sql, last.visitor, last.checkout)
})

test('ever new checkouts of one address hold a product for four hours a day, unless they are paid', async () => {
  const [wanted, other] = [await stockProduct(sql, 10, 5), await stockProduct(sql, 10, 5)]
  const hold = async (product: string, visitor = visitorAt('203.0.113.8')) => {
    const checkout = await readyToPay(sql, visitor, product)
    await reserve(sql, visitor, checkout)
    return { visitor, checkout }
  }
  const pass = ({ session_id }: Checkout, minutes: number) => sql`
    update private.checkout_callers set held_from = held_from - ${minutes} * interval '1 minute',
      held_until = held_until - ${minutes} * interval '1 minute' where checkout_session_id = ${session_id}`
  for (let turn = 0; turn < 16; turn += 1) {
    const { checkout } = await hold(wanted)
    await sql`delete from private.stock_holds where checkout_session_id = ${checkout.session_id}`
    await pass(checkout, 20)
  }
  expect(await rejection(hold(wanted))).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  await hold(other)
  await hold(wanted, guest())
  // A day later they may again.
  await sql`update private.checkout_callers set held_from = held_from - interval '1 day', held_until = held_until - interval '1 day'`
  const { visitor, checkout } = await hold(wanted)
  await complete(sql, visitor, checkout.session_id)
  expect(
    await sql`select from private.checkout_callers where checkout_session_id = ${checkout.session_id}`,
  ).toHaveLength(0)
})

test('a declined payment and a new checkout of the same cart end a hold at once', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 10, 5), 2)
  await reserve(sql, visitor, checkout)
  await as(sql, visitor, (tx) => tx`select fail_checkout(${checkout.session_id})`)
  const counted = () =>
    sql`select from private.checkout_callers where checkout_session_id = ${checkout.session_id} and held_until > now()`
  expect(await counted()).toHaveLength(0)
  await reserve(sql, visitor, checkout)
  expect(await counted()).toHaveLength(1)
  await startCheckout(sql, visitor, await details(sql))
  expect(await counted()).toHaveLength(0)
})

test.each([
  ['"stripe"', 'payment_required'],
  ['["simulated"]', 'payment_unavailable'],
  ['"Simulated"', 'payment_unavailable'],
])('where the provider is %s a browser holds nothing', async (value, hint) => {
  const visitor = guest()
  const product = await stockProduct(sql, 10, 5)
  const checkout = await readyToPay(sql, visitor, product)
  await setting('payment.provider', value).catch(
    () => sql`delete from shop_settings where key = 'payment.provider'`,
  )
  expect(await rejection(reserve(sql, visitor, checkout))).toMatchObject({ code: 'PT402', hint })
  expect(await heldMinutes(checkout)).toBeUndefined()
})

test('one order holds sixty pieces, one line twenty', async () => {
  const visitor = guest()
  const products = await Promise.all(Array.from({ length: 4 }, () => stockProduct(sql, 1, 50)))
  for (const product of products) await addToCart(sql, visitor, product, 15)
  const checkout = await startCheckout(sql, visitor, await details(sql))
  await reserve(sql, visitor, checkout)
  await addToCart(sql, visitor, products[0] ?? '', 5)
  expect(await rejection(startCheckout(sql, visitor, await details(sql)))).toMatchObject({
    code: 'PT409',
    hint: 'order_limit',
    detail: '60',
    message: 'One order holds 60 items at most. Please split it into several orders.',
  })
  // A limit that was lowered counts for what lies in carts already.
  await setting('cart.maxQuantity', '10')
  expect(await rejection(startCheckout(sql, visitor, await details(sql)))).toMatchObject({
    code: 'PT409',
    hint: 'quantity_limit',
    detail: '10',
  })
  await sql`delete from shop_settings where key = 'cart.maxQuantity'`
})

test('one address starts 200 checkouts an hour, whatever carts it makes up; a customer at another is not affected', async () => {
  const product = await stockProduct(sql, 10, 5)
  await readyToPay(sql, visitorAt('203.0.113.10'), product)
  await sql`update private.rate_limits set hits = 200 where subject = private.rate_limit_key('start_checkout_address', '203.0.113.10')`
  expect(await rejection(readyToPay(sql, visitorAt('203.0.113.10'), product))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  await readyToPay(sql, await signUp(sql), product)
})
