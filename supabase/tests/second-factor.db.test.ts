import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Role } from './declaration/rights'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const roles: readonly Role[] = ['super_admin', 'admin', 'moderator']

/** A visitor whose token has these claims besides. */
const withClaims = (visitor: Visitor, claims: Record<string, unknown>): Visitor => ({ ...visitor, claims })
const passed = (visitor: Visitor) => withClaims(visitor, { aal: 'aal2' })

async function addFactor({ user }: Visitor, status: 'verified' | 'unverified' = 'verified') {
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${randomUUID()}, ${user?.id ?? null}, '', 'totp', ${status}, now(), now(), 'JBSWY3DPEHPK3PXP')`
}
const requireOf = (value: string) =>
  sql`insert into shop_settings (key, value) values ('staff.twoFactor', ${JSON.stringify(value)}::text::jsonb)
    on conflict (key) do update set value = excluded.value`

const isStaff = async (visitor: Visitor) =>
  (await as(sql, visitor, (tx) => tx<{ staff: boolean }[]>`select private.is_staff() as staff`))[0]?.staff
const step = (visitor: Visitor): Promise<string | null> => callAs(sql, visitor, 'second_factor_step', {})
const rightsOf = (visitor: Visitor): Promise<string[]> => callAs(sql, visitor, 'my_rights', {})
const colleagues = (visitor: Visitor) => as(sql, visitor, (tx) => tx`select id from admin_users`)

afterEach(() => sql`delete from shop_settings where key = 'staff.twoFactor'`)

test('a role that needs a second factor has no right without it, by any way, and all of them with it', async () => {
  const order: Record<string, number> = { off: 0, super_admin: 1, admin: 2, all: 3 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(order)),
      fc.constantFrom(...roles),
      fc.constantFrom<string | undefined | null>('aal1', 'aal2', 'AAL2', '', null, undefined, 'aal3'),
      fc.constantFrom('none', 'unverified', 'verified'),
      async (setting, role, aal, factor) => {
        await requireOf(setting)
        const member = await signUpStaff(sql, role)
        if (factor === 'verified' || factor === 'unverified') await addFactor(member, factor)
        const isNeeded = factor === 'verified' || roles.indexOf(role) < (order[setting] ?? 3)
        const isOpen = aal === 'aal2' || !isNeeded
        const visitor = withClaims(member, aal === undefined ? {} : { aal })
        expect(await isStaff(visitor)).toBe(isOpen)
        expect((await rightsOf(visitor)).length > 0).toBe(isOpen)
        expect((await colleagues(visitor)).length > 0).toBe(isOpen)
        expect(await step(visitor)).toBe(isOpen ? null : factor === 'verified' ? 'verify' : 'enrol')
      },
    ),
    { numRuns: process.env.TEST_DEEP ? 400 : 60 },
  )
})

test('a function of staff says that two-factor sign-in is missing', async () => {
  await requireOf('all')
  const member = await signUpStaff(sql)
  expect(await rejection(callAs(sql, member, 'office_staff', {}))).toMatchObject({
    code: 'PT403',
    hint: 'second_factor',
  })
  expect(await callAs(sql, passed(member), 'office_staff', {})).toMatchObject({ invitations: [] })
})

test('whoever is not staff, or no longer, is asked for nothing', async () => {
  await requireOf('all')
  const shopper = await signUp(sql)
  await addFactor(shopper)
  expect(await step(shopper)).toBeNull()
  expect(await isStaff(passed(shopper))).toBe(false)
  const left = await signUpStaff(sql)
  await sql`update admin_users set is_active = false where user_id = ${left.user?.id ?? null}`
  expect(await step(left)).toBeNull()
  expect(await isStaff(passed(left))).toBe(false)
})

test('a super admin takes the factor of another away, who is signed out, and the log says so', async () => {
  const boss = await signUpStaff(sql)
  const member = await signUpStaff(sql, 'admin')
  await addFactor(member)
  const [row] = await sql<
    { id: string }[]
  >`select id from admin_users where user_id = ${member.user?.id ?? null}`
  const id = row?.id ?? ''
  await sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${member.user?.id ?? null})`
  const listed = async () =>
    (
      (await callAs(sql, boss, 'office_staff', {})) as {
        members: { id: string; has_second_factor: boolean }[]
      }
    ).members.find((one) => one.id === id)?.has_second_factor
  expect(await listed()).toBe(true)
  await callAs(sql, boss, 'remove_second_factor', { p_id: id })
  await callAs(sql, boss, 'remove_second_factor', { p_id: id })
  expect(await listed()).toBe(false)
  expect(await sql`select from auth.sessions where user_id = ${member.user?.id ?? null}`).toHaveLength(0)
  expect(
    await sql`select actor, before, after from audit_log where row_id = ${id} and before ? 'second_factor'`,
  ).toEqual([{ actor: boss.user?.id, before: { second_factor: true }, after: { second_factor: false } }])
})

test('nobody takes their own factor away in this way, nor anybody without the right', async () => {
  const boss = await signUpStaff(sql)
  const admin = await signUpStaff(sql, 'admin')
  await addFactor(boss)
  const [row] = await sql<
    { id: string }[]
  >`select id from admin_users where user_id = ${boss.user?.id ?? null}`
  const remove = (visitor: Visitor) =>
    rejection(callAs(sql, visitor, 'remove_second_factor', { p_id: row?.id }))
  expect(await remove(passed(boss))).toMatchObject({ code: 'PT409', hint: 'own_access' })
  expect(await remove(boss)).toMatchObject({ code: 'PT403', hint: 'second_factor' })
  expect(await remove(admin)).toMatchObject({ code: 'PT403', hint: 'not_allowed' })
})
