import { expect, test } from 'vitest'
import { promotionFixtures } from './promotion-fixtures'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, refusal, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

const { promotion, apply, check, buyer } = promotionFixtures(sql)

test('guessing ends after ten wrong codes, a right one costs nothing', async () => {
  const code = await promotion({})
  const { visitor, checkout } = await buyer(null)
  for (let index = 0; index < 9; index++)
    expect((await apply(visitor, checkout, `guess-${String(index)}`)).state).toBe('unknown')
  for (let index = 0; index < 5; index++) expect((await apply(visitor, checkout, code)).state).toBe('valid')
  expect((await apply(visitor, checkout, 'guess')).state).toBe('unknown')
  expect(await refusal(apply(visitor, checkout, code))).toMatchObject({ code: 'PT429', hint: 'rate_limited' })
  for (let index = 0; index < 10; index++)
    expect((await check(visitor, `guess-${String(index)}`)).state).toBe('unknown')
  expect(await refusal(check(visitor, code))).toMatchObject({ code: 'PT429' })
  const from = { headers: { ...visitor.headers, 'x-forwarded-for': '203.0.113.9' } }
  await sql`delete from private.rate_limits`
  for (let index = 0; index < 60; index++) {
    const fresh: Visitor = { headers: { ...guest().headers, 'x-forwarded-for': '203.0.113.9' } }
    expect((await check(fresh, 'guess')).state).toBe('unknown')
  }
  expect(await refusal(check(from, code))).toMatchObject({ code: 'PT429' })
})

test('staff make and end promotions, and the log says who', async () => {
  const staff = await signUpStaff(sql)
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
      await refusal(
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
      await refusal(
        as(
          sql,
          await signUp(sql),
          (tx) => tx`insert into promotions (code, kind, percent) values ('MINE', 'percent', 100)`,
        ),
      )
    ).code,
  ).toBe('42501')
})
