import { isEmail, longestEmail } from '@shop/settings'
import * as v from 'valibot'

/** Longest texts of fields that several forms have, in characters. */
export const limits = { email: longestEmail, name: 100 } as const

/** A text with its edges trimmed and its lines ended by \n; a field that is absent is an empty text. */
const trimmed = v.pipe(
  v.string(),
  // A browser without scripts ends lines as the network does.
  v.transform((value) => value.replaceAll('\r\n', '\n').trim()),
)

/** A field that may stay empty. */
export const optionalText = () => v.optional(trimmed, '')

/** A field that must hold more than blanks. @param missing what is said when it does not */
export const requiredText = (missing: string) => v.optional(v.pipe(trimmed, v.nonEmpty(missing)), '')

/** An e-mail address. @param missing what is said of an empty field @param wrong what is said of no address */
export const requiredEmail = (missing: string, wrong: string) =>
  v.optional(v.pipe(trimmed, v.nonEmpty(missing), v.check(isEmail, wrong)), '')
