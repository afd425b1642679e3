-- Variants: products in several sizes, colours or scents. Products that are there stay as they are: without options a product is
-- its own single variant, so no row is moved and every line, hold, movement and price keeps its meaning.
set check_function_bodies = off;

alter table public.products
  add column options jsonb not null default '[]',
  add column highest_price numeric(10, 2),
  add column dimensions text check (char_length(dimensions) <= 300),
  add column weight_grams integer check (weight_grams between 1 and 100000),
  add column box_contents text[] not null default '{}'
    check (cardinality(box_contents) <= 20 and octet_length(array_to_string(box_contents, '')) <= 5000),
  add column good_for text check (char_length(good_for) <= 500),
  add column size_guide jsonb check (octet_length(size_guide::text) <= 10000);
comment on column public.products.options is 'What shoppers choose, up to three: [{"name": "Size", "values": ["S", "M"]}]. Stock and price then are those of product_variants.';
comment on column public.products.highest_price is 'The highest price of the active variants, price being the lowest; written by the database alone.';
comment on column public.products.size_guide is 'A table: {"columns": [text], "rows": [[text]], "note": text}.';
grant insert (options, dimensions, weight_grams, box_contents, good_for, size_guide),
  update (options, dimensions, weight_grams, box_contents, good_for, size_guide) on table public.products to authenticated;

-- Whether p_options is a list of up to three options, each with up to 50 values: [{"name": "Size", "values": ["S", "M"]}].
create function private.is_option_list(p_options jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(p_options) = 'array' and jsonb_array_length(p_options) <= 3
    and not exists (
      select from jsonb_array_elements(p_options) as option
      where jsonb_typeof(option) <> 'object' or option - array['name', 'values'] <> '{}'
        or not private.is_option_text(option -> 'name', 40) or jsonb_typeof(option -> 'values') is distinct from 'array'
        or jsonb_array_length(option -> 'values') not between 1 and 50
        or exists (select from jsonb_array_elements(option -> 'values') as value where not private.is_option_text(value, 60))
        or (select count(*) <> count(distinct private.slug(value)) from jsonb_array_elements_text(option -> 'values') as value))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_options) as option);
$$;

