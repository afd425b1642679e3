/** Days in London, both included, as ISO dates. */
export interface Days {
  from: string
  to: string
}

/** The days that are offered by name. */
export const periods = ['today', 'yesterday', 'month', 'last-month'] as const
export type Period = (typeof periods)[number]

export const periodLabels: Readonly<Record<Period, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  month: 'This month',
  'last-month': 'Last month',
}

const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' })
const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The days of a period. @param now the present moment */
export function daysOf(period: Period, now: Date): Days {
  const today = london.format(now)
  const at = new Date(`${today}T00:00:00Z`)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (period === 'today') return { from: today, to: today }
  if (period === 'month') return { from: iso(year, month, 1), to: today }
  if (period === 'last-month') return { from: iso(year, month - 1, 1), to: iso(year, month, 0) }
  const yesterday = iso(year, month, day - 1)
  return { from: yesterday, to: yesterday }
}

/** The days that an address names: today without any, one day with one of them, in order. */
export function chosenDays({ from, to }: Days, now: Date): Days {
  const one = from || to || daysOf('today', now).to
  const [first, last] = [from || one, to || one]
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}

/** The period that has these days; undefined if none has. */
export const periodOf = (days: Days, now: Date): Period | undefined =>
  periods.find((period) => {
    const { from, to } = daysOf(period, now)
    return from === days.from && to === days.to
  })
