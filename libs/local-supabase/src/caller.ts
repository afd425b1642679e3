import { isIPv6 } from 'node:net'

/** An address of this machine itself. */
export function isLoopback(address: string): boolean {
  return /^(127\.|::1$|::ffff:127\.)/.test(address)
}

/**
 * The caller's address: the connection's, since anyone can write a forwarding header. A proxy on this machine is taken
 * at its word, which is the last entry: it appends the address it saw to whatever its caller claimed.
 */
export function toldAddress(forwarded: string, peer: string): string {
  const told = isLoopback(peer) ? forwarded.split(',').at(-1)?.trim() : undefined
  return told || peer
}

/** The headers as the database may believe them: the caller's address alone, in `x-forwarded-for`, where `tellNetwork` says it is. */
export function believableHeaders(headers: Headers, peer: string): Record<string, string> {
  const believed = Object.fromEntries(headers)
  delete believed['cf-connecting-ip']
  believed['x-forwarded-for'] = toldAddress(believed['x-forwarded-for'] ?? '', peer)
  return believed
}

/**
 * What limits count a caller by: its address, of IPv6 the first 64 bits, since one connection has all the addresses
 * below them.
 */
export function callerOf(address: string): string {
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
