import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const versions = async (table: string, key = 'id'): Promise<Record<string, number>> => {
  const rows = await sql.unsafe<{ key: string; version: number }[]>(
    `select ${key}::text as key, version from ${table}`,
  )
  return Object.fromEntries(rows.map((row) => [row.key, row.version]))
}

test.each([
  ['categories', "description = 'New'", 'slug'],
  ['products', "care = 'New'", 'slug'],
  ['products', 'is_featured = not is_featured', 'slug'],
  ['shipping_zones', "description = 'New'", 'name'],
  ['shipping_methods', 'base_price = base_price + 1', 'name'],
  ['shipping_rules', 'priority = priority + 1', 'name'],
  ['shop_settings', `value = '"New"'`, 'key'],
])('an edit of %s by %s moves the version of what it changed alone', async (table, change, key) => {
  const where =
    table === 'shop_settings' ? "key = 'business.name'" : `${key} = (select min(${key}) from ${table})`
  const before = await versions(table, key)
  await as(sql, staff, (tx) => tx.unsafe(`update ${table} set ${change} where ${where}`))
  const after = await versions(table, key)
  const moved = Object.keys(before).filter((each) => after[each] !== before[each])
  expect(moved).toHaveLength(1)
  expect(after[moved[0] ?? '']).toBe((before[moved[0] ?? ''] ?? 0) + 1)
  await as(sql, staff, (tx) =>
    tx.unsafe(`update ${table} set ${change.split(' =')[0] ?? ''} = ${change.split(' =')[0] ?? ''}`),
  )
  expect(await versions(table, key)).toEqual(after)
})

test('a promotion has a version too', async () => {
  await sql`insert into promotions (code, kind, percent) values ('VERSION', 'percent', 10)`
  await as(sql, staff, (tx) => tx`update promotions set percent = 20 where code = 'VERSION'`)
  expect(await versions('promotions', 'code')).toEqual({ VERSION: 2 })
})

test('nobody writes a version, not even with all rights', async () => {
  for (const table of [
    'categories',
    'products',
    'shipping_zones',
    'shipping_methods',
    'shipping_rules',
    'promotions',
    'shop_settings',
  ]) {
    const attempt = as(sql, staff, (tx) => tx.unsafe(`update ${table} set version = 9`))
    expect((await rejection(attempt)).code, table).toBe('42501')
  }
  const before = await versions('products')
  await sql`update products set version = 99`
  expect(await versions('products')).toEqual(before)
})

test('stock and what the database derives move no version: a sale, an adjustment, an ended comparison', async () => {
  const id = await stockProduct(sql, 10, 9)
  const robe = await sizedProduct(sql, { S: 3 })
  const before = await versions('products')
  const buyer = guest()
  await complete(sql, buyer, (await readyToPay(sql, buyer, id)).session_id)
  await as(sql, staff, (tx) => tx`select adjust_stock(${id}, 3)`)
  await as(
    sql,
    staff,
    (tx) => tx`select adjust_stock(${robe.id}, 3, p_variant_id => ${robe.variants.S ?? ''})`,
  )
  await sql`update products set was_price = 20, was_price_until = now() where id = ${id}`
  await sql`select sweep()`
  expect(await versions('products')).toEqual(before)
})

test.each([
  ['a new price', 'update product_variants set price = 77 where id = $1'],
  ['a new picture', "update product_variants set image = '/media/a.webp' where id = $1"],
  ['switching it off', 'update product_variants set is_active = false where id = $1'],
  ['deleting it', 'delete from product_variants where id = $1'],
])('%s of a variant is an edit of its product', async (_what, statement) => {
  const robe = await sizedProduct(sql, { S: 3, M: 1 })
  const before = (await versions('products'))[robe.id] ?? 0
  await as(sql, staff, (tx) => tx.unsafe(statement, [robe.variants.M ?? '']))
  expect((await versions('products'))[robe.id]).toBeGreaterThan(before)
})

test('the log of changes does not repeat the version', async () => {
  const id = await stockProduct(sql, 10, 9)
  await as(sql, staff, (tx) => tx`update products set care = 'Gently' where id = ${id}`)
  const [entry] = await sql`select after from audit_log where row_id = ${id} order by id desc limit 1`
  expect(entry).toEqual({ after: { care: 'Gently' } })
})
