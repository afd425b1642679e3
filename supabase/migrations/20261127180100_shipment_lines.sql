-- An order is sent in parts: a parcel holds lines with quantities, and has an email of its own.
-- The pieces in a parcel. One without lines is from before they were recorded, or was added when nothing was left to send.
create table public.shipment_lines (
  shipment_id uuid not null references public.shipments (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, line)
);

alter table public.shipment_lines enable row level security;
revoke all on table public.shipment_lines from anon, authenticated;
grant all on table public.shipment_lines to service_role;
grant select on table public.shipment_lines to authenticated;

create policy "Those who see the shipment see its lines" on public.shipment_lines for select to authenticated
  using (exists (select from public.shipments where shipments.id = shipment_lines.shipment_id));

-- The lines of an order with what is still to be put into a parcel (`to_send`) and what stands packed in one (`waiting`). Pieces that are
-- refunded without a return are those that were not sent yet. Nothing is left of an order whose parcels have no lines: they are from
-- before lines were recorded.
-- @param p_except a parcel that does not count yet
create function private.lines_to_send(p_order public.orders, p_except uuid)
returns table (line integer, quantity integer, waiting integer, to_send integer)
language sql
stable
set search_path = ''
as $$
  with parts as (
    select part.line, part.quantity, parcel.status
    from public.shipments as parcel
    left join public.shipment_lines as part on part.shipment_id = parcel.id
    where parcel.order_id = p_order.id and parcel.id is distinct from p_except
  )
  select ordered.line, ordered.quantity,
    coalesce((select sum(parts.quantity) from parts where parts.line = ordered.line and parts.status = 'processing'), 0)::integer,
    case when exists (select from parts) and not exists (select from parts where parts.line is not null) then 0
      else greatest(0, ordered.quantity
        - coalesce((select sum(parts.quantity) from parts where parts.line = ordered.line), 0)
        - coalesce((
          select sum(part.quantity) from public.refund_lines as part join public.refunds as refund on refund.id = part.refund_id
          where refund.order_id = p_order.id and part.line = ordered.line
            and not exists (select from public.returns where refund_id = refund.id)), 0)) end::integer
  from (
    select (place - 1)::integer as line, coalesce((entry ->> 'quantity')::integer, 0) as quantity
    from jsonb_array_elements(p_order.items) with ordinality as listed (entry, place)
  ) as ordered;
$$;

