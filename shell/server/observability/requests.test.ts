import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen, type RunningServer } from '../listen'
import { createLog } from './log'
import { describeRequest, observeRequests, type FinishedRequest } from './requests'

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
  server = await listen(app, { port: 0, observe: (listener) => observeRequests(listener, log, onFinish) })
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
