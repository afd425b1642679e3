import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LocalSupabase } from './start'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase
beforeAll(async () => {
  backend = await startTestBackend()
})
beforeEach(async () => {
  await backend.sql`delete from embedded.mail`
})
afterAll(() => backend.stop())

const email = {
  to: 'ada@example.test',
  subject: 'Hello',
  text: 'See http://localhost:3000/x',
  html: '<p>Hello</p>',
}

function put(body: unknown, key = backend.secretKey): Promise<Response> {
  return fetch(`${backend.url}/mailbox`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function stored(): Promise<unknown> {
  return (await fetch(`${backend.url}/mailbox.json`)).json()
}

test('an email put in with the secret key is read back whole, newest first', async () => {
  expect((await put({ ...email, subject: 'First', html: undefined })).status).toBe(201)
  expect((await put(email)).status).toBe(201)
  expect(await stored()).toMatchObject([email, { ...email, subject: 'First', html: null }])
})

test('only callers with the secret key store emails', async () => {
  expect((await put(email, backend.publishableKey)).status).toBe(403)
  expect((await put(email, '')).status).toBe(403)
  expect(await stored()).toEqual([])
})

test.each([
  ['of two subject lines', { ...email, subject: 'Hello\r\nBcc: x@y.z' }],
  ['to two lines', { ...email, to: 'ada@example.test\nx@y.z' }],
  ['without a recipient', { ...email, to: undefined }],
  ['that is no email', 'nobody'],
])('an email %s is rejected', async (_, body) => {
  expect((await put(body)).status).toBe(400)
  expect(await stored()).toEqual([])
})

test('queued emails are not shown: the mailbox contains sent ones only', async () => {
  await backend.sql`insert into email_outbox (kind, recipient, subject) values ('account_link', 'ada@example.test', 'Open your account')`
  expect(await stored()).toEqual([])
})

test('the page shows the HTML of an email in a frame that can do nothing', async () => {
  await put({ ...email, html: '<script>alert(1)</script>"><img src=x onerror=alert(2)>' })
  const response = await fetch(`${backend.url}/mailbox`)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'/,
  )
  const page = await response.text()
  expect(page).toContain('sandbox=""')
  expect(page).toContain('srcdoc="&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#62;&#60;img')
  expect(page).not.toMatch(/<script|<img/)
})
