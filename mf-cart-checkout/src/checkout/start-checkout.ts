import { toPounds, type Pence } from '@shop/pricing'
import { row, type Backend, type Json } from '@shop/supabase'
import * as v from 'valibot'
import { applyCode, type CodeRefusal } from '../promotion/promotion-code'
import { checkoutSchema, type CheckoutFields } from './checkout-form'

/** What starting a checkout needs: the form, and the total the shopper was shown. */
export interface CheckoutInput {
  fields: CheckoutFields
  expectedPence: Pence
  /** The promotion code to apply, if any. */
  code: string | null
}

/** A checkout that was begun. */
export interface Started {
  sessionId: string
  totalPence: Pence
  /** Why the promotion code was not taken. */
  refused: CodeRefusal | null
}

/** Prices the cart in the database. @throws BackendError with hint 'totals_changed', 'insufficient_stock', … */
export async function startCheckout(db: Backend, { fields, expectedPence, code }: CheckoutInput): Promise<Started> {
  const form = v.parse(checkoutSchema, fields)
  const address = {
    first_name: form.firstName, last_name: form.lastName, address_line_1: form.line1, address_line_2: form.line2,
    city: form.city, state: form.state, postal_code: form.postalCode, country: 'GB', phone: form.phone,
  }
  return beginCheckout(db, {
    email: form.email, first_name: form.firstName, last_name: form.lastName, phone: form.phone, shipping_address: address,
    billing_address: address, shipping_method_id: form.method,
  }, expectedPence, code)
}

/**
 * Begins a checkout with these details. Without a code another total than the expected one is refused; with a code the total
 * is known only after it is applied, and the caller compares.
 */
export async function beginCheckout(db: Backend, details: { [key: string]: Json | undefined }, expectedPence: Pence, code: string | null): Promise<Started> {
  if (code === null) {
    const session = await row(db.rpc('start_checkout', { p_details: { ...details, expected_total: toPounds(expectedPence) } }))
    return { sessionId: session.session_id, totalPence: expectedPence, refused: null }
  }
  const session = await row(db.rpc('start_checkout', { p_details: details }))
  return { sessionId: session.session_id, ...(await applyCode(db, session.session_id, code)) }
}
