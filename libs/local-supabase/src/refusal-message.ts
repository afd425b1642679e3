import type { RequestFacts } from './request-context'

/**
 * Gives every refusal a JSON error message. Some services refuse with plain text or a validator's report, and report a
 * database error about the data (class 22 and 23) as a bare 500.
 */
export async function describeRefusal(response: Response, facts: RequestFacts): Promise<Response> {
  if (response.status < 400 || facts.method === 'HEAD') return response
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const visible = (status: number, body: string): Response => {
    headers.set('content-type', 'application/json; charset=utf-8')
    return new Response(body, { status, headers })
  }
  if (response.status === 500 && facts.failure) {
    return visible(
      400,
      JSON.stringify({ code: facts.failure.code, message: facts.failure.message, details: null, hint: null }),
    )
  }
  if (hasMessage(text)) return visible(response.status, text)
  return visible(
    response.status,
    JSON.stringify({
      code: String(response.status),
      message: reason(text) || response.statusText || 'The request was refused.',
    }),
  )
}

function hasMessage(text: string): boolean {
  const parsed = parse(text)
  return (
    parsed !== null &&
    typeof parsed === 'object' &&
    ['message', 'msg', 'error_description', 'error'].some((name) => isText(Reflect.get(parsed, name)))
  )
}

/** The message of a plain text, or of a schema validator's report. */
function reason(text: string): string {
  const parsed = parse(text)
  if (parsed === undefined) return text.replace(/^\d{3} /, '').slice(0, 300)
  const errors: unknown =
    parsed !== null && typeof parsed === 'object' ? Reflect.get(parsed, 'errors') : undefined
  if (!Array.isArray(errors)) return ''
  const lines = errors.map((one: unknown) =>
    one !== null && typeof one === 'object'
      ? [Reflect.get(one, 'instanceLocation'), Reflect.get(one, 'error')].filter(isText).join(': ')
      : '',
  )
  return lines
    .filter((line) => line !== '')
    .join('; ')
    .slice(0, 300)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
