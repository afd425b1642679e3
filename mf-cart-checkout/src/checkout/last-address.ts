import { maybeRow, queryOptions, type Backend, type AppQuery } from '@shop/supabase'
import * as v from 'valibot'
import type { CheckoutFields } from './checkout-form'
import { startedSession } from './start-checkout'

const text = v.nullish(v.string(), '')
const rowSchema = v.object({
  email: text,
  phone: text,
  shipping_address: v.object({
    first_name: text,
    last_name: text,
    address_line_1: text,
    address_line_2: text,
    city: text,
    state: text,
    postal_code: text,
  }),
})

/** The fields that a remembered address fills. */
export type LastAddress = Omit<CheckoutFields, 'method'>

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
  const started = order ? null : startedSession.read()
  if (!started) return order
  // Another person's, on a shared device, is not theirs to see: the user is named as well as the id.
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

/** Where the customer's last order went, or else the checkout this browser last started for them; null for a first one. */
export const lastAddressQuery = (userId: string): AppQuery<LastAddress | null> =>
  queryOptions({
    key: ['last address', userId],
    queryFn: async (db, signal) => {
      const row = v.safeParse(rowSchema, await lastRow(db, userId, signal))
      // The order of a gift card went nowhere.
      if (!row.success || row.output.shipping_address.address_line_1 === '') return null
      const { email, phone, shipping_address: address } = row.output
      return {
        email,
        phone,
        firstName: address.first_name,
        lastName: address.last_name,
        line1: address.address_line_1,
        line2: address.address_line_2,
        city: address.city,
        state: address.state,
        postalCode: address.postal_code,
      }
    },
  })

const place = ['line1', 'line2', 'city', 'state', 'postalCode'] as const
const person = ['email', 'phone', 'firstName', 'lastName'] as const

/** The form filled from a remembered address: nothing typed is replaced, and an address is taken whole or not at all. */
export function filledFrom(last: LastAddress, fields: CheckoutFields): CheckoutFields {
  const filled = { ...fields }
  for (const name of person) filled[name] ||= last[name]
  if (place.every((name) => fields[name] === '')) for (const name of place) filled[name] = last[name]
  return filled
}
