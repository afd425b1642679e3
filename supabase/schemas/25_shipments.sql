-- Parcels and their tracking.

-- A tracking number as it is looked up: its letters and digits.
create function private.tracking_key(p_number text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(upper(coalesce(p_number, '')), '[^A-Z0-9]', '', 'g'); $$;

-- Whoever writes a shipment computes its index.
grant execute on function private.tracking_key(text) to authenticated, service_role;

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  tracking_number text check (char_length(tracking_number) <= 120),
  carrier text check (char_length(carrier) <= 120),
  shipping_method text check (char_length(shipping_method) <= 120),
  status text not null default 'processing'
    check (status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')),
  estimated_delivery date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index shipments_by_order on public.shipments (order_id, created_at);
create index shipments_by_status on public.shipments (status, created_at, id);
create index shipments_by_tracking_number on public.shipments (private.tracking_key(tracking_number) text_pattern_ops);

create trigger set_updated_at before update on public.shipments for each row execute function private.set_updated_at();

alter table public.shipments enable row level security;
revoke all on table public.shipments from anon, authenticated;
grant all on table public.shipments to service_role;
grant select on table public.shipments to authenticated;
grant insert (order_id, tracking_number, carrier, shipping_method, status, estimated_delivery),
  update (tracking_number, carrier, shipping_method, status, estimated_delivery), delete on table public.shipments to authenticated;

create policy "Those who see the order see its shipments" on public.shipments for select to authenticated
  using (exists (select from public.orders where orders.id = shipments.order_id));
create policy "Staff add shipments" on public.shipments for insert to authenticated with check ((select private.may('orders')));
create policy "Staff change shipments" on public.shipments for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));
create policy "Staff remove shipments" on public.shipments for delete to authenticated using ((select private.may('orders')));

create function private.clean_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.carrier := private.clean_text(new.carrier);
  new.tracking_number := nullif(private.clean_code(new.tracking_number), '');
  return new;
end;
$$;

create trigger clean_text before insert or update of carrier, tracking_number on public.shipments
  for each row execute function private.clean_shipment();

create trigger require_right before insert or update or delete on public.shipments
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

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

create table public.tracking_events (
  id bigint generated always as identity primary key,
  shipment_id uuid not null references public.shipments (id) on delete cascade,
  status text not null check (char_length(status) between 1 and 40),
  description text not null check (char_length(description) between 1 and 500),
  location text check (char_length(location) <= 200),
  occurred_at timestamptz not null default now()
);

create index tracking_events_by_shipment on public.tracking_events (shipment_id, occurred_at desc, id);

alter table public.tracking_events enable row level security;
revoke all on table public.tracking_events from anon, authenticated;
grant all on table public.tracking_events to service_role;
grant select on table public.tracking_events to authenticated;
grant insert (shipment_id, status, description, location, occurred_at), update (status, description, location, occurred_at), delete
  on table public.tracking_events to authenticated;

create policy "Those who see the shipment see its tracking" on public.tracking_events for select to authenticated
  using (exists (select from public.shipments where shipments.id = tracking_events.shipment_id));
create policy "Staff add tracking" on public.tracking_events for insert to authenticated with check ((select private.may('orders')));
create policy "Staff correct tracking" on public.tracking_events for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));
create policy "Staff remove tracking" on public.tracking_events for delete to authenticated using ((select private.may('orders')));

create trigger require_right before insert or update or delete on public.tracking_events
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

-- A shipment's status advances its order, never back; staff can still set any status. An order is shipped when all of it is sent, and
-- delivered when each of its parcels is; in between it is being processed.
create function private.update_order_from_shipment()
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

create trigger update_order_from_shipment after insert or update of status on public.shipments
  for each row execute function private.update_order_from_shipment();

