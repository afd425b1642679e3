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

const bearer = (token: string) => ({ ...client.fresh(), authorization: `Bearer ${token}` })
const change = (token: string, body: object, query = '') =>
  client.call(`user${query}`, body, bearer(token), 'PUT').then(read)

test('a session keeps the browser and the address that it was opened with', async () => {
  const { email } = await client.account()
  await client.signIn(email, 'correct horse', { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Firefox' })
  const [session] = await backend.sql`
    select user_agent, host(ip) as ip from auth.sessions
    where user_id = (select id from auth.users where email = ${email}) order by created_at desc limit 1`
  expect(session).toEqual({ user_agent: 'Firefox', ip: '203.0.113.9' })
})

test('a session keeps the address of the connection where no proxy says another', async () => {
  const { email } = await client.account()
  await client.signIn(email, 'correct horse', {})
  const [session] = await backend.sql`
    select host(ip) as ip from auth.sessions
    where user_id = (select id from auth.users where email = ${email}) order by created_at desc limit 1`
  expect(session).toEqual({ ip: '127.0.0.1' })
})

test('sign-ins of staff are in the log, failed ones too, and a renewed session is no sign-in', async () => {
  const { email } = await client.account()
  await backend.sql`insert into admin_users (user_id) select id from auth.users where email = ${email}`
  // The sign-up's own session was opened before the account was staff.
  await backend.sql`update auth.sessions set created_at = now() - interval '1 hour'
    where user_id = (select id from auth.users where email = ${email})`
  const place = { 'x-forwarded-for': '2001:db8:7:8::9' }
  await client.signIn(email, 'wrong password', place)
  await client.signIn(`other-${email}`, 'wrong password', place)
  const { body } = await client.signIn(email, 'correct horse', place)
  await client.call('token?grant_type=refresh_token', { refresh_token: body.refresh_token })
  expect(
    await backend.sql`
      select action, after from audit_log where actor = (select id from auth.users where email = ${email}) order by id`,
  ).toEqual([
    { action: 'sign_in_failed', after: { network: '2001:db8:7::/48', attempts: 1 } },
    { action: 'sign_in', after: { network: '2001:db8:7::/48' } },
  ])
})

test('a new password needs a sign-in of the last day', async () => {
  const { email, token } = await client.account()
  await backend.sql`update auth.sessions set created_at = now() - interval '25 hours'
    where user_id = (select id from auth.users where email = ${email})`
  expect(await change(token, { password: 'another horse' })).toMatchObject({
    status: 400,
    body: { error_code: 'reauthentication_needed' },
  })
  expect(await change(token, { data: { first_name: 'Ada' } })).toMatchObject({ status: 200 })
  const { body } = await client.signIn(email, 'correct horse')
  expect(await change(String(body.access_token), { password: 'another horse' })).toMatchObject({
    status: 200,
  })
})

test('a link that was used is said to be used up', async () => {
  const email = newAddress()
  await client.signUp(email)
  const link = (await client.emails(email))[0]?.link
  expect((await client.follow(link)).status).toBe(200)
  expect((await client.follow(link)).body).toMatchObject({ error_code: 'otp_expired' })
})
