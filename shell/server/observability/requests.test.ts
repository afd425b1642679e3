import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, type RunningServer } from '../listen'
import { createLog } from './log'
import { describeRequest } from '../tracing/request-facts'
import { observeRequests, type FinishedRequest } from './requests'

let server: RunningServer
let lines: Record<string, unknown>[]
const onFinish = vi.fn<(request: FinishedRequest) => void>()

const app = new Hono()
  .get('/products/:slug', (context) => {
    describeRequest({
      ...{ route: '/products/:slug', cache: 'miss', releaseSet: 'one', remote: 'mf-catalog', version: 'v1' },
    })
    return context.text('a product')
  })
  .get('/media/:name', (context) => {
    describeRequest({ route: '/media/*' })
    return context.text('a picture')
  })
  .get('/busy', (context) => context.text('', 503))
  .get('/failed', (context) => {
    const cause = new Error('Key (email)=(ada@example.test) exists: eyJhbGciOi.eyJzdWIi.x0')
    describeRequest({ error: new Error('The order failed', { cause }) })
    return context.text('', 500)
  })
  .get('/slow', (context) => {
    vi.advanceTimersByTime(1500)
    return context.text('')
  })

beforeEach(async () => {
  lines = []
  onFinish.mockReset()
  const log = createLog('debug', { write: (line: string) => lines.push(JSON.parse(line)) })
  server = await listen(app, {
    port: 0,
    observe: (listener) => observeRequests(listener, { log, trustedProxies: 1, onFinish }),
  })
})
afterEach(() => server.close())

/** The line of a request, without what is new each time. */
async function lineOf(path: string, init?: RequestInit): Promise<Record<string, unknown>> {
  await (await fetch(`http://127.0.0.1:${String(server.port)}${path}`, init)).text()
  await expect.poll(() => lines).toHaveLength(1)
  return lines[0] ?? {}
}

test('a request is one line, with route and release but neither address nor headers', async () => {
  const headers = { cookie: 'name=Ada', authorization: 'Bearer secret', 'user-agent': 'browser of Ada' }
  const line = await lineOf('/products/riva?email=ada@example.test', { headers })
  expect(line).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    method: 'GET',
    route: '/products/:slug',
    status: 200,
    durationMs: expect.any(Number),
    cache: 'miss',
    releaseSet: 'one',
    remote: 'mf-catalog',
    version: 'v1',
    msg: 'request',
  })
  expect(onFinish).toHaveBeenCalledWith(expect.objectContaining({ route: '/products/:slug', status: 200 }))
})

test('a request keeps the id that the proxy gave it, and its response says it', async () => {
  const requestId = '7F000001:8B4A_7F000001:1F90.63c1'
  expect(await lineOf('/products/riva', { headers: { 'x-request-id': requestId } })).toMatchObject({
    requestId,
  })
})

test.each([
  ['an email address', 1, 'ada@example.test'],
  ['more than an id', 1, 'x'.repeat(129)],
  ['an id that no proxy of ours can have given', 0, '7f000001-8b4a'],
])('%s is no id of a request', async (_, trustedProxies, given) => {
  const log = createLog('silent')
  const observed = await listen(app, {
    port: 0,
    observe: (listener) => observeRequests(listener, { log, trustedProxies }),
  })
  const response = await fetch(`http://127.0.0.1:${String(observed.port)}/products/riva`, {
    headers: { 'x-request-id': given },
  })
  await observed.close()
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

test.each([
  ['/media/riva.avif', 'debug'],
  ['/busy', 'warn'],
  ['/nowhere', 'info'],
])('%s is logged at the level %s', async (path, level) => {
  expect(await lineOf(path)).toMatchObject({ level })
})

test('a failure is logged with its cause, without email addresses and tokens', async () => {
  const line = await lineOf('/failed')
  expect(line).toMatchObject({
    level: 'error',
    status: 500,
    err: { message: 'The order failed', cause: { message: 'Key (email)=([email]) exists: [token]' } },
  })
  expect(JSON.stringify(line)).not.toMatch(/ada@|eyJ/)
})

test('a slow request is a warning', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  expect(await lineOf('/slow')).toMatchObject({ level: 'warn', status: 200, durationMs: 1500 })
})
