import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callAs } from './office-steps'
import {
  accept,
  account,
  hashOf,
  invite,
  officeStaff,
  read,
  recordOf,
  tokensTo,
  tokenTo,
} from './staff-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, connections } from './visitor-fixtures'

const sql = await testDatabase()
const owner = await signUpStaff(sql)
beforeEach(async () => {
  await sql`delete from private.rate_limits`
})

const newEmail = () => `${randomUUID()}@invited.test`
const call = (name: string, id: string, by = owner) => callAs(sql, by, name, { p_id: id })
const settle = (status: 'sent' | 'failed', email: string) =>
  sql`update email_outbox set status = ${status}, data = data - 'token' where recipient = ${email}`
const expire = (email: string) => sql`update staff_invitations set expires_at = now() where email = ${email}`

/** Runs something while every member of staff has all rights. */
async function whileAllAreEqual<T>(work: () => Promise<T>): Promise<T> {
  await sql`insert into shop_settings (key, value) values ('staff.roles', '"equal"')`
  try {
    return await work()
  } finally {
    await sql`delete from shop_settings where key = 'staff.roles'`
  }
}

test('an invitation can be accepted once, with its role and name', async () => {
  const email = newEmail()
  await invite(sql, owner, email.toUpperCase(), { role: 'moderator' })
  const [mail] = await sql<{ data: Record<string, string> }[]>`
    select data from email_outbox where recipient = ${email}`
  expect(mail?.data).toMatchObject({ first_name: 'Ada', role: 'moderator', inviter: 'Rowan' })
  const token = await tokenTo(sql, email)
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(await read(sql, guest(), token)).toEqual({
    state: 'valid',
    email,
    first_name: 'Ada',
    last_name: 'Lane',
    role: 'moderator',
  })
  const member = await account(sql, email)
  expect(await accept(sql, member, token)).toBe('joined')
  expect(await recordOf(sql, member)).toMatchObject({ role: 'moderator', is_active: true })
  expect(await callAs(sql, member, 'my_rights', {})).toEqual(['orders', 'customers', 'messages'])
  expect(await read(sql, guest(), token)).toEqual({ state: 'used' })
  expect(await accept(sql, await signUp(sql), token)).toBe('used')
  const { members, invitations } = await officeStaff(sql, owner)
  expect(members.find((each) => each.email === email)).toMatchObject({ role: 'moderator', is_active: true })
  expect(invitations.some((each) => each.email === email)).toBe(false)
})

test('only the hash of a token is stored, also in the log', async () => {
  const email = newEmail()
  await invite(sql, owner, email)
  const token = await tokenTo(sql, email)
  const [stored] = await sql`select token_hash from staff_invitations where email = ${email}`
  expect(stored).toEqual({ token_hash: hashOf(token) })
  const [{ log } = { log: '' }] = await sql<{ log: string }[]>`
    select string_agg(coalesce(before, '{}')::text || coalesce(after, '{}')::text, ' ') as log from audit_log`
  expect(log).toContain(email)
  expect(log).not.toContain(token)
  expect(log).not.toContain(hashOf(token))
  expect(log).not.toContain('hash')
})

test('a link is for the confirmed account of the invited address alone', async () => {
  const email = newEmail()
  await invite(sql, owner, email)
  const token = await tokenTo(sql, email)
  const stranger = await account(sql, newEmail())
  expect(await accept(sql, stranger, token)).toBe('other_address')
  const unconfirmed = await account(sql, email, false)
  expect(await accept(sql, unconfirmed, token)).toBe('other_address')
  // What a token of the API claims is not what the account is.
  const claimant = { user: { id: stranger.user?.id ?? '', email } }
  expect(await accept(sql, claimant, token)).toBe('other_address')
  expect(
    await sql`select from admin_users where user_id in (${stranger.user?.id ?? ''}, ${unconfirmed.user?.id ?? ''})`,
  ).toHaveLength(0)
  expect(await read(sql, guest(), token)).toMatchObject({ state: 'valid' })
  expect(await rejection(accept(sql, guest(), token))).toMatchObject({ code: '42501' })
})

