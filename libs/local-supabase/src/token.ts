import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { Keys } from './keys'
import type { Listener } from './realtime-tables'

const headerSchema = v.pipe(v.string(), v.parseJson(), v.object({ alg: v.literal('HS256') }))
const claimsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

/** Role and claims of an API key or of a user's token signed with this folder's secret; undefined when it is neither or has expired. */
export function identify(token: string, keys: Keys): Listener | undefined {
  if (token === keys.publishableKey) return { role: 'anon', claims: { role: 'anon' } }
  if (token === keys.secretKey) return { role: 'service_role', claims: { role: 'service_role' } }
  const claims = signedClaims(token, keys.jwtSecret)
  if (!claims) return undefined
  const { role } = claims
  return role === 'authenticated' || role === 'service_role' ? { role, claims } : { role: 'anon', claims }
}

/** A token with these claims, signed as the account service signs its own. */
export function signClaims(claims: Record<string, unknown>, secret: string): string {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const text = encoded.join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The claims of a token signed with this secret; undefined when it is not, has expired or never would. */
export function signedClaims(token: string, secret: string): Record<string, unknown> | undefined {
  const [header = '', body = '', signature = ''] = token.split('.')
  const expected = createHmac('sha256', secret).update(`${header}.${body}`).digest()
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const head = v.safeParse(headerSchema, Buffer.from(header, 'base64url').toString())
  const claims = v.safeParse(claimsSchema, Buffer.from(body, 'base64url').toString())
  if (!head.success || !claims.success) return undefined
  const { exp } = claims.output
  return typeof exp === 'number' && exp * 1000 >= Date.now() ? claims.output : undefined
}
