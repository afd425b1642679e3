import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customerTerms } from '@shop/settings/customer-terms'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

const shop = refundFixtures(sql, staff)

/** A customer with an order of two and one pieces, delivered so many days ago. */
async function delivered(days: number): Promise<{ buyer: Visitor; order: Bought }> {
  const buyer = await signUp(sql)
  const order = await shop.buy({
    lines: [
      [19.99, 2],
      [10, 1],
    ],
    buyer,
  })
  await shop.setStatus(order, { status: 'delivered' })
  // By London's calendar: 31 times 24 hours can be 30 days when the clocks have gone back in between.
  await sql`
    update orders set delivered_at = (now() at time zone 'Europe/London' - ${`${String(days)} days`}::interval) at time zone 'Europe/London'
    where id = ${order.id}`
  return { buyer, order }
}
const line = { line: 0, quantity: 1, reason: 'changed_mind', sealed: true }
const request = async (by: Visitor, order: Bought, lines: object[] = [line], id: string = randomUUID()) => {
  await as(
    sql,
    by,
    (tx) => tx`select request_return(${id}, ${order.id}, ${JSON.stringify(lines)}::text::jsonb)`,
  )
  return id
}
const decide = (id: string, lines: object[], note = '', by = staff) =>
  as(sql, by, (tx) => tx`select decide_return(${id}, ${JSON.stringify(lines)}::text::jsonb, ${note})`)
const receive = (id: string, lines: object[], by = staff) =>
  as(sql, by, (tx) => tx`select receive_return(${id}, ${JSON.stringify(lines)}::text::jsonb)`)
const refundIt = async (id: string, refund: string = randomUUID(), by = staff) =>
  (await as(sql, by, (tx) => tx`select refund_return(${id}, ${refund}) as reply`))[0]?.reply as unknown
const stateOf = async (id: string) =>
  (await sql`select state from returns where id = ${id}`)[0]?.state as unknown

test('asked for, approved, received and refunded: stock by the condition, money by what arrived, an email for each step', async () => {
  const { buyer, order } = await delivered(3)
  const id = await request(buyer, order, [
    { ...line, quantity: 2 },
    { ...line, line: 1, reason: 'faulty', comment: 'Chipped', sealed: false },
  ])
  expect(await request(buyer, order, [line], id)).toBe(id)
  const moderator = await signUpStaff(sql, 'moderator')
  await decide(
    id,
    [
      { line: 0, approved: true },
      { line: 1, approved: true },
    ],
    '',
    moderator,
  )
  await receive(
    id,
    [
      { line: 0, received: 2, condition: 'as_new', restock: true },
      { line: 1, received: 1, condition: 'damaged', restock: false },
    ],
    moderator,
  )
  expect(await rejection(refundIt(id, randomUUID(), moderator))).toMatchObject({ code: 'PT403' })
  const refund = randomUUID()
  const goods = (await shop.look(order)).total - (await shop.look(order)).shipping
  expect(await refundIt(id, refund)).toMatchObject({ amount: Math.round(goods * 100) / 100 })
  await refundIt(id, refund)
  expect(await shop.look(order)).toMatchObject({ stock: [100, 99] })
  expect(await stateOf(id)).toBe('refunded')
  const emails = await shop.emails(order, 'return_status')
  expect(emails.map(({ data }) => data.state)).toEqual(['requested', 'approved', 'received'])
  expect(await shop.emails(order, 'refund')).toHaveLength(1)
  const seen = await as(
    sql,
    buyer,
    (tx) => tx`select type from order_events where type like 'return%' order by id`,
  )
  expect(seen.map(({ type }) => type as unknown)).toEqual([
    'return_requested',
    'return_approved',
    'return_received',
    'return_refunded',
  ])
})

