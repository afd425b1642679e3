-- One word for paid: orders have 'succeeded', and 'paid' is accepted for it.

-- A payment status by its one word: 'paid' is accepted for 'succeeded', as the specification has both.
create function private.payment_status(p_given text)
returns text
language sql
immutable
set search_path = ''
as $$ select case p_given when 'paid' then 'succeeded' else p_given end; $$;

create function private.accept_paid()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.payment_status := 'succeeded';
  return new;
end;
$$;

-- Before the triggers that follow the status, which run by name.
create trigger accept_paid before insert or update of payment_status on public.orders
  for each row when (new.payment_status = 'paid') execute function private.accept_paid();

-- By the functions of before, which count both words.
update public.orders set payment_status = 'succeeded' where payment_status = 'paid';
alter table public.orders drop constraint orders_payment_status_check;
alter table public.orders add constraint orders_payment_status_check
  check (payment_status in ('pending', 'succeeded', 'failed', 'refunded'));

create or replace function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.marked_refunded := private.is_marked(old, new);
  perform private.require_rights_of_change(old, new);
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  if private.status_returns(new) and not private.status_returns(old) then
    perform private.return_stock(new, 1);
  elsif private.status_returns(old) and not private.status_returns(new) then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status = 'succeeded' then
    new.paid_at := coalesce(new.paid_at, now());
  end if;
  if new.status = 'delivered' and old.status <> 'delivered' then
    new.delivered_at := now();
  elsif new.status not in ('delivered', 'completed') then
    new.delivered_at := null;
  end if;
  return new;
end;
$$;

create or replace function private.sending_refusal(p_order public.orders)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when p_order.id is null then 'There is no order with this number.'
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status <> 'succeeded' then 'This order is not paid.'
    when p_order.shipping_method = 'By e-mail' then 'This order has nothing to send.'
  end;
$$;

create or replace function private.send_review_requests()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 200;
  v_order public.orders;
  v_lines jsonb;
  v_count integer := 0;
begin
  delete from private.review_requests where order_id in (
    select order_id from private.review_requests where sent_at <= now() - interval '180 days' limit 1000 for update skip locked);
  for v_order in
    select bought.* from private.review_requests as request join public.orders as bought on bought.id = request.order_id
    where request.sent_at is null and request.due_at <= now()
    order by request.due_at limit v_most for update of request skip locked
  loop
    select jsonb_agg(jsonb_build_object('name', name, 'variant_name', variant_name) order by line) into v_lines
    from private.reviewable(v_order);
    if v_lines is null or v_order.email is null or v_order.status not in ('delivered', 'completed')
      or v_order.payment_status <> 'succeeded'
    then
      update private.review_requests set sent_at = now() where order_id = v_order.id;
      continue;
    end if;
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('review_request', v_order.email, format('What do you think of your order %s?', v_order.order_number), v_order.id,
      jsonb_build_object('order_number', v_order.order_number, 'items', v_lines, 'token', private.new_review_token(v_order.id)));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;

