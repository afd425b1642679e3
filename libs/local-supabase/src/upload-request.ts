/** Whether a request uploads a file. */
export function isUpload({ method, url }: Request): boolean {
  if (method !== 'POST' && method !== 'PUT') return false
  return /^\/storage\/v1\/object\/(?!list\/|move$|copy$|sign\/)/.test(new URL(url).pathname)
}

/** Makes an upload what the storage API reads: supabase-js sends files as multipart forms without a field name. */
export async function plainUpload(request: Request): Promise<Request> {
  const headers = new Headers(request.headers)
  if (!/^multipart\/form-data/i.test(headers.get('content-type') ?? '')) return request
  const form = await request.formData()
  const file = [...form.values()].find((value) => typeof value !== 'string')
  if (!file || typeof file === 'string') return request
  headers.set('content-type', file.type || 'application/octet-stream')
  const cacheControl = form.get('cacheControl')
  if (typeof cacheControl === 'string') headers.set('cache-control', `max-age=${cacheControl}`)
  headers.set('content-length', String(file.size))
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() })
}