test('a line is rejected with a reason that the shopper reads; of what is left another return may be asked', async () => {
  const { buyer, order } = await delivered(3)
  const id = await request(buyer, order, [{ ...line, sealed: false }])
  const no = [{ line: 0, approved: false }]
  expect(await rejection(decide(id, no))).toMatchObject({ hint: 'note' })
  await decide(id, no, 'The seal was broken.')
  expect(await stateOf(id)).toBe('rejected')
  expect((await shop.emails(order, 'return_status')).at(-1)?.data).toMatchObject({
    state: 'rejected',
    note: 'The seal was broken.',
  })
  expect(await rejection(decide(id, [{ line: 0, approved: true }]))).toMatchObject({
    hint: 'return_moved_on',
  })
  await request(buyer, order, [{ ...line, quantity: 2 }])
  expect(await rejection(request(buyer, order))).toMatchObject({ hint: 'lines_left' })
})

test.each([
  ['14 days after delivery', 14, 'changed_mind', true],
  ['15 days after delivery', 15, 'changed_mind', false],
  ['30 days after delivery, faulty', 30, 'faulty', true],
  ['31 days after delivery, faulty', 31, 'faulty', false],
])('%s a return may be asked: by its reason', async (_when, days, reason, allowed) => {
  const { buyer, order } = await delivered(days)
  const asked = request(buyer, order, [{ ...line, reason }])
  if (allowed) await asked
  else expect(await rejection(asked)).toMatchObject({ code: 'PT409', hint: 'too_late' })
})

test('nobody asks for another\u2019s order, for what was not delivered or not bought; staff may, at any time', async () => {
  const { buyer, order } = await delivered(40)
  expect(await rejection(request(await signUp(sql), order))).toMatchObject({ code: 'PT404' })
  expect(await rejection(request(buyer, order, [{ ...line, line: 7 }]))).toMatchObject({ hint: 'too_late' })
  expect(await rejection(request(staff, order, [{ ...line, line: 7 }]))).toMatchObject({ hint: 'lines_left' })
  expect(await rejection(request(staff, order, [line, line]))).toMatchObject({ hint: 'lines' })
  await request(staff, order)
  await shop.setStatus(order, { status: 'processing' })
  expect(await rejection(request(buyer, order))).toMatchObject({ hint: 'not_delivered' })
})

test('only what was to come can arrive, and only what has arrived is refunded', async () => {
  const { buyer, order } = await delivered(1)
  const id = await request(buyer, order, [
    { ...line, quantity: 2 },
    { ...line, line: 1 },
  ])
  await decide(
    id,
    [
      { line: 0, approved: true },
      { line: 1, approved: false },
    ],
    'Unsealed',
  )
  const fine = { received: 1, condition: 'opened', restock: false }
  for (const wrong of [
    [{ line: 0, ...fine, received: 3 }],
    [
      { line: 0, ...fine },
      { line: 1, ...fine },
    ],
    [{ line: 0, received: 1 }],
    [{ line: 0, received: 0 }],
  ])
    expect(await rejection(receive(id, wrong))).toMatchObject({ code: 'PT422', hint: 'lines' })
  expect(await rejection(refundIt(id))).toMatchObject({ hint: 'return_moved_on' })
  await receive(id, [{ line: 0, ...fine }])
  const [row] = await as(sql, staff, (tx) => tx`select office_returns('received') as page`)
  expect(row?.page.rows).toContainEqual(expect.objectContaining({ id, order_id: order.id }))
  expect(await refundIt(id)).toMatchObject({ amount: 18.95 })
  expect(await shop.look(order)).toMatchObject({ stock: [98, 99] })
})

/** Hands over some pieces of an order in a parcel. */
const send = async (order: Bought, lines: object[], status: string) =>
  (
    await as(
      sql,
      staff,
      (tx) =>
        tx`select add_shipment(${order.id}, ${JSON.stringify(lines)}::text::jsonb, p_status => ${status}) as id`,
    )
  )[0]?.id as unknown

