import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** A fetch that tells the backend the visitor's own address, so that limits count visitors and not this server. */
export function visitorFetch(context: Context): typeof fetch {
  const address = getConnInfo(context).remote.address ?? ''
  return (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-forwarded-for', address)
    return fetch(input, { ...init, headers })
  }
}
