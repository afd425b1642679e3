import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct } from './variant-fixtures'
import { as, connections, guest, refusal, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const versionOf = async (id: string) => (await productRow(sql, id))?.version

test('a product is added with its stock, and its first movement says why', async () => {
  const saved = await saveProduct(sql, staff, {
    fields: {
      name: '  Hello - World  ',
      price: '12.50',
      compare_at_price: '',
      description: ' ',
      images: ['/media/a.webp'],
    },
    stockChange: 7,
    note: 'First delivery',
  })
  expect(saved).toMatchObject({ slug: 'hello-world', version: 1 })
  expect(await productRow(sql, saved.id)).toMatchObject({
    name: 'Hello - World',
    price: 12.5,
    compare_at_price: null,
    description: null,
    inventory_quantity: 7,
    image_alts: [''],
    is_active: true,
  })
  const movements =
    await sql`select kind, quantity, note from inventory_movements where product_id = ${saved.id}`
  expect([...movements]).toEqual([{ kind: 'received', quantity: 7, note: 'First delivery' }])
})

test('a sale between reading and saving is no conflict, and stock stays what it is plus the difference', async () => {
  const { id, version } = await saveProduct(sql, staff, {
    fields: { name: 'Sold meanwhile', price: 10 },
    stockChange: 10,
  })
  const buyer = guest()
  await complete(sql, buyer, (await readyToPay(sql, buyer, id, 3)).session_id)
  expect(await versionOf(id)).toBe(version)
  const saved = await saveProduct(sql, staff, {
    id,
    version,
    fields: { price: 11 },
    stockChange: 5,
    note: 'Counted',
  })
  expect(saved.version).toBe(version + 1)
  expect(await productRow(sql, id)).toMatchObject({ inventory_quantity: 12, price: 11 })
  expect(await faultsIn(sql)).toEqual({})
})

test('a stale version changes nothing and answers the present record', async () => {
  const { id, version } = await saveProduct(sql, staff, {
    fields: { name: 'Read twice', price: 10 },
    stockChange: 1,
  })
  await saveProduct(sql, staff, { id, version, fields: { name: 'Read once', price: 10 } })
  const before = await productRow(sql, id)
  const stale = await refusal(saveProduct(sql, staff, { id, version, fields: { price: 99 }, stockChange: 5 }))
  expect(stale).toMatchObject({ code: 'PT409', hint: 'stale_version' })
  expect(JSON.parse(stale.detail)).toMatchObject({
    id,
    name: 'Read once',
    version: version + 1,
    variants: [],
  })
  expect(await productRow(sql, id)).toEqual(before)
})

test('of two who save at once, one wins and the other hears of it', async () => {
  const { id, version } = await saveProduct(sql, staff, { fields: { name: 'At once', price: 10 } })
  const many = connections(sql, 8)
  try {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, price) =>
        saveProduct(many, staff, { id, version, fields: { price: 20 + price }, stockChange: 1 }).then(
          () => 'saved',
          async (error: unknown) => (await refusal(Promise.reject(error as Error))).hint,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual(['saved', ...Array<string>(7).fill('stale_version')])
    expect(await productRow(sql, id)).toMatchObject({ inventory_quantity: 1, version: version + 1 })
  } finally {
    await many.end()
  }
})

test.each([
  [{ name: ' ', price: 1 }, 'name', 'Name is required.'],
  [{ price: 1 }, 'name', 'Name is required.'],
  [{ name: 'x'.repeat(201), price: 1 }, 'name', 'Name is too long: 201 characters, and 200 fit.'],
  [{ name: 'No price' }, 'price', 'Price is required.'],
  [{ name: 'a', price: 'ten' }, 'price', 'Price must be an amount in pounds, such as 12.50.'],
  [{ name: 'a', price: -1 }, 'price', 'Price must be between £0 and £100,000.'],
  [{ name: 'a', price: 1.005 }, 'price', 'Price must be in whole pence, such as 12.50.'],
  [
    { name: 'a', price: 1, slug: 'A b' },
    'slug',
    'Address can hold small letters, digits and single hyphens between them, such as silk-eye-mask.',
  ],
  [
    { name: 'a', price: 1, category_id: randomUUID() },
    'category_id',
    'This category no longer exists. Choose another.',
  ],
  [{ name: 'a', price: 1, barcode: '12' }, 'barcode', 'Barcode must have 8 to 14 digits and nothing else.'],
  [{ name: 'a', price: 1, weight_grams: 1.5 }, 'weight_grams', 'Weight must be a whole number.'],
  [{ name: 'a', price: 1, features: 'soft' }, 'features', 'Features must be a list of texts.'],
  [
    { name: 'a', price: 1, options: [{ name: 'Size' }] },
    'options',
    'Options need a name and different values each: three options and 50 values at most.',
  ],
  [{ name: 'a', price: 1, is_active: 'yes' }, 'is_active', 'Active must be on or off.'],
  [
    { name: 'a', price: 1, inventory_quantity: 5 },
    'inventory_quantity',
    'There is no field "inventory_quantity".',
  ],
])('%j is refused by field and in words', async (fields, hint, message) => {
  const { code, ...rest } = await refusal(saveProduct(sql, staff, { fields }))
  expect({ code, hint: rest.hint, message: rest.message }).toEqual({ code: 'PT422', hint, message })
})

test('stock that is not there cannot be taken, a code that another has cannot be given', async () => {
  const sku = randomUUID()
  const { id, version } = await saveProduct(sql, staff, {
    fields: { name: 'Codes', price: 10, sku, barcode: '5012345678900' },
  })
  expect(await refusal(saveProduct(sql, staff, { id, version, stockChange: -1 }))).toMatchObject({
    code: 'PT409',
    hint: 'stock_change',
    message: 'Only 0 in stock: 1 cannot be taken.',
  })
  const other = { name: 'Other', price: 1 }
  expect(await refusal(saveProduct(sql, staff, { fields: { ...other, sku } }))).toMatchObject({
    code: 'PT409',
    hint: 'sku',
  })
  expect(
    await refusal(saveProduct(sql, staff, { fields: { ...other, barcode: '5012345678900' } })),
  ).toMatchObject({
    code: 'PT409',
    hint: 'barcode',
    message: 'The barcode "5012345678900" already belongs to Codes. Choose another.',
  })
  expect(await refusal(saveProduct(sql, staff, { fields: { ...other, slug: 'codes' } }))).toMatchObject({
    code: 'PT409',
    hint: 'slug',
  })
})

test('a copy is inactive, without stock and codes, and has the same variants', async () => {
  const robe = await sizedProduct(sql, { S: 2, M: 3 })
  const copy = await callAs<{ id: string; slug: string }>(sql, staff, 'duplicate_product', { p_id: robe.id })
  expect(copy.slug).toBe(`${robe.slug}-copy`)
  expect(await productRow(sql, copy.id)).toMatchObject({
    name: `${robe.slug} (copy)`,
    is_active: false,
    sku: null,
    inventory_quantity: 0,
  })
  const variants =
    await sql`select option_values, sku, inventory_quantity from product_variants where product_id = ${copy.id} order by option_values desc`
  expect(variants.map((row) => ({ ...row }))).toEqual([
    { option_values: ['S'], sku: null, inventory_quantity: 0 },
    { option_values: ['M'], sku: null, inventory_quantity: 0 },
  ])
})

test('archived products are hidden, cannot be switched on, and come back inactive', async () => {
  const id = await stockProduct(sql, 10, 4)
  expect(await callAs(sql, staff, 'archive_products', { p_ids: [id], p_archived: true })).toBe(1)
  expect(await as(sql, guest(), async (tx) => (await tx`select from products where id = ${id}`).count)).toBe(
    0,
  )
  const version = Number(await versionOf(id))
  const attempt = saveProduct(sql, staff, { id, version, fields: { is_active: true } })
  expect(await refusal(attempt)).toMatchObject({ code: 'PT409', hint: 'is_active' })
  expect(await callAs(sql, staff, 'archive_products', { p_ids: [id], p_archived: false })).toBe(1)
  expect(await productRow(sql, id)).toMatchObject({ archived_at: null, is_active: false })
})

test('an archiving that is taken back makes active again what was active, and only that', async () => {
  const [one, two] = [await stockProduct(sql, 10, 4), await stockProduct(sql, 10, 4)]
  const ids = [one, two]
  await callAs(sql, staff, 'archive_products', { p_ids: ids, p_archived: true, p_active: ids })
  expect(await productRow(sql, one)).toMatchObject({ is_active: false })
  expect(
    await callAs(sql, staff, 'archive_products', { p_ids: ids, p_archived: false, p_active: [one] }),
  ).toBe(2)
  expect(await productRow(sql, one)).toMatchObject({ archived_at: null, is_active: true })
  expect(await productRow(sql, two)).toMatchObject({ archived_at: null, is_active: false })
  const many = Array.from({ length: 501 }, () => one)
  const attempt = callAs(sql, staff, 'archive_products', { p_ids: ids, p_archived: false, p_active: many })
  expect(await refusal(attempt)).toMatchObject({ code: 'PT422', hint: 'ids' })
})

test('a deleted product leaves its orders whole; a stale deletion is refused', async () => {
  const id = await stockProduct(sql, 10, 4)
  const buyer = guest()
  const { order_id: order } = await complete(sql, buyer, (await readyToPay(sql, buyer, id)).session_id)
  expect(await refusal(callAs(sql, staff, 'delete_product', { p_id: id, p_version: 7 }))).toMatchObject({
    hint: 'stale_version',
  })
  await callAs(sql, staff, 'delete_product', { p_id: id, p_version: 1 })
  const [kept] = await sql`select items -> 0 ->> 'product_id' as product from orders where id = ${order}`
  expect(kept).toEqual({ product: id })
  expect(await faultsIn(sql)).toEqual({})
})
