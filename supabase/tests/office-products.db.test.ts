import { expect, test } from 'vitest'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const [row] = await sql<
  { id: string }[]
>`insert into categories (name, slug) values ('Shelf', 'shelf') returning id`
const category = row?.id ?? ''
await sql`
  insert into products (slug, name, price, inventory_quantity, sku, is_active, is_featured, category_id, images, created_at)
  select 'thing-' || i, 'Thing ' || to_char(i, 'FM0000'), i % 90 + 1, i % 40, 'SKU-' || i, i % 10 <> 0, i % 50 = 0,
    case when i % 3 = 0 then ${category}::uuid end, case when i % 4 = 0 then '{}'::text[] else '{/media/a.webp}' end,
    now() - i * interval '1 minute'
  from generate_series(1, 3000) as i`

interface Row {
  id: string
  name: string
  price: number
  inventory_quantity: number
  is_active: boolean
  variant_count: number
  category: { id: string; name: string } | null
}
interface Page {
  rows: Row[]
  total: number
  exact: boolean
  page: number
  pages: number
}

const list = (filter: Record<string, unknown> = {}, sort = 'newest', page = 1, size = 25): Promise<Page> =>
  callAs(sql, staff, 'office_products', { p_filter: filter, p_sort: sort, p_page: page, p_size: size })

const orders: Record<string, string> = {
  newest: 'created_at desc, id',
  updated: 'updated_at desc, id',
  name: 'lower(name) collate "C", id',
  '-name': 'lower(name) collate "C" desc, id desc',
  price: 'price, id',
  '-price': 'price desc, id desc',
  stock: 'inventory_quantity, id',
  '-stock': 'inventory_quantity desc, id desc',
}

const filters: [name: string, filter: Record<string, unknown>, condition: string][] = [
  ['nothing', {}, 'archived_at is null'],
  ['active', { status: 'active' }, 'is_active'],
  ['inactive', { status: 'inactive' }, 'not is_active and archived_at is null'],
  ['no category', { category: 'none' }, 'category_id is null'],
  ['a category', { category: 'CATEGORY' }, "category_id = 'CATEGORY'"],
  [
    'active ones of a category',
    { category: 'CATEGORY', status: 'active' },
    "category_id = 'CATEGORY' and is_active",
  ],
  ['sold out', { stock: 'out' }, 'inventory_quantity = 0'],
  ['low', { stock: 'low' }, 'inventory_quantity between 1 and 4'],
  ['in stock, inactive', { stock: 'in', status: 'inactive' }, 'inventory_quantity > 0 and not is_active'],
  ['featured', { featured: true }, 'is_featured'],
  ['without picture', { picture: 'without' }, "images = '{}'"],
  ['a rare text', { q: 'ing 0042' }, "name like '%ing 0042%'"],
  ['a sku in capitals', { q: 'sku-29' }, "sku like 'SKU-29%'"],
  [
    'a frequent text in a category',
    { q: 'thing', category: 'CATEGORY' },
    "category_id = 'CATEGORY' and name like '%Thing%'",
  ],
  ['two letters', { q: '77' }, "name like '%77%' or sku like '%77%'"],
  ['wildcards are letters', { q: '%_' }, 'false'],
]

test.each(filters)('%s, in every order: the same rows as a plain query', async (_name, filter, condition) => {
  const given = Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [key, value === 'CATEGORY' ? category : value]),
  )
  const where = `(${condition.replaceAll('CATEGORY', category)})`
  const [counted] = await sql.unsafe<{ count: number }[]>(
    `select count(*)::int as count from products where ${where}`,
  )
  const total = counted?.count ?? 0
  for (const [sort, order] of Object.entries(orders)) {
    const first = await list(given, sort, 1, 20)
    expect(first).toMatchObject(
      first.exact ? { total, pages: Math.max(1, Math.ceil(total / 20)) } : { total: 1000, pages: 50 },
    )
    if (!first.exact) expect(total).toBeGreaterThan(1000)
    for (const page of [1, Math.ceil(first.pages / 2), first.pages - 1, first.pages + 7]) {
      const response = await list(given, sort, page, 20)
      expect(response.page).toBe(Math.min(Math.max(page, 1), first.pages))
      const expected = await sql.unsafe<{ id: string }[]>(
        `select id from products where ${where} order by ${order} limit 20 offset ${String((response.page - 1) * 20)}`,
      )
      expect(
        response.rows.map(({ id }) => id),
        `${sort}, page ${String(page)}`,
      ).toEqual(expected.map(({ id }) => id))
    }
  }
})

test('a row has what the list shows', async () => {
  const robe = await sizedProduct(sql, { S: 2, M: 3 })
  const { rows } = await list({ q: `${robe.slug.slice(0, 8)}-M` })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    id: robe.id,
    variant_count: 2,
    inventory_quantity: 5,
    category: null,
    price: 40,
  })
})

