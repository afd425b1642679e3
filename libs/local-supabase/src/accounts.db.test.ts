import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWrongTries } from './email-codes'
import { passwordChecker } from './password-check'
import type { LocalSupabase } from './start'
import { createAccountClient, newAddress, read, shape, type AccountClient } from './test-accounts'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase
let client: AccountClient

beforeAll(async () => {
  backend = await startTestBackend()
  client = createAccountClient(backend)
})
afterAll(() => backend.stop())

test('signing up answers the same for new, waiting and known addresses; the owner of a known one is told by email', async () => {
  const [unknown, known] = [newAddress(), (await client.account()).email]
  const first = shape(await client.signUp(unknown), unknown)
  expect(first).toEqual([200, expect.stringContaining('"identities":[{')])
  expect(shape(await client.signUp(unknown), unknown)).toEqual(first)
  expect(shape(await client.signUp(known), known)).toEqual(first)
  const written = await client.emails(known)
  expect(written.at(-1)).toMatchObject({ subject: 'You already have an account', link: '' })
})

test('signing in and the calls that send emails say the same of known and unknown addresses', async () => {
  const [unknown, waiting, known] = [newAddress(), newAddress(), (await client.account()).email]
  await client.signUp(waiting)
  for (const email of [unknown, waiting, known]) {
    expect(shape(await client.signIn(email, 'wrong password'), email)).toEqual([
      400,
      expect.stringContaining('Invalid login credentials'),
    ])
    expect(await read(await client.call('recover', { email }))).toEqual({ status: 200, body: {} })
    expect(await read(await client.call('resend', { type: 'signup', email }))).toEqual({
      status: 200,
      body: {},
    })
    expect(
      await read(await client.call('verify', { type: 'recovery', email, token: '000000' })),
    ).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    })
  }
  // Someone who knows the password of a pending sign-up learns that it waits; a known address must look the same.
  await client.signUp(known, 'a password of a stranger')
  expect(await client.signIn(waiting, 'correct horse')).toMatchObject({
    status: 400,
    body: { msg: 'Email not confirmed' },
  })
  expect(await client.signIn(known, 'a password of a stranger')).toMatchObject({
    status: 400,
    body: { msg: 'Email not confirmed' },
  })
})

test('new passwords are as long as the setting asks; those that exist stay', async () => {
  const { email, token } = await client.account('123456')
  const choose = (password: string) =>
    client
      .call('user', { password }, { ...client.fresh(), authorization: `Bearer ${token}` }, 'PUT')
      .then(read)
  await backend.sql`update shop_settings set value = '9' where key = 'auth.passwordMinimum'`
  try {
    const rejection = { status: 422, body: { msg: 'Password should be at least 9 characters.' } }
    expect(await client.signUp(newAddress(), '12345678')).toMatchObject(rejection)
    expect(await choose('12345678')).toMatchObject(rejection)
    expect(await client.signIn(email, '123456')).toMatchObject({ status: 200 })
    expect(await choose('123456789')).toMatchObject({ status: 200 })
  } finally {
    await backend.sql`update shop_settings set value = '6' where key = 'auth.passwordMinimum'`
  }
})

test('without a valid key no call is answered', async () => {
  for (const apikey of ['', 'sb_secret_guessed', 'sb_publishable_guessed'])
    expect(
      (await client.call('recover', { email: newAddress() }, { ...client.fresh(), apikey })).status,
    ).toBe(401)
})

test('every sign-in costs two hashes, known address or not', async () => {
  const compared: string[][] = []
  const check = passwordChecker(backend.sql, async (_password, hashes) => {
    compared.push([...hashes])
    return [false, false]
  })
  for (const email of [newAddress(), (await client.account()).email])
    expect(await check(email, 'x')).toBe('wrong')
  expect(compared.map((hashes) => hashes.map((hash) => /^\$2[ab]\$10\$.{53}$/.test(hash)))).toEqual([
    [true, true],
    [true, true],
  ])
})

const changeEmail = (token: string, body: object) =>
  client.call('user', body, { ...client.fresh(), authorization: `Bearer ${token}` }, 'PUT').then(read)

