import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteShipping, type ShippingMethod } from './quote-shipping'
import type { ShippingRule } from './shipping-rules'

const method = (name: string, basePricePence: number): ShippingMethod => ({
  id: name.toLowerCase(),
  name,
  description: null,
  basePricePence,
  daysMin: 1,
  daysMax: 2,
  features: [],
  sortOrder: 0,
})
const standard = method('Standard', 399)
const nextDay = method('Next day', 999)
const zone = (multiplier: number) => ({ id: 'z', name: 'z', postcodes: [], multiplier, position: 1 })
const rule = (
  actions: unknown,
  conditions: unknown = {},
  more: Partial<ShippingRule> = {},
): ShippingRule => ({ id: 'r', name: 'rule', type: 'discount', priority: 100, conditions, actions, ...more })

const quote = (more: Partial<Parameters<typeof quoteShipping>[0]> = {}) =>
  quoteShipping({
    subtotalPence: 2000,
    method: standard,
    zone: null,
    rules: [],
    country: 'GB',
    postcode: 'SW1A 1AA',
    ...more,
  })
const pence = (...rules: ShippingRule[]) => quote({ rules }).pence

test('base price × zone multiplier, rounded half up once', () => {
  expect(quote()).toEqual({ available: true, pence: 399 })
  expect(quote({ zone: zone(1.5) }).pence).toBe(599) // 598.5
  expect(quote({ zone: zone(1.1), rules: [rule({ discount_percentage: 10 })] }).pence).toBe(395) // 395.01, not 438.9 → 439 → 395.1
})

test.each([
  [{ free_shipping: true }, 0],
  [{ free_shipping: 'yes' }, 399],
  [{ discount_amount: 1 }, 299],
  [{ discount_amount: 50 }, 0],
  [{ discount_amount: -1 }, 399],
  [{ discount_percentage: 12.5 }, 349], // 349.125
  [{ discount_percentage: 200 }, 0],
  [{ surcharge_amount: 2.5 }, 649],
  [{ surcharge_percentage: 50 }, 599], // 598.5
  [{ free_shipping: true, surcharge_amount: 2 }, 200],
  [{ surcharge_percentage: 10, surcharge_amount: 1, discount_percentage: 50, discount_amount: 1.99 }, 220],
  [null, 399],
  ['free', 399],
  [[{ free_shipping: true }], 399],
])('%j makes £3.99 cost %i pence', (actions, expected) => {
  expect(pence(rule(actions))).toBe(expected)
})

test('a price above £10,000 is a mistake in a rule: the method is not available', () => {
  expect(quote({ rules: [rule({ free_shipping: true, surcharge_amount: 10_000 })] })).toEqual({
    available: true,
    pence: 10_000_00,
  })
  expect(quote({ rules: [rule({ free_shipping: true, surcharge_amount: 10_000.01 })] })).toEqual({
    available: false,
    pence: 0,
  })
  const thousandfold = { surcharge_amount: 1e9, surcharge_percentage: 1e9 }
  expect(quote({ rules: ['a', 'b', 'c'].map((id) => rule(thousandfold, {}, { id })) })).toEqual({
    available: false,
    pence: 0,
  })
})

test('a surcharge after free shipping is still charged, one before it is not', () => {
  const free = rule({ free_shipping: true }, {}, { id: 'a', priority: 10 })
  const extra = (priority: number) => rule({ surcharge_amount: 3 }, {}, { id: 'b', priority })
  expect(pence(extra(20), free)).toBe(300)
  expect(pence(extra(5), free)).toBe(0)
})

test('rules of equal priority apply by id', () => {
  const half = rule({ discount_percentage: 50 }, {}, { id: 'a' })
  const off = rule({ discount_amount: 1 }, {}, { id: 'b' })
  expect(pence(off, half)).toBe(100) // 199.5 − 100 = 99.5
  expect(pence({ ...off, id: 'a' }, { ...half, id: 'b' })).toBe(150) // 299 ÷ 2 = 149.5
})

test.each([
  [{ min_order_value: 20 }, true],
  [{ min_order_value: 20.01 }, false],
  [{ max_order_value: 20 }, true],
  [{ max_order_value: 19.99 }, false],
  [{ min_order_value: 'lots' }, true],
  [{ allowed_countries: ['gb', 'IE'] }, true],
  [{ allowed_countries: ['FR'] }, false],
  [{ shipping_method: 'standard' }, true],
  [{ shipping_method: 'Next day' }, false],
  [{ excluded_postcodes: ['SW'] }, false],
  [{ excluded_postcodes: ['sw1a'] }, false],
  [{ excluded_postcodes: ['S', 'SW1'] }, true],
  [{ min_order_value: 10, excluded_postcodes: ['SW'] }, false],
  ['{', true],
])('with the condition %j the rule applies: %s', (conditions, matches) => {
  expect(pence(rule({ free_shipping: true }, conditions))).toBe(matches ? 0 : 399)
})

test('a free rule without a method applies to next-day delivery too', () => {
  const free = rule({ free_shipping: true }, { min_order_value: 20 })
  expect(quote({ method: nextDay, rules: [free] }).pence).toBe(0)
})

test('a restriction makes a method unavailable only where its conditions match', () => {
  const restriction = rule({}, { shipping_method: 'Next day' }, { type: 'restriction' })
  expect(quote({ method: nextDay, rules: [restriction] })).toEqual({ available: false, pence: 0 })
  expect(quote({ rules: [restriction] })).toEqual({ available: true, pence: 399 })
})

const money = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 100)
const anyRule = fc.record({
  id: fc.uuid(),
  name: fc.constant('rule'),
  type: fc.constantFrom('free_shipping', 'discount', 'surcharge'),
  priority: fc.integer({ min: 0, max: 5 }),
  conditions: fc.oneof(fc.jsonValue(), fc.record({ min_order_value: money }, { requiredKeys: [] })),
  actions: fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        free_shipping: fc.boolean(),
        discount_amount: money,
        discount_percentage: money,
        surcharge_amount: money,
        surcharge_percentage: money,
      },
      { requiredKeys: [] },
    ),
  ),
})

test('whatever the rules, the price is in whole pence, never negative, and independent of their order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRule, { maxLength: 6, selector: (made) => made.id }),
      fc.nat(50_000),
      (rules, subtotalPence) => {
        const price = quote({ rules, subtotalPence, zone: zone(1.3) })
        expect(price.pence >= 0 && Number.isInteger(price.pence)).toBe(true)
        expect(quote({ rules: [...rules].reverse(), subtotalPence, zone: zone(1.3) })).toEqual(price)
      },
    ),
  )
})
