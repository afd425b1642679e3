import { expect, test } from 'vitest'
import { optionSlug, variantQuery } from './option-slug'

test.each([
  ['XL', 'xl'],
  ['Deep Plum', 'deep-plum'],
  ['  30 ml / 1 fl. oz ', '30-ml-1-fl-oz'],
  ['Fumé', 'fum'],
  ['\u212a', ''], // the Kelvin sign, which Unicode lowers to k
])('%j in a URL is "%s"', (text, slug) => {
  expect(optionSlug(text)).toBe(slug)
})

test('a variant is one parameter for each option', () => {
  expect(
    variantQuery([
      { name: 'Size', value: 'XL' },
      { name: 'Colour', value: 'Deep Plum' },
    ]),
  ).toBe('size=xl&colour=deep-plum')
  expect(variantQuery([])).toBe('')
})
