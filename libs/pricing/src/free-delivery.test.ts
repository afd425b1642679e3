import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeDeliveryText, freeDeliveryProgress, freeDeliveryRemaining } from './free-delivery'
import { plusVat, toPence } from './money'
import type { PriceTerms } from './price-figures'

const charged: PriceTerms = { vatRate: 0.2, factor: 0.79, showVatInclusive: true, lead: 'charged' }

test('free delivery is promised from an amount, on every order, or not at all', () => {
  expect(freeDeliveryText(25, charged)).toBe('Free UK delivery on orders of £30 or more (£25 before VAT)')
  expect(freeDeliveryText(24.99, charged)).toBe(
    'Free UK delivery on orders of £29.99 or more (£24.99 before VAT)',
  )
  expect(freeDeliveryText(25, { vatRate: 0.2, showVatInclusive: false })).toBe(
    'Free UK delivery on orders of £25 before VAT or more',
  )
  expect(freeDeliveryText(0, charged)).toBe('Free UK delivery')
  expect(freeDeliveryText(undefined, charged)).toBeUndefined()
  expect(freeDeliveryProgress(1974, undefined, charged)).toBeNull()
})

test('the amount missing for free delivery is counted on the large figures', () => {
  expect(freeDeliveryProgress(1974, 25, charged)).toEqual({
    remaining: '£6.31',
    progress: 1974 / 2500,
  })
  expect(freeDeliveryProgress(1974, 25, { ...charged, lead: 'specified' })).toEqual({
    remaining: '£5.26',
    progress: 1974 / 2500,
  })
  expect(freeDeliveryProgress(2500, 25, charged)).toEqual({ progress: 1 })
  expect(freeDeliveryProgress(0, 0, charged)).toEqual({ progress: 1 })
})

test('something is missing with VAT exactly where something is missing before VAT, and adding it is enough', () => {
  const pence = fc.integer({ min: 0, max: 100_000 })
  const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 10_000)
  fc.assert(
    fc.property(pence, pence, rate, (subtotal, thresholdPence, vatRate) => {
      const from = thresholdPence / 100
      const { remaining, progress = -1 } = freeDeliveryProgress(subtotal, from, { ...charged, vatRate }) ?? {}
      const missing = freeDeliveryRemaining(subtotal, from)
      expect(remaining === undefined).toBe(missing === 0)
      expect(progress >= 0 && progress <= 1).toBe(true)
      if (remaining !== undefined) {
        const paid = toPence(remaining.replaceAll(/[£,]/g, ''))
        expect(paid).toBeGreaterThan(0)
        expect(plusVat(subtotal, vatRate) + paid).toBe(plusVat(subtotal + missing, vatRate))
      }
    }),
  )
})
