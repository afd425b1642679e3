import { Hono } from 'hono'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { listen, type RunningServer, type ShutdownTimes } from './listen'

let server: RunningServer
let release: () => void
let started: Promise<void>

/** A server whose `/slow` answers once it is let, with clients that keep their connections. */
async function start(shutdown: ShutdownTimes): Promise<void> {
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let begin = () => undefined as void
  started = new Promise<void>((resolve) => {
    begin = resolve
  })
  const app = new Hono()
    .get('/', (context) => context.text('here'))
    .get('/slow', async (context) => {
      begin()
      await released
      return context.text('paid')
    })
  server = await listen(app, { port: 0, shutdown })
}

const agent = new Agent({ keepAlive: true })
afterEach(() => {
  agent.destroy()
})

async function ask(path: string): Promise<IncomingMessage> {
  const [response]: IncomingMessage[] = await once(
    get({ host: '127.0.0.1', port: server.port, path, agent }),
    'response',
  )
  if (!response) throw new Error('no response')
  return response
}

test('a request in flight gets its response before the server ends, and nobody else is let in', async () => {
  await start({ delayMs: 0, timeoutMs: 60_000 })
  // A connection that sends nothing, as browsers open in advance, keeps nobody waiting.
  const idle = connect(server.port, '127.0.0.1')
  await once(idle, 'connect')
  const slow = ask('/slow')
  await started
  const closed = server.close()
  await expect.poll(() => ask('/').catch((error: unknown) => String(error))).toContain('ECONNREFUSED')
  release()
  const response = await slow
  expect(response.headers.connection).toBe('close')
  expect(await text(response)).toBe('paid')
  await closed
})

test('a request that takes longer than the time for the shutdown is cut off', async () => {
  await start({ delayMs: 0, timeoutMs: 50 })
  const slow = ask('/slow').catch(String)
  await started
  await server.close()
  expect(await slow).toContain('socket hang up')
})

test('while the delay lasts new requests are answered, on connections that are not used again', async () => {
  await start({ delayMs: 300, timeoutMs: 60_000 })
  await text(await ask('/'))
  const closed = server.close()
  const response = await ask('/')
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close'])
  expect(await text(response)).toBe('here')
  await closed
  await expect(ask('/')).rejects.toThrow('ECONNREFUSED')
})

test('a health check by HTTP/1.0 without a Host header is answered', async () => {
  await start({ delayMs: 0, timeoutMs: 0 })
  const socket = connect(server.port, '127.0.0.1')
  socket.end('GET / HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  await server.close()
})

test('an address of another machine is an error', async () => {
  await expect(listen(new Hono(), { port: 0, host: '192.0.2.1' })).rejects.toThrow('EADDRNOTAVAIL')
})

test('a HEAD request gets the headers that a middleware changed, as a GET does', async () => {
  const app = new Hono()
    .use(async (context, next) => {
      await next()
      context.res.headers.set('cache-control', 'private')
    })
    .get('/', () => new Response('here', { headers: { 'cache-control': 'public' } }))
  server = await listen(app, { port: 0 })
  const address = `http://127.0.0.1:${String(server.port)}/`
  for (const method of ['GET', 'HEAD'])
    expect((await fetch(address, { method })).headers.get('cache-control')).toBe('private')
  await server.close()
})
