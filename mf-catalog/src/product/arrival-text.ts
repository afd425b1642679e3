import { deliveryEstimate, londonClock, longDay, orderDeadline, weekdayOf } from '@shop/pricing'
import type { DeliveryMethod } from './list-delivery-methods'

/** "2pm"; hours from 0 to 23. */
const clock = (hour: number): string => `${String(hour % 12 || 12)}${hour < 12 ? 'am' : 'pm'}`

/**
 * Until when to order, and by which day it arrives at the latest: "Order by 2pm today for delivery by Wednesday 2 December".
 * @param now the visitor's present; text that is kept for others must not contain it
 */
export function arrivalText(method: DeliveryMethod, now: Date): string {
  const { day, hour } = orderDeadline(method, now)
  const isToday = londonClock(now).toISOString().startsWith(day)
  const when = isToday ? 'today' : weekdayOf(new Date(day))
  const arrival = new Date(deliveryEstimate(method, now).to)
  return `Order ${hour === null ? when : `by ${clock(hour)} ${when}`} for delivery by ${longDay(arrival)}`
}
