import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestDatabase } from '@shop/local-supabase/test-database'
import { faultsIn } from './consistency'
import { confirmedUser, knownPerson, withSession } from './person-fixtures'
import { reachableTables, rowsOf, traces } from './find-personal-data'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

interface Copy {
  account: { email: string }
  sessions: { user_agent: string }[]
  tables: Record<string, Record<string, unknown>[]>
}
const shop = refundFixtures(sql, staff)
const copyOf = async (by: Visitor): Promise<Copy> => {
  const [row] = await as(sql, by, (tx) => tx<{ copy: Copy }[]>`select export_my_data() as copy`)
  if (!row) throw new Error('no copy')
  return row.copy
}
const remove = (by: Visitor) => as(sql, by, (tx) => tx`select delete_my_account()`)
const short = (table: string) => table.replace(/^\w+\./, '')

/** What stays when an account is deleted, and why. Tables of orders alone: sums, dates and goods that tax law asks for six years. */
const kept: Record<string, string> = {
  orders: 'the sale: number, day, goods, sums, VAT, country, payment; no name, address, email or phone',
  order_edits: 'what was changed of the sale before it was sent, and its sums; no address, no words of staff',
  order_events: 'what happened to the order and its money, with the day',
  checkout_sessions: 'the order belongs to it; goods and sums',
  payment_attempts: 'the payment, by the reference of its provider',
  returned_payments: 'a payment that went back, by the reference of its provider',
  refunds: 'money that went back, and why',
  refund_lines: 'what it went back for',
  returned_items: 'what came back, so that nothing is refunded twice',
  returns: 'the reason of a refund; no words of the buyer',
  return_lines: 'which goods came back; no words of the buyer',
  exchanges: 'which order replaces what came back',
  order_list: 'the postcode area of an order, which its address keeps; no name',
  promotion_uses: 'a discount is part of the price; no email',
  gift_card_entries: 'the ledger of gift cards, which are money',
}

/** What somebody was called who once worked here: the log of changes names them. Shoppers have no such row. */
const onlyStaffName = { 'private.staff_names': 1 }

test('everybody who can be named by a row has one in this test', async () => {
  const person = await knownPerson(sql, staff)
  const rows = await rowsOf(sql, person)
  // A new table that can name a person is filled by person-fixtures.ts, copied by data_of_person and emptied by delete_my_account.
  expect([...rows.keys()].sort()).toEqual(await reachableTables(sql))
})

test('the copy of my data holds every row that names me, and no key to anything', async () => {
  const person = await knownPerson(sql, staff)
  const visitor = await withSession(sql, person.visitor)
  const rows = await rowsOf(sql, person)
  const copy = await copyOf(visitor)
  const counted = (from: readonly (readonly [string, number])[]) => Object.fromEntries([...from].sort())
  expect(counted(Object.entries(copy.tables).map(([name, list]) => [name, list.length]))).toEqual(
    counted([...rows].map(([table, places]) => [short(table), places.size])),
  )
  expect(copy.account.email).toBe(person.email)
  expect(copy.sessions).toMatchObject([{ user_agent: 'Mozilla/5.0 (Test)' }])
  expect(JSON.stringify(copy)).not.toMatch(/"(token_hash|code_hash|token|actor|cart_session_id)"/)
  expect(JSON.stringify(copy)).not.toContain(staff.user?.id)
})

test('after the deletion nothing names me but the email that confirms it, and then nothing; the orders stay without me', async () => {
  const person = await knownPerson(sql, staff)
  const other = await knownPerson(sql, staff)
  const theirs = await copyOf(other.visitor)
  const before = await sql`
    select id, order_number, items, subtotal, tax_amount, total, refunded_amount, paid_at, shipping_address ->> 'country' as country
    from orders where id = any (${person.orders}) order by id`
  await person.endPayment()
  await remove(await withSession(sql, person.visitor))

  const [mail] = await sql<{ id: string; kind: string; data: { orders: string[] } }[]>`
    select id, kind, data from email_outbox where recipient = ${person.email}`
  expect(mail).toMatchObject({ kind: 'account_deleted' })
  expect([...(mail?.data.orders ?? [])].sort()).toEqual(
    before.map(({ order_number: number }) => String(number)).sort(),
  )
  expect([...(await rowsOf(sql, person)).keys()]).toEqual(['public.email_outbox'])
  await sql`select settle_mail(${mail?.id ?? ''})`
  expect([...(await rowsOf(sql, person)).keys()]).toEqual([])
  // The other person has the same name and address: only theirs are left.
  expect(await traces(sql, [person.user, person.customer, person.email])).toEqual(onlyStaffName)

  const remains = await rowsOf(sql, person, person.orders)
  expect([...remains.keys()].map(short).sort()).toEqual(Object.keys(kept).sort())
  const after = await sql`
    select id, order_number, items, subtotal, tax_amount, total, refunded_amount, paid_at, shipping_address ->> 'country' as country
    from orders where id = any (${person.orders}) order by id`
  expect(after).toEqual(before)
  expect((await copyOf(other.visitor)).tables).toEqual(theirs.tables)
})

