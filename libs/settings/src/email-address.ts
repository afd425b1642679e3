// The same rule stands in the database as private.is_email, and a test compares the two.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'
const shape = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel}$`)

/** Longest e-mail address, in characters (RFC 5321, section 4.5.3.1.3, without its angle brackets). */
export const longestEmail = 254
const longestLocalPart = 64

/**
 * Whether a text is one e-mail address that the shop can write to: a dot-atom and a host name of at least two
 * labels (RFC 5321, section 4.1.2), in ASCII, as every mail server accepts it. No quoted parts, no name, no list.
 * @param text as it would be stored, already trimmed
 */
export function isEmail(text: string): boolean {
  return text.length <= longestEmail && text.indexOf('@') <= longestLocalPart && shape.test(text)
}
