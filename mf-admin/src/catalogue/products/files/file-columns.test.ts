import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText, cellValue, columnFor } from './file-columns'

test.each([
  ['slug', 'slug'],
  ['Short description', 'short_description'],
  [' Compare-at price ', 'compare_at_price'],
  ['Colour', undefined],
  ['Price (€)', undefined],
  ['Stock 2', undefined],
])('the heading %j means %s', (heading, column) => {
  expect(columnFor(heading)).toBe(column)
})

test('switches are read in several words, and anything else is left for the database to reject', () => {
  expect(['yes', 'TRUE', '1', 'no', '0', ''].map((text) => cellValue('is_active', text))).toEqual([
    true,
    true,
    true,
    false,
    false,
    null,
  ])
  expect(cellValue('is_active', 'maybe')).toBe('maybe')
})

test.each([
  ['2026-12-01 09:00', '2026-12-01T09:00:00.000Z'],
  ['2026-07-01 09:00', '2026-07-01T08:00:00.000Z'],
  ['1/7/2026 9:00', '2026-07-01T08:00:00.000Z'],
  ['01/12/2026 09:00:00', '2026-12-01T09:00:00.000Z'],
  ['2026-13-01 09:00', '2026-13-01 09:00'],
  ['soon', 'soon'],
  ['', ''],
])('the London time %j is the moment %j', (text, moment) => {
  expect(cellValue('publish_at', text)).toBe(moment)
})

test('a moment is written in London time', () => {
  expect(cellText('publish_at', '2026-07-01T08:00:00+00:00')).toBe('2026-07-01 09:00')
})

test('lists and options are read back as they were written', () => {
  const line = fc.stringMatching(/^[A-Za-z0-9 :;,|\\\n\r]{1,20}$/).filter((text) => text.trim() === text)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (entries) => {
      expect(cellValue('features', cellText('features', entries))).toEqual(entries)
    }),
  )
  const option = fc.record({ name: line, value: line })
  fc.assert(
    fc.property(fc.array(option, { minLength: 1, maxLength: 3 }), (options) => {
      expect(cellValue('options', cellText('options', options))).toEqual(options)
    }),
  )
  expect(cellText('options', [{ name: 'Scent', value: 'Fig: dark' }])).toBe('Scent: Fig: dark')
  expect(cellText('options', null)).toBe('')
})
