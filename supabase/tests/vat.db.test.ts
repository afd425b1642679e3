import { expect, test } from 'vitest'
import { complete, readyToPay, startCheckout, stockProduct, addToCart, details } from './checkout-steps'
import { as, guest, rejection, signUp, type Visitor } from './visitor-fixtures'
import { testDatabase } from './test-database'

const sql = await testDatabase()

/** Lets a rate begin, today or days from now. */
const startRate = (rate: number, inDays = 0) => sql`
  insert into private.vat_rates (starts_on, rate) values ((now() at time zone 'Europe/London')::date + ${inDays}::integer, ${rate})
  on conflict (starts_on) do update set rate = excluded.rate`
const endRates = () => sql`delete from private.vat_rates where starts_on > '2011-01-04'`

const receiptOf = (buyer: Visitor, number: string) =>
  as(sql, buyer, async (tx) => {
    const [row] = await tx`select order_receipt(${number}) as receipt`
    return row?.receipt
  })

const emailed = async (orderId: string) => {
  const [row] = await sql`
    select (data ->> 'vat_rate')::float as vat_rate, (data ->> 'tax_amount')::float as tax_amount
    from email_outbox where order_id = ${orderId} and kind = 'order_confirmation'`
  return row
}

test('a new rate is charged from its day, on orders and their lines; receipts of earlier orders stay', async () => {
  const product = await stockProduct(sql, 100, 9)
  const buyer = await signUp(sql)
  const earlier = await complete(sql, buyer, (await readyToPay(sql, buyer, product)).session_id)
  const before = await receiptOf(buyer, earlier.order_number)
  expect(before).toMatchObject({ vat_rate: 0.2, tax_amount: 15.8, items: [{ vat_rate: 0.2 }] })

  await startRate(0.5, 1)
  const today = await readyToPay(sql, guest(), product)
  expect(today.tax_amount).toBe('15.80')

  await startRate(0.175)
  const later = await complete(sql, buyer, (await readyToPay(sql, buyer, product)).session_id)
  expect(await receiptOf(buyer, later.order_number)).toMatchObject({
    vat_rate: 0.175,
    subtotal: 79,
    tax_amount: 13.83,
    items: [{ vat_rate: 0.175 }],
  })
  expect(await emailed(later.order_id)).toEqual({ vat_rate: 0.175, tax_amount: 13.83 })
  expect(await receiptOf(buyer, earlier.order_number)).toEqual(before)
  expect(await emailed(earlier.order_id)).toEqual({ vat_rate: 0.2, tax_amount: 15.8 })
  await endRates()
})

test('a checkout from before a new rate is confirmed again', async () => {
  const product = await stockProduct(sql, 100, 9)
  const buyer = guest()
  const checkout = await readyToPay(sql, buyer, product)
  await startRate(0.25)
  expect(await rejection(complete(sql, buyer, checkout.session_id))).toMatchObject({ hint: 'totals_changed' })
  const again = await startCheckout(sql, buyer, await details(sql))
  expect(again.tax_amount).toBe('19.75')
  await complete(sql, buyer, again.session_id)
  await endRates()
})

test('the total of a browser that has another rate is rejected with what is charged', async () => {
  const product = await stockProduct(sql, 100, 9)
  const buyer = guest()
  await addToCart(sql, buyer, product)
  await startRate(0.25)
  const request = await details(sql, 'Standard', { expected_total: 94.8 })
  expect(await rejection(startCheckout(sql, buyer, request))).toMatchObject({ hint: 'totals_changed' })
  await endRates()
})
