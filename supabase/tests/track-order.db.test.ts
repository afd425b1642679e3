import { beforeEach, expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { callAs } from './office-steps'
import { testDatabase } from './test-database'
import { guest, rejection, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const product = await stockProduct(sql, 10, 50)
beforeEach(async () => {
  await sql`delete from private.rate_limits`
})

async function order(): Promise<string> {
  const buyer = guest()
  const { session_id: session } = await readyToPay(sql, buyer, product)
  return (await complete(sql, buyer, session)).order_number
}
const right = 'guest@example.test'
const track = (by: Visitor, number: string, contact: string) =>
  callAs<object | null>(sql, by, 'track_order', { p_order_number: number, p_contact: contact })
const visitorAt = (address: string): Visitor => ({ headers: { 'x-forwarded-for': address } })
async function guess(by: Visitor, number: string, times: number): Promise<void> {
  for (let tries = 0; tries < times; tries += 1)
    expect(await track(by, number, `${String(tries)}@example.test`)).toBeNull()
}
const limited = { code: 'PT429', hint: 'rate_limited' }

test('the eleventh wrong try at an order waits, also of one that does not exist', async () => {
  for (const number of [await order(), 'AM20260105-0001']) {
    const stranger = guest()
    await guess(stranger, number, 10)
    expect(await rejection(track(stranger, ` ${number.toLowerCase()} `, right))).toMatchObject(limited)
    expect(await track(stranger, 'AM20260105-0002', right)).toBeNull()
  }
})

test('nobody locks a stranger’s order: its owner still gets in, however many guess', async () => {
  const number = await order()
  for (let network = 0; network < 40; network += 1) await guess(guest(), number, 3)
  for (const contact of [right, 'SW1A 1AA'])
    expect(await track(guest(), number, contact)).toMatchObject({ order_number: number })
})

test('an order that many guess at leaves each network three tries a day', async () => {
  const number = await order()
  for (let network = 0; network < 10; network += 1) await guess(guest(), number, 10)
  const newcomer = guest()
  await guess(newcomer, number, 3)
  expect(await rejection(track(newcomer, number, right))).toMatchObject(limited)
  await sql`update private.rate_limits set opened_at = opened_at - interval '1 hour'`
  expect(await rejection(track(newcomer, number, right))).toMatchObject(limited)
  await sql`update private.rate_limits set opened_at = opened_at - interval '23 hours'`
  expect(await track(newcomer, number, right)).toMatchObject({ order_number: number })
})

test('right tries count for nothing', async () => {
  const number = await order()
  const owner = guest()
  for (let again = 0; again < 12; again += 1)
    expect(await track(owner, number, right)).toMatchObject({ order_number: number })
})

test('a server’s many addresses of version 6 are one network', async () => {
  const number = await order()
  for (let tries = 0; tries < 10; tries += 1)
    await guess(visitorAt(`2001:db8:1:${String(tries)}::1`), number, 1)
  expect(await rejection(track(visitorAt('2001:db8:1:ffff::1'), number, right))).toMatchObject(limited)
  expect(await track(visitorAt('2001:db8:2:1::1'), number, right)).toMatchObject({ order_number: number })
})
