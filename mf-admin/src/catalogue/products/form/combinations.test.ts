import fc from 'fast-check'
import { expect, test } from 'vitest'
import { combinationsOf, variantsFor } from './combinations'

const size = { name: 'Size', values: ['S', 'M'] }
const colour = { name: 'Colour', values: ['Plum', 'Moss'] }
const create = (option_values: string[]) => ({ id: '', option_values })

test('combinations are made in the order of the options', () => {
  expect(combinationsOf([size, colour])).toEqual([
    ['S', 'Plum'],
    ['S', 'Moss'],
    ['M', 'Plum'],
    ['M', 'Moss'],
  ])
  expect(combinationsOf([])).toEqual([])
})

test('a variant keeps its combination when values are added or reordered', () => {
  const variants = [
    { id: 'small', option_values: ['S'] },
    { id: 'medium', option_values: ['M'] },
  ]
  expect(variantsFor([{ name: 'Size', values: ['M', 'L', 'S'] }], variants, create)).toEqual([
    { id: 'medium', option_values: ['M'] },
    { id: '', option_values: ['L'] },
    { id: 'small', option_values: ['S'] },
  ])
})

test('with a second option a variant moves to the first combination that has its value', () => {
  const variants = [
    { id: 'small', option_values: ['S'] },
    { id: 'medium', option_values: ['M'] },
  ]
  expect(variantsFor([size, colour], variants, create).map(({ id }) => id)).toEqual([
    'small',
    '',
    'medium',
    '',
  ])
})

test('no variant is used twice, and every combination has one', () => {
  const value = fc.constantFrom('a', 'b', 'c', 'd')
  const option = fc.record({
    name: fc.string(),
    values: fc.uniqueArray(value, { minLength: 1, maxLength: 4 }),
  })
  const variant = fc.record({ id: fc.uuid(), option_values: fc.array(value, { minLength: 1, maxLength: 3 }) })
  fc.assert(
    fc.property(
      fc.array(option, { maxLength: 3 }),
      fc.array(variant, { maxLength: 8 }),
      (options, variants) => {
        const made = variantsFor(options, variants, create)
        expect(made.map(({ option_values }) => option_values)).toEqual(combinationsOf(options))
        const ids = made.map(({ id }) => id).filter(Boolean)
        expect(new Set(ids).size).toBe(ids.length)
      },
    ),
  )
})
