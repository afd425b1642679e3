import { expect, test } from 'vitest'
import { giftCardFixtures } from './gift-card-fixtures'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, refusal, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const { card, balance, apply, check, buyer } = giftCardFixtures(sql)

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
  const staff = await signUpStaff(sql)
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
  expect(await refusal(apply(visitor, checkout, code))).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  const from = (): Visitor => ({ headers: { ...guest().headers, 'x-forwarded-for': '203.0.113.77' } })
  for (let index = 0; index < 30; index++) expect(await check(from(), 'guess')).toEqual({ state: 'unknown' })
  expect(await refusal(check(from(), code))).toMatchObject({ code: 'PT429' })
})
