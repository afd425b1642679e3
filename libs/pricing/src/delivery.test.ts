import { expect, test } from 'vitest'
import { deliveryEstimate, deliveryText } from './delivery'

const standard = { daysMin: 5, daysMax: 7 }
const express = { daysMin: 2, daysMax: 3 }
const nextDay = { daysMin: 1, daysMax: 1 }

test.each([
  [nextDay, '1 business day'],
  [{ daysMin: 2, daysMax: 2 }, '2 business days'],
  [express, '2-3 business days'],
  [standard, '5-7 business days'],
])('%o reads %s', (method, text) => {
  expect(deliveryText(method)).toBe(text)
})

// 2025-01-06 is a Monday.
test.each([
  ['next day, Monday before 2 pm', nextDay, '2025-01-06T13:59:59Z', '2025-01-07', '2025-01-07'],
  ['next day, Monday at 2 pm', nextDay, '2025-01-06T14:00:00Z', '2025-01-08', '2025-01-08'],
  ['next day, Thursday before 2 pm', nextDay, '2025-01-09T10:00:00Z', '2025-01-10', '2025-01-10'],
  ['next day, Thursday after 2 pm', nextDay, '2025-01-09T16:00:00Z', '2025-01-13', '2025-01-13'],
  ['next day, Friday before 2 pm', nextDay, '2025-01-10T10:00:00Z', '2025-01-13', '2025-01-13'],
  ['next day, Friday after 2 pm is handled on Monday', nextDay, '2025-01-10T15:00:00Z', '2025-01-14', '2025-01-14'],
  ['next day, Saturday', nextDay, '2025-01-11T10:00:00Z', '2025-01-14', '2025-01-14'],
  ['express, Monday after 2 pm', express, '2025-01-06T16:00:00Z', '2025-01-08', '2025-01-09'],
  ['express, Friday after 2 pm', express, '2025-01-10T16:00:00Z', '2025-01-15', '2025-01-16'],
  ['standard, Sunday', standard, '2025-01-12T10:00:00Z', '2025-01-20', '2025-01-22'],
  ['the clock is London’s: 1.30 pm UTC in July is past 2 pm', nextDay, '2025-07-07T13:30:00Z', '2025-07-09', '2025-07-09'],
  ['the day is London’s: Sunday 11.30 pm UTC in July is Monday', nextDay, '2025-07-06T23:30:00Z', '2025-07-08', '2025-07-08'],
])('%s', (_, method, now, from, to) => {
  expect(deliveryEstimate(method, new Date(now))).toEqual({ from, to })
})

test('bank holidays are no business days', () => {
  const bankHolidays = ['2025-04-18', '2025-04-21']
  expect(deliveryEstimate(nextDay, new Date('2025-04-17T09:00:00Z'), { bankHolidays })).toEqual({ from: '2025-04-22', to: '2025-04-22' })
})
