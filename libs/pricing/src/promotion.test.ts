import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderTotals } from './money'
import { bestPromotion } from './best-promotion'
import { promotionDiscounts, type Promotion, type PromotionLine } from './promotion'

const cart = { subtotalPence: 3158, shippingPence: 499, vatRate: 0.2 }

test.each<[string, Promotion, Omit<ReturnType<typeof orderTotals>, 'vatRate'>]>([
  [
    'ten per cent off, before VAT',
    { kind: 'percent', percent: 10 },
    { subtotalPence: 3158, discountPence: 316, vatPence: 568, shippingPence: 499, totalPence: 3909 },
  ],
  [
    'five pounds off',
    { kind: 'amount', amountPence: 500 },
    { subtotalPence: 3158, discountPence: 500, vatPence: 532, shippingPence: 499, totalPence: 3689 },
  ],
  [
    'an amount above the subtotal leaves the delivery',
    { kind: 'amount', amountPence: 5000 },
    { subtotalPence: 3158, discountPence: 3158, vatPence: 0, shippingPence: 499, totalPence: 499 },
  ],
  [
    'everything off',
    { kind: 'percent', percent: 100 },
    { subtotalPence: 3158, discountPence: 3158, vatPence: 0, shippingPence: 499, totalPence: 499 },
  ],
  [
    'free delivery',
    { kind: 'free_delivery' },
    { subtotalPence: 3158, discountPence: 0, vatPence: 632, shippingPence: 0, totalPence: 3790 },
  ],
])('%s', (_name, promotion, expected) => {
  expect(orderTotals({ ...cart, promotion })).toEqual({ ...expected, vatRate: 0.2 })
})

test.each([
  [5, 10, 1],
  [4, 10, 0],
  [1, 50, 1],
  [999, 12.5, 125],
  [0, 50, 0],
])('of %i pence %s %% are %i', (subtotal, percent, off) => {
  expect(
    promotionDiscounts({ kind: 'percent', percent }, [
      { productId: 'a', categoryId: null, unitPence: subtotal, quantity: 1 },
    ]),
  ).toEqual([off])
})

const robe: PromotionLine = { productId: 'robe', categoryId: 'silk', unitPence: 4000, quantity: 3 }
const oil: PromotionLine = { productId: 'oil', categoryId: 'care', unitPence: 1000, quantity: 2 }
const toy: PromotionLine = { productId: 'toy', categoryId: null, unitPence: 999, quantity: 1 }
const lines = [robe, oil, toy]
const buyTwo: Promotion = { kind: 'buy_get', buy: 2, get: 1, percent: 100 }

test.each<[string, Promotion, (number | null)[]]>([
  [
    'an amount off one product leaves the others',
    { kind: 'amount', amountPence: 500, scope: { appliesTo: 'products', productIds: ['oil'] } },
    [null, 500, null],
  ],
  [
    'an amount is never more than the products cost',
    { kind: 'amount', amountPence: 5000, scope: { appliesTo: 'products', productIds: ['oil', 'toy'] } },
    [null, 2000, 999],
  ],
  [
    'a percentage off categories is shared to the penny',
    { kind: 'percent', percent: 33.33, scope: { appliesTo: 'categories', categoryIds: ['silk', 'care'] } },
    [3999, 667, null],
  ],
  [
    'three for two of £40.00',
    { ...buyTwo, scope: { appliesTo: 'products', productIds: ['robe'] } },
    [4000, null, null],
  ],
  ['of six pieces the two cheapest are free', buyTwo, [0, 1000, 999]],
  ['or at half their price, each rounded half up', { ...buyTwo, percent: 50 }, [0, 500, 500]],
  ['too few pieces', { ...buyTwo, buy: 6 }, [0, 0, 0]],
])('%s', (_name, promotion, expected) => {
  expect(promotionDiscounts(promotion, lines)).toEqual(expected)
})

