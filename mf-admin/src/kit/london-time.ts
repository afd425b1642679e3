import { formatDateTime } from './dates'

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A moment as London's clocks show it, as a field of date and time takes it: "2026-12-24T09:30". */
export const londonInput = (at: Date): string => parts.format(at).replace(' ', 'T')

/** The text of a field of date and time as "24 Dec 2026, 09:30"; '' for an empty one. */
export const londonText = (text: string): string => (text === '' ? '' : formatDateTime(fromLondonInput(text)))

/**
 * The moment at which London's clocks show this; in the hour that winter time repeats, the first.
 * @param text "2026-12-24T09:30"
 */
export function fromLondonInput(text: string): Date {
  const asUtc = new Date(`${text}Z`)
  // London is an hour ahead of UTC in summer; the earlier of the two possible moments that shows the text is meant.
  const ahead = new Date(asUtc.getTime() - 3_600_000)
  return londonInput(ahead) === text.slice(0, 16) ? ahead : asUtc
}
