import { unitPence } from '@shop/pricing'
import { expect, test } from 'vitest'
import { storedBounds } from './stored-bounds'

test('the bounds match exactly the prices displayed within the filter', () => {
  for (const [min, max] of [
    [5, 10],
    [0, 1],
    [20, 20],
    [99, 100],
  ] as const) {
    const bounds = storedBounds({ min, max }, 0.79)
    for (let stored = 1; stored < 15_000; stored += 1) {
      const displayed = unitPence(stored, 'listing', 0.79)
      const passes = stored >= Math.round(bounds.min * 100) && stored <= Math.round(bounds.max * 100)
      if (passes !== (displayed >= min * 100 && displayed <= max * 100))
        expect.fail(`${String(stored)} for ${String(min)} to ${String(max)}`)
    }
  }
  expect(storedBounds({ min: null, max: null }, 0.79).min).toBe(0)
})
