import { cleanCode, cleanText, isEmail, maxEmailLength } from '@shop/settings'
import * as v from 'valibot'

/** Maximum lengths of fields that several forms have, in characters. */
export const limits = { email: maxEmailLength, name: 100 } as const

/** A trimmed text with \n line endings; an absent field is an empty text. */
const trimmed = v.pipe(
  v.string(),
  // A form sent without scripts has CRLF line endings.
  v.transform((value) => cleanText(value.replaceAll('\r\n', '\n'))),
)

/** A code, without spaces and invisible characters. */
const code = v.pipe(v.string(), v.transform(cleanCode))

/** A field that may be empty. */
export const optionalText = () => v.optional(trimmed, '')

/** A field that must not be blank. @param requiredMessage the error for a blank field */
export const requiredText = (requiredMessage: string) =>
  v.optional(v.pipe(trimmed, v.nonEmpty(requiredMessage)), '')

/** A code that may be empty. */
export const optionalCode = () => v.optional(code, '')

/** A code that must not be blank, such as the number of an order. @param requiredMessage the error for a blank field */
export const requiredCode = (requiredMessage: string) =>
  v.optional(v.pipe(code, v.nonEmpty(requiredMessage)), '')

/** An email address. @param requiredMessage the error for a blank field @param invalidMessage the error for any other text */
export const requiredEmail = (requiredMessage: string, invalidMessage: string) =>
  v.optional(v.pipe(code, v.nonEmpty(requiredMessage), v.check(isEmail, invalidMessage)), '')
