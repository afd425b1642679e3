import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callAs } from './office-steps'
import { refundFixtures, type Bought } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const { buy, refund } = refundFixtures(sql, staff)

interface Part {
  line: number
  quantity: number
}

/** An order of two and of three pieces. */
const bought = () =>
  buy({
    lines: [
      [20, 2],
      [5, 3],
    ],
  })

const add = (order: Bought, lines: Part[], tracking = 'T1', status = 'shipped'): Promise<string> =>
  callAs(sql, staff, 'add_shipment', {
    p_order: order.id,
    p_lines: lines,
    p_carrier: 'DPD',
    p_tracking_number: tracking,
    p_status: status,
  })

const left = async (order: Bought): Promise<number[]> =>
  (
    await callAs<{ line: number; to_send: number }[]>(sql, staff, 'pieces_to_send', { p_orders: [order.id] })
  ).map(({ to_send: toSend }) => toSend)

const statusOf = async ({ id }: Bought): Promise<string> =>
  String((await sql`select status from orders where id = ${id}`)[0]?.status)

interface Mail {
  status: string
  tracking_number: string
  items: { name: string; quantity: number }[]
  to_follow: number
}
const mailsOf = async ({ id }: Bought): Promise<Mail[]> =>
  (
    await sql<
      { data: Mail }[]
    >`select data from email_outbox where order_id = ${id} and kind = 'order_status' order by created_at, id`
  ).map(({ data }) => data)

const numberOf = async ({ id }: Bought) =>
  String((await sql`select order_number from orders where id = ${id}`)[0]?.order_number)

const isPartlySent = async (order: Bought) => {
  const { rows } = await callAs<{ rows: { partly_sent: boolean }[] }>(sql, staff, 'office_orders', {
    p_filter: { q: await numberOf(order) },
  })
  return rows[0]?.partly_sent
}

test('an order in two parcels is being processed until all is sent, with an email for each', async () => {
  const order = await bought()
  expect(await left(order)).toEqual([2, 3])
  await add(order, [{ line: 0, quantity: 1 }], 'ONE')
  expect([await statusOf(order), await isPartlySent(order), await left(order)]).toEqual([
    'processing',
    true,
    [1, 3],
  ])
  await add(
    order,
    [
      { line: 0, quantity: 1 },
      { line: 1, quantity: 3 },
    ],
    'TWO',
  )
  expect([await statusOf(order), await isPartlySent(order), await left(order)]).toEqual([
    'shipped',
    false,
    [0, 0],
  ])
  expect(
    (await mailsOf(order)).map(({ status, tracking_number: number, items, to_follow: rest }) => [
      status,
      number,
      items.map(({ quantity }) => quantity),
      rest,
    ]),
  ).toEqual([
    ['shipped', 'ONE', [1], 4],
    ['shipped', 'TWO', [1, 3], 0],
  ])
})

test('a packed parcel is sent later, and the order is delivered when each of its parcels is', async () => {
  const order = await bought()
  const first = await add(order, [{ line: 0, quantity: 2 }], 'ONE', 'processing')
  expect([await statusOf(order), await left(order)]).toEqual(['pending', [0, 3]])
  const second = await add(order, [{ line: 1, quantity: 3 }], 'TWO')
  expect(await statusOf(order)).toBe('processing')
  const move = (id: string, status: string) =>
    as(sql, staff, (tx) => tx`update shipments set status = ${status} where id = ${id}`)
  await move(second, 'delivered')
  expect(await statusOf(order)).toBe('processing')
  await move(first, 'shipped')
  expect(await statusOf(order)).toBe('shipped')
  await move(first, 'delivered')
  expect(await statusOf(order)).toBe('delivered')
  expect((await mailsOf(order)).map(({ status }) => status)).toEqual(['shipped', 'shipped', 'delivered'])
})

test('the file of sent parcels and a shipment without lines take what is left', async () => {
  const order = await bought()
  await add(order, [{ line: 1, quantity: 2 }])
  const [row] = await callAs<{ outcome: string }[]>(sql, staff, 'mark_orders_sent', {
    p_rows: [{ order_number: await numberOf(order), carrier: 'DPD', tracking_number: 'REST' }],
    p_dry: false,
  })
  expect(row?.outcome).toBe('sent')
  expect([await statusOf(order), await left(order)]).toEqual(['shipped', [0, 0]])
  expect((await mailsOf(order)).at(-1)).toMatchObject({ tracking_number: 'REST', to_follow: 0 })

  const direct = await bought()
  await as(sql, staff, (tx) => tx`insert into shipments (order_id, status) values (${direct.id}, 'shipped')`)
  expect([await statusOf(direct), await left(direct)]).toEqual(['shipped', [0, 0]])
})

