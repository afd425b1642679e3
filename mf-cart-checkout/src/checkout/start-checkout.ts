import { toPounds, type Pence } from '@shop/pricing'
import { row, type Backend } from '@shop/supabase'
import * as v from 'valibot'
import { checkoutSchema, type CheckoutFields } from './checkout-form'

/** What starting a checkout needs: the form, and the total the shopper was shown. */
export interface CheckoutInput {
  fields: CheckoutFields
  expectedPence: Pence
}

/** Prices the cart in the database and gives the new session's id. @throws BackendError with hint 'totals_changed', 'insufficient_stock', … */
export async function startCheckout(db: Backend, { fields, expectedPence }: CheckoutInput): Promise<string> {
  const form = v.parse(checkoutSchema, fields)
  const address = {
    first_name: form.firstName, last_name: form.lastName, address_line_1: form.line1, address_line_2: form.line2,
    city: form.city, state: form.state, postal_code: form.postalCode, country: 'GB', phone: form.phone,
  }
  const session = await row(
    db.rpc('start_checkout', {
      p_details: {
        email: form.email, first_name: form.firstName, last_name: form.lastName, phone: form.phone, shipping_address: address,
        billing_address: address, shipping_method_id: form.method, expected_total: toPounds(expectedPence),
      },
    }),
  )
  return session.session_id
}
