-- Saving a product: fields, slug, stock and variants in one transaction, or nothing. Stock is a difference, never a number that was
-- read a while ago, and a record that has changed since it was read is not overwritten.

-- Adds a product (p_id null) or changes one. p_version: as it was read. p_fields: any of the fields in private.field_rules. p_variants:
-- null leaves them, otherwise the whole list; one that is missing is deleted, or switched off when it was ever ordered. With the first
-- options the plain stock goes: p_stock_change of minus what was read rejects when it is another by now, since the variants would get
-- what was sold meanwhile. Answers {id, slug, version}.
create function private.save_product(
  p_id uuid, p_version integer, p_fields jsonb, p_stock_change integer, p_note text, p_variants jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_saved jsonb;
  v_constraint text;
begin
  perform private.require_right('catalogue');
  begin
    v_saved := private.write_product(p_id, p_version, p_fields, coalesce(p_stock_change, 0), coalesce(p_note, ''), p_variants);
    -- Options and variants may change together, but what does not fit is said now, not at the commit.
    set constraints public.check_variants immediate;
    set constraints public.check_variants deferred;
  exception when check_violation or unique_violation or foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.reject_constraint(sqlstate, v_constraint);
  end;
  return v_saved;
end;
$$;

grant execute on function private.save_product(uuid, int4, jsonb, int4, text, jsonb) to authenticated, service_role;

create function public.save_product(
  p_id uuid default null, p_version integer default null, p_fields jsonb default '{}', p_stock_change integer default 0,
  p_note text default '', p_variants jsonb default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.save_product(p_id, p_version, p_fields, p_stock_change, p_note, p_variants); $$;

grant execute on function public.save_product(uuid, int4, jsonb, int4, text, jsonb) to authenticated, service_role;

-- Locks a product and raises 404 when it is gone, 409 with the present record when it is not the version that was read.
create function private.lock_version(p_id uuid, p_version integer)
returns public.products
language plpgsql
set search_path = ''
as $$
declare
  v_product public.products;
begin
  select * into v_product from public.products where id = p_id for no key update;
  if v_product.id is null then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  elsif p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif v_product.version <> p_version then
    perform private.reject('PT409', 'Someone has changed this product since you opened it.', 'stale_version',
      private.product_json(p_id)::text);
  end if;
  return v_product;
end;
$$;

create function private.write_product(
  p_id uuid, p_version integer, p_fields jsonb, p_stock_change integer, p_note text, p_variants jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_old public.products;
  v_new public.products;
  v_fields jsonb;
  v_is_new constant boolean := p_id is null;
begin
  perform private.require_fields('product', coalesce(p_fields, '{}'), v_is_new);
  perform private.require_variants(p_variants);
  if char_length(p_note) > 500 then
    perform private.reject('PT422', 'The note is too long: 500 characters fit.', 'note');
  elsif p_stock_change not between -1000000 and 1000000 then
    perform private.reject('PT422', 'Stock must be between 0 and 1,000,000.', 'stock_change');
  end if;
  v_fields := private.stored_fields('product', coalesce(p_fields, '{}'));
  if v_is_new then
    v_old := private.new_product();
  else
    v_old := private.lock_version(p_id, p_version);
    -- Before the product loses options, the variants that are not wanted go: they count into its stock.
    if v_old.options <> '[]' and (p_variants is not null or coalesce(v_fields -> 'options', v_old.options) = '[]') then
      perform private.drop_variants(p_id, coalesce(p_variants, '[]'), coalesce(v_fields -> 'options', v_old.options));
      select * into v_old from public.products where id = p_id;
    end if;
  end if;
  -- The price of a product with options is that of its variants.
  if p_variants is not null and coalesce(v_fields -> 'options', v_old.options) <> '[]' and not v_is_new then
    v_fields := v_fields - 'price';
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  -- An emptied address follows the name again.
  v_new.slug := private.slug_to_save('products', v_fields ->> 'slug', v_new.name, 'product', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  v_new.image_alts := array(select coalesce(v_new.image_alts[place], '') from generate_subscripts(v_new.images, 1) as place order by place);
  if v_new.options <> '[]' and p_stock_change <> 0 then
    if v_is_new or v_old.options <> '[]' then
      perform private.reject('PT422', 'Stock is counted for each variant.', 'stock_change');
    elsif v_old.inventory_quantity + p_stock_change <> 0 then
      perform private.reject('PT409', format('There are %s in stock now, not %s: please share them out again.',
        v_old.inventory_quantity, -p_stock_change), 'stock_change', v_old.inventory_quantity::text);
    end if;
  elsif v_new.options = '[]' and v_old.inventory_quantity + p_stock_change not between 0 and 1000000 then
    perform private.reject('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -p_stock_change),
      'stock_change', v_old.inventory_quantity::text);
  end if;
  if v_new.archived_at is not null and v_new.is_active then
    perform private.reject('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  end if;
  perform private.require_schedule(v_new, v_old);
  if v_new.sku is distinct from v_old.sku and v_new.sku is not null then
    perform private.require_own_code('sku', v_new.sku, v_old.id, false, 'sku');
  end if;
  if v_new.barcode is distinct from v_old.barcode and v_new.barcode is not null then
    perform private.require_own_code('barcode', v_new.barcode, v_old.id, false, 'barcode');
  end if;
  perform private.set_movement(case when v_is_new then 'received' else 'adjusted' end, null, p_note);
  if v_is_new then
    v_new.inventory_quantity := p_stock_change;
    perform private.insert_products(array[v_new]);
  elsif v_new is distinct from v_old or p_stock_change <> 0 then
    perform private.update_products(array[v_new], array[p_stock_change]);
  end if;
  if p_variants is not null and v_new.options <> '[]' then
    perform private.save_variants(v_new.id, p_variants);
  elsif jsonb_array_length(coalesce(p_variants, '[]')) > 0 then
    perform private.reject('PT422', 'Add an option, such as Size, before its variants.', 'options');
  end if;
  perform private.set_movement(null);
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.products where id = v_new.id);
end;
$$;

-- A product with its defaults, without name and price.
create function private.new_product()
returns public.products
language sql
set search_path = ''
as $$
  select jsonb_populate_record(null::public.products, jsonb_build_object('id', gen_random_uuid(), 'images', '[]'::jsonb,
    'image_alts', '[]'::jsonb, 'features', '[]'::jsonb, 'box_contents', '[]'::jsonb, 'inventory_quantity', 0, 'low_stock_threshold', 5,
    'track_inventory', true, 'is_active', true, 'is_featured', false, 'options', '[]'::jsonb));
$$;

-- The same of a variant.
create function private.new_variant(p_product_id uuid)
returns public.product_variants
language sql
set search_path = ''
as $$
  select jsonb_populate_record(null::public.product_variants, jsonb_build_object('id', gen_random_uuid(), 'product_id', p_product_id,
    'inventory_quantity', 0, 'low_stock_threshold', 5, 'track_inventory', true, 'is_active', true));
$$;

-- Adds products as they stand: the only place that lists their columns, with the next.
create function private.insert_products(p_products public.products[])
returns void
language sql
set search_path = ''
as $$
  insert into public.products (id, slug, name, description, short_description, price, compare_at_price, images, image_alts, features,
    materials, care, brand, collection, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured,
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide, seo_title, seo_description, publish_at,
    unpublish_at)
  select id, slug, name, description, short_description, price, compare_at_price, images, image_alts, features,
    materials, care, brand, collection, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured,
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide, seo_title, seo_description, publish_at,
    unpublish_at
  from unnest(p_products) order by id;
$$;

-- Changes products to what is given, except their stock, which moves by p_stock_changes at the same place.
create function private.update_products(p_products public.products[], p_stock_changes integer[])
returns void
language sql
set search_path = ''
as $$
  update public.products as product
  set slug = edited.slug, name = edited.name, description = edited.description, short_description = edited.short_description,
    price = edited.price, compare_at_price = edited.compare_at_price, images = edited.images, image_alts = edited.image_alts,
    features = edited.features, materials = edited.materials, care = edited.care, brand = edited.brand, collection = edited.collection,
    sku = edited.sku, barcode = edited.barcode, inventory_quantity = product.inventory_quantity + p_stock_changes[edited.ordinality],
    low_stock_threshold = edited.low_stock_threshold, track_inventory = edited.track_inventory, is_active = edited.is_active,
    is_featured = edited.is_featured, category_id = edited.category_id, options = edited.options, dimensions = edited.dimensions,
    weight_grams = edited.weight_grams, box_contents = edited.box_contents, good_for = edited.good_for, size_guide = edited.size_guide,
    seo_title = edited.seo_title, seo_description = edited.seo_description, publish_at = edited.publish_at,
    unpublish_at = edited.unpublish_at
  from unnest(p_products) with ordinality as edited
  where product.id = edited.id;
$$;

-- The same two for variants.
create function private.insert_variants(p_variants public.product_variants[])
returns void
language sql
set search_path = ''
as $$
  insert into public.product_variants (id, product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity,
    low_stock_threshold, track_inventory, is_active)
  select id, product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active
  from unnest(p_variants) order by product_id, id;
$$;

create function private.update_variants(p_variants public.product_variants[], p_stock_changes integer[])
returns void
language sql
set search_path = ''
as $$
  update public.product_variants as variant
  set option_values = edited.option_values, sku = edited.sku, barcode = edited.barcode, price = edited.price,
    compare_at_price = edited.compare_at_price, image = edited.image,
    inventory_quantity = variant.inventory_quantity + p_stock_changes[edited.ordinality],
    low_stock_threshold = edited.low_stock_threshold, track_inventory = edited.track_inventory, is_active = edited.is_active
  from unnest(p_variants) with ordinality as edited
  where variant.id = edited.id;
$$;

-- Raises 422 for the first variant that is not valid; the hint names it: "variants.2.price".
create function private.require_variants(p_variants jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_variant jsonb;
  v_place integer;
begin
  if p_variants is null then
    return;
  elsif jsonb_typeof(p_variants) <> 'array' or jsonb_array_length(p_variants) > 500 then
    perform private.reject('PT422', 'A product has 500 variants at most.', 'variants');
  end if;
  for v_variant, v_place in select entry, place - 1 from jsonb_array_elements(p_variants) with ordinality as listed (entry, place) loop
    perform private.require_fields('variant', v_variant, true, format('variants.%s.', v_place));
  end loop;
end;
$$;

-- Removes the variants that a list leaves out. One that was ever ordered is switched off instead, so that a return finds it.
create function private.drop_variants(p_product_id uuid, p_variants jsonb, p_options jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_kept constant uuid[] := array(select (entry ->> 'id')::uuid from jsonb_array_elements(p_variants) as entry where entry ->> 'id' <> '');
  v_sold text;
begin
  delete from public.product_variants
  where product_id = p_product_id and id <> all (v_kept) and not private.variant_is_sold(id);
  select array_to_string(option_values, ' / ') into v_sold from public.product_variants
  where product_id = p_product_id and id <> all (v_kept) and (
    cardinality(option_values) <> jsonb_array_length(p_options)
    or exists (select from unnest(option_values) with ordinality as chosen (value, place)
      where not p_options -> (chosen.place::integer - 1) -> 'values' ? chosen.value))
  limit 1;
  if v_sold is not null then
    perform private.reject('PT409',
      format('"%s" has been ordered and stays on record. Keep its option and switch the variant off instead.', v_sold), 'options');
  end if;
  update public.product_variants set is_active = false
  where product_id = p_product_id and id <> all (v_kept) and is_active;
end;
$$;

-- Writes a checked list of variants. Codes and values that move from one variant to another are freed first.
create function private.save_variants(p_product_id uuid, p_variants jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_given jsonb := p_variants;
  v_variant jsonb;
  v_old public.product_variants;
  v_new public.product_variants;
  v_change integer;
  v_hint text;
begin
  update public.product_variants as variant set option_values = array[variant.id::text],
    sku = case when entry ? 'sku' then null else variant.sku end
  from jsonb_array_elements(v_given) as entry
  where variant.product_id = p_product_id and variant.id::text = entry ->> 'id' and exists (
    select from jsonb_array_elements(v_given) as other
    where other ->> 'id' is distinct from entry ->> 'id'
      and (other ->> 'sku' = variant.sku or other -> 'option_values' = to_jsonb(variant.option_values)));
  for v_variant, v_hint in
    select entry, format('variants.%s.', place - 1) from jsonb_array_elements(v_given) with ordinality as listed (entry, place) order by place
  loop
    v_variant := private.stored_fields('variant', v_variant);
    v_change := coalesce((v_variant ->> 'stock_change')::integer, 0);
    v_old := null;
    if v_variant ->> 'id' is not null then
      select * into v_old from public.product_variants where id = (v_variant ->> 'id')::uuid and product_id = p_product_id;
      if v_old.id is null then
        perform private.reject('PT409', 'This variant no longer exists. Load the product again.', v_hint || 'id');
      end if;
    else
      v_old := private.new_variant(p_product_id);
    end if;
    -- Without a value: as it is, or the default of a new one.
    v_new := jsonb_populate_record(v_old, v_variant - 'id' - 'stock_change'
      - array(select key from jsonb_each(v_variant) where value = 'null'
        and key in ('price', 'low_stock_threshold', 'track_inventory', 'is_active')));
    if v_new.sku is distinct from v_old.sku and v_new.sku is not null then
      perform private.require_own_code('sku', v_new.sku, p_product_id, true, v_hint || 'sku');
    end if;
    if v_new.barcode is distinct from v_old.barcode and v_new.barcode is not null then
      perform private.require_own_code('barcode', v_new.barcode, p_product_id, true, v_hint || 'barcode');
    end if;
    if v_old.inventory_quantity + v_change not between 0 and 1000000 then
      perform private.reject('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -v_change),
        v_hint || 'stock_change', v_old.inventory_quantity::text);
    end if;
    if v_old.created_at is null then
      v_new.inventory_quantity := v_change;
      perform private.insert_variants(array[v_new]);
    elsif v_new is distinct from v_old or v_change <> 0 then
      perform private.update_variants(array[v_new], array[v_change]);
    end if;
  end loop;
end;
$$;

-- Puts products away, or takes them out again, 500 at most. Archived products are inactive, and stay so when restored unless p_active
-- names them. Answers how many.
create function private.archive_products(p_ids uuid[], p_archived boolean, p_active uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('catalogue');
  if p_archived is null or coalesce(cardinality(p_ids), 0) not between 1 and 500 or cardinality(p_active) > 500 then
    perform private.reject('PT422', 'Choose 1 to 500 products.', 'ids');
  end if;
  perform from public.products where id = any (p_ids) order by id for no key update;
  update public.products
  set archived_at = case when p_archived then now() end, is_active = not p_archived and id = any (coalesce(p_active, '{}'))
  where id = any (p_ids) and (archived_at is not null) <> p_archived;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

grant execute on function private.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

create function public.archive_products(p_ids uuid[], p_archived boolean default true, p_active uuid[] default '{}')
returns integer
language sql
set search_path = ''
as $$ select private.archive_products(p_ids, p_archived, p_active); $$;

grant execute on function public.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

-- Deletes a product for good. Orders keep what they copied, the ledger its movements; lines in carts go with it.
create function private.delete_product(p_id uuid, p_version integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.lock_version(p_id, p_version);
  delete from public.products where id = p_id;
end;
$$;

grant execute on function private.delete_product(uuid, int4) to authenticated, service_role;

create function public.delete_product(p_id uuid, p_version integer)
returns void
language sql
set search_path = ''
as $$ select private.delete_product(p_id, p_version); $$;

grant execute on function public.delete_product(uuid, int4) to authenticated, service_role;

-- Copies a product with its variants: inactive, not featured, without stock, SKU and barcode. Answers {id, slug, version}.
create function private.duplicate_product(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_product public.products;
begin
  perform private.require_right('catalogue');
  select * into v_product from public.products where id = p_id for share;
  if v_product.id is null then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  v_product.id := gen_random_uuid();
  v_product.name := left(v_product.name, 193) || ' (copy)';
  v_product.slug := private.free_slug('products', private.slug_of_name(v_product.name, 'product'), null);
  v_product.sku := null;
  v_product.barcode := null;
  v_product.inventory_quantity := 0;
  v_product.is_active := false;
  v_product.is_featured := false;
  -- The copy goes live when somebody says so, and under its own name.
  v_product.publish_at := null;
  v_product.unpublish_at := null;
  v_product.seo_title := null;
  perform private.insert_products(array[v_product]);
  insert into public.product_variants (product_id, option_values, price, compare_at_price, image, low_stock_threshold, track_inventory,
    is_active)
  select v_product.id, option_values, price, compare_at_price, image, low_stock_threshold, track_inventory, is_active
  from public.product_variants where product_id = p_id order by created_at, id;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.products where id = v_product.id);
end;
$$;

grant execute on function private.duplicate_product(uuid) to authenticated, service_role;

create function public.duplicate_product(p_id uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.duplicate_product(p_id); $$;

grant execute on function public.duplicate_product(uuid) to authenticated, service_role;