create function private.is_all_sent(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$ select not exists (select from private.lines_to_send(p_order, null) where to_send + waiting > 0); $$;

-- A new parcel holds what is left; `private.add_shipment` takes out what it does not.
create function private.fill_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  -- Two parcels never take the same piece.
  select * into v_order from public.orders where id = new.order_id for no key update;
  insert into public.shipment_lines (shipment_id, line, quantity)
  select new.id, line, to_send from private.lines_to_send(v_order, new.id) where to_send > 0;
  return null;
end;
$$;

create trigger fill_lines after insert on public.shipments for each row execute function private.fill_shipment();

-- One email for each parcel that is sent: what is in it, and how many pieces follow.
create function private.queue_shipment_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', bought.email, format('Your order %s: shipped', bought.order_number), bought.id,
    jsonb_build_object('order_number', bought.order_number, 'status', 'shipped', 'total', bought.total, 'currency', bought.currency,
      'shipment', new.id, 'tracking_number', new.tracking_number, 'carrier', new.carrier, 'estimated_delivery', new.estimated_delivery,
      'items', private.shipment_items(bought, new.id),
      'to_follow', (select coalesce(sum(to_send + waiting), 0) from private.lines_to_send(bought, null)))
  from public.orders as bought
  where bought.id = new.order_id and bought.email is not null and bought.status in ('pending', 'processing', 'shipped')
    and exists (select from public.shipment_lines where shipment_id = new.id)
    and not exists (
      select from public.email_outbox where order_id = new.order_id and kind = 'order_status' and data ->> 'shipment' = new.id::text);
  return null;
end;
$$;

create trigger queue_mail_of_new after insert on public.shipments
  for each row when (new.status in ('shipped', 'in_transit', 'out_for_delivery')) execute function private.queue_shipment_mail();
create trigger queue_mail_of_sent after update of status on public.shipments
  for each row when (old.status = 'processing' and new.status in ('shipped', 'in_transit', 'out_for_delivery'))
  execute function private.queue_shipment_mail();

-- A refund of all that was not sent leaves an order of which all is sent.
create function private.ship_rest()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.orders set status = 'shipped'
  where id in (select refund.order_id from new_rows join public.refunds as refund on refund.id = new_rows.refund_id)
    and status in ('pending', 'processing')
    and exists (select from public.shipments where order_id = orders.id and status <> 'processing')
    and private.is_all_sent(orders);
  return null;
end;
$$;

create trigger ship_rest after insert on public.refund_lines
  referencing new table as new_rows for each statement execute function private.ship_rest();

-- Adds a parcel with some of what is left to send. Answers its id.
-- @param p_lines [{ line, quantity }]: the line's place in the order's items, from 0
create function private.add_shipment(
  p_order uuid, p_lines jsonb, p_carrier text, p_tracking_number text, p_estimated_delivery date, p_status text)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_id uuid;
begin
  perform private.require_right('orders');
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 20000 or exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$'
      or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$') then
    perform private.reject('PT422', 'A line needs its number and how many pieces.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.reject('PT422', 'Each line can be chosen once.', 'lines');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.reject('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    perform private.reject('PT409', 'This order is cancelled.', 'cancelled');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.lines_to_send(v_order, null) as remaining on remaining.line = (entry ->> 'line')::integer
    where coalesce(remaining.to_send, 0) < (entry ->> 'quantity')::integer) then
    perform private.reject('PT409', 'That is more than is left to send. Somebody else may have sent it: please look again.', 'lines_left');
  elsif p_lines = '[]' and exists (select from private.lines_to_send(v_order, null) where to_send > 0) then
    perform private.reject('PT422', 'Choose what is in the parcel.', 'lines');
  end if;
  insert into public.shipments (order_id, carrier, tracking_number, shipping_method, estimated_delivery)
  values (p_order, p_carrier, p_tracking_number, v_order.shipping_method, p_estimated_delivery) returning id into v_id;
  delete from public.shipment_lines where shipment_id = v_id;
  insert into public.shipment_lines (shipment_id, line, quantity)
  select v_id, (entry ->> 'line')::integer, (entry ->> 'quantity')::integer from jsonb_array_elements(p_lines) as entry;
  update public.shipments set status = p_status where id = v_id and p_status <> 'processing';
  return v_id;
end;
$$;

grant execute on function private.add_shipment(uuid, jsonb, text, text, date, text) to authenticated, service_role;

create function public.add_shipment(
  p_order uuid, p_lines jsonb, p_carrier text default null, p_tracking_number text default null, p_estimated_delivery date default null,
  p_status text default 'shipped')
returns uuid
language sql
set search_path = ''
as $$ select private.add_shipment(p_order, p_lines, p_carrier, p_tracking_number, p_estimated_delivery, p_status); $$;

grant execute on function public.add_shipment(uuid, jsonb, text, text, date, text) to authenticated, service_role;

-- What is left to send of up to 100 orders: [{ order_id, line, to_send }], lines of which nothing is left included.
create function private.pieces_to_send(p_orders uuid[])
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  if coalesce(cardinality(p_orders), 0) not between 1 and 100 then
    perform private.reject('PT422', 'Ask for 1 to 100 orders.', 'orders');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('order_id', bought.id, 'line', remaining.line, 'to_send', remaining.to_send)
      order by bought.id, remaining.line), '[]')
    from public.orders as bought cross join lateral private.lines_to_send(bought, null) as remaining
    where bought.id = any (p_orders));
end;
$$;

grant execute on function private.pieces_to_send(uuid[]) to authenticated, service_role;

create function public.pieces_to_send(p_orders uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.pieces_to_send(p_orders); $$;

grant execute on function public.pieces_to_send(uuid[]) to authenticated, service_role;

-- How many pieces are still to be sent of an order that is sent in parts; 0 for any other.
create function private.pieces_to_follow(p_order public.orders)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_order.status not in ('pending', 'processing')
    or not exists (select from public.shipments where order_id = p_order.id and status <> 'processing') then
    return 0;
  end if;
  return (select coalesce(sum(to_send + waiting), 0) from private.lines_to_send(p_order, null));
end;
$$;

-- A shipment's status advances its order, never back; staff can still set any status. An order is shipped when all of it is sent, and
-- delivered when each of its parcels is; in between it is being processed.
create or replace function private.update_order_from_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is_sent boolean;
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (new.order_id, 'shipment_' || new.status, format('Shipment: %s', replace(new.status, '_', ' ')),
    jsonb_build_object('tracking_number', new.tracking_number, 'carrier', new.carrier, 'actor', (select auth.uid())));
  if new.status not in ('shipped', 'in_transit', 'out_for_delivery', 'delivered') then
    return null;
  end if;
  select private.is_all_sent(orders) into v_is_sent from public.orders where id = new.order_id;
  if not v_is_sent then
    update public.orders set status = 'processing' where id = new.order_id and status = 'pending';
  elsif new.status = 'delivered' and not exists (
    select from public.shipments as other
    where other.order_id = new.order_id and other.status <> 'delivered'
      and exists (select from public.shipment_lines where shipment_id = other.id)) then
    update public.orders set status = 'delivered' where id = new.order_id and status in ('pending', 'processing', 'shipped');
  else
    update public.orders set status = 'shipped' where id = new.order_id and status in ('pending', 'processing');
  end if;
  return null;
end;
$$;

create function private.tracking_events_of(p_shipment uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'status', event.status, 'description', event.description,
    'location', event.location, 'timestamp', event.occurred_at) order by event.occurred_at desc, event.id desc), '[]')
  from (
    select * from public.tracking_events where shipment_id = p_shipment
    order by occurred_at desc, id limit 100
  ) as event;
