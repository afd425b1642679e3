import { expect, test } from 'vitest'
import { isGiftCardCode, normaliseGiftCard } from './gift-card-code'

// Nineteen noughts and a one: 1 × 2 = 2, and 32 − 2 = 30 is Y.
const good = '0000-0000-0000-0000-001Y'

test('a code is read however it is written', () => {
  expect(normaliseGiftCard(' oooo-ooo0 0000.0000-00iy ')).toBe('0000000000000000001Y')
  expect(isGiftCardCode(good)).toBe(true)
  expect(isGiftCardCode(good.toLowerCase().replaceAll('0', 'o'))).toBe(true)
})

test.each(['0000000000000000001Y', 'ZYXWVTSRQPNMKJHGFEDT', '7GH2K9QXW4M0P3N8RTVP', 'AAAAAAAAAAAAAAAAAAAY'])(
  '%s is one, and none with any one sign changed',
  (code) => {
    expect(isGiftCardCode(code)).toBe(true)
    for (let at = 0; at < code.length; at++) {
      for (const sign of '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.replace(code.charAt(at), ''))
        expect(isGiftCardCode(code.slice(0, at) + sign + code.slice(at + 1))).toBe(false)
    }
  },
)

test.each([
  '',
  '0000-0000-0000-0000-001Z',
  '0000-0000-0000-0000-01Y0',
  '0000-0000-0000-0000-01Y',
  `${good}0`,
  'UUUU-0000-0000-0000-001Y',
  'ß',
])('%j is none', (code) => {
  expect(isGiftCardCode(code)).toBe(false)
})