test('of an order that is partly sent its buyer sends back what was delivered, staff what has left, and nobody more', async () => {
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: [[19.99, 3]], buyer })
  const piece = (quantity: number) => [{ ...line, quantity }]
  expect(await rejection(request(staff, order, piece(1)))).toMatchObject({ hint: 'not_delivered' })
  await send(order, [{ line: 0, quantity: 1 }], 'delivered')
  await send(order, [{ line: 0, quantity: 1 }], 'shipped')
  expect(await rejection(request(buyer, order, piece(2)))).toMatchObject({ hint: 'lines_left' })
  const [seen] = await as(sql, buyer, (tx) => tx`select order_choices(${order.id}) as choices`)
  expect(seen?.choices).toMatchObject({ change_of_mind: true, returnable: [{ line: 0, quantity: 1 }] })
  const id = await request(buyer, order, piece(1))
  expect(await rejection(request(staff, order, piece(2)))).toMatchObject({ hint: 'lines_left' })
  await decide(id, [{ line: 0, approved: true }])
  await receive(id, [{ line: 0, received: 1, condition: 'as_new', restock: true }])
  await refundIt(id)
  // The third piece is still to be sent.
  expect(await shop.look(order)).toMatchObject({ status: 'processing' })
  expect(await rejection(request(buyer, order, piece(1)))).toMatchObject({ hint: 'lines_left' })
  await request(staff, order, piece(1))
  expect(await rejection(request(staff, order, piece(1)))).toMatchObject({ hint: 'lines_left' })
})

const open = async (order: Bought, { id = randomUUID(), quantity = 1, expected = true, by = staff } = {}) => {
  const lines = JSON.stringify([{ ...line, quantity }])
  await as(
    sql,
    by,
    (tx) =>
      tx`select open_return(${id}, ${order.id}, ${lines}::text::jsonb, 'As we agreed by phone.', ${expected})`,
  )
  return id
}

test('staff open a return for a guest, pressed twice it is one: approved, told to the buyer, and refunded as any other', async () => {
  const order = await shop.buy({ lines: [[19.99, 2]] })
  expect(await rejection(open(order))).toMatchObject({ code: 'PT409', hint: 'not_delivered' })
  await shop.setStatus(order, { status: 'shipped' })
  expect(await rejection(open(order, { by: await signUp(sql) }))).toMatchObject({ code: 'PT403' })
  expect(await rejection(open(order, { quantity: 3 }))).toMatchObject({ hint: 'lines_left' })
  const id = await open(order)
  expect(await open(order, { id, quantity: 2 })).toBe(id)
  expect(await stateOf(id)).toBe('approved')
  const here = await open(order, { expected: false })
  expect((await shop.emails(order, 'return_status')).map(({ data }) => [data.state, data.note])).toEqual([
    ['approved', 'As we agreed by phone.'],
  ])
  const [left] = await as(sql, staff, (tx) => tx`select returns_of(${order.id}) as found`)
  expect(left?.found).toMatchObject({
    returnable: [],
    returns: [{ state: 'approved' }, { state: 'approved' }],
  })
  for (const each of [id, here]) {
    await receive(each, [{ line: 0, received: 1, condition: 'as_new', restock: true }])
    await refundIt(each)
  }
  expect(await shop.look(order)).toMatchObject({ stock: [100] })
  const [{ opened } = {}] = await sql`
    select count(*) filter (where data ->> 'actor' = ${staff.user?.id ?? null}) as opened from order_events
    where order_id = ${order.id} and type = 'return_opened'`
  expect(Number(opened)).toBe(2)
})

test('of two members of staff who open a return of the same piece at once, the second is told', async () => {
  const order = await shop.buy({ lines: [[19.99, 1]] })
  await shop.setStatus(order, { status: 'delivered' })
  const outcomes = await Promise.allSettled([open(order), open(order)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the database counts the days that pages and emails promise', async () => {
  const [days] = await sql`
    select private.return_until(sample, 'changed_mind') - date '2026-01-05' as mind, private.return_until(sample, 'faulty') - date '2026-01-05' as fault
    from jsonb_populate_record(null::public.orders, '{"delivered_at":"2026-01-05T12:00:00Z"}') as sample`
  expect(days).toEqual({ mind: customerTerms.cancelDays, fault: customerTerms.rejectDays })
})
