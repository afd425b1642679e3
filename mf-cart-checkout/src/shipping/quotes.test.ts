import { expect, test } from 'vitest'
import { quotes } from './quotes'

const terms = {
  methods: [
    {
      id: 'm',
      name: 'Standard',
      description: null,
      basePricePence: 399,
      daysMin: 5,
      daysMax: 7,
      features: [],
      sortOrder: 1,
    },
  ],
  zones: [{ id: 'z', name: 'Mainland', postcodes: ['SW'], multiplier: 2, position: 1 }],
  rules: [],
}

test.each([
  ['SW1A 1AA', 'first', true, 798],
  ['SW1A 1AA', 'reject', true, 798],
  ['BT1 1AA', 'first', true, 798],
  ['BT1 1AA', 'reject', false, 0],
  ['', 'reject', true, 798],
] as const)('to %j, where places in no zone are read as %s', (postcode, unmatched, available, pence) => {
  expect(quotes(terms, 1000, postcode, unmatched, 'uk')).toMatchObject([{ available, pence }])
})

test.each([
  ['SW1A 1AA', true],
  ['EH1 1AA', true],
  ['BT1 1AA', false],
  ['ZE1 0AA', false],
  ['kw151aa', false],
  ['PO30 1AA', false],
  ['BFPO 57', false],
  ['', true],
])('with delivery to the mainland only, %j: %s', (postcode, available) => {
  expect(quotes(terms, 1000, postcode, 'first', 'mainland')).toMatchObject([{ available }])
})
