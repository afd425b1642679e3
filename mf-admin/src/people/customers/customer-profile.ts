import type { Pence } from '@shop/pricing'
import { queryOptions, row } from '@shop/supabase'
import * as v from 'valibot'
import { customerRecordSchema, type CustomerRecord } from './customer-values'
import { pence, timestamp } from '../../kit/database-values'
import { customerEntries, customerOf, customersKey, type ListedCustomer } from './list-customers'

/** An order as the profile lists it. */
export interface RecentOrder {
  id: string
  number: string
  totalPence: Pence
  currency: string
  status: string
  paymentStatus: string
  at: Date
  /** Placed with the customer's email, without their account. */
  isByGuest: boolean
}

/** An address of a customer. */
export interface Address {
  id: string
  /** 'shipping' or 'billing'. */
  type: string
  isDefault: boolean
  name: string
  /** Its lines; the country is a code. */
  lines: string[]
  country: string
  phone: string | null
}

/** A guest's record that is merged into a customer's. */
export interface MergedRecord {
  id: string
  email: string
  orders: number
  spentPence: Pence
  mergedAt: Date
}

/** The data of the profile screen of a customer. */
export interface CustomerProfile extends ListedCustomer {
  phone: string | null
  /** Has ordered, and has no account. */
  isGuest: boolean
  /** Somebody signs in with the email. */
  hasAccount: boolean
  /** What staff can change. */
  record: CustomerRecord
  merged: MergedRecord[]
  /** The record that this one is merged into. */
  mergedInto: { id: string; name: string } | null
  isPaymentCustomer: boolean
  /** The ten newest, with guests'; null for members who may not see orders. */
  recentOrders: RecentOrder[] | null
  /** Orders placed with this email without an account, at most 1,000. */
  guestOrders: number
  addresses: Address[]
}

const orderSchema = v.pipe(
  v.object({
    id: v.string(),
    order_number: v.string(),
    total: pence,
    currency: v.string(),
    status: v.string(),
    payment_status: v.string(),
    created_at: timestamp,
    by_guest: v.boolean(),
  }),
  v.transform((order): RecentOrder => ({
    id: order.id,
    number: order.order_number,
    totalPence: order.total,
    currency: order.currency,
    status: order.status,
    paymentStatus: order.payment_status,
    at: order.created_at,
    isByGuest: order.by_guest,
  })),
)

const addressSchema = v.pipe(
  v.object({
    id: v.string(),
    type: v.string(),
    is_default: v.boolean(),
    first_name: v.string(),
    last_name: v.string(),
    address_line_1: v.string(),
    address_line_2: v.nullable(v.string()),
    city: v.string(),
    state: v.nullable(v.string()),
    postal_code: v.string(),
    country: v.string(),
    phone: v.nullable(v.string()),
  }),
  v.transform((address): Address => ({
    id: address.id,
    type: address.type,
    isDefault: address.is_default,
    name: `${address.first_name} ${address.last_name}`.trim(),
    lines: [
      address.address_line_1,
      address.address_line_2,
      address.city,
      address.state,
      address.postal_code,
    ].flatMap((line) => line || []),
    country: address.country,
    phone: address.phone,
  })),
)

const nameOf = (person: { first_name: string; last_name: string; email: string }) =>
  `${person.first_name} ${person.last_name}`.trim() || person.email

const mergedEntries = {
  id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
}

const mergedSchema = v.pipe(
  v.object({ ...mergedEntries, total_orders: v.number(), total_spent: pence, merged_at: timestamp }),
  v.transform(({ id, email, total_orders, total_spent, merged_at }): MergedRecord => ({
    id,
    email,
    orders: total_orders,
    spentPence: total_spent,
    mergedAt: merged_at,
  })),
)

const profileSchema = v.pipe(
  v.object({
    ...customerEntries,
    phone: v.nullable(v.string()),
    is_guest: v.boolean(),
    has_account: v.boolean(),
    record: customerRecordSchema,
    merged: v.array(mergedSchema),
    merged_into: v.nullable(v.object(mergedEntries)),
    is_payment_customer: v.boolean(),
    orders: v.nullable(v.array(orderSchema)),
    guest_orders: v.nullable(v.number()),
    addresses: v.array(addressSchema),
  }),
  v.transform((found): CustomerProfile => ({
    ...customerOf(found),
    phone: found.phone || null,
    isGuest: found.is_guest,
    hasAccount: found.has_account,
    record: found.record,
    merged: found.merged,
    mergedInto: found.merged_into && { id: found.merged_into.id, name: nameOf(found.merged_into) },
    isPaymentCustomer: found.is_payment_customer,
    recentOrders: found.orders,
    guestOrders: found.guest_orders ?? 0,
    addresses: found.addresses,
  })),
)

/** The profile of a customer. Its error has status 404 if there is none of this id. Needs the right 'customers'. */
export const customerProfileQuery = (id: string) =>
  queryOptions({
    key: [...customersKey, 'profile', id],
    queryFn: async (db, signal): Promise<CustomerProfile> =>
      v.parse(profileSchema, await row(db.rpc('customer_profile', { p_id: id }).abortSignal(signal))),
  })
