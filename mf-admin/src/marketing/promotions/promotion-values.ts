import { cleanCode, cleanText } from '@shop/settings'
import type { PromotionGift } from '@shop/pricing'
import * as v from 'valibot'
import { londonInput } from '../../kit/london-time'
import { moneyText, optionalMoment, optionalMoney, readAmount, readPercent } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { storedPromotionSchema, type StoredPromotion } from './list-promotions'
import { giftOf, kinds, scopes } from './promotion-states'

const percentMessage = 'Enter a percentage from 0.01 to 100.'
const amountMessage = 'Enter an amount from £0.01 to £10,000.'
const piecesMessage = 'Enter 1 to 100.'
const codeMessage = 'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.'

/** Pieces as text, from 1 to 100; undefined for other text. */
export function readPieces(text: string): number | undefined {
  const pieces = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0
  return pieces > 0 && pieces <= 100 ? pieces : undefined
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
    is_automatic: v.picklist(['true', 'false']),
    code: v.pipe(v.string(), v.transform(cleanText)),
    kind: v.picklist(kinds),
    percent: v.string(),
    amount_pence: v.string(),
    buy_quantity: v.string(),
    get_quantity: v.string(),
    /** Of buy x get y: its own, since the usual percentage of it is another one. */
    get_percent: v.string(),
    applies_to: v.picklist(scopes),
    product_ids: v.pipe(v.array(v.string()), v.maxLength(100, 'Choose 100 products at most.')),
    category_ids: v.pipe(v.array(v.string()), v.maxLength(50, 'Choose 50 categories at most.')),
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
  v.forward(
    v.check(
      ({ kind, buy_quantity: pieces }) => kind !== 'buy_get' || readPieces(pieces) !== undefined,
      piecesMessage,
    ),
    ['buy_quantity'],
  ),
  v.forward(
    v.check(
      ({ kind, get_quantity: pieces }) => kind !== 'buy_get' || readPieces(pieces) !== undefined,
      piecesMessage,
    ),
    ['get_quantity'],
  ),
  v.forward(
    v.check(
      ({ kind, get_percent }) => kind !== 'buy_get' || readPercent(get_percent) !== undefined,
      percentMessage,
    ),
    ['get_percent'],
  ),
  v.forward(
    v.check(({ code }) => code !== '', 'Please enter a code or a name.'),
    ['code'],
  ),
  v.forward(
    v.check(
      ({ code, is_automatic }) =>
        code === '' || is_automatic === 'true' || /^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$/.test(cleanCode(code)),
      codeMessage,
    ),
    ['code'],
  ),
  v.forward(
    v.check(
      ({ code, is_automatic }) =>
        code === '' || is_automatic === 'false' || (code.length >= 3 && code.length <= 40),
      'Use 3 to 40 characters.',
    ),
    ['code'],
  ),
  v.forward(
    v.check(
      ({ applies_to, product_ids }) => applies_to !== 'products' || product_ids.length > 0,
      'Choose at least one product.',
    ),
    ['product_ids'],
  ),
  v.forward(
    v.check(
      ({ applies_to, category_ids }) => applies_to !== 'categories' || category_ids.length > 0,
      'Choose at least one category.',
    ),
    ['category_ids'],
  ),
  v.transform(({ get_percent, ...given }) => {
    const isBuyGet = given.kind === 'buy_get'
    const percent = isBuyGet ? get_percent : given.kind === 'percent' ? given.percent : ''
    return {
      ...given,
      is_automatic: given.is_automatic === 'true',
      code: given.is_automatic === 'true' ? given.code : cleanCode(given.code),
      percent: readPercent(percent) ?? null,
      amount_pence: given.kind === 'amount' ? (readAmount(given.amount_pence) ?? null) : null,
      buy_quantity: isBuyGet ? (readPieces(given.buy_quantity) ?? null) : null,
      get_quantity: isBuyGet ? (readPieces(given.get_quantity) ?? null) : null,
      product_ids: given.applies_to === 'products' ? given.product_ids : [],
      category_ids: given.applies_to === 'categories' ? given.category_ids : [],
    }
  }),
)

/** The fields of the form, as text. */
export type PromotionValues = v.InferInput<typeof promotionSchema>

/** The columns to save. */
export type PromotionFields = v.InferOutput<typeof promotionSchema>

/** The fields of a new promotion, which starts now. @param now the server's time */
export const newPromotion = (now: Date): PromotionValues => ({
  is_automatic: 'false',
  code: '',
  kind: 'percent',
  percent: '10',
  amount_pence: '',
  buy_quantity: '2',
  get_quantity: '1',
  get_percent: '100',
  applies_to: 'order',
  product_ids: [],
  category_ids: [],
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
    is_automatic: promotion.isAutomatic ? 'true' : 'false',
    code: promotion.code,
    kind: promotion.kind,
    percent: promotion.kind === 'percent' ? numberText(promotion.percent) : '',
    amount_pence: moneyText(promotion.amountPence),
    buy_quantity: numberText(promotion.buy),
    get_quantity: numberText(promotion.get),
    get_percent: promotion.kind === 'buy_get' ? numberText(promotion.percent) : '100',
    applies_to: promotion.appliesTo,
    product_ids: [...promotion.productIds],
    category_ids: [...promotion.categoryIds],
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
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(former[name]) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed)
}

/** What a form gives at the moment; null while a figure is missing. */
export const giftIn = (
  values: Pick<
    PromotionValues,
    'kind' | 'percent' | 'amount_pence' | 'buy_quantity' | 'get_quantity' | 'get_percent'
  >,
): PromotionGift | null =>
  giftOf({
    kind: values.kind,
    percent: readPercent(values.kind === 'buy_get' ? values.get_percent : values.percent) ?? null,
    amountPence: readAmount(values.amount_pence) ?? null,
    buy: readPieces(values.buy_quantity) ?? null,
    get: readPieces(values.get_quantity) ?? null,
  })