create or replace function private.write_refund(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb := coalesce(p_lines, '[]');
  v_hash text := encode(sha256(convert_to(jsonb_build_array(
    p_order, v_lines, p_delivery, p_amount, p_reason, p_restock)::text, 'UTF8')), 'hex');
  v_order public.orders;
  v_known public.refunds;
  v_figures record;
  v_returned integer;
  v_provider text;
begin
  if p_id is null then
    perform private.refuse('PT400', 'A refund needs an id.', 'id');
  elsif char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'The reason is too long.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_known from public.refunds where id = p_id;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.id is not null then
    return private.refund_reply(p_id);
  elsif v_order.payment_status not in ('succeeded', 'refunded') then
    perform private.refuse('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  select * into v_figures from private.refund_figures(v_order, v_lines, p_delivery, p_amount);
  if v_figures.amount = 0 and v_lines = '[]' then
    perform private.refuse('PT422', 'There is nothing to refund.', 'amount');
  end if;
  if v_figures.card > 0 then
    select provider into v_provider from public.payment_attempts
    where checkout_session_id = v_order.checkout_session_id and status = 'succeeded';
    if v_provider is null or v_provider not in ('simulated', 'stripe') then
      perform private.refuse('PT409',
        'The shop does not know who took this payment. Return the money by hand, then set the payment status.', 'provider_unknown');
    end if;
  end if;
  -- Before the refund counts as a claim on the card's part.
  v_returned := case when v_order.gift_card_amount > 0 then private.gift_card_returned(v_order) else 0 end;

  insert into public.refunds (
    id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash)
  values (p_id, p_order, v_figures.amount * 0.01, v_figures.card * 0.01, v_figures.gift_card * 0.01, v_figures.delivery * 0.01,
    v_figures.tax * 0.01, coalesce(btrim(p_reason), ''), v_provider, v_hash);
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(v_order, v_lines, p_restock) as chosen;
  perform private.restock_refund(v_order, p_id);
  perform private.refund_to_gift_card(v_order, v_figures.gift_card, v_returned);
  perform private.end_sold_gift_card(v_order, v_figures.amount);
  perform private.count_refund(p_order, 0, v_figures.gift_card * 0.01);
  if v_provider is null or v_provider = 'simulated' then
    perform private.finish_refund(p_id, 're_sim_' || replace(p_id::text, '-', ''));
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'refund_requested', format('Refund of £%s requested', (v_figures.amount * 0.01)::numeric(10, 2)),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  return private.refund_reply(p_id);
end;
$$;

create or replace function private.cancel_unsent(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_left record;
  v_id uuid := gen_random_uuid();
begin
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    return jsonb_build_object('status', v_order.status, 'refund', null);
  elsif not private.can_cancel(v_order) then
    perform private.refuse('PT409', 'This order has been sent. What comes back is a return.', 'already_sent');
  end if;
  select * into v_left from private.refund_left(v_order);
  if p_refund and v_left.goods + v_left.delivery > 0 and v_order.payment_status in ('succeeded', 'refunded') then
    perform private.write_refund(v_id, p_order, coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity - refunded) order by line)
        from private.order_lines(v_order) where quantity > refunded), '[]'),
      v_left.delivery * 0.01, (v_left.goods + v_left.delivery) * 0.01, p_reason, true);
  else
    v_id := null;
  end if;
  update public.orders set status = 'cancelled', cancel_reason = btrim(p_reason) where id = p_order;
  return jsonb_build_object('status', 'cancelled', 'refund', case when v_id is not null then private.refund_reply(v_id) end);
end;
$$;

create or replace function private.count_product_sales()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.product_sales as tally (unit, since, product_id, units, amount)
    select unit, date_trunc(unit, created_at at time zone 'Europe/London')::date, (item ->> 'product_id')::uuid,
      sum(sign * (item ->> 'quantity')::bigint), sum(sign * (item ->> 'total_price')::numeric)
    from (%s) as change
    cross join jsonb_array_elements(items) as item
    cross join (values ('day'), ('month')) as kind (unit)
    where payment_status = 'succeeded' and status <> 'cancelled' and item ->> 'product_id' is not null
    group by 1, 2, 3 having sum(sign * (item ->> 'quantity')::bigint) <> 0
    order by 1, 2, 3
    on conflict (unit, since, product_id) do update set units = tally.units + excluded.units, amount = tally.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create or replace function private.sales_total(p_from date, p_to date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('orders', coalesce(sum(orders), 0),
    'revenue', coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0),
    'paid', coalesce(sum(amount) filter (where payment_status = 'succeeded'), 0),
    'refunded', private.refunded_between(p_from, p_to),
    'customers', (select coalesce(sum(customers), 0) from private.customer_days where day between p_from and p_to))
  from private.order_days where day between p_from and p_to;
$$;

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
        coalesce(sum(amount) filter (where payment_status = 'succeeded'), 0) as paid
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

create or replace function private.dashboard_stats()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select jsonb_build_object(
      'products_total', coalesce(sum(count) filter (where subject = 'product'), 0),
      'products_active', coalesce(sum(count) filter (where subject = 'product:active'), 0),
      'low_stock', coalesce(sum(count) filter (where subject = 'product:low'), 0),
      'categories', (select count(*) from public.categories),
      'customers', coalesce(sum(count) filter (where subject = 'customer'), 0),
      'orders_total', coalesce(sum(count) filter (where part[1] = 'order'), 0),
      'orders_pending', coalesce(sum(count) filter (where part[1] = 'order' and part[2] = 'pending'), 0),
      'revenue', coalesce(sum(amount) filter (where part[1] = 'order' and part[2] = private.setting_text('revenue.basis', 'completed')), 0),
      'paid', coalesce(sum(amount) filter (where part[1] = 'order' and part[3] = 'succeeded'), 0))
    from (select subject, count, amount, string_to_array(subject, ':') as part from private.counters) as counter);
end;
$$;

