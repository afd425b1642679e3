import { expect, test } from 'vitest'
import { zoneMessage } from './zone-message'

const zones = [
  { id: 'a', name: 'Mainland', postcodes: ['SW', 'B'], multiplier: 1, position: 1 },
  { id: 'b', name: 'Islands', postcodes: ['KW15', 'ZE'], multiplier: 1.6, position: 2 },
  { id: 'c', name: 'Next door', postcodes: ['E'], multiplier: 0.9, position: 3 },
]

test.each([
  ['sw1a1aa', 'Delivering to SW1A 1AA.'],
  ['KW15 1AA', 'Delivering to KW15 1AA (Islands). The prices shown are for this area.'],
  ['E1 6AN', 'Delivering to E1 6AN (Next door). The prices shown are for this area.'],
  ['BT1 1AA', 'Delivering to BT1 1AA, at our prices for Mainland.'],
  ['', 'Enter your postcode for delivery options.'],
  ['SW1A', 'Enter your postcode for delivery options.'],
])('%s: %s', (postcode, text) => {
  expect(zoneMessage({ zones }, postcode, 'first', 'uk')).toBe(text)
})

test('a destination that is not served is named', () => {
  expect(zoneMessage({ zones }, 'BT1 1AA', 'reject', 'uk')).toBe('We do not deliver to BT1 1AA.')
})

test('with delivery to the mainland only, what is off it is named', () => {
  for (const unmatched of ['first', 'reject'] as const) {
    expect(zoneMessage({ zones }, 'kw151aa', unmatched, 'mainland')).toBe(
      'We deliver to the UK mainland only, and KW15 1AA is not on it.',
    )
    expect(zoneMessage({ zones }, 'SW1A 1AA', unmatched, 'mainland')).toBe('Delivering to SW1A 1AA.')
  }
})
