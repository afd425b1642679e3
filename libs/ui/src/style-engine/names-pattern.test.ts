import { allCssProperties } from '@pandacss/is-valid-prop'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesPattern } from './names-pattern'
import leftOut from './left-out.json'
import table from './theme-table.json'

const word = fc.stringMatching(/^[a-z]{1,3}$/)
const name = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) =>
    words.map((part, index) => (index === 0 ? part : part[0]?.toUpperCase() + part.slice(1))).join(''),
  )

test('a pattern matches its names and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 12 }), name, (names, other) => {
      const pattern = new RegExp(namesPattern(names))
      for (const each of names) expect(pattern.test(each)).toBe(true)
      expect(pattern.test(other)).toBe(names.includes(other))
    }),
  )
})

test('the table knows every property of CSS that Chakra knows, but for those that are refused', () => {
  const names = allCssProperties.filter((each) => each !== '' && !leftOut.includes(each))
  const pattern = new RegExp(table.cssProperties)
  expect(names.filter((each) => !pattern.test(each))).toEqual([])
  for (const other of ['', 'animationFoo', 'src', 'href', 'colour', 'xyz', 'onClick'])
    expect(pattern.test(other)).toBe(false)
})