-- Text of 1 to p_max visible characters with a letter or digit, without spaces around it.
create function private.is_option_text(p_value jsonb, p_max integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= p_max
    and p_value #>> '{}' = btrim(p_value #>> '{}') and p_value #>> '{}' !~ '[[:cntrl:]]'
    and private.slug(p_value #>> '{}') <> '', false);
$$;

-- As options and values stand in addresses: "Deep Plum" → "deep-plum". The rule of optionSlug in libs/pricing.
create function private.slug(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$ select btrim(regexp_replace(lower(p_text collate "C"), '[^a-z0-9]+', '-', 'g'), '-'); $$;

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

create index product_variants_by_end_of_was_price on public.product_variants (was_price_until) where was_price_until is not null;

create trigger set_updated_at before update on public.product_variants for each row execute function private.set_updated_at();

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
  with check ((select private.is_staff()));
create policy "Staff change variants" on public.product_variants for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete variants" on public.product_variants for delete to authenticated
  using ((select private.is_staff()));

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
    perform private.refuse('PT422', format('Choose a %s.', v_option), 'variant_required');
  elsif not exists (select from private.stock_units where product_id = p_product_id and is_active
      and variant_id is not distinct from p_variant_id) then
    perform private.refuse('PT404', 'This choice is no longer available.', 'variant_not_found');
  end if;
end;
$$;

-- A variant is written under its product's row lock, as a checkout takes it; without a price it costs what the product costs.
create function private.lock_product_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_price numeric;
begin
  if tg_op = 'DELETE' then
    perform from public.products where id = old.product_id for no key update;
    return old;
  end if;
  select price into v_price from public.products where id = new.product_id for no key update;
  new.price := coalesce(new.price, v_price);
  return new;
end;
$$;

create trigger lock_product before insert or update or delete on public.product_variants
  for each row execute function private.lock_product_of_variant();

-- Stock and prices of a product with options are those of its active variants.
create function private.update_product_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    update public.products as product
    set inventory_quantity = active.stock, price = coalesce(active.lowest, product.price), highest_price = active.highest
    from (select distinct product_id from (%s) as change) as changed
    cross join lateral (
      select coalesce(sum(inventory_quantity), 0) as stock, min(price) as lowest, max(price) as highest
      from public.product_variants where product_id = changed.product_id and is_active
    ) as active
    where product.id = changed.product_id
      and (product.inventory_quantity, product.price, product.highest_price)
        is distinct from (active.stock, coalesce(active.lowest, product.price), active.highest)
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_product_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_product_of_variants();

-- The stock of a product with options is derived, so a write that says otherwise is refused rather than lost.
create function private.require_stock_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
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
    perform private.refuse('PT409', 'Stock is counted for each variant.', 'variants');
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

-- Checked at the end of the transaction, so that options and variants can change together.
create function private.check_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_product uuid := case when tg_table_name = 'products' then new.id else (to_jsonb(new) ->> 'product_id')::uuid end;
begin
  if exists (
    select from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where product.id = v_product and (
      product.options = '[]' or cardinality(variant.option_values) <> jsonb_array_length(product.options)
      or exists (
        select from unnest(variant.option_values) with ordinality as chosen (value, place)
        where not product.options -> (chosen.place::integer - 1) -> 'values' ? chosen.value)))
  then
    perform private.refuse('PT422', 'Every variant needs one value of each option of its product.', 'option_values');
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

-- What is counted, held, priced or asked for names its variant.
alter table public.inventory_alerts add column variant_id uuid,
  add foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade;
alter table public.cart_items add column variant_id uuid,
  add foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade;
alter table public.inventory_movements add column variant_id uuid;
drop index public.inventory_alerts_one_active;
create unique index inventory_alerts_one_active on public.inventory_alerts (product_id, variant_id) nulls not distinct
  where is_active;
drop index public.inventory_alerts_by_product;
create index inventory_alerts_by_product on public.inventory_alerts (product_id, variant_id);
create index inventory_movements_by_variant on public.inventory_movements (variant_id, id desc) where variant_id is not null;
alter table public.cart_items drop constraint cart_items_owner_product,
  add constraint cart_items_owner_unit unique nulls not distinct (customer_id, session_id, product_id, variant_id);
drop index public.cart_items_by_product;
create index cart_items_by_product on public.cart_items (product_id, variant_id);

alter table private.price_history add column id bigint generated always as identity, add column variant_id uuid,
  add foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade,
  drop constraint price_history_pkey,
  add constraint price_history_period unique nulls not distinct (product_id, variant_id, since);
alter table private.price_history add primary key (id);
drop index private.price_history_present;
create unique index price_history_present on private.price_history (product_id, variant_id) nulls not distinct
  where until is null;

alter table private.stock_holds add column id bigint generated always as identity, add column variant_id uuid,
  add foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade,
  drop constraint stock_holds_pkey,
  add constraint stock_holds_of_checkout unique nulls not distinct (checkout_session_id, product_id, variant_id);
alter table private.stock_holds add primary key (id);
drop index private.stock_holds_by_product;
create index stock_holds_by_product on private.stock_holds (product_id, variant_id);

alter table private.stock_requests add column id bigint generated always as identity, add column variant_id uuid,
  add foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade,
  drop constraint stock_requests_pkey,
  add constraint stock_requests_once unique nulls not distinct (product_id, variant_id, email);
alter table private.stock_requests add primary key (id);

drop trigger sync_inventory_alerts on public.products;
drop trigger record_price_history on public.products;
drop trigger cap_quantity on public.cart_items;
drop function public.adjust_stock(uuid, int4, text, text);
drop function private.adjust_stock(uuid, int4, text, text);
drop function private.comparable_until(uuid, numeric);
drop function public.cart_add(uuid, int4, timestamptz);
drop function private.cart_add(uuid, int4, timestamptz);
drop function public.ask_back_in_stock(uuid, text);
drop function private.ask_back_in_stock(uuid, text);

create or replace function private.sync_inventory_alerts()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_product uuid := new.id;
  v_variant uuid;
  v_low boolean := new.track_inventory and new.inventory_quantity <= new.low_stock_threshold;
begin
  if tg_table_name = 'product_variants' then
    v_product := new.product_id;
    v_variant := new.id;
  elsif new.options <> '[]' then
    v_low := false;
  end if;
  if v_low then
    insert into public.inventory_alerts (product_id, variant_id) values (v_product, v_variant)
    on conflict (product_id, variant_id) where is_active do nothing;
  else
    update public.inventory_alerts set is_active = false, resolved_at = now()
    where product_id = v_product and variant_id is not distinct from v_variant and is_active;
  end if;
  return null;
end;
$$;

-- For products and variants alike. The stock of a product with options is the sum of its variants': it writes no movements, but
-- the plain stock it had before its first options is written off.
create or replace function private.record_movements()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason jsonb := coalesce(nullif(current_setting('shop.movement', true), '')::jsonb, '{}');
  v_unit text := case tg_table_name when 'products'
    then 'id, id as product_id, null::uuid as variant_id, case when options = ''[]'' then inventory_quantity else 0 end as stock'
    else 'id, product_id, id as variant_id, inventory_quantity as stock' end;
begin
  if tg_op = 'INSERT' then
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, kind, quantity, actor)
      select product_id, variant_id, 'received', stock, $1 from (select %s from new_rows) as after where stock > 0
      $sql$, v_unit) using (select auth.uid());
  elsif tg_op = 'DELETE' then
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, kind, quantity, note, actor)
      select product_id, variant_id, 'adjusted', -stock, 'Product deleted', $1 from (select %s from old_rows) as before
      where stock > 0
      $sql$, v_unit) using (select auth.uid());
  else
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, order_id, kind, quantity, note, actor)
      select after.product_id, after.variant_id, ($2 ->> 'order_id')::uuid, coalesce($2 ->> 'kind', 'adjusted'),
        after.stock - before.stock, coalesce($2 ->> 'note', ''), $1
      from (select %1$s from new_rows) as after join (select %1$s from old_rows) as before on before.id = after.id
      where after.stock <> before.stock
      order by after.id
      $sql$, v_unit) using (select auth.uid()), v_reason;
  end if;
  return null;
