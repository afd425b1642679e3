import fc from 'fast-check'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import {
  returnedEvent,
  signature,
  startFakeStripe,
  stripeKey,
  webhookSecret,
} from '../../shell/server/payments/fake-stripe'
import { startRefundWorker } from '../../shell/server/payments/refund-worker'
import { stripePayments } from '../../shell/server/payments/stripe-payments'
import { faultsIn } from '../../supabase/tests/consistency'
import { refundFixtures, type Bought } from '../../supabase/tests/refund-fixtures'
import { testBackend } from '../../supabase/tests/test-database'
import { signUpStaff } from '../../supabase/tests/visitor-fixtures'

const backend = await testBackend()
const { sql } = backend
const stripe = await startFakeStripe()
const staff = await signUpStaff(sql)
afterEach(() => {
  stripe.next.length = 0
  stripe.calls.length = 0
})
afterAll(() => stripe.close())

const shop = refundFixtures(sql, staff)
const access = () => ({
  supabaseUrl: backend.url,
  backendKey: backend.secretKey,
  stripeKey,
  apiUrl: stripe.url,
  idleMs: 20,
})
const log: string[] = []
const work = () => startRefundWorker({ ...access(), log: (line) => log.push(line) })

/** An order of £42.89 paid by Stripe, with a payment of its own. */
async function paidByStripe(): Promise<Bought> {
  const order = await shop.buy({ lines: [[19.99, 2]], provider: 'stripe' })
  await sql`update payment_attempts set reference = ${`pi_${randomUUID()}`}
    where checkout_session_id = (select checkout_session_id from orders where id = ${order.id})`
  return order
}
const refundRow = async (id: string) =>
  (await sql`select state, attempts, round, reference, last_error from refunds where id = ${id}`)[0]
/** The claims of a worker that was killed end after two minutes, and so does the wait after a failure. */
const letTimePass = () => sql`update refunds set next_attempt_at = now() where state = 'pending'`
const untilState = (id: string, state: string) =>
  vi.waitFor(async () => expect(await refundRow(id)).toMatchObject({ state }), { timeout: 20_000 })
const madeFor = (id: string) => stripe.refunds.filter(({ metadata }) => metadata.shop_refund === id)
/** How often Stripe was asked to pay a refund, whatever it answered. */
const askedFor = (id: string) =>
  stripe.calls.filter(({ path, form }) => path === '/v1/refunds' && form['metadata[shop_refund]'] === id)
    .length
/** Tells the shop of a refund that came back, as Stripe does. @returns the status of the answer */
async function tell(body: string): Promise<number> {
  const app = stripePayments({
    ...access(),
    webhookSecret,
    siteUrl: 'https://shop.example',
    provider: () => Promise.resolve('stripe'),
    warn: (line) => log.push(line),
  })
  const headers = { 'stripe-signature': signature(body) }
  return (await app.request('/webhook', { method: 'POST', body, headers })).status
}

test('a refund is asked for under its id, with its amount, and counts when Stripe has it', async () => {
  const order = await paidByStripe()
  const worker = work()
  const { id, state } = await shop.refund(order, { amount: 12.34 })
  expect(state).toBe('pending')
  await untilState(id, 'succeeded')
  await worker.stop()
  expect(madeFor(id)).toMatchObject([{ amount: 1234, status: 'succeeded' }])
  expect(stripe.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([`refund_${id}`])
  expect(await refundRow(id)).toMatchObject({ reference: madeFor(id)[0]?.id })
  expect(await shop.look(order)).toMatchObject({ refunded: 12.34, payment_status: 'succeeded' })
})

test('while Stripe is down a refund waits with the reason; afterwards it is paid once', async () => {
  stripe.goDown()
  const { id } = await shop.refund(await paidByStripe(), { amount: 5 })
  const worker = work()
  await vi.waitFor(
    async () =>
      expect(await refundRow(id)).toMatchObject({
        state: 'pending',
        last_error: 'An unknown error occurred',
      }),
    { timeout: 20_000 },
  )
  stripe.comeUp()
  await letTimePass()
  await untilState(id, 'succeeded')
  await worker.stop()
  expect(madeFor(id)).toHaveLength(1)
})

test('rejected for good, a refund has failed at once; tried again by staff it has a new key', async () => {
  stripe.next.push([
    400,
    { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'Charge is disputed.' } },
  ])
  const { id } = await shop.refund(await paidByStripe(), { amount: 5 })
  const worker = work()
  await untilState(id, 'failed')
  expect(await refundRow(id)).toMatchObject({ attempts: 1, last_error: 'Charge is disputed.' })
  expect(log.at(-1)).toContain(id)
  await shop.retry(id)
  await untilState(id, 'succeeded')
  await worker.stop()
  expect(
    stripe.calls
      .filter(({ path }) => path === '/v1/refunds')
      .map(({ headers }) => headers['idempotency-key']),
  ).toEqual([`refund_${id}`, `refund_${id}_1`])
})

