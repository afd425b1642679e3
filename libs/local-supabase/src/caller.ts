import { isIPv6 } from 'node:net'

/** An address of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The caller's address: the connection's, since anyone can write a forwarding header. A proxy on this machine
 * is trusted: its entry is the last one, appended to whatever its caller claimed.
 */
function callerAddress(forwarded: string, peer: string): string {
  const forwardedAddress = isLoopback(peer) ? forwarded.split(',').at(-1)?.trim() : undefined
  return forwardedAddress || peer
}

/** The headers that the database may trust: `x-forwarded-for` holds the caller's address alone, as `configureNetwork` declares. */
export function trustedHeaders(headers: Headers, peer: string): Record<string, string> {
  const trusted = Object.fromEntries(headers)
  delete trusted['cf-connecting-ip']
  trusted['x-forwarded-for'] = callerAddress(trusted['x-forwarded-for'] ?? '', peer)
  return trusted
}

/**
 * The rate-limit key of a caller: its address; for IPv6 the first 64 bits, since one connection has the whole /64.
 */
export function callerKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}
