import { expect, test } from 'vitest'
import { cleanCode, cleanText } from './clean-text'

test.each([
  ['HS-1\u00A0', 'HS-1'],
  ['\uFEFFHS\u200B-1\t', 'HS-1'],
  ['HS\u00AD1', 'HS1'],
  ['HS\u20111', 'HS-1'],
  ['HS\u20131\u2212\u20142', 'HS-1--2'],
  ['AB\u202F\u00A012', 'AB 12'],
  ['\u200B \u00A0', ''],
  ['ＡＭ－１０', 'AM-10'],
  ['ada@mail\u2060.example\u200E', 'ada@mail.example'],
  ['\u001DCODE\u0000', 'CODE'],
  ['cafe\u0301', 'café'],
])('the code %j is %j', (typed, code) => {
  expect(cleanCode(typed)).toBe(code)
})

test.each([
  ['\u00A0Silk robe\u200B', 'Silk robe'],
  ['For you ❤\uFE0F', 'For you ❤\uFE0F'],
  ['👩\u200D🚀 at work', '👩\u200D🚀 at work'],
  ['first line\n\nsecond line\r\n', 'first line\n\nsecond line'],
  ['\u3164\uFE0F\u200D\u2800', ''],
])('the text %j is %j', (typed, text) => {
  expect(cleanText(typed)).toBe(text)
})
