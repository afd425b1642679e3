import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdnPurge } from './cdn-purge'

let cdn: Server
let status = 200
let asked: { tags: unknown; key: unknown; token: unknown }[] = []
const warn = vi.fn<(message: string) => void>()

beforeEach(async () => {
  ;[status, asked] = [200, []]
  warn.mockReset()
  cdn = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { 'surrogate-key': key, authorization: token } = request.headers
      asked.push({ tags: JSON.parse(body), key, token })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve))
})
afterEach(() => cdn.close())

const purge = (retryMs: number[] = []) => {
  const { port } = cdn.address() as AddressInfo
  return cdnPurge({ url: `http://127.0.0.1:${String(port)}/`, token: 't', warn, gatherMs: 5, retryMs })
}

test('tags of many changes are sent in one call, and later ones in another', async () => {
  const forget = purge()
  forget('shop')
  forget('shop', 'set-one')
  await expect
    .poll(() => asked)
    .toEqual([{ tags: { tags: ['shop', 'set-one'] }, key: 'shop set-one', token: 'Bearer t' }])
  forget('shop')
  await expect.poll(() => asked.length).toBe(2)
})

test('a call that fails is tried again, then warned of', async () => {
  status = 500
  purge([1, 1])('shop')
  await expect.poll(() => warn.mock.calls).toEqual([['The CDN was not told to forget shop: it answered 500']])
  expect(asked.length).toBe(3)
})