test('of two members of staff who send the same pieces at once, one does', async () => {
  const order = await bought()
  const attempts = await Promise.allSettled(
    Array.from({ length: 6 }, () => add(order, [{ line: 0, quantity: 2 }])),
  )
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const attempt of attempts)
    if (attempt.status === 'rejected')
      expect(attempt.reason).toMatchObject({ code: 'PT409', hint: 'lines_left' })
  expect(await left(order)).toEqual([0, 3])
})

test('pieces that are refunded before they are sent are not sent; when nothing else is left, the order is shipped', async () => {
  const order = await bought()
  await add(order, [{ line: 0, quantity: 2 }])
  await refund(order, { lines: [{ line: 1, quantity: 1 }] })
  expect([await statusOf(order), await left(order)]).toEqual(['processing', [0, 2]])
  await refund(order, { lines: [{ line: 1, quantity: 2 }] })
  expect([await statusOf(order), await left(order)]).toEqual(['shipped', [0, 0]])
  expect((await mailsOf(order)).map(({ status }) => status)).toEqual(['shipped'])
})

test('an order whose parcels are from before lines were recorded has nothing left to send', async () => {
  const order = await bought()
  await as(
    sql,
    staff,
    (tx) => tx`insert into shipments (order_id, status) values (${order.id}, 'processing')`,
  )
  await sql`delete from shipment_lines where shipment_id in (select id from shipments where order_id = ${order.id})`
  expect(await left(order)).toEqual([0, 0])
  await as(sql, staff, (tx) => tx`update shipments set status = 'shipped' where order_id = ${order.id}`)
  expect(await statusOf(order)).toBe('shipped')
  expect((await mailsOf(order)).map(({ status }) => status)).toEqual(['shipped'])
})

test('whoever gives a postcode alone sees how many pieces a parcel holds, and not which', async () => {
  const order = await bought()
  await add(order, [{ line: 1, quantity: 2 }])
  const [{ email = '', postcode = '' } = {}] = await sql<{ email: string; postcode: string }[]>`
    select email, shipping_address ->> 'postal_code' as postcode from orders where id = ${order.id}`
  const tracked = async (contact: string) =>
    callAs<{ to_follow: number; shipments: { pieces: number; items: { quantity: number }[] }[] }>(
      sql,
      guest(),
      'track_order',
      { p_order_number: await numberOf(order), p_contact: contact },
    )
  expect(await tracked(postcode)).toMatchObject({ to_follow: 3, shipments: [{ pieces: 2, items: [] }] })
  const byEmail = await tracked(email)
  expect(byEmail).toMatchObject({ to_follow: 3, shipments: [{ pieces: 2, items: [{ quantity: 2 }] }] })
})

test.each([
  ['more than is left', [{ line: 0, quantity: 3 }], 'PT409', 'lines_left'],
  ['a line that there is not', [{ line: 7, quantity: 1 }], 'PT409', 'lines_left'],
  ['no piece', [{ line: 0, quantity: 0 }], 'PT422', 'lines'],
  ['nothing while something is left', [], 'PT422', 'lines'],
  [
    'a line twice',
    [
      { line: 0, quantity: 1 },
      { line: 0, quantity: 1 },
    ],
    'PT422',
    'lines',
  ],
])('%s is rejected', async (_name, lines, code, hint) => {
  expect(await rejection(add(await bought(), lines))).toMatchObject({ code, hint })
})

test('a cancelled order is not sent', async () => {
  const order = await bought()
  await as(sql, staff, (tx) => tx`update orders set status = 'cancelled' where id = ${order.id}`)
  expect(await rejection(add(order, [{ line: 0, quantity: 1 }]))).toMatchObject({
    code: 'PT409',
    hint: 'cancelled',
  })
})

const part = fc.record({ line: fc.nat({ max: 1 }), quantity: fc.integer({ min: 1, max: 3 }) })
const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), part, status: fc.constantFrom('processing', 'shipped') }),
  fc.record({ kind: fc.constant('refund' as const), part }),
  fc.record({ kind: fc.constant('return' as const), part }),
  fc.record({ kind: fc.constant('remove' as const) }),
  fc.record({ kind: fc.constant('rest' as const) }),
)

