-- Stock in the back office: what runs low, what a product has, and who waits for it.

-- Products and variants at or below their threshold, newest alert first.
create function private.low_stock(p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_total bigint;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select count into v_total from private.counters where subject = 'product:low';
  v_pages := greatest(1, ceil(coalesce(v_total, 0)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product.id, 'variant_id', variant.id, 'name', product.name,
      'slug', product.slug, 'option_values', coalesce(variant.option_values, '{}'), 'sku', coalesce(variant.sku, product.sku),
      'image', coalesce(variant.image, product.images[1]), 'is_active', product.is_active and coalesce(variant.is_active, true),
      'archived_at', product.archived_at, 'stock', coalesce(variant.inventory_quantity, product.inventory_quantity),
      'low_stock_threshold', coalesce(variant.low_stock_threshold, product.low_stock_threshold), 'since', alert.created_at,
      'waiting', private.waiting_count(product.id, variant.id)) order by alert.created_at desc, alert.id), '[]')
  into v_rows
  from (
    select id from public.inventory_alerts where is_active order by created_at desc, id
    limit v_size offset (v_page - 1)::bigint * v_size
  ) as wanted
  join public.inventory_alerts as alert on alert.id = wanted.id
  join public.products as product on product.id = alert.product_id
  left join public.product_variants as variant on variant.id = alert.variant_id;
  return jsonb_build_object('rows', v_rows, 'total', coalesce(v_total, 0), 'exact', true, 'page', v_page, 'pages', v_pages);
end;
$$;

grant execute on function private.low_stock(int4, int4) to authenticated, service_role;

create function public.low_stock(p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.low_stock(p_page, p_size); $$;

grant execute on function public.low_stock(int4, int4) to authenticated, service_role;

-- How many would get an email if a product, or a variant, came back: requests expire after half a year.
create function private.waiting_count(p_product_id uuid, p_variant_id uuid)
returns bigint
language sql
stable
set search_path = ''
as $$
  select count(*) from private.stock_requests
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and created_at > now() - interval '180 days';
$$;

-- A product's units, itself or its variants: stock, what payments hold of it, threshold and how many wait.
create function private.stock_of(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_product public.products;
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select * into v_product from public.products where id = p_id;
  if v_product.id is null then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  return jsonb_build_object('id', p_id, 'name', v_product.name, 'slug', v_product.slug, 'options', v_product.options,
    'version', v_product.version, 'is_active', v_product.is_active, 'archived_at', v_product.archived_at, 'units', (
    select coalesce(jsonb_agg(jsonb_build_object('variant_id', unit.id, 'option_values', unit.option_values, 'sku', unit.sku,
        'barcode', unit.barcode, 'stock', unit.stock, 'low_stock_threshold', unit.low_stock_threshold,
        'track_inventory', unit.track_inventory, 'is_active', unit.is_active, 'waiting', private.waiting_count(p_id, unit.id),
        'held', (select coalesce(sum(quantity), 0) from private.stock_holds
          where product_id = p_id and variant_id is not distinct from unit.id and expires_at > now()))
      order by private.variant_place(v_product.options, unit.option_values), unit.id), '[]')
    from (
      select null::uuid as id, '{}'::text[] as option_values, v_product.sku, v_product.barcode, v_product.inventory_quantity as stock,
        v_product.low_stock_threshold, v_product.track_inventory, v_product.is_active
      where v_product.options = '[]'
      union all
      select id, option_values, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active
      from public.product_variants where product_id = p_id and v_product.options <> '[]'
    ) as unit));
end;
$$;

grant execute on function private.stock_of(uuid) to authenticated, service_role;

create function public.stock_of(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.stock_of(p_id); $$;

grant execute on function public.stock_of(uuid) to authenticated, service_role;

-- The number of shoppers who wait for a product, by variant, and since when. Their addresses stay in the database.
create function private.waiting_for_stock(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('variant_id', variant_id, 'waiting', waiting, 'first', first, 'latest', latest)
      order by first, variant_id), '[]')
    from (
      select variant_id, count(*) as waiting, min(created_at) as first, max(created_at) as latest from private.stock_requests
      where product_id = p_id and created_at > now() - interval '180 days' group by variant_id
    ) as request);
end;
$$;

grant execute on function private.waiting_for_stock(uuid) to authenticated, service_role;

create function public.waiting_for_stock(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.waiting_for_stock(p_id); $$;

grant execute on function public.waiting_for_stock(uuid) to authenticated, service_role;
