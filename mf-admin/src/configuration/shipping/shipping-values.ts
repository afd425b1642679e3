import { toPence, toPounds } from '@shop/pricing'
import * as v from 'valibot'
import { moneyText, optionalText, requiredMoney, requiredText, wholeNumber } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { methodRecordSchema, zoneRecordSchema } from './office-shipping'

/** The longest texts, in characters. */
export const limits = { name: 120, description: 1000 } as const

const order = 1_000_000

/** The entries of a text separated by commas or line breaks: trimmed, without empty ones. */
export const splitEntries = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)

const blankAs = (fallback: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.trim() || String(fallback)),
  )

/** A whole number as text; blank is the fallback (`docs/specification/back-office.md`, section 5). */
export const wholeNumberOr = (fallback: number, range: { min: number; max: number }) =>
  v.pipe(blankAs(fallback), wholeNumber('', range))

const sizeOf = (entries: readonly string[]) => new TextEncoder().encode(entries.join('')).length

const entries = (what: string, most: number) =>
  v.pipe(
    v.array(v.string()),
    v.maxLength(most, `Enter at most ${String(most)} ${what}.`),
    v.check((list) => sizeOf(list) <= 5000, `The ${what} are too long together.`),
  )

const common = { name: requiredText('Please enter a name.', limits.name), is_active: v.boolean() }

/** The rules of a zone's form. */
export const zoneSchema = v.object({
  ...common,
  description: optionalText(limits.description),
  postcodes: v.pipe(v.string(), v.transform(splitEntries), entries('postcodes', 500)),
  multiplier: v.pipe(
    blankAs(1),
    v.regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter a number, such as 1.5.'),
    v.transform(Number),
    v.minValue(0.1, 'Enter 0.1 or more.'),
  ),
  position: wholeNumberOr(100, { min: -order, max: order }),
})

/** The rules of a method's form. */
export const methodSchema = v.pipe(
  v.object({
    ...common,
    description: optionalText(limits.description),
    base_price: v.pipe(
      blankAs(0),
      requiredMoney(''),
      v.transform((pence) => toPounds(pence)),
    ),
    estimated_days_min: wholeNumberOr(1, { min: 1, max: 365 }),
    estimated_days_max: wholeNumberOr(1, { min: 1, max: 365 }),
    features: entries('features', 30),
    sort_order: wholeNumberOr(0, { min: -order, max: order }),
  }),
  v.forward(
    v.partialCheck(
      [['estimated_days_min'], ['estimated_days_max']],
      (days) => days.estimated_days_max >= days.estimated_days_min,
      'Maximum days must be the minimum days or more.',
    ),
    ['estimated_days_max'],
  ),
)

export type ZoneValues = v.InferInput<typeof zoneSchema>
export type MethodValues = v.InferInput<typeof methodSchema>

/** The form of a new zone. */
export const newZone: ZoneValues = {
  name: '',
  description: '',
  postcodes: '',
  multiplier: '1',
  position: '100',
  is_active: true,
}

/** The form of a new method. */
export const newMethod: MethodValues = {
  name: '',
  description: '',
  base_price: '0.00',
  estimated_days_min: '1',
  estimated_days_max: '7',
  features: [],
  sort_order: '0',
  is_active: true,
}

/** A zone from the database as the form shows it. @throws ValiError for anything else */
export function zoneValues(record: unknown): Versioned<ZoneValues> {
  const { id: _, version, ...zone } = v.parse(zoneRecordSchema, record)
  return {
    version,
    values: {
      ...zone,
      description: zone.description ?? '',
      postcodes: zone.postcodes.join(', '),
      multiplier: String(zone.multiplier),
      position: String(zone.position),
    },
  }
}

/** A method from the database as the form shows it. @throws ValiError for anything else */
export function methodValues(record: unknown): Versioned<MethodValues> {
  const { id: _, version, ...method } = v.parse(methodRecordSchema, record)
  return {
    version,
    values: {
      ...method,
      description: method.description ?? '',
      base_price: moneyText(toPence(method.base_price)),
      estimated_days_min: String(method.estimated_days_min),
      estimated_days_max: String(method.estimated_days_max),
      sort_order: String(method.sort_order),
    },
  }
}
