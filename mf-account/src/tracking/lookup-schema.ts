import { optionalCode, requiredCode } from '@shop/forms/schema'
import * as v from 'valibot'

const number = optionalCode()

/** The lookup of a signed-in owner, to whom the number is enough. */
export const byNumber = v.object({ number, contact: optionalCode() })

/** The lookup of everybody else. */
export const byContact = v.object({
  number,
  contact: requiredCode('Enter the email or postcode you ordered with'),
})
