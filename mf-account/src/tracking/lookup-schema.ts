import { optionalText, requiredText } from '@shop/forms/schema'
import * as v from 'valibot'

const number = optionalText()

/** The lookup of a signed-in owner, to whom the number is enough. */
export const byNumber = v.object({ number, contact: optionalText() })

/** The lookup of everybody else. */
export const byContact = v.object({
  number,
  contact: requiredText('Enter the email or postcode you ordered with'),
})
