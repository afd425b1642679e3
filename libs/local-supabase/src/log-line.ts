import { format } from 'node:util'

/**
 * A text as one log line, against log injection: line breaks, terminal escapes and bidirectional controls are written
 * as their codes, since a log entry may contain a visitor's input.
 */
export function logLine(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Makes a console write each entry as one line, including entries of libraries. */
export function logSingleLines(
  out: Pick<Console, 'log' | 'info' | 'warn' | 'error' | 'debug'>,
  write: (line: string) => void,
): void {
  const line = (...values: unknown[]): void => {
    write(`${logLine(format(...values))}\n`)
  }
  Object.assign(out, { log: line, info: line, warn: line, error: line, debug: line })
}
