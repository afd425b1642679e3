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

test('signing up answers the same for new, waiting and known addresses; the owner of a known one is informed by letter', async () => {
  const [unknown, known] = [newAddress(), (await client.account()).email]
  const first = shape(await client.signUp(unknown), unknown)
  expect(first).toEqual([200, expect.stringContaining('"identities":[{')])
  expect(shape(await client.signUp(unknown), unknown)).toEqual(first)
  expect(shape(await client.signUp(known), known)).toEqual(first)
  const written = await client.letters(known)
  expect(written.at(-1)).toMatchObject({ subject: 'You already have an account', link: '' })
})

test('signing in and the calls that send letters say the same of known and unknown addresses', async () => {
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

test('changing to a known address answers as to an unknown one, and moves nothing', async () => {
  const [me, other, unknown] = [await client.account(), await client.account(), newAddress()]
  const change = (email: string) =>
    client
      .call('user', { email }, { ...client.fresh(), authorization: `Bearer ${me.token}` }, 'PUT')
      .then(read)
  const answer = shape(await change(unknown), unknown)
  expect(answer).toEqual([200, expect.stringContaining('"new_email":"ADDRESS"')])
  expect(shape(await change(other.email), other.email)).toEqual(answer)
  expect((await client.letters(other.email)).at(-1)).toMatchObject({
    subject: 'You already have an account',
    link: '',
  })
  expect((await client.letters(me.email)).map(({ subject, link }) => [subject, link]).at(-1)).toEqual([
    'Your email address is about to change',
    '',
  ])
  await client.follow((await client.letters(unknown))[0]?.link)
  expect(await client.signIn(unknown, 'correct horse')).toMatchObject({ status: 200 })
  expect(await client.signIn(me.email, 'correct horse')).toMatchObject({ status: 400 })
  expect(await change(newAddress())).toMatchObject({ status: 200 })
})

test('a stranger who signs up with an address neither locks its owner out nor sets the password', async () => {
  const email = newAddress()
  await client.signUp(email, 'of the stranger')
  await client.signUp(email, 'of the owner')
  await client.signUp(email, 'of the stranger again')
  const [, own, second] = await client.letters(email)
  expect((await client.follow(own?.link)).get('type')).toBe('signup')
  expect(await client.signIn(email, 'of the owner')).toMatchObject({ status: 200 })
  expect((await client.follow(second?.link)).get('error_code')).toBe('otp_expired')
  for (const theirs of ['of the stranger', 'of the stranger again'])
    expect(await client.signIn(email, theirs)).toMatchObject({
      status: 400,
      body: { msg: 'Invalid login credentials' },
    })
})

test('a code is void after ten wrong tries, however many at once; the link stays good', async () => {
  const { email } = await client.account()
  await client.call('recover', { email })
  const { code = '', link = '' } = (await client.letters(email)).at(-1) ?? {}
  const wrong = code === '111111' ? '222222' : '111111'
  const verify = (token: string) =>
    client.call('verify', { type: 'recovery', email, token }).then(({ status }) => status)
  const tried = await Promise.all(Array.from({ length: maxWrongTries + 5 }, () => verify(wrong)))
  expect(new Set(tried)).toEqual(new Set([403]))
  expect(await verify(code)).toBe(403)
  expect((await client.follow(link)).get('type')).toBe('recovery')
})

test('a code typed right opens a session, once', async () => {
  const { email } = await client.account()
  await client.call('recover', { email })
  const { code } = (await client.letters(email)).at(-1) ?? {}
  expect(await read(await client.call('verify', { type: 'recovery', email, token: code }))).toMatchObject({
    status: 200,
    body: { access_token: expect.any(String) },
  })
  expect((await client.call('verify', { type: 'recovery', email, token: code })).status).toBe(403)
})

test.each([
  'https://evil.example/',
  'http://localhost:3001/',
  'http://127.0.0.1:3000/',
  'http://localhost:3000@evil.example/',
  'javascript:alert(1)',
  '//evil.example',
])('a link that asks to redirect to %s redirects to the shop', async (target) => {
  const email = newAddress()
  await client.signUp(email)
  const link = new URL((await client.letters(email))[0]?.link ?? '')
  link.searchParams.set('redirect_to', target)
  const response = await fetch(link, { redirect: 'manual', headers: client.fresh() })
  expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/?#access_token=/)
})
