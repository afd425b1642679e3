import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import type { FilterValues } from '../../kit/url-state'
import { kinds, scopes, states, type PromotionState, type Terms } from './promotion-states'

/** A promotion as the database stores it. */
export interface StoredPromotion extends Terms {
  id: string
  /** Of an automatic promotion its name. */
  code: string
  isAutomatic: boolean
  startsAt: Date
  endsAt: Date | null
  minimumPence: Pence
  usesLimit: number | null
  usesPerCustomer: number | null
  isActive: boolean
  version: number
}

/** A promotion with what has become of it. */
export interface OfficePromotion extends StoredPromotion {
  state: PromotionState
  /** Orders that use it. */
  used: number
  /** Orders that gave their use back, because they were cancelled or refunded. */
  returned: number
  /** The names of what it is for, by id; of one promotion alone, not in the list. */
  names: ReadonlyMap<string, string>
}

const fields = {
  id: v.string(),
  code: v.string(),
  kind: v.picklist(kinds),
  percent: v.nullable(v.number()),
  amount_pence: v.nullable(v.number()),
  buy_quantity: v.nullable(v.number()),
  get_quantity: v.nullable(v.number()),
  is_automatic: v.boolean(),
  applies_to: v.picklist(scopes),
  product_ids: v.array(v.string()),
  category_ids: v.array(v.string()),
  starts_at: v.string(),
  ends_at: v.nullable(v.string()),
  minimum_pence: v.number(),
  uses_limit: v.nullable(v.number()),
  uses_per_customer: v.nullable(v.number()),
  is_active: v.boolean(),
  version: v.number(),
}
const fieldsSchema = v.object(fields)

const stored = (record: v.InferOutput<typeof fieldsSchema>): StoredPromotion => ({
  id: record.id,
  code: record.code,
  kind: record.kind,
  percent: record.percent,
  amountPence: record.amount_pence,
  buy: record.buy_quantity,
  get: record.get_quantity,
  isAutomatic: record.is_automatic,
  appliesTo: record.applies_to,
  productIds: record.product_ids,
  categoryIds: record.category_ids,
  startsAt: new Date(record.starts_at),
  endsAt: record.ends_at === null ? null : new Date(record.ends_at),
  minimumPence: record.minimum_pence,
  usesLimit: record.uses_limit,
  usesPerCustomer: record.uses_per_customer,
  isActive: record.is_active,
  version: record.version,
})

/** A promotion from the database, such as in a rejection for a stale version. */
export const storedPromotionSchema = v.pipe(fieldsSchema, v.transform(stored))

const named = v.optional(v.array(v.object({ id: v.string(), name: v.string() })), [])

const officePromotionSchema = v.pipe(
  v.object({
    ...fields,
    state: v.picklist(states),
    used: v.number(),
    returned: v.number(),
    products: named,
    categories: named,
  }),
  v.transform((record): OfficePromotion => ({
    ...stored(record),
    state: record.state,
    used: record.used,
    returned: record.returned,
    names: new Map([...record.products, ...record.categories].map(({ id, name }) => [id, name])),
  })),
)

const pageSchema = v.object(pageEntries(officePromotionSchema))

/** Promotions on a page. */
const pageSize = 20

/**
 * One page of the promotions, newest first. Needs the right 'promotions'.
 *
 * @param page from 1; beyond the last it is the last
 */
export const promotionListQuery = (filter: FilterValues, page: number) =>
  queryOptions({
    key: ['office-promotions', filter, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_promotions', { p_filter: { ...filter }, p_page: page, p_size: pageSize })
            .abortSignal(signal),
        ),
      ),
  })

/** One promotion. Needs the right 'promotions'. */
export const promotionQuery = (id: string) =>
  queryOptions({
    key: ['promotion-record', id],
    queryFn: async (db, signal): Promise<OfficePromotion> =>
      v.parse(officePromotionSchema, await row(db.rpc('promotion_record', { p_id: id }).abortSignal(signal))),
  })
