-- What the shop took: sales and refunds of a period of days, by means of payment and rate of VAT (docs/decisions/0081).

create index refunds_unsettled on public.refunds (created_at) where settled_at is null;
-- What returns money by hand, by its day.
create index order_events_returning on public.order_events (created_at)
  where type in ('status_changed', 'payment_status_changed') and data ->> 'to' in ('cancelled', 'refunded');

-- Whether the money of an order was received, and counts until it goes back.
create function private.is_taken(p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_payment_status in ('succeeded', 'refunded'); $$;

-- Who took an order's part by bank card: 'simulated', 'stripe' or 'unknown'.
create function private.taken_by(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select provider from public.payment_attempts
    where checkout_session_id = p_order.checkout_session_id and status = 'succeeded' order by created_at desc limit 1), 'unknown');
$$;

-- The money of an order that has gone back, in pounds, and when. A gift card's part moves at once, a bank card's when it is settled, and
-- then the refund counts as a whole on that day, as receipts say. means of the card's part: who paid it out, 'other' for other means,
-- 'hand' for what a status set by hand returned.
create function private.money_returned(p_order public.orders)
returns table (at timestamptz, card numeric, gift_card numeric, delivery numeric, tax numeric, means text)
language sql
stable
set search_path = ''
as $$
  select settled_at, card_amount, gift_card_amount, delivery_amount, tax_amount,
    case when by_other_means then 'other' else coalesce(provider, 'unknown') end
  from public.refunds where order_id = p_order.id and edit_id is null and settled_at is not null and amount > 0
  union all
  select created_at, 0, gift_card_amount, least(delivery_amount, gift_card_amount), least(moved.goods,
    private.share_of((tax_amount * 100)::integer, moved.goods, amount - delivery_amount) * 0.01), 'unknown'
  from public.refunds
  cross join lateral (select gift_card_amount - least(delivery_amount, gift_card_amount) as goods) as moved
  where order_id = p_order.id and edit_id is null and settled_at is null and gift_card_amount > 0
  union all
  select changed.at, unclaimed.card, unclaimed.gift_card, unclaimed.card + unclaimed.gift_card - moved.goods,
    private.share_of((unclaimed.tax * 100)::integer, moved.goods, unclaimed.goods) * 0.01, 'hand'
  from (
    select max(created_at) as at from public.order_events
    where order_id = p_order.id and type in ('status_changed', 'payment_status_changed') and data ->> 'to' in ('cancelled', 'refunded')
  ) as changed
  cross join lateral (
    select case when p_order.marked_refunded
        then p_order.total - p_order.gift_card_amount + p_order.exchanged_amount - coalesce(sum(card_amount), 0) else 0 end as card,
      greatest(0, private.gift_card_returned(p_order)) * 0.01 as gift_card,
      p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0) as goods,
      p_order.tax_amount - coalesce(sum(tax_amount), 0) as tax
    from public.refunds where order_id = p_order.id and edit_id is null
  ) as unclaimed
  cross join lateral (select least(unclaimed.goods, unclaimed.card + unclaimed.gift_card) as goods) as moved
  where private.status_returns(p_order) and changed.at is not null and unclaimed.card + unclaimed.gift_card > 0;
$$;

-- Sales and refunds between two moments, a row each, in pounds: what counts is placed and paid, whatever became of it since. An edit counts
-- on the day when it took effect, by what it changed, so that the days before it stay as they were; it is a sale, of less than 0 where
-- money went back. exchanged is what the gift card of a replacement has of the card that paid for the goods that came back: the refund of
-- those has it by 'exchange'.
create function private.takings_between(p_from timestamptz, p_before timestamptz)
returns table (
  is_refund boolean, is_edit boolean, vat_rate numeric, net numeric, tax numeric, delivery numeric, means text, card numeric, gift_card numeric,
  exchanged numeric)
