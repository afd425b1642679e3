import { plusVat, unitPence } from '@shop/pricing'
import { expect, test } from 'vitest'
import { storedBounds } from './stored-bounds'

test.each([
  [0.79, 0],
  [0.79, 0.2],
  [0.79, 0.175],
  [1, 0.2],
  [1.25, 0.2],
])('the bounds match exactly the figures within the filter: factor %d, VAT %d', (factor, vatRate) => {
  for (const [min, max] of [
    [5, 10],
    [0, 1],
    [20, 20],
    [99, 100],
  ] as const) {
    const bounds = storedBounds({ min, max }, { factor, vatRate })
    const wrong = Array.from({ length: 15_000 }, (_, index) => index + 1).filter((stored) => {
      const shown = plusVat(unitPence(stored, 'listing', factor), vatRate)
      const passes = stored >= Math.round(bounds.min * 100) && stored <= Math.round(bounds.max * 100)
      return passes !== (shown >= min * 100 && shown <= max * 100)
    })
    expect(wrong, `from ${String(min)} to ${String(max)}`).toEqual([])
  }
})

test('without a filter every price passes', () => {
  expect(storedBounds({ min: null, max: null }, { factor: 0.79, vatRate: 0.2 })).toEqual({
    min: 0,
    max: 9_999_999,
  })
})
