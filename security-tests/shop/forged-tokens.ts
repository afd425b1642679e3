import { createHmac } from 'node:crypto'

/** Tokens that nobody here signed. */
export function forgedTokens(
  publishableKey: string,
  victim: string,
  staff: string,
  own: string,
): Record<string, string> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = (role: string, sub: string): object => ({
    sub,
    role,
    aud: 'authenticated',
    email: 'x@example.test',
    iat: 1,
    exp: 4_102_444_800,
  })
  const signed = (head: object, body: object, secret: string): string => {
    const text = `${part(head)}.${part(body)}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const hs = { alg: 'HS256', typ: 'JWT' }
  const [head = '', , signature = ''] = own.split('.')
  return {
    jwtNone: `${part({ alg: 'none' })}.${part(claims('service_role', staff))}.`,
    jwtNoneSigned: `${part({ alg: 'nOnE', typ: 'JWT' })}.${part(claims('service_role', staff))}.AAAA`,
    jwtUnsigned: `${part(hs)}.${part(claims('authenticated', victim))}.`,
    jwtTwoParts: `${part(hs)}.${part(claims('authenticated', victim))}`,
    jwtOtherKey: signed(hs, claims('authenticated', victim), 'another-secret-another-secret-another'),
    jwtPublicKey: signed(hs, claims('service_role', staff), publishableKey),
    jwtEmptyKey: signed(hs, claims('service_role', staff), ''),
    jwtRs: signed({ alg: 'RS256', typ: 'JWT' }, claims('service_role', staff), publishableKey),
    jwtKid: signed({ ...hs, kid: '../../../../dev/null' }, claims('authenticated', victim), ''),
    jwtJwk: signed(
      { ...hs, jwk: { kty: 'oct', k: 'AAAA' } },
      claims('authenticated', victim),
      Buffer.from('AAAA', 'base64url').toString('latin1'),
    ),
    jwtJku: signed({ ...hs, jku: 'http://127.0.0.1:9/keys.json' }, claims('authenticated', victim), 'x'),
    jwtTampered: `${head}.${part(claims('authenticated', victim))}.${signature}`,
    jwtTamperedRole: `${head}.${part(claims('service_role', staff))}.${signature}`,
    jwtStripped: own.slice(0, own.lastIndexOf('.') + 1),
    jwtPostgres: signed(hs, claims('postgres', staff), ''),
  }
}
