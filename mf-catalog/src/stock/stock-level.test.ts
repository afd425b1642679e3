import { expect, test } from 'vitest'
import { stockLevel } from './stock-level'

test.each([
  [-1, 'out'],
  [0, 'out'],
  [1, 'low'],
  [5, 'low'],
  [6, 'normal'],
])('%i pieces left are %s', (stock, level) => {
  expect(stockLevel(stock, 5)).toBe(level)
})
