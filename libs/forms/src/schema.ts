import { isEmail, longestEmail } from '@shop/settings'
import * as v from 'valibot'

/** Longest texts of fields that several forms have, in characters. */
export const limits = { email: longestEmail, name: 100 } as const

/** Under this name stands what is wrong with a form as a whole. */
export const wholeForm = ''

/** One message for each field that is wrong, by the field's name. */
export type FormErrors = Readonly<Partial<Record<string, string>>>

/** What a form holds: its values as the schema gives them, or what is wrong with them. */
export type FormReading<Schema extends v.GenericSchema> =
  { values: v.InferOutput<Schema>; errors: null } | { values: null; errors: FormErrors }

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

/**
 * Reads a form, in the browser or on the web server.
 *
 * @param schema an object schema whose keys are the names of the fields
 * @returns the schema's output, or the first error of each field
 */
export function readForm<Schema extends v.GenericSchema>(
  schema: Schema,
  data: FormData,
): FormReading<Schema> {
  const result = v.safeParse(schema, Object.fromEntries(data))
  if (result.success) return { values: result.output, errors: null }
  const errors: Record<string, string> = {}
  for (const issue of result.issues) errors[v.getDotPath(issue) ?? wholeForm] ??= issue.message
  return { values: null, errors }
}
