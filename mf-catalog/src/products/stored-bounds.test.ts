import { unitPence } from '@shop/pricing'
import { expect, test } from 'vitest'
import { storedBounds } from './stored-bounds'

test('exactly the prices printed within the bounds are let through', () => {
  for (const [min, max] of [
    [5, 10],
    [0, 1],
    [20, 20],
    [99, 100],
  ] as const) {
    const { least, most } = storedBounds({ min, max }, 0.79)
    for (let stored = 1; stored < 15_000; stored += 1) {
      const printed = unitPence(stored, 'listing', 0.79)
      const passes = stored >= Math.round(least * 100) && stored <= Math.round(most * 100)
      if (passes !== (printed >= min * 100 && printed <= max * 100))
        expect.fail(`${String(stored)} for ${String(min)} to ${String(max)}`)
    }
  }
  expect(storedBounds({ min: null, max: null }, 0.79).least).toBe(0)
})
