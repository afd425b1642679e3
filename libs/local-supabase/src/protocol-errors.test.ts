import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerProtocolErrors } from './protocol-errors'

let http: Server
beforeAll(async () => {
  http = createServer((_request, response) => response.end('fine'))
  answerProtocolErrors(http)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterAll(() => http.close())

function raw(bytes: string): Promise<string> {
  const address = http.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1', () => socket.end(bytes))
    let answer = ''
    socket.on('data', (part) => (answer += part.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

it.each([
  ['headers of 20 KB', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
  ['no HTTP at all', 'hello\r\n\r\n', '400'],
  ['two lengths', 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello', '400'],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    '400',
  ],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n', '400'],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: everything\r\n\r\n', '417'],
])('%s is refused with a message and the connection ends', async (_what, bytes, status) => {
  const answer = await raw(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer.toLowerCase()).toContain('content-type: application/json')
  expect(answer).toMatch(new RegExp(`\\{"code":"${status}","message":"[^"]+`))
})
