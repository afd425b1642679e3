import { TOTP, Secret } from 'otpauth'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

let backend: ContractBackend

beforeAll(async () => {
  backend = await contractBackend()
})
afterAll(() => backend.stop())

/** The code of an authenticator app, by default of the present time step. */
const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function enrolled(client: SupabaseClient) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', issuer: 'Aurelle & Moss' })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, totp: data.totp }
}

const enterCode = (client: SupabaseClient, factorId: string, code: string) =>
  client.auth.mfa.challengeAndVerify({ factorId, code })

const level = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

describe('a second factor', () => {
  it('is shown as a picture, as text and as an address, and counts once its code was entered', async () => {
    const { client, email } = await backend.customer()
    expect(await level(client)).toEqual(['aal1', 'aal1'])
    const { id, secret, totp } = await enrolled(client)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,\s*<(svg|\?xml)/)
    const address = new URL(totp.uri)
    expect([address.protocol, address.searchParams.get('secret')]).toEqual(['otpauth:', secret])
    expect(decodeURIComponent(address.pathname)).toContain(email)
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ id, factor_type: 'totp', status: 'unverified' }],
    })
    expect((await enterCode(client, id, wrong(codeOf(secret)))).error).toMatchObject({
      code: 'mfa_verification_failed',
      status: 422,
    })
    const { data, error } = await enterCode(client, id, codeOf(secret))
    expect(error).toBeNull()
    expect(data?.access_token).toMatch(/^ey/)
    expect(await level(client)).toEqual(['aal2', 'aal2'])
    const { data: factors } = await client.auth.mfa.listFactors()
    expect(factors?.totp).toMatchObject([{ id, status: 'verified' }])
    expect(JSON.stringify(factors)).not.toContain(secret)
  })

  it('is asked for at the next sign-in, and its level stays when the session is renewed', async () => {
    const { client, email, password } = await backend.customer()
    const { id, secret } = await enrolled(client)
    await enterCode(client, id, codeOf(secret, -1))
    const next = backend.visitor()
    await next.auth.signInWithPassword({ email, password })
    expect(await level(next)).toEqual(['aal1', 'aal2'])
    expect((await enterCode(next, id, codeOf(secret))).error).toBeNull()
    expect(await level(next)).toEqual(['aal2', 'aal2'])
    const { data } = await next.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(
      data?.currentAuthenticationMethods.map((one) => (typeof one === 'string' ? one : one.method)),
    ).toEqual(['totp', 'password'])
    await next.auth.refreshSession()
    expect(await level(next)).toEqual(['aal2', 'aal2'])
  })

  it('is not replaced, removed or gone round by a session without it', async () => {
    const { client, email, password } = await backend.customer()
    const { id, secret } = await enrolled(client)
    await enterCode(client, id, codeOf(secret))
    const thief = backend.visitor()
    await thief.auth.signInWithPassword({ email, password })
    expect((await thief.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    expect((await thief.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    expect((await thief.auth.updateUser({ password: 'another-long-password' })).error).toMatchObject({
      code: 'insufficient_aal',
    })
    expect((await client.auth.mfa.unenroll({ factorId: id })).error).toBeNull()
    expect((await client.auth.mfa.listFactors()).data?.all).toEqual([])
    await client.auth.refreshSession()
    expect(await level(client)).toEqual(['aal1', 'aal1'])
  })

  it('of somebody else cannot be challenged or removed', async () => {
    const owner = await backend.customer()
    const other = await backend.customer()
    const { id, secret } = await enrolled(owner.client)
    expect((await enterCode(other.client, id, codeOf(secret))).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
    expect((await other.client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
      code: 'mfa_factor_not_found',
    })
    expect((await backend.visitor().auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull()
  })

  it('ends the sessions that were opened without it', async () => {
    const { client, email, password } = await backend.customer()
    const before = backend.visitor()
    await before.auth.signInWithPassword({ email, password })
    const { id, secret } = await enrolled(client)
    await enterCode(client, id, codeOf(secret))
    expect((await before.auth.refreshSession()).error).not.toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })
})
