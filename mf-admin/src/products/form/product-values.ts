import { toPence, toPounds, type Pence } from '@shop/pricing'
import * as v from 'valibot'
import {
  moneyText,
  none,
  optionalChoice,
  optionalMoney,
  optionalSlug,
  optionalText,
  requiredMoney,
  requiredText,
  wholeNumber,
} from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { formPictures, type FormPicture } from '../../pictures/form-picture'
import { productRecordSchema, type VariantRecord } from './product-record'
import { parseSizeGuide, sizeGuideText } from './size-guide-text'

/** The longest texts of a product, in characters (the checks of `public.products`). */
export const limits = {
  name: 200,
  slug: 220,
  description: 5000,
  short_description: 300,
  sku: 64,
  barcode: 14,
  brand: 120,
  materials: 2000,
  dimensions: 300,
  good_for: 500,
  note: 500,
} as const

const stockChange = v.pipe(
  v.string(),
  v.check((text) => text !== 'blank', 'Please enter the stock.'),
  v.check((text) => text === 'blank' || /^-?\d{1,7}$/.test(text), 'Enter a whole number, 0 or more.'),
  v.transform(Number),
)

const barcode = v.pipe(
  optionalText(limits.barcode),
  v.check((code) => code === null || /^\d{8,14}$/.test(code), 'A barcode has 8 to 14 digits.'),
)

const pounds = v.transform((pence: Pence) => toPounds(pence))
const poundsOrNull = v.transform((pence: Pence | null) => (pence === null ? null : toPounds(pence)))

const variantSchema = v.object({
  id: v.string(),
  option_values: v.array(v.string()),
  sku: optionalText(limits.sku),
  barcode,
  price: v.pipe(requiredMoney('Please enter a price.'), pounds),
  compare_at_price: v.pipe(optionalMoney(), poundsOrNull),
  /** The address of one of the product's pictures, or `none`. */
  image: optionalChoice(),
  stock_change: stockChange,
  low_stock_threshold: wholeNumber('Please enter a threshold.'),
  is_active: v.boolean(),
  /** Shown, not sent. */
  stock: v.number(),
  has_orders: v.boolean(),
})

/** A variant in the form. */
export type VariantValues = v.InferInput<typeof variantSchema>

const optionSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Please name the option, such as Size.'),
    v.maxLength(40, 'Use at most 40 characters.'),
  ),
  values: v.pipe(v.array(v.string()), v.minLength(1, 'Add at least one value.')),
})

/** The rules of the form; fields have the names of their columns, by which the database refuses them. */
export const productSchema = v.pipe(
  v.object({
    name: requiredText('Please enter a name.', limits.name),
    slug: optionalSlug(limits.slug),
    category_id: optionalChoice(),
    description: optionalText(limits.description),
    short_description: optionalText(limits.short_description),
    price: v.pipe(requiredMoney('Please enter a price.'), pounds),
    compare_at_price: v.pipe(optionalMoney(), poundsOrNull),
    stock_change: stockChange,
    note: optionalText(limits.note),
    images: v.array(v.custom<FormPicture>((value) => typeof value === 'object')),
    is_featured: v.boolean(),
    is_active: v.boolean(),
    sku: optionalText(limits.sku),
    barcode,
    brand: optionalText(limits.brand),
    collection: optionalText(limits.brand),
    features: v.array(v.string()),
    materials: optionalText(limits.materials),
    care: optionalText(limits.materials),
    dimensions: optionalText(limits.dimensions),
    weight_grams: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => /^\d{0,6}$/.test(text) && text !== '0', 'Enter whole grams, such as 250.'),
      v.transform((text) => (text === '' ? null : Number(text))),
    ),
    box_contents: v.array(v.string()),
    good_for: optionalText(limits.good_for),
    size_guide: v.string(),
    size_guide_note: v.string(),
    low_stock_threshold: wholeNumber('Please enter a threshold.'),
    track_inventory: v.boolean(),
    options: v.array(optionSchema),
    variants: v.array(variantSchema),
  }),
  v.forward(
    v.check(
      ({ size_guide, size_guide_note }) => parseSizeGuide(size_guide, size_guide_note) !== undefined,
      'Each line needs as many cells as the first.',
    ),
    ['size_guide'],
  ),
)

/** The fields of the form. */
export type ProductValues = v.InferInput<typeof productSchema>

/** What is made of them. */
export type ProductOutput = v.InferOutput<typeof productSchema>

/** The fields of a new product. */
export const newProduct: ProductValues = {
  name: '',
  slug: '',
  category_id: none,
  description: '',
  short_description: '',
  price: '',
  compare_at_price: '',
  stock_change: 'blank',
  note: '',
  images: [],
  is_featured: false,
  is_active: true,
  sku: '',
  barcode: '',
  brand: '',
  collection: '',
  features: [],
  materials: '',
  care: '',
  dimensions: '',
  weight_grams: '',
  box_contents: [],
  good_for: '',
  size_guide: '',
  size_guide_note: '',
  low_stock_threshold: '5',
  track_inventory: true,
  options: [],
  variants: [],
}

const money = (amount: number | null) => moneyText(amount === null ? null : toPence(amount))

function variantValues(variant: VariantRecord): VariantValues {
  return {
    id: variant.id,
    option_values: variant.option_values,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    price: money(variant.price),
    compare_at_price: money(variant.compare_at_price),
    image: variant.image ?? none,
    stock_change: '0',
    low_stock_threshold: String(variant.low_stock_threshold),
    is_active: variant.is_active,
    stock: variant.inventory_quantity,
    has_orders: variant.has_orders,
  }
}

/** The variant of a new combination. @param price as the product's field has it */
export function newVariant(option_values: string[], price: string): VariantValues {
  return {
    id: '',
    option_values,
    sku: '',
    barcode: '',
    price,
    compare_at_price: '',
    image: none,
    stock_change: '0',
    low_stock_threshold: '5',
    is_active: true,
    stock: 0,
    has_orders: false,
  }
}

/** A product from the database as the form shows it. @throws ValiError for anything else */
export function productValues(answer: unknown): Versioned<ProductValues> {
  const product = v.parse(productRecordSchema, answer)
  return {
    version: product.version,
    values: {
      name: product.name,
      slug: product.slug,
      category_id: product.category_id ?? none,
      description: product.description ?? '',
      short_description: product.short_description ?? '',
      price: money(product.price),
      compare_at_price: money(product.compare_at_price),
      stock_change: '0',
      note: '',
      images: formPictures(product.images, product.image_alts),
      is_featured: product.is_featured,
      is_active: product.is_active,
      sku: product.sku ?? '',
      barcode: product.barcode ?? '',
      brand: product.brand ?? '',
      collection: product.collection ?? '',
      features: product.features,
      materials: product.materials ?? '',
      care: product.care ?? '',
      dimensions: product.dimensions ?? '',
      weight_grams: product.weight_grams === null ? '' : String(product.weight_grams),
      box_contents: product.box_contents,
      good_for: product.good_for ?? '',
      size_guide: sizeGuideText(product.size_guide),
      size_guide_note: product.size_guide?.note ?? '',
      low_stock_threshold: String(product.low_stock_threshold),
      track_inventory: product.track_inventory,
      options: product.options,
      variants: product.variants.map(variantValues),
    },
  }
}