test('no name, address, phone number or word of mine is left anywhere', async () => {
  const { sql, stop } = await startTestDatabase()
  try {
    const rowan = await signUpStaff(sql)
    const person = await knownPerson(sql, rowan)
    expect(Object.keys(await traces(sql, person.texts))).toContain('public.orders')
    await person.endPayment()
    const by = await withSession(sql, person.visitor)
    await as(sql, by, (tx) => tx`select delete_my_account()`)
    await sql`select settle_mail(id) from email_outbox where kind = 'account_deleted'`
    expect(await traces(sql, person.texts)).toEqual(onlyStaffName)
    expect(await faultsIn(sql)).toEqual({})
  } finally {
    await stop()
  }
})

test('the deletion asks for a fresh sign-in, of the same person', async () => {
  const { visitor, user } = await confirmedUser(sql)
  const stranger = await withSession(sql, (await confirmedUser(sql)).visitor)
  for (const by of [
    visitor,
    await withSession(sql, visitor, 16),
    { ...visitor, session: stranger.session },
    { ...visitor, session: 'no id' },
  ])
    expect(await rejection(remove(by))).toMatchObject({ code: 'PT403', hint: 'sign_in_again' })
  expect(await sql`select id from auth.users where id = ${user}`).toHaveLength(1)
  await remove(await withSession(sql, visitor, 14))
  expect(await sql`select id from auth.users where id = ${user}`).toHaveLength(0)
  expect((await rejection(remove(guest()))).code).toBe('42501')
})

test('staff are told that they leave by the list of staff', async () => {
  const { visitor, user } = await confirmedUser(sql)
  await sql`insert into admin_users (user_id) values (${user})`
  expect(await rejection(remove(await withSession(sql, visitor)))).toMatchObject({
    code: 'PT409',
    hint: 'staff_account',
  })
  expect(await sql`select id from auth.users where id = ${user}`).toHaveLength(1)
})

test('an order that is not finished is named, and the account waits for it', async () => {
  const { visitor, user } = await confirmedUser(sql)
  const order = await shop.buy({ lines: [[20, 1]], buyer: visitor })
  const [row] = await sql`select order_number from orders where id = ${order.id}`
  const by = await withSession(sql, visitor)
  expect(await rejection(remove(by))).toMatchObject({
    code: 'PT409',
    hint: 'order_open',
    detail: row?.order_number,
  })
  await shop.setStatus(order, { status: 'delivered' })
  const returned = randomUUID()
  const line = { line: 0, quantity: 1, reason: 'faulty', sealed: false }
  await as(
    sql,
    visitor,
    (tx) => tx`select request_return(${returned}, ${order.id}, ${JSON.stringify([line])}::text::jsonb)`,
  )
  expect((await rejection(remove(by))).hint).toBe('order_open')
  const decision = JSON.stringify([{ line: 0, approved: false }])
  await as(sql, staff, (tx) => tx`select decide_return(${returned}, ${decision}::text::jsonb, 'It was worn')`)
  await remove(by)
  expect(await sql`select id from auth.users where id = ${user}`).toHaveLength(0)
})

test('a payment that is being decided is waited for', async () => {
  const { visitor, email } = await confirmedUser(sql)
  const checkout = `cs_${randomUUID()}`
  await sql`
    insert into checkout_sessions (session_id, email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items)
    values (${checkout}, ${email}, 'A', 'B', '{}', '{}', 1, 0, 0, 1, '[]')`
  await sql`insert into payment_attempts (checkout_session_id, provider, amount) values (${checkout}, 'stripe', 1)`
  const by = await withSession(sql, visitor)
  expect(await rejection(remove(by))).toMatchObject({ code: 'PT409', hint: 'payment_open' })
  await sql`update payment_attempts set status = 'abandoned', settled_at = now() where checkout_session_id = ${checkout}`
  await remove(by)
})

test('an address that nobody has confirmed shows and deletes nothing of its owner', async () => {
  const owner = await knownPerson(sql, staff)
  const visitor = await signUp(sql)
  const id = visitor.user?.id ?? ''
  await sql`update auth.users set email = null where id = ${owner.user}`
  await sql`update auth.users set email = ${owner.email} where id = ${id}`
  const copy = await copyOf(visitor)
  expect(JSON.stringify(copy.tables)).not.toContain('Penhaligon')
  await remove(await withSession(sql, visitor))
  expect(await sql`select id from contact_messages where email = ${owner.email}`).toHaveLength(1)
})

test('an order that another account placed with my address is theirs', async () => {
  const mine = await confirmedUser(sql)
  const theirs = await confirmedUser(sql)
  const order = await shop.buy({ lines: [[20, 1]], buyer: theirs.visitor })
  await sql`update orders set email = ${mine.email}, status = 'delivered' where id = ${order.id}`
  expect((await copyOf(mine.visitor)).tables.orders).toBeUndefined()
  await remove(await withSession(sql, mine.visitor))
  const [row] = await sql`select user_id from orders where id = ${order.id}`
  expect(row?.user_id).toBe(theirs.user)
})
