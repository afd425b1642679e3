/**
 * An error response with the fields of both PostgREST and GoTrue.
 * @param code SQLSTATE, or GoTrue's error code
 */
export function rejection(
  status: number,
  code: string,
  message: string,
  more: { details?: string; hint?: string } = {},
): Response {
  return Response.json({ code, error_code: code, msg: message, message, ...more }, { status })
}

/** Rejects as `fetch` does without a connection. */
export const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