test('accents and letters of any size are found, and a renamed product by its new name alone', async () => {
  const saved = await saveProduct(sql, staff, { fields: { name: 'Crème Brûlée', price: 3 } })
  const found = async (q: string) => (await list({ q })).rows.map(({ id }) => id)
  expect(await found('CREME brul')).toEqual([saved.id])
  await saveProduct(sql, staff, { id: saved.id, version: saved.version, fields: { name: 'Vanilla' } })
  expect(await found('brulee')).toEqual([])
  expect(await found('vanill')).toEqual([saved.id])
})

test('archived products are listed by themselves and counted so', async () => {
  const saved = await saveProduct(sql, staff, {
    fields: { name: 'Put away', price: 3, category_id: category },
  })
  const before = await list({ category })
  await callAs(sql, staff, 'archive_products', { p_ids: [saved.id], p_archived: true })
  expect((await list({ category })).total).toBe(before.total - 1)
  expect(await list({ status: 'archived', category })).toMatchObject({
    total: 1,
    exact: true,
    rows: [{ id: saved.id }],
  })
  expect((await list({ status: 'inactive', q: 'put away' })).rows).toEqual([])
})

test.each([
  [{ colour: 'red' }, 'newest', 'colour'],
  [{ status: 'gone' }, 'newest', 'status'],
  [{ category: 'shelf' }, 'newest', 'category'],
  [{}, 'id; drop table products', 'sort'],
])('the filter %j in order %s is rejected by name', async (filter, sort, hint) => {
  expect(await rejection(list(filter, sort))).toMatchObject({ code: 'PT422', hint })
})

test('products with low stock are listed with the number of shoppers who wait for them', async () => {
  const saved = await saveProduct(sql, staff, {
    fields: { name: 'Runs low', price: 3, low_stock_threshold: 2 },
  })
  await callAs(sql, guest(), 'ask_back_in_stock', { p_product_id: saved.id, p_email: 'waits@example.test' })
  const low = await callAs<{ rows: { product_id: string; waiting: number; stock: number }[]; total: number }>(
    sql,
    staff,
    'low_stock',
    {},
  )
  expect(low.rows[0]).toMatchObject({ product_id: saved.id, stock: 0, waiting: 1 })
  const [stats] = await sql<
    { count: string }[]
  >`select count from private.counters where subject = 'product:low'`
  expect(low.total).toBe(Number(stats?.count))
  expect(await callAs(sql, staff, 'stock_of', { p_id: saved.id })).toMatchObject({
    units: [{ variant_id: null, stock: 0, held: 0, waiting: 1, low_stock_threshold: 2 }],
  })
  expect(await callAs(sql, staff, 'waiting_for_stock', { p_id: saved.id })).toMatchObject([
    { variant_id: null, waiting: 1 },
  ])
})

test('a category is saved, renamed, counted and kept while it has products', async () => {
  const saved = await callAs<{ id: string; slug: string; version: number }>(sql, staff, 'save_category', {
    p_fields: { name: 'Bath & Body', description: '' },
  })
  expect(saved).toMatchObject({ slug: 'bath-body', version: 1 })
  const product = await saveProduct(sql, staff, {
    fields: { name: 'Soap', price: 3, category_id: saved.id, is_active: false },
  })
  const all = await callAs<{ id: string; product_count: number; description: string | null }[]>(
    sql,
    staff,
    'office_categories',
    {},
  )
  expect(all[0]).toMatchObject({ id: saved.id, product_count: 1, description: null })
  expect(await rejection(callAs(sql, staff, 'delete_category', { p_id: saved.id }))).toMatchObject({
    code: 'PT409',
    hint: 'category_used',
    message: 'Cannot delete category with products assigned. Move or delete products first.',
  })
  await saveProduct(sql, staff, { id: product.id, version: product.version, fields: { category_id: null } })
  const renamed = await callAs<{ slug: string; version: number }>(sql, staff, 'save_category', {
    p_id: saved.id,
    p_version: 1,
    p_fields: { name: 'Bathing' },
  })
  expect(renamed).toMatchObject({ slug: 'bathing', version: 2 })
  const stale = callAs(sql, staff, 'save_category', {
    p_id: saved.id,
    p_version: 1,
    p_fields: { name: 'Baths' },
  })
  expect(await rejection(stale)).toMatchObject({ code: 'PT409', hint: 'stale_version' })
  expect(await callAs(sql, guest(), 'redirect_of', { p_kind: 'category', p_slug: 'bath-body' })).toBe(
    'bathing',
  )
  await callAs(sql, staff, 'delete_category', { p_id: saved.id })
  expect(await productRow(sql, product.id)).toMatchObject({ category_id: null })
})
