import { expect, test } from 'vitest'
import { zoneMessage } from './zone-message'

const zones = [
  { id: 'a', name: 'Mainland', postcodes: ['SW', 'B'], multiplier: 1, position: 1 },
  { id: 'b', name: 'Islands', postcodes: ['KW15', 'ZE'], multiplier: 1.6, position: 2 },
  { id: 'c', name: 'Next door', postcodes: ['E'], multiplier: 0.9, position: 3 },
]

test.each([
  ['sw1a1aa', 'SW1A 1AA is in Mainland: our standard delivery prices apply.'],
  ['KW15 1AA', 'KW15 1AA is in Islands: what we charge for delivery is 60% higher there.'],
  ['E1 6AN', 'E1 6AN is in Next door: what we charge for delivery is 10% lower there.'],
  ['BT1 1AA', 'BT1 1AA is in no zone of ours and counts as Mainland: our standard delivery prices apply.'],
  ['', 'Enter a postal code to see what delivery there costs.'],
  ['SW1A', 'Enter a postal code to see what delivery there costs.'],
])('%s: %s', (postcode, text) => {
  expect(zoneMessage({ zones }, postcode, 'first', 'uk')).toBe(text)
})

test('a destination that is not served is named', () => {
  expect(zoneMessage({ zones }, 'BT1 1AA', 'refuse', 'uk')).toBe('We do not deliver to BT1 1AA.')
})

test('with delivery to the mainland only, what is off it is named', () => {
  for (const unmatched of ['first', 'refuse'] as const) {
    expect(zoneMessage({ zones }, 'kw151aa', unmatched, 'mainland')).toBe(
      'We deliver to the UK mainland only, and KW15 1AA is not on it.',
    )
    expect(zoneMessage({ zones }, 'SW1A 1AA', unmatched, 'mainland')).toContain('is in Mainland')
  }
})
