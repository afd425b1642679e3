import { randomUUID } from 'node:crypto'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
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

const claims = v.pipe(v.string(), v.parseJson(), v.object({ session_id: v.string() }))

/** The session that an access token names. */
const sessionOf = (token: string): string =>
  v.parse(claims, Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id

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

it('sends a session nothing personal once it has ended', async () => {
  const { client, id } = await backend.customer()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const shown = await listen(client, 'customers')
  const change = (first_name: string) =>
    backend.admin.from('customers').update({ first_name }).eq('user_id', id)
  await change('Ada')
  // The customer's own row may still be on its way when the subscription begins.
  await expect
    .poll(() => shown.map((each) => each.new), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ first_name: 'Ada' }))
  const before = shown.length
  // Another client ends the session, so that this one keeps its socket and token.
  const other = backend.visitor()
  await other.realtime.setAuth(token)
  const kept = await listen(other, 'customers')
  await backend.visitor({ authorization: `Bearer ${token}` }).rpc('end_session', { p_id: sessionOf(token) })
  const witness = await listen(backend.visitor(), 'products')
  await change('Grace')
  await backend.product()
  await expect.poll(() => witness.length, { timeout: 10_000 }).toBe(1)
  expect([shown.length - before, kept.length]).toEqual([0, 0])
})
