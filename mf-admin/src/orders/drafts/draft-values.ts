import { checkPostcode } from '@shop/pricing'
import { cleanCode, isEmail } from '@shop/settings'
import * as v from 'valibot'
import { moneyText, none, optionalText, readAmount, readPercent } from '../../kit/field-rules'
import type { Versioned } from '../../kit/use-conflict'
import { readDraft, type Draft, type DraftFields } from './draft-record'

/** A line of a draft in its form. */
export interface DraftLine {
  product_id: string
  variant_id: string | null
  quantity: number
}

/** The discounts that staff give. */
export const discountLabels = { none: 'None', percent: 'Percentage', amount: 'Amount' } as const

const postcode = v.pipe(
  v.string(),
  v.transform(cleanCode),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value === '') return
    const check = checkPostcode(dataset.value)
    if (!check.ok) addIssue({ message: check.message })
  }),
  v.transform((value) => value || null),
)

/** The rules of the form's fields. All may be blank: what the order needs is asked for when it is sent or paid. */
export const draftSchema = v.pipe(
  v.object({
    customer_id: v.string(),
    email: v.pipe(
      v.string(),
      v.transform(cleanCode),
      v.check((value) => value === '' || isEmail(value), 'Enter an email address, such as ada@example.com.'),
    ),
    first_name: optionalText(100),
    last_name: optionalText(100),
    phone: optionalText(40),
    address_line_1: optionalText(200),
    address_line_2: optionalText(200),
    city: optionalText(120),
    state: optionalText(120),
    postal_code: postcode,
    bills_elsewhere: v.boolean(),
    billing_address_line_1: optionalText(200),
    billing_address_line_2: optionalText(200),
    billing_city: optionalText(120),
    billing_postal_code: postcode,
    lines: v.array(
      v.object({ product_id: v.string(), variant_id: v.nullable(v.string()), quantity: v.number() }),
    ),
    shipping_method_id: v.string(),
    discount: v.picklist(['none', 'percent', 'amount']),
    discount_percent: v.string(),
    discount_pence: v.string(),
    discount_reason: optionalText(300),
    note: optionalText(2000),
  }),
  v.forward(
    v.check(
      ({ discount, discount_percent: percent }) =>
        discount !== 'percent' || readPercent(percent) !== undefined,
      'Enter a percentage from 0.01 to 100.',
    ),
    ['discount_percent'],
  ),
  v.forward(
    v.check(
      ({ discount, discount_pence: pence }) => discount !== 'amount' || readAmount(pence) !== undefined,
      'Enter an amount from £0.01 to £10,000.',
    ),
    ['discount_pence'],
  ),
  v.forward(
    v.check(
      ({ discount, discount_reason: reason }) => discount === 'none' || reason !== null,
      'Say why you give this discount.',
    ),
    ['discount_reason'],
  ),
)

/** The fields of the form. */
export type DraftValues = v.InferInput<typeof draftSchema>

const discountOf = (values: Pick<DraftValues, 'discount' | 'discount_percent' | 'discount_pence'>) => {
  if (values.discount === 'percent') {
    const percent = readPercent(values.discount_percent)
    return percent === undefined ? null : { percent }
  }
  const pence = values.discount === 'amount' ? readAmount(values.discount_pence) : undefined
  return pence === undefined ? null : { pence }
}

/** What a valid form sends. */
export function draftFields(values: v.InferOutput<typeof draftSchema>): DraftFields {
  const discount = discountOf(values)
  return {
    customer_id: values.customer_id || null,
    email: values.email || null,
    first_name: values.first_name,
    last_name: values.last_name,
    phone: values.phone,
    shipping_address: {
      address_line_1: values.address_line_1,
      address_line_2: values.address_line_2,
      city: values.city,
      state: values.state,
      postal_code: values.postal_code,
    },
    billing_address: values.bills_elsewhere
      ? {
          address_line_1: values.billing_address_line_1,
          address_line_2: values.billing_address_line_2,
          city: values.billing_city,
          postal_code: values.billing_postal_code,
        }
      : null,
    lines: linesOf(values.lines),
    shipping_method_id: values.shipping_method_id === none ? null : values.shipping_method_id,
    note: values.note,
    discount: discount && { ...discount, reason: values.discount_reason },
  }
}

const linesOf = (lines: readonly DraftLine[]) =>
  lines.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }))

/** What decides on the price, as far as it is entered. */
export const pricedFields = (values: DraftValues): DraftFields => ({
  lines: linesOf(values.lines),
  shipping_address: { postal_code: checkPostcode(values.postal_code).ok ? values.postal_code : null },
  shipping_method_id: values.shipping_method_id === none ? null : values.shipping_method_id,
  discount: discountOf(values),
})

/** The fields of a new draft. */
export const newDraft: DraftValues = {
  customer_id: '',
  email: '',
  first_name: '',
  last_name: '',
  phone: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  state: '',
  postal_code: '',
  bills_elsewhere: false,
  billing_address_line_1: '',
  billing_address_line_2: '',
  billing_city: '',
  billing_postal_code: '',
  lines: [],
  shipping_method_id: none,
  discount: 'none',
  discount_percent: '',
  discount_pence: '',
  discount_reason: '',
  note: '',
}

/** A draft as the form shows it. */
export const draftValues = (draft: Draft): Versioned<DraftValues> => ({
  version: draft.version,
  values: {
    customer_id: draft.customer_id ?? '',
    email: draft.email,
    first_name: draft.first_name,
    last_name: draft.last_name,
    phone: draft.phone,
    address_line_1: draft.shipping_address?.address_line_1 ?? '',
    address_line_2: draft.shipping_address?.address_line_2 ?? '',
    city: draft.shipping_address?.city ?? '',
    state: draft.shipping_address?.state ?? '',
    postal_code: draft.shipping_address?.postal_code ?? '',
    bills_elsewhere: draft.billing_address !== null,
    billing_address_line_1: draft.billing_address?.address_line_1 ?? '',
    billing_address_line_2: draft.billing_address?.address_line_2 ?? '',
    billing_city: draft.billing_address?.city ?? '',
    billing_postal_code: draft.billing_address?.postal_code ?? '',
    lines: draft.lines,
    shipping_method_id: draft.shipping_method_id ?? none,
    discount: draft.discount_percent !== null ? 'percent' : draft.discount_pence !== null ? 'amount' : 'none',
    discount_percent: draft.discount_percent === null ? '' : String(draft.discount_percent),
    discount_pence: moneyText(draft.discount_pence),
    discount_reason: draft.discount_reason ?? '',
    note: draft.note,
  },
})

/** The present draft that a rejection for a stale version carries. @throws ValiError for anything else */
export const readDraftValues = (record: unknown): Versioned<DraftValues> => draftValues(readDraft(record))
