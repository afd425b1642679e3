// Days as the shop writes them. `Intl` is not used, since making its first formatter takes a slow phone a tenth of a second.

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

const hourMs = 3_600_000
const march = 2
const october = 9

/** One o'clock in the morning, UTC, of a month's last Sunday; the month has 31 days. */
function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.setUTCDate(31 - last.getUTCDay())
}

/**
 * The time on London's clocks as the UTC fields of a date. From 1996 on; British summer time lasts from the last Sunday of
 * March to that of October, one o'clock UTC (Summer Time Order 2002).
 */
export function londonClock(at: Date): Date {
  const year = at.getUTCFullYear()
  const isSummer = at.getTime() >= lastSunday(year, march) && at.getTime() < lastSunday(year, october)
  return new Date(at.getTime() + (isSummer ? hourMs : 0))
}

/** A calendar day's weekday, "Monday"; the day is that of the UTC fields, as with all functions here. */
export const weekdayOf = (day: Date): string => String(weekdays[day.getUTCDay()])

const dayAndMonth = (day: Date) => `${String(day.getUTCDate())} ${String(months[day.getUTCMonth()])}`

const shortWeekday = (day: Date) => weekdayOf(day).slice(0, 3)

/** A calendar day: "Wed 2 December". */
export const dayOfWeek = (day: Date): string => `${shortWeekday(day)} ${dayAndMonth(day)}`

/** A calendar day: "Wednesday 2 December". */
export const longDay = (day: Date): string => `${weekdayOf(day)} ${dayAndMonth(day)}`

/** A calendar day: "2 December 2026". */
export const calendarDay = (day: Date): string => `${dayAndMonth(day)} ${String(day.getUTCFullYear())}`

/** A calendar day: "Wed 2 Dec", as British newspapers shorten the months. */
export function shortDay(day: Date): string {
  const month = String(months[day.getUTCMonth()])
  return `${shortWeekday(day)} ${String(day.getUTCDate())} ${month.slice(0, month === 'September' ? 4 : 3)}`
}

/** The day in London at a moment: "2 December 2026". */
export const londonDay = (at: Date): string => calendarDay(londonClock(at))
