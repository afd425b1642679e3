import { inspect } from 'node:util'
import { RelationNotFoundError } from '@supabase/lite'

/**
 * HTTP status of a Postgres error, after PostgREST's documented table ("Errors", HTTP status codes), which
 * ends with 400 for all others. Undefined for what is no SQLSTATE, such as the system's own `EPIPE`.
 * @param code SQLSTATE
 */
export function statusOf(code: string): number | undefined {
  const chosen = /^PT(\d{3})$/.exec(code)?.[1]
  if (chosen) return Number(chosen)
  const exact: Record<string, number> = {
    '23503': 409,
    '23505': 409,
    '25006': 405,
    '42883': 404,
    '42P01': 404,
    '42P17': 500,
    '42501': 403,
    P0001: 400,
    '57014': 500,
  }
  if (exact[code]) return exact[code]
  if (/^(08|53)/.test(code)) return 503
  if (/^(0L|0P|28)/.test(code)) return 403
  if (/^(09|25|2D|38|39|3B|40|54|55|57|58|F0|HV|P0|XX)/.test(code)) return 500
  return /^(?!E)[0-9A-Z]{5}$/.test(code) ? 400 : undefined
}

// Errors that the API already answers well (404 with hints, 401 instead of 403 for visitors, 405 in read-only requests).
const passedThrough = new Set(['42501', '42P01', '42883', '42703', '25006', 'PGRST'])

/**
 * The API knows few SQLSTATEs and answers the rest with a bare 500. It does pass on an error raised as
 * `RAISE SQLSTATE 'PGRST'`, so every other Postgres error is put into that envelope.
 */
export function asPostgrest(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error instanceof RelationNotFoundError)
    return Object.assign(error, { [inspect.custom]: () => `rest: ${error.message}` })
  if (!('code' in error) || typeof error.code !== 'string') return error
  const { code } = error
  const { message } = error
  const status = statusOf(code)
  // The API logs the error, so it is reduced to one line.
  const printed = { [inspect.custom]: () => `rest: ${code} ${message}` }
  if (status === undefined || passedThrough.has(code)) return Object.assign(error, printed)
  // The details of a constraint violation contain another person's row or key.
  const details =
    !code.startsWith('23') && 'detail' in error && typeof error.detail === 'string' ? error.detail : null
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : null
  return enveloped(status, code, message, details, hint)
}

function enveloped(
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): object {
  return {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details, hint }),
    detail: JSON.stringify({ status, headers: {} }),
    [inspect.custom]: () => `rest: ${code} ${message}`,
  }
}
