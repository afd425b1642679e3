import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stockProduct } from '../../../../../supabase/tests/checkout-steps'
import { faultsIn } from '../../../../../supabase/tests/consistency'
import { callAs, productRow } from '../../../../../supabase/tests/office-steps'
import { testDatabase } from '../../../../../supabase/tests/test-database'
import { sizedProduct, stockBySize } from '../../../../../supabase/tests/variant-fixtures'
import { guest, rejection, signUpStaff } from '../../../../../supabase/tests/visitor-fixtures'
import { csvOf, productsHead } from './export-products'
import { columnFor } from './file-columns'
import { importRows, readFile } from './read-file'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

type FileRow = Record<string, unknown>
interface Line {
  line: number
  action: 'add' | 'change' | 'same' | 'error'
  slug: string | null
  sku: string | null
  errors: { field: string; message: string }[]
  changes: { field: string; from: unknown; to: unknown }[]
  back_in_stock_emails: number
}
interface Outcome {
  lines: Line[]
  totals: Record<string, number>
}

const imported = (rows: readonly FileRow[], dry = false): Promise<Outcome> =>
  callAs(sql, staff, 'import_products', { p_rows: rows, p_dry: dry })
const actions = ({ lines }: Outcome) => lines.map(({ action }) => action)
const fresh = () => randomUUID().slice(0, 8)

// The first test: in a connection that has imported a right line before, a wrong one is read otherwise.
test('a file whose first line is wrong is checked to its end', async () => {
  const key = fresh()
  const outcome = await imported([
    { name: `Wrong ${key}`, price: 'cheap' },
    { name: `Fine ${key}`, price: 1 },
  ])
  expect(actions(outcome)).toEqual(['error', 'add'])
})

test('new rows are added, a second run finds them as they are, and a dry run writes nothing', async () => {
  const key = fresh()
  const rows = [
    {
      name: `Plain ${key}`,
      price: '12.50',
      sku: `${key}-1`,
      stock: 4,
      category: 'Accessories',
      features: ['Soft', ''],
    },
    { name: `Same ${key}`, price: 3, sku: `${key}-2` },
    { name: `Same ${key}`, price: 4, sku: `${key}-3`, is_active: false },
    {
      slug: `robe-${key}`,
      name: `Robe ${key}`,
      price: 40,
      sku: `${key}-S`,
      stock: 2,
      options: [{ name: 'Size', value: 'S' }],
    },
    { slug: `robe-${key}`, price: 45, sku: `${key}-M`, stock: 1, options: [{ name: 'Size', value: 'M' }] },
  ]
  const dry = await imported(rows, true)
  expect(actions(dry)).toEqual(['add', 'add', 'add', 'add', 'add'])
  expect((await sql`select from products where sku like ${`${key}%`}`).count).toBe(0)
  const real = await imported(rows)
  expect(real).toEqual(dry)
  expect(real.lines.map(({ slug }) => slug)).toEqual([
    `plain-${key}`,
    `same-${key}`,
    `same-${key}-2`,
    `robe-${key}`,
    `robe-${key}`,
  ])
  const found = await sql`
    select slug, price::float as price, inventory_quantity as stock, highest_price::float as highest, features
    from products where slug like ${`%${key}%`} order by slug`
  expect(found.map((row) => ({ ...row }))).toEqual([
    { slug: `plain-${key}`, price: 12.5, stock: 4, highest: null, features: ['Soft'] },
    { slug: `robe-${key}`, price: 40, stock: 3, highest: 45, features: [] },
    { slug: `same-${key}`, price: 3, stock: 0, highest: null, features: [] },
    { slug: `same-${key}-2`, price: 4, stock: 0, highest: null, features: [] },
  ])
  const again = await imported(rows)
  expect(again.totals).toEqual({ add: 0, change: 0, same: 5, error: 0, back_in_stock_emails: 0 })
})

