import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankHolidays, nationOf } from './bank-holidays'
import { arrivalText, deliveryEstimate, deliveryText } from './delivery'

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

test.each([
  ['2026-11-30', '2026-12-02', 'Mon 30 Nov to Wed 2 Dec'],
  ['2026-11-24', '2026-11-24', 'Tue 24 Nov'],
])('from %s to %s reads %s', (from, to, text) => {
  expect(arrivalText({ from, to })).toBe(text)
})

// 2025-01-06 is a Monday.
test.each([
  ['next day, Monday before 2 pm', nextDay, '2025-01-06T13:59:59Z', '2025-01-07', '2025-01-07'],
  ['next day, Monday at 2 pm', nextDay, '2025-01-06T14:00:00Z', '2025-01-08', '2025-01-08'],
  ['next day, Thursday before 2 pm', nextDay, '2025-01-09T10:00:00Z', '2025-01-10', '2025-01-10'],
  ['next day, Thursday after 2 pm', nextDay, '2025-01-09T16:00:00Z', '2025-01-13', '2025-01-13'],
  ['next day, Friday before 2 pm', nextDay, '2025-01-10T10:00:00Z', '2025-01-13', '2025-01-13'],
  [
    'next day, Friday after 2 pm is handled on Monday',
    nextDay,
    '2025-01-10T15:00:00Z',
    '2025-01-14',
    '2025-01-14',
  ],
  ['next day, Saturday', nextDay, '2025-01-11T10:00:00Z', '2025-01-14', '2025-01-14'],
  ['express, Monday after 2 pm', express, '2025-01-06T16:00:00Z', '2025-01-08', '2025-01-09'],
  ['express, Friday after 2 pm', express, '2025-01-10T16:00:00Z', '2025-01-15', '2025-01-16'],
  ['standard, Sunday', standard, '2025-01-12T10:00:00Z', '2025-01-20', '2025-01-22'],
  [
    'the clock is London’s: 1.30 pm UTC in July is past 2 pm',
    nextDay,
    '2025-07-07T13:30:00Z',
    '2025-07-09',
    '2025-07-09',
  ],
  [
    'the day is London’s: Sunday 11.30 pm UTC in July is Monday',
    nextDay,
    '2025-07-06T23:30:00Z',
    '2025-07-08',
    '2025-07-08',
  ],
])('%s', (_, method, now, from, to) => {
  expect(deliveryEstimate(method, new Date(now))).toEqual({ from, to })
})

test('bank holidays of the destination’s nation are not business days', () => {
  const arrival = (now: string, postcode: string) => deliveryEstimate(nextDay, new Date(now), postcode).from
  expect(arrival('2025-04-17T09:00:00Z', 'SW1A 1AA')).toBe('2025-04-22')
  expect(arrival('2025-11-28T09:00:00Z', 'SW1A 1AA')).toBe('2025-12-01')
  expect(arrival('2025-11-28T09:00:00Z', 'eh1 1aa')).toBe('2025-12-02')
  expect(arrival('2025-07-11T09:00:00Z', 'BT1 1AA')).toBe('2025-07-15')
  // Easter Monday: a business day in Scotland, but the shop is closed.
  expect(arrival('2025-04-21T09:00:00Z', 'EH1 1AA')).toBe('2025-04-23')
})

const moments = fc.date({ min: new Date('2024-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
const places = fc.constantFrom('', 'SW1A 1AA', 'EH1 1AA', 'BT1 1AA', 'TD15 1AA', 'nonsense')
const methods = fc
  .tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 10 }))
  .map(([daysMin, more]) => ({ daysMin, daysMax: daysMin + more }))

test('no estimate is on a weekend or holiday, before the order, or reversed', () => {
  fc.assert(
    fc.property(moments, places, methods, (now, postcode, method) => {
      const { from, to } = deliveryEstimate(method, now, postcode)
      expect(from > now.toISOString().slice(0, 10) && from <= to).toBe(true)
      for (const day of [from, to]) {
        expect([0, 6]).not.toContain(new Date(day).getUTCDay())
        expect(bankHolidays(nationOf(postcode), Number(day.slice(0, 4)))).not.toContain(day)
      }
    }),
  )
})

test('a later order never arrives earlier', () => {
  fc.assert(
    fc.property(
      moments,
      fc.integer({ min: 0, max: 14 * 86_400_000 }),
      places,
      methods,
      (now, later, postcode, method) => {
        const [first, second] = [
          deliveryEstimate(method, now, postcode),
          deliveryEstimate(method, new Date(now.getTime() + later), postcode),
        ]
        expect(first.from <= second.from && first.to <= second.to).toBe(true)
      },
    ),
  )
})
