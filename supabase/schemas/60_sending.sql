-- Parcels: what is left to send of an order, and parcels handed over to a carrier, many orders at once.

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

-- What keeps an order from being sent, in words; null when it can be.
create function private.sending_rejection(p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_order.id is null then 'There is no order with this number.'
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status <> 'succeeded' then 'This order is not paid.'
    when p_order.shipping_method = 'By e-mail' then 'This order has nothing to send.'
    when private.has_waiting_edit(p_order.id) then 'A change of this order waits for its payment.'
  end;
$$;

-- Plans the import of a file of sent parcels. The plan has a state for each row: `sent`; `same` when its order already has this parcel,
-- so that a file can be imported again; or `error` with a message and the field it is about.
create function private.plan_sending(p_rows jsonb)
returns table (place bigint, line text, order_number text, order_id uuid, carrier text, tracking_number text, estimated_delivery text,
  outcome text, message text, field text)
language sql
stable
set search_path = ''
as $$
  with given as (
    select entry.place, left(row ->> 'line', 12) as line, upper(left(private.clean_code(row ->> 'order_number'), 40)) as order_number,
      nullif(private.clean_text(row ->> 'carrier'), '') as carrier, nullif(private.clean_code(row ->> 'tracking_number'), '') as tracking_number,
      nullif(private.clean_code(row ->> 'estimated_delivery'), '') as estimated_delivery
    from jsonb_array_elements(p_rows) with ordinality as entry (row, place)
  )
  select given.place, given.line, given.order_number, orders.id, given.carrier, given.tracking_number, given.estimated_delivery,
    case when rejection.message is not null then 'error' when exists (
      select from public.shipments
      where shipments.order_id = orders.id and shipments.tracking_number is not distinct from given.tracking_number
        and (given.tracking_number is not null or shipments.status <> 'processing')) then 'same' else 'sent' end,
    rejection.message, rejection.field
  from given
  left join public.orders on orders.order_number = given.order_number
  left join lateral (
    select rule.message, rule.field
    from (values
      (1, 'order_number', private.sending_rejection(orders)),
      (2, 'carrier', case when given.carrier is null then 'A carrier is needed.'
        when char_length(given.carrier) > 120 then 'A carrier has at most 120 characters.' end),
      (3, 'tracking_number', case when char_length(given.tracking_number) > 120 then 'A tracking number has at most 120 characters.' end),
      (4, 'estimated_delivery', case when not (given.estimated_delivery ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$'
        and pg_input_is_valid(given.estimated_delivery, 'date'))
        then 'Estimated delivery must be a date such as 2026-12-24 or 24/12/2026.' end),
      (5, 'order_number', case when exists (
        select from given as earlier
        where earlier.order_number = given.order_number and earlier.place < given.place
          and earlier.tracking_number is not distinct from given.tracking_number) then 'The same parcel stands in an earlier row.' end)
    ) as rule (rank, field, message)
    where rule.message is not null order by rule.rank limit 1
  ) as rejection on true;
$$;

-- Marks up to 500 orders as sent: each gets a shipment of what is left with its tracking number, moves to shipped, and its buyer an email.
-- @param p_rows [{ line, order_number, carrier, tracking_number?, estimated_delivery? }]
-- @param p_dry says what would be done and changes nothing
-- @returns [{ line, order_number, outcome: sent | same | error, message, field }] in the order of the rows
create function private.mark_orders_sent(p_rows jsonb, p_dry boolean)
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

grant execute on function private.mark_orders_sent(jsonb, bool) to authenticated, service_role;

create function public.mark_orders_sent(p_rows jsonb, p_dry boolean)
returns jsonb
language sql
set search_path = ''
as $$ select private.mark_orders_sent(p_rows, p_dry); $$;

grant execute on function public.mark_orders_sent(jsonb, bool) to authenticated, service_role;