test('an expired, withdrawn, replaced or unknown invitation is rejected with the reason', async () => {
  const [expired, withdrawn, replaced] = [newEmail(), newEmail(), newEmail()]
  const ids = []
  for (const email of [expired, withdrawn, replaced]) ids.push(await invite(sql, owner, email))
  await settle('sent', replaced)
  const tokens = [await tokenTo(sql, expired), await tokenTo(sql, withdrawn)]
  await expire(expired)
  await call('withdraw_invitation', ids[1] ?? '')
  const [, , old] = await sql<
    { token_hash: string }[]
  >`select token_hash from staff_invitations where id = any (${ids}::uuid[]) order by created_at`
  await call('resend_invitation', ids[2] ?? '')
  const [now] = await sql<
    { token_hash: string }[]
  >`select token_hash from staff_invitations where id = ${ids[2] ?? ''}`
  expect(now).not.toEqual(old)
  const members = [await account(sql, expired), await account(sql, withdrawn)]
  for (const [index, state] of ['expired', 'withdrawn'].entries()) {
    const [token, member] = [tokens[index] ?? '', members[index] ?? owner]
    expect(await read(sql, guest(), token)).toEqual({ state })
    expect(await accept(sql, member, token)).toBe(state)
    expect(await sql`select from admin_users where user_id = ${member.user?.id ?? ''}`).toHaveLength(0)
  }
  for (const token of ['', 'x', 'a'.repeat(64), 'x'.repeat(100_000)])
    expect(await read(sql, guest(), token)).toEqual({ state: 'unknown' })
  expect(await callAs(sql, guest(), 'read_invitation', { p_token: null })).toEqual({ state: 'unknown' })
})

test('sent again, the new link works for another seven days and a waiting email is replaced', async () => {
  const email = newEmail()
  const id = await invite(sql, owner, email)
  const first = await tokenTo(sql, email)
  await expire(email)
  await call('resend_invitation', id)
  const second = await tokenTo(sql, email)
  expect(await read(sql, guest(), first)).toEqual({ state: 'unknown' })
  expect(await read(sql, guest(), second)).toMatchObject({ state: 'valid' })
  await settle('sent', email)
  await call('resend_invitation', id)
  expect(await tokensTo(sql, email)).toHaveLength(2)
  const [row] = await sql`
    select expires_at - now() > interval '6 days 23 hours' as renewed from staff_invitations where id = ${id}`
  expect(row).toEqual({ renewed: true })
})

test('an email that failed is sent again with a new link, unless the invitation is over', async () => {
  const email = newEmail()
  const id = await invite(sql, owner, email)
  await settle('failed', email)
  const [mail] = await sql<{ id: string }[]>`select id from email_outbox where recipient = ${email}`
  await call('retry_mail', mail?.id ?? '')
  const token = await tokenTo(sql, email)
  expect(await read(sql, guest(), token)).toMatchObject({ state: 'valid' })
  await settle('failed', email)
  expect((await officeStaff(sql, owner)).invitations.find((each) => each.id === id)).toMatchObject({
    mail_status: 'failed',
  })
  await accept(sql, await account(sql, email), token)
  expect(await rejection(call('retry_mail', mail?.id ?? ''))).toMatchObject({
    code: 'PT409',
    hint: 'invitation_over',
  })
  expect(await rejection(call('resend_invitation', id))).toMatchObject({ hint: 'invitation_accepted' })
})

