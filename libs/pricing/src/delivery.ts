import { bankHolidays, nationOf, type Nation } from './bank-holidays'

/** The days of a method, counted in business days. */
interface DeliveryDays {
  daysMin: number
  daysMax: number
}

/** Days between which a parcel arrives, as ISO dates (2025-01-05). */
export interface DeliveryEstimate {
  from: string
  to: string
}

const dayMs = 86_400_000
const cutOffHour = 14
const friday = 5

/** A method's delivery time in words: "1 business day", "5-7 business days". */
export function deliveryText({ daysMin, daysMax }: DeliveryDays): string {
  if (daysMin !== daysMax) return `${daysMin}-${daysMax} business days`
  return daysMin === 1 ? '1 business day' : `${daysMin} business days`
}

/** Day (as UTC midnight) and hour on the wall clock in London. */
function londonClock(now: Date): { day: Date; hour: number } {
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }).formatToParts(now)
  const part = (type: string) => Number(wall.find((found) => found.type === type)?.value)
  return { day: new Date(Date.UTC(part('year'), part('month') - 1, part('day'))), hour: part('hour') }
}

const isoDate = (day: Date) => day.toISOString().slice(0, 10)

/** Days on which a nation works. Not kept between calls: a year's holidays are computed in microseconds. */
function businessDaysOf(nation: Nation): (day: Date) => boolean {
  const years = new Map<number, Set<string>>()
  return (day) => {
    const year = day.getUTCFullYear()
    const holidays = years.get(year) ?? new Set(bankHolidays(nation, year))
    years.set(year, holidays)
    return day.getUTCDay() % 6 !== 0 && !holidays.has(isoDate(day))
  }
}

/**
 * When a parcel ordered now arrives (specification, section 9). Orders are handled on business days of England, where
 * the house is: what comes after 2 pm on a Friday waits for Monday, and a next-day order after 2 pm on any day waits for
 * the next business day. The method's days count from the day of handling, in business days of the nation delivered to,
 * and include the dispatch promise of 1-2 business days.
 *
 * @param now the moment of ordering; the shop's clock is London's
 * @param postcode where the parcel goes; England's holidays where it is not known yet
 */
export function deliveryEstimate(method: DeliveryDays, now: Date, postcode = ''): DeliveryEstimate {
  const handles = businessDaysOf('england')
  const delivers = businessDaysOf(nationOf(postcode))
  const after = (start: Date, businessDays: number, works: (day: Date) => boolean): Date => {
    let day = start
    for (let left = businessDays; left > 0;) {
      day = new Date(day.getTime() + dayMs)
      if (works(day)) left -= 1
    }
    return day
  }
  const { day: today, hour } = londonClock(now)
  const late = hour >= cutOffHour && (method.daysMax <= 1 || today.getUTCDay() === friday)
  const handled = handles(today) && !late ? today : after(today, 1, handles)
  return {
    from: isoDate(after(handled, method.daysMin, delivers)),
    to: isoDate(after(handled, Math.max(method.daysMin, method.daysMax), delivers)),
  }
}
