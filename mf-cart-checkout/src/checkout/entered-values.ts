import { cleanText } from '@shop/settings'
import { textsOf } from '@shop/forms/posted'
import * as v from 'valibot'
import { addressFields, addressSchema } from './stored-address'
import { emptyFields, type CheckoutFields } from './checkout-form'
import type { CheckoutSession } from './checkout-session'

/** The values of the checkout form: its fields and the two codes. */
export interface EnteredValues extends CheckoutFields {
  promotion: string
  giftCard: string
}

/** Name of the form's field with the id under which the guest's cart goes on. */
export const nextGuestField = 'nextGuest'

const nothing: EnteredValues = { ...emptyFields, promotion: '', giftCard: '' }

/** The values of the checkout form as it was posted. */
export function enteredIn(form: FormData): EnteredValues {
  const texts = textsOf(form)
  const known = Object.keys(nothing).map((name) => [name, cleanText(texts[name] ?? '')])
  return { ...nothing, ...(Object.fromEntries(known) as Partial<EnteredValues>) }
}

/** The values of a checkout that was started before, to change it. It starts empty with a gift card, of whose code only the end is stored. */
export function enteredBefore(session: CheckoutSession | null): EnteredValues {
  if (!session || session.giftCard) return nothing
  const { phone, shipping_address, shipping_method_id } = session.details
  const address = v.safeParse(addressSchema, shipping_address)
  if (!address.success) return nothing
  return {
    email: session.email,
    phone: typeof phone === 'string' ? phone : '',
    ...addressFields(address.output),
    method: typeof shipping_method_id === 'string' ? shipping_method_id : '',
    promotion: session.promotionCode ?? '',
    giftCard: '',
  }
}

/** The fields that a shopper changed before the page was hydrated. */
export function changedFields(form: HTMLFormElement): Partial<CheckoutFields> {
  const controls = [...form.elements].filter((control) => control instanceof HTMLInputElement)
  const isChanged = ({ type, checked, defaultChecked, value, defaultValue }: HTMLInputElement) =>
    type === 'radio' ? checked && !defaultChecked : value !== defaultValue
  return Object.fromEntries(
    controls
      .filter((control) => Object.hasOwn(emptyFields, control.name) && isChanged(control))
      .map(({ name, value }) => [name, value]),
  )
}

/** The empty field of the form that has the focus; null when there is none. */
export function focusedEmptyField(form: HTMLFormElement): HTMLInputElement | null {
  const { activeElement: field } = document
  return field instanceof HTMLInputElement && field.form === form && field.value === '' ? field : null
}
