import { BackendError } from '@shop/supabase'

/** Whether the database itself rejected, with words meant for the person who asked. */
const isReason = (error: unknown): error is BackendError =>
  error instanceof BackendError && error.code.startsWith('PT') && error.status < 500 && error.message !== ''

/**
 * What to say when a request has failed: the message of `docs/specification/back-office.md`, section 8, followed by
 * the reason of the database if it gave one.
 *
 * @param message such as 'Failed to save category. Please try again.'
 */
export function errorWords(error: unknown, message: string): string {
  return isReason(error) ? `${message} ${error.message}` : message
}

/** The field that the database rejected, by its hint; undefined if it named none of these. */
export function rejectedField(error: unknown, fields: readonly string[]): string | undefined {
  return isReason(error) && error.hint !== null && fields.includes(error.hint) ? error.hint : undefined
}

/** Whether the record was changed by somebody else since it was read. */
export function isStale(error: unknown): error is BackendError {
  return error instanceof BackendError && error.hint === 'stale_version'
}
