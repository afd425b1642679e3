import { dayOfWeek, toPence, type Pence } from '@shop/pricing'
import * as v from 'valibot'

/** Money as the database writes it: pounds, as a number or as text. Read as exact pence. */
export const money = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.maxLength(30))]),
  v.rawTransform<number | string, Pence>(({ dataset, addIssue, NEVER }) => {
    const pence = penceOf(dataset.value)
    if (pence !== undefined) return pence
    addIssue({ message: 'no amount' })
    return NEVER
  }),
)

function penceOf(pounds: number | string): Pence | undefined {
  try {
    const pence = toPence(pounds)
    return Number.isSafeInteger(pence) && pence >= 0 ? pence : undefined
  } catch {
    return undefined
  }
}

/** The only part of the data that subjects carry. */
export const orderNumber = v.pipe(v.string(), v.regex(/^AM\d{8}-\d{4,12}$/))

// The database's format; nothing else may be part of a link.
/** The token of a link. */
export const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,200}$/))

export const currency = v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), 'GBP')

/** A timestamp with a time zone. */
export const moment = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.transform((text) => new Date(text)),
)

/** A calendar day, as midnight in UTC. */
export const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.transform((text) => new Date(`${text}T00:00:00Z`)),
)

/** Optional text. */
export const optionalText = v.pipe(v.nullish(v.string(), ''), v.trim())

/** "Mon 30 November to Wed 2 December", or one day; both are calendar days. */
export function dayRange(from: Date, to: Date): string {
  const [first, last] = [from, to].map(dayOfWeek)
  return first === last ? String(first) : `${String(first)} to ${String(last)}`
}

/** A thing with its variant: "Robe, M". */
export function nameOf({ name, variant_name: variant }: { name: string; variant_name: string }): string {
  return variant ? `${name}, ${variant}` : name
}
