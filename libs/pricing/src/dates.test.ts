import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarDay, dayOfWeek, londonClock, londonDay, shortDay, weekdayOf } from './dates'

const moment = fc.date({
  min: new Date('1996-01-01T00:00:00Z'),
  max: new Date('2099-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const theirs = (at: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(at).replace(',', '')
const inLondon = { timeZone: 'Europe/London' } as const

test('days and London’s clocks are those of Intl', () => {
  fc.assert(
    fc.property(moment, (at) => {
      expect(weekdayOf(at)).toBe(theirs(at, { weekday: 'long' }))
      expect(dayOfWeek(at)).toBe(theirs(at, { weekday: 'short', day: 'numeric', month: 'long' }))
      expect(calendarDay(at)).toBe(theirs(at, { dateStyle: 'long' }))
      expect(shortDay(at)).toBe(theirs(at, { weekday: 'short', day: 'numeric', month: 'short' }))
      expect(londonDay(at)).toBe(theirs(at, { ...inLondon, dateStyle: 'long' }))
      const clock = { hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
      expect(londonClock(at).toISOString().slice(11, 19)).toBe(theirs(at, { ...inLondon, ...clock }))
    }),
  )
})

test.each([
  ['2026-03-29T00:59:59Z', '00:59:59'],
  ['2026-03-29T01:00:00Z', '02:00:00'],
  ['2026-10-25T00:59:59Z', '01:59:59'],
  ['2026-10-25T01:00:00Z', '01:00:00'],
  ['2026-05-31T23:30:00Z', '00:30:00'],
])('at %s London’s clocks show %s', (at, clock) => {
  expect(londonClock(new Date(at)).toISOString().slice(11, 19)).toBe(clock)
})

test('a day in London is the next one before midnight UTC in summer', () => {
  expect(londonDay(new Date('2026-05-31T23:30:00Z'))).toBe('1 June 2026')
  expect(londonDay(new Date('2026-12-31T23:30:00Z'))).toBe('31 December 2026')
})
