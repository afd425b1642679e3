import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountClient, read, type AccountClient } from './test-accounts'
import { startTestBackend } from './test-backend'

let backend: Awaited<ReturnType<typeof startTestBackend>>
let client: AccountClient

beforeAll(async () => {
  backend = await startTestBackend()
  client = createAccountClient(backend)
})
afterAll(() => backend.stop())

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** A new account with a factor that no code has confirmed yet. */
async function enrolled() {
  const { token } = await client.account()
  const headers = () => ({ ...client.fresh(), authorization: `Bearer ${token}` })
  const call = (path: string, body: unknown = {}) => client.call(`factors${path}`, body, headers()).then(read)
  const { body } = await call('', { factor_type: 'totp' })
  const id = String(body.id)
  const secret = String((body.totp as { secret?: string } | undefined)?.secret)
  const challenge = async () => String((await call(`/${id}/challenge`)).body.id)
  const verify = async (code: string, challengeId?: string) =>
    call(`/${id}/verify`, { challenge_id: challengeId ?? (await challenge()), code })
  return { id, secret, challenge, verify, call }
}

test('codes of the step before and after work, others do not', async () => {
  for (const [steps, status] of [
    [-2, 422],
    [-1, 200],
    [1, 200],
    [2, 422],
  ] as const) {
    const { secret, verify } = await enrolled()
    expect((await verify(codeOf(secret, steps))).status, `${String(steps)} steps`).toBe(status)
  }
})

test('a code works once, also when it is sent twice at the same time', async () => {
  const { secret, verify, challenge } = await enrolled()
  const code = codeOf(secret, 1)
  const challenges = [await challenge(), await challenge()]
  const replies = await Promise.all(challenges.map((one) => verify(code, one)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await verify(code)).body).toMatchObject({ error_code: 'mfa_verification_failed' })
})

test('a challenge is answered once, and within five minutes', async () => {
  const { secret, verify, challenge } = await enrolled()
  const used = await challenge()
  expect((await verify(codeOf(secret), used)).status).toBe(200)
  expect((await verify(codeOf(secret, 1), used)).body).toMatchObject({ error_code: 'mfa_challenge_expired' })
  const old = await challenge()
  await backend.sql`update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = ${old}`
  expect((await verify(codeOf(secret, 1), old)).body).toMatchObject({ error_code: 'mfa_challenge_expired' })
})

test('after ten wrong codes an account waits, wherever they come from, and no right code helps', async () => {
  const { secret, verify } = await enrolled()
  for (let tries = 0; tries < 10; tries += 1) expect((await verify('12345')).status).toBe(422)
  expect(await verify(codeOf(secret))).toMatchObject({ status: 429 })
})

test('no client reads a secret', async () => {
  const { token } = await client.account()
  for (const path of ['mfa_factors', 'mfa_challenges']) {
    const response = await fetch(`${backend.url}/rest/v1/${path}`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, 'accept-profile': 'auth' },
    })
    expect(response.status, path).toBeGreaterThanOrEqual(400)
  }
  const [grants] = await backend.sql<{ open: boolean }[]>`
    select has_table_privilege('authenticated', 'auth.mfa_factors', 'select')
      or has_table_privilege('anon', 'auth.mfa_factors', 'select') as open`
  expect(grants).toEqual({ open: false })
})
