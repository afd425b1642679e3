import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { addToCart, complete, details, readyToPay, startCheckout, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const address = { address_line_1: '1 High Street', city: 'Town' }

test.each([
  ['email', { email: 'nobody' }],
  ['email', { email: '' }],
  ['first_name', { first_name: ' ' }],
  ['last_name', { last_name: 7 }],
  ['phone', { phone: '0'.repeat(41) }],
  ['address_line_1', { shipping_address: { city: 'Town', postal_code: 'SW1A 1AA' } }],
  ['city', { shipping_address: { address_line_1: '1', postal_code: 'SW1A 1AA' } }],
  ['postal_code', { shipping_address: address }],
  ['country', { shipping_address: { ...address, postal_code: '75001', country: 'FR' } }],
  ['shipping_address', { shipping_address: 'here' }],
])('a bad %s is named', async (field, changes) => {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  expect(await rejection(startCheckout(sql, visitor, await details(sql, 'Standard', changes)))).toMatchObject(
    {
      code: 'PT422',
      hint: field,
    },
  )
})

test('where the shop sells to accounts alone, a guest begins no checkout', async () => {
  const product = await stockProduct(sql, 10, 5)
  const [visitor, customer] = [guest(), await signUp(sql)]
  for (const each of [visitor, customer]) await addToCart(sql, each, product)
  const require = (value: boolean) =>
    sql`insert into shop_settings (key, value) values ('checkout.requireSignIn', ${sql.json(value)}) on conflict (key) do update set value = excluded.value`
  await require(true)
  try {
    expect(await rejection(startCheckout(sql, visitor, await details(sql)))).toMatchObject({
      code: 'PT403',
      hint: 'sign_in_required',
    })
    expect(await startCheckout(sql, customer, await details(sql))).toMatchObject({
      session_id: expect.any(String),
    })
  } finally {
    await require(false)
  }
  expect(await startCheckout(sql, visitor, await details(sql))).toMatchObject({
    session_id: expect.any(String),
  })
})

const linesOf = (visitor: Visitor) =>
  as(sql, visitor, async (tx) => [...(await tx`select quantity from cart_items`)])
const idOf = ({ headers }: Visitor) => headers?.['x-session-id'] ?? ''

test('a guest’s cart goes on under a new id once a checkout begins; the old one opens nothing', async () => {
  const [before, after, stranger] = [guest(), guest(), await signUp(sql)]
  await addToCart(sql, before, await stockProduct(sql, 10, 5), 2)
  const renewed = await details(sql, 'Standard', { new_session_id: idOf(after) })
  const checkout = await startCheckout(sql, before, renewed)
  expect([await linesOf(before), await linesOf(after)]).toEqual([[], [{ quantity: 2 }]])
  // The old id gives access to nothing any more.
  await as(sql, { ...before, ...stranger }, (tx) => tx`select cart_merge()`)
  expect([await linesOf(stranger), await linesOf(after)]).toEqual([[], [{ quantity: 2 }]])
  await complete(sql, after, checkout.session_id)
  expect(await linesOf(after)).toEqual([])
})

test('a checkout whose first answer was lost begins again under the same new id', async () => {
  const [before, after] = [guest(), guest()]
  await addToCart(sql, before, await stockProduct(sql, 10, 5), 2)
  const renewed = await details(sql, 'Standard', { new_session_id: idOf(after) })
  const lost = await startCheckout(sql, before, renewed)
  const checkout = await startCheckout(sql, before, renewed)
  expect(await linesOf(after)).toEqual([{ quantity: 2 }])
  expect(await rejection(complete(sql, after, lost.session_id))).toMatchObject({ hint: 'session_not_found' })
  await complete(sql, after, checkout.session_id)
})

test('a rejected checkout leaves the cart where it is', async () => {
  const [before, after] = [guest(), guest()]
  await addToCart(sql, before, await stockProduct(sql, 10, 5), 2)
  const renewed = { new_session_id: idOf(after), expected_total: 1 }
  expect(await rejection(startCheckout(sql, before, await details(sql, 'Standard', renewed)))).toMatchObject({
    hint: 'totals_changed',
  })
  expect([await linesOf(before), await linesOf(after)]).toEqual([[{ quantity: 2 }], []])
})

test('a new id that is none, or that another cart has, is rejected', async () => {
  const [before, other] = [guest(), guest()]
  const product = await stockProduct(sql, 10, 5)
  for (const each of [before, other]) await addToCart(sql, each, product)
  for (const id of ['session_short', `session_${'a'.repeat(121)}`, '', idOf(other)]) {
    const renewed = await details(sql, 'Standard', { new_session_id: id })
    expect(await rejection(startCheckout(sql, before, renewed)), id).toMatchObject({
      code: 'PT422',
      hint: 'new_session_id',
    })
  }
  expect([await linesOf(before), await linesOf(other)]).toEqual([[{ quantity: 1 }], [{ quantity: 1 }]])
})

test('a customer’s cart has no guest’s id: a new one means nothing', async () => {
  const [user, after] = [await signUp(sql), guest()]
  await addToCart(sql, user, await stockProduct(sql, 10, 5))
  await startCheckout(sql, user, await details(sql, 'Standard', { new_session_id: idOf(after) }))
  expect([await linesOf(user), await linesOf(after)]).toEqual([[{ quantity: 1 }], []])
})

test('an empty cart has no checkout', async () => {
  expect(await rejection(startCheckout(sql, guest(), await details(sql)))).toMatchObject({
    code: 'PT409',
    hint: 'cart_empty',
  })
})

test.each(['', 'nonsense', '00000000-0000-4000-8000-000000000000'])(
  'the shipping method %j is not available',
  async (id) => {
    const visitor = guest()
    await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
    expect(
      await rejection(
        startCheckout(sql, visitor, await details(sql, 'Standard', { shipping_method_id: id })),
      ),
    ).toMatchObject({ code: 'PT409', hint: 'method_unavailable' })
  },
)

test('a checkout is seen by who knows its id, without the key to the cart', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 10, 5))
  const knowing = { headers: { 'x-checkout-session': checkout.session_id } }
  expect(
    await as(sql, knowing, async (tx) => [...(await tx`select status, total from checkout_sessions`)]),
  ).toEqual([{ status: 'pending', total: checkout.total }])
  expect(await as(sql, visitor, async (tx) => (await tx`select id from checkout_sessions`).count)).toBe(0)
  const whole = await as(sql, knowing, (tx) => tx`select * from checkout_sessions`)
  expect(JSON.stringify(whole)).not.toContain(visitor.headers?.['x-session-id'])
})