test('inviting answers the same whether or not the address shops here; members are in the list already', async () => {
  const [known, unknown] = [newEmail(), newEmail()]
  await account(sql, known)
  for (const email of [known, unknown]) expect(await invite(sql, owner, email)).toMatch(/^[0-9a-f-]{36}$/)
  const member = await signUpStaff(sql, 'moderator')
  const { email = '' } = member.user ?? {}
  const reported = { code: 'PT409', hint: 'email' }
  expect(await rejection(invite(sql, owner, email))).toMatchObject(reported)
  await callAs(sql, owner, 'set_staff', { p_id: (await recordOf(sql, member)).id, p_active: false })
  expect(await rejection(invite(sql, owner, email))).toMatchObject(reported)
})

test.each([
  ['an address that is none', { email: 'nobody' }, 'email'],
  ['no name', { first_name: ' ' }, 'first_name'],
  ['a name too long', { last_name: 'x'.repeat(101) }, 'last_name'],
  ['no role', { role: '' }, 'role'],
  ['a role that is none', { role: 'owner' }, 'role'],
])('%s is rejected at its field', async (_what, fields, hint) => {
  const whole = { email: newEmail(), first_name: 'Ada', last_name: '', role: 'admin', ...fields }
  expect(await rejection(callAs(sql, owner, 'invite_staff', { p_fields: whole }))).toMatchObject({
    code: 'PT422',
    hint,
  })
})

test('a dismissal withdraws the invitations that the member sent and received', async () => {
  const leaver = await signUpStaff(sql)
  const email = newEmail()
  await invite(sql, leaver, email)
  const token = await tokenTo(sql, email)
  await callAs(sql, owner, 'set_staff', { p_id: (await recordOf(sql, leaver)).id, p_active: false })
  expect(await read(sql, guest(), token)).toEqual({ state: 'withdrawn' })
  expect(await tokensTo(sql, email)).toEqual([])
})

test('an invitation lets former staff in again, with its role', async () => {
  const member = await signUpStaff(sql)
  await callAs(sql, owner, 'set_staff', { p_id: (await recordOf(sql, member)).id, p_active: false })
  const email = newEmail()
  await invite(sql, owner, email, { role: 'moderator' })
  const token = await tokenTo(sql, email)
  // Their account moves to the address that was invited.
  await sql`update auth.users set email = ${email}, email_confirmed_at = now() where id = ${member.user?.id ?? ''}`
  expect(await accept(sql, member, token)).toBe('joined')
  expect(await recordOf(sql, member)).toMatchObject({ role: 'moderator', is_active: true })
})

test.each(['admin', 'moderator'] as const)(
  'an %s neither sees nor invites staff, unless all are equal',
  async (role) => {
    const member = await signUpStaff(sql, role)
    const reported = { code: 'PT403', hint: 'not_allowed' }
    expect(await rejection(officeStaff(sql, member))).toMatchObject(reported)
    expect(await rejection(invite(sql, member, newEmail()))).toMatchObject(reported)
    await whileAllAreEqual(async () => {
      expect((await officeStaff(sql, member)).members.length).toBeGreaterThan(1)
      await invite(sql, member, newEmail())
    })
    expect(await rejection(as(sql, member, (tx) => tx`select from staff_invitations`))).toMatchObject({
      code: '42501',
    })
  },
)

test.each([
  ['deleted', () => sql`select`],
  ['changed', () => sql`update shop_settings set value = '"enforced"' where key = 'staff.roles'`],
])('once the setting that made all equal is %s, what a moderator sent is withdrawn', async (_how, change) => {
  const moderator = await signUpStaff(sql, 'moderator')
  const [theirs, allowed] = [newEmail(), newEmail()]
  const [token, other] = await whileAllAreEqual(async () => {
    await invite(sql, moderator, theirs, { role: 'super_admin' })
    await invite(sql, owner, allowed)
    const tokens = [await tokenTo(sql, theirs), await tokenTo(sql, allowed)]
    await change()
    return tokens
  })
  expect(await read(sql, guest(), token ?? '')).toEqual({ state: 'withdrawn' })
  expect(await accept(sql, await account(sql, theirs), token ?? '')).toBe('withdrawn')
  expect(await read(sql, guest(), other ?? '')).toMatchObject({ state: 'valid' })
  expect(await tokensTo(sql, theirs)).toEqual([])
  const { invitations } = await officeStaff(sql, owner)
  expect(invitations.map(({ email }) => email)).not.toContain(theirs)
  expect(invitations.map(({ email }) => email)).toContain(allowed)
})

