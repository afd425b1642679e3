import { cleanCode } from '@shop/settings'
import * as v from 'valibot'

/** Staff see more than shoppers, so their password is longer than the provider asks. */
export const passwordMinimum = 10

/** A new password of staff, typed twice. */
export const newPassword = {
  password: v.pipe(
    v.string(),
    v.minLength(passwordMinimum, `Use at least ${String(passwordMinimum)} characters.`),
    v.maxLength(72, 'Use at most 72 characters.'),
  ),
  again: v.string(),
}

export const passwordsDiffer = 'The passwords differ.'

/** The code of an email, which may be pasted with blanks. */
export const emailedCode = v.pipe(
  v.string(),
  v.transform((text) => cleanCode(text).replace(/\s/g, '')),
  v.regex(/^\d{6,10}$/, 'Enter the digits of the code.'),
)
