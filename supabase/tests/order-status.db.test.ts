import { expect, test } from 'vitest'
import { complete, readyToPay, stockOf, stockProduct, type Receipt } from './checkout-steps'
import { testDatabase } from './test-database'
import { as, guest, signUpStaff, rejection, signUp, type Visitor } from './visitor-fixtures'

const sql = await testDatabase()
const staff = await signUpStaff(sql)

async function buy(product: string, quantity: number, buyer: Visitor = guest()): Promise<Receipt> {
  const checkout = await readyToPay(sql, buyer, product, quantity)
  return complete(sql, buyer, checkout.session_id)
}

const setStatus = (order: Receipt, change: { status?: string; payment_status?: string }) =>
  as(sql, staff, (tx) => tx`update orders set ${tx(change)} where id = ${order.order_id}`)

const movements = async (product: string) =>
  [
    ...(await sql`select kind, quantity from inventory_movements where product_id = ${product} order by id`),
  ].map((row) => [row.kind, row.quantity])

const mails = async (order: Receipt) =>
  [
    ...(await sql`select data ->> 'status' as status from email_outbox where order_id = ${order.order_id} and kind = 'order_status' order by created_at, id`),
  ].map((row) => row.status)

test('the ledger tells what became of every piece', async () => {
  const product = await stockProduct(sql, 10, 10)
  const order = await buy(product, 3)
  await as(sql, staff, (tx) => tx`select adjust_stock(${product}, 5, 'received', 'Delivery 7')`)
  await as(sql, staff, (tx) => tx`update products set inventory_quantity = 11 where id = ${product}`)
  await setStatus(order, { status: 'cancelled' })
  expect(await movements(product)).toEqual([
    ['received', 10],
    ['sold', -3],
    ['received', 5],
    ['adjusted', -1],
    ['cancelled', 3],
  ])
  expect(await stockOf(sql, product)).toBe(14)
  const [sold] =
    await sql`select order_id, actor from inventory_movements where product_id = ${product} and kind = 'cancelled'`
  expect(sold).toEqual({ order_id: order.order_id, actor: staff.user?.id })
})

test('cancelled and refunded, an order gives its stock back once; undone, it takes it again or is rejected', async () => {
  const product = await stockProduct(sql, 10, 4)
  const order = await buy(product, 3)
  await setStatus(order, { status: 'cancelled' })
  await setStatus(order, { payment_status: 'refunded' })
  expect(await stockOf(sql, product)).toBe(4)
  await setStatus(order, { status: 'processing' })
  expect(await stockOf(sql, product)).toBe(4)
  await setStatus(order, { payment_status: 'succeeded' })
  expect(await stockOf(sql, product)).toBe(1)
  await setStatus(order, { status: 'cancelled' })
  await buy(product, 2)
  expect(await rejection(setStatus(order, { status: 'pending' }))).toMatchObject({
    code: 'PT409',
    hint: 'insufficient_stock',
  })
  expect(await stockOf(sql, product)).toBe(2)
})

test('stock of a deleted product does not come back, and its order can still be cancelled', async () => {
  const product = await stockProduct(sql, 10, 4)
  const order = await buy(product, 1)
  await sql`delete from products where id = ${product}`
  await setStatus(order, { status: 'cancelled' })
  await setStatus(order, { status: 'processing' })
  const [row] =
    await sql`select sum(quantity)::int as left from inventory_movements where product_id = ${product}`
  expect(row).toEqual({ left: 0 })
})

test('a parcel on its way moves the order on, tells the buyer and is found by tracking', async () => {
  const order = await buy(await stockProduct(sql, 10, 4), 1)
  const add = (status: string, at: string) =>
    as(
      sql,
      staff,
      (tx) => tx`
    insert into tracking_events (shipment_id, status, description, location, occurred_at)
    select id, ${status}, ${`It is ${status}`}, 'Leeds', ${at} from shipments where order_id = ${order.order_id}`,
    )
  await as(
    sql,
    staff,
    (tx) =>
      tx`insert into shipments ${tx({ order_id: order.order_id, status: 'shipped', tracking_number: 'RM123', carrier: 'Royal Mail' })}`,
  )
  await add('in_transit', '2026-01-02')
  await add('delivered', '2026-01-04')
  await add('out_for_delivery', '2026-01-03')
  const [row] =
    await sql`select status, delivered_at is not null as dated from orders where id = ${order.order_id}`
  expect(row).toEqual({ status: 'delivered', dated: true })
  expect(await mails(order)).toEqual(['shipped', 'delivered'])
  const [{ found } = {}] = await as(
    sql,
    guest(),
    (tx) => tx`select track_order(${order.order_number.toLowerCase()}, ' GUEST@example.test ') as found`,
  )
  expect(found).toMatchObject({
    status: 'delivered',
    tracking_number: 'RM123',
    carrier: 'Royal Mail',
    shipping_method: 'Standard',
  })
  expect(found.events.map((event: { status: string }) => event.status)).toEqual([
    'delivered',
    'out_for_delivery',
    'in_transit',
    'placed',
  ])
})

test('each change of status that matters to the buyer is one email', async () => {
  const order = await buy(await stockProduct(sql, 10, 4), 1)
  for (const status of ['processing', 'shipped', 'shipped', 'delivered', 'completed', 'cancelled'])
    await setStatus(order, { status })
  await setStatus(order, { payment_status: 'refunded' })
  expect(await mails(order)).toEqual(['shipped', 'delivered', 'cancelled', 'refunded'])
})

