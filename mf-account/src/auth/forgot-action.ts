import { formAction, textsOf } from '@shop/forms/posted'
import { readForm } from '@shop/forms/read-form'
import * as v from 'valibot'
import { email } from './credential-rules'
import { rejectedWith, type SentResponse } from './sent-response'

const request = v.object({ email })

/** Sends the link with which a new password is chosen. Says the same whether or not the address has an account. */
export const action = formAction<SentResponse>(async ({ form, siteUrl, askAccounts }) => {
  const typed = { email: textsOf(form).email ?? '' }
  const { values, errors } = readForm(request, form)
  if (errors) return { status: 422, shown: { typed, problems: errors, rejected: null, sentTo: null } }
  const rejection = await askAccounts({ call: 'recover', email: values.email }, `${siteUrl}/auth/link`)
  if (rejection !== null) return rejectedWith(typed, rejection)
  return { status: 200, shown: { typed, problems: {}, rejected: null, sentTo: values.email } }
})
