-- What a replacement is paid with by exchange counts as money in the figures of orders and customers: the refund that paid for it has taken
-- it off the first order.

alter table public.orders add column exchanged_amount numeric(10, 2) not null default 0 check (exchanged_amount >= 0);

create or replace function private.count_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * takings)
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1 having sum(sign) <> 0 or sum(sign * takings) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count, amount = counter.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders,
        sum(sign * private.revenue_of(status, payment_status,
          private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card))) as spent
      from (%s) as change
      where customer_id is not null
      group by customer_id
    ), locked as (
      select customer.id from public.customers as customer join change on change.customer_id = customer.id
      where change.orders <> 0 or change.spent <> 0
      order by customer.id for no key update of customer
    )
    update public.customers as customer
    set total_orders = customer.total_orders + change.orders, total_spent = customer.total_spent + change.spent,
      last_order_at = (select max(orders.created_at) from public.orders where orders.customer_id = customer.id)
    from change join locked on locked.id = change.customer_id
    where customer.id = change.customer_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create or replace function private.count_order_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.order_days as tally (day, status, payment_status, country, with_gift_card, orders, amount, revenue)
    select (created_at at time zone 'Europe/London')::date, status, payment_status, coalesce(left(shipping_address ->> 'country', 2), ''),
      gift_card_amount > 0, sum(sign), sum(sign * takings), sum(sign * private.revenue_of(status, payment_status, takings))
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * takings) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (day, status, payment_status, country, with_gift_card) do update
    set orders = tally.orders + excluded.orders, amount = tally.amount + excluded.amount, revenue = tally.revenue + excluded.revenue
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create or replace function private.takings_between(p_from timestamptz, p_before timestamptz)
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
  select false, true, bought.vat_rate, edit.net, edit.tax, edit.delivery, edit.means, edit.card, edit.gift_card, 0
  from private.applied_edits as edit
  join public.orders as bought on bought.id = edit.order_id and private.is_taken(bought.payment_status)
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

create or replace function private.exchange_return(p_id uuid, p_refund uuid, p_lines jsonb, p_expected_total numeric)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_figures record;
  v_code constant text := 'EXCHANGE-' || upper(left(replace(gen_random_uuid()::text, '-', ''), 10));
  v_promotion uuid;
  v_card constant uuid := gen_random_uuid();
  v_method uuid;
  v_session public.checkout_sessions;
  v_paid integer;
  v_new public.orders;
begin
  perform private.require_right('refunds');
  perform private.require_replacement(p_lines);
  if p_lines = '[]' then
    perform private.reject('PT422', 'Choose what replaces it.', 'lines');
  elsif p_refund is null then
    perform private.reject('PT400', 'A refund needs an id.', 'id');
  end if;
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from public.returns where id = p_id) for no key update;
  if exists (select from public.exchanges join public.returns on id = return_id where id = p_id and refund_id = p_refund) then
    return private.exchange_reply(p_id);
  end if;
  v_order := private.lock_return(p_id, 'received');
  if v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.reject('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  -- Those of both orders at once, in order.
  perform from public.products
  where id in (
    select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines || v_order.items) as entry)
  order by id for no key update;
  select * into v_figures from private.exchange_figures(v_order, p_id, p_lines);
  if v_figures.returned not between 1 and 100000 or v_figures.total < 1 then
    perform private.reject('PT409', 'Goods worth £0.01 to £1,000 can be exchanged. Refund this return instead.', 'exchange_value');
  elsif v_figures.total > v_figures.returned and private.payment_provider() is distinct from 'simulated' then
    perform private.reject('PT402', format('The replacement costs £%s more, which only the customer can pay by card. Refund the return, and '
      'send a draft order with a payment link.', ((v_figures.total - v_figures.returned) * 0.01)::numeric(10, 2)), 'payment_required');
  end if;
  insert into public.promotions (code, kind, amount_pence, uses_limit, is_bound, exchange_pence)
  values (v_code, case when v_figures.discount > 0 then 'amount' else 'free_delivery' end, nullif(v_figures.discount, 0), 1, true, v_figures.total)
  returning id into v_promotion;
  select method.id into v_method from public.shipping_methods as method
  where method.is_active and private.shipping_price(v_order.subtotal, method, v_order.shipping_address ->> 'postal_code',
    v_order.shipping_address ->> 'country') is not null
  order by method.name <> coalesce(v_order.shipping_method, ''), method.sort_order, method.id limit 1;
  -- Its code is told to nobody.
  perform private.new_gift_card(v_figures.returned, null, v_card);
  v_session := private.make_staff_checkout(p_lines,
    jsonb_build_object('email', v_order.email, 'phone', v_order.phone, 'user_id', v_order.user_id, 'customer_id', v_order.customer_id,
      'first_name', v_order.shipping_address ->> 'first_name', 'last_name', v_order.shipping_address ->> 'last_name'),
    v_order.shipping_address, v_order.billing_address, v_method, 'exchange', now() + interval '1 hour', false, v_promotion, v_card);
  if v_session.total is distinct from p_expected_total then
    perform private.reject('PT409', 'The total has changed since you saw it.', 'totals_changed',
      jsonb_build_object('total', v_session.total)::text);
  end if;
  v_paid := v_session.gift_card_amount * 100;
  perform private.complete_staff_checkout(v_session);
  select * into v_new from public.orders where checkout_session_id = v_session.session_id;
  update public.returns set state = 'refunded', refund_id = p_refund, refunded_at = now() where id = p_id;
  perform private.write_exchange_refund(p_refund, v_order, p_id, v_paid);
  update public.orders set exchanged_amount = (select card_amount from public.refunds where id = p_refund) where id = v_new.id;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card, 'voided', v_paid - v_figures.returned where v_figures.returned > v_paid;
  update public.gift_cards set state = 'void', void_reason = format('What came back of order %s paid for order %s.',
    v_order.order_number, v_new.order_number)
  where id = v_card;
  insert into public.exchanges (return_id, order_id) values (p_id, v_new.id);
  if v_figures.returned > v_paid then
    perform private.write_refund(gen_random_uuid(), v_order.id, '[]', 0, (v_figures.returned - v_paid) * 0.01, 'Rest of an exchange', false);
  end if;
  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'return_exchanged', format('Return exchanged: order %s replaces it', v_new.order_number),
      jsonb_build_object('return', p_id, 'order', v_new.id, 'actor', (select auth.uid()))),
    (v_new.id, 'order_from_exchange', format('Replaces what came back of order %s', v_order.order_number),
      jsonb_build_object('return', p_id, 'order', v_order.id, 'actor', (select auth.uid())));
  perform private.queue_return_mail(v_order, p_id);
  return private.exchange_reply(p_id);
end;
$$;

update public.orders set exchanged_amount = refund.card_amount
from public.exchanges join public.returns as sent on sent.id = exchanges.return_id
join public.refunds as refund on refund.id = sent.refund_id
where orders.id = exchanges.order_id and refund.card_amount > 0;
