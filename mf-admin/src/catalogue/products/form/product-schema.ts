import { cleanCode, cleanText } from '@shop/settings'
import { toPounds, type Pence } from '@shop/pricing'
import * as v from 'valibot'
import {
  optionalChoice,
  optionalMoment,
  optionalMoney,
  optionalSlug,
  optionalCode,
  optionalText,
  requiredMoney,
  requiredText,
  wholeNumber,
} from '../../../kit/field-rules'
import { seoFields } from '../../seo/seo-values'
import type { FormPicture } from '../../pictures/form-picture'
import { sizeGuideProblem } from './size-guide-text'

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
  size_guide_note: 500,
  note: 500,
  option: 40,
  option_value: 60,
  weight_grams: 100_000,
  stock: 1_000_000,
  features: 30,
  box_contents: 20,
} as const

const tooMuchStock = `Enter at most ${limits.stock.toLocaleString('en-GB')}.`

/** The problem of a difference in stock, as a message for its field. */
function stockProblem(change: string): string | undefined {
  if (change === 'blank') return 'Please enter the stock.'
  if (!/^-?\d{1,8}$/.test(change)) return 'Enter a whole number, 0 or more.'
  return Math.abs(Number(change)) > limits.stock ? tooMuchStock : undefined
}

const stockChange = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const message = dataset.typed ? stockProblem(dataset.value) : undefined
    if (message) addIssue({ message })
  }),
  v.transform(Number),
)

const barcode = v.pipe(
  optionalCode(limits.barcode),
  v.check(
    (code) => code === null || /^\d{8,14}$/.test(code),
    'A barcode has 8 to 14 digits and nothing else.',
  ),
)

const tags = (most: number) =>
  v.pipe(v.array(v.string()), v.maxLength(most, `Use at most ${String(most)} entries.`))

const pounds = v.transform((pence: Pence) => toPounds(pence))
const poundsOrNull = v.transform((pence: Pence | null) => (pence === null ? null : toPounds(pence)))

const variantSchema = v.object({
  id: v.string(),
  option_values: v.array(v.string()),
  sku: optionalCode(limits.sku),
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
    v.transform(cleanText),
    v.nonEmpty('Please name the option, such as Size.'),
    v.maxLength(limits.option, `Use at most ${String(limits.option)} characters.`),
  ),
  values: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'Add at least one value.'),
    v.maxLength(50, 'Use at most 50 values.'),
  ),
})

/** Whether every variant has a value of each option, and options have variants. */
function fitOptions(
  options: readonly { values: readonly string[] }[],
  variants: readonly { option_values: readonly string[] }[],
): boolean {
  return (
    options.length > 0 === variants.length > 0 &&
    variants.every(
      ({ option_values }) =>
        option_values.length === options.length &&
        option_values.every((value, place) => options[place]?.values.includes(value)),
    )
  )
}

/** The rules of the form; fields have the names of their columns, by which the database rejects them. */
export const productSchema = v.pipe(
  v.object({
    name: requiredText('Please enter a name.', limits.name),
    slug: optionalSlug(limits.slug),
    category_id: optionalChoice(),
    description: optionalText(limits.description),
    short_description: optionalText(limits.short_description),
    /** These three are not used where variants have their own. */
    price: v.pipe(optionalMoney(), poundsOrNull),
    compare_at_price: v.pipe(optionalMoney(), poundsOrNull),
    stock_change: v.string(),
    note: optionalText(limits.note),
    images: v.array(v.custom<FormPicture>((value) => typeof value === 'object')),
    is_featured: v.boolean(),
    is_active: v.boolean(),
    /** Not used for an active product. */
    publish_at: optionalMoment(),
    unpublish_at: optionalMoment(),
    ...seoFields,
    sku: optionalCode(limits.sku),
    barcode,
    brand: optionalText(limits.brand),
    collection: optionalText(limits.brand),
    features: tags(limits.features),
    materials: optionalText(limits.materials),
    care: optionalText(limits.materials),
    dimensions: optionalText(limits.dimensions),
    weight_grams: v.pipe(
      v.string(),
      v.transform(cleanCode),
      v.regex(/^([1-9]\d{0,8})?$/, 'Enter whole grams, such as 250.'),
      v.transform((text) => (text === '' ? null : Number(text))),
      v.check(
        (grams) => grams === null || grams <= limits.weight_grams,
        `Enter at most ${limits.weight_grams.toLocaleString('en-GB')} grams.`,
      ),
    ),
    box_contents: tags(limits.box_contents),
    good_for: optionalText(limits.good_for),
    size_guide: v.pipe(
      v.string(),
      v.rawCheck(({ dataset, addIssue }) => {
        const message = dataset.typed ? sizeGuideProblem(dataset.value) : null
        if (message !== null) addIssue({ message })
      }),
    ),
    size_guide_note: v.pipe(v.string(), v.transform(cleanText), v.maxLength(limits.size_guide_note)),
    low_stock_threshold: wholeNumber('Please enter a threshold.'),
    track_inventory: v.boolean(),
    options: v.array(optionSchema),
    variants: v.array(variantSchema),
  }),
  // These hold also while other fields are wrong, so that all mistakes show at once.
  v.forward(
    v.partialCheck(
      [['price'], ['options'], ['variants']],
      ({ price, options, variants }) => options.length + variants.length > 0 || price !== null,
      'Please enter a price.',
    ),
    ['price'],
  ),
  v.forward(
    v.partialCheck(
      [['stock_change'], ['options'], ['variants']],
      ({ stock_change, options, variants }) =>
        options.length + variants.length > 0 || stockProblem(stock_change) === undefined,
      ({ input }) => stockProblem(input.stock_change) ?? '',
    ),
    ['stock_change'],
  ),
  v.forward(
    v.partialCheck(
      [['is_active'], ['publish_at'], ['unpublish_at']],
      ({ is_active, publish_at, unpublish_at }) =>
        is_active || publish_at === null || unpublish_at === null || unpublish_at > publish_at,
      'Choose a time after the product goes live.',
    ),
    ['unpublish_at'],
  ),
  v.forward(
    v.partialCheck(
      [['options'], ['variants']],
      ({ options, variants }) => fitOptions(options, variants),
      'The variants do not fit the options yet: use the button below them.',
    ),
    ['options'],
  ),
)

/** The fields of the form. */
export type ProductValues = v.InferInput<typeof productSchema>

/** What is made of them. */
export type ProductOutput = v.InferOutput<typeof productSchema>
