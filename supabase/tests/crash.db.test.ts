import { forkBackend, type BackendProcess } from '@shop/local-supabase'
import { freePort } from '@shop/local-supabase/free-port'
import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsIn } from './consistency'

interface Buyer {
  session: string
  key: string
  guest: string
}

let dataDir = ''
let backend: BackendProcess

const start = async () =>
  forkBackend({
    DATA_DIR: dataDir,
    BACKEND_PORT: String(await freePort()),
    SITE_URL: 'http://localhost:3000',
  })

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

async function call<T>(
  route: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<T> {
  const response = await fetch(`${backend.url}/rest/v1/${route}`, {
    method,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...headers,
    },
    ...(body !== null && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json() as Promise<T>
  const text = await response.text()
  // On a busy machine a statement may take longer than visitors have; it has changed nothing, so they try again.
  if (text.includes('57014')) return call(route, body, headers, method)
  throw new Error(`${route} answered ${String(response.status)}: ${text}`)
}

const service = () => ({ apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` })

/** A unit that a buyer puts into the cart: a product, or a variant of one. */
interface Piece {
  p_product_id: string
  p_variant_id?: string
}

async function readyToPay(pieces: Piece[], method: string): Promise<Buyer> {
  const guest = `session_${randomUUID().replaceAll('-', '')}`
  const headers = { 'x-session-id': guest }
  for (const piece of pieces) await call('rpc/cart_add', { ...piece, p_quantity: 1 }, headers)
  const details = {
    email: `${guest.slice(8, 20)}@example.test`,
    first_name: 'Ada',
    last_name: 'Guest',
    shipping_method_id: method,
    shipping_address: { address_line_1: '1 High Street', city: 'London', postal_code: 'SW1A 1AA' },
  }
  const { session_id: session } = await call<{ session_id: string }>(
    'rpc/start_checkout',
    { p_details: details },
    headers,
  )
  return { session, key: randomUUID(), guest }
}

const pay = ({ session, key, guest }: Buyer) =>
  call<{ order_number: string }>(
    'rpc/complete_checkout',
    { p_session_id: session, p_idempotency_key: key },
    { 'x-session-id': guest, 'x-checkout-session': session },
  )

/** Ends node and its database as a power cut would. */
async function cutPower(): Promise<void> {
  const ended = once(backend.child, 'exit')
  backend.child.kill('SIGKILL')
  process.kill(
    Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  )
  await ended
}

/** Looks at the whole database as it was left, while nobody is at work on it yet. */
async function faultsLeft(): Promise<Record<string, number>> {
  const { jwtSecret }: { jwtSecret: string } = JSON.parse(
    readFileSync(path.join(dataDir, 'keys.json'), 'utf8'),
  )
  // Line 4 is the port, line 5 the folder of the socket, empty on Windows.
  const [, , , port, folder] = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const sql = postgres({
    host: folder || '127.0.0.1',
    port: Number(port),
    username: 'supabase_admin',
    password: jwtSecret,
    database: 'postgres',
  })
  return faultsIn(sql).finally(() => sql.end())
}

const orders = () =>
  call<{ id: string; checkout_session_id: string }[]>(
    'orders?select=*&limit=1000&order=created_at.desc,id',
    null,
    service(),
    'GET',
  )

const buyers = 20
const rounds = process.env.TEST_DEEP ? 50 : 3
// Repeated with the seed of the run, as the property tests are.
const moments = fc.sample(fc.integer({ min: 0, max: 150 }), rounds)

test(
  `killed ${String(rounds)} times while many pay: nothing is half done, and paying again completes each purchase once`,
  async () => {
    const [product] = await call<{ id: string }[]>(
      'products',
      { slug: 'kill-test', name: 'Kill test', price: 50, inventory_quantity: 100_000, sku: 'KILL-1' },
      service(),
    )
    const [robe] = await call<{ id: string }[]>(
      'products',
      { slug: 'kill-robe', name: 'Kill robe', price: 40, options: [{ name: 'Size', values: ['S', 'M'] }] },
      service(),
    )
    const sizes = await call<{ id: string }[]>(
      'product_variants',
      ['S', 'M'].map((size) => ({
        product_id: robe?.id,
        option_values: [size],
        inventory_quantity: 100_000,
        sku: `KILL-${size}`,
      })),
      service(),
    )
    // Of five buyers two take one size each, one takes both, one takes a size and the product, and one the product alone.
    const [plain, small, medium] = [
      { p_product_id: product?.id ?? '' },
      ...sizes.map(({ id }) => ({ p_product_id: robe?.id ?? '', p_variant_id: id })),
    ]
    if (!plain || !small || !medium) throw new Error('the shop has nothing to sell')
    const carts = [[plain], [small], [medium], [medium, small], [small, plain]]
    const [method] = await call<{ id: string }[]>(
      'shipping_methods?select=id&name=eq.Standard',
      null,
      {},
      'GET',
    )
    for (const [round, moment] of moments.entries()) {
      const ready = await Promise.all(
        Array.from({ length: buyers }, (_, index) =>
          readyToPay(carts[index % carts.length] ?? [], method?.id ?? ''),
        ),
      )
      const earlier = await orders()
      const desk = earlier
        .slice(0, 10)
        .map(({ id }, index) =>
          call(
            `orders?id=eq.${id}`,
            index % 2 ? { status: 'cancelled' } : { payment_status: index % 4 ? 'refunded' : 'succeeded' },
            service(),
            'PATCH',
          ),
        )
      const paying = ready.map(async (buyer, index) => {
        if (index % 3 === 1) await call('rpc/reserve_checkout', { p_session_id: buyer.session })
        if (index % 6 === 1) await call('rpc/fail_checkout', { p_session_id: buyer.session })
        return pay(buyer)
      })
      const adjusting = [
        `products?id=eq.${product?.id ?? ''}`,
        `product_variants?id=eq.${sizes[0]?.id ?? ''}`,
      ].map((rows) => call(rows, { inventory_quantity: 100_000 + round }, service(), 'PATCH'))
      const done = Promise.allSettled([...paying, ...desk, ...adjusting])
      // Half of the rounds are cut after an answer, so that what was told to a buyer must have been kept.
      if (round % 2) await Promise.race(paying)
      await new Promise((resolve) => setTimeout(resolve, moment))
      await cutPower()
      const responded = (await done)
        .slice(0, buyers)
        .flatMap((one, index) => (one.status === 'fulfilled' ? [ready[index]?.session] : []))

      backend = await start()
      expect(await faultsLeft()).toEqual({})
      const kept = new Set((await orders()).map((order) => order.checkout_session_id))
      for (const session of responded) expect(kept).toContain(session)
      const again = await Promise.all(ready.map((buyer) => pay(buyer)))
      expect(new Set(again.map(({ order_number: number }) => number)).size).toBe(buyers)
      expect(
        (await orders()).filter((order) =>
          ready.some(({ session }) => session === order.checkout_session_id),
        ),
      ).toHaveLength(buyers)
    }
  },
  process.env.TEST_DEEP ? 3_600_000 : 600_000,
)

// The commands of docs/deploying.md, "Backup and restore".
test('a data folder that was backed up, destroyed and restored has every order whole', async () => {
  const before = [backend.secretKey, await orders()]
  expect(before[1]).not.toHaveLength(0)
  const ended = once(backend.child, 'exit')
  backend.child.kill('SIGTERM')
  await ended
  const backup = `${dataDir}.tar.gz`
  execFileSync('tar', ['-czf', backup, '-C', dataDir, '.'])
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  execFileSync('tar', ['-xpzf', backup, '-C', dataDir])
  await rm(backup)
  backend = await start()
  expect(await faultsLeft()).toEqual({})
  expect([backend.secretKey, await orders()]).toEqual(before)
}, 300_000)
