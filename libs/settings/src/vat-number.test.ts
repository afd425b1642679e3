import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUkVatNumber } from './vat-number'

test.each([
  // The example of HMRC, and the same number by the newer rule.
  'GB 123 4567 82',
  'GB123456727',
  'gb123456782',
  'GB123456782001',
  'XI123456727',
  'GBGD001',
  'GBGD499',
  'GBHA500',
  'XIHA999',
])('%s is a VAT number of the UK', (number) => {
  expect(isUkVatNumber(number)).toBe(true)
})

test.each([
  '',
  'GB123456789',
  'GB12345678',
  'GB1234567821',
  '123456782',
  'DE123456782',
  'GBGD500',
  'GBHA499',
  'GB12345678２',
])('%j is none', (number) => {
  expect(isUkVatNumber(number)).toBe(false)
})

test('every number has two right pairs of check digits, and one wrong digit is found', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{7}$/),
      fc.nat(6),
      fc.integer({ min: 1, max: 9 }),
      (digits, place, step) => {
        const pairs = Array.from({ length: 97 }, (_, pair) => String(pair).padStart(2, '0'))
        const right = pairs.filter((pair) => isUkVatNumber(`GB${digits}${pair}`))
        expect(right).toHaveLength(2)
        const other = (Number(digits[place]) + step) % 10
        const changed = digits.slice(0, place) + String(other) + digits.slice(place + 1)
        // By one of the two rules at most: the other may meet a number by chance.
        expect(right.filter((pair) => isUkVatNumber(`GB${changed}${pair}`)).length).toBeLessThan(2)
      },
    ),
  )
})
