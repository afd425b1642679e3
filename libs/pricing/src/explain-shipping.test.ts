import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainShipping, plainDecimal } from './explain-shipping'
import { quoteShipping, type ShippingMethod } from './quote-shipping'
import type { ShippingRule } from './shipping-rules'

const method: ShippingMethod = {
  id: 'm',
  name: 'Standard',
  description: null,
  basePricePence: 399,
  daysMin: 1,
  daysMax: 2,
  features: [],
  sortOrder: 0,
}
const zone = { id: 'z', name: 'Islands', postcodes: ['KW15', 'ZE'], multiplier: 1.6, position: 1 }
const rule = (id: string, more: Partial<ShippingRule>): ShippingRule => ({
  id,
  name: id,
  type: 'discount',
  priority: 100,
  conditions: {},
  actions: {},
  ...more,
})
const parcel = { subtotalPence: 2000, postcode: 'KW15 1AA', country: 'GB' }
const terms = { zones: [zone], methods: [method], rules: [], unmatched: 'first', coverage: 'uk' } as const

test('each rule is explained in turn, with the exact price after each action', () => {
  const rules = [
    rule('late', { priority: 200, conditions: { min_order_value: 25, allowed_countries: ['FR'] } }),
    rule('off', { actions: { surcharge_amount: 0.5, discount_percentage: 10 } }),
  ]
  expect(explainShipping(parcel, { ...terms, rules })).toEqual({
    zone: { id: 'z', by: 'district', prefix: 'KW15' },
    methods: [
      {
        method: 'm',
        pence: 625,
        rejected: null,
        base: '6.384',
        rules: [
          {
            id: 'off',
            unmet: [],
            steps: [
              { action: 'discount_percentage', price: '5.7456' },
              { action: 'surcharge_amount', price: '6.2456' },
            ],
          },
          { id: 'late', unmet: ['min_order_value', 'allowed_countries'], steps: [] },
        ],
      },
    ],
  })
})

test('after a restriction that applies no rule is looked at; a mistake and no zone are told apart', () => {
  const stop = rule('a', { type: 'restriction', actions: { free_shipping: true } })
  const free = rule('b', { actions: { free_shipping: true } })
  const [restricted] = explainShipping(parcel, { ...terms, rules: [stop, free] }).methods
  expect(restricted).toMatchObject({ pence: null, rejected: 'restriction', rules: [{ id: 'a', steps: [] }] })
  const dear = rule('a', { actions: { surcharge_amount: 10_001 } })
  expect(explainShipping(parcel, { ...terms, rules: [dear] }).methods).toMatchObject([
    { rejected: 'mistake' },
  ])
  const elsewhere = { ...parcel, postcode: 'E1 6AN' }
  expect(explainShipping(elsewhere, terms).zone).toMatchObject({ by: 'first', prefix: null })
  expect(explainShipping(elsewhere, { ...terms, unmatched: 'reject' })).toMatchObject({
    zone: null,
    methods: [{ pence: null, rejected: 'zone', rules: [] }],
  })
})

test('a decimal has no trailing zeros', () => {
  expect(
    [
      [0n, 0],
      [0n, 2],
      [399n, 2],
      [39900n, 4],
      [1000n, 2],
      [5n, 3],
    ].map(([digits, scale]) => plainDecimal({ digits: BigInt(digits ?? 0), scale: Number(scale) })),
  ).toEqual(['0', '0', '3.99', '3.99', '10', '0.005'])
})

test('whatever the rules, the explained price is the quoted one', () => {
  const amount = fc.integer({ min: 0, max: 2000 }).map((value) => value / 100)
  const shippingRule = fc.record({
    id: fc.uuid(),
    name: fc.constant('rule'),
    type: fc.constantFrom('discount', 'surcharge', 'restriction'),
    priority: fc.integer({ min: 1, max: 3 }),
    conditions: fc.record({ min_order_value: amount, max_order_value: amount }, { requiredKeys: [] }),
    actions: fc.record(
      { free_shipping: fc.boolean(), discount_amount: amount, surcharge_percentage: amount },
      { requiredKeys: [] },
    ),
  })
  fc.assert(
    fc.property(
      fc.uniqueArray(shippingRule, { maxLength: 5, selector: ({ id }) => id }),
      fc.nat(3000),
      (rules, subtotalPence) => {
        const [explained] = explainShipping({ ...parcel, subtotalPence }, { ...terms, rules }).methods
        const quote = quoteShipping({ ...parcel, subtotalPence, method, zone, rules })
        expect(explained?.pence).toBe(quote.available ? quote.pence : null)
      },
    ),
  )
})
