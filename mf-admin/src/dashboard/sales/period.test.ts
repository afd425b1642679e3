import { expect, test } from 'vitest'
import { bucketLabel, periodOf, spans, unitOf, unitsOf } from './period'

test.each([
  ['7d', '2026-11-16'],
  ['30d', '2026-10-24'],
  ['12m', '2025-11-23'],
  ['5y', '2021-11-23'],
] as const)('%s up to 22 November 2026 starts on %s', (span, from) => {
  expect(periodOf(span, new Date('2026-11-22T23:30:00Z'))).toEqual({ from, to: '2026-11-22' })
})

test('today is London’s, which is an hour ahead in summer', () => {
  expect(periodOf('7d', new Date('2026-06-30T23:30:00Z')).to).toBe('2026-07-01')
})

test('a unit that a span does not have is replaced by its usual one', () => {
  expect(unitOf('5y', 'day')).toBe('month')
  expect(unitOf('90d', 'month')).toBe('month')
  for (const span of spans) expect(unitsOf(span)).toContain(unitOf(span, 'auto'))
})

test('what figures are of is said in words', () => {
  expect(bucketLabel('2026-11-16', 'week')).toBe('Week of 16 Nov 26')
  expect(bucketLabel('2026-11-01', 'month')).toBe('Nov 2026')
})