test('a row changes what it names: by sku, else by slug, and stock is the number counted', async () => {
  const id = await stockProduct(sql, 10, 5)
  const sku = String((await productRow(sql, id))?.sku)
  const [line] = (await imported([{ sku, price: 11, stock: 3, description: 'New' }])).lines
  expect(line).toMatchObject({
    action: 'change',
    changes: [
      { field: 'description', from: null, to: 'New' },
      { field: 'price', from: 10, to: 11 },
      { field: 'stock', from: 5, to: 3 },
    ],
  })
  await imported([{ slug: sku, name: 'Renamed', compare_at_price: '' }])
  expect(await productRow(sql, id)).toMatchObject({
    name: 'Renamed',
    price: 11,
    inventory_quantity: 3,
    description: 'New',
  })
  const [movement] =
    await sql`select quantity, note from inventory_movements where product_id = ${id} order by id desc limit 1`
  expect(movement).toEqual({ quantity: -2, note: 'Import' })
})

test('a variant is found by its sku or its options, a new size joins its product', async () => {
  const robe = await sizedProduct(sql, { S: 1, M: 2 })
  const sku = `${robe.slug.slice(0, 8)}-S`
  const outcome = await imported([
    { sku, stock: 6 },
    { slug: robe.slug, options: [{ name: 'Size', value: 'M' }], price: 70 },
    { slug: robe.slug, options: [{ name: 'Size', value: 'XL' }], stock: 9 },
    { slug: robe.slug, options: [{ name: 'Colour', value: 'Red' }], stock: 9 },
    { slug: robe.slug, stock: 1 },
  ])
  expect(actions(outcome)).toEqual(['change', 'change', 'add', 'error', 'error'])
  expect(outcome.lines[3]?.errors).toEqual([
    { field: 'options', message: 'The options of this product are Size, in this order.' },
  ])
  expect(outcome.lines[4]?.errors[0]?.field).toBe('stock')
  expect(await stockBySize(sql, robe)).toEqual({ S: 6, M: 2, XL: 9 })
  expect(await productRow(sql, robe.id)).toMatchObject({
    inventory_quantity: 17,
    price: 40,
    highest_price: 70,
  })
})

test('every line says what is wrong with it, and the right ones are written', async () => {
  const key = fresh()
  const other = await stockProduct(sql, 10, 1)
  await sql`update products set barcode = '40000001' where id = ${other}`
  const outcome = await imported([
    { name: `Fine ${key}`, price: 1, sku: `${key}-1` },
    { name: '', price: 'cheap', sku: `${key}-2`, weight_grams: 0 },
    { name: `No price ${key}` },
    { name: `Twice ${key}`, price: 1, sku: `${key}-1` },
    { name: `Room ${key}`, price: 1, category: 'No such room' },
    { name: `Barcode ${key}`, price: 1, barcode: '40000001' },
    { name: `Unknown ${key}`, price: 1, colour: 'red' },
    { name: `Address ${key}`, price: 1, sku: `${key}-9`, slug: 'Not An Address' },
    { line: 77, name: `Stock ${key}`, price: 1, stock: -1 },
  ])
  expect(actions(outcome)).toEqual(['add', ...Array<string>(8).fill('error')])
  expect(outcome.lines.map(({ errors }) => errors.map(({ field }) => field))).toEqual([
    [],
    ['weight_grams', 'price'],
    ['price'],
    ['sku'],
    ['category'],
    ['barcode'],
    ['colour'],
    ['slug'],
    ['stock'],
  ])
  expect(outcome.lines.map(({ sku }) => sku)).toEqual([
    `${key}-1`,
    `${key}-2`,
    null,
    `${key}-1`,
    ...[null, null, null],
    `${key}-9`,
    null,
  ])
  expect(outcome.lines[3]?.errors[0]?.message).toBe(`The SKU "${key}-1" is already in line 1.`)
  expect(outcome.lines[4]?.errors[0]?.message).toBe('There is no category "No such room". Add it first.')
  expect(outcome.lines[8]?.line).toBe(77)
  expect((await sql`select from products where name like ${`%${key}`}`).count).toBe(1)
})

