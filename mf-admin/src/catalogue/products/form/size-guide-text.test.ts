import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSizeGuide, sizeGuideProblem, sizeGuideText } from './size-guide-text'

test('a size guide is read as it was written', () => {
  const cell = fc
    .string({ minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !text.includes('\\'))
  const guide = fc.integer({ min: 1, max: 4 }).chain((width) => {
    const line = fc
      .tuple(cell, fc.array(fc.oneof(cell, fc.constant('')), { minLength: width - 1, maxLength: width - 1 }))
      .map(([size, cells]) => [size, ...cells])
    const columns = fc.array(cell, { minLength: width, maxLength: width })
    return fc.record({ columns, rows: fc.array(line, { minLength: 1, maxLength: 5 }), note: cell })
  })
  fc.assert(
    fc.property(guide, (written) => {
      const text = sizeGuideText(written)
      expect(sizeGuideProblem(text)).toBeNull()
      expect(parseSizeGuide(text, written.note)).toEqual(written)
    }),
  )
})

test('cells may come from a spreadsheet, and a note is kept', () => {
  expect(parseSizeGuide('Size\tChest\n\nS\t86 cm\n', ' Loose cut ')).toEqual({
    columns: ['Size', 'Chest'],
    rows: [['S', '86 cm']],
    note: 'Loose cut',
  })
})

test('a blank text is not a size guide', () => {
  expect(sizeGuideProblem(' \n')).toBeNull()
  expect(parseSizeGuide(' \n', '')).toBeNull()
})

test.each([
  ['Size | Chest', 'Add a line for each size under the line with the columns.'],
  ['Size | Chest\nS', 'Line 2 has 1 cells, the first line 2.'],
  ['Size |\nS | 86', 'Each column needs a name.'],
  ['Size | Chest\n | 86', 'Each line starts with its size.'],
  [`Size\n${'x'.repeat(61)}`, 'Use at most 60 characters in a cell.'],
  [`Size\n${'S\n'.repeat(51)}`, 'At most 12 columns and 50 lines of sizes fit.'],
])('%j is rejected', (text, problem) => {
  expect(sizeGuideProblem(text)).toBe(problem)
})
