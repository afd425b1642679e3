import { requestFacts } from '../tracing/request-facts'
import { inBackendSpan } from '../tracing/spans'

/** The platform's fetch for calls of the backend: they carry the id of the request that they are made for, and its trace. */
export const backendFetch: typeof fetch = (input, init) => {
  const { url, method, headers: own } = input instanceof Request ? input : { url: input, method: 'GET' }
  const headers = new Headers(init?.headers ?? own)
  const requestId = requestFacts()?.requestId
  if (requestId !== undefined) headers.set('x-request-id', requestId)
  return inBackendSpan(new URL(url), init?.method ?? method, headers, () =>
    fetch(input, { ...init, headers }),
  )
}
