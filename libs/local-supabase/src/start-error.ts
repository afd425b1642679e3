/** A start that cannot succeed for a reason the reader can act on: the message is one line naming the value and the remedy. */
export class StartError extends Error {
  override name = 'StartError'
}

/** True when `error` is a Node system error with one of these codes (EACCES, EADDRINUSE, …). */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
  )
}
