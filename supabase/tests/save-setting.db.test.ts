import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const owner = await signUpStaff(sql)

const key = 'stock.lowMax'
interface Row {
  value: unknown
  version: number
}
const rowOf = async (name = key): Promise<Row | undefined> =>
  (await sql<Row[]>`select value, version from shop_settings where key = ${name}`)[0]

/** Saves as the form does. @param read the row that the form was opened with; undefined for the default */
const save = (visitor: Visitor, value: unknown, read: Row | undefined, name = key) =>
  as(
    sql,
    visitor,
    (tx) => tx<{ version: number | null }[]>`
      select save_setting(${name}, ${JSON.stringify(value)}::text::jsonb, ${read?.version ?? null},
        ${JSON.stringify(read?.value ?? null)}::text::jsonb) as version`,
  )

beforeEach(async () => {
  await sql`delete from shop_settings where key = ${key}`
})

test('a setting is added, changed and put back to its default', async () => {
  expect(await save(owner, 3, undefined)).toEqual([{ version: 1 }])
  expect(await save(owner, 7, await rowOf())).toEqual([{ version: 2 }])
  expect(await rowOf()).toEqual({ value: 7, version: 2 })
  expect(await save(owner, null, await rowOf())).toEqual([{ version: null }])
  expect(await rowOf()).toBeUndefined()
})

test('a stale save changes nothing and is told the present value', async () => {
  await save(owner, 3, undefined)
  const opened = await rowOf()
  await save(owner, 7, opened)
  const rejected = await rejection(save(owner, 9, opened))
  expect(rejected).toMatchObject({
    code: 'PT409',
    message: 'Someone has changed this setting since you opened it.',
    hint: 'stale_version',
  })
  expect(JSON.parse(rejected.detail)).toEqual({ key, value: 7, version: 2 })
  expect(await rowOf()).toEqual({ value: 7, version: 2 })
})

test('a form opened with the default is stale once there is a row, and one with a row once it is gone', async () => {
  await save(owner, 3, undefined)
  expect(await rejection(save(owner, 4, undefined))).toMatchObject({ hint: 'stale_version' })
  const opened = await rowOf()
  await save(owner, null, opened)
  expect(await rejection(save(owner, 4, opened))).toMatchObject({ hint: 'stale_version' })
  expect(await rowOf()).toBeUndefined()
})

test('a row that was deleted and made again with the same version is another one', async () => {
  await save(owner, 3, undefined)
  const opened = await rowOf()
  await save(owner, null, opened)
  await save(owner, 4, undefined)
  expect((await rowOf())?.version).toBe(opened?.version)
  expect(await rejection(save(owner, 9, opened))).toMatchObject({ hint: 'stale_version' })
})

test('of two people who add a setting at once one is told so', async () => {
  const outcomes = await Promise.allSettled([save(owner, 3, undefined), save(owner, 4, undefined)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a value that breaks the rule, and a key that is none, are rejected', async () => {
  expect(await rejection(save(owner, 2.5, undefined))).toMatchObject({
    code: 'PT422',
    message: 'stock.lowMax must be a number from 0 to 10000 with 0 decimals at most.',
  })
  expect(await rejection(save(owner, 1, undefined, 'stock.other'))).toMatchObject({
    code: 'PT422',
    hint: 'key',
  })
})

test.each([
  ['admin', 'pricing.factor', 0.5, 'PT403'],
  ['admin', 'payment.provider', 'stripe', 'PT403'],
  ['admin', 'revenue.basis', 'shipped', 'PT403'],
  ['admin', 'staff.roles', 'equal', 'PT403'],
  ['admin', 'business.name', 'Moss', undefined],
  ['moderator', 'business.name', 'Moss', 'PT403'],
  ['super_admin', 'pricing.factor', 0.5, undefined],
] as const)('%s, %s: %j', async (role, name, value, code) => {
  const member = await signUpStaff(sql, role)
  const before = await rowOf(name)
  const attempt = save(member, value, before, name)
  if (code === undefined) {
    await attempt
    expect((await rowOf(name))?.value).toBe(value)
    await save(owner, before?.value ?? null, await rowOf(name), name)
  } else {
    expect((await rejection(attempt)).code).toBe(code)
    expect(await rowOf(name)).toEqual(before)
  }
})

test('customers save nothing', async () => {
  const customer = await signUp(sql)
  expect((await rejection(save(customer, 3, undefined))).code).toBe('PT403')
})
