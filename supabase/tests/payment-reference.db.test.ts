import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { complete, readyToPay, reserve, stockOf, stockProduct, type Receipt } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, refusal, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

interface Payment {
  reference: string
  pence: number | null
  currency: string | null
}
const payment = (changes: Partial<Payment> = {}): Payment => ({
  reference: `pi_${randomUUID()}`,
  pence: 3790,
  currency: 'gbp',
  ...changes,
})

/** A provider's payment of a checkout, reported by the server with the backend's own key. */
function pay(session: string, { reference, pence, currency }: Payment, key = randomUUID(), connection = sql) {
  return connection.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`set local role service_role`
    const [row] = await tx<
      { reply: Receipt }[]
    >`select complete_checkout(${session}, ${key}, ${reference}, ${pence}, ${currency}) as reply`
    return row?.reply
  })
}

/** Two of one product for £37.90, reserved. */
async function checkout(visitor: Visitor = guest()) {
  const product = await stockProduct(sql, 19.99, 5)
  const { session_id: session } = await readyToPay(sql, visitor, product, 2)
  await reserve(sql, visitor, { session_id: session })
  return { visitor, product, session }
}

/** Every place that names the payment of a checkout. */
const referencesOf = async (session: string) =>
  [
    ...(await sql<{ reference: string | null }[]>`
    select stripe_payment_intent_id as reference from orders where checkout_session_id = ${session}
    union all select stripe_payment_intent_id from checkout_sessions where session_id = ${session}
    union all select reference from payment_attempts where checkout_session_id = ${session}
    union all select data ->> 'payment_intent' from order_events join orders on orders.id = order_id
      where checkout_session_id = ${session} and type = 'payment_succeeded'`),
  ].map(({ reference }) => reference)
const ordersOf = async (session: string) =>
  (await sql`select from orders where checkout_session_id = ${session}`).count

test('order, checkout, payment and log have the one reference that came with the payment', async () => {
  const { session, product } = await checkout()
  const paid = payment()
  const receipt = await pay(session, paid)
  expect(receipt).toMatchObject({ checkout_session_id: session, total: 37.9, status: 'completed' })
  expect(await referencesOf(session)).toEqual(Array(4).fill(paid.reference))
  expect(await pay(session, paid)).toEqual(receipt)
  expect(await stockOf(sql, product)).toBe(3)
  expect(await faultsIn(sql)).toEqual({})
})

test('a simulated payment gets its reference from the database', async () => {
  const { session, visitor } = await checkout()
  await complete(sql, visitor, session)
  const [reference, ...others] = await referencesOf(session)
  expect(reference).toMatch(/^pi_sim_[0-9a-f]{32}$/)
  expect(others).toEqual(Array(3).fill(reference))
})

test('a browser supplies no reference of its own, signed in or not, and nothing is made of it', async () => {
  const user = await signUp(sql)
  for (const visitor of [guest(), user]) {
    const { session } = await checkout(visitor)
    const claim = as(
      sql,
      visitor,
      (tx) => tx`select complete_checkout(${session}, gen_random_uuid(), 'pi_mine', 3790, 'gbp')`,
    )
    expect(await refusal(claim)).toMatchObject({ code: 'PT403', hint: 'payment_reference' })
    expect(await ordersOf(session)).toBe(0)
    expect((await complete(sql, visitor, session)).total).toBe(37.9)
  }
})

test.each([
  ['too little', { pence: 1 }],
  ['no amount', { pence: null }],
  ['another currency', { currency: 'usd' }],
  ['no currency', { currency: null }],
])('of %s no order is made', async (_name, changes) => {
  const { session } = await checkout()
  expect(await refusal(pay(session, payment(changes)))).toMatchObject({
    code: 'PT409',
    hint: 'amount_differs',
  })
  expect(await ordersOf(session)).toBe(0)
})

test('of two payments of one checkout at once one makes the order, the other is refused', async () => {
  const crowd = connections(sql, 4)
  const { session, product } = await checkout()
  const payments = [payment(), payment()]
  const tries = await Promise.allSettled(
    [...payments, ...payments].map((paid) => pay(session, paid, randomUUID(), crowd)),
  )
  await crowd.end()
  const [winner] = await referencesOf(session)
  expect(payments.map(({ reference }) => reference)).toContain(winner)
  for (const [nth, tried] of tries.entries()) {
    if (payments[nth % 2]?.reference === winner) expect(tried.status).toBe('fulfilled')
    else expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'PT409', hint: 'paid_twice' } })
  }
  expect(await stockOf(sql, product)).toBe(3)
  expect(await faultsIn(sql)).toEqual({})
})

test('a key that reported one payment reports no other', async () => {
  const { session } = await checkout()
  const key = randomUUID()
  await pay(session, payment(), key)
  expect(await refusal(pay(session, payment(), key))).toMatchObject({ hint: 'idempotency_mismatch' })
})

test('a failure in the last step leaves no reference and no order; the payment reported again makes it', async () => {
  const { session } = await checkout()
  const paid = payment()
  await sql
    .unsafe(
      `create function private.fail() returns trigger language plpgsql as $$ begin raise exception 'disk on fire'; end $$;
      create trigger fail after insert on public.email_outbox for each row execute function private.fail()`,
    )
    .simple()
  try {
    expect(await refusal(pay(session, paid))).toMatchObject({ message: 'disk on fire' })
  } finally {
    await sql.unsafe('drop trigger fail on public.email_outbox; drop function private.fail()').simple()
  }
  expect(await referencesOf(session)).toEqual([null, null])
  await pay(session, paid)
  expect(await referencesOf(session)).toEqual(Array(4).fill(paid.reference))
})
