-- Variants: a product in several sizes, colours or scents. A product without options has no variants and is sold as itself.

-- Whether p_options is a list of up to three options, each with up to 50 values: [{"name": "Size", "values": ["S", "M"]}].
-- In PL/pgSQL, as those below: SQL would plan what it calls for each row anew.
create function private.is_option_list(p_options jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if p_options = '[]' then
    return true;
  end if;
  return jsonb_typeof(p_options) = 'array' and jsonb_array_length(p_options) <= 3
    and not exists (
      select from jsonb_array_elements(p_options) as option
      where jsonb_typeof(option) <> 'object' or option - array['name', 'values'] <> '{}'
        or not private.is_option_text(option -> 'name', 40) or jsonb_typeof(option -> 'values') is distinct from 'array'
        or jsonb_array_length(option -> 'values') not between 1 and 50
        or exists (select from jsonb_array_elements(option -> 'values') as value where not private.is_option_text(value, 60))
        or (select count(*) <> count(distinct private.slug(value)) from jsonb_array_elements_text(option -> 'values') as value))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_options) as option);
end;
$$;

-- Text of 1 to p_max visible characters with a letter or digit, without spaces around it.
create function private.is_option_text(p_value jsonb, p_max integer)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= p_max
    and p_value #>> '{}' = btrim(p_value #>> '{}') and p_value #>> '{}' !~ '[[:cntrl:]]'
    and private.slug(p_value #>> '{}') <> '', false);
end;
$$;

-- As options and values stand in addresses: "Deep Plum" → "deep-plum". The rule of optionSlug in libs/pricing.
create function private.slug(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return btrim(regexp_replace(lower(p_text collate "C"), '[^a-z0-9]+', '-', 'g'), '-');
end;
$$;

alter table public.products add constraint products_options check (private.is_option_list(options));

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  option_values text[] not null,
  sku text unique check (char_length(sku) between 1 and 64),
  barcode text check (barcode ~ '^[0-9]{8,14}$'),
  price numeric(10, 2) not null check (price between 0 and 100000),
  compare_at_price numeric(10, 2) check (compare_at_price between 0 and 100000),
  image text check (char_length(image) <= 2048),
  inventory_quantity integer not null default 0 check (inventory_quantity between 0 and 1000000),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 1000000),
  track_inventory boolean not null default true,
  is_active boolean not null default true,
  was_price numeric(10, 2),
  was_price_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint product_variants_combination unique (product_id, option_values),
  -- Referenced together, so that a line's variant is one of its product.
  constraint product_variants_of_product unique (product_id, id)
);

comment on column public.product_variants.option_values is 'One value of each of the product''s options, in their order.';
comment on column public.product_variants.price is 'Pounds, as products.price; the product''s when a variant is added without one.';

create index product_variants_by_barcode on public.product_variants (barcode) where barcode is not null;
create index product_variants_by_picture on public.product_variants (private.picture_stem(image)) where image is not null;
create index product_variants_by_sku_start on public.product_variants ((lower(sku) collate "C"));
create index product_variants_by_end_of_was_price on public.product_variants (was_price_until) where was_price_until is not null;

create function private.clean_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.sku := nullif(private.clean_code(new.sku), '');
  new.barcode := nullif(private.clean_barcode(new.barcode), '');
  return new;
end;
$$;

create trigger clean_text before insert or update of sku, barcode on public.product_variants
  for each row execute function private.clean_variant();

create trigger set_updated_at before update on public.product_variants for each row execute function private.set_updated_at();

create function private.set_picture_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.image := private.picture_address(new.image, 'image');
  return new;
end;
$$;

create trigger set_picture_insert before insert on public.product_variants
  for each row when (new.image is not null) execute function private.set_picture_of_variant();
create trigger set_picture_update before update of image on public.product_variants
  for each row when (new.image is distinct from old.image and new.image is not null)
  execute function private.set_picture_of_variant();

alter table public.product_variants enable row level security;
revoke all on table public.product_variants from anon, authenticated;
grant all on table public.product_variants to service_role;
grant select on table public.product_variants to anon, authenticated;
grant insert (product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active),
  update (option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active),
  delete on table public.product_variants to authenticated;

create policy "Anyone sees active variants, staff every one" on public.product_variants for select to anon, authenticated
  using ((is_active and exists (select from public.products where products.id = product_variants.product_id))
    or (select private.is_staff()));
create policy "Staff add variants" on public.product_variants for insert to authenticated
  with check ((select private.may('catalogue')));
create policy "Staff change variants" on public.product_variants for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete variants" on public.product_variants for delete to authenticated
  using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.product_variants
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

