import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestDatabase, type TestDatabase } from '@shop/local-supabase/test-database'
import { callAs } from './office-steps'
import { accept, account, invite, officeStaff, read, tokensTo, tokenTo } from './staff-steps'
import { connections, guest, refusal, signUpStaff, type Visitor } from './visitor-fixtures'

let backend: TestDatabase
let owner: Visitor
beforeAll(async () => {
  backend = await startTestDatabase()
  owner = await signUpStaff(backend.sql)
})
beforeEach(async () => {
  await backend.sql`delete from private.rate_limits`
})
afterAll(() => backend.stop())

const newEmail = () => `${randomUUID()}@invited.test`
const call = (name: string, id: string, by = owner) => callAs(backend.sql, by, name, { p_id: id })
const expire = (email: string) =>
  backend.sql`update staff_invitations set expires_at = now() where email = ${email}`

test('an address has one open invitation, also when two are sent at once', async () => {
  const { sql } = backend
  const email = newEmail()
  const crowd = connections(sql, 2)
  try {
    const outcomes = await Promise.allSettled([invite(crowd, owner, email), invite(crowd, owner, email)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  } finally {
    await crowd.end()
  }
  expect(await tokensTo(sql, email)).toHaveLength(1)
  expect(await refusal(invite(sql, owner, email))).toMatchObject({
    code: 'PT409',
    hint: 'email',
    message: 'This address has an open invitation. Send it again, or withdraw it first.',
  })
  await expire(email)
  await invite(sql, owner, email)
  expect((await officeStaff(sql, owner)).invitations.filter((each) => each.email === email)).toHaveLength(1)
})

test('a link that two accept at once makes staff once', async () => {
  const { sql } = backend
  const email = newEmail()
  await invite(sql, owner, email)
  const token = await tokenTo(sql, email)
  const member = await account(sql, email)
  const crowd = connections(sql, 4)
  try {
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(crowd, member, token)))
    expect(answers.sort()).toEqual(['joined', 'used', 'used', 'used'])
  } finally {
    await crowd.end()
  }
})

test('who sends too many letters waits, and so does an address that gets too many', async () => {
  const { sql } = backend
  const inviter = await signUpStaff(sql)
  const email = newEmail()
  const id = await invite(sql, inviter, email)
  for (let again = 0; again < 4; again += 1) await call('resend_invitation', id, inviter)
  expect(await refusal(call('resend_invitation', id, owner))).toMatchObject({ code: 'PT429' })
  for (let more = 0; more < 25; more += 1) await invite(sql, inviter, newEmail())
  expect(await refusal(invite(sql, inviter, newEmail()))).toMatchObject({ code: 'PT429' })
  expect(await invite(sql, owner, newEmail())).toMatch(/^[0-9a-f-]{36}$/)
})

test('who guesses links waits', async () => {
  const { sql } = backend
  const visitor = guest()
  for (let tries = 0; tries < 60; tries += 1) await read(sql, visitor, randomUUID())
  expect(await refusal(read(sql, visitor, randomUUID()))).toMatchObject({ code: 'PT429' })
})
