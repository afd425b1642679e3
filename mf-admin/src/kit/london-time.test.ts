import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromLondonInput, londonInput } from './london-time'

test.each([
  ['2026-12-24T09:30', '2026-12-24T09:30:00.000Z'],
  ['2026-06-24T09:30', '2026-06-24T08:30:00.000Z'],
  ['2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
])('%s in London is %s', (text, iso) => {
  expect(fromLondonInput(text).toISOString()).toBe(iso)
})

test('what London’s clocks show leads back to the same clock time', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
      (at) => {
        expect(londonInput(fromLondonInput(londonInput(at)))).toBe(londonInput(at))
      },
    ),
  )
})
