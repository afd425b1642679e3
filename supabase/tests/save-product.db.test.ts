import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import fc from 'fast-check'
import { complete, readyToPay, stockProduct, details, startCheckout } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct, stockBySize } from './variant-fixtures'
import { as, connections, guest, rejection, signUpStaff } from './visitor-fixtures'

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

test('a sale between reading and saving is not a conflict, and the difference is added to the stock', async () => {
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
})

test('a stale version changes nothing and answers the present record', async () => {
  const { id, version } = await saveProduct(sql, staff, {
    fields: { name: 'Read twice', price: 10 },
    stockChange: 1,
  })
  await saveProduct(sql, staff, { id, version, fields: { name: 'Read once', price: 10 } })
  const before = await productRow(sql, id)
  const stale = await rejection(
    saveProduct(sql, staff, { id, version, fields: { price: 99 }, stockChange: 5 }),
  )
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
          async (error: unknown) => (await rejection(Promise.reject(error as Error))).hint,
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
])('%j is rejected by field and in words', async (fields, hint, message) => {
  const { code, ...rest } = await rejection(saveProduct(sql, staff, { fields }))
  expect({ code, hint: rest.hint, message: rest.message }).toEqual({ code: 'PT422', hint, message })
})

test('stock that is not there cannot be taken, a code that another has cannot be given', async () => {
  const sku = randomUUID()
  const { id, version } = await saveProduct(sql, staff, {
    fields: { name: 'Codes', price: 10, sku, barcode: '5012345678900' },
  })
  expect(await rejection(saveProduct(sql, staff, { id, version, stockChange: -1 }))).toMatchObject({
    code: 'PT409',
    hint: 'stock_change',
    message: 'Only 0 in stock: 1 cannot be taken.',
  })
  const other = { name: 'Other', price: 1 }
  expect(await rejection(saveProduct(sql, staff, { fields: { ...other, sku } }))).toMatchObject({
    code: 'PT409',
    hint: 'sku',
  })
  expect(
    await rejection(saveProduct(sql, staff, { fields: { ...other, barcode: '5012345678900' } })),
  ).toMatchObject({
    code: 'PT409',
    hint: 'barcode',
    message: 'The barcode "5012345678900" already belongs to Codes. Choose another.',
  })
  expect(await rejection(saveProduct(sql, staff, { fields: { ...other, slug: 'codes' } }))).toMatchObject({
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
  expect(await rejection(attempt)).toMatchObject({ code: 'PT409', hint: 'is_active' })
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
  expect(await rejection(attempt)).toMatchObject({ code: 'PT422', hint: 'ids' })
})

test('a deleted product leaves its orders whole; a stale deletion is rejected', async () => {
  const id = await stockProduct(sql, 10, 4)
  const buyer = guest()
  const { order_id: order } = await complete(sql, buyer, (await readyToPay(sql, buyer, id)).session_id)
  expect(await rejection(callAs(sql, staff, 'delete_product', { p_id: id, p_version: 7 }))).toMatchObject({
    hint: 'stale_version',
  })
  await callAs(sql, staff, 'delete_product', { p_id: id, p_version: 1 })
  const [kept] = await sql`select items -> 0 ->> 'product_id' as product from orders where id = ${order}`
  expect(kept).toEqual({ product: id })
})

test('variants are saved with their product: added, changed, swapped, removed, or switched off when ever ordered', async () => {
  const options = [{ name: 'Size', values: ['S', 'M', 'L'] }]
  const variant = (size: string, more: Record<string, unknown> = {}) => ({
    option_values: [size],
    sku: `${key}-${size}`,
    ...more,
  })
  const key = randomUUID().slice(0, 8)
  const added = await saveProduct(sql, staff, {
    fields: { name: `Robe ${key}`, price: 40, options },
    variants: [
      variant('S', { price: 30, stock_change: 4 }),
      variant('M', { price: 50, stock_change: 2 }),
      variant('L'),
    ],
  })
  expect(await productRow(sql, added.id)).toMatchObject({
    price: 30,
    highest_price: 50,
    inventory_quantity: 6,
  })
  const read = () =>
    callAs<{ version: number; variants: { id: string; option_values: string[]; has_orders: boolean }[] }>(
      sql,
      staff,
      'product_record',
      { p_id: added.id },
    )
  const [small, medium, large] = (await read()).variants
  const buyer = guest()
  await as(sql, buyer, (tx) => tx`select cart_add(${added.id}, 1, p_variant_id => ${small?.id ?? null})`)
  await complete(sql, buyer, (await startCheckout(sql, buyer, await details(sql))).session_id)
  expect((await read()).version).toBe(added.version)
  // Sizes and codes of two change places; the third goes.
  const swapped = await saveProduct(sql, staff, {
    id: added.id,
    version: added.version,
    variants: [
      { id: medium?.id, option_values: ['L'], sku: `${key}-L`, stock_change: -1 },
      { id: large?.id, option_values: ['M'], sku: `${key}-M`, stock_change: 3 },
    ],
  })
  const after =
    await sql`select id, option_values[1] as size, sku, inventory_quantity as stock, is_active from product_variants where product_id = ${added.id} order by created_at, id`
  expect(
    after.map(({ id, ...row }) => ({
      ...row,
      is: id === small?.id ? 'small' : id === medium?.id ? 'medium' : 'large',
    })),
  ).toEqual(
    expect.arrayContaining([
      { is: 'small', size: 'S', sku: `${key}-S`, stock: 3, is_active: false },
      { is: 'medium', size: 'L', sku: `${key}-L`, stock: 1, is_active: true },
      { is: 'large', size: 'M', sku: `${key}-M`, stock: 3, is_active: true },
    ]),
  )
  const without = saveProduct(sql, staff, {
    id: added.id,
    version: swapped.version,
    fields: { options: [] },
    variants: [],
  })
  expect(await rejection(without)).toMatchObject({ code: 'PT409', hint: 'options' })
})

test('an error of a variant or of its stock names the variant by its place', async () => {
  const robe = await sizedProduct(sql, { S: 2 })
  const attempt = (variant: Record<string, unknown>) =>
    rejection(
      saveProduct(sql, staff, {
        id: robe.id,
        version: 2,
        variants: [{ id: robe.variants.S, option_values: ['S'], ...variant }],
      }),
    )
  expect(await attempt({ price: -4 })).toMatchObject({ code: 'PT422', hint: 'variants.0.price' })
  expect(await attempt({ stock_change: -3 })).toMatchObject({
    code: 'PT409',
    hint: 'variants.0.stock_change',
  })
  expect(await attempt({ option_values: ['XXL'] })).toMatchObject({ code: 'PT422', hint: 'option_values' })
  expect(await attempt({ id: randomUUID() })).toMatchObject({ code: 'PT409', hint: 'variants.0.id' })
})

test('a product without orders loses its options and is counted as itself again', async () => {
  const robe = await sizedProduct(sql, { S: 2, M: 3 })
  const version = Number(await versionOf(robe.id))
  await saveProduct(sql, staff, {
    id: robe.id,
    version,
    fields: { options: [] },
    variants: [],
    stockChange: 4,
  })
  expect(await productRow(sql, robe.id)).toMatchObject({ inventory_quantity: 4, highest_price: null })
  expect(await stockBySize(sql, robe)).toEqual({})
})

test('the first variants share out the plain stock: as much as there is, or nothing is saved', async () => {
  const key = randomUUID().slice(0, 8)
  const fields = { name: `Sash ${key}`, price: 40 }
  const plain = await saveProduct(sql, staff, { fields, stockChange: 12 })
  const buyer = guest()
  await as(sql, buyer, (tx) => tx`select cart_add(${plain.id}, 2)`)
  await complete(sql, buyer, (await startCheckout(sql, buyer, await details(sql))).session_id)
  const shareOut = (seen: number, small: number) =>
    saveProduct(sql, staff, {
      id: plain.id,
      version: plain.version,
      fields: { options: [{ name: 'Size', values: ['S', 'M'] }] },
      stockChange: -seen,
      variants: [
        { option_values: ['S'], stock_change: small },
        { option_values: ['M'], stock_change: 3 },
      ],
    })
  expect(await rejection(shareOut(12, 9))).toMatchObject({
    code: 'PT409',
    hint: 'stock_change',
    detail: '10',
  })
  expect(await productRow(sql, plain.id)).toMatchObject({ inventory_quantity: 10, version: plain.version })
  await shareOut(10, 7)
  expect(await productRow(sql, plain.id)).toMatchObject({ inventory_quantity: 10 })
  expect(await faultsIn(sql)).toEqual({})
  const again = { id: plain.id, version: Number(await versionOf(plain.id)), stockChange: -10 }
  expect(await rejection(saveProduct(sql, staff, again))).toMatchObject({
    code: 'PT422',
    hint: 'stock_change',
  })
})

const field = fc.constantFrom('description', 'care', 'materials', 'brand')
const step = fc.oneof(
  // `of`: which of the open forms is saved; a form knows the version and the stock it was opened with.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      of: fc.nat(),
      field,
      text: fc.constantFrom('one', 'two', 'three'),
      stock: fc.integer({ min: -4, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('sell' as const), quantity: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('adjust' as const), by: fc.integer({ min: -3, max: 5 }) }),
  },
)

/** Runs what may be rejected, and says whether it was done. */
async function tried(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: expect.stringMatching(/^PT4/) as unknown })
    return false
  }
}

