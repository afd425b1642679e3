import { optionalText, requiredCode, requiredText } from '@shop/forms/schema'
import { checkPostcode } from '@shop/pricing'
import * as v from 'valibot'

/** A phone number or none: the same rule as at checkout. */
export const phoneSchema = v.pipe(
  optionalText(),
  v.regex(
    /^(?=(?:\D*\d){7,15}\D*$)\+?[\d\s().-]*$|^$/,
    'Enter a phone number like 07700 900123, or leave it blank',
  ),
)

/** Fields of an address, with the rules and words of the checkout. */
export const addressSchema = v.object({
  firstName: requiredText('Enter a first name'),
  lastName: requiredText('Enter a last name'),
  line1: requiredText('Enter an address'),
  line2: optionalText(),
  city: requiredText('Enter a city'),
  state: optionalText(),
  postalCode: v.pipe(
    requiredCode('Enter your postcode'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return
      const checked = checkPostcode(dataset.value)
      if (!checked.ok) addIssue({ message: checked.message ?? 'Enter a UK postcode like SW1A 1AA' })
    }),
    v.transform((code) => checkPostcode(code).normalised),
  ),
  phone: phoneSchema,
  isDefault: v.optional(v.literal('on')),
})

/** An address as entered and checked. */
export type AddressFields = v.InferOutput<typeof addressSchema>
