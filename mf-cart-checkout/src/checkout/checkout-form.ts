import { checkPostcode } from '@shop/pricing'
import { cleanCode, cleanText, isEmail } from '@shop/settings'
import * as v from 'valibot'

const required = (message: string, most: number) =>
  v.pipe(
    v.string(),
    v.transform(cleanText),
    v.nonEmpty(message),
    v.maxLength(most, `Use at most ${String(most)} characters`),
  )
const optional = (most: number) =>
  v.pipe(v.string(), v.transform(cleanText), v.maxLength(most, `Use at most ${String(most)} characters`))

/** The checkout form's schema. Messages name the field and the remedy. */
export const checkoutSchema = v.object({
  email: v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.nonEmpty('Enter your email address'),
    v.maxLength(254, 'Use at most 254 characters'),
    v.check(isEmail, 'Enter an email address like name@example.co.uk'),
  ),
  phone: v.pipe(
    optional(40),
    v.regex(
      /^(?=(?:\D*\d){7,15}\D*$)\+?[\d\s().-]*$|^$/,
      'Enter a phone number like 07700 900123, or leave it empty',
    ),
  ),
  firstName: required('Enter your first name', 100),
  lastName: required('Enter your last name', 100),
  line1: required('Enter your address', 200),
  line2: optional(200),
  city: required('Enter your town or city', 100),
  state: optional(100),
  postalCode: v.pipe(
    v.string(),
    v.transform(cleanCode),
    v.nonEmpty('Enter your postcode'),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return
      const checked = checkPostcode(dataset.value)
      if (!checked.ok) addIssue({ message: checked.message ?? 'Enter a UK postcode like SW1A 1AA' })
    }),
    v.transform((code) => checkPostcode(code).normalised),
  ),
  method: v.pipe(v.string(), v.nonEmpty('Choose a delivery option')),
})

/** The form's values as typed. */
export type CheckoutFields = v.InferInput<typeof checkoutSchema>

export const emptyFields: CheckoutFields = {
  email: '',
  phone: '',
  firstName: '',
  lastName: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  method: '',
}

/** Error messages by field; empty when the form is valid. */
export function problemsOf(fields: CheckoutFields): Partial<Record<keyof CheckoutFields, string>> {
  const result = v.safeParse(checkoutSchema, fields)
  if (result.success) return {}
  const problems: Partial<Record<keyof CheckoutFields, string>> = {}
  for (const issue of result.issues) {
    const name = issue.path?.[0]?.key
    if (typeof name === 'string' && name in emptyFields)
      problems[name as keyof CheckoutFields] ??= issue.message
  }
  return problems
}
