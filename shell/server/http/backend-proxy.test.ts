import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { backendProxy, proxyBodyLimit } from './backend-proxy'
import { listen, type RunningServer } from '../listen'

let backend: Server
let backendUrl = ''
let shop: RunningServer
let base = ''
const upgrades: IncomingHttpHeaders[] = []
const requests: { url: string; headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  backend = createServer((request, response) => {
    let body = ''
    request
      .on('data', (part: Buffer) => {
        body += part.toString()
      })
      .on('end', () => {
        requests.push({ url: request.url ?? '', headers: request.headers, body })
        response
          .writeHead(409, {
            'content-type': 'application/json',
            'content-range': '0-0/1',
            'set-cookie': 'a=b',
          })
          .end('{"hint":"no"}')
      })
  })
  const live = new WebSocketServer({ server: backend, path: '/realtime/v1/websocket' })
  live.on('connection', (socket, { headers }) => {
    upgrades.push(headers)
    socket.on('message', (text: Buffer) => {
      socket.send(`heard ${text.toString()}`)
    })
  })
  backend.listen(0, '127.0.0.1')
  await once(backend, 'listening')
  backendUrl = `http://127.0.0.1:${String((backend.address() as AddressInfo).port)}`
  const app = new Hono()
  app.all('/supabase/*', proxyBodyLimit, backendProxy(backendUrl, 1))
  shop = await listen(app, { port: 0, proxiedBackend: backendUrl, trustedProxies: 1 })
  base = `127.0.0.1:${String(shop.port)}`
})
afterAll(async () => {
  await shop.close()
  backend.closeAllConnections()
  backend.close()
})

test.each(['TRACE', 'PROPFIND'])(
  '%s is not a method of the backend and is rejected, which is not reported as an outage',
  async (method) => {
    const asked = httpRequest(`http://${base}/supabase/rest/v1/products`, { method }).end()
    const [result] = (await once(asked, 'response')) as [IncomingMessage]
    result.resume()
    expect(result.statusCode).toBe(405)
    expect(result.headers.allow).toContain('PATCH')
    expect(requests).toEqual([])
  },
)

test('a request reaches the backend with its body and its key, and the answer comes back as it is', async () => {
  const result = await fetch(`http://${base}/supabase/rest/v1/rpc/cart_add?select=id`, {
    method: 'POST',
    body: '{"p":1}',
    headers: {
      apikey: 'k',
      cookie: 'secret=1',
      'x-forwarded-for': '198.51.100.66, 192.0.2.9',
      'cf-connecting-ip': '198.51.100.66',
      'x-real-ip': '198.51.100.66',
      forwarded: 'for=198.51.100.66',
      'content-type': 'application/json',
    },
  })
  expect(result.status).toBe(409)
  expect(await result.json()).toEqual({ hint: 'no' })
  expect(result.headers.get('content-range')).toBe('0-0/1')
  expect(result.headers.get('set-cookie')).toBeNull()
  const [request] = requests.splice(0)
  expect(request).toMatchObject({
    url: '/rest/v1/rpc/cart_add?select=id',
    body: '{"p":1}',
    headers: { apikey: 'k', 'x-forwarded-for': '192.0.2.9' },
  })
  expect(JSON.stringify(request)).not.toContain('198.51.100.66')
  expect(request?.headers.cookie).toBeUndefined()
})

test.each([
  '/supabase/pg/v1/query',
  '/supabase/',
  '/supabase/rest/v1',
  '/supabase/mailbox',
  '/supabase/rest/v1/../../mailbox',
])('%s is not proxied', async (path) => {
  expect((await fetch(`http://${base}${path}`)).status).toBe(404)
  expect(requests).toEqual([])
})

test.each([
  ['/supabase/rest/v1/products?select=a(b(c(id)))', 'more than 2 deep'],
  ['/supabase/rest/v1/customers?select=email::regclass', 'cast to text'],
  ['/supabase/auth/v1/%74oken?grant_type=password', 'must not be encoded'],
  ['/supabase/rest/v1//products', 'empty part'],
])('%s is rejected before it reaches the backend, hosted or not', async (path, words) => {
  const result = await fetch(`http://${base}${path}`)
  expect(result.status).toBe(400)
  expect(await result.json()).toMatchObject({ message: expect.stringContaining(words) })
  expect(requests).toEqual([])
})

test('a Realtime WebSocket is proxied; any other upgrade is closed', async () => {
  const socket = new WebSocket(`ws://${base}/supabase/realtime/v1/websocket?apikey=k`, {
    headers: { 'x-forwarded-for': '198.51.100.66, 192.0.2.9', 'cf-connecting-ip': '198.51.100.66' },
  })
  await once(socket, 'open')
  socket.send('hello')
  const [text]: unknown[] = await once(socket, 'message')
  expect(String(text)).toBe('heard hello')
  expect(upgrades.map((headers) => [headers['x-forwarded-for'], headers['cf-connecting-ip']])).toEqual([
    ['192.0.2.9', undefined],
  ])
  socket.close()
  await once(socket, 'close')
  const rejected = new WebSocket(`ws://${base}/supabase/rest/v1/products`)
  const [error]: unknown[] = await once(rejected, 'error')
  expect(String(error)).toContain('socket hang up')
})

test('a Realtime WebSocket is proxied to a backend that a shop proxies itself', async () => {
  const inShop = await listen(new Hono(), { port: 0, proxiedBackend: `http://${base}/supabase` })
  const socket = new WebSocket(`ws://127.0.0.1:${String(inShop.port)}/supabase/realtime/v1/websocket`)
  await once(socket, 'open')
  socket.send('hello')
  const [text]: unknown[] = await once(socket, 'message')
  expect(String(text)).toBe('heard hello')
  socket.close()
  await once(socket, 'close')
  await inShop.close()
})

test('without a backend it responds 502 with a message', async () => {
  const app = new Hono()
  app.all('/supabase/*', backendProxy('http://127.0.0.1:1'))
  const alone = await listen(app, { port: 0 })
  const result = await fetch(`http://127.0.0.1:${String(alone.port)}/supabase/rest/v1/products`)
  expect(result.status).toBe(502)
  await alone.close()
})

const megabyte = 1024 * 1024
test.each([
  ['/supabase/rest/v1/contact_messages', megabyte, 409],
  ['/supabase/rest/v1/contact_messages', megabyte + 1, 413],
  ['/supabase/storage/v1/object/list/product-images', 2 * megabyte, 413],
  ['/supabase/storage/v1/object/product-images/a.webp', 5 * megabyte, 409],
  ['/supabase/storage/v1/object/product-images/a.webp', 7 * megabyte, 413],
])('a body sent to %s of %i bytes answers %i', async (path, size, status) => {
  const result = await fetch(`http://${base}${path}`, { method: 'POST', body: 'x'.repeat(size) })
  expect(result.status).toBe(status)
  await result.text()
  expect(requests.splice(0)).toHaveLength(status === 409 ? 1 : 0)
})
