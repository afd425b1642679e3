import { formAction, textsOf } from '@shop/forms/posted'
import { readForm } from '@shop/forms/read-form'
import { newAccountOf } from './credential-rules'
import { rejectedWith, type SentResponse } from './sent-response'

/** Opens an account; its owner then confirms the address by the email, so nobody is signed in here. */
export const action = formAction<SentResponse>(async ({ form, siteUrl, settings, askAccounts }) => {
  const { password: _, ...typed } = textsOf(form)
  const { values, errors } = readForm(newAccountOf(settings.auth.passwordMinimum), form)
  if (errors) return { status: 422, shown: { typed, problems: errors, rejected: null, sentTo: null } }
  const { email, password, firstName, lastName } = values
  const data = { first_name: firstName, last_name: lastName }
  const rejection = await askAccounts({ call: 'signup', email, password, data }, `${siteUrl}/`)
  if (rejection !== null) return rejectedWith(typed, rejection)
  return { status: 200, shown: { typed: {}, problems: {}, rejected: null, sentTo: email } }
})
