import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import type { LogLevel } from './log-levels'
import { withoutPersonalData } from '../tracing/personal-data'
import { requestFacts } from '../tracing/request-facts'
import { traceIds } from '../tracing/spans'

/** The log of the web server and of the workers beside it. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

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
      // `trace_id` and `span_id` are the names that OpenTelemetry gives them in logs.
      mixin: () => ({ ...(requestFacts() && { requestId: requestFacts()?.requestId }), ...traceIds() }),
      serializers: { err: stdSerializers.errWithCause },
      hooks: { streamWrite: withoutPersonalData },
    },
    destination,
  )
}
