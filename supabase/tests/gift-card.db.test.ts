import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { giftCardFixtures } from './gift-card-fixtures'
import { complete, reserve } from './checkout-steps'
import { testDatabase } from './test-database'
import {
  as,
  connections,
  guest,
  signUpStaff,
  othersWaiting,
  rejection,
  signUp,
  type Visitor,
} from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const { card, balance, apply, check, buyer } = giftCardFixtures(sql)

test.each([
  ['a part', 2000, 22.89, 'Gift card and card', 0],
  ['everything', 10_000, 0, 'Gift card', 5711],
  ['to the penny', 4289, 0, 'Gift card', 0],
])(
  'a card that pays %s: figures and VAT stay, the rest is paid otherwise',
  async (_what, pence, due, method, left) => {
    const { code, id } = await card(pence)
    const { visitor, checkout, reply } = await buyer(` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`)
    expect(reply).toMatchObject({ state: 'valid', due, total: 42.89 })
    await reserve(sql, visitor, checkout)
    expect(await balance(id)).toBe(pence)
    const receipt = await complete(sql, visitor, checkout.session_id)
    expect(receipt.total).toBe(42.89)
    const [order] =
      await sql`select subtotal::float8, tax_amount::float8, total::float8, (total - gift_card_amount)::float8 as due, payment_method, gift_card_hint from orders where id = ${receipt.order_id}`
    expect(order).toEqual({
      subtotal: 31.58,
      tax_amount: 6.32,
      total: 42.89,
      due,
      payment_method: method,
      gift_card_hint: code.slice(-4),
    })
    const [paid] =
      await sql`select amount::float8 from payment_attempts where checkout_session_id = ${checkout.session_id} and status = 'succeeded'`
    expect(paid).toEqual({ amount: due })
    const [mail] =
      await sql`select data ->> 'gift_card_amount' as amount from email_outbox where order_id = ${receipt.order_id} and kind = 'order_confirmation'`
    expect(Number(mail?.amount)).toBeCloseTo(42.89 - due)
    expect(await balance(id)).toBe(left)
    expect(await complete(sql, visitor, checkout.session_id)).toEqual(receipt)
    expect(await balance(id)).toBe(left)
    expect(await faultsIn(sql)).toEqual({})
  },
)

test('orders racing for one balance never spend more than there is', async () => {
  const { code, id } = await card(10_000)
  const crowd = connections(sql, 12)
  const buyers = []
  for (let index = 0; index < 12; index++) buyers.push(await buyer(code))
  const results = await Promise.allSettled(
    buyers.map(({ visitor, checkout }) => complete(crowd, visitor, checkout.session_id)),
  )
  await crowd.end()
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ code: 'PT409', hint: 'totals_changed' })
  expect(await balance(id)).toBe(10_000 - 2 * 4289)
  const late = buyers.find((_, index) => results[index]?.status === 'rejected')
  if (!late) throw new Error('nobody was late')
  expect(
    JSON.parse((await rejection(complete(sql, late.visitor, late.checkout.session_id))).detail),
  ).toMatchObject({ total: 42.89, due: 28.67, gift_card_rejected: 'changed' })
  expect(await apply(late.visitor, late.checkout, code)).toMatchObject({ due: 28.67 })
  await complete(sql, late.visitor, late.checkout.session_id)
  expect(await balance(id)).toBe(0)
  expect(await check(guest(), code)).toEqual({ state: 'empty' })
})

test('a running payment counts on its part; declined, ended or too slow, the part is free again', async () => {
  const { code, id } = await card(5000)
  const [first, second] = [await buyer(code), await buyer(code)]
  await reserve(sql, first.visitor, first.checkout)
  expect(await check(guest(), code)).toMatchObject({ state: 'valid', available_pence: 711 })
  expect(await rejection(reserve(sql, second.visitor, second.checkout))).toMatchObject({
    hint: 'totals_changed',
  })
  await as(sql, first.visitor, (tx) => tx`select fail_checkout(${first.checkout.session_id})`)
  await reserve(sql, second.visitor, second.checkout)
  await sql`update private.gift_card_holds set expires_at = now()`
  await reserve(sql, first.visitor, first.checkout)
  expect(await rejection(complete(sql, second.visitor, second.checkout.session_id))).toMatchObject({
    hint: 'totals_changed',
  })
  await sql`update checkout_sessions set status = 'expired' where session_id = ${first.checkout.session_id}`
  await complete(sql, second.visitor, second.checkout.session_id)
  expect(await balance(id)).toBe(711)
})

