import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatPence,
  linePence,
  orderTotals,
  plusVat,
  rateText,
  toPence,
  toPounds,
  unitPence,
  vatOf,
} from './money'
import { fallbackShippingPence, freeDeliveryRemaining } from './free-delivery'

const price = fc.integer({ min: 0, max: 10_000_000 })
const quantity = fc.integer({ min: 1, max: 999 })

test.each([
  [6.5, 650],
  ['6.50', 650],
  [19.99, 1999],
  [1.005, 101],
  ['0.004', 0],
  [1e-7, 0],
  [99999999.99, 9_999_999_999],
])('%s pounds are %i pence', (pounds, pence) => {
  expect(toPence(pounds)).toBe(pence)
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '', '12,50', 'free'])('%s is not an amount', (pounds) => {
  expect(() => toPence(pounds)).toThrow(RangeError)
})

test.each([
  [0, '£0.00'],
  [5, '£0.05'],
  [1234, '£12.34'],
  [123_456, '£1,234.56'],
])('%i pence read %s', (pence, text) => {
  expect(formatPence(pence)).toBe(text)
})

const specified = { shipping: { fallback: 4.99 }, freeDeliveryFrom: 25 }

test('pounds are written as browsers write them', () => {
  const browser = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), (pence) => {
      expect(formatPence(pence)).toBe(browser.format(pence / 100))
    }),
  )
})

test('another currency has its own sign', () => {
  expect(formatPence(1234, 'eur')).toBe('€12.34')
})

test.each([
  ['listing', 514],
  ['cart', 514],
  ['checkout', 514],
  ['payment', 514],
  ['detail', 650],
  ['category', 650],
] as const)('£6.50 on %s is %i pence', (surface, pence) => {
  expect(unitPence(650, surface)).toBe(pence)
})

test('the factor from the settings is used as an exact decimal', () => {
  expect(unitPence(1000, 'cart', 1)).toBe(1000)
  expect(unitPence(150, 'cart', 0.33)).toBe(50) // 49.5
  expect(unitPence(1000, 'cart', 0.12345)).toBe(123)
})

test('£31.64 shows £25.00 and counts as £25.00 for free shipping', () => {
  const shown = unitPence(3164, 'cart')
  expect(formatPence(shown)).toBe('£25.00')
  expect(fallbackShippingPence(shown, specified)).toBe(0)
  expect(freeDeliveryRemaining(shown, 25)).toBe(0)
})

test('below the threshold the fallback and the missing amount are shown', () => {
  expect(fallbackShippingPence(2499, specified)).toBe(499)
  expect(freeDeliveryRemaining(2499, 25)).toBe(1)
  expect(fallbackShippingPence(2499, { shipping: { fallback: 3.99 }, freeDeliveryFrom: 40 })).toBe(399)
  expect(freeDeliveryRemaining(2499, 40)).toBe(1501)
  expect(fallbackShippingPence(1_000_000, { shipping: { fallback: 4.99 } })).toBe(499)
})

test.each([
  { stored: 1999, count: 2, subtotalPence: 3158, vatPence: 632, shippingPence: 0, totalPence: 3790 },
  { stored: 2499, count: 1, subtotalPence: 1974, vatPence: 395, shippingPence: 499, totalPence: 2868 },
])('$count × $stored comes to $totalPence', ({ stored, count, ...expected }) => {
  const subtotalPence = linePence(stored, count, 'checkout')
  const shippingPence = fallbackShippingPence(subtotalPence, specified)
  expect(orderTotals({ subtotalPence, shippingPence, vatRate: 0.2 })).toEqual({ ...expected, vatRate: 0.2 })
})

test.each([
  [0, 0.2, 0],
  [2, 0.2, 0],
  [3, 0.2, 1],
  [1974, 0.2, 395],
  [1974, 0.175, 345],
  [20, 0.175, 4],
  [1974, 0, 0],
])('VAT on %i pence at %d is %i', (pence, rate, vat) => {
  expect(vatOf(pence, rate)).toBe(vat)
  expect(plusVat(pence, rate)).toBe(pence + vat)
})

test.each([
  [0.2, '20%'],
  [0.175, '17.5%'],
  [0.07, '7%'],
  [0, '0%'],
])('the rate %d is called %s', (rate, text) => {
  expect(rateText(rate)).toBe(text)
})

test('a price is a whole number of pence, never negative, within half a penny of the exact product', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: 0, max: 20_000 }), (stored, tenThousandths) => {
      const shown = unitPence(stored, 'cart', tenThousandths / 10_000)
      expect(Number.isInteger(shown) && shown >= 0).toBe(true)
      const off = shown * 10_000 - stored * tenThousandths
      expect(off > -5000 && off <= 5000).toBe(true)
    }),
  )
})

test('converting to pounds and back changes nothing', () => {
  fc.assert(
    fc.property(price, (pence) => {
      expect(toPence(toPounds(pence))).toBe(pence)
      expect(toPence(toPounds(pence).toFixed(2))).toBe(pence)
      expect(unitPence(unitPence(pence, 'cart', 1), 'cart', 1)).toBe(pence)
    }),
  )
})

test('the order of the lines does not change the sum', () => {
  const line = fc.record({ stored: price, count: quantity })
  const sum = (lines: { stored: number; count: number }[]) =>
    lines.reduce((total, { stored, count }) => total + linePence(stored, count, 'cart'), 0)
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      expect(sum([...lines].reverse())).toBe(sum(lines))
    }),
  )
})

test('a larger quantity never costs less', () => {
  fc.assert(
    fc.property(price, quantity, (stored, count) => {
      const total = (pieces: number) =>
        orderTotals({ subtotalPence: linePence(stored, pieces, 'cart'), shippingPence: 0, vatRate: 0.2 })
          .totalPence
      expect(total(count + 1)).toBeGreaterThanOrEqual(total(count))
    }),
  )
})