language sql
stable
set search_path = ''
as $$
  select false, false, bought.vat_rate, bought.subtotal - bought.discount_amount - edits.net, bought.tax_amount - edits.tax,
    bought.shipping_amount - edits.delivery, private.taken_by(bought), bought.total - bought.gift_card_amount - edits.card,
    bought.gift_card_amount - edits.gift_card, bought.exchanged_amount
  from public.orders as bought
  cross join lateral private.edits_of(bought.id) as edits
  where bought.created_at >= p_from and bought.created_at < p_before and private.is_taken(bought.payment_status)
  union all
  select false, true, bought.vat_rate, moved.net, moved.tax, moved.delivery, moved.means, moved.card, moved.gift_card, 0
  from private.applied_edits as edit
  join public.orders as bought on bought.id = edit.order_id and private.is_taken(bought.payment_status)
  -- Who took or pays out its parts by bank card, a row each.
  cross join lateral (
    select edit.net, edit.tax, edit.delivery, 'unknown' as means, 0 as card, edit.gift_card
    union all
    select 0, 0, 0, attempt.provider, attempt.amount, 0 from public.payment_attempts as attempt
    where attempt.checkout_session_id = edit.checkout_session_id and attempt.status = 'succeeded'
    union all
    select 0, 0, 0, refund.provider, -refund.card_amount, 0 from public.refunds as refund where refund.edit_id = edit.id
  ) as moved
  where edit.at >= p_from and edit.at < p_before
  union all
  select true, false, bought.vat_rate, returned.card + returned.gift_card - returned.delivery - returned.tax, returned.tax, returned.delivery,
    returned.means, returned.card, returned.gift_card, 0
  from (
    select order_id from public.refunds where settled_at >= p_from and settled_at < p_before
    union
    select order_id from public.refunds where settled_at is null and created_at >= p_from and created_at < p_before
    union
    select order_id from public.order_events
    where created_at >= p_from and created_at < p_before and type in ('status_changed', 'payment_status_changed')
      and data ->> 'to' in ('cancelled', 'refunded')
  ) as changed
  join public.orders as bought on bought.id = changed.order_id and private.is_taken(bought.payment_status)
  cross join lateral private.money_returned(bought) as returned
  where returned.at >= p_from and returned.at < p_before;
$$;

-- The takings of a period (days in London, both included): orders and refunds with what they are made of, by means and by rate of VAT.
-- Amounts in pounds; net is without VAT and delivery, after discounts.
create function private.office_takings(p_from date, p_to date)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if p_to - p_from > 366 then
    perform private.reject('PT422', 'Choose a period of at most a year.', 'period');
  end if;
  return (
    with moved as materialized (
      select * from private.takings_between(private.london_midnight(p_from), private.london_midnight(p_to + 1))
    ), added as (
      select wanted.is_refund, count(moved.means) filter (where not is_edit) as count, coalesce(sum(net), 0) as net, coalesce(sum(tax), 0) as tax,
        coalesce(sum(delivery), 0) as delivery, coalesce(sum(card + gift_card), 0) as total
      from (values (false), (true)) as wanted (is_refund) left join moved using (is_refund) group by 1
    ), by_means as (
      select part.means, coalesce(sum(part.amount) filter (where not is_refund), 0) as sales,
        coalesce(sum(part.amount) filter (where is_refund), 0) as refunds
      from moved cross join lateral (values (moved.means, card), ('gift_card', gift_card - exchanged), ('exchange', exchanged)) as part (means, amount)
      where part.amount <> 0 group by 1
    ), by_rate as (
      select vat_rate, coalesce(sum(net) filter (where not is_refund), 0) as net, coalesce(sum(tax) filter (where not is_refund), 0) as tax,
        coalesce(sum(net) filter (where is_refund), 0) as refunded_net, coalesce(sum(tax) filter (where is_refund), 0) as refunded_tax
      from moved group by 1
    )
    select jsonb_build_object(
      'sales', (select to_jsonb(added) - 'is_refund' from added where not is_refund),
      'refunds', (select to_jsonb(added) - 'is_refund' from added where is_refund),
      'means', (select coalesce(jsonb_agg(to_jsonb(by_means) order by sales desc, means), '[]') from by_means),
      'rates', (select coalesce(jsonb_agg(to_jsonb(by_rate) order by vat_rate desc), '[]') from by_rate)));
end;
$$;

grant execute on function private.office_takings(date, date) to authenticated, service_role;

create function public.office_takings(p_from date, p_to date)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_takings(p_from, p_to); $$;

grant execute on function public.office_takings(date, date) to authenticated, service_role;
