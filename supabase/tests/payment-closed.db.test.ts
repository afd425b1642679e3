import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { faultsIn } from './consistency'
import { complete, readyToPay, stockProduct, type Checkout } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, refusal, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
beforeEach(() => setProvider('simulated'))

/** Writes the setting, or takes its row away. */
async function setProvider(value: unknown): Promise<void> {
  await sql`delete from shop_settings where key = 'payment.provider'`
  if (value !== undefined)
    await sql`insert into shop_settings (key, value) values ('payment.provider', ${JSON.stringify(value)}::text::jsonb)`
}

const wish = JSON.stringify({
  email: 'giver@example.test',
  first_name: 'Ada',
  last_name: 'Giver',
  amount: 500,
})
async function giftCard(visitor: Visitor): Promise<Checkout> {
  const [row] = await as(
    sql,
    visitor,
    (tx) => tx<Checkout[]>`
    select session_id, status, subtotal, tax_amount, shipping_amount, total from start_gift_card(${wish}::text::jsonb)`,
  )
  if (!row) throw new Error('no checkout')
  return row
}

function asServer(session: string): Promise<unknown> {
  return sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', '{"role":"service_role"}', true)`
    await tx`set local role service_role`
    const [row] = await tx`select complete_checkout(${session}, gen_random_uuid()) ->> 'status' as status`
    return row?.status
  })
}

const nothingMade = async () =>
  (
    await sql`
  select (select count(*)::int from orders) as orders, (select count(*)::int from gift_cards) as cards,
    (select count(*)::int from private.idempotency_keys) as keys, (select count(*)::int from email_outbox) as letters`
  )[0]

const refused = { code: 'PT402', hint: 'payment_unavailable' }

test('where no provider is set, a visitor makes neither an order nor a gift card, and is told so', async () => {
  const buyer = guest()
  const cart = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const card = await giftCard(guest())
  const before = await nothingMade()
  await setProvider(undefined)
  expect(await refusal(complete(sql, buyer, cart.session_id))).toMatchObject(refused)
  expect(await refusal(complete(sql, guest(), card.session_id))).toMatchObject(refused)
  expect(await refusal(complete(sql, await signUp(sql), card.session_id))).toMatchObject(refused)
  expect(await nothingMade()).toEqual(before)
})

test('an order with nothing to pay is refused as well while no provider is set', async () => {
  const buyer = guest()
  const cart = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const staff = await signUpStaff(sql)
  const [issued] = await as(sql, staff, (tx) => tx`select issue_gift_card(10000) as code`)
  await as(sql, buyer, (tx) => tx`select apply_gift_card(${cart.session_id}, ${issued?.code})`)
  await setProvider(undefined)
  expect(await refusal(complete(sql, buyer, cart.session_id))).toMatchObject(refused)
  await setProvider('stripe')
  expect(await complete(sql, buyer, cart.session_id)).toMatchObject({ status: 'completed' })
})

test("the server's key, which brings a provider's word, completes a payment begun before the setting was lost", async () => {
  const cart = await readyToPay(sql, guest(), await stockProduct(sql, 10, 2))
  await setProvider(undefined)
  expect(await asServer(cart.session_id)).toBe('completed')
  expect(await faultsIn(sql)).toEqual({})
})

test('a finished checkout answers each new key alike and keeps none of them; its own key gets the same reply', async () => {
  const buyer = guest()
  const { session_id: session } = await readyToPay(sql, buyer, await stockProduct(sql, 10, 2))
  const key = randomUUID()
  const receipt = await complete(sql, buyer, session, key)
  const before = await nothingMade()
  for (let nth = 0; nth < 3; nth += 1) expect(await complete(sql, buyer, session)).toEqual(receipt)
  expect(await complete(sql, buyer, session, key)).toEqual(receipt)
  expect(await nothingMade()).toEqual(before)
})

test('a key tried on a checkout that does not exist is not kept', async () => {
  const before = await nothingMade()
  expect(await refusal(complete(sql, guest(), 'no-such-checkout'))).toMatchObject({ code: 'PT404' })
  expect(await nothingMade()).toEqual(before)
})
