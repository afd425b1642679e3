import { createHash, createHmac } from 'node:crypto'
import { rateLimitKey } from '../http/visitor-address'
import type { Canary } from '../releases/release-source'

/** How many numbers visitors have: enough for shares in percent, too few to tell a visitor by. */
const numbers = 10_000

/**
 * The network of an address: an IPv4 address itself, of IPv6 the first 48 bits, which is what one customer of a provider is given.
 * Whatever comes from it counts once.
 */
export function networkOf(address: string): string {
  const key = rateLimitKey(address)
  return key.includes('::/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : key
}

/** The number of a visitor who has none yet, by their network: the same on every web server with this key. */
export function numberOf(network: string, key: string): number {
  return createHmac('sha256', key).update(`canary ${network}`).digest().readUInt32BE() % numbers
}

/** A visitor's number as a cookie has it; null for anything else. */
export function readNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** Whether a canary is given to a visitor. Each canary goes to others, and a larger share to all whom a smaller one goes to. */
export function isGiven({ id, share }: Pick<Canary, 'id' | 'share'>, number: number): boolean {
  const place = createHash('sha256')
    .update(`${String(id)} ${String(number)}`)
    .digest()
    .readUInt32BE()
  return place % 100 < share
}
