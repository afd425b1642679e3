// Messages of errors may quote what somebody typed.
const personal: [pattern: RegExp, replacement: string][] = [
  [/[^\s"'<>,;:()\\/=?&]+(?:@|%40)[^\s"'<>,;:()\\/=?&]+\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(?:sb_secret|sk_live|sk_test|rk_live|rk_test|whsec)_\w+/g, '[key]'],
]

/** A text for logs and traces: email addresses, tokens and keys are replaced. */
export const withoutPersonalData = (text: string): string =>
  personal.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)