end;
$$;

-- Changes stock by a difference, so that two people at once do not overwrite each other.
create function private.adjust_stock(p_product_id uuid, p_change integer, p_kind text, p_note text, p_variant_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_change is null or p_change not between -1000000 and 1000000 or p_change = 0 then
    perform private.refuse('PT422', 'change must be a whole number other than 0', 'change');
  elsif p_kind is null or p_kind not in ('received', 'adjusted') or (p_kind = 'received' and p_change < 0) then
    perform private.refuse('PT422', 'kind must be received (more than 0) or adjusted', 'kind');
  elsif char_length(p_note) > 500 then
    perform private.refuse('PT422', 'note is too long', 'note');
  end if;
  select inventory_quantity into v_stock from public.products where id = p_product_id for no key update;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock is null then
    perform private.require_variant(p_product_id, p_variant_id);
  elsif v_stock + p_change < 0 then
    perform private.refuse_quantity(v_stock);
  elsif v_stock + p_change > 1000000 then
    perform private.refuse('PT422', 'Stock cannot exceed 1000000.', 'change');
  end if;
  perform private.set_movement(p_kind, null, coalesce(p_note, ''));
  perform private.change_stock(
    jsonb_build_array(jsonb_build_object('product_id', p_product_id, 'variant_id', p_variant_id, 'quantity', p_change)), 1);
  perform private.set_movement(null);
  return v_stock + p_change;
end;
$$;

grant execute on function private.adjust_stock(uuid, int4, text, text, uuid) to authenticated, service_role;

create function public.adjust_stock(
  p_product_id uuid, p_change integer, p_kind text default 'adjusted', p_note text default '', p_variant_id uuid default null)
returns integer
language sql
set search_path = ''
as $$ select private.adjust_stock(p_product_id, p_change, p_kind, p_note, p_variant_id); $$;

grant execute on function public.adjust_stock(uuid, int4, text, text, uuid) to authenticated, service_role;

-- The pieces that lines ask for, summed by product and variant. p_lines: [{product_id, variant_id?, quantity}].
create function private.demand_of(p_lines jsonb)
returns table (product_id uuid, variant_id uuid, quantity integer)
language sql
immutable
set search_path = ''
as $$
  select (entry ->> 'product_id')::uuid, (entry ->> 'variant_id')::uuid, sum((entry ->> 'quantity')::integer)::integer
  from jsonb_array_elements(p_lines) as entry
  group by 1, 2;
$$;

-- Adds the lines' quantities, times p_direction (1 or -1), to stock. Products and variants that are gone are skipped. The rows
-- of the products must be locked before.
create function private.change_stock(p_lines jsonb, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.products as product
  set inventory_quantity = product.inventory_quantity + p_direction * demand.quantity
  from private.demand_of(p_lines) as demand
  where demand.variant_id is null and product.id = demand.product_id and product.options = '[]';
  update public.product_variants as variant
  set inventory_quantity = variant.inventory_quantity + p_direction * demand.quantity
  from private.demand_of(p_lines) as demand
  where variant.id = demand.variant_id and variant.product_id = demand.product_id;
end;
$$;

-- Raises 409 for lines beyond the stock that others do not hold; demand is summed per product and variant.
create or replace function private.require_stock(p_lines jsonb, p_session text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_available integer;
begin
  select stock.available into v_available
  from private.demand_of(p_lines) as demand
  left join private.stock_units as unit
    on unit.product_id = demand.product_id and unit.variant_id is not distinct from demand.variant_id and unit.is_active
  cross join lateral (
    select greatest(0, coalesce(unit.inventory_quantity, 0) - coalesce((
      select sum(hold.quantity) from private.stock_holds as hold
      where hold.product_id = demand.product_id and hold.variant_id is not distinct from demand.variant_id
        and hold.expires_at > now() and hold.checkout_session_id is distinct from p_session), 0))::integer as available
  ) as stock
  where demand.quantity > stock.available
  order by demand.product_id, demand.variant_id
  limit 1;
  if found then
    perform private.refuse_quantity(v_available);
  end if;
end;
$$;

-- Runs before the order gets its number, so that the lock on the day's counter is held for the shortest time.
create or replace function private.decrement_stock(p_lines jsonb, p_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.set_movement('sold', p_order);
  perform private.change_stock(p_lines, -1);
  perform private.set_movement(null);
end;
$$;

-- Until when a product, or a variant, may be compared with an earlier price; null when it may not.
create function private.comparable_until(p_product_id uuid, p_variant_id uuid, p_compare numeric)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  v_high_end timestamptz;
  v_high_start timestamptz;
  v_low_start timestamptz;
begin
  select until into v_high_end from private.price_history
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and price >= p_compare
  order by since desc limit 1;
  if v_high_end is null then
    return null;
  end if;
  with recursive unbroken as (
    select since from private.price_history
    where product_id = p_product_id and variant_id is not distinct from p_variant_id and price >= p_compare
      and until = v_high_end
    union all
    select earlier.since
    from unbroken join private.price_history as earlier on earlier.until = unbroken.since
    where earlier.product_id = p_product_id and earlier.variant_id is not distinct from p_variant_id
      and earlier.price >= p_compare
  )
  select greatest(min(unbroken.since), (select began_at from private.price_history_start)) into v_high_start from unbroken;
  select min(since) into v_low_start from private.price_history
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and since >= v_high_end;
  if v_high_end - v_high_start < interval '28 days' or v_low_start - v_high_end > interval '1 day' then
    return null;
  end if;
  return v_low_start + least(v_high_end - v_high_start, interval '180 days');
end;
$$;

-- For products and variants alike. A product with options is offered by its variants, and these only while it is active.
create or replace function private.record_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_present private.price_history;
  v_product uuid := new.id;
  v_variant uuid;
  v_offered boolean := new.is_active and new.inventory_quantity > 0;
begin
  if tg_table_name = 'product_variants' then
    v_product := new.product_id;
    v_variant := new.id;
    v_offered := v_offered and (select is_active from public.products where id = new.product_id);
  else
    v_offered := v_offered and new.options = '[]';
  end if;
  select * into v_present from private.price_history
  where product_id = v_product and variant_id is not distinct from v_variant and until is null;
  if v_present.price is distinct from new.price or not v_offered then
    -- A clock that was set back must not leave a gap or an overlap.
    v_now := greatest(v_now, v_present.since + interval '1 microsecond', (
      select max(until) from private.price_history
      where product_id = v_product and variant_id is not distinct from v_variant));
    update private.price_history set until = v_now
    where product_id = v_product and variant_id is not distinct from v_variant and until is null;
    if v_offered then
      insert into private.price_history (product_id, variant_id, price, since) values (v_product, v_variant, new.price, v_now);
    end if;
  end if;
  new.was_price_until := case when new.compare_at_price > new.price
    then private.comparable_until(v_product, v_variant, new.compare_at_price) end;
  if new.was_price_until <= v_now then
    new.was_price_until := null;
  end if;
  new.was_price := case when new.was_price_until is not null then new.compare_at_price end;
  return new;
end;
$$;

-- The first period of a new product or variant.
create or replace function private.start_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'products' then
    insert into private.price_history (product_id, price, since)
    select id, price, clock_timestamp() from new_rows where is_active and inventory_quantity > 0 and options = '[]';
  else
    insert into private.price_history (product_id, variant_id, price, since)
    select added.product_id, added.id, added.price, clock_timestamp()
    from new_rows as added join public.products as product on product.id = added.product_id
    where added.is_active and product.is_active and added.inventory_quantity > 0;
  end if;
  return null;
end;
$$;

-- Variants are offered while their product is: its periods end and begin with it.
create function private.follow_product_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.product_variants set is_active = is_active where product_id = new.id;
  return null;
end;
$$;

create or replace function private.reset_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (case when tg_op = 'INSERT' then null else old.value end) is distinct from (case when tg_op = 'DELETE' then null else new.value end) then
    update private.price_history_start set began_at = clock_timestamp() where id;
    -- Locked by id, as a checkout does, to prevent deadlocks.
    perform from public.products where was_price is not null order by id for no key update;
    update public.products set was_price = null, was_price_until = null where was_price is not null;
    update public.product_variants set was_price = null, was_price_until = null where was_price is not null;
  end if;
  return null;
end;
$$;

-- Names the stock when that is the reason, else the limit.
create or replace function private.cap_cart_quantity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer := coalesce((
    select inventory_quantity from private.stock_units
    where product_id = new.product_id and variant_id is not distinct from new.variant_id and is_active), 0);
begin
  if new.quantity > v_stock and v_stock <= private.max_quantity() then
    perform private.refuse_quantity(v_stock);
  elsif new.quantity > private.max_quantity() then
    perform private.refuse_max_quantity();
  end if;
  return new;
end;
$$;

-- Moves the guest lines of this request into the caller's cart. Quantities add up to stock and cart.maxQuantity; beyond 100
-- lines the oldest guest lines are left out.
create or replace function private.cart_merge()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := private.guest_session();
  v_max integer := private.max_quantity();
begin
  if v_customer is null or v_session is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart ' || v_customer::text, 0));
  with taken as (
    delete from public.cart_items where session_id = v_session returning product_id, variant_id, quantity, created_at
  ), ranked as (
    select taken.*, unit.inventory_quantity, own.id is not null as known,
      row_number() over (
        partition by own.id is not null order by taken.created_at desc, taken.product_id, taken.variant_id) as place
    from taken join private.stock_units as unit
      on unit.product_id = taken.product_id and unit.variant_id is not distinct from taken.variant_id
    left join public.cart_items as own on own.product_id = taken.product_id
      and own.variant_id is not distinct from taken.variant_id and own.customer_id = v_customer
    where unit.is_active and unit.inventory_quantity > 0
  )
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, created_at)
  select product_id, variant_id, least(quantity, inventory_quantity, v_max), v_customer, created_at
  from ranked
  where known or place <= 100 - (select count(*) from public.cart_items where customer_id = v_customer)
  order by product_id, variant_id
  on conflict on constraint cart_items_owner_unit do update
  set quantity = least(
    line.quantity + excluded.quantity, v_max,
    (select inventory_quantity from private.stock_units as unit
      where unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id));
  perform private.adopt_checkouts(v_customer, v_session);
end;
$$;

-- p_since: when a removed line was first added, so that undo restores its position. It only orders lines, so any time within
-- the last year is accepted. One address opens at most 300 guest carts an hour: more than a mobile network needs, few enough
-- that abandoned rows do not pile up in the 30 days a guest cart is kept.
create function private.cart_add(p_product_id uuid, p_quantity integer, p_since timestamptz, p_variant_id uuid)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_since timestamptz := greatest(least(coalesce(p_since, now()), now()), now() - interval '1 year');
  v_line public.cart_items;
begin
  if v_customer is null and v_session is null then
    perform private.refuse('PT400', 'A cart needs a session id.', 'x-session-id');
  end if;
  if p_quantity is null or p_quantity not between 1 and 1000000 then
    perform private.refuse('PT422', 'Quantity must be at least 1.', 'quantity');
  end if;
  if not exists (select from public.products where id = p_product_id and is_active) then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  -- Locked before the line, as in cart_merge, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session), 0));
  if v_customer is null and not exists (select from public.cart_items where session_id = v_session) then
    perform private.consume_rate_limit('guest_cart', private.client_address(), 300, interval '1 hour');
  end if;
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_variant_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_unit do update
  set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_add(uuid, int4, timestamptz, uuid) to anon, authenticated, service_role;

