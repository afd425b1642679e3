/** An error response of the backend, or a network failure (status 0). */
export class BackendError extends Error {
  readonly status: number
  /** Postgres or PostgREST code, such as 'PT409' or 'PGRST116'. */
  readonly code: string
  readonly details: string | null
  /** Machine-readable reason set by the shop's functions, such as 'insufficient_stock'. */
  readonly hint: string | null

  constructor(
    status: number,
    error: { message: string; code?: string; details?: string | null; hint?: string | null },
  ) {
    super(error.message)
    this.name = 'BackendError'
    this.status = status
    this.code = error.code ?? ''
    this.details = error.details ?? null
    this.hint = error.hint ?? null
  }

  /** Whether a retry may succeed: no response, too many requests, or a server error. */
  get retryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}
