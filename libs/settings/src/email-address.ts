// The database has the same rule, private.is_email; a test compares the two.
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const lastLabel = '[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]'
const pattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel}$`)

/** Maximum length of an email address, in characters (RFC 5321, section 4.5.3.1.3, without its angle brackets). */
export const maxEmailLength = 254
const maxLocalPartLength = 64

/**
 * Whether a text is an email address that the shop accepts: a dot-atom and a host name of at least two
 * labels (RFC 5321, section 4.1.2), in ASCII, which every mail server accepts. No quoted parts, display name or list.
 * @param text already trimmed
 */
export function isEmail(text: string): boolean {
  return text.length <= maxEmailLength && text.indexOf('@') <= maxLocalPartLength && pattern.test(text)
}
