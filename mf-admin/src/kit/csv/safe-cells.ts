const formula = /^'*[=+\-@\t\r]/
const guarded = /^'+[=+\-@\t\r]/

/**
 * A cell that no spreadsheet takes for a formula: an apostrophe stands before it
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const guardCell = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** The cell as it was before `guardCell`. */
export const unguardCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text)
