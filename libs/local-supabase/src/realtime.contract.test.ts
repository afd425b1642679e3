import { randomUUID } from 'node:crypto'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contractBackend, type ContractBackend } from './contract-backend'

type ReceivedChanges = RealtimePostgresChangesPayload<Record<string, unknown>>

let backend: ContractBackend

beforeAll(async () => {
  backend = await contractBackend({ realtime: true })
})
afterAll(() => backend.stop())

/** Subscribes and waits until the subscription is confirmed. */
function listen(client: SupabaseClient, table: string, filter?: string): Promise<ReceivedChanges[]> {
  const received: ReceivedChanges[] = []
  return new Promise((resolve, reject) => {
    client
      .channel(`contract-${randomUUID()}`)
      .on('postgres_changes', { event: '*', schema: 'public', table, filter }, (change) =>
        received.push(change),
      )
      .on('system', {}, (message: { status: string }) =>
        message.status === 'ok' ? resolve(received) : reject(new Error(JSON.stringify(message))),
      )
      .subscribe((status, error) => {
        if (error) reject(error)
      })
  })
}

it('sends inserts, updates and deletes in order, with values of the right type', async () => {
  const received = await listen(backend.visitor(), 'products')
  const { id, slug } = await backend.product({ price: 12.5, features: ['one'] })
  await backend.admin.from('products').update({ inventory_quantity: 4 }).eq('id', id)
  await expect
    .poll(() => received.filter((change) => change.eventType === 'UPDATE').length, { timeout: 10_000 })
    .toBe(1)
  await backend.admin.from('products').delete().eq('id', id)
  await expect
    .poll(() => received.map((change) => change.eventType), { timeout: 10_000 })
    .toEqual(['INSERT', 'UPDATE', 'DELETE'])
  expect(received[0]?.new).toMatchObject({ id, slug, price: 12.5, features: ['one'], is_active: true })
  expect(received[1]?.new).toMatchObject({ id, inventory_quantity: 4 })
  expect(received[2]?.old).toMatchObject({ id })
})

it('sends nothing that the policies hide from the subscriber', async () => {
  const visitor = await listen(backend.visitor(), 'products')
  const staff = await listen(await backend.staff(), 'products')
  const hidden = await backend.product({ is_active: false })
  const shown = await backend.product()
  await expect
    .poll(() => staff.map((change) => change.new), { timeout: 10_000 })
    .toMatchObject([{ id: hidden.id }, { id: shown.id }])
  await expect
    .poll(() => visitor.map((change) => change.new), { timeout: 10_000 })
    .toMatchObject([{ id: shown.id }])
})

it('applies the filter', async () => {
  const one = await backend.product()
  const two = await backend.product()
  const received = await listen(backend.visitor(), 'products', `id=eq.${two.id}`)
  await backend.admin.from('products').update({ inventory_quantity: 1 }).eq('id', one.id)
  await backend.admin.from('products').update({ inventory_quantity: 1 }).eq('id', two.id)
  await expect
    .poll(() => received.filter((change) => change.eventType === 'UPDATE').map((change) => change.new), {
      timeout: 10_000,
    })
    .toMatchObject([{ id: two.id }])
  expect(received.filter((change) => 'id' in change.new && change.new.id !== two.id)).toEqual([])
})
