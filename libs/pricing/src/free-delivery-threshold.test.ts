import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeDeliveryFrom } from './free-delivery-threshold'
import { freeDeliveryProgress } from './free-delivery'
import { isCovered } from './mainland'
import { quoteShipping, type ShippingMethod } from './quote-shipping'
import type { ShippingRule } from './shipping-rules'
import type { DeliveryTerms } from './shipping-terms'
import { matchZone } from './zones'

const method = (name: string, basePricePence: number): ShippingMethod => ({
  ...{
    id: name,
    name,
    basePricePence,
    description: null,
    daysMin: 1,
    daysMax: 2,
    features: [],
    sortOrder: 0,
  },
})
let made = 0
const rule = (conditions: object, actions: object, more: Partial<ShippingRule> = {}): ShippingRule => ({
  id: `r${String((made += 1)).padStart(5, '0')}`,
  name: 'rule',
  type: 'free_shipping',
  priority: 100,
  conditions,
  actions,
  ...more,
})
const zones = [
  { id: 'a', name: 'Mainland', postcodes: ['SW', 'LS'], multiplier: 1, position: 1 },
  { id: 'b', name: 'Islands', postcodes: ['KW15', 'ZE'], multiplier: 1.6, position: 2 },
]
const standard = method('Standard', 399)
const terms = (rules: ShippingRule[], more: Partial<DeliveryTerms> = {}): DeliveryTerms => ({
  ...{ methods: [standard, method('Express', 499)], zones, rules, unmatched: 'first', coverage: 'uk' },
  ...more,
})
const free = { free_shipping: true }

test.each([
  ['no rule', [], null],
  ['the specified rule', [rule({ min_order_value: 25, shipping_method: 'Standard' }, free)], 2500],
  ['a bound between two pence', [rule({ min_order_value: 24.991 }, free)], 2500],
  ['two rules', [rule({ min_order_value: 60 }, free), rule({ min_order_value: 40 }, free)], 4000],
  ['a rule without a bound', [rule({}, free)], 0],
  ['a discount of the whole price', [rule({ min_order_value: 30 }, { discount_percentage: 100 })], 3000],
  ['a discount that is enough everywhere', [rule({ min_order_value: 30 }, { discount_amount: 6.39 })], 3000],
  ['a discount that is too little for the islands', [rule({}, { discount_amount: 6.37 })], null],
  ['a rule that ends', [rule({ min_order_value: 25, max_order_value: 100 }, free)], null],
  [
    'a rule where another ends',
    [rule({ min_order_value: 25, max_order_value: 100 }, free), rule({ min_order_value: 100.01 }, free)],
    2500,
  ],
  [
    'a gap of a penny',
    [rule({ min_order_value: 25, max_order_value: 100 }, free), rule({ min_order_value: 100.02 }, free)],
    10002,
  ],
  ['a rule that leaves out a place', [rule({ min_order_value: 25, excluded_postcodes: ['ZE'] }, free)], null],
  [
    'a rule that leaves out a place abroad',
    [rule({ min_order_value: 25, excluded_postcodes: ['JE'] }, free)],
    2500,
  ],
  ['a rule for elsewhere', [rule({ min_order_value: 25, allowed_countries: ['FR'] }, free)], null],
  ['a surcharge after it', [rule({}, free), rule({}, { surcharge_amount: 0.01 }, { priority: 200 })], null],
  [
    'a method that is taken away',
    [
      rule({ min_order_value: 25, shipping_method: 'Standard' }, free),
      rule({ shipping_method: 'Standard', min_order_value: 50 }, {}, { type: 'restriction', priority: 1 }),
    ],
    null,
  ],
  [
    'a place where nothing is offered',
    [
      rule({ min_order_value: 25 }, free),
      rule({ excluded_postcodes: ['SW', 'LS', 'KW15', 'ZZ'] }, {}, { type: 'restriction', priority: 1 }),
    ],
    2500,
  ],
])('with %s delivery is free from %s pence', (_what, rules, from) => {
  expect(freeDeliveryFrom(terms(rules))).toBe(from)
})

test('only places count where the shop delivers', () => {
  const rules = [rule({ min_order_value: 25, excluded_postcodes: ['ZE', 'KW15'] }, free)]
  expect(freeDeliveryFrom(terms(rules, { coverage: 'mainland' }))).toBe(2500)
  const unlisted = [rule({ min_order_value: 25, excluded_postcodes: ['HX'] }, free)]
  expect(freeDeliveryFrom(terms(unlisted))).toBeNull()
  expect(freeDeliveryFrom(terms(unlisted, { unmatched: 'reject' }))).toBe(2500)
  expect(freeDeliveryFrom(terms(rules, { zones: [], unmatched: 'reject' }))).toBeNull()
  expect(freeDeliveryFrom(terms([rule({}, free)], { methods: [] }))).toBeNull()
})

