import { Hono } from 'hono'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createWebApp } from '../app'
import { fixedReleaseSet } from '../releases/live-releases'
import { listen, type RunningServer } from '../listen'
import { stillData } from '../testing'

let root = ''
let shop: RunningServer
const warn = vi.fn<(message: string) => void>()

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'shop-malformed-'))
  await mkdir(path.join(root, 'shell/media'), { recursive: true })
  await mkdir(path.join(root, 'libs/ui/fonts'), { recursive: true })
  const app = await createWebApp({
    root,
    store: path.join(root, 'releases'),
    releaseKeys: [],
    siteUrl: 'http://shop.test',
    supabaseUrl: 'http://127.0.0.1:1',
    supabaseKey: 'public',
    warn,
    releases: fixedReleaseSet({ id: 'none', remotes: {} }),
    data: stillData(),
  })
  shop = await listen(app, { port: 0 })
})
beforeEach(() => {
  warn.mockReset()
})
afterAll(async () => {
  await shop.close()
  await rm(root, { recursive: true })
})

/** Sends a request as it is written, which no client library would, and gives the whole answer. */
function send(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(shop.port, '127.0.0.1', () => {
      socket.write(request)
    })
    socket
      .on('data', (part: Buffer) => {
        response += part.toString()
      })
      .on('end', () => {
        resolve(response)
      })
      .on('error', reject)
  })
}
const ask = (address: string) =>
  send(`GET ${address} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)

test.each([
  '//[',
  '//@:',
  '//:99999',
  '/%',
  '/products/%zz',
  '/%c3%28',
  '/%E0%A4%A',
  '/products/%00',
  '/search?q=a%00',
  '/products/%ED%A0%80',
  '/search?q=%ed%a0%80',
])('GET %s is rejected in words', async (address) => {
  const response = await ask(address)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('This address cannot be read.')
  expect(response).toMatch(/cache-control: no-store/i)
  expect(warn).not.toHaveBeenCalled()
})

test.each(['//faq', '///faq', '//FAQ/'])(
  'GET %s leads to the page of that name here, never to another host',
  async (address) => {
    expect(await ask(address)).toMatch(/^HTTP\/1\.1 308 [\s\S]*location: \/faq\r\n/i)
  },
)

test('a broken multipart form is rejected in words', async () => {
  const body = '--x\r\nContent-Disposition: form-data; name="product"\r\n\r\nhalf'
  const response = await send(
    [
      'POST /contact HTTP/1.1',
      'Host: shop.test',
      'Origin: http://shop.test',
      'Connection: close',
      'Content-Type: multipart/form-data; boundary=y',
      `Content-Length: ${String(body.length)}`,
      '',
      body,
    ].join('\r\n'),
  )
  expect(response).toMatch(/^HTTP\/1\.1 415 /)
  expect(response).not.toContain('    at ')
  expect(warn).not.toHaveBeenCalled()
})

test('a body that is too large is rejected with 413', async () => {
  const response = await send(
    `POST /cart HTTP/1.1\r\nHost: shop.test\r\nOrigin: http://shop.test\r\nConnection: close\r\nContent-Length: 99999\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
})

test('a request that never ends is closed by the timeout', async () => {
  const slow = await listen(
    new Hono().post('/', async (context) => context.text(await context.req.text().catch(() => ''))),
    {
      port: 0,
      timeouts: { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 },
    },
  )
  const port = shop.port
  shop = { ...shop, port: slow.port }
  const half = await send('POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 10\r\n\r\nhalf')
  shop = { ...shop, port }
  expect(half).toMatch(/^HTTP\/1\.1 408 /)
  await slow.close()
})
