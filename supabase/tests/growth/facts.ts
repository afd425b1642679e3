import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { readyToPay } from '../checkout-steps'
import type { Facts, Place } from '../declaration/growth'
import type { Visitor } from '../declaration/people'
import { signUpStaff } from '../visitor-fixtures'
import { heaviest } from './load-orders'

async function one<T>(rows: PromiseLike<readonly T[]>): Promise<T> {
  const [row] = await rows
  if (!row) throw new Error('the loaded shop lacks a row that the questions need')
  return row
}

/** @throws Error when the shop has too few rows to ask about */
export async function readFacts(sql: Sql): Promise<Facts> {
  const place = (source: string, where = 'true') =>
    one(
      sql.unsafe<Place[]>(`
      select created_at::text as at, id from ${source} where ${where} order by created_at desc, id
      offset (select count(*) / 2 from ${source} where ${where}) limit 1`),
    )
  const categoryId = `md5('category1')::uuid`
  const buyer = await one(sql<{ id: string; customer_id: string; email: string }[]>`
    select user_id as id, id as customer_id, email from customers where user_id = md5('user' || ${heaviest}::int)::uuid`)
  const { session_id: guestSession } = await one(sql<{ session_id: string }[]>`
    select session_id from cart_items where session_id is not null
    group by 1 having count(variant_id) between 1 and count(*) - 1 order by 1 limit 1`)
  const { id: productId, slug } = await one(sql<{ id: string; slug: string }[]>`
    select id, slug from products where is_active and inventory_quantity > 20 and options = '[]' order by id limit 1`)
  const sized = await one(sql<Facts['sized'][]>`
    select product.id, product.slug, variant.id as variant, variant.sku
    from products as product join product_variants as variant on variant.product_id = product.id
    where product.is_active and variant.is_active and variant.inventory_quantity > 5
    order by product.id, variant.id limit 1`)
  const guest: Visitor = { headers: { 'x-session-id': guestSession } }
  const asBuyer: Visitor = {
    user: { id: buyer.id, email: buyer.email },
    headers: { 'x-session-id': `session_${randomUUID().replaceAll('-', '')}` },
  }
  return {
    staff: await signUpStaff(sql),
    guest,
    guestSession,
    buyer: asBuyer,
    buyerId: buyer.id,
    customerId: buyer.customer_id,
    buyerEmail: buyer.email,
    slug,
    productId,
    mostReviewed: (await one(sql<{ id: string }[]>`select id from products where id = md5('product1')::uuid`))
      .id,
    sized,
    category: await one(
      sql<{ id: string; slug: string }[]>`select id, slug from categories where id = md5('category1')::uuid`,
    ),
    order: await one(sql<Facts['order'][]>`
      select id, order_number as number, email, shipping_address ->> 'postal_code' as postcode from orders
      where email is not null and user_id is null order by id limit 1`),
    method: (await one(sql<{ id: string }[]>`select id from shipping_methods where name = 'Standard'`)).id,
    checkouts: {
      guest: (await readyToPay(sql, guest, productId)).session_id,
      buyer: (await readyToPay(sql, asBuyer, productId)).session_id,
    },
    key: randomUUID(),
    ...(await one(sql<Pick<Facts, 'logged' | 'loggedDay' | 'logger'>[]>`
      select id::text as logged, to_char(created_at at time zone 'Europe/London', 'YYYY-MM-DD') as "loggedDay", actor as logger
      from audit_log where id <= (select (max(id) + min(id)) / 2 from audit_log) order by id desc limit 1`)),
    products: await place('products', 'is_active'),
    inCategory: await place('products', `is_active and category_id = ${categoryId}`),
    orders: await place('orders'),
    buyersOrders: await place('orders', `user_id = '${buyer.id}'`),
    customers: await place('customers'),
    payments: await place('orders', `payment_status = 'pending'`),
  }
}
