/** Bytes of a request body that the database and account services read; storage has a limit of its own. */
export const maxBodyBytes = 1024 * 1024

/**
 * The request with its body read, or the refusal (413) when it is larger than allowed, also without a stated length.
 */
export async function boundedBody(request: Request): Promise<Request | Response> {
  if (!request.body) return request
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) return tooLarge()
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > maxBodyBytes) {
      await reader.cancel()
      return tooLarge()
    }
    parts.push(read.value)
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: length > 0 ? Buffer.concat(parts) : null,
  })
}

function tooLarge(): Response {
  return Response.json(
    {
      code: 'PT413',
      message: `The request body is larger than ${String(maxBodyBytes)} bytes: send less at once.`,
      details: null,
      hint: 'body',
    },
    // The rest of the body is not read: the connection cannot be used again.
    { status: 413, headers: { connection: 'close' } },
  )
}
