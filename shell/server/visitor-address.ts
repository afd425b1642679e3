import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Headers by which somebody may claim another address than their own; none of them is passed on as it came. */
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

/** An address without brackets, port, zone and the IPv4-in-IPv6 prefix; null when it is no IP address. */
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
 * The visitor's address. Every trusted proxy appends the address it was called from to `x-forwarded-for`, so the entries
 * are counted from the right; whatever stands further left was written by the visitor.
 * @param socket the address this server was called from
 * @param forwarded the header as it came
 * @param trustedProxies how many proxies of our own stand before this server; 0 trusts the socket alone
 * @returns an IP address; where the header is shorter than the proxies are many, the leftmost that a proxy wrote; '' when
 * there is none, so that callers without an address count as one
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

/** What a limit counts an address by: one connection has a whole /64 of IPv6 addresses to choose from. */
export function limitedAs(address: string): string {
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
