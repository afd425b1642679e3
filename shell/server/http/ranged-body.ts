import type { Context } from 'hono'

/** Part of a content, by its first byte and the one after its last. */
type Part = readonly [start: number, end: number]

/**
 * The part that `Range` asks for; null for the whole: without the header, or for anything but one range of bytes, which a server
 * may ignore (RFC 9110, 14.2). A part that starts at or behind the end has no bytes.
 */
function partOf(header: string | undefined, size: number): Part | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === '') return last === '' ? null : [last === '0' ? size : Math.max(0, size - Number(last)), size]
  if (last === '') return [Number(first), size]
  return Number(last) < Number(first) ? null : [Number(first), Math.min(Number(last) + 1, size)]
}

/** A file to send. */
interface SentFile {
  content: Uint8Array<ArrayBuffer>
  /** Its strong validator, with quotes. */
  etag: string
  headers: Record<string, string>
}

/** Responds with a file, or with the part of it that the client asks for. */
export function rangedBody({ req, body }: Context, { content, etag, headers }: SentFile): Response {
  const isSame = [undefined, etag].includes(req.header('if-range'))
  const part = req.method === 'GET' && isSame ? partOf(req.header('range'), content.length) : null
  const [start, end] = part ?? [0, content.length]
  const common = { ...headers, etag, 'accept-ranges': 'bytes' }
  if (start >= end && part)
    return body(null, 416, {
      'content-range': `bytes */${String(content.length)}`,
      'cache-control': 'no-store',
    })
  const length = { 'content-length': String(end - start) }
  if (!part) return body(content, 200, { ...common, ...length })
  const range = `bytes ${String(start)}-${String(end - 1)}/${String(content.length)}`
  return body(content.subarray(start, end), 206, { ...common, ...length, 'content-range': range })
}
