import { cleanCode } from '@shop/settings'
import { toPence } from '@shop/pricing'
import * as v from 'valibot'
import { londonInput } from '../../kit/london-time'
import { moneyText, optionalMoment, optionalMoney, requiredText } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { storedPromotionSchema, type StoredPromotion } from './list-promotions'
import { kinds } from './promotion-states'

const percentMessage = 'Enter a percentage from 0.01 to 100.'
const amountMessage = 'Enter an amount from £0.01 to £10,000.'

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

const limit = v.pipe(
  v.string(),
  v.transform(cleanCode),
  v.regex(/^([1-9]\d{0,8})?$/, 'Enter 1 or more, or leave it empty.'),
  v.transform((text) => (text === '' ? null : Number(text))),
)

/** The rules of the form's fields, which have the names of the columns. */
export const promotionSchema = v.pipe(
  v.object({
    code: v.pipe(
      v.string(),
      v.transform(cleanCode),
      requiredText('Please enter a code.', 40),
      v.regex(
        /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/,
        'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.',
      ),
    ),
    kind: v.picklist(kinds),
    percent: v.string(),
    amount_pence: v.string(),
    starts_at: v.pipe(optionalMoment(), v.string('Enter a date and time.')),
    ends_at: optionalMoment(),
    minimum_pence: v.pipe(
      optionalMoney(100_000_000),
      v.transform((pence) => pence ?? 0),
    ),
    uses_limit: limit,
    uses_per_customer: limit,
    is_active: v.boolean(),
  }),
  v.forward(
    v.check(({ kind, percent }) => kind !== 'percent' || readPercent(percent) !== undefined, percentMessage),
    ['percent'],
  ),
  v.forward(
    v.check(
      ({ kind, amount_pence }) => kind !== 'amount' || readAmount(amount_pence) !== undefined,
      amountMessage,
    ),
    ['amount_pence'],
  ),
  v.forward(
    v.check(
      ({ starts_at, ends_at }) => ends_at === null || ends_at > starts_at,
      'The end must be after the start.',
    ),
    ['ends_at'],
  ),
  v.transform(({ percent, amount_pence, ...rest }) => ({
    ...rest,
    percent: rest.kind === 'percent' ? (readPercent(percent) ?? null) : null,
    amount_pence: rest.kind === 'amount' ? (readAmount(amount_pence) ?? null) : null,
  })),
)

/** The fields of the form, as text. */
export type PromotionValues = v.InferInput<typeof promotionSchema>

/** The columns to save. */
export type PromotionFields = v.InferOutput<typeof promotionSchema>

/** The fields of a new promotion, which starts now. @param now the server's time */
export const newPromotion = (now: Date): PromotionValues => ({
  code: '',
  kind: 'percent',
  percent: '10',
  amount_pence: '',
  starts_at: londonInput(now),
  ends_at: '',
  minimum_pence: '',
  uses_limit: '',
  uses_per_customer: '',
  is_active: true,
})

const numberText = (number: number | null) => (number === null ? '' : String(number))

/** A promotion as the form shows it. */
export const promotionValues = (promotion: StoredPromotion): Versioned<PromotionValues> => ({
  version: promotion.version,
  values: {
    code: promotion.code,
    kind: promotion.kind,
    percent: numberText(promotion.percent),
    amount_pence: moneyText(promotion.amountPence),
    starts_at: londonInput(promotion.startsAt),
    ends_at: promotion.endsAt ? londonInput(promotion.endsAt) : '',
    minimum_pence: promotion.minimumPence === 0 ? '' : moneyText(promotion.minimumPence),
    uses_limit: numberText(promotion.usesLimit),
    uses_per_customer: numberText(promotion.usesPerCustomer),
    is_active: promotion.isActive,
  },
})

/** The present promotion that a rejection for a stale version carries. @throws ValiError for anything else */
export const readPromotion = (record: unknown): Versioned<PromotionValues> =>
  promotionValues(v.parse(storedPromotionSchema, record))

/**
 * What of a form has changed. Moments are shown by the minute: one that was not touched keeps its seconds.
 *
 * @param before the fields that the form started from; undefined for a new promotion
 */
export function changedFields(
  fields: PromotionFields,
  before: PromotionValues | undefined,
): Partial<PromotionFields> {
  const was = before && v.safeParse(promotionSchema, before)
  if (!was?.success) return fields
  const former: Readonly<Record<string, unknown>> = was.output
  const changed = Object.entries(fields).filter(([name, value]) => former[name] !== value)
  return Object.fromEntries(changed)
}
