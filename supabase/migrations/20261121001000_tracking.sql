-- Where a parcel is, for its buyer: signed in by their account, else by the number and the e-mail or postcode of the order.

create function private.tracking_of(p_order public.orders)
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
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'status', event.status, 'description', event.description,
        'location', event.location, 'timestamp', event.occurred_at) order by event.occurred_at desc, event.id desc)
      from (
        select * from public.tracking_events where shipment_id = shipment.id
        order by occurred_at desc, id limit 100
      ) as event), '[]'))
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true;
$$;

-- Null when there is no such order for this caller: a wrong number and a wrong e-mail look the same. Only wrong tries at
-- an order count against it, so that guessing is slow and looking again is not.
create function private.track_order(p_order_number text, p_contact text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_number text := upper(btrim(left(p_order_number, 40)));
  v_contact text := lower(btrim(left(p_contact, 254)));
  v_order public.orders;
begin
  perform private.limit_rate('track_address', private.client_address(), 60, interval '15 minutes');
  select * into v_order from public.orders where order_number = v_number;
  if v_order.user_id = (select auth.uid()) then
    return private.tracking_of(v_order);
  end if;
  perform private.require_rate('track_order', v_number, 10, interval '15 minutes');
  if v_order.id is not null and v_contact <> '' and (
    lower(v_order.email) = v_contact
    or (private.postcode_compact(v_contact) <> ''
      and private.postcode_compact(v_order.shipping_address ->> 'postal_code') = private.postcode_compact(v_contact)))
  then
    return private.tracking_of(v_order);
  end if;
  perform private.count_rate('track_order', v_number, interval '15 minutes');
  return null;
end;
$$;

create function public.track_order(p_order_number text, p_contact text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.track_order(p_order_number, p_contact); $$;

revoke all on function private.tracking_of(public.orders) from public;
revoke all on function private.track_order(text, text), public.track_order(text, text) from public, anon, authenticated;
grant execute on function private.track_order(text, text), public.track_order(text, text) to anon, authenticated, service_role;
