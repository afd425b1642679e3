-- What staff see of an order in its list: name, delivery and items too.
create or replace function private.office_orders(p_filter jsonb, p_page integer, p_size integer)
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
  v_filter jsonb;
  v_found jsonb;
begin
  perform private.require_right('orders');
  v_filter := private.order_filter(p_filter);
  v_found := case when v_filter ? 'q' then private.orders_by_text(v_filter, v_page, v_size)
    else private.orders_by_day(v_filter, v_page, v_size) end;
  return v_found - 'ids' || jsonb_build_object('countries', private.order_countries(), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'email', orders.email,
      'created_at', orders.created_at, 'total', orders.total, 'currency', orders.currency,
      'payment_status', orders.payment_status, 'status', orders.status, 'shipping_method', orders.shipping_method,
      'name', btrim(concat_ws(' ', orders.shipping_address ->> 'first_name', orders.shipping_address ->> 'last_name')),
      'items', (select coalesce(sum((item ->> 'quantity')::integer), 0) from jsonb_array_elements(orders.items) as item))
      order by place), '[]')
    from jsonb_array_elements_text(v_found -> 'ids') with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id::uuid));
end;
$$;
