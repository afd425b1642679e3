import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestBackend } from './test-backend'

it('stops while a subscriber is connected, without waiting for it to leave', async () => {
  const backend = await startTestBackend({ realtime: true })
  const address = `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${backend.publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await backend.stop()
  // The code of a connection that was cut instead of closed by agreement.
  expect(await closed).toEqual([1006, expect.anything()])
  await expect(fetch(backend.url)).rejects.toThrow('fetch failed')
})
