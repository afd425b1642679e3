import type { TransactionSql } from 'postgres'

/**
 * Adds the promotions and gift cards numbered `from` to `to`, over five years. Of ten promotions six have ended, one is switched off, one
 * is used up and two are open, the second of which begins later; of ten cards two are void, four are spent, and the older ones of the
 * others have expired.
 */
export async function loadOffers(sql: TransactionSql, from: number, to: number): Promise<void> {
  await sql`
    insert into promotions (id, code, kind, percent, created_at, starts_at, ends_at, uses_limit, is_active)
    select md5('promotion' || i)::uuid, (array['SPRING', 'Summer', 'autumn', 'WINTER'])[1 + (i & 3)] || '-' || i, 'percent', 10, made.at,
      case when i % 10 = 9 then now() + interval '10 days' else made.at end,
      case when i % 10 < 6 then made.at + interval '12 hours' when i % 10 = 9 then now() + interval '20 days' end,
      case when i % 10 = 7 then 1 end, i % 10 <> 6
    from generate_series(${from}::bigint, ${to}::bigint) as i
    cross join lateral (select now() - (1 + 1825 * growth.unit(i, 60)) * interval '1 day' as at) as made`
  await sql`update private.promotion_list set used = 1 where uses_limit = 1 and used = 0`
  // The ledger's own triggers work card by card.
  await sql`alter table gift_cards disable trigger balance_is_sum`
  await sql`alter table gift_card_entries disable trigger balance_is_sum, disable trigger update_gift_card_balance`
  await sql`
    insert into gift_cards (id, code_hash, hint, initial_pence, balance_pence, state, created_at, expires_at)
    select md5('card' || i)::uuid, md5('card' || i) || md5('code' || i), upper(left(translate(md5('hint' || i), 'abcdef', 'KMNPQR'), 4)), 5000,
      case when i % 10 < 6 then 0 else 5000 end, case when i % 10 < 2 then 'void' else 'active' end, made.at, made.at + interval '24 months'
    from generate_series(${from}::bigint, ${to}::bigint) as i
    cross join lateral (select now() - (1 + 1825 * growth.unit(i, 61)) * interval '1 day' as at) as made`
  await sql`
    insert into gift_card_entries (gift_card_id, kind, amount_pence, order_id, created_at)
    select md5('card' || i)::uuid, kind, amount, case when kind = 'redeemed' then md5('order' || i)::uuid end, now()
    from generate_series(${from}::bigint, ${to}::bigint) as i
    cross join (values ('issued', 5000), ('redeemed', -5000), ('voided', -5000)) as entry (kind, amount)
    where kind = 'issued' or (kind = 'redeemed' and i % 10 between 2 and 5) or (kind = 'voided' and i % 10 < 2)`
  await sql`alter table gift_cards enable trigger balance_is_sum`
  await sql`alter table gift_card_entries enable trigger balance_is_sum, enable trigger update_gift_card_balance`
}

/** Counts one in ten of the orders numbered `from` to `to` as uses of the first promotion. */
export async function loadUses(sql: TransactionSql, from: number, to: number): Promise<void> {
  await sql`
    insert into promotion_uses (promotion_id, checkout_session_id, order_id, user_id, email, state, created_at)
    select md5('promotion1')::uuid, checkout_session_id, id, user_id, 'user@mail.test', 'used', created_at
    from orders join generate_series(${from}::bigint, ${to}::bigint) as i on orders.id = md5('order' || i)::uuid
    where i % 10 = 0`
}
