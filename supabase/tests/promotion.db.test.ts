import { expect, test } from 'vitest'
import { promotionFixtures } from './promotion-fixtures'
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
import { as, connections, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const { promotion, apply, check, buyer, reserve, fail, unique } = promotionFixtures(sql)

test.each([
  [
    { kind: 'percent', percent: 10 },
    { discount_amount: 3.16, tax_amount: 5.68, shipping_amount: 4.99, total: 39.09 },
  ],
  [
    { kind: 'amount', amount_pence: 500 },
    { discount_amount: 5, tax_amount: 5.32, shipping_amount: 4.99, total: 36.89 },
  ],
  [
    { kind: 'amount', amount_pence: 500000 },
    { discount_amount: 31.58, tax_amount: 0, shipping_amount: 4.99, total: 4.99 },
  ],
  [{ kind: 'free_delivery' }, { discount_amount: 0, tax_amount: 6.32, shipping_amount: 0, total: 37.9 }],
])('%j changes checkout, order, payment and email alike', async (terms, figures) => {
  const code = await promotion(terms)
  const { visitor, checkout, reply } = await buyer(`  ${code.toUpperCase()} `)
  expect(reply).toMatchObject({ state: 'valid', code, subtotal: 31.58, ...figures })
  expect(await check(visitor, code.toLowerCase())).toMatchObject({ state: 'valid', code })
  await reserve(visitor, checkout)
  const receipt = await complete(sql, visitor, checkout.session_id)
  expect(receipt.total).toBe(figures.total)
  const [order] = await sql`
    select promotion_code, subtotal::float8, discount_amount::float8, tax_amount::float8, shipping_amount::float8, total::float8 from orders where id = ${receipt.order_id}`
  expect(order).toEqual({ promotion_code: code, subtotal: 31.58, ...figures })
  const [paid] =
    await sql`select amount::float8, status from payment_attempts where checkout_session_id = ${checkout.session_id}`
  expect(paid).toEqual({ amount: figures.total, status: 'succeeded' })
  const [mail] =
    await sql`select data from email_outbox where order_id = ${receipt.order_id} and kind = 'order_confirmation'`
  expect(mail?.data).toMatchObject({ promotion_code: code, ...figures })
})

test.each<[string, Record<string, unknown>]>([
  ['ended', { starts_at: '2020-01-01', ends_at: '2020-02-01' }],
  ['not_started', { starts_at: '2999-01-01' }],
  ['unknown', { is_active: false }],
  ['below_minimum', { minimum_pence: 3159 }],
  ['no_effect', { kind: 'percent', percent: 0.01 }],
])('a code that is %s is told, and takes an earlier one away', async (state, terms) => {
  const { visitor, checkout } = await buyer(await promotion({}))
  expect(await apply(visitor, checkout, await promotion(terms))).toMatchObject({
    state,
    discount_amount: 0,
    total: 42.89,
  })
  expect(await complete(sql, visitor, checkout.session_id)).toMatchObject({ total: 42.89 })
})

test('a code nobody made is unknown, no code takes the promotion away, and the least subtotal is enough', async () => {
  const code = await promotion({ minimum_pence: 3158 })
  const { visitor, checkout, reply } = await buyer(code)
  expect(reply.state).toBe('valid')
  expect(await apply(visitor, checkout, null)).toMatchObject({
    state: 'none',
    discount_amount: 0,
    total: 42.89,
  })
  for (const odd of ['nothing', "' or 1=1", '%', '_____', 'x'.repeat(5000)])
    expect((await apply(visitor, checkout, odd)).state).toBe('unknown')
  expect((await check(visitor, 'nothing')).state).toBe('unknown')
})

test('of buyers racing for the last uses exactly as many get them; the others see the total without, accept it and buy', async () => {
  const code = await promotion({ uses_limit: 2 })
  const crowd = connections(sql, 12)
  const buyers = []
  for (let index = 0; index < 12; index++) buyers.push(await buyer(code))
  const results = await Promise.allSettled(
    buyers.map(({ visitor, checkout }) => complete(crowd, visitor, checkout.session_id)),
  )
  await crowd.end()
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  const [[row], [late]] = [
    await sql`select count(*)::int from orders where promotion_code = ${code}`,
    buyers.filter((_, index) => results[index]?.status === 'rejected'),
  ]
  expect(row).toEqual({ count: 2 })
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'PT409', hint: 'totals_changed' })
  if (!late) throw new Error('nobody was late')
  const rejected = await rejection(complete(sql, late.visitor, late.checkout.session_id))
  expect(JSON.parse(rejected.detail)).toMatchObject({ total: 42.89, promotion_rejected: 'exhausted' })
  expect(await sql`select from orders where checkout_session_id = ${late.checkout.session_id}`).toHaveLength(
    0,
  )
  const again = await startCheckout(
    sql,
    late.visitor,
    await details(sql, 'Express', { expected_total: 42.89 }),
  )
  expect((await apply(late.visitor, again, code)).state).toBe('exhausted')
  expect(await complete(sql, late.visitor, again.session_id)).toMatchObject({ total: 42.89 })
})

