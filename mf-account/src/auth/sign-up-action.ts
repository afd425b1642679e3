import { formAction, textsOf } from '@shop/forms/posted'
import { readForm } from '@shop/forms/read-form'
import { newAccountOf } from './credential-rules'
import { refusedWith, type SentAnswer } from './sent-answer'

/** Opens an account; its owner then confirms the address by the email, so nobody is signed in here. */
export const action = formAction<SentAnswer>(async ({ form, siteUrl, settings, askAccounts }) => {
  const { password: _, ...typed } = textsOf(form)
  const { values, errors } = readForm(newAccountOf(settings.auth.passwordMinimum), form)
  if (errors) return { status: 422, shown: { typed, problems: errors, refused: null, sentTo: null } }
  const { email, password, firstName, lastName } = values
  const data = { first_name: firstName, last_name: lastName }
  const refusal = await askAccounts({ call: 'signup', email, password, data }, `${siteUrl}/`)
  if (refusal !== null) return refusedWith(typed, refusal)
  return { status: 200, shown: { typed: {}, problems: {}, refused: null, sentTo: email } }
})
