import { cleanCode, cleanText } from '@shop/settings'
import { toPence, toPounds, type Pence } from '@shop/pricing'
import * as v from 'valibot'
import { fromLondonInput } from './london-time'

/** The value of an option that stands for nothing; an option never has an empty value. */
export const none = 'none'

const text = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => cleanText(value.replaceAll('\r\n', '\n'))),
    v.maxLength(max, ({ requirement }) => `Use at most ${String(requirement)} characters.`),
  )

/** A text that must not be blank. @param message for a blank one @param max length in characters */
export const requiredText = (message: string, max: number) => v.pipe(text(max), v.nonEmpty(message))

/** A text that may be blank, which becomes null. @param max length in characters */
export const optionalText = (max: number) =>
  v.pipe(
    text(max),
    v.transform((value) => value || null),
  )

/** A code that may be blank, which becomes null. @param max length in characters */
export const optionalCode = (max: number) => v.pipe(v.string(), v.transform(cleanCode), optionalText(max))

/** The slug of a web address; blank becomes null, so that the database derives it from the name. */
export const optionalSlug = (max: number) =>
  v.pipe(
    text(max),
    v.check(
      (value) => value === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
      'Use lowercase letters, digits and single hyphens, such as silk-and-linen.',
    ),
    v.transform((value) => value || null),
  )

const isAmount = (value: string) => /^\d{1,8}(\.\d{1,2})?$/.test(value)
const amount = (max: Pence) =>
  v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.check((value) => value === '' || isAmount(value), 'Enter an amount in pounds, such as 24.50.'),
    v.check(
      (value) => !isAmount(value) || toPence(value) <= max,
      `Enter at most £${toPounds(max).toFixed(2)}.`,
    ),
  )

/** An amount in pounds as text, which becomes pence. @param message for a blank one @param max in pence */
export const requiredMoney = (message: string, max: Pence = 10_000_000) =>
  v.pipe(
    amount(max),
    v.nonEmpty(message),
    v.transform((value) => toPence(value)),
  )

/** An amount in pounds as text, which becomes pence; blank becomes null. @param max in pence */
export const optionalMoney = (max: Pence = 10_000_000) =>
  v.pipe(
    amount(max),
    v.transform((value) => (value === '' ? null : toPence(value))),
  )

/** Pence as the text of a MoneyField; blank for null. */
export const moneyText = (pence: Pence | null): string => (pence === null ? '' : toPounds(pence).toFixed(2))

/** A whole number as text. @param message for a blank one */
export const wholeNumber = (message: string, { min = 0, max = 1_000_000 } = {}) =>
  v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.nonEmpty(message),
    v.regex(/^-?\d{1,9}$/, 'Enter a whole number.'),
    v.transform(Number),
    v.minValue(min, `Enter ${String(min)} or more.`),
    v.maxValue(max, `Enter at most ${String(max)}.`),
  )

/** A moment as a field of date and time has it, in London; it becomes ISO text, blank null. */
export const optionalMoment = () =>
  v.pipe(
    v.string(),
    v.check((text) => text === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text), 'Enter a date and time.'),
    v.transform((text) => (text === '' ? null : fromLondonInput(text).toISOString())),
  )

/** The choice of a select; `none` becomes null. */
export const optionalChoice = () =>
  v.pipe(
    v.string(),
    v.transform((value) => (value === none ? null : value)),
  )

/** "12.5", from 0.01 to 100; undefined for other text. */
export function readPercent(text: string): number | undefined {
  const percent = /^\d{1,3}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : 0
  return percent > 0 && percent <= 100 ? percent : undefined
}

/** Pounds as text, in pence: from a penny up to £10,000; undefined for other text. */
export function readAmount(text: string): number | undefined {
  const pence = /^\d{1,5}(\.\d{1,2})?$/.test(text.trim()) ? toPence(text.trim()) : 0
  return pence > 0 && pence <= 1_000_000 ? pence : undefined
}