create or replace function private.revenue_of(p_status text, p_payment_status text, p_takings numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when p_payment_status = 'succeeded' and p_status <> 'cancelled' then p_takings else 0 end; $$;

create or replace function private.order_condition(p_filter jsonb, p_country text, p_gift_card text)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'payment' then format('payment_status = %L', p_filter ->> 'payment') end,
    case when p_filter ? 'status' then format('status = %L', p_filter ->> 'status') end,
    case when p_filter ? 'country' then format('%s = %L', p_country, p_filter ->> 'country') end,
    case when p_filter ? 'gift_card' then p_gift_card end,
    case when p_filter ? 'unshipped' then $sql$payment_status = 'succeeded' and status in ('pending', 'processing')$sql$ end);
$$;

create or replace function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(btrim(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_statuses text[] := array[private.payment_status(p_payment_status)];
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.orders[];
  v_last public.orders;
  v_found integer;
begin
  perform private.require_right('orders');
  if p_payment_status is null then v_statuses := null; end if;
  if v_text is null then
    return query select * from private.newest_orders(v_statuses, p_before, p_before_id, v_limit);
    return;
  end if;
  -- An exact order number or e-mail is looked up by its index.
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    return query
      select * from public.orders
      where lower(email) = lower(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    return query
      select * from public.orders
      where order_number = upper(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)));
    return;
  end if;
  -- A frequent text is found among the newest, a rare one by the trigram index.
  v_newest := array(select newest from private.newest_orders(v_statuses, p_before, p_before_id, v_window) as newest);
  return query
    select newest.* from unnest(v_newest) as newest
    where newest.order_number ilike v_pattern or newest.email ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.orders where order_number ilike v_pattern or email ilike v_pattern limit v_candidates
    )
    select * from candidates
    where (created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id))
      and (v_statuses is null or payment_status = any (v_statuses))
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

create or replace function private.order_change_effects(p_order uuid, p_status text, p_payment_status text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_before public.orders;
  v_after public.orders;
begin
  perform private.require_right('orders');
  select * into v_before from public.orders where id = p_order;
  if v_before.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif p_status not in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed') then
    perform private.refuse('PT422', 'Choose a status of orders.', 'status');
  elsif p_payment_status not in ('pending', 'succeeded', 'failed', 'refunded', 'paid') then
    perform private.refuse('PT422', 'Choose a status of payments.', 'payment_status');
  end if;
  v_after := v_before;
  v_after.status := coalesce(p_status, v_before.status);
  v_after.payment_status := coalesce(private.payment_status(p_payment_status), v_before.payment_status);
  v_after.marked_refunded := private.is_marked(v_before, v_after);
  return (
    select jsonb_build_object('gift_card_pence', effect.gift_card_pence, 'pieces', effect.pieces, 'ends_gift_card', effect.ends_gift_card,
      'emails', array(select private.status_emails(v_before, v_after)),
      'by_hand', case when v_after.marked_refunded then (select card * 0.01 from private.refund_left(v_before)) else 0 end,
      'refused', (select refusal from private.missing_right(v_before, v_after)))
    from private.status_effects(v_before, v_after) as effect);
end;
$$;

create or replace function private.undo_order_change(p_order uuid, p_status text, p_payment_status text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_event public.order_events;
  v_was jsonb;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_event from public.order_events
  where order_id = p_order and type in ('status_changed', 'payment_status_changed') order by id desc limit 1;
  v_was := v_event.data -> 'undo';
  if (v_order.status, v_order.payment_status) is distinct from (p_status, private.payment_status(p_payment_status))
    or (v_was is not null and v_event.data ->> 'actor' is distinct from (select auth.uid())::text)
  then
    perform private.refuse('PT409', 'The order has been changed meanwhile, so this can no longer be undone.', 'changed_meanwhile');
  end if;
  -- An email that the mailer has claimed is being sent.
  perform from public.email_outbox
  where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at for update;
  if v_was is null or v_event.created_at + interval '30 seconds' <= clock_timestamp() or exists (
    select from public.email_outbox
    where order_id = p_order and kind = 'order_status' and created_at = v_event.created_at and (status <> 'pending' or attempts > 0))
  then
    perform private.refuse('PT409', 'It is too late to undo this. Choose the status that the order had before.', 'undo_over');
  end if;
  update public.orders set status = v_was ->> 'status', payment_status = v_was ->> 'payment_status' where id = p_order;
  update public.orders
  set delivered_at = (v_was ->> 'delivered_at')::timestamptz, cancel_reason = v_was ->> 'cancel_reason', paid_at = (v_was ->> 'paid_at')::timestamptz
  where id = p_order;
  -- With the email of the change, the one that going back has just queued.
  delete from public.email_outbox
  where order_id = p_order and kind = 'order_status' and created_at in (v_event.created_at, now());
end;
$$;

revoke all on all functions in schema private from public;
