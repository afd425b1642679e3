import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carriers, trackingLink } from './carriers'

test('a parcel is followed at its carrier, whatever the case of its name', () => {
  expect(trackingLink('royal mail ', 'RM 998 877 665GB')).toBe(
    'https://www.royalmail.com/track-your-item#/tracking-results/RM998877665GB',
  )
})

test.each([
  ['another carrier', 'The milkman', 'A1'],
  ['no carrier', null, 'A1'],
  ['no number', 'DPD', '  '],
])('there is no link with %s', (_, carrier, number) => {
  expect(trackingLink(carrier, number)).toBeNull()
})

test('no tracking number leads away from the carrier', () => {
  fc.assert(
    fc.property(fc.constantFrom(...carriers), fc.string({ minLength: 1 }), (carrier, number) => {
      const link = trackingLink(carrier, number)
      if (link === null) return
      expect(new URL(link).origin).toBe(new URL(trackingLink(carrier, 'A1') ?? '').origin)
    }),
  )
})
