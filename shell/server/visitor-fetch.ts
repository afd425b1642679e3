import type { Context } from 'hono'
import { visitorAddress } from './visitor-address'

/**
 * A fetch that forwards the visitor's IP address to the backend, so that rate limits count visitors and not this server.
 * @param trustedProxies how many proxies of our own are in front of this server
 */
export function visitorFetch(context: Context, trustedProxies: number): typeof fetch {
  const address = visitorAddress(context, trustedProxies)
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return fetch(input, { ...init, headers })
  }
}
