import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from './log-levels'

/** The log of the web server and of the workers beside it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

// Messages of errors may quote what somebody typed.
const personal: [pattern: RegExp, replacement: string][] = [
  [/[^\s"'<>,;:()\\/=?&]+(?:@|%40)[^\s"'<>,;:()\\/=?&]+\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(?:sb_secret|sk_live|sk_test|rk_live|rk_test|whsec)_\w+/g, '[key]'],
]

const withoutPersonalData = (line: string): string =>
  personal.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line)

/**
 * Writes one JSON line for each event, or a line for people on a terminal. Email addresses, tokens and keys never appear in it.
 * @param destination by default standard output
 */
export function createLog(
  level: LogLevel,
  destination: DestinationStream = process.stdout.isTTY
    ? pretty({ colorize: true, ignore: 'pid,hostname', sync: true })
    : process.stdout,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: stdSerializers.errWithCause },
      hooks: { streamWrite: withoutPersonalData },
    },
    destination,
  )
}
