const labels: Readonly<Record<string, string>> = {
  processing: 'Being prepared',
  shipped: 'Sent',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  exception: 'Held up',
}

/** A parcel's status as staff read it. */
export const parcelLabel = (status: string): string => labels[status] ?? status.replaceAll('_', ' ')

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** An ISO date as "24 Dec 2026". */
export const dayText = (iso: string): string => day.format(new Date(iso))

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** A moment on London's clocks, as "24 Dec 2026, 09:30". */
export const momentText = (at: Date): string => moment.format(at)