create function public.cart_add(
  p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null, p_variant_id uuid default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since, p_variant_id); $$;

grant execute on function public.cart_add(uuid, int4, timestamptz, uuid) to anon, authenticated, service_role;

-- Another size for a line of the caller's cart. Quantities add where the cart has the other variant already; more than there
-- is of it is refused, as when adding.
create function private.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_session text := private.cart_session();
  v_line public.cart_items;
  v_other public.cart_items;
begin
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session, ''), 0));
  select * into v_line from public.cart_items
  where id = p_item_id and (customer_id = v_customer or session_id = v_session) for update;
  if v_line.id is null then
    perform private.refuse('PT404', 'This item is no longer in your cart.', 'line_not_found');
  end if;
  perform private.require_variant(v_line.product_id, p_variant_id);
  if v_line.variant_id is not distinct from p_variant_id then
    return v_line;
  end if;
  delete from public.cart_items
  where product_id = v_line.product_id and variant_id = p_variant_id
    and (customer_id = v_customer or session_id = v_session)
  returning * into v_other;
  update public.cart_items set variant_id = p_variant_id, quantity = v_line.quantity + coalesce(v_other.quantity, 0)
  where id = v_line.id returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

create function public.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_change_variant(p_item_id, p_variant_id); $$;

grant execute on function public.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

