import { optionalText, requiredEmail } from '@shop/forms/schema'
import * as v from 'valibot'

/** Specification, section 9. */
export const passwordMinimum = 6
export const passwordTooShort = `Password must be at least ${passwordMinimum} characters long.`

// Passwords are not trimmed: leading and trailing spaces are part of them.
const filled = v.pipe(v.string(), v.nonEmpty('Password is required'))

export const email = requiredEmail('Email is required', 'Email is invalid')
export const password = v.optional(filled, '')
export const newPassword = v.optional(v.pipe(filled, v.minLength(passwordMinimum, passwordTooShort)), '')

/** The form of a new account. */
export const newAccount = v.object({
  firstName: optionalText(),
  lastName: optionalText(),
  email,
  password: newPassword,
})