test('a name alone makes a new product, and never changes one that was there', async () => {
  const key = fresh()
  const robe = { name: `Robe ${key}`, price: '50', stock: '7' }
  expect(actions(await imported([robe]))).toEqual(['add'])
  const outcome = await imported([
    { ...robe, name: `Robe ${key} ★`, price: '12' },
    { ...robe, name: `Robe, ${key}!`, price: '13' },
    robe,
    { ...robe, name: `robe ${key}`, price: '14' },
  ])
  expect(actions(outcome)).toEqual(['add', 'add', 'same', 'error'])
  expect(new Set(outcome.lines.slice(0, 3).map(({ slug }) => slug)).size).toBe(3)
  const [changed] = (await imported([{ ...robe, price: '15' }])).lines
  expect(changed?.errors).toEqual([
    {
      field: 'name',
      message: `There is a product called "Robe ${key}" already. Give its SKU or slug to change it.`,
    },
  ])
  const [found] = await sql`
    select price::float as price, inventory_quantity as stock from products where slug = ${`robe-${key}`}`
  expect({ ...found }).toEqual({ price: 50, stock: 7 })
  expect(actions(await imported([{ ...robe, slug: `robe-${key}`, price: '15' }]))).toEqual(['change'])
})

test('a name joins the variants of a new product, and adds none to another', async () => {
  const key = fresh()
  const size = (value: string, more: FileRow = {}) => ({
    name: `Slip ${key}`,
    price: 9,
    options: [{ name: 'Size', value }],
    ...more,
  })
  const rows = [size('S', { sku: `${key}-S` }), size('M'), size('S', { name: `Slip ${key} ★` })]
  const first = await imported(rows)
  expect(actions(first)).toEqual(['add', 'add', 'add'])
  expect(first.lines.map(({ slug }) => slug)).toEqual([`slip-${key}`, `slip-${key}`, `slip-${key}-2`])
  expect(actions(await imported(rows))).toEqual(['same', 'same', 'same'])
  const more = await imported([size('L', { sku: `${key}-L` }), size('XL')])
  expect(more.lines.map(({ errors }) => errors.map(({ field }) => field))).toEqual([['name'], ['name']])
  expect(actions(await imported([size('L', { slug: `slip-${key}` })]))).toEqual(['add'])
})

test('a row with a former slug does not create a product', async () => {
  const key = fresh()
  await imported([{ name: `Old ${key}`, slug: `old-${key}`, price: 1 }])
  await sql`update products set slug = ${`new-${key}`} where slug = ${`old-${key}`}`
  const [line] = (await imported([{ name: 'Any', slug: `old-${key}`, price: 2 }])).lines
  expect(line?.errors).toEqual([
    {
      field: 'slug',
      message: `"old-${key}" was the address of Old ${key}, which has "new-${key}" now. Give this one to change it.`,
    },
  ])
})

test('a category is named by its address, or by a name that no other has', async () => {
  const key = fresh()
  await sql`insert into categories (name, slug) values (${`Twin ${key}`}, ${`one-${key}`}), (${`twin ${key}`}, ${`two-${key}`})`
  const row = (category: string, place: number) => ({
    name: `In ${key} ${String(place)}`,
    price: 1,
    category,
  })
  const { lines } = await imported([`Twin ${key}`, `two-${key}`, `Twin ${key} ★`].map(row))
  expect(lines.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    [`Several categories are called "Twin ${key}". Give the address of the right one.`],
    [],
    [`There is no category "Twin ${key} ★". Add it first.`],
  ])
})

test('who waits hears of it, and the dry run said how many', async () => {
  const id = await stockProduct(sql, 10, 0)
  for (const email of ['one@example.test', 'two@example.test'])
    await callAs(sql, guest(), 'ask_back_in_stock', { p_product_id: id, p_email: email })
  const rows = [{ sku: (await productRow(sql, id))?.sku, stock: 5 }]
  expect((await imported(rows, true)).totals.back_in_stock_emails).toBe(2)
  expect((await imported(rows)).totals.back_in_stock_emails).toBe(2)
  expect(
    (
      await sql`select from email_outbox where kind = 'back_in_stock' and recipient in ('one@example.test', 'two@example.test')`
    ).count,
  ).toBe(2)
  expect((await imported(rows)).totals.back_in_stock_emails).toBe(0)
})

test.each([[[]], [{}], [[1]]])('%j are rejected as rows', async (rows) => {
  const attempt = callAs(sql, staff, 'import_products', { p_rows: rows })
  expect(await rejection(attempt)).toMatchObject({ code: 'PT422', hint: 'rows' })
})

