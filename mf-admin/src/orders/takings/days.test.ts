import { expect, test } from 'vitest'
import { chosenDays, daysOf, periodOf, periods } from './days'

// In London the next day has begun.
const summer = new Date('2026-07-31T23:30:00Z')
const newYear = new Date('2027-01-01T00:30:00Z')

test.each([
  ['today', summer, '2026-08-01', '2026-08-01'],
  ['yesterday', summer, '2026-07-31', '2026-07-31'],
  ['month', summer, '2026-08-01', '2026-08-01'],
  ['last-month', summer, '2026-07-01', '2026-07-31'],
  ['yesterday', newYear, '2026-12-31', '2026-12-31'],
  ['last-month', newYear, '2026-12-01', '2026-12-31'],
] as const)('%s at %s is %s to %s', (period, now, from, to) => {
  expect(daysOf(period, now)).toEqual({ from, to })
})

test.each([
  ['', '', '2026-08-01', '2026-08-01'],
  ['2026-03-02', '', '2026-03-02', '2026-03-02'],
  ['', '2026-03-02', '2026-03-02', '2026-03-02'],
  ['2026-03-05', '2026-03-02', '2026-03-02', '2026-03-05'],
])('an address with "%s" and "%s" means %s to %s', (from, to, first, last) => {
  expect(chosenDays({ from, to }, summer)).toEqual({ from: first, to: last })
})

test('days are called by their period, if they have one', () => {
  const now = new Date('2026-07-15T12:00:00Z')
  for (const period of periods) expect(periodOf(daysOf(period, now), now)).toBe(period)
  expect(periodOf({ from: '2026-07-02', to: '2026-07-03' }, now)).toBeUndefined()
})
