-- Staff list parcels by state and find them by tracking number.
set check_function_bodies = off;

-- A tracking number as it is looked up: its letters and digits.
create function private.tracking_key(p_number text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(upper(coalesce(p_number, '')), '[^A-Z0-9]', '', 'g'); $$;

revoke all on function private.tracking_key(text) from public;

-- Whoever writes a shipment computes its index.
grant execute on function private.tracking_key(text) to authenticated, service_role;

create index shipments_by_status on public.shipments (status, created_at, id);
create index shipments_by_tracking_number on public.shipments (private.tracking_key(tracking_number) text_pattern_ops);

-- Parcels of a state, the longest on their way first; delivered ones, the newest first. With a query, those of any state whose tracking
-- number begins with it.
create function private.office_parcels(p_state text, p_query text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_query constant text := private.tracking_key(left(p_query, 120));
  v_statuses constant text[] := case p_state
    when 'on_the_way' then array['shipped', 'in_transit', 'out_for_delivery'] else array[p_state] end;
  v_ids uuid[];
  v_total integer;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  perform private.require_right('orders');
  if v_query <> '' then
    v_ids := array(
      select id from public.shipments where private.tracking_key(tracking_number) like v_query || '%' order by created_at desc, id limit v_most + 1);
  elsif p_state = 'delivered' then
    v_ids := array(select id from public.shipments where status = 'delivered' order by created_at desc, id desc limit v_most + 1);
  else
    v_ids := array(
      select parcel.id
      from unnest(v_statuses) as wanted (status)
      cross join lateral (
        select id, created_at from public.shipments where shipments.status = wanted.status order by created_at, id limit v_most + 1
      ) as parcel
      order by parcel.created_at, parcel.id limit v_most + 1);
  end if;
  v_total := cardinality(v_ids);
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('id', parcel.id, 'order_number', bought.order_number,
      'name', btrim(concat_ws(' ', bought.shipping_address ->> 'first_name', bought.shipping_address ->> 'last_name')), 'carrier', parcel.carrier, 'tracking_number', parcel.tracking_number,
      'status', parcel.status, 'created_at', parcel.created_at,
      'expected', coalesce(parcel.estimated_delivery, bought.arrives_to),
      'late', parcel.status <> 'delivered' and coalesce(parcel.estimated_delivery, bought.arrives_to) < private.london_day(now()))
    order by listed.place), '[]')
  into v_rows
  from unnest(v_ids[(v_page - 1) * v_size + 1 : v_page * v_size]) with ordinality as listed (id, place)
  join public.shipments as parcel on parcel.id = listed.id
  join public.orders as bought on bought.id = parcel.order_id;
  return jsonb_build_object('rows', v_rows, 'total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page,
    'pages', v_pages);
end;
$$;

grant execute on function private.office_parcels(text, text, int4, int4) to authenticated, service_role;

create function public.office_parcels(
  p_state text default 'on_the_way', p_query text default '', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
set search_path = ''
as $$ select private.office_parcels(p_state, p_query, p_page, p_size); $$;

grant execute on function public.office_parcels(text, text, int4, int4) to authenticated, service_role;

revoke all on function private.office_parcels(text, text, int4, int4) from public;

select private.hide_rows_in_api_errors();
