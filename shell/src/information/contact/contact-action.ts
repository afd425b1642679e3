import { formAction, statusOf, textsOf } from '@shop/forms/posted'
import { readForm, type FormErrors } from '@shop/forms/read-form'
import { BackendError } from '@shop/supabase'
import { contactSchema, notSent, sendMessage } from './contact-message'

/** The result of a message that was posted. */
export interface ContactResponse {
  sent: boolean
  typed: Record<string, string>
  problems: FormErrors
  /** Why it was not sent, where no field says it. */
  reason: string | null
}

/** Stores the message. */
export const action = formAction<ContactResponse>(async ({ form, data: { backend } }) => {
  const typed = textsOf(form)
  const { values, errors } = readForm(contactSchema, form)
  if (errors) return { status: 422, shown: { sent: false, typed, problems: errors, reason: null } }
  try {
    await sendMessage(backend, values)
    return { status: 200, shown: { sent: true, typed: {}, problems: {}, reason: null } }
  } catch (error) {
    const isLimited = error instanceof BackendError && error.hint === 'rate_limited'
    const reason = isLimited ? notSent.wait : notSent.error
    return { status: statusOf(error), shown: { sent: false, typed, problems: {}, reason } }
  }
})