$$;

-- What a parcel holds, in the order of the order's lines.
create function private.shipment_items(p_order public.orders, p_shipment uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', p_order.items -> line ->> 'name',
    'variant_name', p_order.items -> line ->> 'variant_name', 'quantity', quantity) order by line), '[]')
  from public.shipment_lines where shipment_id = p_shipment;
$$;

-- Tracking for customers: by account when signed in, else by order number and email or postcode. A postcode is known to others of the
-- household, so whoever gives no more sees how many pieces a parcel holds, and not which.
create function private.tracking_of(p_order public.orders, p_names boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_number', p_order.order_number,
    'status', case when p_order.status = 'cancelled' then 'cancelled' else coalesce(shipment.status, 'processing') end,
    'tracking_number', shipment.tracking_number,
    'carrier', shipment.carrier,
    'shipping_method', coalesce(shipment.shipping_method, p_order.shipping_method),
    'estimated_delivery', shipment.estimated_delivery,
    'arrives_from', p_order.arrives_from,
    'arrives_to', p_order.arrives_to,
    'to_follow', private.pieces_to_follow(p_order),
    'shipments', coalesce((
      select jsonb_agg(jsonb_build_object('status', parcel.status, 'tracking_number', parcel.tracking_number, 'carrier', parcel.carrier,
        'shipping_method', coalesce(parcel.shipping_method, p_order.shipping_method), 'estimated_delivery', parcel.estimated_delivery,
        'pieces', (select coalesce(sum(quantity), 0) from public.shipment_lines where shipment_id = parcel.id),
        'items', case when p_names then private.shipment_items(p_order, parcel.id) else '[]' end,
        'events', private.tracking_events_of(parcel.id)) order by parcel.created_at, parcel.id)
      from (select * from public.shipments where order_id = p_order.id order by created_at, id limit 20) as parcel), '[]'),
    'events', private.tracking_events_of(shipment.id)
      || jsonb_build_array(jsonb_build_object('id', 'placed', 'status', 'placed', 'description', 'Order placed',
        'location', null, 'timestamp', p_order.created_at)))
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true;
$$;

