import type { Context } from 'hono'
import { visitorAddress } from './visitor-address'

/**
 * A fetch that tells the backend the visitor's own address, so that limits count visitors and not this server.
 * @param trustedProxies how many proxies of our own stand before this server
 */
export function visitorFetch(context: Context, trustedProxies: number): typeof fetch {
  const address = visitorAddress(context, trustedProxies)
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return fetch(input, { ...init, headers })
  }
}
