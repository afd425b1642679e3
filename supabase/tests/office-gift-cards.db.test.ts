import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { complete } from './checkout-steps'
import { giftCardFixtures, giftCardSales } from './gift-card-fixtures'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

interface Row {
  id: string
  hint: string
  state: string
  balance_pence: number
  order_number: string | null
  issued_by: string | null
}
interface Page {
  rows: Row[]
  total: number
  exact: boolean
}
interface Card extends Row {
  void_reason: string | null
  has_more: boolean
  entries: {
    kind: string
    amount_pence: number
    balance_pence: number
    order_number: string | null
    actor: string | null
  }[]
}

const sql = await testDatabase()
const staff = await signUpStaff(sql, 'admin')

const { card, check, buyer } = giftCardFixtures(sql)
const { begin } = giftCardSales(sql)
const list = (p_filter: object = {}, p_page = 1, p_size = 100): Promise<Page> =>
  callAs(sql, staff, 'office_gift_cards', { p_filter, p_page, p_size })
const ids = async (filter: object) => (await list(filter)).rows.map(({ id }) => id)
const record = (p_id: string): Promise<Card> => callAs(sql, staff, 'gift_card_record', { p_id })
const send = (p_key: string, p_pence: number, p_recipient: object): Promise<{ id: string; hint: string }> =>
  callAs(sql, staff, 'send_gift_card', { p_key, p_pence, p_recipient })
const voidCard = (id: string, reason: string | null) =>
  as(sql, staff, (tx) => tx`select void_gift_card(${id}, ${reason})`)
const numberOf = async (session: string) =>
  (
    await sql<
      { order_number: string }[]
    >`select order_number from orders where checkout_session_id = ${session}`
  )[0]?.order_number ?? ''
const logOf = (id: string) =>
  sql<{ action: string; before: object | null; after: object | null }[]>`
    select action, before, after from audit_log where table_name = 'gift_cards' and row_id = ${id} order by id`

test('every state is a filter, newest first', async () => {
  const [active, spent, expired, gone] = [
    await card(1000),
    await card(1000),
    await card(1000),
    await card(1000),
  ]
  const paid = await buyer(spent.code)
  await complete(sql, paid.visitor, paid.checkout.session_id)
  await sql`update gift_cards set created_at = now() - interval '25 months', expires_at = now() - interval '1 day' where id = ${expired.id}`
  await voidCard(gone.id, 'Lost')
  const states = { active, spent, expired, void: gone }
  for (const [state, { id }] of Object.entries(states)) {
    expect(await ids({ state }), state).toContain(id)
    expect((await record(id)).state).toBe(state)
    for (const [other, { id: its }] of Object.entries(states))
      if (other !== state) expect(await ids({ state })).not.toContain(its)
  }
  const all = await ids({})
  expect(all.indexOf(gone.id)).toBeLessThan(all.indexOf(spent.id))
  expect(all.at(-1)).toBe(expired.id)
})

test('a card is found by its last four signs, by the order that bought it, and by one that it paid', async () => {
  const visitor = guest()
  const bought = await begin(visitor)
  await complete(sql, visitor, bought.session_id)
  const number = await numberOf(bought.session_id)
  const [sold] = (await list({ q: number })).rows
  expect(sold).toMatchObject({ state: 'active', balance_pence: 5000, order_number: number, issued_by: null })
  const { id, code } = await card(2000)
  const hint = code.slice(-4)
  expect(await ids({ q: hint })).toContain(id)
  expect(await ids({ q: hint.slice(0, 1).toLowerCase() })).toContain(id)
  expect(await ids({ q: code.replace(/(.{4})(?=.)/g, '$1-') })).toContain(id)
  const paid = await buyer(code)
  await complete(sql, paid.visitor, paid.checkout.session_id)
  expect(await ids({ q: (await numberOf(paid.checkout.session_id)).toLowerCase() })).toEqual([id])
  expect(await ids({ q: 'AM20010101-0001' })).toEqual([])
  expect(await ids({ q: '%' })).toEqual([])
})

