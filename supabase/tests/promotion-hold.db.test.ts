import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { promotionFixtures } from './promotion-fixtures'
import { complete, details, startCheckout } from './checkout-steps'
import { testDatabase } from './test-database'
import { refusal } from './visitor-fixtures'

const sql = await testDatabase()

const { promotion, check, buyer, reserve, fail } = promotionFixtures(sql)

test('who is paying holds the last use; a declined payment, the end of the checkout and its time give it back', async () => {
  const code = await promotion({ uses_limit: 1 })
  const first = await buyer(code)
  const second = await buyer(code)
  const refused = () => refusal(reserve(second.visitor, second.checkout))
  await reserve(first.visitor, first.checkout)
  expect(await refused()).toMatchObject({ hint: 'totals_changed' })
  expect(await check(second.visitor, code)).toMatchObject({ state: 'exhausted' })
  await fail(first.visitor, first.checkout)
  await reserve(second.visitor, second.checkout)
  expect(await refusal(reserve(first.visitor, first.checkout))).toMatchObject({ hint: 'totals_changed' })
  await sql`update promotion_uses set held_until = now() where checkout_session_id = ${second.checkout.session_id}`
  await reserve(first.visitor, first.checkout)
  expect(await refused()).toMatchObject({ hint: 'totals_changed' })
  await startCheckout(sql, first.visitor, await details(sql))
  await reserve(second.visitor, second.checkout)
  expect((await complete(sql, second.visitor, second.checkout.session_id)).total).toBe(39.09)
  expect(await faultsIn(sql)).toEqual({})
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
  expect(await refusal(complete(sql, late.visitor, late.checkout.session_id))).toMatchObject({
    hint: 'totals_changed',
  })
  // A payment that failed holds nothing: its code is asked for like anyone's.
  await fail(other.visitor, other.checkout)
  expect(await refusal(reserve(other.visitor, other.checkout))).toMatchObject({ hint: 'totals_changed' })
  expect(await faultsIn(sql)).toEqual({})
})