test.each([
  ['SW1A 1AA', '4.99', true],
  ['sw1a1aa', '4.99', true],
  ['EH1 1AA', '4.99', true],
  ['BFPO 57', '4.99', false],
  ['IV1 1AA', '7.98', false],
  ['KW15 1AA', '7.98', false],
  ['ka278aa', '7.98', false],
  ['KA1 1AA', '4.99', true],
  ['PA2 6AA', '4.99', true],
  ['PA20 0AA', '7.98', false],
  ['BT1 1AA', '7.49', false],
  ['B1 1AA', '4.99', true],
  ['IM1 1AA', '7.49', false],
  ['TR21 0AA', '8.98', false],
  ['TR2 1AA', '4.99', true],
  ['ZZ1 1AA', '4.99', false],
])('Express to %s costs £%s; next day there: %s', async (postcode, express, nextDay) => {
  const visitor = guest()
  await addToCart(sql, visitor, await stockProduct(sql, 10, 5))
  const to = { shipping_address: { ...address, postal_code: postcode } }
  expect((await startCheckout(sql, visitor, await details(sql, 'Express', to))).shipping_amount).toBe(express)
  const attempt = startCheckout(sql, visitor, await details(sql, 'Next day', to)).then(
    () => true,
    () => false,
  )
  expect(await attempt).toBe(nextDay)
})

test('an account link opens once, for a completed checkout only', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 10, 5))
  const issue = () =>
    as(sql, visitor, async (tx) => {
      const [row] = await tx<{ token: string }[]>`select issue_account_token(${checkout.session_id}) as token`
      return row?.token ?? ''
    })
  expect(await rejection(issue())).toMatchObject({ hint: 'session_not_found' })
  await complete(sql, visitor, checkout.session_id)
  const token = await issue()
  const read = async () => [
    ...(await as(
      sql,
      visitor,
      (tx) =>
        tx`select read_account_token(${token}) ->> 'state' as state, read_account_token(${token}) ->> 'email' as email`,
    )),
  ]
  expect(await read()).toEqual([{ state: 'valid', email: 'guest@example.test' }])
  const claims = await Promise.all(
    [1, 2, 3].map(() =>
      as(sql, visitor, async (tx) => {
        const [row] = await tx<{ won: boolean }[]>`select claim_account_token(${token}) as won`
        return row?.won
      }),
    ),
  )
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await read()).toEqual([{ state: 'invalid', email: null }])
  const [stored] =
    await sql`select count(*)::int as raw from account_creation_tokens where token_hash = ${token}`
  expect(stored).toEqual({ raw: 0 })
})