test('a guest tracks by email or postcode, a customer by their account, a stranger not at all, and guessing ends', async () => {
  const buyer = await signUp(sql)
  const order = await buy(await stockProduct(sql, 10, 4), 1, buyer)
  const track = async (visitor: Visitor, contact: string | null) =>
    (
      await as(
        sql,
        visitor,
        (tx) => tx`select track_order(${order.order_number}, ${contact}) is not null as found`,
      )
    )[0]?.found
  expect([
    await track(guest(), 'sw1a1aa'),
    await track(buyer, null),
    await track(guest(), null),
    await track(guest(), ''),
  ]).toEqual([true, true, false, false])
  const stranger = await signUp(sql)
  for (let tries = 0; tries < 10; tries += 1) expect(await track(stranger, 'SW1A 1AB')).toBe(false)
  expect(await rejection(track(stranger, 'guest@example.test'))).toMatchObject({
    code: 'PT429',
    hint: 'rate_limited',
  })
  expect(await track(buyer, null)).toBe(true)
})

test('staff writes are logged with what was and what became, shoppers leave no trace', async () => {
  const product = await stockProduct(sql, 10, 4)
  await as(sql, staff, (tx) => tx`update products set price = 12, name = name where id = ${product}`)
  await as(sql, staff, (tx) => tx`insert into shop_settings (key, value) values ('demo.one', '1')`)
  await as(sql, staff, (tx) => tx`delete from shop_settings where key = 'demo.one'`)
  await buy(product, 1)
  const log = await as(
    sql,
    staff,
    (tx) => tx`
    select table_name, action, actor, before, after from audit_log where row_id in (${product}, 'demo.one') order by id`,
  )
  const actor = staff.user?.id
  expect([...log]).toEqual([
    { table_name: 'products', action: 'update', actor, before: { price: 10 }, after: { price: 12 } },
    {
      table_name: 'shop_settings',
      action: 'insert',
      actor,
      before: null,
      after: expect.objectContaining({ key: 'demo.one', value: 1 }),
    },
    {
      table_name: 'shop_settings',
      action: 'delete',
      actor,
      before: expect.objectContaining({ key: 'demo.one', value: 1 }),
      after: null,
    },
  ])
})

test('the back office counts what is there', async () => {
  const buyer = await signUp(sql)
  const product = await stockProduct(sql, 10, 40)
  const completed = await buy(product, 1, buyer)
  const refunded = await buy(product, 2, buyer)
  const pending = await buy(product, 3, buyer)
  await setStatus(completed, { status: 'completed' })
  await setStatus(refunded, { payment_status: 'refunded' })
  const [{ stats } = {}] = await as(sql, staff, (tx) => tx`select dashboard_stats() as stats`)
  const [real] = await sql`
    select (select count(*)::int from products) as products_total, (select count(*)::int from products where is_active) as products_active,
      (select count(*)::int from (select track_inventory, inventory_quantity, low_stock_threshold from products where options = '[]'
        union all select track_inventory, inventory_quantity, low_stock_threshold from product_variants) as unit
        where track_inventory and inventory_quantity <= low_stock_threshold) as low_stock,
      (select count(*)::int from categories) as categories, 
      (select count(*)::int from customers where user_id is null or user_id not in (select user_id from admin_users where is_active)) as customers,
      (select count(*)::int from orders) as orders_total, (select count(*)::int from orders where status = 'pending') as orders_pending,
      (select sum(total)::float from orders where status = 'completed') as revenue,
      (select sum(total)::float from orders where payment_status = 'succeeded') as paid`
  expect(stats).toEqual(real)
  const [customer] = await as(
    sql,
    buyer,
    (tx) => tx`select total_orders, total_spent::float, last_order_at is not null as dated from customers`,
  )
  expect(customer).toEqual({ total_orders: 3, total_spent: completed.total + pending.total, dated: true })
})

test('a guest order goes to the account that proves to own its email, not to one that only claims it', async () => {
  const order = await buy(await stockProduct(sql, 10, 4), 1)
  const [{ email } = {}] = await sql<
    { email: string }[]
  >`update orders set email = ${`Owner-${order.order_number}@Example.test`} where id = ${order.order_id} returning email`
  const [user] = await sql<
    { id: string }[]
  >`insert into auth.users (id, email) values (gen_random_uuid(), ${String(email).toLowerCase()}) returning id`
  const owner = async () => (await sql`select user_id from orders where id = ${order.order_id}`)[0]?.user_id
  expect(await owner()).toBeNull()
  await sql`update auth.users set email_confirmed_at = now() where id = ${user?.id ?? ''}`
  expect(await owner()).toBe(user?.id)
  const [customer] = await sql`select total_orders from customers where user_id = ${user?.id ?? ''}`
  expect(customer).toEqual({ total_orders: 1 })
})

test("'paid' is accepted for 'succeeded', and changes nothing of an order that is paid", async () => {
  const order = await buy(await stockProduct(sql, 10, 4), 1)
  const payment = async () => {
    const [row] = await sql`select payment_status from orders where id = ${order.order_id}`
    return row?.payment_status
  }
  const changes = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count from order_events where order_id = ${order.order_id} and type = 'payment_status_changed'`
    return row?.count
  }
  await setStatus(order, { payment_status: 'paid' })
  expect([await payment(), await changes()]).toEqual(['succeeded', 0])
  await setStatus(order, { payment_status: 'failed' })
  const [effects] = await as(
    sql,
    staff,
    (tx) => tx`select order_change_effects(${order.order_id}, null, 'paid') as effects`,
  )
  expect(effects?.effects).toMatchObject({ rejected: null })
  await setStatus(order, { payment_status: 'paid' })
  expect([await payment(), await changes()]).toEqual(['succeeded', 2])
  await as(sql, staff, (tx) => tx`select undo_order_change(${order.order_id}, 'pending', 'paid')`)
  expect(await payment()).toBe('failed')
})
