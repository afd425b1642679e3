import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

interface View {
  id: string
  name: string
  query: string
  columns: string[]
  shared: boolean
  is_default: boolean
  is_mine: boolean
  by: string
}

const sql = await testDatabase()
const admin = await signUpStaff(sql, 'admin')
const moderator = await signUpStaff(sql, 'moderator')

const views = (by: Visitor, p_screen = 'orders'): Promise<View[]> =>
  callAs(sql, by, 'saved_views', { p_screen })
const names = async (by: Visitor, screen?: string) => (await views(by, screen)).map(({ name }) => name)
const run = (by: Visitor, statement: string) => as(sql, by, (tx) => tx.unsafe(statement))

interface Draft {
  name: string
  screen?: string
  shared?: boolean
  isDefault?: boolean
}

const save = (by: Visitor, { name, screen = 'orders', shared = false, isDefault = false }: Draft) =>
  run(
    by,
    `insert into staff_views (screen, name, query, columns, shared, is_default)
      values ('${screen}', '${name}', 'status=pending', '{email}', ${String(shared)}, ${String(isDefault)})`,
  )

test('a view keeps filters and columns for the one who saved it', async () => {
  const other = await signUpStaff(sql)
  await save(moderator, { name: 'Waiting' })
  expect(await views(moderator)).toMatchObject([
    {
      name: 'Waiting',
      query: 'status=pending',
      columns: ['email'],
      shared: false,
      is_default: false,
      is_mine: true,
    },
  ])
  expect(await names(moderator, 'products')).toEqual([])
  expect(await names(other)).toEqual([])
})

test('names are unique for a person and a list, whatever the capitals', async () => {
  const member = await signUpStaff(sql)
  await save(member, { name: 'Mine' })
  expect(await rejection(save(member, { name: 'MINE' }))).toMatchObject({ code: '23505' })
  await save(member, { name: 'Mine', screen: 'products' })
  await save(admin, { name: 'Mine' })
  expect(await names(member)).toEqual(['Mine'])
})

test('admins share views, others are told that they may not', async () => {
  const other = await signUpStaff(sql, 'moderator')
  await save(admin, { name: 'For everybody', shared: true, isDefault: true })
  expect(await views(other)).toMatchObject([
    // How its owner opens the list is nobody else's.
    { name: 'For everybody', shared: true, is_mine: false, is_default: false, by: 'Rowan' },
  ])
  expect(await rejection(save(other, { name: 'Shared', shared: true }))).toMatchObject({ code: 'PT403' })
  await save(other, { name: 'Own' })
  expect(await rejection(run(other, 'update staff_views set shared = true'))).toMatchObject({ code: 'PT403' })
  const count = async (statement: string) => (await run(other, statement)).count
  expect(await count("update staff_views set name = 'Taken' where name = 'For everybody'")).toBe(0)
  expect(await count("delete from staff_views where name = 'For everybody'")).toBe(0)
})

test('views shared by a dismissed member are no longer shown to others', async () => {
  const leaver = await signUpStaff(sql, 'admin')
  await save(leaver, { name: 'Of one who leaves', shared: true })
  expect(await names(admin)).toContain('Of one who leaves')
  await sql`update admin_users set is_active = false where user_id = ${leaver.user?.id ?? ''}`
  expect(await names(admin)).not.toContain('Of one who leaves')
  expect(await rejection(views(leaver))).toMatchObject({ code: 'PT403' })
})

test('one view is the default of a list: a new one takes its place', async () => {
  const member = await signUpStaff(sql)
  await save(member, { name: 'First', isDefault: true })
  await save(member, { name: 'Second', isDefault: true })
  await save(member, { name: 'Of products', screen: 'products', isDefault: true })
  const defaults = async () =>
    (await views(member)).filter(({ is_default: is }) => is).map(({ name }) => name)
  expect(await defaults()).toEqual(['Second'])
  await run(member, "update staff_views set is_default = true where name = 'First'")
  expect(await defaults()).toEqual(['First'])
  await run(member, "update staff_views set is_default = false where name = 'First'")
  expect(await defaults()).toEqual([])
  expect((await views(member, 'products'))[0]?.is_default).toBe(true)
})

test('two defaults at once leave one', async () => {
  const member = await signUpStaff(sql)
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(member, { name, isDefault: true })))
  expect((await views(member)).filter(({ is_default: is }) => is)).toHaveLength(1)
  expect((await names(member)).slice(0, 4)).toEqual(['a', 'b', 'c', 'd'])
})

test('nobody keeps more than 50 views of a list', async () => {
  const member = await signUpStaff(sql)
  await run(
    member,
    "insert into staff_views (screen, name) select 'orders', 'View ' || n from generate_series(1, 50) as n",
  )
  expect(await rejection(save(member, { name: 'One more' }))).toMatchObject({
    code: 'PT409',
    message: 'You have 50 views of this list. Delete one first.',
  })
  await save(member, { name: 'Of another list', screen: 'products' })
})

test('only lists that there are, and only for staff', async () => {
  expect(await rejection(views(admin, 'nothing'))).toMatchObject({ code: 'PT422' })
  expect(await rejection(views(await signUp(sql)))).toMatchObject({ code: 'PT403' })
})
