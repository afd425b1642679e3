import { textsOf } from '@shop/forms/posted'
import * as v from 'valibot'
import { emptyFields, type CheckoutFields } from './checkout-form'
import type { CheckoutSession } from './checkout-session'

/** What was typed on the checkout page: its fields and the two codes. */
export interface Typed extends CheckoutFields {
  promotion: string
  giftCard: string
}

const nothing: Typed = { ...emptyFields, promotion: '', giftCard: '' }

/** What was typed, from the form as it was posted. */
export function typedIn(form: FormData): Typed {
  const texts = textsOf(form)
  const known = Object.keys(nothing).map((name) => [name, texts[name]?.trim() ?? ''])
  return { ...nothing, ...(Object.fromEntries(known) as Partial<Typed>) }
}

const text = v.nullish(v.string(), '')
const addressSchema = v.object({
  first_name: text,
  last_name: text,
  address_line_1: text,
  address_line_2: text,
  city: text,
  state: text,
  postal_code: text,
})

/** What was typed for a checkout that was started before, to change it. Of a gift card only the end of its code is kept. */
export function typedBefore(session: CheckoutSession | null): Typed {
  if (!session || session.giftCard) return nothing
  const { phone, shipping_address, shipping_method_id } = session.details
  const address = v.safeParse(addressSchema, shipping_address)
  if (!address.success) return nothing
  const { output } = address
  return {
    email: session.email,
    phone: typeof phone === 'string' ? phone : '',
    firstName: output.first_name,
    lastName: output.last_name,
    line1: output.address_line_1,
    line2: output.address_line_2,
    city: output.city,
    state: output.state,
    postalCode: output.postal_code,
    method: typeof shipping_method_id === 'string' ? shipping_method_id : '',
    promotion: session.promotionCode ?? '',
    giftCard: '',
  }
}

/** What was typed or chosen in the form before the page was hydrated. */
export function changedFields(form: HTMLFormElement | null): Partial<CheckoutFields> {
  const controls = [...(form?.elements ?? [])].filter((control) => control instanceof HTMLInputElement)
  const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
    type === 'radio' ? checked && !defaultChecked : value !== defaultValue
  return Object.fromEntries(
    controls
      .filter((control) => Object.hasOwn(emptyFields, control.name) && isChanged(control))
      .map(({ name, value }) => [name, value]),
  )
}
