import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { identify, signedClaims } from './token'

const keys = {
  jwtSecret: 'a-secret-of-at-least-thirty-two-characters',
  publishableKey: 'sb_publishable_x',
  secretKey: 'sb_secret_x',
}

function token(
  claims: object,
  secret = keys.jwtSecret,
  header: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const later = Math.floor(Date.now() / 1000) + 60

it('knows the keys and the tokens it signed', () => {
  expect(identify(keys.publishableKey, keys)?.role).toBe('anon')
  expect(identify(keys.secretKey, keys)?.role).toBe('service_role')
  expect(identify(token({ sub: 'me', role: 'authenticated', exp: later }), keys)).toMatchObject({
    role: 'authenticated',
    claims: { sub: 'me' },
  })
})

it('knows no role but those of Supabase', () => {
  expect(identify(token({ role: 'supabase_admin', exp: later }), keys)?.role).toBe('anon')
})

it.each([
  ['nothing', ''],
  [
    'a foreign signature',
    token({ role: 'authenticated', exp: later }, 'another-secret-of-thirty-two-characters'),
  ],
  ['an expired token', token({ role: 'authenticated', exp: later - 3600 })],
  ['a token that never expires', token({ role: 'authenticated' })],
  ['another algorithm', token({ role: 'authenticated', exp: later }, keys.jwtSecret, { alg: 'none' })],
])('rejects %s', (_what, actual) => {
  expect(identify(actual, keys)).toBeUndefined()
})

it('returns the claims of its own tokens only', () => {
  expect(signedClaims(token({ sub: 'me', exp: later }), keys.jwtSecret)).toMatchObject({ sub: 'me' })
  expect(signedClaims(token({ sub: 'me', exp: later }, ''), keys.jwtSecret)).toBeUndefined()
  expect(signedClaims('..', keys.jwtSecret)).toBeUndefined()
})
