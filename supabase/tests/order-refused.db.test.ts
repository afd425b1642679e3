import { expect, test } from 'vitest'
import { complete, details, readyToPay, startCheckout, stockProduct } from './checkout-steps'
import { testDatabase } from './test-database'
import { guest, refusal } from './visitor-fixtures'

const sql = await testDatabase()

const changes: [string, string, (product: string, checkout: string) => Promise<unknown>][] = [
  [
    'a changed price',
    'totals_changed',
    (product) => sql`update products set price = 12 where id = ${product}`,
  ],
  [
    'stock that went',
    'insufficient_stock',
    (product) => sql`update products set inventory_quantity = 1 where id = ${product}`,
  ],
  [
    'an inactive product',
    'insufficient_stock',
    (product) => sql`update products set is_active = false where id = ${product}`,
  ],
  ['a deleted product', 'insufficient_stock', (product) => sql`delete from products where id = ${product}`],
  [
    'an expired session',
    'session_not_found',
    (_product, id) => sql`update checkout_sessions set expires_at = now() where session_id = ${id}`,
  ],
  [
    'a cart emptied elsewhere',
    'totals_changed',
    (product) => sql`delete from cart_items where product_id = ${product}`,
  ],
]
test.each(changes)('%s is refused as %s', async (_what, hint, change) => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 5)
  const checkout = await readyToPay(sql, buyer, product, 2)
  await change(product, checkout.session_id)
  expect(await refusal(complete(sql, buyer, checkout.session_id))).toMatchObject({ hint })
  expect((await sql`select from orders where checkout_session_id = ${checkout.session_id}`).count).toBe(0)
})

test('the figures of a refusal are the fresh ones, and checking out again with them succeeds', async () => {
  const buyer = guest()
  const product = await stockProduct(sql, 10, 5)
  const first = await readyToPay(sql, buyer, product)
  await sql`update products set price = 12 where id = ${product}`
  const fresh: unknown = JSON.parse((await refusal(complete(sql, buyer, first.session_id))).detail)
  expect(fresh).toMatchObject({ subtotal: 9.48, tax_amount: 1.9, shipping_amount: 3.99, total: 15.37 })
  expect(
    await refusal(startCheckout(sql, buyer, await details(sql, 'Standard', { expected_total: 13.47 }))),
  ).toMatchObject({ hint: 'totals_changed' })
  const second = await startCheckout(sql, buyer, await details(sql, 'Standard', { expected_total: 15.37 }))
  expect((await complete(sql, buyer, second.session_id)).total).toBe(15.37)
  expect(await refusal(complete(sql, buyer, first.session_id))).toMatchObject({ hint: 'session_not_found' })
})
