-- Parcels handed over to a carrier, many orders at once.

-- What keeps an order from being sent, in words; null when it can be.
create function private.sending_rejection(p_order public.orders)
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

-- Marks up to 500 orders as sent: each gets a shipment with its tracking number, moves to shipped, and its buyer an email.
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
    where status in ('pending', 'processing') and id in (select order_id from public.shipments where id = any (v_new));
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
