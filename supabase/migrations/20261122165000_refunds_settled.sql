-- Refunds that fail after they were accepted, and those that staff pay by other means or give up.

alter table public.refunds drop constraint refunds_state_check;
alter table public.refunds add constraint refunds_state_check check (state in ('pending', 'succeeded', 'failed', 'given_up'));
alter table public.refunds
  -- Staff have paid the card's part by other means, such as a bank transfer.
  add column by_other_means boolean not null default false,
  -- The card's part of a refund that staff have given up; it is in none of the amounts.
  add column given_up numeric(10, 2) not null default 0 check (given_up >= 0),
  -- What staff say of either.
  add column note text not null default '' check (char_length(note) <= 500);
alter table public.refunds drop constraint refunds_settled;
alter table public.refunds
  add constraint refunds_settled check ((state in ('succeeded', 'given_up')) = (settled_at is not null)),
  add constraint refunds_by_other_means check (state = 'succeeded' or not by_other_means),
  add constraint refunds_given_up check ((state = 'given_up') = (given_up > 0));
drop index public.refunds_settled;
create index refunds_settled on public.refunds (settled_at) include (amount) where settled_at is not null;
alter publication supabase_realtime add table public.refunds, public.returns;

-- The newest entries of each source. A new source is one more branch: it needs an index by order, and its own limit.
create or replace function private.order_history_entries(p_order uuid, p_limit integer)
returns table (at timestamptz, source text, id text, kind text, description text, detail text, actor uuid)
language sql
stable
set search_path = ''
as $$
  (select event.created_at, 'event', event.id::text, event.type, event.description,
    nullif(concat_ws(' ', event.data ->> 'carrier', event.data ->> 'tracking_number', event.data ->> 'note'), ''), (event.data ->> 'actor')::uuid
  from public.order_events as event where event.order_id = p_order order by event.id desc limit p_limit)
  union all
  (select coalesce(letter.sent_at, letter.created_at), 'letter', letter.id::text, letter.kind, letter.subject, letter.status, null
  from public.email_outbox as letter where letter.order_id = p_order order by letter.created_at desc, letter.id limit p_limit)
  union all
  (select event.occurred_at, 'tracking', event.id::text, event.status, event.description, event.location, null
  from public.shipments as shipment join public.tracking_events as event on event.shipment_id = shipment.id
  where shipment.order_id = p_order order by event.occurred_at desc, event.id limit p_limit)
  union all
  (select movement.created_at, 'stock', movement.id::text, movement.kind,
    concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), movement.quantity::text, movement.actor
  from public.inventory_movements as movement
  left join public.products as product on product.id = movement.product_id
  left join public.product_variants as variant on variant.id = movement.variant_id
  where movement.order_id = p_order order by movement.id desc limit p_limit);
$$;

-- The amounts of a refund in pence. The bank card gets back what it paid, the gift card the rest (docs/decisions/0027). Without an
-- amount it is the lines' and the delivery's; beyond the goods an amount counts as delivery.
create or replace function private.refund_figures(p_order public.orders, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns table (amount integer, card integer, gift_card integer, delivery integer, tax integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_left record;
  v_goods integer := ((p_order.total - p_order.shipping_amount) * 100)::integer;
  v_taxed integer;
begin
  select * into v_left from private.refund_left(p_order);
  select (coalesce(sum(tax_amount), 0) * 100)::integer into v_taxed from public.refunds where order_id = p_order.id;
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.refuse('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.refuse('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.refuse('PT422', 'The amount is less than the delivery in it.', 'amount');
  end if;
  delivery := greatest(delivery, amount - v_left.goods);
  card := least(amount, v_left.card);
  gift_card := amount - card;
  -- The VAT due so far less what has been counted: refunds that were given up leave gaps between running shares.
  tax := least(amount - delivery, greatest(0, private.share_of(
    (p_order.tax_amount * 100)::integer, v_goods - v_left.goods + amount - delivery, v_goods) - v_taxed));
  return next;
end;
$$;

-- The letter of a refund: what, how much, and to which means.
create or replace function private.queue_refund_mail(p_order public.orders, p_refund public.refunds)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund', p_order.email, format('Your order %s: refund', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'currency', p_order.currency, 'amount', p_refund.amount,
      'card_amount', p_refund.card_amount, 'gift_card_amount', p_refund.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'new_gift_card', exists (
        select from public.email_outbox where order_id = p_order.id and kind = 'refund_gift_card' and created_at = p_refund.created_at),
      'refund', p_refund.id, 'by_other_means', p_refund.by_other_means,
      'again', exists (
        select from public.email_outbox
        where order_id = p_order.id and kind = 'refund' and data ->> 'refund' = p_refund.id::text),
      'delivery_amount', p_refund.delivery_amount, 'tax_amount', p_refund.tax_amount,
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity) order by part.line)
        from public.refund_lines as part where part.refund_id = p_refund.id), '[]'))
  where p_order.email is not null and p_refund.amount > 0;
$$;

