import { format } from 'node:util'

/**
 * A text as one line of a log: whatever would start a line of its own, move the cursor, colour the terminal or turn
 * the direction of reading is written as its code. What was logged may hold what a visitor wrote.
 */
export function logLine(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Has a console write each entry as one line, also what libraries log. */
export function keepToLines(
  out: Pick<Console, 'log' | 'info' | 'warn' | 'error' | 'debug'>,
  write: (line: string) => void,
): void {
  const line = (...values: unknown[]): void => {
    write(`${logLine(format(...values))}\n`)
  }
  Object.assign(out, { log: line, info: line, warn: line, error: line, debug: line })
}