test('a cancelled order gives back once, with time to spend it; undone, it pays again while the balance lasts', async () => {
  const { code, id } = await card(5000)
  const { visitor, checkout } = await buyer(code)
  const { order_id: order } = await complete(sql, visitor, checkout.session_id)
  const set = (change: Record<string, string>) =>
    as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order}`)
  await sql`update gift_cards set created_at = now() - interval '24 months', expires_at = now() + interval '1 day' where id = ${id}`
  await set({ status: 'cancelled' })
  await set({ payment_status: 'refunded' })
  expect(await balance(id)).toBe(5000)
  const [time] =
    await sql`select expires_at > now() + interval '89 days' as enough from gift_cards where id = ${id}`
  expect(time).toEqual({ enough: true })
  await set({ status: 'processing', payment_status: 'paid' })
  expect(await balance(id)).toBe(711)
  await set({ status: 'cancelled' })
  const other = await buyer(code)
  await complete(sql, other.visitor, other.checkout.session_id)
  expect(await rejection(set({ status: 'processing' }))).toMatchObject({ hint: 'gift_card_spent' })
})

test('a promotion comes first, the card pays what it leaves, and a begun payment stands', async () => {
  await sql`insert into promotions (code, kind, percent) values ('CARD-AND-CODE', 'percent', 10)`
  const { code, id } = await card(5000)
  const { visitor, checkout } = await buyer(code)
  await as(sql, visitor, (tx) => tx`select apply_promotion(${checkout.session_id}, 'card-and-code')`)
  const [asked] =
    await sql`select gift_card_id, gift_card_amount::float8 as pays from checkout_sessions where session_id = ${checkout.session_id}`
  expect(asked).toEqual({ gift_card_id: null, pays: 0 })
  expect(await apply(visitor, checkout, code)).toMatchObject({ total: 39.09, due: 0 })
  await reserve(sql, visitor, checkout)
  expect(await rejection(apply(visitor, checkout, null))).toMatchObject({ hint: 'payment_begun' })
  await complete(sql, visitor, checkout.session_id)
  expect(await balance(id)).toBe(5000 - 3909)
})

test('with a real provider the browser completes only what a card pays whole', async () => {
  await sql`insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`
  try {
    const part = await buyer((await card(4288)).code)
    expect(await rejection(complete(sql, part.visitor, part.checkout.session_id))).toMatchObject({
      hint: 'payment_required',
    })
    const whole = await buyer((await card(4289)).code)
    expect((await complete(sql, whole.visitor, whole.checkout.session_id)).total).toBe(42.89)
  } finally {
    await sql`update shop_settings set value = '"simulated"' where key = 'payment.provider'`
  }
})

test('the ledger cannot be left with another sum than the balance', async () => {
  const { id } = await card(1000)
  for (const statement of [
    `update gift_cards set balance_pence = 999 where id = '${id}'`,
    `delete from gift_card_entries where gift_card_id = '${id}'`,
    `update gift_card_entries set amount_pence = 900 where gift_card_id = '${id}'`,
  ])
    expect((await rejection(sql.unsafe(statement))).code).toBe('23514')
  expect(
    (
      await rejection(
        sql`insert into gift_card_entries (gift_card_id, kind, amount_pence) values (${id}, 'voided', -1001)`,
      )
    ).code,
  ).toBe('23514')
  const [made] = await as(sql, staff, (tx) => tx<{ code: string }[]>`select issue_gift_card(2500) as code`)
  expect(await check(guest(), made?.code ?? '')).toMatchObject({ state: 'valid', available_pence: 2500 })
  expect(await rejection(as(sql, await signUp(sql), (tx) => tx`select issue_gift_card(2500)`))).toMatchObject(
    {
      code: 'PT403',
    },
  )
})

test('an order of a card is cancelled while the next is paid without a deadlock', async () => {
  const { code, id } = await card(10_000)
  const [first, second] = [await buyer(code), await buyer(code)]
  const { order_id: order } = await complete(sql, first.visitor, first.checkout.session_id)
  // So little is left that every piece changes a page.
  await sql`update products set inventory_quantity = 3 where id in (
    select (entry ->> 'product_id')::uuid from checkout_sessions, jsonb_array_elements(cart_items) as entry
    where session_id in ${sql([first.checkout.session_id, second.checkout.session_id])})`
  const crowd = connections(sql, 4)
  const gate = await crowd.reserve()
  await gate`begin`
  await gate`select from catalogue_version for update`
  const cancelled = as(crowd, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${order}`)
  await othersWaiting(sql, 1)
  const paid = complete(crowd, second.visitor, second.checkout.session_id)
  await othersWaiting(sql, 2)
  await gate`commit`
  gate.release()
  await Promise.all([cancelled, paid])
  await crowd.end()
  expect(await balance(id)).toBe(10_000 - 4289)
})

