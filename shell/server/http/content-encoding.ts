import { parseAccept } from 'hono/utils/accept'

/** Content encodings of pages, in order of preference. */
const encodings = ['br', 'gzip'] as const

export type Encoding = (typeof encodings)[number]

/**
 * Negotiates the content encoding from `Accept-Encoding`: the client's preference, and of equals the smaller one; null
 * for none, also without the header (RFC 9110, 12.5.3).
 */
export function negotiateEncoding(header: string | null): Encoding | null {
  const accepted = new Map(parseAccept(header ?? '').map(({ type, q }) => [type.toLowerCase(), q]))
  const weight = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0
  return encodings.reduce<Encoding | null>(
    (best, name) => (weight(name) > (best ? weight(best) : 0) ? name : best),
    null,
  )
}
