import { expect, it } from 'vitest'
import { databaseArguments, databaseRow, databaseValue, InvalidValue } from './column-values'

it.each([
  [[], '_text', '{}'],
  [['a', null, 1, true, { b: [2] }], 'text[]', '{"a",NULL,"1","true","{\\"b\\":[2]}"}'],
  [[['a'], ['b\\"']], '_text', '{{"a"},{"b\\\\\\""}}'],
  ['{a,b}', '_text', '{a,b}'],
  [{ a: 1 }, 'text', '{"a":1}'],
  [[1], 'character varying', '[1]'],
  [[true], 'jsonb', '[true]'],
  ['a', 'jsonb', '"a"'],
  [true, 'bool', true],
  ['maybe', 'bool', 'maybe'],
  [5, 'text', 5],
  [null, '_text', null],
])('%j for %s is passed on as %j', (value, type, expected) => {
  expect(databaseValue(value, type)).toEqual(expected)
})

it('leaves the values of the services that are no JSON as they are', () => {
  const moment = new Date()
  expect(databaseValue(moment, 'timestamptz')).toBe(moment)
})

it.each([
  [{}, '_text'],
  [5, '_text'],
  [true, 'text[]'],
  ['["a"]', '_text'],
  [' [', '_text'],
  [[[[[[[[1]]]]]]], '_text'],
  [{ a: 1 }, 'bool'],
  [[true], 'bool'],
  [[1], 'numeric'],
  [[['2026-01-01']], 'date'],
  [{}, 'timestamp with time zone'],
  [[], 'uuid'],
])('%j is no value of %s', (value, type) => {
  expect(() => databaseValue(value, type)).toThrow(InvalidValue)
})

it('goes by the type of each column, and leaves names alone that are not columns', () => {
  const types = new Map([
    ['features', '_text'],
    ['data', 'jsonb'],
  ])
  expect(databaseRow({ features: ['a'], data: { b: 1 }, ghost: { c: 1 } }, types)).toEqual({
    features: '{"a"}',
    data: '"{\\"b\\":1}"',
    ghost: { c: 1 },
  })
})

it('goes by the type that all functions of a name give an argument', () => {
  const named = { schema: 'public', name: 'f', arg_names: ['a', 'b'] }
  const one = { ...named, arg_types: ['text[]', 'integer'], has_variadic: false }
  const other = { ...one, arg_types: ['jsonb', 'integer'] }
  expect(databaseArguments({ a: ['x'], b: 1, c: [2] }, [one])).toEqual({ a: '{"x"}', b: 1, c: [2] })
  expect(() => databaseArguments({ b: [1] }, [one])).toThrow(InvalidValue)
  expect(databaseArguments({ a: ['x'] }, [one, other])).toEqual({ a: ['x'] })
  expect(databaseArguments({ a: ['x'] }, [{ ...one, has_variadic: true }])).toEqual({ a: ['x'] })
})
