import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addToCart, complete, details, startCheckout, stockProduct, type Receipt } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const product = await stockProduct(sql, 10, 1000)

async function buy(email: string, visitor = guest()): Promise<Receipt> {
  await addToCart(sql, visitor, product)
  const { session_id } = await startCheckout(sql, visitor, await details(sql, 'Standard', { email }))
  return complete(sql, visitor, session_id)
}

async function account(): Promise<Visitor & { email: string }> {
  const visitor = await signUp(sql)
  await sql`update auth.users set email_confirmed_at = now() where id = ${visitor.user?.id ?? null}`
  return { ...visitor, email: visitor.user?.email ?? '' }
}

const ordersSeenBy = (visitor: Visitor) =>
  as(sql, visitor, async (tx) => (await tx<{ id: string }[]>`select id from orders`).map(({ id }) => id))
const emailsOf = ({ order_id: id }: Receipt) =>
  sql<{ kind: string; in_account: boolean | null }[]>`
    select kind, (data -> 'in_account')::boolean as in_account, data ? 'account_token' as offers_account from email_outbox where order_id = ${id} order by kind`
const checkoutSeenBy = (visitor: Visitor, { checkout_session_id: id }: Receipt) =>
  as(
    sql,
    { ...visitor, headers: { 'x-checkout-session': id } },
    async (tx) =>
      (
        await tx<
          { metadata: Record<string, unknown>; user_id: string | null }[]
        >`select metadata, user_id from checkout_sessions where session_id = ${id}`
      )[0],
  )
const call = async (
  name: 'issue_account_token' | 'read_account_token' | 'claim_account_token',
  given: string,
) =>
  as(
    sql,
    guest(),
    async (tx) => (await tx.unsafe(`select ${name}($1) as response`, [given]))[0]?.response as unknown,
  )

test('an order as a guest with the address of an account is in that account, and its email says so', async () => {
  const owner = await account()
  const receipt = await buy(owner.email.toUpperCase())
  expect(await ordersSeenBy(owner)).toEqual([receipt.order_id])
  expect(await emailsOf(receipt)).toEqual([
    { kind: 'order_confirmation', in_account: true, offers_account: false },
  ])
  const [{ total_orders: orders } = {}] =
    await sql`select total_orders from customers where user_id = ${owner.user?.id ?? null}`
  expect(orders).toBe(1)
})

test('the confirmation tells whoever holds the checkout, not whose account it is', async () => {
  const owner = await account()
  const seen = await checkoutSeenBy(guest(), await buy(owner.email))
  expect(seen).toMatchObject({ user_id: null, metadata: { has_account: true } })
  expect(JSON.stringify(seen)).not.toContain(owner.user?.id)
  const other = await checkoutSeenBy(guest(), await buy(`${randomUUID()}@example.test`))
  expect(other?.metadata).not.toHaveProperty('has_account')
})

test('an order joins an account only after its email address was confirmed', async () => {
  const claimer = await signUp(sql)
  const receipt = await buy(claimer.user?.email ?? '')
  expect(await ordersSeenBy(claimer)).toEqual([])
  expect(await emailsOf(receipt)).toEqual([
    { kind: 'order_confirmation', in_account: false, offers_account: true },
  ])
  await sql`update auth.users set email_confirmed_at = now() where id = ${claimer.user?.id ?? null}`
  expect(await ordersSeenBy(claimer)).toEqual([receipt.order_id])
})

test('a signed-in buyer’s order stays theirs, whatever address it names, and the email keeps silent', async () => {
  const [buyer, other] = [await account(), await account()]
  const receipt = await buy(other.email, buyer)
  expect(await ordersSeenBy(buyer)).toEqual([receipt.order_id])
  expect(await ordersSeenBy(other)).toEqual([])
  expect(await emailsOf(receipt)).toEqual([
    { kind: 'order_confirmation', in_account: false, offers_account: false },
  ])
})

test('a sign-in brings what was left behind', async () => {
  const owner = await account()
  const receipt = await buy(owner.email)
  await sql`update orders set user_id = null, customer_id = null where id = ${receipt.order_id}`
  expect(await ordersSeenBy(owner)).toEqual([])
  await sql`update auth.users set last_sign_in_at = now() where id = ${owner.user?.id ?? null}`
  expect(await ordersSeenBy(owner)).toEqual([receipt.order_id])
})

test('the link to open an account says that there is one, and is not used up', async () => {
  const owner = await account()
  const receipt = await buy(owner.email)
  const token = String(await call('issue_account_token', receipt.checkout_session_id))
  expect(await call('read_account_token', token)).toEqual({ state: 'account', email: owner.email })
  expect(await call('claim_account_token', token)).toBe(false)
  expect(await call('read_account_token', token)).toEqual({ state: 'account', email: owner.email })
})

test('without the token nothing tells an address with an account from one without', async () => {
  const owner = await account()
  await buy(owner.email)
  for (const guess of [owner.email, randomUUID(), '', 'x'.repeat(300)])
    expect(await call('read_account_token', guess)).toEqual({ state: 'invalid' })
  const receipt = await buy(owner.email)
  const token = String(await call('issue_account_token', receipt.checkout_session_id))
  await sql`update account_creation_tokens set expires_at = now() where checkout_session_id = ${receipt.checkout_session_id}`
  expect(await call('read_account_token', token)).toEqual({ state: 'expired' })
})