test('the ledger has the balance after each entry, and who or which order it was', async () => {
  const [{ code }] = await as(
    sql,
    staff,
    (tx) => tx<[{ code: string }]>`select issue_gift_card(10000) as code`,
  )
  const [row] = (await list({ q: code.slice(-4) })).rows
  const id = row?.id ?? ''
  expect(row).toMatchObject({ issued_by: staff.user?.id, order_number: null })
  const paid = await buyer(code)
  await complete(sql, paid.visitor, paid.checkout.session_id)
  await voidCard(id, ' Stolen at the station ')
  const found = await record(id)
  expect(found).toMatchObject({ state: 'void', void_reason: 'Stolen at the station', has_more: false })
  expect(
    found.entries.map(({ kind, amount_pence, balance_pence }) => [kind, amount_pence, balance_pence]),
  ).toEqual([
    ['voided', -5711, 0],
    ['redeemed', -4289, 5711],
    ['issued', 10000, 10000],
  ])
  expect(found.entries.map(({ actor }) => actor)).toEqual([staff.user?.id, null, staff.user?.id])
  expect(found.entries[1]?.order_number).toBe(await numberOf(paid.checkout.session_id))
  expect(await check(guest(), code)).toEqual({ state: 'unknown' })
})

test('a card is sent by email once, however often it is asked for', async () => {
  const key = randomUUID()
  const to = { email: 'Imogen@example.test', name: 'Imogen', message: 'With our apologies' }
  const sent = await send(key, 2500, to)
  expect(await send(key, 2500, to)).toEqual(sent)
  expect(await rejection(send(key, 2600, to))).toMatchObject({ code: 'PT409', hint: 'gift_card_sent' })
  const emails = await sql<{ recipient: string; data: { token: string } }[]>`
    select recipient, data from email_outbox where kind = 'gift_card' and data ->> 'gift_card_id' = ${key}`
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({
    recipient: 'Imogen@example.test',
    data: { amount: 25, message: 'With our apologies', recipient_name: 'Imogen', giver: null },
  })
  expect(await check(guest(), emails[0]?.data.token ?? '')).toMatchObject({
    state: 'valid',
    available_pence: 2500,
  })
  expect(await record(key)).toMatchObject({
    hint: sent.hint,
    recipient_email: 'Imogen@example.test',
    recipient_name: 'Imogen',
    issued_by: staff.user?.id,
  })
})

test.each([
  [99, {}, 'amount'],
  [100001, {}, 'amount'],
  [2500, { email: 'nobody' }, 'email'],
  [2500, { message: 'See www.example.test' }, 'message'],
  [2500, { name: 'x'.repeat(101) }, 'name'],
  [2500, { name: 'Win at evil.example' }, 'name'],
])('%i pence for %j are rejected at %s', async (pence, changes, hint) => {
  const rejected = send(randomUUID(), pence, { email: 'a@example.test', ...changes })
  expect(await rejection(rejected)).toMatchObject({ code: 'PT422', hint })
})

test('a card is void once, with a reason', async () => {
  const { id } = await card(1000)
  expect(await rejection(voidCard(id, '  '))).toMatchObject({ code: 'PT422', hint: 'reason' })
  expect(await rejection(voidCard(id, null))).toMatchObject({ code: 'PT422', hint: 'reason' })
  await voidCard(id, 'Lost')
  expect(await rejection(voidCard(id, 'Again'))).toMatchObject({ code: 'PT409', hint: 'gift_card_void' })
  expect(await rejection(voidCard(randomUUID(), 'Lost'))).toMatchObject({ code: 'PT404' })
})

test('changes of a card by staff are in the audit log, its code and hash are not', async () => {
  const key = randomUUID()
  await send(key, 2500, { email: 'a@example.test' })
  const [mail] = await sql<{ token: string; hash: string }[]>`
    select data ->> 'token' as token, (select code_hash from gift_cards where id = ${key}) as hash
    from email_outbox where data ->> 'gift_card_id' = ${key}`
  await voidCard(key, 'Sent to the wrong address')
  const log = await logOf(key)
  expect(log[0]).toMatchObject({ action: 'insert', after: { id: key, initial_pence: 2500 } })
  expect(log.at(-1)).toMatchObject({
    action: 'update',
    before: { state: 'active' },
    after: { state: 'void', void_reason: 'Sent to the wrong address' },
  })
  const written = JSON.stringify(log)
  expect(written).not.toContain('code_hash')
  expect(written).not.toContain(mail?.hash ?? 'no hash')
  expect(written).not.toContain(mail?.token ?? 'no token')
})

test('cancelling the order that bought a card says so as the reason', async () => {
  const visitor = guest()
  const bought = await begin(visitor)
  await complete(sql, visitor, bought.session_id)
  const number = await numberOf(bought.session_id)
  await sql`update orders set status = 'cancelled' where order_number = ${number}`
  const [row] = (await list({ q: number })).rows
  expect((await record(row?.id ?? '')).void_reason).toBe(
    `Order ${number}, which bought it, was cancelled or refunded.`,
  )
})
