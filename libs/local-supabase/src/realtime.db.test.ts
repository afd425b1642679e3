import { createClient } from '@supabase/supabase-js'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { LocalSupabase } from './start'
import { startOwnTestBackend, startTestBackend } from './test-backend'

let backend: LocalSupabase

beforeAll(async () => {
  backend = await startOwnTestBackend()
})
afterAll(() => backend.stop())

it('goes on telling changes after the database died and came back', async () => {
  if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })
  const client = createClient(backend.url, backend.publishableKey, { auth: { persistSession: false } })
  const received: unknown[] = []
  await new Promise<void>((resolve) => {
    client
      .channel('stock')
      .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'products' }, (change) =>
        received.push(change.new),
      )
      .on('system', {}, () => resolve())
      .subscribe()
  })
  process.kill(backend.postgresPid() ?? 0, 'SIGKILL')
  // A change made before the server listens again may be lost (pages refetch); later ones are sent.
  await expect
    .poll(
      async () => {
        await backend.sql`update products set updated_at = now() where slug = (select slug from products where is_active limit 1)`.catch(
          () => undefined,
        )
        return received.length
      },
      { timeout: 20_000, interval: 300 },
    )
    .toBeGreaterThan(0)
  await client.removeAllChannels()
})

it('stops while a subscriber is connected, without waiting for it to leave', async () => {
  const other = await startTestBackend({ realtime: true })
  const address = `${other.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${other.publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const closed = once(socket, 'close')
  await other.stop()
  // The code of a connection that was cut instead of closed by agreement.
  expect(await closed).toEqual([1006, expect.anything()])
  await expect(fetch(other.url)).rejects.toThrow('fetch failed')
})
