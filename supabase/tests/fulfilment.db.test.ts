import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct, type Receipt } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const product = await stockProduct(sql, 10, 500)

async function buy(): Promise<Receipt> {
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, product, 1)
  return complete(sql, buyer, checkout.session_id)
}

interface Outcome {
  line: string
  order_number: string
  outcome: string
  message: string | null
  field: string | null
}

const send = (rows: Record<string, unknown>[], dry = false): Promise<Outcome[]> =>
  callAs(sql, staff, 'mark_orders_sent', { p_rows: rows, p_dry: dry })

const statusOf = async ({ order_id: id }: Receipt): Promise<string> =>
  String((await sql`select status from orders where id = ${id}`)[0]?.status)

const shipmentsOf = async ({ order_id: id }: Receipt) => [
  ...(await sql`select status, carrier, tracking_number, estimated_delivery::text as day, shipping_method
    from shipments where order_id = ${id} order by created_at, id`),
]

test('a file marks its orders as sent, with a parcel and an email each; again it changes nothing', async () => {
  const [one, two] = [await buy(), await buy()]
  const rows = [
    {
      line: 2,
      order_number: one.order_number.toLowerCase(),
      carrier: 'Royal Mail',
      tracking_number: 'RM1',
      estimated_delivery: '2031-02-03',
    },
    { line: 3, order_number: two.order_number, carrier: 'DPD' },
  ]
  expect((await send(rows, true)).map(({ outcome }) => outcome)).toEqual(['sent', 'sent'])
  expect(await shipmentsOf(one)).toEqual([])
  expect(await statusOf(one)).toBe('pending')

  expect((await send(rows)).map(({ line, outcome }) => [Number(line), outcome])).toEqual([
    [2, 'sent'],
    [3, 'sent'],
  ])
  expect(await shipmentsOf(one)).toEqual([
    {
      status: 'shipped',
      carrier: 'Royal Mail',
      tracking_number: 'RM1',
      day: '2031-02-03',
      shipping_method: 'Standard',
    },
  ])
  expect([await statusOf(one), await statusOf(two)]).toEqual(['shipped', 'shipped'])
  const emails = await sql`
    select data ->> 'tracking_number' as number from email_outbox
    where order_id = ${one.order_id} and kind = 'order_status'`
  expect(emails.map(({ number }) => number)).toEqual(['RM1'])

  expect((await send(rows)).map(({ outcome }) => outcome)).toEqual(['same', 'same'])
  expect(await shipmentsOf(two)).toHaveLength(1)
})

test('each row that cannot be sent says why; the others are sent', async () => {
  const [good, cancelled, unpaid, refunded] = [await buy(), await buy(), await buy(), await buy()]
  await as(sql, staff, async (tx) => {
    await tx`update orders set status = 'cancelled' where id = ${cancelled.order_id}`
    await tx`update orders set payment_status = 'failed' where id = ${unpaid.order_id}`
    await tx`update orders set payment_status = 'refunded' where id = ${refunded.order_id}`
  })
  const number = (order: Receipt) => ({ order_number: order.order_number, carrier: 'Evri' })
  const response = await send([
    number(good),
    number(cancelled),
    number(unpaid),
    number(refunded),
    { order_number: 'AM20200101-0001', carrier: 'Evri' },
    { order_number: good.order_number, tracking_number: 'X' },
    { ...number(good), tracking_number: 'Y'.repeat(121) },
    { ...number(good), tracking_number: 'Z', estimated_delivery: '24/12/2026' },
    number(good),
  ])
  expect(response.map(({ outcome, field, message }) => [outcome, field, message])).toEqual([
    ['sent', null, null],
    ['error', 'order_number', 'This order is cancelled.'],
    ['error', 'order_number', 'This order is not paid.'],
    ['error', 'order_number', 'This order is refunded.'],
    ['error', 'order_number', 'There is no order with this number.'],
    ['error', 'carrier', 'A carrier is needed.'],
    ['error', 'tracking_number', 'A tracking number has at most 120 characters.'],
    ['error', 'estimated_delivery', 'Estimated delivery must be a date such as 2026-12-24 or 24/12/2026.'],
    ['error', 'order_number', 'The same parcel stands in an earlier row.'],
  ])
  expect(await statusOf(good)).toBe('shipped')
  expect(await statusOf(cancelled)).toBe('cancelled')
})

test('a second parcel of a shipped order is added, and leaves a delivered order delivered', async () => {
  const order = await buy()
  await send([{ order_number: order.order_number, carrier: 'DPD', tracking_number: 'A' }])
  await as(sql, staff, (tx) => tx`update orders set status = 'delivered' where id = ${order.order_id}`)
  const [row] = await send([{ order_number: order.order_number, carrier: 'DPD', tracking_number: 'B' }])
  expect(row?.outcome).toBe('sent')
  expect(await shipmentsOf(order)).toHaveLength(2)
  expect(await statusOf(order)).toBe('delivered')
})

test('two files with the same orders in other order neither deadlock nor send twice', async () => {
  const orders = await Promise.all(Array.from({ length: 8 }, buy))
  const rows = orders.map(({ order_number }) => ({ order_number, carrier: 'DPD', tracking_number: 'R' }))
  await Promise.all([send(rows), send(rows.toReversed()), send(rows), send(rows.toReversed())])
  for (const order of orders) expect(await shipmentsOf(order)).toHaveLength(1)
})

test('corrected or removed tracking sets the parcel to what its latest event says', async () => {
  const order = await buy()
  await send([{ order_number: order.order_number, carrier: 'DPD', tracking_number: 'T' }])
  const [parcel] = await sql`select id from shipments where order_id = ${order.order_id}`
  const event = (status: string, at: string) =>
    as(
      sql,
      staff,
      (tx) =>
        tx`insert into tracking_events (shipment_id, status, description, occurred_at) values (${String(parcel?.id)}, ${status}, ${status}, ${at})`,
    )
  await event('in_transit', '2026-01-02T10:00:00Z')
  await event('delivered', '2026-01-03T10:00:00Z')
  const parcelStatus = async () => (await shipmentsOf(order))[0]?.status
  expect(await parcelStatus()).toBe('delivered')
  expect(await statusOf(order)).toBe('delivered')
  await as(
    sql,
    staff,
    (tx) => tx`update tracking_events set status = 'out_for_delivery' where status = 'delivered'`,
  )
  expect(await parcelStatus()).toBe('out_for_delivery')
  await as(sql, staff, (tx) => tx`delete from tracking_events where status = 'out_for_delivery'`)
  expect(await parcelStatus()).toBe('in_transit')
  await as(sql, staff, (tx) => tx`delete from shipments where order_id = ${order.order_id}`)
  const events = await sql`
    select type, data ->> 'actor' as actor from order_events
    where order_id = ${order.order_id} and type ~ 'tracking_|removed' order by id`
  expect(events.map(({ type, actor }) => [type, actor])).toEqual([
    ['tracking_corrected', staff.user?.id],
    ['tracking_removed', staff.user?.id],
    ['shipment_removed', staff.user?.id],
  ])
})
