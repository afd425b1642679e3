import { expect, test } from 'vitest'
import { counted } from './counted'

test.each([
  [0, '0 items'],
  [1, '1 item'],
  [2, '2 items'],
  [1200, '1,200 items'],
])('%s', (count, text) => {
  expect(counted(count, 'item')).toBe(text)
})

test('a noun may have a plural of its own', () => {
  expect([1, 2].map((count) => counted(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
