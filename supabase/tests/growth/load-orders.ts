import type { TransactionSql, Sql } from 'postgres'
import { peopleCount } from '../declaration/vocabulary'

/** The person numbered 1 has one order in a hundred; everybody else about five. */
export const heaviest = 1

/**
 * Adds the accounts numbered `from` to `to`, each with profile, customer and one address, joined over five years.
 * An account without an email gets no customer when it is made: so all customers can be written at once, with their dates,
 * instead of one by one with today's.
 */
export async function loadCustomers(sql: Sql, from: number, to: number): Promise<void> {
  await sql`
    insert into auth.users (id) select md5('user' || i)::uuid from generate_series(${from}::bigint, ${to}::bigint) as i`
  await sql`
    insert into customers (user_id, email, first_name, last_name, created_at)
    select md5('user' || i)::uuid,
      lower(first_name || '.' || last_name) || i || '@' || (array['gmail.test', 'outlook.test', 'icloud.test', 'mail.test'])[1 + (i & 3)],
      first_name, last_name, now() - (1 + 1825 * growth.unit(i, 2)) * interval '1 day'
    from generate_series(${from}::bigint, ${to}::bigint) as i
    join growth.people on people.id = floor(growth.unit(i, 1) * ${peopleCount})::int`
  await sql`
    insert into addresses (customer_id, is_default, first_name, last_name, address_line_1, city, postal_code)
    select customers.id, true, customers.first_name, customers.last_name, i || ' High Street', 'London', 'SW1A 1AA'
    from generate_series(${from}::bigint, ${to}::bigint) as i join customers on customers.user_id = md5('user' || i)::uuid`
}

/**
 * Adds the orders numbered `from` to `to` with the checkouts they came from, of customers among the first `customers` and
 * products among the first `products`: one in five of a guest, most completed and paid, over five years. Each has a number of its
 * own on any day, since midnight may pass while they are added.
 */
export async function loadOrders(
  sql: TransactionSql,
  from: number,
  to: number,
  customers: number,
  products: number,
): Promise<void> {
  await sql`
    create temp table drawn_orders on commit drop as
    select i, md5('order' || i)::uuid as id, 'cs_' || md5('checkout' || i) || md5('session' || i) as session_id,
      current_date - 1 - (i % 1826)::int as day,
      case when i % 5 <> 4 then 'user' || case when i % 100 = 0 then ${heaviest}::bigint
        else 1 + floor(growth.unit(i, 30) * ${customers})::bigint end end as buyer,
      1 + floor(growth.unit(i, 31) * ${products})::bigint as product,
      round((10 + 150 * growth.unit(i, 32))::numeric, 2) as subtotal, growth.unit(i, 33) as luck
    from generate_series(${from}::bigint, ${to}::bigint) as i`
  await sql`
    create temp table new_orders on commit drop as
    select drawn.*, customers.user_id, customers.id as customer_id, coalesce(customers.email, 'guest' || i || '@mail.test') as email,
      coalesce(nullif(customers.first_name, ''), 'Guest') as first_name, coalesce(nullif(customers.last_name, ''), 'Buyer') as last_name,
      round(subtotal * 0.2, 2) as vat, (day + growth.unit(i, 34) * interval '1 day') at time zone 'Europe/London' as created_at,
      jsonb_build_object('first_name', 'Ada', 'last_name', 'Buyer', 'address_line_1', i || ' High Street', 'city', 'London',
        'postal_code', 'SW1A 1AA', 'country', 'GB') as address,
      jsonb_build_array(jsonb_build_object('product_id', md5('product' || product)::uuid, 'product_name', 'Piece ' || product,
        'name', 'Piece ' || product, 'sku', 'AM-PIE-' || lpad(product::text, 7, '0'), 'quantity', 1, 'unit_price', subtotal,
        'price', subtotal, 'total_price', subtotal)
        || case when product % 4 = 0 then jsonb_build_object('variant_id', md5('variant' || product || 'M')::uuid, 'variant_name', 'M',
          'options', '[{"name": "Size", "value": "M"}]'::jsonb) else '{}' end) as items
    from drawn_orders as drawn left join customers on customers.user_id = md5(drawn.buyer)::uuid`
  await sql`
    insert into checkout_sessions (session_id, status, email, first_name, last_name, shipping_address, billing_address, subtotal,
      tax_amount, shipping_amount, total, cart_items, user_id, customer_id, expires_at, completed_at, created_at)
    select session_id, 'completed', email, first_name, last_name, address, address, subtotal, vat, 3.99, subtotal + vat + 3.99,
      items, user_id, customer_id, created_at + interval '1 day', created_at, created_at
    from new_orders`
  await sql`
    insert into orders (id, order_number, user_id, customer_id, email, status, payment_status, subtotal, tax_amount, shipping_amount,
      total, shipping_method, items, shipping_address, billing_address, checkout_session_id, paid_at, created_at)
    select id, 'AM' || to_char(day, 'YYYYMMDD') || '-' || lpad(i::text, greatest(4, length(i::text)), '0'), user_id, customer_id,
      email, case when luck < 0.9 then 'completed' when luck < 0.95 then 'shipped' when luck < 0.98 then 'processing' else 'pending' end,
      case when luck < 0.98 then 'succeeded' when luck < 0.999 then 'pending' else 'failed' end,
      subtotal, vat, 3.99, subtotal + vat + 3.99, 'Standard', items, address, address, session_id, created_at, created_at
    from new_orders`
  await sql`
    insert into order_events (order_id, type, description, created_at)
    select id, 'order_created', 'Order created', created_at from new_orders`
  // Still unsent: a parcel that moves would move its order along, one row at a time.
  await sql`
    insert into shipments (order_id, tracking_number, carrier, shipping_method, status, created_at)
    select id, 'RM' || i || 'GB', 'Royal Mail', 'Standard', 'processing', created_at from new_orders where i % 10 = 0`
  await sql`
    insert into tracking_events (shipment_id, status, description, location, occurred_at)
    select shipments.id, 'packed', 'Packed', 'London', shipments.created_at
    from new_orders join shipments on shipments.order_id = new_orders.id`
  await sql`
    insert into email_outbox (kind, recipient, subject, order_id, status, attempts, sent_at, created_at)
    select 'order_confirmation', email, 'Your order', id, case when i % 100 = 7 then 'pending' else 'sent' end,
      case when i % 100 = 7 then 0 else 1 end, case when i % 100 = 7 then null else created_at end, created_at
    from new_orders`
}