-- All figures of a checkout in pounds. p_lines: [{product_id, variant_id?, quantity}]; what is deleted or inactive is left
-- out. shipping_amount is null when the method cannot be used. The promotion must have been checked before.
create or replace function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_discount numeric := 0;
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity)
      || case when unit.variant_id is null then '{}' else jsonb_build_object('variant_id', unit.variant_id,
        'variant_name', private.variant_name(unit.options), 'options', unit.options) end order by line.place), '[]'),
    coalesce(sum(charged.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as listed (entry, place)
    group by 1, 2
  ) as line
  join private.stock_units as unit
    on unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id and unit.is_active
  join public.products as product on product.id = unit.product_id
  cross join lateral (select private.unit_price(unit.price) as price) as charged;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  if p_promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_promotion_id;
    v_discount := coalesce(private.promotion_discount(v_promotion, v_subtotal), 0);
    if v_promotion.kind = 'free_delivery' then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := private.vat(v_subtotal - v_discount);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;

-- The caller's cart as [{product_id, variant_id, quantity}]. Lines of deleted products went with them (on delete cascade).
create or replace function private.cart_lines(p_customer uuid, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'quantity', quantity) order by created_at, id), '[]')
  from public.cart_items
  where customer_id = p_customer or session_id = p_session;
