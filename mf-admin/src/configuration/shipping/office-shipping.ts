import { toShippingMethod, type ShippingTerms } from '@shop/pricing'
import { queryOptions, rows } from '@shop/supabase'
import * as v from 'valibot'

/** What the screen keeps: each kind has a tab, a form and a table of the database. */
export type Kind = 'zone' | 'method' | 'rule'

/** The types of a rule, as they are shown. */
export const ruleTypes = {
  free_shipping: 'Free shipping',
  discount: 'Discount',
  surcharge: 'Surcharge',
  restriction: 'Restriction',
} as const

const shared = { id: v.string(), name: v.string(), is_active: v.boolean(), version: v.number() }
const json = v.record(v.string(), v.unknown())

/** A zone as the database keeps it, also in a rejection for a stale version. */
export const zoneRecordSchema = v.object({
  ...shared,
  description: v.nullable(v.string()),
  postcodes: v.array(v.string()),
  multiplier: v.number(),
  position: v.number(),
})

/** The same of a method; its price is in pounds. */
export const methodRecordSchema = v.object({
  ...shared,
  description: v.nullable(v.string()),
  base_price: v.number(),
  estimated_days_min: v.number(),
  estimated_days_max: v.number(),
  features: v.array(v.string()),
  sort_order: v.number(),
})

/** The same of a rule. */
export const ruleRecordSchema = v.object({
  ...shared,
  type: v.picklist(['free_shipping', 'discount', 'surcharge', 'restriction']),
  priority: v.number(),
  conditions: json,
  actions: json,
})

export type Zone = v.InferOutput<typeof zoneRecordSchema>
export type Method = v.InferOutput<typeof methodRecordSchema>
export type Rule = v.InferOutput<typeof ruleRecordSchema>

/** All that determines the price of delivery, inactive records included. */
export interface OfficeShipping {
  zones: Zone[]
  methods: Method[]
  rules: Rule[]
}

/** Every zone by name, method by its order and rule by priority. */
export const officeShippingQuery = queryOptions({
  key: ['office-shipping'],
  queryFn: async (db, signal): Promise<OfficeShipping> => {
    const [zones, methods, rules] = await Promise.all([
      rows(
        db
          .from('shipping_zones')
          .select('id, name, description, postcodes, multiplier, position, is_active, version')
          .order('name')
          .order('id')
          .abortSignal(signal),
      ),
      rows(
        db
          .from('shipping_methods')
          .select(
            'id, name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active, version',
          )
          .order('sort_order')
          .order('id')
          .abortSignal(signal),
      ),
      rows(
        db
          .from('shipping_rules')
          .select('id, name, type, priority, conditions, actions, is_active, version')
          .order('priority')
          .order('id')
          .abortSignal(signal),
      ),
    ])
    return {
      zones: v.parse(v.array(zoneRecordSchema), zones),
      methods: v.parse(v.array(methodRecordSchema), methods),
      rules: v.parse(v.array(ruleRecordSchema), rules),
    }
  },
})

/** The active records, as prices are computed with them. */
export function pricedTerms({ zones, methods, rules }: OfficeShipping): ShippingTerms {
  const active = <T extends { is_active: boolean }>(records: readonly T[]) =>
    records.filter((record) => record.is_active)
  return { zones: active(zones), rules: active(rules), methods: active(methods).map(toShippingMethod) }
}

/** A record that is being edited. */
export type Draft =
  | { kind: 'zone'; record: Zone }
  | { kind: 'method'; record: Method }
  | { kind: 'rule'; record: Rule }

const replaced = <T extends { id: string }>(records: readonly T[], record: T): T[] =>
  records.some(({ id }) => id === record.id)
    ? records.map((each) => (each.id === record.id ? record : each))
    : [...records, record]

/** The records as they would be if the draft were saved. */
export function withDraft(shipping: OfficeShipping, draft: Draft): OfficeShipping {
  if (draft.kind === 'zone') return { ...shipping, zones: replaced(shipping.zones, draft.record) }
  if (draft.kind === 'method') return { ...shipping, methods: replaced(shipping.methods, draft.record) }
  return { ...shipping, rules: replaced(shipping.rules, draft.record) }
}
