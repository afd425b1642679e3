/** Largest object the storage takes, in bytes (5 MB, as the shop's upload fields say). */
export const maxObjectBytes = 5 * 1024 * 1024

// Room for the multipart lines around the file.
const slack = 64 * 1024

/** Whether a request uploads a file. */
export function isUpload(request: Request): boolean {
  if (request.method !== 'POST' && request.method !== 'PUT') return false
  return /^\/storage\/v1\/object\/(?!list\/|move$|copy$|sign\/)/.test(new URL(request.url).pathname)
}

/**
 * Makes an upload what the storage API reads: one body of known length. supabase-js sends files as multipart forms
 * without a field name; bodies may come in chunks without a length.
 * @returns the request to pass on, or the refusal of one that is too large
 */
export async function plainUpload(request: Request): Promise<Request | Response> {
  if (!request.body || !isUpload(request)) return request
  const bytes = await readUpTo(request.body, maxObjectBytes + slack)
  if (!bytes) return tooLarge()
  const headers = new Headers(request.headers)
  const isForm = /^multipart\/form-data/i.test(headers.get('content-type') ?? '')
  const form = isForm ? await formOf(bytes, headers) : undefined
  const file = form ? [...form.values()].find((value) => typeof value !== 'string') : undefined
  if (isForm && !file) return noFile()
  const body = file && typeof file !== 'string' ? new Uint8Array(await file.arrayBuffer()) : bytes
  if (body.byteLength > maxObjectBytes) return tooLarge()
  if (file && typeof file !== 'string') {
    headers.set('content-type', file.type || 'application/octet-stream')
    const cacheControl = form?.get('cacheControl')
    if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  }
  headers.set('content-length', String(body.byteLength))
  headers.delete('transfer-encoding')
  return new Request(request.url, { method: request.method, headers, body })
}

function formOf(bytes: Uint8Array<ArrayBuffer>, headers: Headers): Promise<FormData | undefined> {
  return new Response(bytes, { headers: { 'content-type': headers.get('content-type') ?? '' } })
    .formData()
    .catch(() => undefined)
}

async function readUpTo(
  body: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function tooLarge(): Response {
  return Response.json(
    {
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    },
    { status: 400 },
  )
}

function noFile(): Response {
  return Response.json(
    { statusCode: '400', error: 'Bad Request', message: 'The form holds no file, or is not whole.' },
    { status: 400 },
  )
}
