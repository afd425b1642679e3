import fc from 'fast-check'
import type { OfferedPromotion, PromotionGift, PromotionScope } from '@shop/pricing'

/** How many products and variants a case prices. */
export const pieces = 6

/** Prices in pence. */
export const pence = fc.oneof(
  fc.integer({ min: 0, max: 10_000_00 }),
  fc.constantFrom(650, 3164, 1999, 2499, 0, 1, 10_000_00),
)

const prefix = fc.constantFrom(
  'B',
  'BT',
  'S',
  'sa ',
  'KW',
  'KW15',
  'KA',
  'ka27',
  'TR',
  'TR21',
  'SW1A',
  'BFPO',
  'E',
  'EC',
  '',
)
const postcode = fc.oneof(
  fc.constantFrom(
    'B1 1AA',
    'bt11aa',
    'S1 1AA',
    'SA1 1AA',
    'KW1 5AA',
    'kw151aa',
    'KW15',
    'KA27 8AA',
    'ka2 7aa',
    'TR21 0AA',
    'PO33 2AA',
    'pa421aa',
    'IV51 9AA',
    'IV50 1AA',
    'ZE1 0AA',
    'sw1a1aa',
    ' BFPO 57',
    'E1 6AN',
    'EH1 1AA',
    'EC1A 1BB',
    '',
    '123',
    'JE2 3AA',
    'ß 1',
    'İstanbul',
    'ＳＷ１Ａ １ＡＡ',
    "'; drop table products; --",
    'A'.repeat(10_000),
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\u0000', '')),
)
const money = fc.integer({ min: 0, max: 5000 }).map((value) => value / 100)
// What staff may have left in a rule: amounts as meant, and everything else that JSON can hold.
const amount = fc.oneof(
  { weight: 5, arbitrary: money },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      '10',
      -5,
      null,
      true,
      [],
      { amount: 3 },
      1e9,
      0.0049,
      12.345,
      -0,
      '',
      'free',
    ),
  },
)
const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const texts = (value: fc.Arbitrary<string>) =>
  fc.oneof<fc.Arbitrary<unknown>[]>(
    fc.array(value, { maxLength: 3 }),
    fc.constantFrom<unknown>([], 'GB', null, [1, null, ' '], {}),
  )
const rule = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('free_shipping', 'discount', 'surcharge', 'surcharge', 'restriction'),
  priority: fc.integer({ min: 1, max: 3 }),
  conditions: fc.record({
    min_order_value: sometimes(amount),
    max_order_value: sometimes(amount),
    shipping_method: sometimes(fc.constantFrom<unknown>('Express', ' express ', 'Other', '', 7, null)),
    allowed_countries: sometimes(texts(fc.constantFrom('GB', 'gb', 'FR'))),
    excluded_postcodes: sometimes(texts(prefix)),
    unknown: sometimes(fc.constant(1)),
  }),
  actions: fc.record({
    free_shipping: sometimes(fc.constantFrom<unknown>(true, false, 'true', 1, null)),
    discount_amount: sometimes(amount),
    discount_percentage: sometimes(amount),
    surcharge_amount: sometimes(amount),
    surcharge_percentage: sometimes(amount),
    unknown: sometimes(fc.constant({})),
  }),
})
const zone = fc.record({
  id: fc.uuid(),
  postcodes: fc.array(prefix, { maxLength: 4 }),
  multiplier: fc.integer({ min: 1, max: 30 }).map((value) => value / 10),
  position: fc.integer({ min: 1, max: 3 }),
})
const percent = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(10, 12.5, 50, 99.99, 100),
)
const gift: fc.Arbitrary<PromotionGift> = fc.oneof(
  fc.record({ kind: fc.constant('percent'), percent }),
  fc.record({
    kind: fc.constant('amount'),
    amountPence: fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(1, 500, 1_000_000)),
  }),
  fc.record({ kind: fc.constant('free_delivery') }),
  fc.record({
    kind: fc.constant('buy_get'),
    buy: fc.integer({ min: 1, max: 4 }),
    get: fc.integer({ min: 1, max: 4 }),
    percent: fc.oneof(fc.constant(100), percent),
  }),
)
/** What a promotion is for, with products and categories by their places in the case. */
const scope = fc.record({
  appliesTo: fc.constantFrom('order', 'order', 'products', 'categories'),
  places: fc.uniqueArray(fc.nat({ max: pieces - 1 }), { minLength: 1, maxLength: 3 }),
})
const promotion = fc.record({
  gift,
  scope,
  minimumPence: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
})
/** Rows with ids of their own: `fc.uuid` generates the same one now and then. */
const rows = <T extends { id: string }>(row: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(row, { maxLength, selector: ({ id }) => id })

/** A promotion as libs/pricing calculates with it. @param ids of the products and categories at each place */
export function offered(
  code: string,
  { gift, scope: { appliesTo, places }, minimumPence }: GeneratedPromotion,
  ids: readonly { product: string; category: string | null }[],
): OfferedPromotion {
  // The first is of what has been deleted.
  const found = (key: 'product' | 'category') => [
    '00000000-0000-4000-8000-000000000000',
    ...new Set(places.flatMap((at) => ids[at]?.[key] ?? [])),
  ]
  const scope: PromotionScope =
    appliesTo === 'products'
      ? { appliesTo, productIds: found('product') }
      : appliesTo === 'categories'
        ? { appliesTo, categoryIds: found('category') }
        : { appliesTo: 'order' }
  return { code, minimumPence, promotion: { ...gift, scope } }
}

/** A promotion as the database keeps it. */
export const written = ({ code, minimumPence, promotion: { scope, ...given } }: OfferedPromotion) => ({
  code,
  minimum_pence: minimumPence,
  kind: given.kind,
  ...('percent' in given && { percent: given.percent }),
  ...(given.kind === 'amount' && { amount_pence: given.amountPence }),
  ...(given.kind === 'buy_get' && { buy_quantity: given.buy, get_quantity: given.get }),
  applies_to: scope?.appliesTo ?? 'order',
  product_ids: scope?.appliesTo === 'products' ? scope.productIds : [],
  category_ids: scope?.appliesTo === 'categories' ? scope.categoryIds : [],
})

type GeneratedPromotion = typeof promotion extends fc.Arbitrary<infer Generated> ? Generated : never

/** A cart with all that its figures depend on. */
export const cases = fc.record({
  prices: fc.array(pence, { minLength: pieces, maxLength: pieces }),
  lines: fc.array(fc.record({ at: fc.nat({ max: pieces - 1 }), quantity: fc.integer({ min: 1, max: 40 }) }), {
    maxLength: 8,
  }),
  base: fc.integer({ min: 0, max: 2500 }),
  vatRate: fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000),
  factor: fc.oneof(
    fc.constant(0.79),
    fc.constant(1),
    fc.integer({ min: 10, max: 1500 }).map((value) => value / 1000),
  ),
  unmatched: fc.constantFrom<'first' | 'reject'>('first', 'reject'),
  coverage: fc.constantFrom<'uk' | 'mainland'>('uk', 'uk', 'mainland'),
  postcode,
  country: fc.constantFrom('GB', 'gb', 'FR'),
  promotion: fc.option(promotion),
  automatic: fc.array(promotion, { maxLength: 4 }),
  rules: rows(rule, 5),
  zones: rows(zone, 4),
})
