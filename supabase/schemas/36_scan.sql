-- What staff scan: codes of products and variants.

-- The names of options as they stand in addresses, in order.
create function private.option_names(p_options jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(private.slug(option ->> 'name') order by place), '{}')
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- The products or variants that have a code: by barcode, else by SKU, else by the path of a product's page ("/products/robe?size=m", where
-- a missing or unknown value leaves all variants). variant_id null stands for everything that is sold of the product.
create function private.code_holders(p_code text)
returns table (matched text, product_id uuid, variant_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_barcode text := private.clean_barcode(p_code);
  v_path text[] := regexp_match(p_code, '^/products/([a-z0-9-]{1,220})/?(?:\?([^#]*))?(?:#.*)?$');
begin
  return query
    select 'barcode', product.id, null::uuid from public.products as product where product.barcode = v_barcode
    union all
    select 'barcode', variant.product_id, variant.id from public.product_variants as variant where variant.barcode = v_barcode;
  if found then return; end if;
  return query
    select 'sku', product.id, null::uuid from public.products as product
    where (lower(product.sku) collate "C") = lower(p_code) collate "C"
    union all
    select 'sku', variant.product_id, variant.id from public.product_variants as variant
    where (lower(variant.sku) collate "C") = lower(p_code) collate "C";
  if found then return; end if;
  return query
    select 'address', product.id, chosen.variant_id
    from public.products as product
    left join lateral (
      select variant.id as variant_id from public.product_variants as variant
      where variant.product_id = product.id and private.variant_query(private.chosen_options(product.options, variant.option_values)) = any (
        select string_agg(pair, '&' order by array_position(private.option_names(product.options), split_part(pair, '=', 1)))
        from unnest(string_to_array(coalesce(v_path[2], ''), '&')) as pair
        where split_part(pair, '=', 1) = any (private.option_names(product.options)))
    ) as chosen on true
    where product.slug = v_path[1];
end;
$$;

-- What a scanned or typed code names, for staff; null for an unknown code. At most 100 units: several when the code stands for a
-- product with options, or on more than one. product_id and variant_id are set when there is no doubt.
create function private.find_by_code(p_code text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_code text := private.clean_code(p_code);
  v_found jsonb;
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif coalesce(v_code, '') = '' or char_length(v_code) > 1000 then
    perform private.reject('PT422', 'code must have 1 to 1000 characters', 'code');
  end if;
  select jsonb_build_object(
      'matched', min(unit.matched),
      'product_id', case when count(distinct unit.product_id) = 1 then min(unit.product_id::text) end,
      'variant_id', case when count(*) = 1 then min(unit.variant_id::text) end,
      'units', jsonb_agg(to_jsonb(unit) - array['matched', 'place'] order by unit.name, unit.product_id, unit.place))
  into v_found
  from (
    select distinct on (product.id, variant.id)
      holder.matched, product.id as product_id, variant.id as variant_id, product.slug, product.name,
      private.chosen_options(product.options, variant.option_values) as options,
      coalesce(variant.sku, product.sku) as sku, case when variant.id is null then product.barcode else variant.barcode end as barcode,
      coalesce(variant.price, product.price) as price, coalesce(variant.image, product.images[1]) as image,
      coalesce(variant.inventory_quantity, product.inventory_quantity) as stock,
      coalesce(variant.low_stock_threshold, product.low_stock_threshold) as low_stock_threshold,
      coalesce(variant.track_inventory, product.track_inventory) as track_inventory,
      product.is_active and coalesce(variant.is_active, true) as is_active,
      (select array_agg(array_position(array(select jsonb_array_elements_text(listed.option -> 'values')),
          variant.option_values[listed.nth]) order by listed.nth)
        from jsonb_array_elements(product.options) with ordinality as listed (option, nth)) as place
    from private.code_holders(v_code) as holder
    join public.products as product on product.id = holder.product_id
    left join public.product_variants as variant on variant.product_id = product.id and product.options <> '[]'
      and (holder.variant_id is null or variant.id = holder.variant_id)
    where product.options = '[]' or variant.id is not null
    order by product.id, variant.id
    limit 100
  ) as unit
  having count(*) > 0;
  return v_found;
end;
$$;

grant execute on function private.find_by_code(text) to authenticated, service_role;

create function public.find_by_code(p_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.find_by_code(p_code); $$;

grant execute on function public.find_by_code(text) to authenticated, service_role;
