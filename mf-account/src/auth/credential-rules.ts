import { optionalText, requiredEmail } from '@shop/forms/schema'
import * as v from 'valibot'

/** The message about a password that is too short. @param minimum characters, as the setting `auth.passwordMinimum` has them */
export const passwordTooShort = (minimum: number): string =>
  `Password must be at least ${String(minimum)} characters long.`

// Passwords are not trimmed: leading and trailing spaces are part of them.
const filled = v.pipe(v.string(), v.nonEmpty('Password is required'))

export const email = requiredEmail('Email is required', 'Email is invalid')
export const password = v.optional(filled, '')

/** A password to be. Its minimum is a setting, at least the 6 of `docs/specification/storefront.md`, section 9. */
export const newPasswordOf = (minimum: number) =>
  v.optional(v.pipe(filled, v.minLength(minimum, passwordTooShort(minimum))), '')

/** The form of a new account. */
export const newAccountOf = (minimum: number) =>
  v.object({
    firstName: optionalText(),
    lastName: optionalText(),
    email,
    password: newPasswordOf(minimum),
  })