-- The latest tracking event that is a status of parcels sets the shipment's status, also when events are corrected or removed.
-- Without one the status stays as staff chose it.
create function private.update_shipment_from_tracking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_shipment uuid := case when tg_op = 'DELETE' then old.shipment_id else new.shipment_id end;
begin
  update public.shipments as shipment
  set status = latest.status
  from (
    select status from public.tracking_events
    where shipment_id = v_shipment
      and status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')
    order by occurred_at desc, id desc limit 1
  ) as latest
  where shipment.id = v_shipment and shipment.status <> latest.status;
  return null;
end;
$$;

create trigger update_shipment_from_tracking after insert or delete or update of status, occurred_at on public.tracking_events
  for each row execute function private.update_shipment_from_tracking();

-- What staff take back of a parcel stays in the order's history.
create function private.log_shipment_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The order itself is being deleted.
  if not exists (select from public.orders where id = old.order_id) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into public.order_events (order_id, type, description, data)
    values (old.order_id, 'shipment_removed', 'Shipment removed',
      jsonb_build_object('tracking_number', old.tracking_number, 'carrier', old.carrier, 'actor', (select auth.uid())));
  else
    insert into public.order_events (order_id, type, description, data)
    values (new.order_id, 'shipment_changed', 'Shipment details changed',
      jsonb_build_object('tracking_number', new.tracking_number, 'carrier', new.carrier, 'actor', (select auth.uid()),
        'before', jsonb_build_object('tracking_number', old.tracking_number, 'carrier', old.carrier)));
  end if;
  return null;
end;
$$;

create trigger log_removal after delete on public.shipments
  for each row execute function private.log_shipment_change();
create trigger log_change after update of tracking_number, carrier on public.shipments
  for each row when (old.tracking_number is distinct from new.tracking_number or old.carrier is distinct from new.carrier)
  execute function private.log_shipment_change();

create function private.log_tracking_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.order_events (order_id, type, description, data)
  select order_id, case tg_op when 'DELETE' then 'tracking_removed' else 'tracking_corrected' end,
    case tg_op when 'DELETE' then 'Tracking removed: ' else 'Tracking corrected: ' end || left(old.description, 400),
    jsonb_build_object('status', old.status, 'occurred_at', old.occurred_at, 'actor', (select auth.uid()))
  from public.shipments where id = old.shipment_id;
  return null;
end;
$$;

create trigger log_change after delete or update on public.tracking_events
  for each row execute function private.log_tracking_change();

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

-- Counts a wrong attempt at an order, or (p_wrong false) rejects another one. Attempts are counted by the order and the caller's
-- network, so that nobody can lock a stranger's order: ten in a quarter of an hour. Once an order has seen a hundred within a day from
-- anywhere, a network has three a day. Of about 1.8 million postcodes one network guesses the right one with a chance of 1 in 18,000 a
-- day, a thousand networks together with 1 in 600; an email address with far less.
create function private.limit_tracking(p_number text, p_wrong boolean)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_here constant text := p_number || ' ' || private.guessing_network();
begin
  if p_wrong then
    perform private.count_against_rate_limit('track_order', v_here, interval '15 minutes');
    perform private.count_against_rate_limit('track_order_day', v_here, interval '1 day');
    perform private.count_against_rate_limit('track_order_anywhere', p_number, interval '1 day');
    return;
  end if;
  perform private.check_rate_limit('track_order', v_here, 10, interval '15 minutes');
  if private.rate_limit_hits('track_order_anywhere', p_number, interval '1 day') >= 100 then
    perform private.check_rate_limit('track_order_day', v_here, 3, interval '1 day');
  end if;
end;
$$;

-- Null when the caller may see no such order: a wrong number and a wrong email look the same. Only wrong attempts count
-- against the limit, so that guessing is slow and reloading is not.
create function private.track_order(p_order_number text, p_contact text)
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

grant execute on function private.track_order(text, text) to anon, authenticated, service_role;

create function public.track_order(p_order_number text, p_contact text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.track_order(p_order_number, p_contact); $$;

grant execute on function public.track_order(text, text) to anon, authenticated, service_role;
