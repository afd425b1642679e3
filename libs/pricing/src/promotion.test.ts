import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderTotals } from './money'
import { discountOf, type Promotion } from './promotion'

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
  expect(discountOf({ kind: 'percent', percent }, subtotal)).toBe(off)
})

const promotion = fc.oneof(
  fc
    .integer({ min: 1, max: 10_000 })
    .map((hundredths): Promotion => ({ kind: 'percent', percent: hundredths / 100 })),
  fc.integer({ min: 1, max: 1_000_000 }).map((amountPence): Promotion => ({ kind: 'amount', amountPence })),
  fc.constant<Promotion>({ kind: 'free_delivery' }),
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