$$;

-- Checks stock, prices and codes again at payment. A promotion held by this checkout stays valid until the hold ends, even if
-- it has expired since.
create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    v_figures := case when v_state = 'valid'
      then private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address, v_promotion.id)
      else v_figures || jsonb_build_object('promotion_refused', v_state, 'minimum_pence', v_promotion.minimum_pence) end;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart)))
  then
    perform private.refuse('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

-- Removes what was bought from the cart; what was added meanwhile stays.
create or replace function private.remove_purchased_lines(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_entry jsonb;
begin
  for v_entry in select * from jsonb_array_elements(p_session.cart_items) loop
    delete from public.cart_items
    where product_id = (v_entry ->> 'product_id')::uuid
      and variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and quantity <= (v_entry ->> 'quantity')::integer
      and (customer_id = p_session.customer_id or session_id = p_cart);
    -- The rest of a larger line is capped by the remaining stock.
    update public.cart_items as line
    set quantity = least(line.quantity - (v_entry ->> 'quantity')::integer, unit.inventory_quantity)
    from private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity > 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
    delete from public.cart_items as line
    using private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity = 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
  end loop;
end;
$$;

-- Returns the stock of an order, or takes it again (p_direction 1 or -1). Deleted products and variants are skipped.
create or replace function private.return_stock(p_order public.orders, p_direction integer)
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
      where exists (
        select from private.stock_units as unit
        where unit.product_id = (entry ->> 'product_id')::uuid
          and unit.variant_id is not distinct from (entry ->> 'variant_id')::uuid)), null);
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  perform private.change_stock(p_order.items, p_direction);
  perform private.set_movement(null);
end;
$$;

