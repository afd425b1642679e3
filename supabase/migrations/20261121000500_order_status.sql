-- What follows from a change of an order's status: stock comes back, times are noted, the buyer is told.

alter table public.orders add column delivered_at timestamptz;
create index orders_delivered on public.orders (delivered_at) where status = 'delivered';

-- A cancelled or refunded order has given its stock back.
create function private.order_returned(p_status text, p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_status = 'cancelled' or p_payment_status = 'refunded'; $$;

-- Gives the stock of an order back, or takes it again (p_direction 1 or -1). Products that are gone stay gone.
create function private.return_stock(p_order public.orders, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_order.items) as entry)
  order by id for no key update;
  if p_direction < 0 then
    perform private.require_stock((
      select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(p_order.items) as entry
      where exists (select from public.products where id = (entry ->> 'product_id')::uuid)), null);
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  update public.products as product
  set inventory_quantity = product.inventory_quantity + p_direction * given.quantity
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_order.items) as entry
    group by 1
  ) as given
  where product.id = given.product_id;
  perform private.set_movement(null);
end;
$$;

-- Runs before the row is written, so that product rows are locked before any tally.
create function private.follow_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
begin
  if v_is and not v_was then
    perform private.return_stock(new, 1);
  elsif v_was and not v_is then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status in ('succeeded', 'paid') then
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

create trigger follow_status before update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.follow_order_status();

create function private.queue_status_mail(p_order public.orders, p_status text)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', p_order.email, format('Your order %s: %s', p_order.order_number, p_status), p_order.id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'total', p_order.total,
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

create function private.tell_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    perform private.queue_status_mail(new, new.status);
  end if;
  if new.payment_status <> old.payment_status and new.payment_status = 'refunded' then
    perform private.queue_status_mail(new, 'refunded');
  end if;
  return null;
end;
$$;

create trigger tell_status after update of status, payment_status on public.orders
  for each row execute function private.tell_order_status();

-- A parcel on its way moves its order on, never back; staff may still set any status by hand.
create function private.follow_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (new.order_id, 'shipment_' || new.status, format('Shipment: %s', replace(new.status, '_', ' ')),
    jsonb_build_object('tracking_number', new.tracking_number, 'carrier', new.carrier, 'actor', (select auth.uid())));
  if new.status in ('shipped', 'in_transit', 'out_for_delivery') then
    update public.orders set status = 'shipped' where id = new.order_id and status in ('pending', 'processing');
  elsif new.status = 'delivered' then
    update public.orders set status = 'delivered' where id = new.order_id and status in ('pending', 'processing', 'shipped');
  end if;
  return null;
end;
$$;

create trigger follow_shipment after insert or update of status on public.shipments
  for each row execute function private.follow_shipment();

-- The latest event of a parcel is its status.
create function private.follow_tracking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.shipments set status = new.status
  where id = new.shipment_id and status <> new.status
    and new.status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')
    and not exists (
      select from public.tracking_events as later
      where later.shipment_id = new.shipment_id and later.occurred_at > new.occurred_at);
  return null;
end;
$$;

create trigger follow_tracking after insert on public.tracking_events
  for each row execute function private.follow_tracking();

revoke all on function private.order_returned(text, text), private.return_stock(public.orders, integer),
  private.follow_order_status(), private.queue_status_mail(public.orders, text), private.tell_order_status(),
  private.follow_shipment(), private.follow_tracking() from public;

-- Buyers see what happened to their order, not who of the house did it.
revoke select on table public.order_events from authenticated;
grant select (id, order_id, type, description, created_at) on table public.order_events to authenticated;
