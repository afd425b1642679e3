import { forkBackend, type BackendProcess } from '@shop/local-supabase'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Buyer {
  session: string
  key: string
  guest: string
}

let dataDir = ''
let backend: BackendProcess

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' && address ? address.port : 0)
}

const start = async () => forkBackend({ DATA_DIR: dataDir, BACKEND_PORT: await freePort(), SITE_URL: 'http://localhost:3000' })

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'shop-kill-test-'))
  backend = await start()
})

afterAll(async () => {
  const ended = once(backend.child, 'exit')
  backend.child.kill('SIGTERM')
  await ended
  await rm(dataDir, { recursive: true, force: true })
})

async function call<T>(route: string, body: unknown, headers: Record<string, string> = {}, method = 'POST'): Promise<T> {
  const answer = await fetch(`${backend.url}/rest/v1/${route}`, {
    method,
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', prefer: 'return=representation', ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${route} answered ${String(answer.status)}: ${await answer.text()}`)
  return answer.json() as Promise<T>
}

const service = () => ({ apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` })

async function readyToPay(product: string, method: string): Promise<Buyer> {
  const guest = `session_${randomUUID().replaceAll('-', '')}`
  const headers = { 'x-session-id': guest }
  await call('rpc/cart_add', { p_product_id: product, p_quantity: 1 }, headers)
  const details = {
    email: `${guest.slice(8, 20)}@example.test`, first_name: 'Ada', last_name: 'Guest', shipping_method_id: method,
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  }
  const { session_id: session } = await call<{ session_id: string }>('rpc/start_checkout', { p_details: details }, headers)
  return { session, key: randomUUID(), guest }
}

const pay = ({ session, key, guest }: Buyer) =>
  call<{ order_number: string }>('rpc/complete_checkout', { p_session_id: session, p_idempotency_key: key }, { 'x-session-id': guest, 'x-checkout-session': session })

test('killed while many pay: every order has its stock taken, none is made twice, and paying again completes the rest', async () => {
  const stock = 40
  const buyers = 30
  const [product] = await call<{ id: string }[]>('products', { slug: 'kill-test', name: 'Kill test', price: 50, inventory_quantity: stock, sku: 'KILL-1' }, service())
  const [method] = await call<{ id: string }[]>('shipping_methods?select=id&name=eq.Standard', null, {}, 'GET')
  const ready = await Promise.all(Array.from({ length: buyers }, () => readyToPay(product?.id ?? '', method?.id ?? '')))

  // The kill falls between the first answer and the last.
  const paying = ready.map((buyer) => pay(buyer))
  await Promise.race(paying)
  const ended = once(backend.child, 'exit')
  backend.child.kill('SIGKILL')
  process.kill(Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
  const answered = (await Promise.allSettled(paying)).filter((one) => one.status === 'fulfilled').length
  await ended

  backend = await start()
  const left = async () => (await call<{ inventory_quantity: number }[]>('products?select=inventory_quantity&slug=eq.kill-test', null, service(), 'GET'))[0]?.inventory_quantity
  const orders = async () => call<{ checkout_session_id: string }[]>('orders?select=checkout_session_id', null, service(), 'GET')
  const kept = (await orders()).length
  expect(kept).toBeGreaterThanOrEqual(answered)
  expect(await left()).toBe(stock - kept)

  const again = await Promise.all(ready.map((buyer) => pay(buyer)))
  expect(new Set(again.map(({ order_number: number }) => number)).size).toBe(buyers)
  expect(new Set((await orders()).map((order) => order.checkout_session_id)).size).toBe(buyers)
  expect(await orders()).toHaveLength(buyers)
  expect(await left()).toBe(stock - buyers)
})
