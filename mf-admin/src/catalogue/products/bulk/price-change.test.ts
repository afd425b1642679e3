import { expect, test } from 'vitest'
import { changedPrice } from './price-change'

test.each([
  [1000, 'percent', '5', 1050],
  [1999, 'percent', '-10', 1799],
  [650, 'percent', '-21', 514],
  [10, 'percent', '5', 11],
  [2499, 'amount', '-1', 2399],
  [2499, 'amount', '0.01', 2500],
  [50, 'amount', '-1', null],
  [50, 'percent', 'abc', null],
])('%i pence changed by %s %s are %s', (pence, by, value, expected) => {
  expect(changedPrice(pence, by, value)).toBe(expected)
})
