import { unitPence, withVat } from '@shop/pricing'
import { expect, test } from 'vitest'
import { storedBounds } from './stored-bounds'

test.each([
  [0.79, false],
  [0.79, true],
  [1, true],
  [1.25, true],
])('the bounds match exactly the figures within the filter: factor %d, VAT %s', (factor, includesVat) => {
  for (const [min, max] of [
    [5, 10],
    [0, 1],
    [20, 20],
    [99, 100],
  ] as const) {
    const bounds = storedBounds({ min, max }, { factor, includesVat })
    const wrong = Array.from({ length: 15_000 }, (_, index) => index + 1).filter((stored) => {
      const unit = unitPence(stored, 'listing', factor)
      const shown = includesVat ? withVat(unit) : unit
      const passes = stored >= Math.round(bounds.min * 100) && stored <= Math.round(bounds.max * 100)
      return passes !== (shown >= min * 100 && shown <= max * 100)
    })
    expect(wrong, `from ${String(min)} to ${String(max)}`).toEqual([])
  }
})

test('without a filter every price passes', () => {
  expect(storedBounds({ min: null, max: null }, { factor: 0.79, includesVat: true })).toEqual({
    min: 0,
    max: 9_999_999,
  })
})
