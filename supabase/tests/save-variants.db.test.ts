import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { complete, details, startCheckout } from './checkout-steps'
import { faultsIn } from './consistency'
import { callAs, productRow, saveProduct } from './office-steps'
import { testDatabase } from './test-database'
import { sizedProduct, stockBySize } from './variant-fixtures'
import { as, guest, refusal, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const versionOf = async (id: string) => (await productRow(sql, id))?.version

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
  expect(await refusal(without)).toMatchObject({ code: 'PT409', hint: 'options' })
  expect(await faultsIn(sql)).toEqual({})
})

test('what is wrong with a variant is told by its place, and with its stock too', async () => {
  const robe = await sizedProduct(sql, { S: 2 })
  const attempt = (variant: Record<string, unknown>) =>
    refusal(
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
  expect(await faultsIn(sql)).toEqual({})
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
  expect(await refusal(shareOut(12, 9))).toMatchObject({ code: 'PT409', hint: 'stock_change', detail: '10' })
  expect(await productRow(sql, plain.id)).toMatchObject({ inventory_quantity: 10, version: plain.version })
  await shareOut(10, 7)
  expect(await productRow(sql, plain.id)).toMatchObject({ inventory_quantity: 10 })
  expect(await faultsIn(sql)).toEqual({})
  const again = { id: plain.id, version: Number(await versionOf(plain.id)), stockChange: -10 }
  expect(await refusal(saveProduct(sql, staff, again))).toMatchObject({ code: 'PT422', hint: 'stock_change' })
})
