import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestBackend, type LocalSupabase } from '@shop/local-supabase/in-process'
import * as v from 'valibot'
import { complete, details, readyToPay, stockProduct } from '../supabase/tests/checkout-steps'
import { guest } from '../supabase/tests/visitor-fixtures'

const reply = v.object({ message: v.string(), hint: v.nullish(v.string()), details: v.nullish(v.string()) })

let backend: LocalSupabase
beforeAll(async () => {
  // The API prints what it rejects.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  backend = await startTestBackend()
})
beforeEach(async () => {
  await backend.sql`delete from private.rate_limits`
})
afterAll(() => backend.stop())

interface Reply {
  status: number
  message: string
  hint: string | null | undefined
  wait: number
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${backend.url}${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), reply), text)
  return {
    status: response.status,
    message: parsed.success ? parsed.output.message : '',
    hint: parsed.success ? parsed.output.hint : null,
    wait: Number(parsed.success ? parsed.output.details : 0),
  }
}

/** Sends the same kind of request many times, one after another, and answers how each went. */
async function repeat(times: number, one: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let index = 0; index < times; index += 1) replies.push(await one(index))
  return replies
}

const track = (number: string, headers: Record<string, string> = {}): Promise<Reply> =>
  post('/rest/v1/rpc/track_order', { p_order_number: number, p_contact: 'wrong@example.test' }, headers)
// The same text again would be the same message.
const message = (email: string, headers: Record<string, string> = {}): Promise<Reply> =>
  post(
    '/rest/v1/contact_messages',
    { name: 'Ada', email, subject: 'Hello', message: `Ten letters at least ${randomUUID()}` },
    headers,
  )
const from = (index: number): Record<string, string> => ({ 'x-forwarded-for': `192.0.2.${index}` })

function limited(last: Reply | undefined, seconds: number): void {
  expect(last).toMatchObject({
    status: 429,
    hint: 'rate_limited',
    message: 'Too many attempts. Please wait a moment and try again.',
  })
  expect(last?.wait).toBeGreaterThan(0)
  expect(last?.wait).toBeLessThanOrEqual(seconds)
}

test('the eleventh wrong try at one order is limited, and other visitors are not', async () => {
  const replies = await repeat(11, () => track('AM20260105-0001', from(1)))
  expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  limited(replies[10], 15 * 60)
  limited(await track(' am20260105-0001 ', from(1)), 15 * 60)
  expect((await track('AM20260105-0001', from(99))).status).toBe(200)
  expect((await track('AM20260105-0002', from(1))).status).toBe(200)
})