const pounds = fc.oneof(
  fc.integer({ min: 0, max: 12 }).map((tens) => tens * 10),
  fc.integer({ min: 0, max: 12_000 }).map((pence) => pence / 100),
  fc.constantFrom(24.999, 25.001),
)
const optional = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined, freq: 2 }).map((found) => (found === undefined ? {} : { [key]: found }))
const listed = fc.subarray(['SW', 'LS', 'KW15', 'KW', 'ZE', 'BT', 'HX1', 'JE', 'sw1a', ''])
const conditions = fc
  .tuple(
    optional('min_order_value', pounds),
    optional('max_order_value', pounds),
    optional('shipping_method', fc.constantFrom('Standard', 'express', 'Other')),
    optional('excluded_postcodes', listed),
    optional('allowed_countries', fc.constantFrom(['GB'], ['FR'], ['gb', 'FR'])),
  )
  .map((parts) => Object.assign({}, ...parts) as object)
const actions = fc.oneof(
  { weight: 4, arbitrary: fc.constant<object>(free) },
  fc.constantFrom<object>(
    { discount_percentage: 100 },
    { discount_amount: 4 },
    { surcharge_amount: 1 },
    { free_shipping: 'yes' },
  ),
)
const rules = fc.array(
  fc
    .tuple(
      conditions,
      actions,
      fc.constantFrom('free_shipping', 'discount', 'restriction'),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([when, what, type, priority]) => rule(when, what, { type, priority })),
  { maxLength: 4 },
)
const anyTerms = fc
  .record({
    rules,
    zones: fc.subarray(zones),
    methods: fc.subarray([standard, method('Express', 499), method('Collect', 0)]),
    unmatched: fc.constantFrom<('first' | 'reject')[]>('first', 'reject'),
    coverage: fc.constantFrom<('uk' | 'mainland')[]>('uk', 'mainland'),
  })
  .map((given): DeliveryTerms => given)
const postcodes = [
  'SW1A 1AA',
  'LS1 4AP',
  'KW15 1AA',
  'KW1 4AA',
  'ZE1 0AA',
  'BT1 1AA',
  'HX1 1AA',
  'HX2 1AA',
  'ZZ1 1AA',
]

/** The price of each method to a postcode, as the checkout charges it; none where it is not offered. */
function pricesTo(postcode: string, subtotalPence: number, given: DeliveryTerms): number[] {
  const zone = matchZone(postcode, given.zones, given.unmatched, given.coverage)?.zone ?? null
  const isServed = zone !== null || (given.unmatched === 'first' && isCovered(postcode, given.coverage))
  return given.methods.flatMap((one) => {
    const parcel = { subtotalPence, method: one, zone, rules: given.rules, country: 'GB', postcode }
    const { available, pence } = quoteShipping(parcel)
    return isServed && available ? [pence] : []
  })
}

test('whatever the rules, adding the promised amount makes delivery free to every place, and so does any more', () => {
  const amounts = fc.integer({ min: 0, max: 15_000 })
  fc.assert(
    fc.property(anyTerms, amounts, amounts, (given, subtotal, more) => {
      const pence = freeDeliveryFrom(given)
      fc.pre(pence !== null)
      const from = (pence ?? 0) / 100
      const figures = { vatRate: 0.2, factor: 0.79, showVatInclusive: true, lead: 'specified' } as const
      const { remaining } = freeDeliveryProgress(subtotal, from, figures) ?? {}
      const missing = Math.round(Number(remaining?.replaceAll(/[£,]/g, '') ?? 0) * 100)
      for (const postcode of postcodes)
        for (const paid of [subtotal + missing, subtotal + missing + more]) {
          const prices = pricesTo(postcode, paid, given)
          expect(prices.length === 0 || prices.includes(0), `${postcode} ${String(paid)}`).toBe(true)
        }
    }),
    { numRuns: 300 },
  )
})

test('where delivery is free everywhere for good, and not before, that is promised', () => {
  fc.assert(
    fc.property(anyTerms, (given) => {
      const isFreeAt = (subtotal: number) => {
        const offered = [...postcodes, 'ZZ9 9ZZ'].map((postcode) => pricesTo(postcode, subtotal, given))
        const some = offered.filter((prices) => prices.length > 0)
        return some.length > 0 && some.every((prices) => prices.includes(0))
      }
      const pence = freeDeliveryFrom(given)
      if (pence === null) expect(isFreeAt(1_000_000)).toBe(false)
      else {
        expect(isFreeAt(pence)).toBe(true)
        if (pence > 0) expect(isFreeAt(pence - 1)).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})
