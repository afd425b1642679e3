import type { Sql, TransactionSql } from 'postgres'

// What must hold at every moment, whatever happened: each line names a fault and finds the rows that show it.
const faults: Record<string, string> = {
  'stock that is not the sum of its movements': `
    select products.id from products left join inventory_movements as movement on movement.product_id = products.id
    group by products.id having coalesce(sum(movement.quantity), 0) <> products.inventory_quantity`,
  'movements of a deleted product that do not end at nothing': `
    select product_id from inventory_movements where not exists (select from products where products.id = product_id)
    group by product_id having sum(quantity) <> 0`,
  'an order whose pieces are not what the ledger took for it': `
    select orders.id from orders
    cross join lateral jsonb_to_recordset(orders.items) as item (product_id uuid, quantity integer)
    where exists (select from products where products.id = item.product_id)
    group by orders.id, orders.status, orders.payment_status, item.product_id
    having sum(item.quantity) * case when private.order_returned(orders.status, orders.payment_status) then 0 else -1 end
      <> coalesce((select sum(movement.quantity) from inventory_movements as movement
        where movement.order_id = orders.id and movement.product_id = item.product_id), 0)`,
  'pieces sold for an order that is not there': `
    select id from inventory_movements where order_id is not null and not exists (select from orders where orders.id = order_id)`,
  'an order that is not whole': `
    select orders.id from orders join checkout_sessions as session on session.session_id = orders.checkout_session_id
    where session.status <> 'completed' or orders.total <> session.total or orders.discount_amount <> session.discount_amount or orders.gift_card_amount <> session.gift_card_amount or orders.items <> session.cart_items
      or not exists (select from order_events where order_id = orders.id and type = 'order_created')
      or (select count(*) from email_outbox where order_id = orders.id and kind = 'order_confirmation') <> 1
      or (session.user_id is null and not exists (
        select from account_creation_tokens where checkout_session_id = session.session_id))
      or (select count(*) from payment_attempts where checkout_session_id = session.session_id and status = 'succeeded') <> 1`,
  'a completed checkout without its order': `
    select id from checkout_sessions as session where status = 'completed'
      and not exists (select from orders where checkout_session_id = session.session_id)`,
  'a hold or an open payment of a checkout that has ended': `
    select session.id from checkout_sessions as session where status <> 'pending' and (
      exists (select from private.stock_holds where checkout_session_id = session.session_id)
      or exists (select from payment_attempts where checkout_session_id = session.session_id and status = 'pending'))`,
  'an order with a promotion that is not counted, or counted otherwise than it stands': `
    select orders.id from orders left join promotion_uses as taken on taken.order_id = orders.id
    where (orders.promotion_code is null) <> (taken.id is null)
      or taken.state <> case when private.order_returned(orders.status, orders.payment_status) then 'returned' else 'used' end`,
  'a promotion used more often than it may be': `
    select promotions.id from promotions join promotion_uses as taken on taken.promotion_id = promotions.id and taken.state = 'used'
    group by promotions.id having count(*) > promotions.uses_limit`,
  'a promotion held by a checkout that has ended': `
    select taken.id from promotion_uses as taken join checkout_sessions as session on session.session_id = taken.checkout_session_id
    where taken.state = 'held' and session.status <> 'pending'`,
  'a gift card whose balance is not the sum of its entries': `
    select card.id from gift_cards as card left join gift_card_entries as entry on entry.gift_card_id = card.id
    group by card.id having coalesce(sum(entry.amount_pence), 0) <> card.balance_pence`,
  'an order whose gift card did not pay what the order says': `
    select orders.id from orders left join gift_card_entries as entry on entry.order_id = orders.id and entry.kind in ('redeemed', 'given_back')
    group by orders.id
    having case when private.order_returned(orders.status, orders.payment_status) then 0 else -orders.gift_card_amount * 100 end <> coalesce(sum(entry.amount_pence), 0)`,
  'an order of a gift card that made none, or more than one, or told its code otherwise than once': `
    select orders.id from orders join checkout_sessions as session on session.session_id = orders.checkout_session_id
    where (session.metadata ? 'gift_card')::integer
      <> all (array[(select count(*) from gift_card_entries where order_id = orders.id and kind = 'issued'),
        (select count(*) from email_outbox where order_id = orders.id and kind = 'gift_card')])`,
  'a payment that is not what the gift card left': `
    select attempt.id from payment_attempts as attempt join orders on orders.checkout_session_id = attempt.checkout_session_id
    where attempt.status = 'succeeded' and attempt.amount <> orders.total - orders.gift_card_amount`,
  'a gift card held by a checkout that has ended': `
    select hold.gift_card_id from private.gift_card_holds as hold join checkout_sessions as session on session.session_id = hold.checkout_session_id
    where session.status <> 'pending'`,
  'a counter that miscounts': `
    with real as (
      select 'order:' || status || ':' || payment_status as subject, count(*) as count, sum(total - gift_card_amount) as amount from orders group by 1
      union all select 'product', count(*), 0 from products
      union all select 'product:active', count(*) filter (where is_active), 0 from products
      union all select 'product:active:' || category_id, count(*), 0 from products where is_active and category_id is not null group by 1
      union all select 'product:low', count(*) filter (where track_inventory and inventory_quantity <= low_stock_threshold), 0 from products
      union all select 'customer', count(*), 0 from customers
    )
    select subject from real full join private.counters as counter using (subject)
    where coalesce(real.count, 0) <> coalesce(counter.count, 0) or coalesce(real.amount, 0) <> coalesce(counter.amount, 0)`,
  'a customer whose figures are not those of their orders': `
    select customers.id from customers left join orders on orders.customer_id = customers.id
    group by customers.id
    having count(orders.id) <> customers.total_orders
      or coalesce(sum(private.revenue_of(orders.status, orders.payment_status, orders.total - orders.gift_card_amount)), 0) <> customers.total_spent
      or max(orders.created_at) is distinct from customers.last_order_at`,
  'an alert that does not follow the stock': `
    select products.id from products
    where (track_inventory and inventory_quantity <= low_stock_threshold)
      <> exists (select from inventory_alerts where product_id = products.id and is_active)`,
}

/** The faults found in the whole database, by name with how many rows show them; empty when all is well. */
export async function faultsIn(sql: Sql | TransactionSql): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, query] of Object.entries(faults)) {
    const { count } = await sql.unsafe(query)
    if (count > 0) found[name] = count
  }
  return found
}
