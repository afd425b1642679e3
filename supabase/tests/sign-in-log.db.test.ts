import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import { accept, account, invite, recordOf, tokenTo } from './staff-steps'
import { testDatabase } from './test-database'
import { as, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const owner = await signUpStaff(sql)
beforeEach(async () => {
  await sql`truncate audit_log`
})

const userOf = ({ user }: Visitor) => user?.id ?? ''
/** Opens a session as the account service does: first the session, then the user's last sign-in. */
async function signIn(who: Visitor, ip = '203.0.113.77'): Promise<string> {
  const id = randomUUID()
  await sql`insert into auth.sessions (id, user_id, ip) values (${id}, ${userOf(who)}, ${ip})`
  await sql`update auth.users set last_sign_in_at = now() where id = ${userOf(who)}`
  return id
}
const entries = () =>
  sql`select row_id, action, actor, before, after from audit_log order by created_at desc, id desc`
const lastSignIn = async (who: Visitor): Promise<Date | null> => {
  const [row] = await sql<{ at: Date | null }[]>`
    select last_login_at as at from admin_users where user_id = ${userOf(who)}`
  return row?.at ?? null
}
const fail = (email: string, address = '203.0.113.77') =>
  sql`select private.record_failed_sign_in(${email}, ${address})`

test('nobody dates the sign-in or check of staff but itself', async () => {
  const member = await signUpStaff(sql, 'moderator')
  expect(await lastSignIn(member)).toBeNull()
  const before = Date.now() - 60_000
  for (const at of ['2001-01-01', '2999-01-01', 'infinity', null]) {
    await as(
      sql,
      member,
      (tx) =>
        tx`update admin_users set last_login_at = ${at}::text::timestamptz where user_id = ${userOf(member)}`,
    )
    const noted = (await lastSignIn(member))?.getTime()
    expect(noted).toBeGreaterThan(before)
    expect(noted).toBeLessThan(Date.now() + 60_000)
  }
  await signIn(member)
  expect((await lastSignIn(member))?.getTime()).toBeGreaterThan(before)
})

test('a sign-in of staff is in the log once, with a network instead of an address', async () => {
  const member = await signUpStaff(sql, 'moderator')
  const { id } = await recordOf(sql, member)
  await signIn(member)
  // The service moves the user's last sign-in again when it renews the session.
  await sql`update auth.users set last_sign_in_at = now() + interval '1 second' where id = ${userOf(member)}`
  const opened = { row_id: id, action: 'sign_in', actor: userOf(member), before: null }
  expect(await entries()).toEqual([{ ...opened, after: { network: '203.0.113.0/24' } }])
  await signIn(member, '2001:db8:aa:bb::1')
  expect(await entries()).toMatchObject([{ ...opened, after: { network: '2001:db8:aa::/48' } }, opened])
})

test('the backend records a session that it opened by itself, and a second call changes nothing', async () => {
  const member = await signUpStaff(sql)
  const session = randomUUID()
  await sql`insert into auth.sessions (id, user_id, ip) values (${session}, ${userOf(member)}, null)`
  for (let again = 0; again < 2; again += 1) await sql`select private.record_sign_in(${session})`
  expect(await entries()).toMatchObject([{ action: 'sign_in', after: { network: null } }])
  expect(await lastSignIn(member)).not.toBeNull()
})

test('shoppers, and staff whose access has ended, leave no entry', async () => {
  const [shopper, dismissed] = [await signUp(sql), await signUpStaff(sql)]
  await sql`update admin_users set is_active = false where user_id = ${userOf(dismissed)}`
  for (const who of [shopper, dismissed]) {
    await signIn(who)
    await fail(who.user?.email ?? '')
  }
  await fail('nobody@example.test')
  expect(await entries()).toEqual([])
})

test('joining by an invitation is logged as a sign-in', async () => {
  const email = `${randomUUID()}@invited.test`
  await invite(sql, owner, email)
  const newcomer = await account(sql, email)
  const session = await signIn(newcomer)
  expect(await accept(sql, { ...newcomer, session }, await tokenTo(sql, email))).toBe('joined')
  expect(await lastSignIn(newcomer)).not.toBeNull()
  const log = await callAs<{ rows: { action: string }[] }>(sql, owner, 'office_audit', {})
  expect(log.rows.map(({ action }) => action)).toContain('sign_in')
})

test('a failed sign-in is in the log with the account and no password', async () => {
  const member = await signUpStaff(sql, 'admin')
  const { id } = await recordOf(sql, member)
  await fail(` ${(member.user?.email ?? '').toUpperCase()}`)
  expect(await entries()).toEqual([
    {
      row_id: id,
      action: 'sign_in_failed',
      actor: userOf(member),
      before: null,
      after: { network: '203.0.113.0/24', attempts: 1 },
    },
  ])
  expect(await lastSignIn(member)).toBeNull()
})

test('a thousand guesses in an hour make ten entries, each with the number of attempts', async () => {
  const member = await signUpStaff(sql)
  await sql`select private.record_failed_sign_in(${member.user?.email ?? ''}, '198.51.100.' || host)
    from generate_series(1, 1000) as host`
  const attempts = async () => {
    const rows = await sql<{ attempts: number }[]>`
      select (after ->> 'attempts')::integer as attempts from audit_log order by id`
    return rows.map((row) => row.attempts)
  }
  const doubling = Array.from({ length: 10 }, (_, power) => 2 ** power)
  expect(await attempts()).toEqual(doubling)
  await sql`update private.rate_limits set opened_at = opened_at - interval '61 minutes'`
  await fail(member.user?.email ?? '')
  expect(await attempts()).toEqual([...doubling, 1])
})

test('a deleted note leaves an entry that says of what, without its words', async () => {
  const customer = await signUp(sql, { first_name: 'Ada', last_name: 'Lane' })
  const [row] = await sql<{ id: string }[]>`select id from customers where user_id = ${userOf(customer)}`
  const id = row?.id ?? ''
  await as(sql, owner, async (tx) => {
    await tx`insert into customer_notes (customer_id, text) values (${id}, 'Rang about a parcel')`
    await tx`delete from customer_notes where customer_id = ${id}`
  })
  const log = await callAs<{ rows: object[] }>(sql, owner, 'office_audit', {})
  expect(log.rows).toMatchObject([
    { subject: 'customer_notes', action: 'delete', record: { name: 'Ada Lane', opens: id } },
  ])
  expect(JSON.stringify([log, await entries()])).not.toContain('parcel')
})
