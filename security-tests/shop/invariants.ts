import type { Sql } from 'postgres'
import { faultsIn } from '../../supabase/tests/consistency'

// Invariants to check after an attack. Each query finds the rows that violate one.
const faults: Readonly<Record<string, string>> = {
  'an order without a means of payment': `
    select orders.id from orders
    where orders.total <> coalesce((select sum(attempt.amount) from payment_attempts as attempt
        where attempt.checkout_session_id = orders.checkout_session_id
          and attempt.status = 'succeeded'), 0) + orders.gift_card_amount`,
  'an order paid by nobody the setting names': `
    select orders.id from orders join payment_attempts as attempt
      on attempt.checkout_session_id = orders.checkout_session_id
    where attempt.status = 'succeeded' and attempt.amount > 0
      and attempt.provider not in ('simulated', 'stripe')`,
  'a checkout completed with no order or with more than one': `
    select session.session_id from checkout_sessions as session
    where session.status = 'completed' and (select count(*) from orders
      where checkout_session_id = session.session_id) <> 1`,
  'an order of a checkout that is not completed': `
    select orders.id from orders join checkout_sessions as session
      on session.session_id = orders.checkout_session_id
    where session.status <> 'completed'`,
  'holds beyond the stock': `
    select unit.product_id from private.stock_units as unit join private.stock_holds as hold
      on hold.product_id = unit.product_id and hold.variant_id is not distinct from unit.variant_id
        and hold.expires_at > now()
    group by unit.product_id, unit.variant_id, unit.inventory_quantity
    having sum(hold.quantity) > unit.inventory_quantity`,
  'stock below nothing': 'select product_id from private.stock_units where inventory_quantity < 0',
  'a gift card below nothing or above its worth':
    'select id from gift_cards where balance_pence not between 0 and initial_pence',
  'a gift card that nobody paid for': `
    select entry.id from gift_card_entries as entry left join orders on orders.id = entry.order_id
    where entry.kind = 'issued' and entry.actor is null and entry.order_id is null
      and entry.created_at > $since`,
  'an idempotency key of no completed checkout': `
    select kept.* from private.idempotency_keys as kept
    where not coalesce(kept.reply ? 'product_id', false)
      and not exists (select from checkout_sessions as session where session.status = 'completed'
      and position(session.session_id in to_jsonb(kept)::text) > 0)`,
  'staff that nobody appointed': 'select id from admin_users where created_at > $since',
  'a price or a total that is no money': `
    select id::text from orders where total < 0 or subtotal < 0 or tax_amount < 0 or total = 'NaN'
    union all select product_id::text from private.stock_units where price < 0 or price = 'NaN'`,
}

/**
 * Checks the database's invariants after the attacks: ledger, gift cards, orders, counters and stock
 * holds. Empty when none is violated.
 * @param since an SQL expression: when the attacks began
 */
export async function brokenInvariants(sql: Sql, since = 'now()'): Promise<Record<string, number>> {
  const found = await faultsIn(sql)
  for (const [name, query] of Object.entries(faults)) {
    const { count } = await sql.unsafe(query.replaceAll('$since', since))
    if (count > 0) found[name] = count
  }
  return found
}