-- Holds the stock for 15 minutes before a payment; calling again renews the hold until 45 minutes after the checkout's start.
-- With a real provider only the web server may call it, once the provider's page exists, so that stock is held only for those
-- who can pay; without a provider nothing is held.
create or replace function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_longest constant interval := interval '45 minutes';
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_provider text := private.payment_provider();
  v_until timestamptz := least(now() + interval '15 minutes', v_session.created_at + v_longest);
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.refuse('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif v_until <= now() then
    perform private.refuse('PT409',
      'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.',
      'hold_ended');
  end if;
  perform private.consume_rate_limit('reserve', p_session_id, 20, interval '1 hour');
  perform private.limit_holds(v_session, v_until);
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  insert into private.stock_holds (checkout_session_id, product_id, variant_id, quantity, expires_at)
  select p_session_id, product_id, variant_id, quantity, v_until
  from private.demand_of(v_session.cart_items)
  where product_id is not null
  order by product_id, variant_id
  on conflict on constraint stock_holds_of_checkout do update
  set quantity = excluded.quantity, expires_at = excluded.expires_at;
  perform private.lock_gift_card(v_session);
  perform private.hold_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, v_provider, v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until
  where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create function private.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  perform private.consume_rate_limit('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.consume_rate_limit('stock_email', v_email, 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  perform from public.products where id = p_product_id and is_active for share;
  if not found then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, variant_id, email) values (p_product_id, p_variant_id, v_email)
  on conflict on constraint stock_requests_once do update set created_at = excluded.created_at;
end;
$$;

grant execute on function private.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

create function public.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid default null)
returns void
language sql
set search_path = ''
as $$ select private.ask_back_in_stock(p_product_id, p_email, p_variant_id); $$;

grant execute on function public.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

-- The subject does not name the product, for discretion.
create or replace function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_product public.products;
  v_variant uuid;
  v_query text;
begin
  if tg_table_name = 'product_variants' then
    select * into v_product from public.products where id = new.product_id;
    if not v_product.is_active then
      return null;
    end if;
    v_variant := new.id;
    v_query := private.variant_query(private.chosen_options(v_product.options, new.option_values));
  else
    select * into v_product from public.products where id = new.id;
  end if;
  with asked as (
    delete from private.stock_requests
    where product_id = v_product.id and variant_id is not distinct from v_variant returning email, created_at
  )
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'back_in_stock', email, 'Something you asked for is back',
    jsonb_strip_nulls(jsonb_build_object('slug', v_product.slug, 'query', v_query))
  from asked where created_at > now() - interval '180 days'
  order by created_at, email;
  return null;
end;
$$;

