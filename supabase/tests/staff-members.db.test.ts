import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import { recordOf } from './staff-steps'
import { testDatabase } from './test-database'
import {
  as,
  connections,
  othersWaiting,
  rejection,
  signUp,
  signUpStaff,
  type Visitor,
} from './visitor-fixtures'

const sql = await testDatabase()
beforeEach(async () => {
  await sql`delete from admin_users`
})

const change = async (
  by: Visitor,
  whom: Visitor,
  values: { p_role?: string; p_active?: boolean },
  connection = sql,
) => callAs(connection, by, 'set_staff', { p_id: (await recordOf(connection, whom)).id, ...values })
const owners = async () =>
  (await sql`select from admin_users where role = 'super_admin' and is_active`).length

test('a role changes what a member may do from the next call on, and is in the log', async () => {
  const [owner, member] = [await signUpStaff(sql), await signUpStaff(sql, 'moderator')]
  await change(owner, member, { p_role: 'admin' })
  expect(await callAs(sql, member, 'my_rights', {})).toContain('catalogue')
  const { id } = await recordOf(sql, member)
  expect(
    await sql`select actor, action, before, after from audit_log where table_name = 'admin_users' and row_id = ${id}`,
  ).toEqual([
    { actor: owner.user?.id, action: 'update', before: { role: 'moderator' }, after: { role: 'admin' } },
  ])
  await change(owner, member, { p_role: 'admin' })
  expect(await sql`select from audit_log where row_id = ${id}`).toHaveLength(1)
})

test('a dismissed member is signed out everywhere and has no right; a restored one has their role again', async () => {
  const [owner, member] = [await signUpStaff(sql), await signUpStaff(sql, 'admin')]
  const userId = member.user?.id ?? ''
  const session = () => sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${userId})`
  await session()
  await session()
  const others = await signUp(sql)
  await sql`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${others.user?.id ?? ''})`
  await change(owner, member, { p_active: false })
  expect(await sql`select from auth.sessions where user_id = ${userId}`).toHaveLength(0)
  expect(await sql`select from auth.sessions where user_id = ${others.user?.id ?? ''}`).toHaveLength(1)
  expect(await rejection(callAs(sql, member, 'office_products', {}))).toMatchObject({
    code: 'PT403',
    hint: 'staff_only',
  })
  await change(owner, member, { p_active: true })
  expect(await recordOf(sql, member)).toMatchObject({ role: 'admin', is_active: true })
  expect(await callAs(sql, member, 'my_rights', {})).toContain('catalogue')
})

test('nobody changes themselves', async () => {
  const owner = await signUpStaff(sql)
  await signUpStaff(sql)
  for (const values of [{ p_role: 'admin' }, { p_active: false }, { p_role: 'super_admin' }])
    expect(await rejection(change(owner, owner, values))).toMatchObject({ code: 'PT409', hint: 'own_access' })
})

test.each(['admin', 'moderator'] as const)('an %s changes nobody, themselves least of all', async (role) => {
  const [owner, member] = [await signUpStaff(sql), await signUpStaff(sql, role)]
  for (const whom of [owner, member])
    expect(await rejection(change(member, whom, { p_role: 'super_admin' }))).toMatchObject({
      code: 'PT403',
      hint: 'not_allowed',
    })
  expect(await rejection(change(await signUp(sql), owner, { p_active: false }))).toMatchObject({
    code: 'PT403',
    hint: 'staff_only',
  })
})

test('the last active super admin stays, whoever asks', async () => {
  const [owner, former, member] = [
    await signUpStaff(sql),
    await signUpStaff(sql),
    await signUpStaff(sql, 'moderator'),
  ]
  await change(owner, former, { p_active: false })
  await sql`insert into shop_settings (key, value) values ('staff.roles', '"equal"')`
  try {
    for (const values of [{ p_role: 'admin' }, { p_active: false }])
      expect(await rejection(change(member, owner, values))).toMatchObject({
        code: 'PT409',
        hint: 'last_super_admin',
      })
    await change(owner, member, { p_role: 'super_admin' })
    await change(member, owner, { p_active: false })
    expect(await owners()).toBe(1)
  } finally {
    await sql`delete from shop_settings where key = 'staff.roles'`
  }
})

test('a role that is none and a member who is none are rejected', async () => {
  const [owner, member] = [await signUpStaff(sql), await signUpStaff(sql, 'admin')]
  expect(await rejection(change(owner, member, { p_role: 'owner' }))).toMatchObject({
    code: 'PT422',
    hint: 'role',
  })
  expect(
    await rejection(callAs(sql, owner, 'set_staff', { p_id: randomUUID(), p_role: 'admin' })),
  ).toMatchObject({ code: 'PT404' })
})

test.each<[setting: string, values: { p_role?: string; p_active?: boolean }]>([
  ['enforced', { p_role: 'admin' }],
  ['enforced', { p_active: false }],
  ['equal', { p_role: 'admin' }],
  ['equal', { p_active: false }],
])('two super admins who lower each other at once leave one (roles %s, %o)', async (setting, values) => {
  const [first, second] = [await signUpStaff(sql), await signUpStaff(sql)]
  if (setting === 'equal') await sql`insert into shop_settings (key, value) values ('staff.roles', '"equal"')`
  const two = connections(sql, 2)
  try {
    const ids = [await recordOf(sql, second), await recordOf(sql, first)].map(({ id }) => id)
    // The first has changed the second and not yet committed when the second asks.
    let late: Promise<unknown> = Promise.resolve()
    await as(two, first, async (tx) => {
      await tx`select set_staff(${ids[0] ?? ''}, ${values.p_role ?? null}, ${values.p_active ?? null})`
      late = rejection(callAs(two, second, 'set_staff', { p_id: ids[1], ...values }))
      await othersWaiting(sql, 1)
    })
    expect(await late).toMatchObject({ code: expect.stringMatching(/^PT40[39]$/) })
    expect(await owners()).toBe(1)
    // And without an order.
    await sql`update admin_users set role = 'super_admin', is_active = true`
    const outcomes = await Promise.allSettled([
      change(first, second, values, two),
      change(second, first, values, two),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await owners()).toBe(1)
  } finally {
    await two.end()
    await sql`delete from shop_settings where key = 'staff.roles'`
  }
})

test('three who dismiss each other at once leave one', async () => {
  const ring = [await signUpStaff(sql), await signUpStaff(sql), await signUpStaff(sql)]
  const crowd = connections(sql, 6)
  try {
    await Promise.allSettled(
      ring.flatMap((by, index) =>
        [1, 2].map((step) => change(by, ring[(index + step) % 3] ?? by, { p_active: false }, crowd)),
      ),
    )
    expect(await owners()).toBe(1)
  } finally {
    await crowd.end()
  }
})