test('a change of address asks for the password, and both mailboxes confirm it', async () => {
  const [me, next] = [await client.account(), newAddress()]
  for (const wrong of [{}, { current_password: 'a guess' }])
    expect(await changeEmail(me.token, { email: next, ...wrong })).toMatchObject({ status: 400 })
  expect(await client.emails(next)).toEqual([])
  expect(await changeEmail(me.token, { email: next, current_password: 'correct horse' })).toMatchObject({
    status: 200,
    body: { new_email: next },
  })
  const [atNew, atOld] = [(await client.emails(next)).at(-1), (await client.emails(me.email)).at(-1)]
  expect(atOld?.text).toContain(`from ${me.email} to ${next}`)
  const half = await client.follow(atNew?.link)
  expect(half).toMatchObject({ status: 200, body: { msg: expect.stringContaining('other email') } })
  expect(half.body).not.toHaveProperty('access_token')
  expect((await client.follow(atNew?.link)).status).toBe(403)
  expect(await client.signIn(next, 'correct horse')).toMatchObject({ status: 400 })
  expect(await client.follow(atOld?.link)).toMatchObject({ status: 200, body: { user: { email: next } } })
  expect(await client.signIn(next, 'correct horse')).toMatchObject({ status: 200 })
  expect(await client.signIn(me.email, 'correct horse')).toMatchObject({ status: 400 })
})

test('a later change of address ends the one before, whose mailbox has confirmed it already', async () => {
  const [me, first, second] = [await client.account(), newAddress(), newAddress()]
  const change = (email: string) => changeEmail(me.token, { email, current_password: 'correct horse' })
  await change(first)
  await client.follow((await client.emails(first)).at(-1)?.link)
  await change(second)
  await client.follow((await client.emails(me.email)).at(-1)?.link)
  expect(await client.signIn(first, 'correct horse')).toMatchObject({ status: 400 })
  await client.follow((await client.emails(second)).at(-1)?.link)
  expect(await client.signIn(second, 'correct horse')).toMatchObject({ status: 200 })
})

test('changing to a known address answers as to an unknown one, and moves nothing', async () => {
  const [me, other, unknown] = [await client.account(), await client.account(), newAddress()]
  const change = (email: string) => changeEmail(me.token, { email, current_password: 'correct horse' })
  const response = shape(await change(unknown), unknown)
  expect(response).toEqual([200, expect.stringContaining('"new_email":"ADDRESS"')])
  expect(shape(await change(other.email), other.email)).toEqual(response)
  expect((await client.emails(other.email)).at(-1)).toMatchObject({
    subject: 'You already have an account',
    link: '',
  })
  await client.follow((await client.emails(me.email)).at(-1)?.link)
  expect(await client.signIn(me.email, 'correct horse')).toMatchObject({ status: 200 })
})

test('a stranger who signs up with an address neither locks its owner out nor sets the password', async () => {
  const email = newAddress()
  await client.signUp(email, 'of the stranger')
  await client.signUp(email, 'of the owner')
  await client.signUp(email, 'of the stranger again')
  const [, own, second] = await client.emails(email)
  expect((await client.follow(own?.link)).status).toBe(200)
  expect(await client.signIn(email, 'of the owner')).toMatchObject({ status: 200 })
  expect((await client.follow(second?.link)).body).toMatchObject({ error_code: 'otp_expired' })
  for (const theirs of ['of the stranger', 'of the stranger again'])
    expect(await client.signIn(email, theirs)).toMatchObject({
      status: 400,
      body: { msg: 'Invalid login credentials' },
    })
})

test('sending again does not confirm a stranger’s password: without one it repeats the first sign-up', async () => {
  const email = newAddress()
  await client.signUp(email, 'of the owner')
  await client.signUp(email, 'of a stranger')
  await client.call('resend', { type: 'signup', email })
  const token = (await client.emails(email)).at(-1)?.code
  expect((await client.call('verify', { type: 'signup', email, token })).status).toBe(200)
  expect(await client.signIn(email, 'of the owner')).toMatchObject({ status: 200 })
  expect(await client.signIn(email, 'of a stranger')).toMatchObject({ status: 400 })
})

