import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalSupabase } from './start'
import { startTestBackend } from './test-backend'

let backend: LocalSupabase

beforeAll(async () => {
  backend = await startTestBackend({ realtime: true })
})
afterAll(() => backend.stop())

async function open(target: string): Promise<Socket> {
  const { port } = new URL(backend.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  return socket
}

async function respond(target: string): Promise<string> {
  const socket = await open(target)
  let text = ''
  for await (const part of socket) text += String(part)
  return text.split('\r\n', 1)[0] ?? ''
}

const alive = async (): Promise<number> => (await fetch(`${backend.url}/health`)).status

test.each(['//', 'http://[', '/realtime/v1/..'])(
  'an upgrade of %s is rejected and ends nothing',
  async (target) => {
    expect(await respond(target)).toBe('HTTP/1.1 404 Not Found')
    expect(await alive()).toBe(200)
  },
)

test('upgrades that are reset while they are answered end nothing', async () => {
  for (const target of [
    '/realtime/v1/websocket?apikey=no',
    '/elsewhere',
    `/realtime/v1/websocket?apikey=${backend.publishableKey}`,
  ]) {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => open(target)))
    for (const socket of sockets) socket.resetAndDestroy()
  }
  expect(await alive()).toBe(200)
})
