const day = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  timeZone: 'Europe/London',
})
const time = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Europe/London',
})

/** A moment in London as orders show it: "Jan 05, 2025 14:22". */
export const orderTime = (at: Date): string => `${day.format(at)} ${time.format(at)}`
