import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText, problemText, readJsonObject } from './json-text'

const problemOf = (text: string) => {
  const { problem } = readJsonObject(text)
  return problem && problemText(problem)
}

test.each([
  ['[25]', 'Line 1: It must be an object, which starts with {.'],
  ['25', 'Line 1: It must be an object, which starts with {.'],
  ['{\n  "min_order_value": 25\n', 'Line 1: The closing } is missing.'],
  ['{\n  "a": [1, 2\n}', 'Line 3: A comma is missing before the next value.'],
  ['{\n  "a": 1\n  "b": 2\n}', 'Line 3: A comma is missing before the next key.'],
  ['{\n  "a": 1,\n}', 'Line 3: There is a comma too many before the end.'],
  ['{ "a" 1 }', 'Line 1: A colon is missing after "a".'],
  ['{ "a": }', 'Line 1: A value is missing.'],
  [
    '{\n"a": \'GB\'}',
    "Line 2: 'GB' is no value: text goes in double quotes; other values are true, false or null.",
  ],
  ['{ a: 1 }', 'Line 1: A key must be in double quotes.'],
  [
    '{ "a": True }',
    'Line 1: True is no value: text goes in double quotes; other values are true, false or null.',
  ],
  ['{ "a": .5 }', 'Line 1: .5 is not a number as JSON writes it, such as 0.5.'],
  ['{ "a": 1e999 }', 'Line 1: This number is too large.'],
  ['{ "a": "b\n" }', 'Line 1: The text has no closing double quote on this line.'],
  ['{ "a": "\\x" }', 'Line 1: The text holds a tab or a wrong backslash.'],
  ['{ "a": "\\u0000" }', 'Line 1: The text holds a character that cannot be kept.'],
  ['{ "a": "\\ud800" }', 'Line 1: The text holds a character that cannot be kept.'],
  ['{ "a": 1,\n"a": 2 }', 'Line 2: The key "a" is there twice.'],
  ['{} {}', 'Line 1: There is more after the last }.'],
  [`{"a":${'['.repeat(60)}${']'.repeat(60)}}`, 'Line 1: This is nested too deeply.'],
])('%j is told: %s', (text, message) => {
  expect(problemOf(text)).toBe(message)
})

test('a blank text is an empty object', () => {
  expect(readJsonObject(' \n')).toEqual({ value: {} })
})

// What the database cannot keep, and -0, which JSON has no sign for.
const isStorable = (value: unknown) => !/\\u0000|\\ud[89a-f]/.test(JSON.stringify(value))

test('every object is read as it was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (generated) => {
      fc.pre(isStorable(generated))
      const value: Record<string, unknown> = JSON.parse(JSON.stringify(generated))
      expect(readJsonObject(jsonText(value))).toEqual({ value })
      expect(readJsonObject(JSON.stringify(value))).toEqual({ value })
    }),
  )
})

test('every accepted text is JSON, and other texts get an error', () => {
  const base =
    '{"min_order_value": 25, "allowed_countries": ["GB", "IE"], "other": {"a": [true, null, -1.5e3]}}'
  const character = fc.constantFrom(...'{}[]",:.-+e019 tfn\\\n\'x')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(base.length), fc.nat(2), fc.string({ unit: character, maxLength: 2 })), {
        maxLength: 3,
      }),
      (edits) => {
        const text = edits.reduce((now, [at, cut, put]) => now.slice(0, at) + put + now.slice(at + cut), base)
        const isJson = (() => {
          try {
            const value: unknown = JSON.parse(text)
            return typeof value === 'object' && value !== null && !Array.isArray(value)
          } catch {
            return false
          }
        })()
        const { problem } = readJsonObject(text)
        // Valid JSON is rejected only for a key that is there twice, or a number that becomes Infinity.
        const expected = isJson || text.trim() === '' ? /^$|is there twice|too large/ : /\S/
        expect(problem?.reason ?? '').toMatch(expected)
      },
    ),
    { numRuns: 1000 },
  )
})
