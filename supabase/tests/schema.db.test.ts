import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { testDatabase } from './test-database'

const sql = await testDatabase()

test('the seed opens a whole shop', async () => {
  const [counts] = await sql`
    select (select count(*)::int from categories) as categories, (select count(*)::int from products) as products,
      (select count(*)::int from products where is_featured) as featured,
      (select count(*)::int from products where inventory_quantity = 0) as sold_out,
      (select count(*)::int from products where inventory_quantity between 1 and 5) as low,
      (select count(*)::int from shipping_zones) as zones, (select count(*)::int from shipping_methods) as methods,
      (select count(*)::int from shipping_rules) as rules, (select count(*)::int from shop_settings) as settings`
  expect(counts).toEqual({
    categories: 3,
    products: 24,
    featured: 4,
    sold_out: 2,
    low: 5,
    zones: 7,
    methods: 3,
    rules: 2,
    settings: 21,
  })
})

test('four products of the seed are sold by variant, and stock and price are those of their variants', async () => {
  const rows = await sql`
    select product.slug, product.price::float, product.highest_price::float as highest, product.inventory_quantity as stock,
      array_agg(private.variant_name(private.chosen_options(options, option_values)) || ' ' || variant.inventory_quantity
        order by variant.sku) as variants
    from products as product join product_variants as variant on variant.product_id = product.id
    group by product.id order by product.slug`
  expect([...rows]).toEqual([
    {
      slug: 'ember-massage-candle',
      price: 48,
      highest: 48,
      stock: 64,
      variants: ['Fig and Cedar 40', 'Neroli and Vetiver 24'],
    },
    { slug: 'hours-silk-robe', price: 295, highest: 295, stock: 5, variants: ['L 0', 'M 2', 'S 1', 'XL 2'] },
    {
      slug: 'nocturne-silk-eye-mask',
      price: 58,
      highest: 58,
      stock: 42,
      variants: ['Deep Plum 26', 'Sand 16'],
    },
    {
      slug: 'veil-water-based-glide',
      price: 26,
      highest: 48,
      stock: 95,
      variants: ['100 ml 70', '250 ml 25'],
    },
  ])
})

test('every product of the seed says its size, weight, contents and purpose', async () => {
  const missing = await sql`
    select slug from products where dimensions is null or weight_grams is null or box_contents = '{}' or good_for is null`
  expect([...missing]).toEqual([])
  const guides = await sql<{ slug: string; cells: number }[]>`
    select slug, (select count(*)::int from jsonb_array_elements(size_guide -> 'rows') as row
      where jsonb_array_length(row) = jsonb_array_length(size_guide -> 'columns')) as cells
    from products where size_guide is not null`
  expect([...guides]).toEqual([{ slug: 'hours-silk-robe', cells: 4 }])
})

test('the seed runs again without a change', async () => {
  const rows =
    () => sql`select (select md5(string_agg(p::text, '' order by id)) from products as p) as products,
    (select md5(string_agg(v::text, '' order by id)) from product_variants as v) as variants`
  const before = [...(await rows())]
  await sql.unsafe(await readFile(new URL('../seed.sql', import.meta.url), 'utf8')).simple()
  expect([...(await rows())]).toEqual(before)
})

test('the newest product is the same every time', async () => {
  const [row] = await sql`select count(distinct created_at)::int as moments from products`
  expect(row).toEqual({ moments: 24 })
})

test('every public table has row level security and at least one policy', async () => {
  const open = await sql`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (not relrowsecurity or not exists (select from pg_policy where polrelid = pg_class.oid))`
  expect([...open]).toEqual([])
})

test('nothing of the schema belongs to a superuser', async () => {
  const owned = await sql`
    select relname from pg_class join pg_roles on pg_roles.oid = relowner
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and rolsuper`
  expect([...owned]).toEqual([])
})

test('functions with more rights than their caller live in private, each with a fixed search path', async () => {
  const loose = await sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and ((prosecdef and pronamespace = 'public'::regnamespace) or not coalesce('search_path=""' = any (proconfig), false))`
  expect([...loose]).toEqual([])
})

test('a category with products cannot be deleted', async () => {
  await expect(sql`delete from categories where slug = 'accessories'`).rejects.toMatchObject({
    code: '23503',
  })
})

// Deleting or renaming what is referred to looks for the rows that refer to it. A partial index counts where it only
// leaves out rows that refer to nothing.
test('every foreign key has an index whose first columns are its own', async () => {
  const uncovered = await sql<{ name: string }[]>`
    select conrelid::regclass || '.' || conname as name
    from pg_constraint as key
    where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace) and not exists (
      select from pg_index as index
      where index.indrelid = key.conrelid and index.indisvalid
        and (index.indkey::int2[])[0 : cardinality(key.conkey) - 1] @> key.conkey
        and (index.indpred is null or pg_get_expr(index.indpred, index.indrelid) in (
          select format('(%I IS NOT NULL)', attname) from pg_attribute where attrelid = key.conrelid and attnum = any (key.conkey))))
    order by 1`
  expect([...uncovered]).toEqual([])
})