test('whatever a file holds, running it twice is running it once', async () => {
  const row = fc.record(
    {
      name: fc.constantFrom('Silk', 'Velvet', 'Crème', '!!!'),
      sku: fc.constantFrom('', 'P-1', 'P-2', 'P-3'),
      slug: fc.constantFrom('', 'silk', 'velvet', 'robe'),
      price: fc.constantFrom(1, '2.50', 'free'),
      stock: fc.constantFrom(0, 4, '7', ''),
      is_active: fc.boolean(),
      options: fc.constantFrom(null, [{ name: 'Size', value: 'S' }], [{ name: 'Size', value: 'M' }]),
    },
    { requiredKeys: ['name', 'price'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      await sql`delete from products where sku like 'P-%' or slug ~ '^(silk|velvet|creme|product|robe)(-[0-9]+)?$' and brand is null`
      const dry = await imported(rows, true)
      const first = await imported(rows)
      expect(first).toEqual(dry)
      const state = async () => [
        ...(await sql`select id, version, name, price, inventory_quantity from products order by id`),
      ]
      const before = await state()
      const second = await imported(rows)
      expect(second.totals.add).toBe(0)
      expect(second.totals.change).toBe(0)
      // A row without SKU and slug is the same as before, unless several products have its name.
      expect(second.totals.error).toBeGreaterThanOrEqual(first.totals.error ?? 0)
      expect(await state()).toEqual(before)
      expect(await faultsIn(sql)).toEqual({})
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 15, endOnFailure: true },
  )
})

interface Page {
  rows: FileRow[]
  next: string | null
}

const exported = (filter: FileRow, after: string | null, limit: number): Promise<Page> =>
  callAs(sql, staff, 'export_products', { p_filter: filter, p_after: after, p_limit: limit })

async function exportedRows(filter: FileRow = {}): Promise<FileRow[]> {
  const all: FileRow[] = []
  let after: string | null = null
  do {
    const page: Page = await exported(filter, after, 7)
    all.push(...page.rows)
    after = page.next
  } while (after)
  return all
}

/** Rows as staff would import them from the file that the page makes of these. */
const throughFile = async (rows: readonly FileRow[]): Promise<FileRow[]> => {
  const file = await readFile(new File([productsHead, csvOf(rows)], 'products.csv'))
  const read: FileRow[] = []
  for await (const { row } of importRows(file, file.headings.map(columnFor))) read.push(row)
  return read
}

test('an exported file is imported without a change, page by page and through a file', async () => {
  await sizedProduct(sql, { S: 3, M: 0 })
  const all = await exportedRows()
  const [counted] = await sql<{ rows: number }[]>`
    select sum(greatest(1, (select count(*) from product_variants where product_id = products.id)))::int as rows from products where archived_at is null`
  expect(all).toHaveLength(counted?.rows ?? 0)
  for (const rows of [all, await throughFile(all)]) {
    const outcome = await imported(rows)
    expect(outcome.lines).toHaveLength(all.length)
    expect(outcome.lines.filter(({ action }) => action !== 'same')).toEqual([])
  }
})

test('the exported file of any product changes nothing, and an edited cell changes its field alone', async () => {
  const key = randomUUID().slice(0, 8)
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      '+44 20',
      '-3',
      '@sum',
      'a, "b"; c',
      'é £ 😀',
      'line\nline',
      '1e5',
      'yes',
      '007',
    ),
  )
  const product = fc.record({
    short_description: text,
    brand: text,
    materials: text,
    features: fc.array(text, { maxLength: 4 }),
    price: fc.integer({ min: 1, max: 999_999 }).map((pence) => (pence / 100).toFixed(2)),
    stock: fc.integer({ min: 0, max: 50 }),
    is_active: fc.boolean(),
    track_inventory: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(product, async (fields) => {
      await sql`delete from products where sku = ${key}`
      const [made] = (await imported([{ name: `Piece ${key}`, sku: key, ...fields }])).lines
      fc.pre(made?.action === 'add') // the database rejects control characters, for one
      const [row] = await throughFile(await exportedRows({ q: key }))
      const [same] = (await imported([row ?? {}])).lines
      expect(same).toMatchObject({ action: 'same', changes: [] })
      const [change] = (await imported([{ ...row, care: 'By hand' }])).lines
      expect(change?.changes).toEqual([{ field: 'care', from: null, to: 'By hand' }])
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 25 },
  )
})