-- Null when the caller may see no such order: a wrong number and a wrong email look the same. Only wrong attempts count
-- against the limit, so that guessing is slow and reloading is not.
create or replace function private.track_order(p_order_number text, p_contact text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_number text := upper(left(private.clean_code(left(p_order_number, 200)), 40));
  v_contact text := lower(left(private.clean_code(left(p_contact, 600)), 254));
  v_order public.orders;
begin
  perform private.consume_rate_limit('track_address', private.client_address(), 60, interval '15 minutes');
  select * into v_order from public.orders where order_number = v_number;
  if v_order.user_id = (select private.my_user_id()) then
    return private.tracking_of(v_order, true);
  end if;
  perform private.limit_tracking(v_number, false);
  if v_order.id is not null and v_contact <> '' and (
    lower(v_order.email) = v_contact
    or (private.postcode_compact(v_contact) <> ''
      and private.postcode_compact(v_order.shipping_address ->> 'postal_code') = private.postcode_compact(v_contact)))
  then
    return private.tracking_of(v_order, lower(v_order.email) = v_contact);
  end if;
  perform private.limit_tracking(v_number, true);
  return null;
end;
$$;

drop function private.tracking_of(public.orders);

create or replace function private.queue_order_status_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_status_mail(new, change, tg_argv[0]::interval) from private.status_emails(old, new) as change
  -- The emails of its parcels say so.
  where change <> 'shipped' or tg_argv[0] <> '0 seconds' or not exists (
    select from public.shipments join public.shipment_lines as part on part.shipment_id = shipments.id where shipments.order_id = new.id);
  return null;
end;
$$;

-- Marks up to 500 orders as sent: each gets a shipment of what is left with its tracking number, moves to shipped, and its buyer an email.
-- @param p_rows [{ line, order_number, carrier, tracking_number?, estimated_delivery? }]
-- @param p_dry says what would be done and changes nothing
-- @returns [{ line, order_number, outcome: sent | same | error, message, field }] in the order of the rows
create or replace function private.mark_orders_sent(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan jsonb;
  v_new uuid[];
begin
  perform private.require_right('orders');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.reject('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if p_dry is not true then
    perform from public.orders
    where order_number in (select upper(left(private.clean_code(entry ->> 'order_number'), 40)) from jsonb_array_elements(p_rows) as entry)
    order by id for no key update;
  end if;
  v_plan := (select jsonb_agg(to_jsonb(plan) order by plan.place) from private.plan_sending(p_rows) as plan);
  if p_dry is not true then
    -- Shipments first, since the email names them; then all orders in one statement, which locks the counters once, in order:
    -- the trigger of the shipments would do it order by order, which could deadlock.
    with sent as (
      insert into public.shipments (order_id, carrier, tracking_number, shipping_method, estimated_delivery)
      select orders.id, plan.carrier, plan.tracking_number, orders.shipping_method, plan.estimated_delivery::date
      from jsonb_to_recordset(v_plan) as plan (place bigint, order_id uuid, carrier text, tracking_number text,
        estimated_delivery text, outcome text)
      join public.orders on orders.id = plan.order_id
      where plan.outcome = 'sent'
      order by plan.place
      returning id
    )
    select array_agg(id) into v_new from sent;
    update public.orders set status = 'shipped'
    where status in ('pending', 'processing') and id in (select order_id from public.shipments where id = any (v_new))
      -- A parcel that was packed before still waits.
      and not exists (
        select from public.shipments as packed
        where packed.order_id = orders.id and packed.status = 'processing' and packed.id <> all (v_new)
          and exists (select from public.shipment_lines where shipment_id = packed.id));
    update public.shipments set status = 'shipped' where id = any (v_new);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('line', row -> 'line', 'order_number', row -> 'order_number', 'outcome', row -> 'outcome',
      'message', row -> 'message', 'field', row -> 'field') order by place)
    from jsonb_array_elements(v_plan) with ordinality as entry (row, place));
end;
$$;

-- One page of the orders; a page beyond the last is the last. Without a text the total is exact.
-- p_sort: newest, or date, total, customer or status, '-' before it for descending.
create or replace function private.office_orders(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_page constant integer := greatest(coalesce(p_page, 1), 1);
  v_sort constant text := coalesce(nullif(p_sort, ''), 'newest');
  v_filter jsonb;
  v_found jsonb;
begin
  perform private.require_right('orders');
  if private.order_sorting(v_sort) is null then
    perform private.reject('PT422', format('There is no order "%s".', left(v_sort, 60)), 'sort');
  end if;
  v_filter := private.order_filter(p_filter);
  v_found := case when v_filter ? 'q' then private.orders_by_text(v_filter, v_sort, v_page, v_size)
    when v_sort in ('newest', '-date') then private.orders_by_day(v_filter, v_page, v_size)
    else private.orders_sorted(v_filter, v_sort, v_page, v_size) end;
  return v_found - 'ids' || jsonb_build_object('countries', private.order_countries(), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'email', orders.email,
      'created_at', orders.created_at, 'total', orders.total, 'currency', orders.currency,
      'payment_status', orders.payment_status, 'payment_method', orders.payment_method, 'status', orders.status,
      'partly_sent', private.pieces_to_follow(orders) > 0, 'shipping_method', orders.shipping_method,
      'name', btrim(concat_ws(' ', orders.shipping_address ->> 'first_name', orders.shipping_address ->> 'last_name')),
      'items', (select coalesce(sum((item ->> 'quantity')::integer), 0) from jsonb_array_elements(orders.items) as item))
      order by place), '[]')
    from jsonb_array_elements_text(v_found -> 'ids') with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id::uuid));
end;
$$;

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customer constant uuid := (select id from public.customers where user_id = p_user);
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = v_customer),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = v_customer),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = v_customer),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = v_customer),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = v_customer),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = v_customer),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'shipment_lines', (
      select jsonb_agg(to_jsonb(t)) from public.shipment_lines as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

revoke all on function private.fill_shipment() from public;
revoke all on function private.queue_shipment_mail() from public;
revoke all on function private.ship_rest() from public;
revoke all on function private.add_shipment(uuid, jsonb, text, text, date, text) from public;
revoke all on function private.pieces_to_send(uuid[]) from public;

select private.hide_rows_in_api_errors();
