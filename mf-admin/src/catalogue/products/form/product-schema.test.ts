import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { limits, productSchema, type ProductValues } from './product-schema'
import { newProduct, newVariant } from './product-values'

const values: ProductValues = { ...newProduct, name: 'Robe', price: '48.50', stock_change: '3' }

/** The problems by field. */
const problems = (changes: Partial<ProductValues>) => {
  const result = v.safeParse(productSchema, { ...values, ...changes }, { abortPipeEarly: false })
  return Object.fromEntries((result.issues ?? []).map((issue) => [v.getDotPath(issue), issue.message]))
}

test('empty fields become null, and amounts pounds', () => {
  const output = v.parse(productSchema, values)
  expect(output).toMatchObject({ price: 48.5, description: null, compare_at_price: null, category_id: null })
})

test('name, price and stock are asked for at once', () => {
  expect(problems({ name: ' ', price: '', stock_change: 'blank' })).toEqual({
    name: 'Please enter a name.',
    price: 'Please enter a price.',
    stock_change: 'Please enter the stock.',
  })
})

test('with variants the stock is theirs', () => {
  const options = [{ name: 'Size', values: ['S'] }]
  const variants = [{ ...newVariant(['S'], '1.00'), stock_change: '2' }]
  expect(problems({ stock_change: 'blank', options, variants })).toEqual({})
  const blank = [{ ...newVariant(['S'], '1.00'), stock_change: 'blank' }]
  expect(problems({ options, variants: blank })).toEqual({
    'variants.0.stock_change': 'Please enter the stock.',
  })
})

test('options without variants, and variants of other values, are rejected', () => {
  const options = [{ name: 'Size', values: ['S'] }]
  const rejected = { options: 'The variants do not fit the options yet: use the button below them.' }
  expect(problems({ options })).toEqual(rejected)
  expect(problems({ options, price: '' })).toMatchObject(rejected)
  expect(problems({ options, variants: [newVariant(['M'], '1.00')] })).toEqual(rejected)
  expect(problems({ variants: [newVariant(['M'], '1.00')] })).toEqual(rejected)
})

test('no field takes more than the database does', () => {
  const rules = readFileSync(
    new URL('../../../../../supabase/schemas/45_product_fields.sql', import.meta.url),
    'utf8',
  )
  const most = (subject: string, field: string) => {
    const rule = new RegExp(`\\('${subject}', \\d+, '${field}', '[^']+', '\\w+', \\w+, -?\\d+, (\\d+),`).exec(
      rules,
    )
    return Number(rule?.[1])
  }
  const sameNames = [
    'name',
    'slug',
    'description',
    'short_description',
    'sku',
    'barcode',
    'brand',
    'materials',
    'dimensions',
    'good_for',
    'weight_grams',
    'features',
    'box_contents',
  ] as const
  for (const name of sameNames) expect([name, limits[name]]).toEqual([name, most('product', name)])
  expect([limits.brand, limits.materials]).toEqual([most('product', 'collection'), most('product', 'care')])
  expect([limits.sku, limits.barcode]).toEqual([most('variant', 'sku'), most('variant', 'barcode')])
  expect(limits.stock).toBe(most('variant', 'stock_change'))
})
