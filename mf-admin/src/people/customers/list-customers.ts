import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { pageEntries } from '../../kit/list-page'
import { pence, timestamp } from '../../kit/database-values'

/** A customer as the list shows them. */
export interface ListedCustomer {
  id: string
  /** Both names; the email if there is none. */
  name: string
  email: string
  orders: number
  spentPence: Pence
  /** null without an order. */
  lastOrder: Date | null
  joined: Date
  isAgeVerified: boolean
  acceptsMarketing: boolean
  /** Of staff, in lower case. */
  tags: string[]
}

/** The columns that list and profile share. */
export const customerEntries = {
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  total_orders: v.number(),
  total_spent: pence,
  last_order_at: v.nullable(timestamp),
  created_at: timestamp,
  age_verified: v.boolean(),
  accepts_marketing: v.boolean(),
  tags: v.array(v.string()),
}

const customerSchema = v.object(customerEntries)

/** A customer as screens read them. */
export function customerOf(found: v.InferOutput<typeof customerSchema>): ListedCustomer {
  return {
    id: found.id,
    name: `${found.first_name} ${found.last_name}`.trim() || found.email,
    email: found.email,
    orders: found.total_orders,
    spentPence: found.total_spent,
    lastOrder: found.last_order_at,
    joined: found.created_at,
    isAgeVerified: found.age_verified,
    acceptsMarketing: found.accepts_marketing,
    tags: found.tags,
  }
}

const pageSchema = v.object({
  ...pageEntries(v.pipe(customerSchema, v.transform(customerOf))),
  /** All customers, found or not. */
  all: v.number(),
  /** The tags in use, 100 at most. */
  tags: v.array(v.string()),
})

/** One page of the list. */
export type CustomerPage = v.InferOutput<typeof pageSchema>

/** What the keys of all queries about customers start with. */
export const customersKey = ['office-customers']

/** Customers on a page. */
export const pageSize = 10

/**
 * One page of the customers, newest first. Needs the right 'customers'.
 *
 * @param q words that are each part of a name or the email; empty for all customers
 * @param tag that they have; empty for any
 * @param page from 1; beyond the last it is the last
 */
export const customerListQuery = (q: string, tag: string, page: number) =>
  queryOptions({
    key: [...customersKey, 'list', q, tag, page],
    queryFn: async (db, signal) =>
      v.parse(
        pageSchema,
        await row(
          db
            .rpc('office_customers', { p_query: q, p_page: page, p_size: pageSize, p_tag: tag })
            .abortSignal(signal),
        ),
      ),
  })
