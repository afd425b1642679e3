/** A period of days in London, both included, as ISO dates. */
export interface Period {
  from: string
  to: string
}

/** What the figures of a period are added up by. */
export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** The periods to choose from, up to today. */
export const spans = ['7d', '30d', '90d', '12m', '5y'] as const
export type Span = (typeof spans)[number]

export const spanLabels: Readonly<Record<Span, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  '5y': '5 years',
}

const iso = (at: Date): string => at.toISOString().slice(0, 10)
const londonDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' })

/** A period that ends on London's today. @param now the present moment */
export function periodOf(span: Span, now: Date): Period {
  const to = londonDay.format(now)
  const from = new Date(`${to}T00:00:00Z`)
  if (span === '12m') from.setUTCFullYear(from.getUTCFullYear() - 1)
  else if (span === '5y') from.setUTCFullYear(from.getUTCFullYear() - 5)
  else from.setUTCDate(from.getUTCDate() - Number.parseInt(span, 10))
  from.setUTCDate(from.getUTCDate() + 1)
  return { from: iso(from), to }
}

const defaults: Readonly<Record<Span, Unit>> = {
  '7d': 'day',
  '30d': 'day',
  '90d': 'week',
  '12m': 'month',
  '5y': 'month',
}

/** The units that a span can be shown by; days of years would be too many to read. */
export const unitsOf = (span: Span): readonly Unit[] => {
  if (span === '5y') return ['week', 'month']
  return span === '7d' ? ['day'] : units
}

/** The unit that is shown: the chosen one if the span has it, else its usual one. */
export const unitOf = (span: Span, chosen: Unit | 'auto'): Unit =>
  chosen !== 'auto' && unitsOf(span).includes(chosen) ? chosen : defaults[span]

const formats: Readonly<Record<Unit, Intl.DateTimeFormat>> = {
  day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  week: new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: '2-digit',
    timeZone: 'UTC',
  }),
  month: new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' }),
}

/** A day, the week from it, or its month, in words. @param since ISO date */
export function bucketLabel(since: string, unit: Unit): string {
  const text = formats[unit].format(new Date(`${since}T00:00:00Z`))
  return unit === 'week' ? `Week of ${text}` : text
}

/** The same for an axis, shorter. */
export const axisLabel = (since: string, unit: Unit): string =>
  formats[unit === 'month' ? 'month' : 'day'].format(new Date(`${since}T00:00:00Z`))
