import { cleanCode, cleanText } from '@shop/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { ChosenPicture } from '../../pictures/form-picture'
import type { ProductRecord } from './product-record'
import { productSchema } from './product-schema'
import { newProduct, newVariant, productValues } from './product-values'
import { productPayload } from './save-product'

const trimmed = fc.string({ minLength: 1, maxLength: 40 }).map(cleanText).filter(Boolean)
const text = fc.option(trimmed)
const amount = fc.nat(10_000_000).map((pence) => pence / 100)
const tags = fc.uniqueArray(trimmed, { maxLength: 5 })
const code = fc.option(fc.stringMatching(/^[0-9]{8,14}$/))
const address = fc.stringMatching(/^[a-z0-9]{1,9}$/).map((name) => `/media/${name}.webp`)
const stock = { inventory_quantity: fc.nat(1_000_000), low_stock_threshold: fc.nat(1_000_000) }
const prices = { price: amount, compare_at_price: fc.option(amount) }
const sku = text.map((typed) => (typed === null ? null : cleanCode(typed) || null))
const codes = { sku, barcode: code }

const variant = (option_values: string[]) =>
  fc.record({
    id: fc.uuid(),
    option_values: fc.constant(option_values),
    image: fc.option(address),
    is_active: fc.boolean(),
    has_orders: fc.boolean(),
    ...codes,
    ...prices,
    ...stock,
  })
const minuteAfter = (day: string) =>
  fc.option(
    fc
      .integer({ min: 0, max: 100_000 })
      .map((minutes) => new Date(Date.parse(day) + minutes * 60_000).toISOString()),
  )
const sizes = ['S', 'M']
const record: fc.Arbitrary<ProductRecord> = fc.record({
  id: fc.uuid(),
  version: fc.nat(),
  slug: fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9})?$/),
  name: trimmed,
  description: text,
  short_description: text,
  category_id: fc.option(fc.uuid()),
  category: fc.constant(null),
  images: fc.array(address, { maxLength: 4 }),
  image_alts: fc.constant([]),
  is_featured: fc.boolean(),
  is_active: fc.boolean(),
  archived_at: fc.constant(null),
  // Before and after the clocks change.
  publish_at: minuteAfter('2026-12-01T00:00Z'),
  unpublish_at: minuteAfter('2027-04-01T00:00Z'),
  seo_title: text,
  seo_description: text,
  brand: text,
  collection: text,
  features: tags,
  materials: text,
  care: text,
  dimensions: text,
  weight_grams: fc.option(fc.integer({ min: 1, max: 100_000 })),
  box_contents: tags,
  good_for: text,
  size_guide: fc.constantFrom(null, { columns: ['Size', 'Chest'], rows: [['S', '']], note: 'Loose' }),
  track_inventory: fc.boolean(),
  options: fc.constant([{ name: 'Size', values: sizes }]),
  variants: fc.tuple(...sizes.map((size) => variant([size]))),
  ...codes,
  ...prices,
  ...stock,
})

test('a record that is opened and saved sends each field as it was', () => {
  fc.assert(
    fc.property(record, (product) => {
      const { values, version } = productValues(product)
      const output = v.parse(productSchema, values)
      const pictures = values.images.filter((picture) => 'address' in picture)
      const { id, slug } = product
      const { p_fields, p_variants, ...rest } = productPayload({
        id,
        version,
        values: output,
        pictures,
        slug,
      })
      expect(rest).toEqual({ p_id: id, p_version: version, p_stock_change: 0, p_note: '' })
      // What is not sent is the database's own.
      const {
        id: _id,
        version: _version,
        category: _category,
        archived_at: _archivedAt,
        inventory_quantity: _stock,
        variants,
        ...sent
      } = product
      expect(p_fields).toEqual({
        ...sent,
        image_alts: product.images.map(() => ''),
        publish_at: product.is_active ? null : product.publish_at,
        // That of each variant counts.
        compare_at_price: product.options.length > 0 ? null : product.compare_at_price,
      })
      expect(p_variants).toEqual(
        variants.map(({ inventory_quantity: _stock, has_orders: _hasOrders, ...fields }) => ({
          ...fields,
          stock_change: 0,
        })),
      )
    }),
  )
})

test('a variant gets the address of a picture that was only chosen', () => {
  const chosen: ChosenPicture = {
    key: 'chosen',
    copies: { copies: [], type: 'image/webp' } as never,
    alt: '',
  }
  const values = v.parse(productSchema, {
    ...newProduct,
    name: 'Robe',
    price: '1.00',
    images: [chosen],
    options: [{ name: 'Size', values: ['S'] }],
    variants: [{ ...newVariant(['S'], '1.00'), image: 'chosen' }],
  })
  const pictures = [{ key: 'chosen', address: '/storage/robe-640.webp', alt: '' }]
  const { p_variants } = productPayload({ values, pictures, slug: null })
  expect(p_variants).toMatchObject([{ image: '/storage/robe-640.webp' }])
})

test('without its last option a product keeps the stock that its variants had', () => {
  const values = v.parse(productSchema, { ...newProduct, name: 'Robe', price: '89.00', stock_change: '2' })
  const payload = productPayload({
    id: 'a',
    version: 1,
    values,
    pictures: [],
    slug: 'robe',
    variantStock: 30,
  })
  expect(payload.p_stock_change).toBe(32)
  expect(payload).not.toHaveProperty('p_variants')
})
