import { expect, test } from 'vitest'
import { parseSizeGuide, sizeGuideText } from './size-guide-text'

const guide = {
  columns: ['Size', 'Chest'],
  rows: [
    ['S', '86 cm'],
    ['M', '92 cm'],
  ],
}

test('a size guide is read as it was written', () => {
  expect(parseSizeGuide(sizeGuideText(guide), '')).toEqual(guide)
})

test('cells may come from a spreadsheet, and a note is kept', () => {
  expect(parseSizeGuide('Size\tChest\n\nS\t86 cm\n', ' Loose cut ')).toEqual({
    columns: ['Size', 'Chest'],
    rows: [['S', '86 cm']],
    note: 'Loose cut',
  })
})

test('a blank text is no guide; a row of another length is refused', () => {
  expect(parseSizeGuide(' \n', '')).toBeNull()
  expect(parseSizeGuide('Size | Chest\nS', '')).toBeUndefined()
  expect(parseSizeGuide('Size | Chest', '')).toBeUndefined()
})