test('codes are long, checked, told once and kept as a hash', async () => {
  const codes = await sql<
    { code: string }[]
  >`select private.new_gift_card_code() as code from generate_series(1, 300)`
  expect(new Set(codes.map(({ code }) => code)).size).toBe(300)
  for (const { code } of codes) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{20}$/)
  }
  // The same codes as in the test of the check that browsers do.
  const checked = await sql`select private.gift_card_check(signs) as last
    from unnest(array['0000000000000000001', 'ZYXWVTSRQPNMKJHGFED', '7GH2K9QXW4M0P3N8RTV', 'AAAAAAAAAAAAAAAAAAA']) with ordinality as given (signs, place) order by place`
  expect(checked.map(({ last }) => last)).toEqual(['Y', 'T', 'P', 'Y'])
  const { code, id } = await card(5000)
  const [kept] =
    await sql`select to_jsonb(gift_cards) as row, expires_at >= now() + interval '24 months' - interval '1 minute' as long from gift_cards where id = ${id}`
  expect(JSON.stringify(kept?.row)).not.toContain(code)
  expect(kept?.long).toBe(true)
})

test('unknown, void, expired and used up are told apart only to those who hold the code', async () => {
  const [lost, old] = [await card(2000), await card(2000)]
  await as(sql, staff, (tx) => tx`select void_gift_card(${lost.id}, 'Lost')`)
  await sql`update gift_cards set created_at = now() - interval '25 months', expires_at = now() - interval '1 day' where id = ${old.id}`
  const { visitor, checkout } = await buyer((await card(1000)).code)
  expect(await apply(visitor, checkout, 'nonsense')).toMatchObject({ state: 'unknown', due: 42.89 })
  expect(await apply(visitor, checkout, lost.code)).toMatchObject({ state: 'unknown' })
  expect(await apply(visitor, checkout, old.code)).toMatchObject({ state: 'expired' })
  expect(await apply(visitor, checkout, null)).toMatchObject({ state: 'none', gift_card_amount: 0 })
  expect(await balance(lost.id)).toBe(0)
  const entries =
    await sql`select kind, amount_pence, actor from gift_card_entries where gift_card_id = ${lost.id} order by id`
  expect([...entries]).toEqual([
    { kind: 'issued', amount_pence: 2000, actor: null },
    { kind: 'voided', amount_pence: -2000, actor: staff.user?.id },
  ])
})

test('guessing ends after ten wrong codes, and after thirty from one address', async () => {
  const { code } = await card(1000)
  const { visitor, checkout } = await buyer(null)
  for (let index = 0; index < 10; index++)
    expect((await apply(visitor, checkout, `guess ${String(index)}`)).state).toBe('unknown')
  expect(await rejection(apply(visitor, checkout, code))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  const from = (): Visitor => ({ headers: { ...guest().headers, 'x-forwarded-for': '203.0.113.77' } })
  for (let index = 0; index < 30; index++) expect(await check(from(), 'guess')).toEqual({ state: 'unknown' })
  expect(await rejection(check(from(), code))).toMatchObject({ code: 'PT429' })
})
