import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOf, spreadsheetCell } from './spreadsheet-cell'

test.each([
  ['="00123"', '00123'],
  [' ="5.01E+12" ', '5.01E+12'],
  ['="say ""yes"""', 'say "yes"'],
  ["'00123", '00123'],
  ["'=00123", '=00123'],
  ['00340434161094015902', '00340434161094015902'],
  ['501234567890000', '501234567890000'],
  ['MAR-26', 'MAR-26'],
  ['1E5', '1E5'],
  ['1.0', '1.0'],
])('the code in %j is %j', (cell, text) => {
  expect(spreadsheetCell(cell, true)).toEqual({ text })
})

test.each([
  ['5.01E+12', /digits are lost/],
  ['5,01E+12', /digits are lost/],
  ['1E+05', /digits are lost/],
  ['340434161094015000', /rounded/],
  ['1234567890123450', /rounded/],
  ['5012345678900.0', /decimal number/],
  ['01-Mar', /date/],
  ['Mar-26', /date/],
  ['=A2&"-1"', /formula/],
  ['#N/A', /error #N\/A/],
  ['########', /error/],
])('the code %j is rejected', (cell, words) => {
  expect(spreadsheetCell(cell, true).problem).toMatch(words)
})

test('a text may look like a number that a spreadsheet wrote, but not like its errors', () => {
  for (const text of ['5.01E+12', '340434161094015000', '01-Mar', "'90s", '# Care'])
    expect(spreadsheetCell(text, false)).toEqual({ text })
  expect(spreadsheetCell('="Silk"', false)).toEqual({ text: 'Silk' })
  expect(spreadsheetCell('#NAME?', false).problem).toBe('The spreadsheet has the error #NAME? here.')
})

test('every text is read from its cell as it was, and no cell starts another formula', () => {
  const odd = fc.constantFrom(
    '5.01E+12',
    '340434161094015000',
    '01-Mar',
    '#N/A',
    "'00123",
    ' ="a" ',
    '="a"',
    "'=1",
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), odd), fc.boolean(), (text, isCode) => {
      const cell = cellOf(text, isCode)
      expect(spreadsheetCell(cell, isCode)).toEqual({ text })
      expect(cell).toMatch(/^(?![=+\-@\t\r])|^="(?:[^"]|"")*"$/)
    }),
  )
  expect(cellOf('SKU-1', true)).toBe('SKU-1')
})
