const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Europe/London',
})

const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/London',
})

/** "5 Jan 2025", in London. */
export const formatDate = (at: Date): string => date.format(at)

/** "5 Jan 2025, 14:30", in London. */
export const formatDateTime = (at: Date): string => dateTime.format(at)

/** "5 Jan, 14:30", in London. */
export const formatMoment = (at: Date): string => moment.format(at)

/** A calendar day as "5 Jan 2025". @param iso such as 2025-01-05 */
export const formatDay = (iso: string): string => date.format(new Date(`${iso}T12:00:00Z`))
