import type { RequestListener, Server } from 'node:http'
import { refusedPath } from '@shop/settings/request-rules'

const reasons: Readonly<Record<string, [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'Address and headers are larger than 16 KB together.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}

/** Answers malformed HTTP with a JSON error, where Node would send a bare status line. */
export function answerProtocolErrors(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, phrase, message] = reasons[error.code ?? ''] ?? [
      400,
      'Bad Request',
      'The request is not valid HTTP.',
    ]
    socket.end(plainRefusal(status, phrase, message))
  })
  http.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { 'content-type': 'application/json', connection: 'close' })
    response.end(
      JSON.stringify({ code: '417', message: 'The expectation in the header "expect" is not known.' }),
    )
  })
}

/** A whole refusal as bytes on a connection that ends with it. */
export function plainRefusal(status: number, phrase: string, message: string): string {
  const body = JSON.stringify({ code: String(status), message })
  return `HTTP/1.1 ${String(status)} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${String(Buffer.byteLength(body))}\r\nConnection: close\r\n\r\n${body}`
}

/**
 * Accepts only requests with a normalised path (400 otherwise). It runs first, since everything after it decides by
 * the path: a limit on `token` must not be bypassed by `%74oken`.
 */
export function requirePlainPaths(listener: RequestListener): RequestListener {
  return (request, response) => {
    const wrong = refusedPath(request.url ?? '')
    if (wrong === undefined) return listener(request, response)
    response.writeHead(400, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ code: '400', message: wrong }))
  }
}