/** Staff take back some pieces and refund them. */
async function takeBack(order: Bought, { line, quantity }: Part): Promise<void> {
  const id = randomUUID()
  const lines = [{ line, quantity, reason: 'faulty', sealed: false }]
  await callAs(sql, staff, 'open_return', { p_id: id, p_order: order.id, p_lines: lines, p_expected: false })
  const arrived = [{ line, received: quantity, condition: 'as_new', restock: true }]
  await callAs(sql, staff, 'receive_return', { p_id: id, p_lines: arrived })
  await callAs(sql, staff, 'refund_return', { p_id: id, p_refund: randomUUID() })
}

/** How many pieces of a line can have come back by now: those that have left, and were not refunded otherwise. */
async function maxBack(order: Bought, line: number, kept: number): Promise<number> {
  const [row] = await sql<{ gone: number; isWhole: boolean }[]>`
    select status in ('shipped', 'delivered', 'completed') as "isWhole", (
      select coalesce(sum(quantity), 0)::int from shipment_lines join shipments on shipments.id = shipment_id
      where order_id = orders.id and shipment_lines.line = ${line} and shipments.status <> 'processing') as gone
    from orders where id = ${order.id}`
  return row && !row.isWhole ? Math.min(row.gone, kept) : kept
}

test('never more is sent than was ordered and not refunded before, nor more returned than was sent, whatever staff do', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const order = await bought()
      const ordered = [2, 3]
      const sent = [0, 0]
      const refunded = [0, 0]
      const returned = [0, 0]
      const open = (line: number) =>
        Math.max(0, (ordered[line] ?? 0) - (sent[line] ?? 0) - (refunded[line] ?? 0))
      const removable: [id: string, parts: Part[]][] = []
      for (const next of steps) {
        if (next.kind === 'send') {
          const { line, quantity } = next.part
          const fits = quantity <= open(line)
          const attempt = add(order, [next.part], 'T', next.status)
          if (fits) {
            removable.push([await attempt, [next.part]])
            sent[line] = (sent[line] ?? 0) + quantity
          } else expect(await rejection(attempt)).toMatchObject({ code: 'PT409' })
        } else if (next.kind === 'refund') {
          const { line, quantity } = next.part
          if ((refunded[line] ?? 0) + (returned[line] ?? 0) + quantity > (ordered[line] ?? 0)) continue
          await refund(order, { lines: [next.part] })
          refunded[line] = (refunded[line] ?? 0) + quantity
        } else if (next.kind === 'return') {
          const { line, quantity } = next.part
          const after = (returned[line] ?? 0) + quantity
          const most = await maxBack(order, line, (ordered[line] ?? 0) - (refunded[line] ?? 0))
          const attempt = takeBack(order, next.part)
          if (after <= most) {
            await attempt
            returned[line] = after
          } else expect(await rejection(attempt)).toMatchObject({ code: 'PT409' })
        } else if (next.kind === 'remove') {
          const [id, parts] = removable.pop() ?? ['', []]
          if (!id) continue
          await as(sql, staff, (tx) => tx`delete from shipments where id = ${id}`)
          for (const { line, quantity } of parts) sent[line] = (sent[line] ?? 0) - quantity
        } else if (open(0) + open(1) > 0) {
          const parts = [0, 1].flatMap((line) => (open(line) > 0 ? [{ line, quantity: open(line) }] : []))
          const [row] = await as(
            sql,
            staff,
            (tx) =>
              tx<
                { id: string }[]
              >`insert into shipments (order_id, status) values (${order.id}, 'shipped') returning id`,
          )
          removable.push([row?.id ?? '', parts])
          for (const { line, quantity } of parts) sent[line] = (sent[line] ?? 0) + quantity
        }
        expect(await left(order)).toEqual([open(0), open(1)])
        const packed = await sql<{ line: number; quantity: number }[]>`
          select line, sum(quantity)::int as quantity from shipment_lines join shipments on shipments.id = shipment_id
          where order_id = ${order.id} group by line`
        for (const { line, quantity } of packed) {
          expect(quantity).toBe(sent[line])
          expect(quantity).toBeLessThanOrEqual(ordered[line] ?? 0)
        }
      }
    }),
    { numRuns: 25 },
  )
})