create or replace function private.refund_reply(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', id, 'state', state, 'amount', amount, 'card_amount', card_amount,
    'gift_card_amount', gift_card_amount, 'delivery_amount', delivery_amount, 'tax_amount', tax_amount, 'given_up', given_up)
  from public.refunds where id = p_id;
$$;

-- The refunds of an order, newest first, and what is left to refund.
create or replace function private.refunds_of(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  return jsonb_build_object(
    'order_number', v_order.order_number, 'currency', v_order.currency, 'status', v_order.status,
    'payment_status', v_order.payment_status, 'marked_refunded', v_order.marked_refunded,
    'total', v_order.total, 'refunded_amount', v_order.refunded_amount, 'gift_card_hint', v_order.gift_card_hint,
    'left', (
      select jsonb_build_object('card', card * 0.01, 'gift_card', gift_card * 0.01, 'goods', goods * 0.01, 'delivery', delivery * 0.01)
      from private.refund_left(v_order)),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', ordered.line, 'name', v_order.items -> ordered.line ->> 'name',
        'variant_name', v_order.items -> ordered.line ->> 'variant_name', 'sku', v_order.items -> ordered.line ->> 'sku',
        'quantity', ordered.quantity, 'refunded', ordered.refunded, 'amount', ordered.pence * 0.01) order by ordered.line)
      from private.order_lines(v_order) as ordered), '[]'),
    'refunds', coalesce((
      select jsonb_agg(private.refund_reply(refund.id) || jsonb_build_object(
        'reason', refund.reason, 'attempts', refund.attempts, 'last_error', refund.last_error, 'provider', refund.provider,
        'reference', refund.reference, 'by_other_means', refund.by_other_means, 'note', refund.note, 'created_at', refund.created_at, 'settled_at', refund.settled_at,
        'actor', (select btrim(staff.first_name || ' ' || coalesce(staff.last_name, '')) from public.admin_users as staff
          where staff.user_id = refund.actor),
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object('line', part.line, 'name', v_order.items -> part.line ->> 'name',
            'quantity', part.quantity, 'restocked', part.restocked) order by part.line)
          from public.refund_lines as part where part.refund_id = refund.id), '[]'))
        order by refund.created_at desc, refund.id)
      from public.refunds as refund where refund.order_id = p_order), '[]'));
end;
$$;

-- A null error means that the provider pays; one that failed since under this reference stays failed. Else the provider is asked again
-- after 1, 2, 4 … minutes, eight times, or never if it has refused for good (p_final). Returns the state.
create or replace function private.settle_refund(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
  v_state text;
  v_order uuid;
begin
  select order_id into v_order from public.refunds where id = p_id;
  perform from public.orders where id = v_order for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.id is null or v_known.state in ('succeeded', 'given_up') then
    if p_error is null and (v_known.state = 'given_up' or v_known.by_other_means) then
      insert into public.order_events (order_id, type, description, data)
      values (v_order, 'refund_paid_late', format('£%s was refunded by the payment provider after all',
        v_known.card_amount + v_known.given_up), jsonb_build_object('refund', p_id));
    end if;
    return v_known.state;
  elsif p_error is null and v_known.state = 'failed' and v_known.reference = p_reference then
    return v_known.state;
  elsif p_error is null then
    perform private.finish_refund(p_id, p_reference);
    return 'succeeded';
  elsif v_known.state = 'failed' then
    return v_known.state;
  end if;
  update public.refunds
  set state = case when p_final or attempts >= 8 then 'failed' else 'pending' end, last_error = left(p_error, 500),
    next_attempt_at = now() + interval '1 minute' * power(2, least(greatest(attempts, 1), 9) - 1)
  where id = p_id returning state into v_state;
  if v_state = 'failed' then
    insert into public.order_events (order_id, type, description, data)
    select v_order, 'refund_failed', format('Refund of £%s could not be paid', amount), jsonb_build_object('refund', p_id)
    from public.refunds where id = p_id;
  end if;
  return v_state;
end;
$$;

-- Another eight attempts at a failed refund.
create or replace function private.retry_refund(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order uuid;
begin
  perform private.require_right('refunds');
  update public.refunds set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), reference = null
  where id = p_id and state = 'failed' returning order_id into v_order;
  if v_order is null then
    perform private.refuse('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_order, 'refund_retried', 'Refund is tried again', jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
end;
$$;

-- What was given back in a period, gift cards included, by the day of the refund.
create or replace function private.refunded_between(p_from date, p_to date)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(amount), 0) from public.refunds
  where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1);
$$;

