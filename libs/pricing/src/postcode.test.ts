import { expect, test } from 'vitest'
import { checkPostcode, normalisePostcode, postcodeArea, postcodeEntry } from './postcode'
import { findZone, type ShippingZone } from './zones'

const zone = (position: number, name: string, postcodes: string[]): ShippingZone => ({
  id: name,
  name,
  postcodes,
  multiplier: 1,
  position,
})
const zones = [
  zone(2, 'north', ['B', 'S', 'E', 'KW']),
  zone(1, 'mainland', ['SW', 'bt ', 'BFPO']),
  zone(3, 'Wales and Scotland', ['SA', 'EH', 'TR', 'KA']),
  zone(4, 'islands', ['KW15', 'KA27', 'tr21']),
]

test.each([
  ['sw1a1aa', 'SW1A 1AA'],
  [' BFPO 57', 'BFPO 57'],
  ['gir0aa', 'GIR 0AA'],
  ['kw15', 'KW15'],
  ['', ''],
  ['123', '123'],
])('%j is written %j', (typed, written) => {
  expect(normalisePostcode(typed)).toBe(written)
})

test.each([
  ['sw1a1aa', 'SW'],
  [' BFPO 57', 'BFPO'],
  ['B1 1AA', 'B'],
  ['', ''],
  ['123', ''],
])('the area of %j is %j', (typed, area) => {
  expect(postcodeArea(typed)).toBe(area)
})

test.each([
  ['sw1a1aa', 'mainland'],
  [' BFPO 57', 'mainland'],
  ['B1 1AA', 'north'],
  ['BT1 1AA', 'mainland'],
  ['S1 1AA', 'north'],
  ['SA1 1AA', 'Wales and Scotland'],
  ['E1 6AN', 'north'],
  ['EH1 1AA', 'Wales and Scotland'],
  ['KW1 5AA', 'north'],
  ['KW15 1AA', 'islands'],
  ['kw151aa', 'islands'],
  ['KW15', 'islands'],
  ['KA27 8AA', 'islands'],
  ['KA2 7AA', 'Wales and Scotland'],
  ['TR21 0AA', 'islands'],
  ['TR2 1AA', 'Wales and Scotland'],
  ['ZZ1 1AA', 'mainland'],
  ['', 'mainland'],
  ['123', 'mainland'],
])('%j is delivered as %s', (typed, name) => {
  expect(findZone(typed, zones)?.name).toBe(name)
})

test('an unmatched postcode can be rejected, and without zones the result is null', () => {
  expect(findZone('ZZ1 1AA', zones, 'reject')).toBeNull()
  expect(findZone('SW1A 1AA', [])).toBeNull()
})

test.each(['sw1a1aa', 'M1 1AE', 'EC1A 1BB', ' BFPO 57', 'IM1 1AA', 'BT1 1AA'])(
  '%j can be delivered to',
  (typed) => {
    expect(checkPostcode(typed)).toMatchObject({ ok: true, message: '' })
  },
)

test.each([
  ['', 'empty', 'Enter a postcode.'],
  ['   ', 'empty', 'Enter a postcode.'],
  ['123', 'malformed', 'This does not look like a UK postcode. Write it like SW1A 1AA.'],
  ['SW1A', 'malformed', 'This does not look like a UK postcode. Write it like SW1A 1AA.'],
  ['90210-1234', 'malformed', 'This does not look like a UK postcode. Write it like SW1A 1AA.'],
  [
    'JE2 3AB',
    'outside-uk',
    'We do not deliver to Jersey. Please use an address in the UK or the Isle of Man.',
  ],
  [
    'gy11aa',
    'outside-uk',
    'We do not deliver to Guernsey. Please use an address in the UK or the Isle of Man.',
  ],
  [
    'FIQQ 1ZZ',
    'outside-uk',
    'We do not deliver to this territory. Please use an address in the UK or the Isle of Man.',
  ],
])('%j has an error message: %s', (typed, problem, message) => {
  expect(checkPostcode(typed)).toMatchObject({ ok: false, problem, message })
})

test.each<[string, string]>([
  ['sw', 'SW'],
  [' KW 15 ', 'KW15'],
  ['sw1a', 'SW1A'],
  ['BFPO', 'BFPO'],
  ...['N1 0*', 'N1 0', 'SW1A 1AA', 'London', 'KW*', 'N1-N10', 'ſw', ''].map((entry): [string, string] => [
    entry,
    '',
  ]),
])('a zone takes %j for %j', (entry, name) => {
  expect(postcodeEntry(entry)).toBe(name)
})

test('a letter of another script is rejected, not dropped', () => {
  expect(checkPostcode('SW1\u0410 1AA')).toMatchObject({ ok: false, problem: 'malformed' })
  expect(checkPostcode('SW1A\u00A01AA').ok).toBe(true)
})