test.each([
  ['is made an admin', (id: string) => sql`update admin_users set role = 'admin' where user_id = ${id}`],
  ['is dismissed', (id: string) => sql`update admin_users set is_active = false where user_id = ${id}`],
  ['is no longer staff', (id: string) => sql`delete from admin_users where user_id = ${id}`],
  ['has no account any more', (id: string) => sql`delete from auth.users where id = ${id}`],
])('an invitation ends when its inviter %s, also by the service', async (_what, change) => {
  const inviter = await signUpStaff(sql)
  const email = newEmail()
  const id = await invite(sql, inviter, email)
  const token = await tokenTo(sql, email)
  await change(inviter.user?.id ?? '')
  const invited = await account(sql, email)
  expect(await read(sql, guest(), token)).toEqual({ state: 'withdrawn' })
  expect(await accept(sql, invited, token)).toBe('withdrawn')
  expect(await sql`select from admin_users where user_id = ${invited.user?.id ?? ''}`).toHaveLength(0)
  await settle('failed', email)
  const [mail] = await sql<{ id: string }[]>`select id from email_outbox where recipient = ${email}`
  expect(await rejection(call('retry_mail', mail?.id ?? ''))).toMatchObject({ hint: 'invitation_over' })
  // A super admin who sends it again is its inviter.
  await call('resend_invitation', id)
  expect(await accept(sql, invited, await tokenTo(sql, email))).toBe('joined')
})

test('an address has one open invitation, also when two are sent at once', async () => {
  const email = newEmail()
  const crowd = connections(sql, 2)
  try {
    const outcomes = await Promise.allSettled([invite(crowd, owner, email), invite(crowd, owner, email)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  } finally {
    await crowd.end()
  }
  expect(await tokensTo(sql, email)).toHaveLength(1)
  expect(await rejection(invite(sql, owner, email))).toMatchObject({
    code: 'PT409',
    hint: 'email',
    message: 'This address has an open invitation. Send it again, or withdraw it first.',
  })
  await expire(email)
  await invite(sql, owner, email)
  expect((await officeStaff(sql, owner)).invitations.filter((each) => each.email === email)).toHaveLength(1)
})

test('a link that two accept at once makes staff once', async () => {
  const email = newEmail()
  await invite(sql, owner, email)
  const token = await tokenTo(sql, email)
  const member = await account(sql, email)
  const crowd = connections(sql, 4)
  try {
    const responses = await Promise.all(Array.from({ length: 4 }, () => accept(crowd, member, token)))
    expect(responses.sort()).toEqual(['joined', 'used', 'used', 'used'])
  } finally {
    await crowd.end()
  }
})

test('invitations are limited by sender and by recipient', async () => {
  const inviter = await signUpStaff(sql)
  const email = newEmail()
  const id = await invite(sql, inviter, email)
  for (let again = 0; again < 4; again += 1) await call('resend_invitation', id, inviter)
  expect(await rejection(call('resend_invitation', id, owner))).toMatchObject({ code: 'PT429' })
  for (let more = 0; more < 25; more += 1) await invite(sql, inviter, newEmail())
  expect(await rejection(invite(sql, inviter, newEmail()))).toMatchObject({ code: 'PT429' })
  expect(await invite(sql, owner, newEmail())).toMatch(/^[0-9a-f-]{36}$/)
})

test('guesses of links are limited', async () => {
  const visitor = guest()
  for (let tries = 0; tries < 60; tries += 1) await read(sql, visitor, randomUUID())
  expect(await rejection(read(sql, visitor, randomUUID()))).toMatchObject({ code: 'PT429' })
})
