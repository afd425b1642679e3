import { counted } from './counted'
import { bankHolidays, nationOf, type Nation } from './bank-holidays'
import { londonClock, shortDay } from './dates'

/** Delivery time of a method, in business days. */
interface DeliveryDays {
  daysMin: number
  daysMax: number
}

/** The first and last day on which a parcel may arrive, as ISO dates (2025-01-05). */
export interface DeliveryEstimate {
  from: string
  to: string
}

const dayMs = 86_400_000
const cutOffHour = 14
const friday = 5

/** A method's delivery time as text: "1 business day", "5-7 business days". */
export function deliveryText({ daysMin, daysMax }: DeliveryDays): string {
  if (daysMin !== daysMax) return `${daysMin}-${daysMax} business days`
  return counted(daysMin, 'business day')
}

/** The days of arrival as text: "Mon 30 Nov to Wed 2 Dec", or one day. */
export function arrivalText({ from, to }: DeliveryEstimate): string {
  const [first, last] = [from, to].map((day) => shortDay(new Date(day)))
  return from === to ? String(first) : `${String(first)} to ${String(last)}`
}

const isoDate = (day: Date) => day.toISOString().slice(0, 10)

/** Day (as UTC midnight) and hour on the wall clock in London. */
function londonTime(now: Date): { day: Date; hour: number } {
  const clock = londonClock(now)
  return { day: new Date(isoDate(clock)), hour: clock.getUTCHours() }
}

/** Whether a day is a business day in a nation. Not cached between calls: a year's holidays take microseconds. */
function businessDaysOf(nation: Nation): (day: Date) => boolean {
  const years = new Map<number, Set<string>>()
  return (day) => {
    const year = day.getUTCFullYear()
    const holidays = years.get(year) ?? new Set(bankHolidays(nation, year))
    years.set(year, holidays)
    return day.getUTCDay() % 6 !== 0 && !holidays.has(isoDate(day))
  }
}

function addBusinessDays(start: Date, businessDays: number, isBusinessDay: (day: Date) => boolean): Date {
  let day = start
  for (let remaining = businessDays; remaining > 0;) {
    day = new Date(day.getTime() + dayMs)
    if (isBusinessDay(day)) remaining -= 1
  }
  return day
}

/** The business day on which an order of now is handled, in England, where the shop is. */
function handlingDayOf(method: DeliveryDays, now: Date): Date {
  const isHandlingDay = businessDaysOf('england')
  const { day: today, hour } = londonTime(now)
  const afterCutOff = hour >= cutOffHour && (method.daysMax <= 1 || today.getUTCDay() === friday)
  return isHandlingDay(today) && !afterCutOff ? today : addBusinessDays(today, 1, isHandlingDay)
}

/**
 * Until when an order must be placed to arrive as `deliveryEstimate` says now.
 * @returns the day as an ISO date, and the hour of the cut-off on it in London; null when the cut-off has passed and the rest of
 * that day counts all the same
 */
export function orderDeadline(method: DeliveryDays, now: Date): { day: string; hour: number | null } {
  const { day: today, hour } = londonTime(now)
  const day = handlingDayOf(method, now)
  return { day: isoDate(day), hour: day > today || hour < cutOffHour ? cutOffHour : null }
}

/**
 * When a parcel ordered now arrives (`docs/specification/storefront.md`, section 9). Orders are handled on business
 * days in England, where the shop is: an order after 2 pm on a Friday is handled on Monday, and a next-day order after 2 pm on any day is
 * handled on the next business day. The method's days count from the day of handling, in business days of the nation
 * delivered to, and include the dispatch time of 1-2 business days.
 *
 * @param now time of the order; the cut-off is in London time
 * @param postcode of the delivery address; England's holidays apply when it is empty
 */
export function deliveryEstimate(method: DeliveryDays, now: Date, postcode = ''): DeliveryEstimate {
  const isDeliveryDay = businessDaysOf(nationOf(postcode))
  const handlingDay = handlingDayOf(method, now)
  return {
    from: isoDate(addBusinessDays(handlingDay, method.daysMin, isDeliveryDay)),
    to: isoDate(addBusinessDays(handlingDay, Math.max(method.daysMin, method.daysMax), isDeliveryDay)),
  }
}
