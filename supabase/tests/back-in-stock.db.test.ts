import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()

let addresses = 0
/** A guest at a network address of their own. */
function passer(): Visitor {
  addresses += 1
  return { headers: { ...guest().headers, 'x-forwarded-for': `192.0.2.${String(addresses)}` } }
}
const ask = (product: string, email: string | null, visitor = passer()) =>
  as(sql, visitor, (tx) => tx`select ask_back_in_stock(${product}, ${email})`)
const restock = (product: string, quantity: number) =>
  sql`update products set inventory_quantity = ${quantity} where id = ${product}`
const emails = async (...recipients: string[]): Promise<string[]> =>
  (
    await sql<
      { recipient: string }[]
    >`select recipient from email_outbox where kind = 'back_in_stock' and recipient = any (${recipients}) order by recipient`
  ).map((row) => row.recipient)
const waiting = async (product: string): Promise<string[]> =>
  (
    await sql<
      { email: string }[]
    >`select email from private.stock_requests where product_id = ${product} order by email`
  ).map((row) => row.email)

test('when stock comes back everyone who asked gets one email that names nothing, and is forgotten', async () => {
  const product = await stockProduct(sql, 10, 0)
  await ask(product, ' Ada@Example.test ')
  await ask(product, 'ada@example.test')
  await ask(product, 'eve@example.test', await signUp(sql))
  expect(await waiting(product)).toEqual(['ada@example.test', 'eve@example.test'])
  await restock(product, 3)
  expect(await emails('ada@example.test', 'eve@example.test')).toEqual([
    'ada@example.test',
    'eve@example.test',
  ])
  const [{ slug } = {}] = await sql`select slug from products where id = ${product}`
  expect([
    ...(await sql`select subject, data, order_id, status from email_outbox where recipient = 'ada@example.test'`),
  ]).toEqual([
    { subject: 'Something you asked for is back', data: { slug }, order_id: null, status: 'pending' },
  ])
  expect(await waiting(product)).toEqual([])
  await restock(product, 0)
  await restock(product, 9)
  expect(await emails('ada@example.test')).toHaveLength(1)
})

test('more of what is there already, and stock of what is not shown, tell nobody; showing it again does', async () => {
  const product = await stockProduct(sql, 10, 0)
  await ask(product, 'may@example.test')
  await sql`update products set is_active = false where id = ${product}`
  await restock(product, 5)
  await restock(product, 6)
  await sql`update products set name = name || ' renamed', is_active = false where id = ${product}`
  expect(await emails('may@example.test')).toEqual([])
  await sql`update products set is_active = true where id = ${product}`
  expect(await emails('may@example.test')).toEqual(['may@example.test'])
})

test('asking once or again is answered alike', async () => {
  const product = await stockProduct(sql, 10, 0)
  const first = await ask(product, 'kay@example.test')
  expect(await ask(product, 'kay@example.test')).toEqual(first)
  expect(await ask(product, 'someone-else@example.test')).toEqual(first)
})

test.each([
  null,
  '',
  'ada',
  'ada@example',
  'a b@example.test',
  '<ada@example.test>',
  `${'x'.repeat(250)}@example.test`,
])('%j is no address', async (email) => {
  const product = await stockProduct(sql, 10, 0)
  expect(await rejection(ask(product, email))).toMatchObject({
    code: 'PT422',
    hint: 'email',
    message: 'Email is invalid',
  })
})

test('a request for a product that is in stock, hidden or unknown is not stored', async () => {
  expect(await rejection(ask(await stockProduct(sql, 10, 1), 'ada@example.test'))).toMatchObject({
    code: 'PT409',
    hint: 'in_stock',
  })
  const hidden = await stockProduct(sql, 10, 0)
  await sql`update products set is_active = false where id = ${hidden}`
  expect(await rejection(ask(hidden, 'ada@example.test'))).toMatchObject({ code: 'PT404' })
  expect(await rejection(ask('00000000-0000-4000-8000-000000000000', 'ada@example.test'))).toMatchObject({
    code: 'PT404',
  })
})

test('a caller enters one email ten times in an hour, and asks thirty times', async () => {
  const product = await stockProduct(sql, 10, 0)
  const eager = passer()
  for (let asked = 0; asked < 10; asked += 1) await ask(product, 'often@example.test', eager)
  expect(await rejection(ask(product, 'Often@example.test', eager))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  // Nobody can use up the attempts of whoever owns the mailbox.
  await ask(product, 'often@example.test')
  const one = passer()
  for (let asked = 0; asked < 30; asked += 1) await ask(product, `many-${String(asked)}@example.test`, one)
  expect(await rejection(ask(product, 'many-30@example.test', one))).toMatchObject({ code: 'PT429' })
  await ask(product, 'many-30@example.test')
})

test('a request that waits for arriving stock is told that the product is in stock', async () => {
  const product = await stockProduct(sql, 10, 0)
  const pool = connections(sql, 2)
  const arriving = await pool.reserve()
  try {
    await arriving`begin`
    await arriving`update products set inventory_quantity = 4 where id = ${product}`
    const asked = rejection(
      as(pool, passer(), (tx) => tx`select ask_back_in_stock(${product}, 'late@example.test')`),
    )
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%ask_back_in_stock%'`
          ).count,
      )
      .toBe(1)
    await arriving`commit`
    expect(await asked).toMatchObject({ code: 'PT409', hint: 'in_stock' })
  } finally {
    arriving.release()
    await pool.end()
  }
  expect(await waiting(product)).toEqual([])
})

test('after 180 days a request is swept and no email goes out; a product that is deleted takes its requests along', async () => {
  const product = await stockProduct(sql, 10, 0)
  await ask(product, 'old@example.test')
  await ask(product, 'new@example.test')
  await sql`update private.stock_requests set created_at = now() - interval '181 days' where email = 'old@example.test'`
  const [swept] = await sql`select sweep() as counts`
  expect(swept?.counts).toMatchObject({ stock_requests: 1, holds: 0 })
  expect(await waiting(product)).toEqual(['new@example.test'])
  await sql`update private.stock_requests set created_at = now() - interval '181 days' where email = 'new@example.test'`
  await restock(product, 1)
  expect(await emails('old@example.test', 'new@example.test')).toEqual([])

  const doomed = await stockProduct(sql, 10, 0)
  await ask(doomed, 'ada@example.test')
  await sql`delete from products where id = ${doomed}`
  expect(await waiting(doomed)).toEqual([])
})

test('a week after its email an address is forgotten altogether', async () => {
  const product = await stockProduct(sql, 10, 0)
  for (const name of ['sent', 'failed', 'pending', 'fresh']) await ask(product, `${name}@example.test`)
  await restock(product, 1)
  await sql`update email_outbox set status = split_part(recipient, '@', 1), created_at = now() - interval '8 days' where recipient in ('sent@example.test', 'failed@example.test', 'pending@example.test')`
  await sql`update email_outbox set status = 'sent' where recipient = 'fresh@example.test'`
  const [swept] = await sql`select sweep() as counts`
  expect(swept?.counts).toMatchObject({ stock_emails: 2 })
  expect(
    await emails('sent@example.test', 'failed@example.test', 'pending@example.test', 'fresh@example.test'),
  ).toEqual(['fresh@example.test', 'pending@example.test'])
})

test('nobody reads who is waiting', async () => {
  for (const visitor of [guest(), await signUp(sql)]) {
    expect(await rejection(as(sql, visitor, (tx) => tx`select from private.stock_requests`))).toMatchObject({
      code: '42501',
    })
  }
})