-- A variant's values with the names of their options: [{"name": "Size", "value": "M"}].
create function private.chosen_options(p_options jsonb, p_values text[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', option ->> 'name', 'value', p_values[place]) order by place), '[]')
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- What is counted and sold: products without options as themselves (variant_id null), all others by their variants.
create view private.stock_units with (security_invoker = true) as
  select id as product_id, null::uuid as variant_id, is_active, price, sku, images[1] as image,
    '[]'::jsonb as options, inventory_quantity
  from public.products
  where options = '[]'
  union all
  select product.id, variant.id, product.is_active and variant.is_active, variant.price, coalesce(variant.sku, product.sku),
    coalesce(variant.image, product.images[1]), private.chosen_options(product.options, variant.option_values),
    variant.inventory_quantity
  from public.products as product join public.product_variants as variant on variant.product_id = product.id
  where product.options <> '[]';

revoke all on private.stock_units from public;

-- "M" or "M / Deep Plum".
create function private.variant_name(p_options jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select string_agg(option ->> 'value', ' / ' order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- A variant as the query of its product's address: "size=m&colour=deep-plum".
create function private.variant_query(p_options jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select string_agg(private.slug(option ->> 'name') || '=' || private.slug(option ->> 'value'), '&' order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- Raises unless p_variant_id names an active variant of a product with options, or is null for a product without. The product's
-- row must be known to exist and be active.
create function private.require_variant(p_product_id uuid, p_variant_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_option text;
begin
  select lower(options -> 0 ->> 'name') into v_option from public.products where id = p_product_id and options <> '[]';
  if v_option is not null and p_variant_id is null then
    perform private.reject('PT422', format('Choose a %s.', v_option), 'variant_required');
  elsif not exists (select from private.stock_units where product_id = p_product_id and is_active
      and variant_id is not distinct from p_variant_id) then
    perform private.reject('PT404', 'This choice is no longer available.', 'variant_not_found');
  end if;
end;
$$;

-- A variant is written under its product's row lock, as a checkout takes it; without a price it costs what the product costs.
-- An update or a deletion has locked the variant before this runs, while a checkout locks the product first: waiting here
-- would deadlock with it, so a product that is being bought or written is rejected.
create function private.lock_product_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
-- One plan for all rows; the index also where the table was small when it was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_price numeric;
begin
  if tg_op = 'INSERT' then
    select price into v_price from public.products where id = new.product_id for no key update;
    new.price := coalesce(new.price, v_price);
    return new;
  end if;
  select price into v_price from public.products where id = old.product_id for no key update nowait;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.price := coalesce(new.price, v_price);
  return new;
exception when lock_not_available then
  perform private.reject('PT409', 'This product is being bought or changed right now. Please try again.', 'busy');
end;
$$;

create trigger lock_product before insert or update or delete on public.product_variants
  for each row execute function private.lock_product_of_variant();

-- Stock and prices of a product with options are those of its active variants, and an edit of a variant, unlike a sale, is an edit of
-- its product: one write of the product for all.
create function private.update_product_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    update public.products as product
    set inventory_quantity = active.stock, price = coalesce(active.lowest, product.price), highest_price = active.highest,
      version = product.version + changed.is_edited::integer
    from (%s) as changed
    cross join lateral (
      select coalesce(sum(inventory_quantity), 0) as stock, min(price) as lowest, max(price) as highest
      from public.product_variants where product_id = changed.product_id and is_active
    ) as active
    where product.id = changed.product_id
      and (changed.is_edited or (product.inventory_quantity, product.price, product.highest_price)
        is distinct from (active.stock, coalesce(active.lowest, product.price), active.highest))
    $sql$, case tg_op when 'INSERT' then 'select distinct product_id, true as is_edited from new_rows'
      when 'DELETE' then 'select distinct product_id, true as is_edited from old_rows'
      else $sql$
        select new_rows.product_id, bool_or(to_jsonb(new_rows) - derived is distinct from to_jsonb(old_rows) - derived) as is_edited
        from new_rows join old_rows using (id)
        cross join (values (array['inventory_quantity', 'was_price', 'was_price_until', 'updated_at'])) as known (derived)
        group by new_rows.product_id$sql$ end);
  return null;
end;
$$;

create trigger update_product_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_product_of_variants();

-- The stock of a product with options is derived, so a write that says otherwise is rejected rather than lost.
create function private.require_stock_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_stock integer;
begin
  select coalesce(sum(inventory_quantity), 0) into v_stock from public.product_variants
  where product_id = new.id and is_active;
  -- A product that gets its first options counts anew, by variant.
  if tg_op = 'UPDATE' and old.options = '[]' then
    new.inventory_quantity := v_stock;
  elsif new.inventory_quantity <> v_stock then
    perform private.reject('PT409', 'Stock is counted for each variant.', 'variants');
  end if;
  return new;
end;
$$;

create trigger require_stock_of_variants before insert or update of inventory_quantity, options on public.products
  for each row when (new.options <> '[]') execute function private.require_stock_of_variants();

-- A new price of a product with options is the new price of the variants that cost the old one.
create function private.move_variant_prices()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.price <> (select min(price) from public.product_variants where product_id = new.id and is_active) then
    update public.product_variants set price = new.price where product_id = new.id and price = old.price;
    -- Where no variant cost it, the product keeps its variants' lowest price.
    update public.products set price = lowest.price
    from (select min(price) as price from public.product_variants where product_id = new.id and is_active) as lowest
    where id = new.id and products.price <> lowest.price;
  end if;
  return null;
end;
$$;

create trigger move_variant_prices after update of price on public.products
  for each row when (new.options <> '[]' and old.price <> new.price) execute function private.move_variant_prices();

-- Checked at the end of the transaction, so that options and variants can change together: a variant by itself, and all of a product
-- whose options have changed.
create function private.check_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_variants constant uuid[] := case when tg_table_name = 'products'
    then array(select id from public.product_variants where product_id = new.id) else array[new.id] end;
begin
  if exists (
    select from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.id = any (v_variants) and (
      product.options = '[]' or cardinality(variant.option_values) <> jsonb_array_length(product.options)
      or exists (
        select from unnest(variant.option_values) with ordinality as chosen (value, place)
        where not product.options -> (chosen.place::integer - 1) -> 'values' ? chosen.value)))
  then
    perform private.reject('PT422', 'Every variant needs one value of each option of its product.', 'option_values');
  end if;
  return null;
end;
$$;

create constraint trigger check_variants after update of options on public.products deferrable initially deferred
  for each row execute function private.check_variants();
create constraint trigger check_variants after insert or update of option_values on public.product_variants
  deferrable initially deferred for each row execute function private.check_variants();

grant execute on function private.slug(text) to authenticated, service_role;
grant execute on function private.is_option_text(jsonb, int4) to authenticated, service_role;
grant execute on function private.is_option_list(jsonb) to authenticated, service_role;
