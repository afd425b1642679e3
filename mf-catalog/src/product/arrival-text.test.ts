import { expect, test } from 'vitest'
import { arrivalText } from './arrival-text'

const standard = { name: 'Standard', daysMin: 5, daysMax: 7 }
const nextDay = { name: 'Next day', daysMin: 1, daysMax: 1 }

// 2026-11-23 is a Monday.
test.each([
  [
    'a Monday morning',
    standard,
    '2026-11-23T08:00:00Z',
    'Order by 2pm today for delivery by Wednesday 2 December',
  ],
  ['a Monday evening', standard, '2026-11-23T19:00:00Z', 'Order today for delivery by Wednesday 2 December'],
  [
    'a Friday evening',
    standard,
    '2026-11-27T19:00:00Z',
    'Order by 2pm Monday for delivery by Wednesday 9 December',
  ],
  ['a Sunday', standard, '2026-11-29T19:00:00Z', 'Order by 2pm Monday for delivery by Wednesday 9 December'],
  [
    'before Christmas',
    standard,
    '2026-12-23T10:00:00Z',
    'Order by 2pm today for delivery by Wednesday 6 January',
  ],
  [
    'Christmas Day',
    standard,
    '2026-12-25T10:00:00Z',
    'Order by 2pm Tuesday for delivery by Friday 8 January',
  ],
  [
    'next day, in time',
    nextDay,
    '2026-11-23T13:59:00Z',
    'Order by 2pm today for delivery by Tuesday 24 November',
  ],
  [
    'next day, too late',
    nextDay,
    '2026-11-23T14:00:00Z',
    'Order by 2pm Tuesday for delivery by Wednesday 25 November',
  ],
  [
    'just before midnight in London',
    standard,
    '2026-06-15T23:30:00Z',
    'Order by 2pm today for delivery by Thursday 25 June',
  ],
])('%s', (_when, method, now, text) => {
  expect(arrivalText(method, new Date(now))).toBe(text)
})
