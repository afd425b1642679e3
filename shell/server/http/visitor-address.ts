import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { backendFetch } from './backend-fetch'

/** Headers with which a client could forge its IP address; none of them is forwarded. */
export const addressHeaders = [
  'x-forwarded-for',
  'forwarded',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'true-client-ip',
  'x-real-ip',
  'x-client-ip',
  'fastly-client-ip',
] as const

/** Removes brackets, port, zone and the IPv4-mapped prefix from an IP address; null when it is none. */
function plainAddress(written: string): string | null {
  const bare = written
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  const address = bare
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .toLowerCase()
  return isIP(address) ? address : null
}

/**
 * The visitor's IP address. Every trusted proxy appends the address of its client to `x-forwarded-for`, so the entries
 * are counted from the right; those further left may be forged.
 * @param socket address of the connection's peer
 * @param forwarded the header as received
 * @param trustedProxies how many proxies of our own are in front of this server; 0 trusts the socket alone
 * @returns an IP address, the leftmost one when the header has fewer entries than there are proxies; '' without any, so
 * that all clients without an address share one rate limit
 */
export function addressOf(
  socket: string | undefined,
  forwarded: string | null | undefined,
  trustedProxies: number,
): string {
  const entries = trustedProxies > 0 ? (forwarded ?? '').split(',').slice(-trustedProxies) : []
  for (const entry of [...entries, socket ?? '']) {
    const address = plainAddress(entry)
    if (address) return address
  }
  return ''
}

/** The address of the visitor who sent a request to the web server. */
export function visitorAddress(context: Context, trustedProxies: number): string {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
  return addressOf(incoming?.socket.remoteAddress, context.req.header('x-forwarded-for'), trustedProxies)
}

/** Key by which rate limits count an IP address: the /64 network for IPv6, since one client has all of its addresses. */
export function rateLimitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const before = groups(head)
  // An IPv4 address at the end is two groups.
  const after = groups(tail).flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

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
    return backendFetch(input, { ...init, headers })
  }
}
