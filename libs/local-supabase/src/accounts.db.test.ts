import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostWrongTries } from './email-codes'
import { passwordChecker } from './password-check'
import type { LocalSupabase } from './start'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase
let callers = 0

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.stop())

/** Headers of a visitor whom no limit has counted yet. */
const fresh = (): Record<string, string> => ({
  'x-forwarded-for': `198.51.${String(Math.floor(++callers / 250))}.${String(callers % 250)}`,
})
const newAddress = (): string => `${randomUUID()}@example.test`

function call(path: string, body: unknown, headers = fresh(), method = 'POST'): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/${path}`, {
    method,
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...headers },
    body: method === 'GET' ? undefined : JSON.stringify(body),
  })
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
})
const signUp = (email: string, password = 'correct horse', data = {}) =>
  call('signup', { email, password, data }).then(read)
const signIn = (email: string, password: string, headers?: Record<string, string>) =>
  call('token?grant_type=password', { email, password }, headers).then(read)

interface Letter {
  subject: string
  text: string
  link: string
  code: string
}

/** The letters to a mailbox, oldest first. */
async function letters(email: string): Promise<Letter[]> {
  const rows = await backend.sql<
    { subject: string; text: string }[]
  >`select subject, body_text as text from embedded.mail where recipient = ${email} order by id`
  return rows.map(({ subject, text }) => ({
    subject,
    text,
    link: /http\S*verify\S*/.exec(text)?.[0] ?? '',
    code: /code: (\d{6})/.exec(text)?.[1] ?? '',
  }))
}

const follow = async (link: string | undefined): Promise<URLSearchParams> => {
  const response = await fetch(link ?? '', { redirect: 'manual', headers: fresh() })
  expect(response.status).toBe(303)
  return new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1))
}

async function account(password = 'correct horse'): Promise<{ email: string; token: string }> {
  const email = newAddress()
  await signUp(email, password)
  const session = await follow((await letters(email))[0]?.link)
  return { email, token: session.get('access_token') ?? '' }
}

/** The answer without what is random or of the moment. */
function shape({ status, body }: Answer, email: string): unknown {
  const told = JSON.stringify(body)
    .replaceAll(email, 'ADDRESS')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
  return [status, told]
}

test('signing up answers the same for new, waiting and known addresses; the owner of a known one is told by letter', async () => {
  const [unknown, known] = [newAddress(), (await account()).email]
  const first = shape(await signUp(unknown), unknown)
  expect(first).toEqual([200, expect.stringContaining('"identities":[{')])
  expect(shape(await signUp(unknown), unknown)).toEqual(first)
  expect(shape(await signUp(known), known)).toEqual(first)
  const written = await letters(known)
  expect(written.at(-1)).toMatchObject({ subject: 'You already have an account', link: '' })
})

test('signing in and the calls that send letters say the same of known and unknown addresses', async () => {
  const [unknown, waiting, known] = [newAddress(), newAddress(), (await account()).email]
  await signUp(waiting)
  for (const email of [unknown, waiting, known]) {
    expect(shape(await signIn(email, 'wrong password'), email)).toEqual([
      400,
      expect.stringContaining('Invalid login credentials'),
    ])
    expect(await read(await call('recover', { email }))).toEqual({ status: 200, body: {} })
    expect(await read(await call('resend', { type: 'signup', email }))).toEqual({ status: 200, body: {} })
    expect(await read(await call('verify', { type: 'recovery', email, token: '000000' }))).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    })
  }
  // Who signed up with a password may be told about it; with a known address that must look the same.
  await signUp(known, 'a password of a stranger')
  expect(await signIn(waiting, 'correct horse')).toMatchObject({
    status: 400,
    body: { msg: 'Email not confirmed' },
  })
  expect(await signIn(known, 'a password of a stranger')).toMatchObject({
    status: 400,
    body: { msg: 'Email not confirmed' },
  })
})

test('without a valid key no call is answered', async () => {
  for (const apikey of ['', 'sb_secret_guessed', 'sb_publishable_guessed'])
    expect((await call('recover', { email: newAddress() }, { ...fresh(), apikey })).status).toBe(401)
})

test('every sign-in costs two hashes, whoever is named', async () => {
  const compared: string[][] = []
  const check = passwordChecker(backend.sql, async (_password, hashes) => {
    compared.push([...hashes])
    return [false, false]
  })
  for (const email of [newAddress(), (await account()).email]) expect(await check(email, 'x')).toBe('wrong')
  expect(compared.map((hashes) => hashes.map((hash) => /^\$2[ab]\$10\$.{53}$/.test(hash)))).toEqual([
    [true, true],
    [true, true],
  ])
})

test('changing to a known address answers as to an unknown one, and moves nothing', async () => {
  const [me, other, unknown] = [await account(), await account(), newAddress()]
  const change = (email: string) =>
    call('user', { email }, { ...fresh(), authorization: `Bearer ${me.token}` }, 'PUT').then(read)
  const answer = shape(await change(unknown), unknown)
  expect(answer).toEqual([200, expect.stringContaining('"new_email":"ADDRESS"')])
  expect(shape(await change(other.email), other.email)).toEqual(answer)
  expect((await letters(other.email)).at(-1)).toMatchObject({
    subject: 'You already have an account',
    link: '',
  })
  expect((await letters(me.email)).map(({ subject, link }) => [subject, link]).at(-1)).toEqual([
    'Your email address is about to change',
    '',
  ])
  await follow((await letters(unknown))[0]?.link)
  expect(await signIn(unknown, 'correct horse')).toMatchObject({ status: 200 })
  expect(await signIn(me.email, 'correct horse')).toMatchObject({ status: 400 })
  expect(await change(newAddress())).toMatchObject({ status: 200 })
})

test('a stranger who signs up with an address neither locks its owner out nor sets the password', async () => {
  const email = newAddress()
  await signUp(email, 'of the stranger')
  await signUp(email, 'of the owner')
  await signUp(email, 'of the stranger again')
  const [, own, later] = await letters(email)
  expect((await follow(own?.link)).get('type')).toBe('signup')
  expect(await signIn(email, 'of the owner')).toMatchObject({ status: 200 })
  expect((await follow(later?.link)).get('error_code')).toBe('otp_expired')
  for (const theirs of ['of the stranger', 'of the stranger again'])
    expect(await signIn(email, theirs)).toMatchObject({
      status: 400,
      body: { msg: 'Invalid login credentials' },
    })
})

test('a code is void after ten wrong tries, however many at once; the link stays good', async () => {
  const { email } = await account()
  await call('recover', { email })
  const { code = '', link = '' } = (await letters(email)).at(-1) ?? {}
  const wrong = code === '111111' ? '222222' : '111111'
  const verify = (token: string) =>
    call('verify', { type: 'recovery', email, token }).then(({ status }) => status)
  const tried = await Promise.all(Array.from({ length: mostWrongTries + 5 }, () => verify(wrong)))
  expect(new Set(tried)).toEqual(new Set([403]))
  expect(await verify(code)).toBe(403)
  expect((await follow(link)).get('type')).toBe('recovery')
})

test('a code typed right opens a session, once', async () => {
  const { email } = await account()
  await call('recover', { email })
  const { code } = (await letters(email)).at(-1) ?? {}
  expect(await read(await call('verify', { type: 'recovery', email, token: code }))).toMatchObject({
    status: 200,
    body: { access_token: expect.any(String) },
  })
  expect((await call('verify', { type: 'recovery', email, token: code })).status).toBe(403)
})

test('of many wrong passwords at once no more than the limit are tried', async () => {
  const [{ email }, visitor] = [await account(), fresh()]
  const tried = await Promise.all(
    Array.from({ length: 30 }, () => signIn(email, 'wrong', visitor).then(({ status }) => status)),
  )
  expect(tried.filter((status) => status === 400)).toHaveLength(10)
  expect(tried.filter((status) => status === 429)).toHaveLength(20)
  expect(await signIn(email, 'correct horse', fresh())).toMatchObject({ status: 200 })
})

test('one caller tries thirty sign-ins, codes and letters, whichever mailboxes it names', async () => {
  const visitor = fresh()
  const statuses = async (one: () => Promise<Response>): Promise<number[]> => {
    const answers = await Promise.all(Array.from({ length: 31 }, one))
    return answers.map(({ status }) => status).filter((status) => status === 429)
  }
  expect(
    await statuses(() => call('token?grant_type=password', { email: newAddress(), password: 'x' }, visitor)),
  ).toEqual([429])
  expect(
    await statuses(() => call('verify', { type: 'recovery', email: newAddress(), token: '000000' }, visitor)),
  ).toEqual([429])
  expect(await statuses(() => call('recover', { email: newAddress() }, visitor))).toEqual([429])
})

test('a mailbox gets five letters an hour from one caller, whether it is known or not', async () => {
  for (const email of [newAddress(), (await account()).email]) {
    const visitor = fresh()
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call('recover', { email }, visitor).then(({ status }) => status)),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(5)
    expect(await read(await call('signup', { email, password: 'correct horse' }, visitor))).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
  }
})

test.each(['signup', 'token?grant_type=password', 'verify', 'recover', 'resend'])(
  'an e-mail address of more than 254 letters is refused by %s',
  async (path) => {
    const answer = await read(
      await call(path, {
        email: `${'x'.repeat(300_000)}@example.test`,
        password: 'correct horse',
        type: 'signup',
        token: '000000',
      }),
    )
    expect(answer).toMatchObject({
      status: 400,
      body: { msg: 'Unable to validate email address: invalid format' },
    })
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
  const response = await call(path, { email, password: 'correct horse' }, fresh(), method)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(await backend.sql`select from auth.users where email = ${email}`).toHaveLength(0)
})

test.each([
  'https://evil.example/',
  'http://localhost:3001/',
  'http://127.0.0.1:3000/',
  'http://localhost:3000@evil.example/',
  'javascript:alert(1)',
  '//evil.example',
])('a link that is to lead to %s leads to the shop', async (target) => {
  const email = newAddress()
  await signUp(email)
  const link = new URL((await letters(email))[0]?.link ?? '')
  link.searchParams.set('redirect_to', target)
  const response = await fetch(link, { redirect: 'manual', headers: fresh() })
  expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/?#access_token=/)
})
