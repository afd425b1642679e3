import { expect, test } from 'vitest'
import {
  changeChoice,
  choiceParams,
  readChoice,
  valuesOnSale,
  unavailability,
  type Choosable,
} from './choice'

const variant = (values: string[], stock = 3) => ({
  id: values.join(),
  values,
  sku: '',
  storedPence: 1000,
  wasPence: null,
  image: null,
  stock,
})

/** A robe in three sizes and two colours: no L in Moss, M in Plum sold out, XL withdrawn. */
const robe: Choosable = {
  options: [
    { name: 'Size', values: ['S', 'M', 'L', 'XL'] },
    { name: 'Colour', values: ['Deep Plum', 'Moss'] },
  ],
  variants: [
    variant(['S', 'Deep Plum']),
    variant(['S', 'Moss']),
    variant(['M', 'Deep Plum'], 0),
    variant(['M', 'Moss']),
    variant(['L', 'Deep Plum']),
  ],
}
const read = (query: string, product = robe) => readChoice(product, new URLSearchParams(query))

test.each([
  ['', [null, null]],
  ['size=m', ['M', null]],
  ['colour=deep-plum&size=s&x=1', ['S', 'Deep Plum']],
  ['size=l', ['L', 'Deep Plum']], // comes in one colour only
  ['size=l&colour=moss', ['L', 'Deep Plum']], // not made
  ['size=xl', [null, null]], // withdrawn
  ['size=M&colour=', [null, null]],
])('"?%s" is the choice %j', (query, choice) => {
  expect(read(query)).toEqual(choice)
})

test('a single variant is chosen already', () => {
  const mask = { options: [{ name: 'Size', values: ['S', 'M'] }], variants: [variant(['M'])] }
  expect(read('', mask)).toEqual(['M'])
})

test('changing a value keeps the others where they are made together', () => {
  expect(changeChoice(robe, ['S', 'Moss'], 0, 'M')).toEqual(['M', 'Moss'])
  expect(changeChoice(robe, ['S', 'Moss'], 0, 'L')).toEqual(['L', 'Deep Plum'])
  expect(changeChoice(robe, ['L', 'Deep Plum'], 1, 'Moss')).toEqual([null, 'Moss'])
})

test('a choice replaces the previous one in the URL and leaves the rest', () => {
  const params = new URLSearchParams('utm=a&size=s&colour=moss')
  expect(choiceParams(robe, ['L', 'Deep Plum'], params).toString()).toBe('utm=a&size=l&colour=deep-plum')
  expect(choiceParams(robe, [null, 'Moss'], params).toString()).toBe('utm=a&colour=moss')
})

test('a value is judged together with the rest of the choice', () => {
  expect(unavailability(robe, ['S', 'Deep Plum'], 0, 'M')).toBe('sold out')
  expect(unavailability(robe, ['S', 'Moss'], 0, 'M')).toBeUndefined()
  expect(unavailability(robe, ['S', 'Moss'], 0, 'L')).toBe('unavailable')
  expect(unavailability(robe, [null, null], 0, 'M')).toBeUndefined()
})

test('only values on sale are offered, in the order of the option', () => {
  expect(valuesOnSale(robe, 0)).toEqual(['S', 'M', 'L'])
})
