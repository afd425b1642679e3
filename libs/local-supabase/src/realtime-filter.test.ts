import { expect, it } from 'vitest'
import { matchesFilter } from './realtime-filter'

const row = { id: 'b', price: 9.5, name: null }

it.each([
  [undefined, true],
  ['id=eq.b', true],
  ['id=eq.a', false],
  ['id=neq.a', true],
  ['id=in.(a,"b")', true],
  ['id=in.(a,c)', false],
  ['price=gt.9', true],
  ['price=gte.9.5', true],
  // As text "10" would stand before "9.5".
  ['price=lt.10', true],
  ['price=lte.9', false],
  ['name=eq.x', false],
  ['missing=eq.x', false],
  ['nonsense', false],
  ['id=like.b', false],
])('%s → %s', (filter, expected) => {
  expect(matchesFilter(filter, row)).toBe(expected)
})
