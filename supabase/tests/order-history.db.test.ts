import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const buyer = guest()
const checkout = await readyToPay(sql, buyer, await stockProduct(sql, 10, 20), 2)
const order = await complete(sql, buyer, checkout.session_id)

interface History {
  more: boolean
  rows: {
    at: string
    source: string
    kind: string
    description: string
    detail: string | null
    actor: string | null
  }[]
}
const history = (visitor = staff): Promise<History> =>
  callAs(sql, visitor, 'order_history', { p_order: order.order_id })

test('the history tells what happened, who did it, what was sent and what became of the stock', async () => {
  await as(sql, staff, async (tx) => {
    const [shipment] = await tx<{ id: string }[]>`
      insert into shipments (order_id, carrier, tracking_number, status)
      values (${order.order_id}, 'Royal Mail', 'RM1', 'shipped') returning id`
    await tx`insert into tracking_events (shipment_id, status, description, location)
      values (${shipment?.id ?? ''}, 'in_transit', 'Sorted', 'Croydon')`
    await tx`update orders set status = 'cancelled' where id = ${order.order_id}`
  })
  const { rows, more } = await history()
  expect(more).toBe(false)
  const entries = rows.map(({ source, kind, detail, actor }) => [source, kind, detail, actor])
  expect(entries).toEqual(
    expect.arrayContaining([
      ['event', 'order_created', null, null],
      ['event', 'payment_succeeded', null, null],
      ['event', 'shipment_shipped', 'Royal Mail RM1', 'Rowan'],
      ['event', 'status_changed', null, 'Rowan'],
      ['tracking', 'in_transit', 'Croydon', null],
      ['email', 'order_confirmation', 'pending', null],
      ['email', 'order_status', 'pending', null],
      ['stock', 'sold', '-2', null],
      ['stock', 'cancelled', '2', 'Rowan'],
    ]),
  )
  const moments = rows.map(({ at }) => Date.parse(at))
  expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  // What an email holds, such as the link that opens an account, stays in the database.
  expect(JSON.stringify(rows)).not.toContain('token')
})

test('a long history ends at its newest 200 entries and says so', async () => {
  await sql`insert into order_events (order_id, type, description, created_at)
    select ${order.order_id}, 'noted', 'Note ' || i, now() + i * interval '1 second' from generate_series(1, 300) as i`
  const { rows, more } = await history()
  expect(more).toBe(true)
  expect(rows).toHaveLength(200)
  expect(rows[0]?.description).toBe('Note 300')
  expect(rows.at(-1)?.description).toBe('Note 101')
})

test('shoppers, even the buyer, read no history, and an unknown order has none', async () => {
  expect(await rejection(history(await signUp(sql)))).toMatchObject({ code: 'PT403' })
  const unknown = callAs(sql, staff, 'order_history', { p_order: '00000000-0000-4000-8000-000000000000' })
  expect(await rejection(unknown)).toMatchObject({ code: 'PT404', hint: 'order_not_found' })
})