test.each(['signup', 'recovery'] as const)('%s: only the newest code can be typed', async (type) => {
  const email = type === 'signup' ? newAddress() : (await client.account()).email
  const ask = () => (type === 'signup' ? client.signUp(email) : client.call('recover', { email }))
  await ask()
  await ask()
  const [newest, older] = (await client.emails(email)).reverse()
  const verify = (token: string | undefined) =>
    client.call('verify', { type, email, token }).then(({ status }) => status)
  expect(await verify(older?.code)).toBe(403)
  expect(await verify(newest?.code)).toBe(200)
})

test('codes do not add up: a new one does not bring new tries', async () => {
  const { email } = await client.account()
  const verify = (token: string | undefined) =>
    client.call('verify', { type: 'recovery', email, token }).then(({ status }) => status)
  await client.call('recover', { email })
  for (let tries = 0; tries < maxWrongTries; tries++) await verify('12345x')
  await client.call('recover', { email })
  const { code, link } = (await client.emails(email)).at(-1) ?? {}
  expect(await verify(code)).toBe(403)
  expect((await client.follow(link)).status).toBe(200)
})

test('a code is void after ten wrong tries, however many at once; the link stays good', async () => {
  const { email } = await client.account()
  await client.call('recover', { email })
  const { code = '', link = '' } = (await client.emails(email)).at(-1) ?? {}
  const wrong = code === '111111' ? '222222' : '111111'
  const verify = (token: string) =>
    client.call('verify', { type: 'recovery', email, token }).then(({ status }) => status)
  const tried = await Promise.all(Array.from({ length: maxWrongTries + 5 }, () => verify(wrong)))
  expect(new Set(tried)).toEqual(new Set([403]))
  expect(await verify(code)).toBe(403)
  expect((await client.follow(link)).status).toBe(200)
})

test('a code typed right opens a session, once', async () => {
  const { email } = await client.account()
  await client.call('recover', { email })
  const { code } = (await client.emails(email)).at(-1) ?? {}
  expect(await read(await client.call('verify', { type: 'recovery', email, token: code }))).toMatchObject({
    status: 200,
    body: { access_token: expect.any(String) },
  })
  expect((await client.call('verify', { type: 'recovery', email, token: code })).status).toBe(403)
})

test('a scanner does not confirm a stranger’s account: opening a link changes nothing', async () => {
  const email = newAddress()
  await client.signUp(email)
  const [written] = await client.emails(email)
  const token = new URLSearchParams(new URL(written?.link ?? '').hash.slice(1)).get('token_hash') ?? ''
  for (const query of [`token=${token}`, `token_hash=${token}`]) {
    const opened = await client.call(`verify?type=signup&${query}`, undefined, client.fresh(), 'GET')
    expect(opened.status).toBe(405)
  }
  expect(await client.signIn(email, 'correct horse')).toMatchObject({ status: 400 })
  expect((await client.follow(written?.link)).status).toBe(200)
})

test('a link leads to the page of the shop that asks, wherever the request wanted it to lead', async () => {
  const email = `ada+moss@${newAddress()}`.replace(/@.*@/, '@')
  await client.call('signup?redirect_to=https://evil.example/', { email, password: 'correct horse' })
  const link = new URL((await client.emails(email))[0]?.link ?? '')
  expect(`${link.origin}${link.pathname}${link.search}`).toBe('http://localhost:3000/auth/link')
  expect(new URLSearchParams(link.hash.slice(1)).get('email')).toBe(email)
})

test('a reset that the back office asked for leads to its form, any other to the shop’s, and never elsewhere', async () => {
  for (const [redirect, page] of [
    ['http://localhost:3000/admin/reset', '/admin/reset'],
    ['https://evil.example/admin/reset', '/admin/reset'],
    ['https://evil.example/', '/auth/link'],
    ['', '/auth/link'],
  ] as const) {
    const { email } = await client.account()
    await client.call(`recover?redirect_to=${encodeURIComponent(redirect)}`, { email })
    const text = (await client.emails(email)).at(-1)?.text ?? ''
    const link = /http\S*token_hash=/.exec(text)?.[0] ?? ''
    expect(new URL(link).pathname, redirect).toBe(page)
    expect(link, redirect).not.toContain('evil')
  }
})
