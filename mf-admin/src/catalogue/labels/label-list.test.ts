import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelListText, maxCopies, maxLabels, parseLabelList } from './label-list'

const [a, b] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']

test('ids with and without copies; whatever else stands there is left out', () => {
  expect(parseLabelList(`${a},${b}*3`)).toEqual([
    { id: a, copies: 1 },
    { id: b, copies: 3 },
  ])
  expect(parseLabelList(`${a}*0,${a}*100,x,,${a.toUpperCase()}*2,${a}`)).toEqual([{ id: a, copies: 2 }])
  expect(parseLabelList('')).toEqual([])
})

test('a list survives the address', () => {
  const line = fc.record({ id: fc.uuid(), copies: fc.integer({ min: 1, max: maxCopies }) })
  fc.assert(
    fc.property(fc.uniqueArray(line, { maxLength: maxLabels, selector: ({ id }) => id }), (lines) => {
      expect(parseLabelList(labelListText(lines))).toEqual(lines)
    }),
  )
})
