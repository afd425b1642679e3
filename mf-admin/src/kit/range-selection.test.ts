import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectRange, toggleRow } from './range-selection'

const order = ['a', 'b', 'c', 'd', 'e']
const sorted = (selection: ReadonlySet<string>) => [...selection].sort().join('')

test('a click selects one row, and another one deselects it', () => {
  const [once] = toggleRow(new Set(), 'b')
  expect(sorted(once)).toBe('b')
  expect(sorted(toggleRow(once, 'b')[0])).toBe('')
})

test('a range goes from the row clicked last, in both directions', () => {
  const [, anchor] = toggleRow(new Set(['x']), 'c')
  expect(sorted(selectRange(order, anchor, 'e'))).toBe('cdex')
  expect(sorted(selectRange(order, anchor, 'a'))).toBe('abcx')
})

test('a shorter range gives back what a longer one took', () => {
  const [, anchor] = toggleRow(new Set(['e']), 'b')
  expect(sorted(selectRange(order, anchor, 'd'))).toBe('bcde')
  expect(sorted(selectRange(order, anchor, 'c'))).toBe('bce')
})

test('a range from a row that was deselected deselects', () => {
  const [, anchor] = toggleRow(new Set(order), 'b')
  expect(sorted(selectRange(order, anchor, 'd'))).toBe('ae')
})

test('a range changes nothing outside of it', () => {
  const row = fc.constantFrom(...order)
  fc.assert(
    fc.property(fc.uniqueArray(row), row, row, (selected, from, to) => {
      const [next, anchor] = toggleRow(new Set(selected), from)
      const range = selectRange(order, anchor, to)
      const [low, high] = [order.indexOf(from), order.indexOf(to)].sort()
      order.forEach((id, index) => {
        const isInside = index >= (low ?? 0) && index <= (high ?? 0)
        expect(range.has(id)).toBe(isInside ? anchor.checked : next.has(id))
      })
    }),
  )
})