-- The figures of a period (days in London, both included) by day, week or month, its best-selling products, and the totals of the
-- period of the same length before.
create or replace function private.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if coalesce(p_unit, '') not in ('day', 'week', 'month') or (p_unit = 'day' and p_to - p_from > 366) then
    perform private.refuse('PT422', 'Choose days (of a year at most), weeks or months.', 'unit');
  end if;
  return (
    with counted as (
      select date_trunc(p_unit, day)::date as since, sum(orders) as orders,
        coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0) as revenue,
        coalesce(sum(amount) filter (where payment_status in ('paid', 'succeeded')), 0) as paid
      from private.order_days where day between p_from and p_to group by 1
    ), joined as (
      select date_trunc(p_unit, day)::date as since, sum(customers) as customers
      from private.customer_days where day between p_from and p_to group by 1
    ), returned as (
      select date_trunc(p_unit, settled_at at time zone 'Europe/London')::date as since, sum(amount) as refunded
      from public.refunds
      where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1)
      group by 1
    )
    select jsonb_build_object(
      'series', jsonb_agg(jsonb_build_object('since', bucket.since, 'orders', coalesce(counted.orders, 0),
        'revenue', coalesce(counted.revenue, 0), 'paid', coalesce(counted.paid, 0),
        'refunded', coalesce(returned.refunded, 0), 'customers', coalesce(joined.customers, 0))
        order by bucket.since),
      'total', private.sales_total(p_from, p_to),
      'before', private.sales_total(p_from - (p_to - p_from + 1), p_from - 1),
      'top_products', private.top_products(p_from, p_to, 10))
    from (
      select step::date as since
      from generate_series(date_trunc(p_unit, p_from::timestamp), p_to::timestamp, ('1 ' || p_unit)::interval) as step
    ) as bucket
    left join counted using (since) left join joined using (since) left join returned using (since));
end;
$$;

-- What the provider says later of a refund that it accepted (p_reference): it came back. The money is the shop's again and the refund
-- has failed. Said twice, or of an attempt before the last one, it changes nothing. Returns the state; pending means that the answer of
-- the provider is not written down yet, so that it must say this again.
create function private.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
begin
  select * into v_known from public.refunds where id = p_id;
  perform from public.orders where id = v_known.order_id for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.state is distinct from 'succeeded' or v_known.by_other_means or v_known.card_amount = 0
    or v_known.reference is distinct from p_reference
  then
    return v_known.state;
  end if;
  update public.refunds set state = 'failed', settled_at = null, last_error = left(p_error, 500) where id = p_id;
  update public.orders
  set refunded_amount = refunded_amount - v_known.card_amount,
    payment_status = case when payment_status = 'refunded' and not marked_refunded then 'succeeded' else payment_status end
  where id = v_known.order_id;
  insert into public.order_events (order_id, type, description, data)
  values (v_known.order_id, 'refund_failed', format('Refund of £%s came back', v_known.card_amount), jsonb_build_object('refund', p_id));
  return 'failed';
end;
$$;

grant execute on function private.bounce_refund(uuid, text, text) to service_role;

create function public.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language sql
set search_path = ''
as $$ select private.bounce_refund(p_id, p_reference, p_error); $$;

grant execute on function public.bounce_refund(uuid, text, text) to service_role;

-- A refund that failed, with its order locked before it. Raises 409 for any other.
create function private.lock_failed_refund(p_id uuid)
returns public.refunds
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform from public.orders where id = (select order_id from public.refunds where id = p_id) for no key update;
  select * into v_refund from public.refunds where id = p_id and state = 'failed' for update;
  if v_refund.id is null then
    perform private.refuse('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  return v_refund;
end;
$$;

-- Notes that staff have paid a failed refund by other means, such as a bank transfer. p_note says how.
create function private.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  if coalesce(btrim(p_note), '') = '' or char_length(p_note) > 500 then
    perform private.refuse('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  update public.refunds
  set state = 'succeeded', settled_at = now(), by_other_means = true, note = btrim(p_note), last_error = null
  where id = p_id returning * into v_refund;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_paid_otherwise', format('£%s refunded by other means', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', btrim(p_note), 'actor', (select auth.uid())));
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

grant execute on function private.pay_refund_otherwise(uuid, text) to authenticated, service_role;

create function public.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language sql
set search_path = ''
as $$ select private.pay_refund_otherwise(p_id, p_note); $$;

grant execute on function public.pay_refund_otherwise(uuid, text) to authenticated, service_role;

-- Gives up the card's part of a failed refund, which is then left to refund again. The gift card's part and the pieces stay: they
-- moved when the refund was made.
create function private.give_up_refund(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_goods numeric;
begin
  perform private.require_right('refunds');
  if char_length(p_note) > 500 then
    perform private.refuse('PT422', 'The note is too long.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_given_up', format('Refund of £%s given up', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', nullif(btrim(p_note), ''), 'actor', (select auth.uid())));
  v_goods := v_refund.gift_card_amount - least(v_refund.delivery_amount, v_refund.gift_card_amount);
  update public.refunds
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null, last_error = null,
    note = btrim(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

grant execute on function private.give_up_refund(uuid, text) to authenticated, service_role;

create function public.give_up_refund(p_id uuid, p_note text default '')
returns void
language sql
set search_path = ''
as $$ select private.give_up_refund(p_id, p_note); $$;

grant execute on function public.give_up_refund(uuid, text) to authenticated, service_role;

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
