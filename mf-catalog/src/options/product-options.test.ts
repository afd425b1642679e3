import { expect, test } from 'vitest'
import { choiceMessage, optionCounts, parseOptions } from './product-options'

test('values that are not options are left out', () => {
  expect(parseOptions([{ name: 'Size', values: ['S', 1, 'M'] }, null, { name: 'Colour' }, 'Scent'])).toEqual([
    { name: 'Size', values: ['S', 'M'] },
  ])
  for (const json of [null, undefined, {}, 'Size', [[]]]) expect(parseOptions(json)).toEqual([])
})

test.each([
  ['Size', 'sizes'],
  ['Colour', 'colours'],
  ['Finish', 'finishes'],
  ['Fragrance family', 'fragrance families'],
  ['Tray', 'trays'],
])('there are two of %s: "2 %s"', (name, plural) => {
  expect(optionCounts([{ name, values: ['one', 'two'] }])).toBe(`2 ${plural}`)
})

test('options of a single value are not counted', () => {
  expect(
    optionCounts([
      { name: 'Size', values: ['S', 'M', 'L'] },
      { name: 'Colour', values: ['Plum', 'Moss'] },
      { name: 'Scent', values: ['Fig'] },
    ]),
  ).toBe('3 sizes, 2 colours')
  expect(optionCounts([])).toBe('')
})

test('the message names the option', () => {
  expect(choiceMessage({ name: 'Size', values: [] })).toBe('Choose a size.')
  expect(choiceMessage({ name: 'Edition', values: [] })).toBe('Choose an edition.')
})
