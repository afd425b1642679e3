import { expect, test } from 'vitest'
import { complete, readyToPay, stockOf, stockProduct } from './checkout-steps'
import { rights, rightsBySetting, roles } from './declaration/rights'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = {
  super_admin: await signUpStaff(sql),
  admin: await signUpStaff(sql, 'admin'),
  moderator: await signUpStaff(sql, 'moderator'),
}

const run = (visitor: Visitor, statement: string) =>
  as(sql, visitor, async (tx) => [...(await tx.unsafe(statement))])
const count = (visitor: Visitor, statement: string) =>
  as(sql, visitor, async (tx) => (await tx.unsafe(statement)).count)
const notAllowed = {
  code: 'PT403',
  message: 'Your role does not allow this. A super admin can do it, or change your role.',
  hint: 'not_allowed',
  detail: '',
}

/** Runs work while all roles are equal. */
async function whileEqual(work: () => Promise<void>): Promise<void> {
  await sql`insert into shop_settings (key, value) values ('staff.roles', '"equal"')`
  try {
    await work()
  } finally {
    await sql`delete from shop_settings where key = 'staff.roles'`
  }
}

test.each(roles)('a %s learns which rights they have', async (role) => {
  const mine = () => run(staff[role], 'select my_rights() as rights')
  expect(await mine()).toEqual([{ rights: rightsBySetting.enforced[role] }])
  await whileEqual(async () => {
    expect(await mine()).toEqual([{ rights }])
  })
})

test.each([
  ["update products set name = 'Mine'"],
  ['update products set price = 1 where false'],
  ["insert into products (slug, name, price) values ('mine', 'Mine', 1)"],
  ['delete from categories'],
  ['update product_variants set price = 1'],
  ["update shipping_rules set name = 'Mine'"],
  ["insert into promotions (code, kind, percent) values ('MINE', 'percent', 100)"],
  ["insert into shop_settings (key, value) values ('demo.one', '1')"],
  ['select issue_gift_card(5000)'],
  ['select adjust_stock((select id from products limit 1), 1)'],
])('a moderator who tries "%s" is told why not', async (statement) => {
  expect(await rejection(run(staff.moderator, statement))).toEqual(notAllowed)
})

test.each([
  ["update shop_settings set value = '0.5' where key = 'pricing.factor'"],
  ["delete from shop_settings where key = 'pricing.factor'"],
  [`insert into shop_settings (key, value) values ('revenue.other', '1')`],
  [
    `insert into shop_settings (key, value) values ('payment.provider', '"stripe"') on conflict (key) do update set value = excluded.value`,
  ],
  [`insert into shop_settings (key, value) values ('staff.roles', '"equal"')`],
])('an admin who tries "%s" is told why not, and a super admin does it', async (statement) => {
  expect(await rejection(run(staff.admin, statement))).toEqual(notAllowed)
  let changed = 0
  const taken = as(sql, staff.super_admin, async (tx) => {
    changed = (await tx.unsafe(statement)).count
    throw new Error('taken back')
  })
  await expect(taken).rejects.toThrow('taken back')
  expect(changed).toBe(1)
})

test('an admin changes the other settings', async () => {
  await run(staff.admin, "insert into shop_settings (key, value) values ('demo.two', '7')")
  expect(await count(staff.admin, "delete from shop_settings where key = 'demo.two'")).toBe(1)
})

test('a moderator moves an order on, and leaves its payment as it is', async () => {
  const product = await stockProduct(sql, 10, 5)
  const buyer = await signUp(sql)
  const { order_id: order } = await complete(
    sql,
    buyer,
    (await readyToPay(sql, buyer, product, 2)).session_id,
  )
  const set = (values: string) => `update orders set ${values} where id = '${order}'`
  const move = set("status = 'shipped', payment_status = 'succeeded'")
  expect(await count(staff.moderator, move)).toBe(1)
  for (const change of ["payment_status = 'refunded'", "status = 'cancelled'"])
    expect(await rejection(run(staff.moderator, set(change)))).toMatchObject({
      code: 'PT403',
      hint: 'not_allowed',
      detail: 'refunds',
    })
  expect(await count(staff.admin, set("status = 'cancelled', payment_status = 'refunded'"))).toBe(1)
  expect(await stockOf(sql, product)).toBe(5)
})

test('a moderator buys like anybody else', async () => {
  const product = await stockProduct(sql, 10, 5)
  const { session_id: session } = await readyToPay(sql, staff.moderator, product, 2)
  expect(await complete(sql, staff.moderator, session)).toMatchObject({ status: 'completed' })
  expect(await stockOf(sql, product)).toBe(3)
})

test('staff see each other and change nobody', async () => {
  const seen = await count(
    staff.moderator,
    'select id, first_name, last_name, role, is_active from admin_users',
  )
  expect(seen).toBeGreaterThanOrEqual(3)
  expect(await count(await signUp(sql), 'select id from admin_users')).toBe(0)
  for (const visitor of Object.values(staff)) {
    expect(await rejection(run(visitor, 'update admin_users set is_active = true'))).toMatchObject({
      code: '42501',
    })
    const clock =
      "update admin_users set last_login_at = now() - interval '1 hour' returning 1 / (last_login_at = now())::integer"
    expect(await count(visitor, clock)).toBe(1)
  }
  expect(await sql`select from audit_log where table_name = 'admin_users'`).toHaveLength(0)
  await run(
    staff.admin,
    "update categories set image_alt = 'x' where slug = (select min(slug) from categories)",
  )
  expect(await sql`select from audit_log where table_name = 'categories'`).toHaveLength(1)
})

test.each([[false], [true]])(
  'a dismissed member can do nothing from the next call on (equal roles: %s)',
  async (equal) => {
    const member = await signUpStaff(sql)
    const prove = async (): Promise<void> => {
      expect(await count(member, 'select id from admin_users')).toBeGreaterThan(0)
      expect(await count(member, "update products set care = 'x'")).toBeGreaterThan(24)
      await sql`update admin_users set is_active = false where user_id = ${member.user?.id ?? ''}`
      expect(await run(member, 'select my_rights() as rights')).toEqual([{ rights: [] }])
      for (const table of ['admin_users', 'orders', 'audit_log', 'contact_messages', 'inventory_movements'])
        expect([table, await count(member, `select id from ${table}`)]).toEqual([table, 0])
      expect(await count(member, "update products set care = 'y'")).toBe(0)
      for (const call of ['dashboard_stats()', 'search_orders()', 'issue_gift_card(5000)'])
        expect(await rejection(run(member, `select ${call}`))).toMatchObject({
          code: 'PT403',
          hint: 'staff_only',
        })
    }
    await (equal ? whileEqual(prove) : prove())
  },
)