test('an order that exists is limited like one that does not', async () => {
  const visitor = guest()
  const { session_id: session } = await readyToPay(
    backend.sql,
    visitor,
    await stockProduct(backend.sql, 10, 5),
  )
  const { order_number: number } = await complete(backend.sql, visitor, session)
  const right = (index: number): Promise<Reply> =>
    post('/rest/v1/rpc/track_order', { p_order_number: number, p_contact: 'guest@example.test' }, from(index))
  expect((await repeat(12, right)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  const wrong = await repeat(11, () => track(number, from(1)))
  limited(wrong[10], 15 * 60)
  limited(await right(1), 15 * 60)
  expect((await right(2)).status).toBe(200)
})

test('one address may track sixty times in a quarter of an hour', async () => {
  const replies = await repeat(61, (index) => track(`AM20260105-${1000 + index}`, from(1)))
  expect(replies.slice(0, 60).every(({ status }) => status === 200)).toBe(true)
  limited(replies[60], 15 * 60)
  expect((await track('AM20260105-2000', from(2))).status).toBe(200)
})

test('a forged cf-connecting-ip header does not change the address that is counted', async () => {
  const replies = await repeat(61, (index) =>
    track(`AM20260106-${1000 + index}`, { 'cf-connecting-ip': `198.51.100.${index}` }),
  )
  expect(replies[59]?.status).toBe(200)
  limited(replies[60], 15 * 60)
  // A proxy on this machine is believed.
  expect((await track('AM20260106-2000', { ...from(3), 'cf-connecting-ip': '127.0.0.1' })).status).toBe(200)
})

test('behind a proxy on this machine, only the address it saw counts', async () => {
  const replies = await repeat(61, (index) =>
    track(`AM20260109-${1000 + index}`, { 'x-forwarded-for': `198.51.100.${index}, 192.0.2.7` }),
  )
  expect(replies[59]?.status).toBe(200)
  limited(replies[60], 15 * 60)
})

test('the sixth message of one email address is limited in every spelling, and other senders are not', async () => {
  const email = `${randomUUID()}@example.test`
  const replies = await repeat(6, (index) => message(index % 2 === 0 ? email : email.toUpperCase(), from(1)))
  expect(replies.slice(0, 5).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  limited(replies[5], 60 * 60)
  const [{ count } = { count: 0 }] = await backend.sql<
    { count: number }[]
  >`select count(*)::int as count from contact_messages where lower(email) = ${email}`
  expect(count).toBe(5)
  expect((await message(email, from(2))).status).toBe(201)
})

test('one address sends thirty messages an hour, also when many come in one request', async () => {
  const many = Array.from({ length: 31 }, (_, index) => ({
    name: 'Ada',
    email: `a${index}-${randomUUID()}@example.test`,
    subject: 'Hello',
    message: 'Ten letters at least',
  }))
  limited(await post('/rest/v1/contact_messages', many, from(4)), 60 * 60)
  const replies = await repeat(31, () => message(`${randomUUID()}@example.test`, from(4)))
  expect(replies[29]?.status).toBe(201)
  limited(replies[30], 60 * 60)
})

test('concurrent tries count like sequential ones', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => track('AM20260107-0001', from(1))))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(30)
  const email = `${randomUUID()}@example.test`
  const messages = await Promise.all(Array.from({ length: 30 }, () => message(email, from(1))))
  expect(messages.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(messages.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('concurrent batches of messages from the same senders in opposite order do not deadlock', async () => {
  const emails = Array.from({ length: 4 }, () => `${randomUUID()}@example.test`)
  const rows = () =>
    emails.map((email) => ({
      name: 'Ada',
      email,
      subject: 'Hello',
      message: `Ten letters at least ${randomUUID()}`,
    }))
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      post('/rest/v1/contact_messages', index % 2 ? rows() : rows().reverse(), from(index)),
    ),
  )
  expect(replies.filter(({ status }) => status !== 201 && status !== 429)).toEqual([])
})

test('account tokens: sixty looks an address, ten links a checkout', async () => {
  const looks = await repeat(61, () =>
    post('/rest/v1/rpc/read_account_token', { p_token: randomBytes(16).toString('hex') }, from(5)),
  )
  expect(looks[59]?.status).toBe(200)
  limited(looks[60], 15 * 60)
  limited(await post('/rest/v1/rpc/claim_account_token', { p_token: 'x' }, from(5)), 15 * 60)
  const visitor = guest()
  const { session_id: session } = await readyToPay(
    backend.sql,
    visitor,
    await stockProduct(backend.sql, 10, 5),
  )
  await complete(backend.sql, visitor, session)
  const links = await repeat(11, () => post('/rest/v1/rpc/issue_account_token', { p_session_id: session }))
  expect(links[8]?.status).toBe(200)
  expect(links[10]).toMatchObject({ status: 429, hint: 'rate_limited' })
})

test('a cart starts thirty checkouts in ten minutes', async () => {
  const visitor = guest()
  await readyToPay(backend.sql, visitor, await stockProduct(backend.sql, 10, 5))
  await backend.sql`delete from private.rate_limits`
  const given = { p_details: await details(backend.sql) }
  const replies = await repeat(31, (index) =>
    post('/rest/v1/rpc/start_checkout', given, { ...visitor.headers, ...from(index) }),
  )
  expect(replies[29]?.status).toBe(200)
  limited(replies[30], 10 * 60)
})

test('the eleventh wrong password is limited, and the response says how long', async () => {
  const email = `${randomUUID()}@example.test`
  const attempt = (): Promise<Response> =>
    fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong password' }),
    })
  const replies: Response[] = []
  for (let index = 0; index < 11; index += 1) replies.push(await attempt())
  expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400))
  expect(replies[10]?.status).toBe(429)
  expect(Number(replies[10]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the counters of rate limits hold no personal data', async () => {
  const email = `${randomUUID()}@example.test`
  await message(email, from(6))
  await track('AM20260108-0001', from(6))
  const [{ text } = { text: '' }] = await backend.sql<
    { text: string }[]
  >`select string_agg(limits::text, ' ') as text from private.rate_limits as limits`
  for (const reported of [email, '192.0.2.6', 'AM20260108-0001']) expect(text).not.toContain(reported)
})
