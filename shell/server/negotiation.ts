import { parseAccept } from 'hono/utils/accept'

/** What pages can be sent compressed as, the better first. */
const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/**
 * How a page is sent to a client by its `Accept-Encoding`: the encoding it prefers, of equals the smaller one; null to
 * send it plain, as to a client that does not say (RFC 9110, 12.5.3).
 */
export function encodingFor(header: string | null): Encoding | null {
  const accepted = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0
  return encodings.reduce<Encoding | null>(
    (best, name) => (weight(name) > (best ? weight(best) : 0) ? name : best),
    null,
  )
}
