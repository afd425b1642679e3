-- Rows of products and variants are written in a third of the time: what triggers and checks call is planned once, not for each row.

-- Every picture has an alternative text, an empty one if none was given. When only the pictures change in number, each keeps its text.
create or replace function private.set_pictures_of_product()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if tg_op = 'INSERT' or new.images is distinct from old.images then
    new.images := array(
      select private.picture_address(address, 'images') from unnest(new.images) with ordinality as listed (address, place)
      order by place);
  end if;
  if tg_op = 'UPDATE' and new.image_alts = old.image_alts and cardinality(new.images) <> cardinality(new.image_alts) then
    new.image_alts := array(
      select coalesce(old.image_alts[array_position(old.images, address)], '')
      from unnest(new.images) with ordinality as listed (address, place) order by place);
  elsif cardinality(new.image_alts) < cardinality(new.images) then
    new.image_alts := new.image_alts
      || array_fill(''::text, array[cardinality(new.images) - cardinality(new.image_alts)]);
  end if;
  return new;
end;
$$;

-- The slug of a name: lower case, spaces to hyphens, nothing but letters, digits and hyphens; runs of hyphens are one, and none is
-- at an edge. Accents are taken off letters first. p_fallback where nothing is left. Cut so that a number fits behind it.
create or replace function private.slug_of_name(p_name text, p_fallback text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(nullif(btrim(left(btrim(
    regexp_replace(regexp_replace(regexp_replace(
      lower(extensions.unaccent(p_name)), '\s+', '-', 'g'), '[^a-z0-9-]', '', 'g'), '-+', '-', 'g'), '-'), 120), '-'), ''), p_fallback);
end;
$$;

-- p_table: products or categories; p_own: the row that asks.
create or replace function private.slug_is_taken(p_table text, p_slug text, p_own uuid)
returns boolean
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if p_table = 'products' then
    return exists (select from public.products where slug = p_slug and id is distinct from p_own);
  end if;
  return exists (select from public.categories where slug = p_slug and id is distinct from p_own);
end;
$$;

-- A slug that is in use again leads nowhere else.
create or replace function private.record_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.slug_redirects where target_id = old.id and kind = tg_argv[0];
    return null;
  end if;
  delete from private.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into private.slug_redirects (kind, old_slug, target_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id, created_at = excluded.created_at;
  end if;
  return null;
end;
$$;

-- Whether p_options is a list of up to three options, each with up to 50 values: [{"name": "Size", "values": ["S", "M"]}].
-- In PL/pgSQL, as those below: SQL would plan what it calls for each row anew.
create or replace function private.is_option_list(p_options jsonb)
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
create or replace function private.is_option_text(p_value jsonb, p_max integer)
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
create or replace function private.slug(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return btrim(regexp_replace(lower(p_text collate "C"), '[^a-z0-9]+', '-', 'g'), '-');
end;
$$;

-- A variant is written under its product's row lock, as a checkout takes it; without a price it costs what the product costs.
-- An update or a deletion has locked the variant before this runs, while a checkout locks the product first: waiting here
-- would deadlock with it, so a product that is being bought or written is refused.
create or replace function private.lock_product_of_variant()
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
  perform private.refuse('PT409', 'This product is being bought or changed right now. Please try again.', 'busy');
end;
$$;

-- An edit of a variant is an edit of its product; stock is not.
create or replace function private.move_version_of_product()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_derived constant text[] := array['inventory_quantity', 'was_price', 'was_price_until', 'updated_at'];
  v_edited uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct product_id) into v_edited from new_rows;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct product_id) into v_edited from old_rows;
  else
    -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
    execute $sql$
      select array_agg(distinct new_rows.product_id)
      from new_rows join old_rows using (id)
      where to_jsonb(new_rows) - $1 is distinct from to_jsonb(old_rows) - $1
      $sql$ into v_edited using v_derived;
  end if;
  if v_edited is not null then
    update public.products set version = version + 1 where id = any (v_edited);
  end if;
  return null;
end;
$$;

-- The stock of a product with options is derived, so a write that says otherwise is refused rather than lost.
create or replace function private.require_stock_of_variants()
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
    perform private.refuse('PT409', 'Stock is counted for each variant.', 'variants');
  end if;
  return new;
end;
$$;

-- Checked at the end of the transaction, so that options and variants can change together: a variant by itself, and all of a product
-- whose options have changed.
create or replace function private.check_variants()
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
    perform private.refuse('PT422', 'Every variant needs one value of each option of its product.', 'option_values');
  end if;
  return null;
end;
$$;

create or replace function private.sync_inventory_alerts()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
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

-- Until when a product, or a variant, may be compared with an earlier price; null when it may not.
create or replace function private.comparable_until(p_product_id uuid, p_variant_id uuid, p_compare numeric)
returns timestamptz
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
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
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
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

-- The subject does not name the product, for discretion.
create or replace function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_product public.products;
  v_variant uuid;
  v_query text;
begin
  -- Most of the time nobody waits.
  if tg_table_name = 'product_variants' then
    if not exists (select from private.stock_requests where product_id = new.product_id and variant_id = new.id) then
      return null;
    end if;
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
-- In PL/pgSQL, as the next: SQL would plan it for each product anew.
create or replace function private.variant_terms(p_product_id uuid)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select string_agg(concat_ws(' ', sku, array_to_string(option_values, ' ')), ' ' order by sku, option_values)
    from public.product_variants where product_id = p_product_id and is_active);