test('a refund that Stripe accepted and that comes back has failed; tried again it is asked for with a new key', async () => {
  const order = await paidByStripe()
  const { id } = await shop.refund(order, { amount: 42.89 })
  // Faster than the worker: Stripe must say it again.
  expect(await tell(returnedEvent(id, 're_early'))).toBe(503)
  const worker = work()
  await untilState(id, 'succeeded')
  expect(await shop.look(order)).toMatchObject({ refunded: 42.89, payment_status: 'refunded' })
  const came = returnedEvent(id, madeFor(id)[0]?.id ?? '')
  const statuses = await Promise.all([
    tell(came),
    tell(came),
    tell(came.replace('refund.failed', 'refund.updated')),
  ])
  expect(statuses).toEqual([200, 200, 200])
  expect(await refundRow(id)).toMatchObject({
    state: 'failed',
    last_error: 'Stripe reports the refund as expired or canceled card.',
  })
  expect(await shop.look(order)).toMatchObject({ refunded: 0, payment_status: 'succeeded' })
  stripe.fail(id)
  await shop.retry(id)
  await untilState(id, 'succeeded')
  await worker.stop()
  expect(madeFor(id)).toHaveLength(2)
  expect(await tell(came)).toBe(200)
  expect(await shop.look(order)).toMatchObject({ refunded: 42.89, payment_status: 'refunded' })
})

/** The worker as a process that can be killed. */
function workerProcess() {
  const worker = new URL('../../shell/server/payments/refund-worker.ts', import.meta.url).href
  const program = `import { startRefundWorker } from ${JSON.stringify(worker)}
    startRefundWorker({ ...${JSON.stringify(access())}, log: () => undefined })`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: 'ignore',
  })
}

test(
  'killed after Stripe has paid and before it could hear so, the next worker asks no second time, though Stripe has forgotten the key',
  { timeout: 60_000 },
  async () => {
    const order = await paidByStripe()
    const { id } = await shop.refund(order, { amount: 7 })
    const killed = workerProcess()
    const ended = once(killed, 'exit')
    stripe.holdResponses(async () => {
      killed.kill('SIGKILL')
      await ended
    })
    await ended
    stripe.holdResponses(() => undefined)
    expect(await refundRow(id)).toMatchObject({ state: 'pending', reference: null })
    expect(madeFor(id)).toHaveLength(1)
    stripe.forgetKeys()
    await letTimePass()
    const worker = work()
    await untilState(id, 'succeeded')
    await worker.stop()
    expect(askedFor(id)).toBe(1)
    expect(await refundRow(id)).toMatchObject({ reference: madeFor(id)[0]?.id })
    expect(await shop.look(order)).toMatchObject({ refunded: 7 })
  },
)

const rounds = process.env.TEST_DEEP ? 50 : 3
// Repeated with the seed of the run, as the property tests are.
const moments = fc.sample(fc.integer({ min: 0, max: 60 }), rounds)
test(
  `killed ${String(rounds)} times at its work, it goes on at the next start: each refund is paid once and told once`,
  async () => {
    for (const [round, moment] of moments.entries()) {
      stripe.calls.length = 0
      const orders = await Promise.all([paidByStripe(), paidByStripe(), paidByStripe()])
      const refunds = await Promise.all(
        orders.flatMap((order) => [
          shop.refund(order, { amount: 7 }),
          shop.refund(order, { lines: [{ line: 0, quantity: 1 }] }),
        ]),
      )
      const killed = workerProcess()
      const ended = once(killed, 'exit')
      await vi.waitFor(() => expect(stripe.calls).not.toHaveLength(0), { timeout: 60_000, interval: 1 })
      await new Promise((resolve) => setTimeout(resolve, moment))
      killed.kill('SIGKILL')
      await ended
      expect(await faultsIn(sql)).toEqual({})
      if (round % 2) stripe.forgetKeys()
      await letTimePass()
      const worker = work()
      for (const { id } of refunds) await untilState(id, 'succeeded')
      await worker.stop()
      // Asked once, and not merely answered as before.
      expect(refunds.map(({ id }) => askedFor(id))).toEqual(refunds.map(() => 1))
      for (const { id, amount } of refunds)
        expect(madeFor(id).map(({ amount: pence }) => pence)).toEqual([Math.round(amount * 100)])
      for (const order of orders) {
        expect(await shop.look(order)).toMatchObject({ refunded: 25.95 })
        expect(await shop.emails(order, 'refund')).toHaveLength(2)
      }
      expect(await faultsIn(sql)).toEqual({})
    }
  },
  process.env.TEST_DEEP ? 1_800_000 : 120_000,
)
