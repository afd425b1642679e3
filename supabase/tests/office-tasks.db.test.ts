import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { refundFixtures } from './refund-fixtures'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)
const shop = refundFixtures(sql, staff)
const tasks = (by: Visitor = staff): Promise<Record<string, number | null>> =>
  callAs(sql, by, 'office_tasks', {})

test('each kind of work is counted while it waits, and no longer', async () => {
  const before = await tasks()
  const more = async () => {
    const now = await tasks()
    return Object.fromEntries(
      Object.entries(now).flatMap(([name, count]) => {
        const difference = Number(count) - Number(before[name])
        return difference === 0 ? [] : [[name, difference]]
      }),
    )
  }
  const buyer = await signUp(sql)
  const order = await shop.buy({ lines: [[20, 2]], buyer })
  expect(await more()).toEqual({ orders_to_send: 1 })
  await shop.setStatus(order, { status: 'delivered' })
  expect(await more()).toEqual({})

  const id = randomUUID()
  const lines = [{ line: 0, quantity: 1, reason: 'changed_mind', sealed: true }]
  const run = (by: Visitor, name: string, args: Record<string, unknown>) => callAs(sql, by, name, args)
  await run(buyer, 'request_return', { p_id: id, p_order: order.id, p_lines: lines })
  expect(await more()).toEqual({ returns_to_decide: 1 })
  await run(staff, 'decide_return', { p_id: id, p_lines: [{ line: 0, approved: true }], p_note: '' })
  expect(await more()).toEqual({})
  await run(staff, 'receive_return', {
    p_id: id,
    p_lines: [{ line: 0, received: 1, condition: 'as_new', restock: true }],
  })
  expect(await more()).toEqual({ returns_to_refund: 1 })

  await as(
    sql,
    guest(),
    (tx) => tx`insert into contact_messages (name, email, subject, message)
      values ('Imogen Hale', 'imogen@writer.test', 'Parcel', 'When does my parcel come?')`,
  )
  expect(await more()).toEqual({ returns_to_refund: 1, messages: 1 })
})

test('a member sees counts of what the role includes only', async () => {
  const moderator = await signUpStaff(sql, 'moderator')
  const seen = await tasks(moderator)
  expect(seen.returns_to_refund).toBeNull()
  expect(seen.orders_to_send).toBe((await tasks()).orders_to_send)
})

test('a product is known to have been sold', async () => {
  const isOrdered = (product: string | undefined) =>
    callAs(sql, staff, 'product_is_ordered', { p_id: product })
  const order = await shop.buy({ lines: [[20, 1]] })
  expect(await isOrdered(order.products[0])).toBe(true)
  expect(await isOrdered(await stockProduct(sql, 20, 5))).toBe(false)
  const attempt = callAs(sql, await signUp(sql), 'product_is_ordered', { p_id: randomUUID() })
  expect(await rejection(attempt)).toMatchObject({ code: 'PT403' })
})
