-- What happened to an order, from every table that knows of it.

-- The newest entries of each source. A new source is one more branch: it needs an index by order, and its own limit.
create function private.order_history_entries(p_order uuid, p_limit integer)
returns table (at timestamptz, source text, id text, kind text, description text, detail text, actor uuid)
language sql
stable
set search_path = ''
as $$
  (select event.created_at, 'event', event.id::text, event.type, event.description,
    nullif(concat_ws(' ', event.data ->> 'carrier', event.data ->> 'tracking_number', event.data ->> 'note'), ''), (event.data ->> 'actor')::uuid
  from public.order_events as event where event.order_id = p_order order by event.id desc limit p_limit)
  union all
  (select coalesce(email.sent_at, email.created_at), 'email', email.id::text, email.kind, email.subject, email.status, null
  from public.email_outbox as email where email.order_id = p_order order by email.created_at desc, email.id limit p_limit)
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

-- The newest 200 entries, newest first; more says whether there are older ones. actor is the name of the member of staff.
create function private.order_history(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 200;
begin
  perform private.require_right('orders');
  if not exists (select from public.orders where id = p_order) then
    perform private.reject('PT404', 'There is no such order.', 'order_not_found');
  end if;
  return (
    select jsonb_build_object('more', count(*) > v_most, 'rows', coalesce(jsonb_agg(jsonb_build_object('at', entry.at,
        'source', entry.source, 'id', entry.id, 'kind', entry.kind, 'description', entry.description, 'detail', entry.detail,
        'actor', nullif(btrim(concat_ws(' ', staff.first_name, staff.last_name)), ''))
      order by entry.at desc, entry.source, entry.id desc) filter (where entry.place <= v_most), '[]'))
    from (
      select *, row_number() over (order by at desc, source, id desc) as place
      from private.order_history_entries(p_order, v_most + 1)
    ) as entry
    left join public.admin_users as staff on staff.user_id = entry.actor);
end;
$$;

grant execute on function private.order_history(uuid) to authenticated, service_role;

create function public.order_history(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_history(p_order); $$;

grant execute on function public.order_history(uuid) to authenticated, service_role;
