import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { account } from './staff-steps'
import { testDatabase } from './test-database'
import { as, guest, rejection, signUp, signUpStaff, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const product = await stockProduct(sql, 10, 50)

/** An order paid by a visitor so many hours ago. @returns the id of its checkout and its number */
async function paid(buyer: Visitor, hours: number) {
  const { session_id: id } = await readyToPay(sql, buyer, product)
  const { order_number: number } = await complete(sql, buyer, id)
  await sql`update checkout_sessions
    set created_at = now() - ${`${String(hours)} hours`}::interval, completed_at = now() - ${`${String(hours)} hours`}::interval
    where session_id = ${id}`
  return { id, number }
}
const open = async (by: Visitor, id: string) => {
  const rows = await as(
    sql,
    { ...by, headers: { ...by.headers, 'x-checkout-session': id } },
    (tx) => tx<{ first_name: string }[]>`select first_name from checkout_sessions where session_id = ${id}`,
  )
  return rows.map((row) => row.first_name)
}
const link = (by: Visitor, id: string) => callAs<string>(sql, by, 'issue_account_token', { p_session_id: id })
const placed = (by: Visitor, id: string) =>
  callAs<object | null>(sql, by, 'placed_order', { p_session_id: id })

test('within a day the address of a confirmation shows it to whoever has it', async () => {
  const { id } = await paid(guest(), 23)
  const stranger = guest()
  expect(await open(stranger, id)).toEqual(['Ada'])
  expect(await link(stranger, id)).toMatch(/^[0-9a-f]{64}$/)
})

test('after a day it shows number and status, and no name, address or way to open an account', async () => {
  const { id, number } = await paid(guest(), 25)
  for (const stranger of [guest(), await signUp(sql)]) {
    expect(await open(stranger, id)).toEqual([])
    expect(await rejection(link(stranger, id))).toMatchObject({ code: 'PT404', hint: 'session_not_found' })
    expect(await placed(stranger, id)).toEqual({ order_number: number, status: 'pending' })
  }
  await sql`update orders set status = 'shipped' where order_number = ${number}`
  expect(await placed(guest(), id)).toEqual({ order_number: number, status: 'shipped' })
})

test('the browser that paid sees it whole for longer, and so do the owner and staff', async () => {
  const buyer = guest()
  const { id } = await paid(buyer, 2000)
  expect(await open(buyer, id)).toEqual(['Ada'])
  expect(await link(buyer, id)).toMatch(/^[0-9a-f]{64}$/)
  expect(await open(await signUpStaff(sql, 'moderator'), id)).toEqual(['Ada'])
  // An account that confirms the address of the order owns it.
  expect(await open(await account(sql, 'guest@example.test'), id)).toEqual(['Ada'])
  const customer = await signUp(sql)
  const own = await paid(customer, 2000)
  expect(await open(customer, own.id)).toEqual(['Ada'])
  expect(await open(guest(), own.id)).toEqual([])
})

test('a checkout that was never paid is closed to strangers after a day as well', async () => {
  const buyer = guest()
  const { session_id: id } = await readyToPay(sql, buyer, product)
  expect(await open(guest(), id)).toEqual(['Ada'])
  await sql`update checkout_sessions set status = 'expired', created_at = now() - interval '25 hours' where session_id = ${id}`
  expect(await open(guest(), id)).toEqual([])
  expect(await open(buyer, id)).toEqual(['Ada'])
  expect(await placed(guest(), id)).toBeNull()
})

test('an id that there is not, or none, opens nothing', async () => {
  for (const id of ['', 'cs_nothing', 'x'.repeat(100_000)]) {
    expect(await open(guest(), id)).toEqual([])
    expect(await placed(guest(), id)).toBeNull()
  }
})

test('the link of an email still knows the buyer’s name after a day', async () => {
  const { id } = await paid(guest(), 25)
  const [row] = await sql<
    { token: string }[]
  >`select private.new_account_token(${id}, 'new@example.test') as token`
  expect(await callAs(sql, guest(), 'read_account_token', { p_token: row?.token })).toMatchObject({
    state: 'valid',
    first_name: 'Ada',
    last_name: 'Guest',
  })
})