end;
$$;

-- As staff search: without accents, in lower case.
create or replace function private.plain_text(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return lower(extensions.unaccent(p_text));
end;
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
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection,
        case when p_product.options <> '[]' then private.variant_terms(p_product.id) end))), 'B')
    || setweight(to_tsvector('english', extensions.unaccent(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', extensions.unaccent(coalesce(p_product.description, ''))), 'D');
$$;

-- Pages show stock only when it is low, so most sales do not bump the version.
create or replace function private.bump_catalogue_version_of_products()
returns trigger
language plpgsql
security definer
set search_path = ''
-- As in private.audit.
set enable_nestloop = off
as $$
declare
  v_shown constant integer := coalesce(private.setting_number('stock.lowMax', 5), 5) + 1;
begin
  if exists (
    select from new_rows as after join old_rows as before using (id)
    where to_jsonb(after) - 'inventory_quantity' - 'updated_at' is distinct from to_jsonb(before) - 'inventory_quantity' - 'updated_at'
      or (after.inventory_quantity <> before.inventory_quantity and least(after.inventory_quantity, before.inventory_quantity) < v_shown))
  then
    update public.catalogue_version set version = version + 1, changed_at = clock_timestamp();
  end if;
  return null;
end;
$$;

create or replace function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
-- A connection takes the number of changed rows for that of its first change: after a change of one row it would compare each of 500
-- old rows with each new one.
set enable_nestloop = off
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    select tg_table_name, coalesce(after ->> 'id', after ->> 'key'), 'insert', (select auth.uid()), after
    from (select to_jsonb(new_rows) as after from new_rows) as written;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (table_name, row_id, action, actor, before)
    select tg_table_name, coalesce(before ->> 'id', before ->> 'key'), 'delete', (select auth.uid()), before
    from (select to_jsonb(old_rows) as before from old_rows) as written;
  else
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    select tg_table_name, row_id, 'update', (select auth.uid()), changed.before, changed.after
    -- offset 0: each row becomes JSON once, not once for each of its fields.
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows offset 0) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows offset 0) as became
      using (row_id)
    cross join lateral (
      select jsonb_object_agg(key, was.row -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(became.row)
      where value is distinct from was.row -> key and key not in ('updated_at', 'version', 'last_login_at')
    ) as changed
    where changed.after is not null;
  end if;
  return null;
end;
$$;

create or replace function private.list_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
      created_at, updated_at, terms)
    select id, private.plain_text(product.name), product.price, product.inventory_quantity,
      coalesce(product.category_id, private.no_category()), product.is_active, product.archived_at is not null, product.is_featured,
      product.images <> '{}', product.created_at, product.updated_at, private.office_terms(product)
    from new_rows join public.products as product using (id);
  else
    -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
    execute $sql$
      update private.product_list as listed
      set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
        price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
        is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
        has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at
      from new_rows as edited join old_rows as before using (id)
      where listed.product_id = edited.id
      $sql$;
  end if;
  return null;
end;
$$;

-- The product that has a SKU or barcode already, by name: a scan and an import look at products and variants alike. Variants of one
-- product are told apart by the unique constraint, so that they may swap.
create or replace function private.owner_of_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_name text;
begin
  if p_code is null then
    return null;
  elsif p_field = 'sku' then
    select name into v_name from public.products where sku = p_code and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.sku = p_code and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  else
    select name into v_name from public.products where barcode = p_code and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.barcode = p_code and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  end if;
  return v_name;
end;
$$;
