import { expect, test } from 'vitest'
import { complete, readyToPay, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, connections, guest, signUpStaff, othersWaiting } from './visitor-fixtures'

const sql = await testDatabase()
// The factor of the listings is as it always was.
await sql`update private.price_history_start set began_at = '-infinity'`

test('the demo’s products have no past, so they are compared with nothing', async () => {
  const [row] =
    await sql`select count(*)::int as shown from products where was_price is not null and slug in (select slug from products where sku like 'AM-%')`
  expect(row).toEqual({ shown: 0 })
})

test('each product and variant has one present period at its present price, and none overlap', async () => {
  const wrong = await sql`
    select product.slug from private.stock_units as unit
    join products as product on product.id = unit.product_id
    left join private.price_history as present on present.product_id = unit.product_id
      and present.variant_id is not distinct from unit.variant_id and present.until is null
    where (unit.is_active and unit.inventory_quantity > 0) <> (present.price is not null) or present.price <> unit.price
    union all
    select one.product_id::text from private.price_history as one join private.price_history as other on other.product_id = one.product_id
      and other.variant_id is not distinct from one.variant_id and other.since > one.since
    where one.until is null or one.until > other.since`
  expect([...wrong]).toEqual([])
})

test('what has ended is swept while staff refund an order: neither waits for the other in a ring', async () => {
  const staff = await signUpStaff(sql)
  const visitor = guest()
  const product = await stockProduct(sql, 19.99, 3)
  const { order_id: order } = await complete(
    sql,
    visitor,
    (await readyToPay(sql, visitor, product)).session_id,
  )
  const { order_id: old } = await complete(sql, visitor, (await readyToPay(sql, visitor, product)).session_id)
  await sql`update orders set status = 'delivered' where id in ${sql([order, old])}`
  await sql`update orders set delivered_at = now() - interval '15 days' where id = ${old}`
  await sql`update products set was_price = 30, was_price_until = now() where id = ${await stockProduct(sql, 10, 50)}`
  const crowd = connections(sql, 4)
  const gate = await crowd.reserve()
  await gate`begin`
  await gate`select from catalogue_version for update`
  const refunded = as(
    crowd,
    staff,
    (tx) => tx`update orders set payment_status = 'refunded' where id = ${order}`,
  )
  await othersWaiting(sql, 1)
  const swept = crowd`select sweep() as counts`.execute()
  await othersWaiting(sql, 2)
  await gate`commit`
  gate.release()
  await refunded
  expect((await swept)[0]?.counts).toMatchObject({ was_prices: 1, completed_orders: 1 })
  await crowd.end()
})
