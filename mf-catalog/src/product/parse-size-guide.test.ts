import { expect, test } from 'vitest'
import { parseSizeGuide } from './parse-size-guide'

const guide = { columns: ['Size', 'Bust'], rows: [['S', '81–87 cm']], note: 'Measured on the body.' }

test('a size guide is a table with a note', () => {
  expect(parseSizeGuide(guide)).toEqual(guide)
  const { note: _, ...withoutNote } = guide
  expect(parseSizeGuide(withoutNote)).toEqual({ ...guide, note: '' })
  expect(parseSizeGuide({ ...guide, rows: [['S', '']] })).toEqual({ ...guide, rows: [['S', '']] })
})

test.each([
  [null],
  [[]],
  ['S'],
  [{}],
  [{ ...guide, columns: [] }],
  [{ ...guide, columns: ['Size', ' '] }],
  [{ ...guide, columns: ['Size', 7] }],
  [{ ...guide, rows: [] }],
  [{ ...guide, rows: ['S'] }],
  [{ ...guide, rows: [['S']] }],
  [{ ...guide, rows: [['S', '1', '2']] }],
  [{ ...guide, rows: [['', '81 cm']] }],
  [{ ...guide, rows: [['S', null]] }],
  [{ ...guide, rows: [['S', 'x'.repeat(61)]] }],
  [{ ...guide, note: null }],
  [{ ...guide, note: 'x'.repeat(501) }],
  [{ ...guide, title: 'Robes' }],
])('%j is no size guide', (json) => {
  expect(parseSizeGuide(json)).toBeNull()
})
