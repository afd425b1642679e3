import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalSupabase } from './start'
import { createAccountClient, newAddress, read, type AccountClient } from './test-accounts'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase
let client: AccountClient

beforeAll(async () => {
  backend = await startTestBackend()
  client = createAccountClient(backend)
})
afterAll(() => backend.stop())

/** An account whose password is checked quickly, since its hash is of the least cost. */
async function quickAccount(): Promise<{ email: string }> {
  const { email } = await client.account()
  await backend.sql`update auth.users set encrypted_password = extensions.crypt('correct horse', extensions.gen_salt('bf', 4))
    where email = ${email}`
  return { email }
}

test('of many wrong passwords at once no more than the limit are tried', async () => {
  const [{ email }, visitor] = [await quickAccount(), client.fresh()]
  const tried = await Promise.all(
    Array.from({ length: 30 }, () => client.signIn(email, 'wrong', visitor).then(({ status }) => status)),
  )
  expect(tried.filter((status) => status === 400)).toHaveLength(10)
  expect(tried.filter((status) => status === 429)).toHaveLength(20)
  expect(await client.signIn(email, 'correct horse', client.fresh())).toMatchObject({ status: 200 })
})

test('many callers together try thirty passwords of one account an hour, while its owner signs in where they are signed in', async () => {
  const [{ email }, home] = [await quickAccount(), client.fresh()]
  expect(await client.signIn(email, 'correct horse', home)).toMatchObject({ status: 200 })
  const statuses: number[] = []
  for (let tries = 0; tries < 35; tries++)
    statuses.push((await client.signIn(email, `guess ${String(tries)}`)).status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await client.signIn(email, 'correct horse', home)).toMatchObject({ status: 200 })
  await client.call('recover', { email })
  const { link } = (await client.emails(email)).at(-1) ?? {}
  expect((await client.follow(link)).status).toBe(200)
})

test('one caller tries thirty sign-ins, codes and emails, whichever addresses it names', async () => {
  const visitor = client.fresh()
  const statuses = async (one: () => Promise<Response>): Promise<number[]> => {
    const responses = await Promise.all(Array.from({ length: 31 }, one))
    return responses.map(({ status }) => status).filter((status) => status === 429)
  }
  expect(
    await statuses(() =>
      client.call('token?grant_type=password', { email: newAddress(), password: 'x' }, visitor),
    ),
  ).toEqual([429])
  expect(
    await statuses(() =>
      client.call('verify', { type: 'recovery', email: newAddress(), token: '000000' }, visitor),
    ),
  ).toEqual([429])
  expect(await statuses(() => client.call('recover', { email: newAddress() }, visitor))).toEqual([429])
})

test('a mailbox gets five emails an hour from one caller, known or not', async () => {
  for (const email of [newAddress(), (await client.account()).email]) {
    const visitor = client.fresh()
    const responses = await Promise.all(
      Array.from({ length: 40 }, () =>
        client.call('recover', { email }, visitor).then(({ status }) => status),
      ),
    )
    expect(responses.filter((status) => status === 200)).toHaveLength(5)
    expect(
      await read(await client.call('signup', { email, password: 'correct horse' }, visitor)),
    ).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
  }
})

test.each(['signup', 'token?grant_type=password', 'verify', 'recover', 'resend'])(
  'an email address of more than 254 letters is rejected by %s',
  async (path) => {
    const result = await read(
      await client.call(path, {
        email: `${'x'.repeat(300_000)}@example.test`,
        password: 'correct horse',
        type: 'signup',
        token: '000000',
      }),
    )
    expect(result).toMatchObject({ status: 400, body: { msg: expect.any(String) } })
  },
)

test.each([
  ['POST', 'otp'],
  ['POST', 'magiclink'],
  ['POST', 'invite'],
  ['GET', 'authorize?provider=google'],
  ['GET', 'callback?code=x'],
  ['POST', 'sso'],
  ['POST', 'factors'],
  ['GET', 'reauthenticate'],
  ['POST', 'admin/generate_link'],
  ['POST', 'token?grant_type=pkce'],
  ['POST', 'token?grant_type=id_token'],
  ['DELETE', 'user'],
  ['GET', 'constructor'],
  ['GET', 'signup'],
])('%s %s is not offered', async (method, path) => {
  const email = newAddress()
  const response = await client.call(path, { email, password: 'correct horse' }, client.fresh(), method)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(await backend.sql`select from auth.users where email = ${email}`).toHaveLength(0)
})