-- The skus and values of a product's variants, to be found by.
create function private.variant_terms(p_product_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(concat_ws(' ', sku, array_to_string(option_values, ' ')), ' ' order by sku, option_values)
  from public.product_variants where product_id = p_product_id and is_active;
$$;

create or replace function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection, private.variant_terms(p_product.id)))), 'B')
    || setweight(to_tsvector('english', extensions.unaccent(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', extensions.unaccent(coalesce(p_product.description, ''))), 'D');
$$;

create or replace function private.update_search_index()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_changed text := 'select id from new_rows';
begin
  if tg_table_name = 'product_variants' then
    v_changed := case tg_op when 'INSERT' then 'select distinct product_id as id from new_rows'
      when 'DELETE' then 'select distinct product_id as id from old_rows'
      else $sql$
        select distinct new_rows.product_id as id from new_rows join old_rows using (id)
        where (new_rows.sku, new_rows.option_values, new_rows.is_active)
          is distinct from (old_rows.sku, old_rows.option_values, old_rows.is_active)$sql$ end;
  elsif tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at)
    select product.id, private.search_document(product), product.is_active, lower(extensions.unaccent(product.name)), product.created_at
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name
    $sql$, v_changed);
  execute format($sql$
    insert into private.search_words (word)
    select distinct word
    from (%s) as changed join public.products as product using (id) cross join lateral private.product_words(product) as word
    order by word
    on conflict (word) do nothing
    $sql$, v_changed);
  return null;
end;
$$;

create or replace function private.count_catalogue()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select counted.subject, sum(change.sign)
    from (%s) as change
    cross join lateral (values
      ('product', true), ('product:active', change.is_active),
      ('product:active:' || change.category_id, change.is_active and change.category_id is not null),
      ('product:low', change.track_inventory and change.inventory_quantity <= change.low_stock_threshold and change.options = '[]')
    ) as counted (subject, holds)
    where counted.holds
    group by 1 having sum(change.sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

-- What runs low is a size, not the product as a whole.
create function private.count_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select 'product:low', sum(sign) from (%s) as change
    where track_inventory and inventory_quantity <= low_stock_threshold
    having sum(sign) <> 0
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create or replace function private.sweep()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_counts jsonb := '{}';
begin
  update public.checkout_sessions set status = 'expired' where id in (
    select id from public.checkout_sessions where status = 'pending' and expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('expired_sessions', v_count);

  delete from private.stock_holds where id in (
    select id from private.stock_holds where expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('holds', v_count);

  delete from public.cart_items where id in (
    select id from public.cart_items where session_id is not null and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('cart_items', v_count);

  -- Personal data of unpaid checkouts is deleted after a month.
  delete from public.checkout_sessions where id in (
    select id from public.checkout_sessions
    where status in ('expired', 'failed') and expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('dead_sessions', v_count);

  delete from private.idempotency_keys where key in (
    select key from private.idempotency_keys where created_at <= now() - interval '7 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('idempotency_keys', v_count);

  delete from private.rate_limits where subject in (
    select subject from private.rate_limits where opened_at <= now() - interval '1 day'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('rate_limits', v_count);

  delete from public.account_creation_tokens where id in (
    select id from public.account_creation_tokens where expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('account_tokens', v_count);

  -- After the right to cancel has expired, delivered orders are complete.
  update public.orders set status = 'completed' where id in (
    select id from public.orders where status = 'delivered' and delivered_at <= now() - interval '14 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_counts || jsonb_build_object('completed_orders', v_count);
end;
$$;

-- Back-in-stock requests expire after half a year, addresses of sent e-mails after a week, price comparisons at their end, price
-- history after a year. Products come first, in a statement of their own: the same lock order as a changed order.
create or replace function public.sweep()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_ended integer;
  v_counts jsonb;
begin
  update public.products set was_price = null, was_price_until = null where id in (
    select id from public.products where was_price_until <= now() order by id
    limit 1000 for update skip locked);
  get diagnostics v_ended = row_count;
  update public.product_variants set was_price = null, was_price_until = null where id in (
    select id from public.product_variants where was_price_until <= now() order by product_id, id
    limit 1000 for update skip locked);
  with forgotten as (
    delete from private.stock_requests where id in (
      select id from private.stock_requests where created_at <= now() - interval '180 days'
      limit 1000 for update skip locked)
    returning product_id
  ), told as (
    delete from public.email_outbox where id in (
      select id from public.email_outbox
      where kind = 'back_in_stock' and status <> 'pending' and created_at <= now() - interval '7 days'
      limit 1000 for update skip locked)
    returning id
  ), past as (
    delete from private.price_history where id in (
      select id from private.price_history where until <= now() - interval '400 days' limit 1000)
    returning product_id
  )
  select private.sweep() || jsonb_build_object(
    'stock_requests', (select count(*) from forgotten),
    'stock_letters', (select count(*) from told),
    'was_prices', v_ended,
    'price_history', (select count(*) from past))
  into v_counts;
  return v_counts;
end;
$$;

create trigger sync_inventory_alerts
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory, options on public.products
  for each row execute function private.sync_inventory_alerts();
create trigger sync_inventory_alerts
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory on public.product_variants
  for each row execute function private.sync_inventory_alerts();
create trigger write_movements_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.record_movements();
create trigger record_price_history before update of price, compare_at_price, is_active, inventory_quantity, options on public.products
  for each row
  when ((old.price, old.compare_at_price, old.is_active, old.inventory_quantity > 0, old.options = '[]')
    is distinct from (new.price, new.compare_at_price, new.is_active, new.inventory_quantity > 0, new.options = '[]'))
  execute function private.record_price_history();
create trigger record_price_history before update of price, compare_at_price, is_active, inventory_quantity on public.product_variants
  for each row execute function private.record_price_history();
create trigger start_price_history after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.start_price_history();
create trigger follow_activity after update of is_active on public.products
  for each row when (old.is_active <> new.is_active and new.options <> '[]')
  execute function private.follow_product_activity();
create trigger cap_quantity before insert or update of quantity, variant_id on public.cart_items
  for each row execute function private.cap_cart_quantity();
-- Without a condition on the old row: a variant is also back when its product is, which touches its is_active.
create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.product_variants
  for each row when (new.is_active and new.inventory_quantity > 0)
  execute function private.queue_back_in_stock_mail();
create trigger index_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_search_index();
create trigger index_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_search_index();
create trigger index_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_search_index();
create trigger update_counters_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.count_variants();
create trigger bump_version_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.bump_catalogue_version_of_products();
create trigger bump_version_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger audit_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.audit();

alter publication supabase_realtime add table public.product_variants;

select private.hide_rows_in_api_errors();
revoke all on all functions in schema private from public;
