import type { Sql, TransactionSql } from 'postgres'
import { tables } from './tables'

// What must hold at every moment, whatever happened: each line names a fault and finds the rows that show it.
const faults: Record<string, string> = {
  'a counter that miscounts': `
    with real as (
      select 'order:' || status || ':' || payment_status as subject, count(*) as count,
        sum(total - gift_card_amount + exchanged_amount - refunded_amount + refunded_to_gift_card) as amount from orders group by 1
      union all select 'product', count(*), 0 from products
      union all select 'product:active', count(*) filter (where is_active), 0 from products
      union all select 'product:archived', count(*) filter (where archived_at is not null), 0 from products
      union all select kind || coalesce(category_id::text, 'none'), count(*), 0 from products
        cross join lateral (values ('product:in:', true), ('product:active:', is_active), ('product:archived:', archived_at is not null))
          as tally (kind, holds) where holds group by 1
      union all select 'product:low', count(*) filter (where track_inventory and inventory_quantity <= low_stock_threshold), 0
        from (select track_inventory, inventory_quantity, low_stock_threshold from products where options = '[]'
          union all select track_inventory, inventory_quantity, low_stock_threshold from product_variants) as unit
      union all select 'customer', count(*), 0 from private.customer_list
      union all select format('message:%s:%s', state, coalesce(assignee::text, 'none')), count(*), 0 from contact_messages group by 1
    )
    select subject from real full join private.counters as counter using (subject)
    where coalesce(real.count, 0) <> coalesce(counter.count, 0) or coalesce(real.amount, 0) <> coalesce(counter.amount, 0)`,
  'a day of orders that miscounts': `
    select day from private.order_days as tally full join (
      select (created_at at time zone 'Europe/London')::date as day, status, payment_status,
        coalesce(left(shipping_address ->> 'country', 2), '') as country, gift_card_amount > 0 as with_gift_card, count(*) as orders,
        sum(takings) as amount,
        coalesce(sum(takings) filter (where payment_status = 'succeeded' and status <> 'cancelled'), 0) as revenue
      from (
        select *, total - gift_card_amount + exchanged_amount - refunded_amount + refunded_to_gift_card as takings from orders
      ) as orders group by 1, 2, 3, 4, 5
    ) as real using (day, status, payment_status, country, with_gift_card)
    where (coalesce(tally.orders, 0), coalesce(tally.amount, 0), coalesce(tally.revenue, 0))
      <> (coalesce(real.orders, 0), coalesce(real.amount, 0), coalesce(real.revenue, 0))`,
  ...Object.fromEntries(Object.values(tables).flatMap(({ invariants = {} }) => Object.entries(invariants))),
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
