import type { Context } from 'hono'
import { visitorAddress } from './visitor-address'

/**
 * A fetch that forwards the visitor's IP address to the backend, so that rate limits count visitors and not this server.
 * @param trustedProxies how many proxies of our own are in front of this server
 * @param token the visitor's own header `Authorization`, for what is done in their name
 */
export function visitorFetch(context: Context, trustedProxies: number, token?: string): typeof fetch {
  const address = visitorAddress(context, trustedProxies)
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    if (token) headers.set('authorization', token)
    return fetch(input, { ...init, headers })
  }
}
