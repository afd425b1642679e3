import { calendarDay, londonClock, londonDay } from '@shop/pricing'

const percents: Record<string, number> = {
  processing: 25,
  shipped: 50,
  in_transit: 75,
  out_for_delivery: 90,
  delivered: 100,
  exception: 75,
}

/** A parcel's progress in per cent; 0 for an unknown status. */
export function progressOf(status: string): number {
  return Object.hasOwn(percents, status) ? (percents[status] ?? 0) : 0
}

// A stored value may not be a date: Postgres also accepts 'infinity'.
const formatted = (format: (date: Date) => string, iso: string) => {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format(date)
}

/** An ISO date as "25 November 2026". */
export function deliveryDate(iso: string): string {
  return formatted(calendarDay, iso)
}

/** An ISO date and time as London's clocks show it: "21 November 2026 at 09:27". */
export function eventTime(iso: string): string {
  return formatted((at) => `${londonDay(at)} at ${londonClock(at).toISOString().slice(11, 16)}`, iso)
}

/** Seconds to wait as text: "3 minutes". Unreadable values are "a few minutes". */
export function waitTime(seconds: string | null): string {
  const minutes = Math.ceil(Number(seconds) / 60)
  if (!(minutes > 0)) return 'a few minutes'
  return minutes === 1 ? 'a minute' : `${String(minutes)} minutes`
}
