import { once } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestBackend } from './test-backend'
import { createClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'

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

it('goes on after PostgreSQL has ended the stream of changes, and subscribers notice', async () => {
  const backend = await startTestBackend({ realtime: true })
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as WebSocketLikeConstructor, reconnectAfterMs: () => 50 },
  })
  const statuses: string[] = []
  const versions: unknown[] = []
  client
    .channel('after-an-interruption')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'catalogue_version' }, (change) => {
      versions.push('version' in change.new ? change.new.version : null)
    })
    .subscribe((status) => statuses.push(status))
  const joined = () => statuses.filter((status) => status === 'SUBSCRIBED').length
  await expect.poll(joined, { timeout: 10_000 }).toBe(1)
  await backend.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'walsender' and datname = current_database()`
  await expect.poll(joined, { timeout: 10_000 }).toBe(2)
  await backend.sql`update public.catalogue_version set version = 4711`
  await expect.poll(() => versions, { timeout: 10_000 }).toContain(4711)
  await client.removeAllChannels()
  await client.realtime.disconnect()
  await backend.stop()
})
