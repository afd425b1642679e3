import { startedCheckout } from '@shop/cart'
import { checkPostcode } from '@shop/pricing'
import { maybeRow, queryOptions, type Backend, type AppQuery } from '@shop/supabase'
import * as v from 'valibot'
import { addressFields, addressSchema, text } from './stored-address'
import type { CheckoutFields } from './checkout-form'

const rowSchema = v.object({
  email: text,
  phone: text,
  shipping_address: addressSchema,
})

/** The fields that a remembered address fills. */
export type LastAddress = Omit<CheckoutFields, 'method'>

/** The default of the saved addresses, with what a saved address does not hold: the account's own email. */
async function defaultRow(db: Backend, userId: string, signal: AbortSignal): Promise<unknown> {
  const customer = await maybeRow(
    db
      .from('customers')
      .select(
        'email, phone, addresses(first_name, last_name, address_line_1, address_line_2, city, state, postal_code, phone)',
      )
      .eq('user_id', userId)
      .eq('addresses.is_default', true)
      .abortSignal(signal)
      .maybeSingle(),
  )
  // The embedded backend takes the unique index of defaults for a relation to one: it answers the address itself, or null, not a list.
  const [address] = [customer?.addresses ?? []].flat()
  return customer && address
    ? { email: customer.email, phone: address.phone ?? customer.phone, shipping_address: address }
    : null
}

async function lastRow(db: Backend, userId: string, signal: AbortSignal): Promise<unknown> {
  const order = await maybeRow(
    db
      .from('orders')
      .select('email, phone, shipping_address')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(1)
      .abortSignal(signal)
      .maybeSingle(),
  )
  const started = order ? null : startedCheckout.read()
  if (!started) return order
  // On a shared device the stored id may be another person's checkout, so the query filters by user as well.
  return maybeRow(
    db
      .from('checkout_sessions')
      .select('email, phone, shipping_address')
      .eq('session_id', started)
      .eq('user_id', userId)
      .setHeader('x-checkout-session', started)
      .abortSignal(signal)
      .maybeSingle(),
  )
}

/**
 * The customer's default address; without one that of their last order, or of the last checkout started in this browser; null for a
 * first order.
 */
export const lastAddressQuery = (userId: string): AppQuery<LastAddress | null> =>
  queryOptions({
    key: ['last address', userId],
    queryFn: async (db, signal) => {
      const found = (await defaultRow(db, userId, signal)) ?? (await lastRow(db, userId, signal))
      const row = v.safeParse(rowSchema, found)
      // A gift card order has no delivery address.
      if (!row.success || row.output.shipping_address.address_line_1 === '') return null
      const { email, phone, shipping_address: address } = row.output
      return { email, phone, ...addressFields(address) }
    },
  })

const place = ['line1', 'line2', 'city', 'state', 'postalCode'] as const
const person = ['email', 'phone', 'firstName', 'lastName'] as const

/**
 * Fills the form from a stored address: typed fields are not overwritten, and an address is filled in completely or not at all.
 * A postcode alone, from the cart's estimate, is not another address where it is the stored one's.
 */
export function filledFrom(last: LastAddress, fields: CheckoutFields): CheckoutFields {
  const filled = { ...fields }
  for (const name of person) filled[name] ||= last[name]
  const same = (postcode: string) => checkPostcode(postcode).normalised
  const isOpen = (name: (typeof place)[number]) =>
    fields[name] === '' || (name === 'postalCode' && same(fields[name]) === same(last[name]))
  if (place.every(isOpen)) for (const name of place) filled[name] = last[name]
  return filled
}