test('however saves, sales and adjustments follow each other, stock is their sum and no field is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const id = await stockProduct(sql, 10, 6)
      const expected: Record<string, unknown> = { inventory_quantity: 6, version: 1 }
      let stock = 6
      let version = 1
      const forms = [1]
      for (const each of steps) {
        if (each.kind === 'open') {
          forms.push(version)
        } else if (each.kind === 'sell') {
          const buyer = guest()
          const sold = readyToPay(sql, buyer, id, each.quantity).then(({ session_id }) =>
            complete(sql, buyer, session_id),
          )
          const isSold = await tried(sold)
          expect(isSold).toBe(each.quantity <= stock)
          if (isSold) stock -= each.quantity
        } else if (each.kind === 'adjust') {
          const adjusted = callAs(sql, staff, 'adjust_stock', { p_product_id: id, p_change: each.by })
          if (await tried(adjusted)) stock += each.by
        } else {
          const form = forms[each.of % forms.length] ?? 0
          const before = (await productRow(sql, id))?.[each.field] ?? null
          const saved = saveProduct(sql, staff, {
            id,
            version: form,
            fields: { [each.field]: each.text },
            stockChange: each.stock,
          })
          const isSaved = await tried(saved)
          expect(isSaved).toBe(form === version && stock + each.stock >= 0)
          if (isSaved) {
            stock += each.stock
            expected[each.field] = each.text
            if (before !== each.text) version += 1
          }
        }
        Object.assign(expected, { inventory_quantity: stock, version })
        expect(await productRow(sql, id)).toMatchObject(expected)
      }
      expect(await faultsIn(sql)).toEqual({})
    }),
    { numRuns: process.env.TEST_DEEP ? 300 : 12 },
  )
})