test('a customer is known by mailbox and by account', async () => {
  const code = await promotion({ uses_per_customer: 1 })
  const pay = async (visitor: Visitor, email: string) => {
    const { checkout, reply } = await buyer(code, visitor, { email })
    if (reply.state === 'valid') await complete(sql, visitor, checkout.session_id)
    return reply.state
  }
  const mailbox = `ada-${unique()}`
  expect(await pay(guest(), `${mailbox}@example.test`)).toBe('valid')
  expect(await pay(guest(), `${mailbox.toUpperCase()}+shop@Example.test`)).toBe('used')
  const user = await signUp(sql)
  expect(await pay(user, `${mailbox}-two@example.test`)).toBe('valid')
  expect(await pay(user, `${mailbox}-three@example.test`)).toBe('used')
  expect((await check(user, code)).state).toBe('used')
})

test('two checkouts of one customer at once use a code for one order', async () => {
  const code = await promotion({ uses_per_customer: 1 })
  const email = `twice-${unique()}@example.test`
  const both = [await buyer(code, guest(), { email }), await buyer(code, guest(), { email })]
  const results = await Promise.allSettled(
    both.map(({ visitor, checkout }) => complete(sql, visitor, checkout.session_id)),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a cancelled order gives its use back once; undone, it counts again', async () => {
  const code = await promotion({ uses_limit: 1 })
  const { visitor, checkout } = await buyer(code)
  const { order_id: order } = await complete(sql, visitor, checkout.session_id)
  const set = (change: Record<string, string>) =>
    as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order}`)
  const other = guest()
  await addToCart(sql, other, await stockProduct(sql, 19.99, 5))
  expect(await check(other, code)).toMatchObject({ state: 'exhausted' })
  await set({ status: 'cancelled' })
  await set({ payment_status: 'refunded' })
  expect(await check(other, code)).toMatchObject({ state: 'valid' })
  await set({ status: 'processing', payment_status: 'paid' })
  expect(await check(other, code)).toMatchObject({ state: 'exhausted' })
})

test('a promotion that staff change meanwhile is a difference to accept', async () => {
  const code = await promotion({})
  const { visitor, checkout } = await buyer(code)
  await sql`update promotions set percent = 5 where code = ${code}`
  expect(JSON.parse((await rejection(complete(sql, visitor, checkout.session_id))).detail)).toMatchObject({
    promotion_code: code,
    discount_amount: 1.58,
    total: 40.99,
  })
  await sql`update promotions set ends_at = now(), starts_at = now() - interval '1 day' where code = ${code}`
  expect(JSON.parse((await rejection(complete(sql, visitor, checkout.session_id))).detail)).toMatchObject({
    promotion_rejected: 'ended',
    total: 42.89,
  })
})

test('once a payment was begun its amount stands', async () => {
  const code = await promotion({})
  const { visitor, checkout } = await buyer(null)
  await reserve(visitor, checkout)
  expect(await rejection(apply(visitor, checkout, code))).toMatchObject({
    code: 'PT409',
    hint: 'payment_begun',
  })
  await fail(visitor, checkout)
  expect(await rejection(apply(visitor, checkout, code))).toMatchObject({ hint: 'payment_begun' })
  await complete(sql, visitor, checkout.session_id)
  expect(await rejection(apply(visitor, checkout, code))).toMatchObject({ hint: 'session_not_found' })
})

test('of nothing to pay no provider has to say a word; of a penny it has', async () => {
  await sql`insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`
  try {
    const all = await promotion({ percent: 100 })
    const visitor = guest()
    const product = await stockProduct(sql, 19.99, 5)
    const checkout = await readyToPay(sql, visitor, product, 2)
    expect(await rejection(complete(sql, visitor, checkout.session_id))).toMatchObject({
      hint: 'payment_required',
    })
    expect(await apply(visitor, checkout, all)).toMatchObject({ total: 0 })
    expect(await complete(sql, visitor, checkout.session_id)).toMatchObject({ total: 0 })
    expect(await stockOf(sql, product)).toBe(3)
  } finally {
    await sql`update shop_settings set value = '"simulated"' where key = 'payment.provider'`
  }
})

test('guessing ends after ten wrong codes, a right one costs nothing', async () => {
  const code = await promotion({})
  const { visitor, checkout } = await buyer(null)
  for (let index = 0; index < 9; index++)
    expect((await apply(visitor, checkout, `guess-${String(index)}`)).state).toBe('unknown')
  for (let index = 0; index < 5; index++) expect((await apply(visitor, checkout, code)).state).toBe('valid')
  expect((await apply(visitor, checkout, 'guess')).state).toBe('unknown')
  expect(await rejection(apply(visitor, checkout, code))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  for (let index = 0; index < 10; index++)
    expect((await check(visitor, `guess-${String(index)}`)).state).toBe('unknown')
  expect(await rejection(check(visitor, code))).toMatchObject({ code: 'PT429' })
  const from = { headers: { ...visitor.headers, 'x-forwarded-for': '203.0.113.9' } }
  await sql`delete from private.rate_limits`
  for (let index = 0; index < 60; index++) {
    const fresh: Visitor = { headers: { ...guest().headers, 'x-forwarded-for': '203.0.113.9' } }
    expect((await check(fresh, 'guess')).state).toBe('unknown')
  }
  expect(await rejection(check(from, code))).toMatchObject({ code: 'PT429' })
})

test('staff make and end promotions, and the log says who', async () => {
  await as(
    sql,
    staff,
    (tx) => tx`insert into promotions (code, kind, amount_pence) values ('BY-STAFF', 'amount', 500)`,
  )
  await as(sql, staff, (tx) => tx`update promotions set is_active = false where code = 'BY-STAFF'`)
  const logged =
    await sql`select action, after ->> 'is_active' as active from audit_log where table_name = 'promotions' and actor = ${staff.user?.id ?? ''} order by id`
  expect([...logged]).toEqual([
    { action: 'insert', active: 'true' },
    { action: 'update', active: 'false' },
  ])
  expect(
    (
      await rejection(
        as(
          sql,
          staff,
          (tx) => tx`insert into promotions (code, kind, percent) values ('by-staff', 'percent', 5)`,
        ),
      )
    ).code,
  ).toBe('23505')
  expect(
    (
      await rejection(
        as(
          sql,
          await signUp(sql),
          (tx) => tx`insert into promotions (code, kind, percent) values ('MINE', 'percent', 100)`,
        ),
      )
    ).code,
  ).toBe('42501')
})

test('a payment in progress holds the last use; a declined payment, the end of the checkout and its expiry release it', async () => {
  const code = await promotion({ uses_limit: 1 })
  const first = await buyer(code)
  const second = await buyer(code)
  const rejected = () => rejection(reserve(second.visitor, second.checkout))
  await reserve(first.visitor, first.checkout)
  expect(await rejected()).toMatchObject({ hint: 'totals_changed' })
  expect(await check(second.visitor, code)).toMatchObject({ state: 'exhausted' })
  await fail(first.visitor, first.checkout)
  await reserve(second.visitor, second.checkout)
  expect(await rejection(reserve(first.visitor, first.checkout))).toMatchObject({ hint: 'totals_changed' })
  await sql`update promotion_uses set held_until = now() where checkout_session_id = ${second.checkout.session_id}`
  await reserve(first.visitor, first.checkout)
  expect(await rejected()).toMatchObject({ hint: 'totals_changed' })
  await startCheckout(sql, first.visitor, await details(sql))
  await reserve(second.visitor, second.checkout)
  expect((await complete(sql, second.visitor, second.checkout.session_id)).total).toBe(39.09)
})

test.each<[string, Record<string, unknown>]>([
  ['ends', { ends_at: '2026-01-02', starts_at: '2026-01-01' }],
  ['is taken back', { is_active: false }],
  ['is limited to fewer', { uses_limit: 1 }],
])('a code that %s during a payment stands while it is held, and no longer', async (_what, change) => {
  const code = await promotion({ uses_limit: 3 })
  const [kept, late, other] = [await buyer(code), await buyer(code), await buyer(code)]
  for (const { visitor, checkout } of [kept, late, other]) await reserve(visitor, checkout)
  const [{ held_until: before }] = await sql<
    [{ held_until: Date }]
  >`select held_until from promotion_uses where checkout_session_id = ${late.checkout.session_id}`
  await sql`update promotions set ${sql(change)} where code = ${code}`
  expect((await complete(sql, kept.visitor, kept.checkout.session_id)).total).toBe(39.09)
  // Asking again holds the stock for longer, but not a code that can no longer be had.
  await reserve(late.visitor, late.checkout)
  const [{ held_until: after }] = await sql<
    [{ held_until: Date }]
  >`select held_until from promotion_uses where checkout_session_id = ${late.checkout.session_id}`
  expect(after).toEqual(before)
  await sql`update promotion_uses set held_until = now() where checkout_session_id = ${late.checkout.session_id}`
  expect(await rejection(complete(sql, late.visitor, late.checkout.session_id))).toMatchObject({
    hint: 'totals_changed',
  })
  // A payment that failed holds nothing: its code is asked for like anyone's.
  await fail(other.visitor, other.checkout)
  expect(await rejection(reserve(other.visitor, other.checkout))).toMatchObject({ hint: 'totals_changed' })
})