test('free delivery for a product needs it in the cart', () => {
  const promotion: Promotion = {
    kind: 'free_delivery',
    scope: { appliesTo: 'products', productIds: ['robe'] },
  }
  const order = { subtotalPence: 2000, shippingPence: 499, vatRate: 0.2, promotion }
  expect(orderTotals({ ...order, lines: [oil] }).shippingPence).toBe(499)
  expect(orderTotals({ ...order, lines: [oil, robe] }).shippingPence).toBe(0)
})

test('the promotion that saves most is used, of equals the first, and none below its minimum', () => {
  const order = { lines: [oil], subtotalPence: 2000, shippingPence: 499, vatRate: 0.2 }
  const offer = (code: string, percent: number, minimumPence = 0) => ({
    code,
    minimumPence,
    promotion: { kind: 'percent' as const, percent },
  })
  const offers = [offer('ten', 10), offer('twenty', 20), offer('code', 20), offer('large', 50, 2001)]
  expect(bestPromotion(offers, order)).toMatchObject({
    used: { code: 'twenty' },
    totals: { discountPence: 400 },
  })
  expect(bestPromotion([], order)).toEqual({ used: null, totals: orderTotals(order) })
})

const promotion: fc.Arbitrary<Promotion> = fc.oneof(
  fc
    .integer({ min: 1, max: 10_000 })
    .map((hundredths): Promotion => ({ kind: 'percent', percent: hundredths / 100 })),
  fc.integer({ min: 1, max: 1_000_000 }).map((amountPence): Promotion => ({ kind: 'amount', amountPence })),
  fc.constant<Promotion>({ kind: 'free_delivery' }),
  fc.record({
    kind: fc.constant('buy_get' as const),
    buy: fc.integer({ min: 1, max: 4 }),
    get: fc.integer({ min: 1, max: 4 }),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
)
const pence = fc.integer({ min: 0, max: 1_000_000 })
const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)

test('a discount is in whole pence, never more than the goods, and never raises the total', () => {
  fc.assert(
    fc.property(promotion, pence, pence, rate, (anyPromotion, subtotalPence, shippingPence, vatRate) => {
      const { discountPence = Number.NaN, ...figures } = orderTotals({
        subtotalPence,
        vatRate,
        shippingPence,
        promotion: anyPromotion,
      })
      expect(Number.isInteger(discountPence) && discountPence >= 0 && discountPence <= subtotalPence).toBe(
        true,
      )
      expect(figures.totalPence).toBeGreaterThanOrEqual(0)
      expect(figures.totalPence).toBe(
        subtotalPence - discountPence + figures.vatPence + figures.shippingPence,
      )
      expect(figures.totalPence).toBeLessThanOrEqual(
        orderTotals({ subtotalPence, shippingPence, vatRate }).totalPence,
      )
    }),
  )
})

const anyLine = fc.record({
  productId: fc.constantFrom('a', 'b', 'c'),
  categoryId: fc.constantFrom('x', 'y', null),
  unitPence: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom(0, 1)),
  quantity: fc.integer({ min: 1, max: 30 }),
})

test('no line is reduced by more than its price, and the discounts of lines add up', () => {
  const scoped = promotion.map((each): Promotion => ({
    ...each,
    scope: { appliesTo: 'products', productIds: ['a', 'c'] },
  }))
  fc.assert(
    fc.property(fc.oneof(promotion, scoped), fc.array(anyLine, { maxLength: 8 }), (anyPromotion, given) => {
      const discounts = promotionDiscounts(anyPromotion, given)
      const subtotalPence = given.reduce((sum, { unitPence, quantity }) => sum + unitPence * quantity, 0)
      for (const [at, line] of given.entries()) {
        const discount = discounts[at] ?? 0
        expect(Number.isInteger(discount) && discount >= 0).toBe(true)
        expect(discount).toBeLessThanOrEqual(line.unitPence * line.quantity)
        if (anyPromotion.scope && line.productId === 'b') expect(discounts[at]).toBeNull()
      }
      const totals = orderTotals({
        subtotalPence,
        shippingPence: 0,
        vatRate: 0.2,
        promotion: anyPromotion,
        lines: given,
      })
      expect(totals.discountPence).toBe(discounts.reduce<number>((sum, each) => sum + (each ?? 0), 0))
    }),
  )
})