test('an old account link is expired', async () => {
  const visitor = guest()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 10, 5))
  await complete(sql, visitor, checkout.session_id)
  const [row] = await sql`select private.new_account_token(${checkout.session_id}, 'a@b.cc') as token`
  await sql`update account_creation_tokens set expires_at = now() where checkout_session_id = ${checkout.session_id}`
  const [state] = await as(sql, visitor, (tx) => tx`select read_account_token(${row?.token}) as reply`)
  expect(state).toEqual({ reply: { state: 'expired' } })
})

test('the dashboard counts in the database', async () => {
  const staff = await signUpStaff(sql)
  const stats = () =>
    as(
      sql,
      staff,
      async (tx) => (await tx`select dashboard_stats() as stats`)[0]?.stats as Record<string, number>,
    )
  const visitor = guest()
  const before = await stats()
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 19.99, 5), 2)
  const receipt = await complete(sql, visitor, checkout.session_id)
  const paid = await stats()
  expect(paid.orders_total).toBe((before.orders_total ?? 0) + 1)
  expect(paid.orders_pending).toBe((before.orders_pending ?? 0) + 1)
  expect(paid.paid).toBeCloseTo((before.paid ?? 0) + 37.9)
  expect(paid.revenue).toBe(before.revenue)
  await as(sql, staff, (tx) => tx`update orders set status = 'completed' where id = ${receipt.order_id}`)
  expect((await stats()).revenue).toBeCloseTo((before.revenue ?? 0) + 37.9)
  const [events] =
    await sql`select count(*)::int as count from order_events where order_id = ${receipt.order_id}`
  expect(events).toEqual({ count: 3 })
})

test('with delivery.coverage “mainland” nothing is sold off it: not started, and not paid once started', async () => {
  const product = await stockProduct(sql, 10, 50)
  const to = async (postal_code: string) => {
    const buyer = guest()
    await addToCart(sql, buyer, product)
    const shipping_address = { address_line_1: '1 High Street', city: 'Town', postal_code }
    const { session_id: session } = await startCheckout(
      sql,
      buyer,
      await details(sql, 'Express', { shipping_address }),
    )
    return { buyer, session }
  }
  const { buyer, session } = await to('BT1 1AA')
  await sql`update shop_settings set value = '"mainland"' where key = 'delivery.coverage'`
  for (const place of ['BT1 1AA', 'ze1 0aa', 'KW15 1AA', 'PO30 1AA', 'BFPO 57'])
    expect(await rejection(to(place))).toMatchObject({ hint: 'method_unavailable' })
  expect(await rejection(complete(sql, buyer, session))).toMatchObject({ hint: 'totals_changed' })
  await to('EH1 1AA')
  await sql`update shop_settings set value = '"uk"' where key = 'delivery.coverage'`
  expect((await complete(sql, buyer, session)).status).toBe('completed')
})

test('an order without variants calls few functions: each is a statement of its own', async () => {
  const visitor = await signUp(sql)
  const checkout = await readyToPay(sql, visitor, await stockProduct(sql, 20, 10), 2)
  const pence = Math.round(Number(checkout.total) * 100)
  const calls = await sql.begin(async (tx) => {
    await tx`select set_config('track_functions', 'all', true), set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`select complete_checkout(${checkout.session_id}, ${randomUUID()}, 'pi_3Cost', ${pence}, 'GBP')`
    return tx<{ name: string; calls: number }[]>`
      select funcname as name, calls::integer from pg_stat_xact_user_functions order by calls desc, funcname`
  })
  const names = calls.map(({ name }) => name)
  expect(names).toContain('count_product_sales')
  expect(names).not.toContain('count_variants')
  expect(calls.reduce((sum, { calls: each }) => sum + each, 0)).toBeLessThan(200)
})
