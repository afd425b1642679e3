-- Texts of products and categories for search results, and the times at which products become active and inactive (docs/decisions/0080).
set check_function_bodies = off;

alter table public.categories add column seo_title text check (char_length(seo_title) <= 70),
  add column seo_description text check (char_length(seo_description) <= 160);
grant insert (seo_title, seo_description), update (seo_title, seo_description) on table public.categories to authenticated;

alter table public.products add column seo_title text check (char_length(seo_title) <= 70),
  add column seo_description text check (char_length(seo_description) <= 160),
  add column publish_at timestamptz, add column unpublish_at timestamptz,
  add constraint products_scheduled check (publish_at is null or not is_active),
  add constraint products_unpublish_after check (unpublish_at > publish_at);
grant insert (seo_title, seo_description, publish_at, unpublish_at), update (seo_title, seo_description, publish_at, unpublish_at)
  on table public.products to authenticated;
comment on column public.products.seo_title is 'The title of its page in search results and previews, where it is not the name.';
comment on column public.products.publish_at is 'When an inactive product becomes active: at the next sweep, which empties this.';
comment on column public.products.unpublish_at is 'When the product becomes inactive again, likewise.';
create index products_by_publish_at on public.products (publish_at) where publish_at is not null;
create index products_by_unpublish_at on public.products (unpublish_at) where unpublish_at is not null;

alter table private.product_list add column is_scheduled boolean not null default false;
create index product_list_scheduled on private.product_list (created_at desc, product_id) where not is_archived and is_scheduled;

-- What is wrong with the times of a product: [{field, message}]. p_old: as it was, all null for a new one. A time that is not changed
-- may have passed, and ends when staff make the product active.
create function private.schedule_problems(p_product public.products, p_old public.products)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when p_product.publish_at is distinct from p_old.publish_at and p_product.is_active and p_product.publish_at is not null
    then private.file_problem('publish_at', 'A product that goes live later cannot be active now. Make it inactive, or leave the time empty.')
    when p_product.publish_at is distinct from p_old.publish_at and p_product.publish_at <= now()
    then private.file_problem('publish_at', 'This time has passed. Choose a later one, or make the product active.')
    when p_product.unpublish_at is distinct from p_old.unpublish_at and p_product.unpublish_at <= now()
    then private.file_problem('unpublish_at', 'This time has passed. Choose a later one, or make the product inactive.')
    when p_product.unpublish_at <= p_product.publish_at
    then private.file_problem('unpublish_at', 'Choose a time after the product goes live.')
    else '[]' end;
$$;

-- Raises 422 for the first of them.
create function private.require_schedule(p_product public.products, p_old public.products)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problem constant jsonb := private.schedule_problems(p_product, p_old) -> 0;
begin
  if v_problem is not null then
    perform private.reject('PT422', v_problem ->> 'message', v_problem ->> 'field');
  end if;
end;
$$;

-- Whoever makes a product active ends its schedule; and what leaves the archive after its time does not go live unasked.
create function private.end_schedule()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.is_active or (new.archived_at is null and old.archived_at is not null and new.publish_at <= now()) then
    new.publish_at := null;
  end if;
  return new;
end;
$$;

create trigger end_schedule before update of is_active, archived_at on public.products
  for each row when (new.publish_at is not null) execute function private.end_schedule();

-- Makes products active and inactive whose time has come, 1,000 of each at most. Answers {published, unpublished}.
create function private.publish_products()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_published integer;
  v_unpublished integer;
begin
  -- One whose end has passed too stays inactive.
  update public.products set is_active = true, publish_at = null where id in (
    select id from public.products
    where publish_at <= now() and archived_at is null and (unpublish_at is null or unpublish_at > now()) order by id
    limit 1000 for update skip locked);
  get diagnostics v_published = row_count;
  update public.products set is_active = false, publish_at = null, unpublish_at = null where id in (
    select id from public.products where unpublish_at <= now() order by id
    limit 1000 for update skip locked);
  get diagnostics v_unpublished = row_count;
  return jsonb_build_object('published', v_published, 'unpublished', v_unpublished);
end;
$$;

grant execute on function private.publish_products() to service_role;

create or replace function private.field_rules(p_subject text)
returns table (field text, label text, kind text, is_required boolean, lowest numeric, highest numeric, bytes integer)
language sql
immutable
set search_path = ''
as $$
  select rule.field, rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes
  from (values
    ('product', 1, 'name', 'Name', 'text', true, 1, 200, null::integer),
    ('product', 2, 'slug', 'Address', 'slug', false, 1, 220, null),
    ('product', 3, 'description', 'Description', 'text', false, 0, 5000, null),
    ('product', 4, 'short_description', 'Short description', 'text', false, 0, 300, null),
    ('product', 5, 'price', 'Price', 'money', true, 0, 100000, null),
    ('product', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('product', 7, 'category_id', 'Category', 'category', false, 0, 0, null),
    ('product', 8, 'is_featured', 'Featured', 'switch', true, 0, 0, null),
    ('product', 9, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('product', 10, 'images', 'Pictures', 'list', true, 0, 20, 20000),
    ('product', 11, 'image_alts', 'Descriptions of the pictures', 'list', true, 0, 20, 10000),
    ('product', 12, 'sku', 'SKU', 'code', false, 1, 64, null),
    ('product', 13, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('product', 14, 'brand', 'Brand', 'text', false, 0, 120, null),
    ('product', 15, 'collection', 'Collection', 'text', false, 0, 120, null),
    ('product', 16, 'features', 'Features', 'list', true, 0, 30, 10000),
    ('product', 17, 'materials', 'Materials', 'text', false, 0, 2000, null),
    ('product', 18, 'care', 'Care', 'text', false, 0, 2000, null),
    ('product', 19, 'low_stock_threshold', 'Low stock threshold', 'whole', true, 0, 1000000, null),
    ('product', 20, 'track_inventory', 'Low stock alerts', 'switch', true, 0, 0, null),
    ('product', 21, 'options', 'Options', 'options', true, 0, 0, null),
    ('product', 22, 'dimensions', 'Dimensions', 'text', false, 0, 300, null),
    ('product', 23, 'weight_grams', 'Weight', 'whole', false, 1, 100000, null),
    ('product', 24, 'box_contents', 'What is in the box', 'list', true, 0, 20, 5000),
    ('product', 25, 'good_for', 'Good for', 'text', false, 0, 500, null),
    ('product', 26, 'size_guide', 'Size guide', 'table', false, 0, 0, 10000),
    ('product', 27, 'seo_title', 'SEO title', 'text', false, 0, 70, null),
    ('product', 28, 'seo_description', 'SEO description', 'text', false, 0, 160, null),
    ('product', 29, 'publish_at', 'Publish at', 'moment', false, 0, 0, null),
    ('product', 30, 'unpublish_at', 'Unpublish at', 'moment', false, 0, 0, null),
    ('variant', 1, 'id', 'Variant', 'id', false, 0, 0, null),
    ('variant', 2, 'option_values', 'Options', 'list', true, 1, 3, 600),
    ('variant', 3, 'sku', 'SKU', 'code', false, 1, 64, null),
    ('variant', 4, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('variant', 5, 'price', 'Price', 'money', false, 0, 100000, null),
    ('variant', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('variant', 7, 'image', 'Picture', 'text', false, 0, 2048, null),
    ('variant', 8, 'low_stock_threshold', 'Low stock threshold', 'whole', false, 0, 1000000, null),
    ('variant', 9, 'track_inventory', 'Low stock alerts', 'switch', false, 0, 0, null),
    ('variant', 10, 'is_active', 'Active', 'switch', false, 0, 0, null),
    ('variant', 11, 'stock_change', 'Stock', 'whole', false, -1000000, 1000000, null),
    ('category', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('category', 2, 'slug', 'Address', 'slug', false, 1, 140, null),
    ('category', 3, 'description', 'Description', 'text', false, 0, 2000, null),
    ('category', 4, 'image_url', 'Picture', 'text', false, 0, 2048, null),
    ('category', 5, 'image_alt', 'Description of the picture', 'line', false, 0, 300, null),
    ('category', 6, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('category', 7, 'seo_title', 'SEO title', 'text', false, 0, 70, null),
    ('category', 8, 'seo_description', 'SEO description', 'text', false, 0, 160, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_subject
  order by rule.place;
$$;

create or replace function private.value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_type constant text := jsonb_typeof(p_value);
  v_text constant text := private.clean_value(p_kind, p_value #>> '{}');
  v_size integer;
begin
  if coalesce(v_type, 'null') = 'null' or v_text = '' then
    return case when p_is_required then p_label || ' is required.' end;
  elsif p_kind in ('text', 'line', 'code', 'slug', 'barcode', 'category', 'id', 'moment') and v_type <> 'string' then
    return p_label || ' must be text.';
  end if;
  case p_kind
    when 'text', 'line', 'code' then
      return case when char_length(v_text) > p_highest
        then format('%s is too long: %s characters, and %s fit.', p_label, char_length(v_text), p_highest) end;
    when 'slug' then
      return case
        when v_text !~ '^[a-z0-9]+(-[a-z0-9]+)*$'
        then format('%s can hold small letters, digits and single hyphens between them, such as silk-eye-mask.', p_label)
        when char_length(v_text) > p_highest then format('%s is too long: %s characters fit.', p_label, p_highest) end;
    when 'barcode' then
      return case when v_text !~ '^[0-9]{8,14}$' then format('%s must have 8 to 14 digits and nothing else.', p_label) end;
    when 'id' then
      return case when not pg_input_is_valid(v_text, 'uuid') then p_label || ' is unknown.' end;
    when 'category' then
      return case when not pg_input_is_valid(v_text, 'uuid') or not exists (select from public.categories where id = v_text::uuid)
        then 'This category no longer exists. Choose another.' end;
    when 'money' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$' then
        return p_label || ' must be an amount in pounds, such as 12.50.';
      end if;
      return case
        when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between £%s and £%s.', p_label, p_lowest, to_char(p_highest, 'FM999,999,999'))
        when scale(trim_scale(v_text::numeric)) > 2 then format('%s must be in whole pence, such as 12.50.', p_label) end;
    when 'whole' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.0*)?$' then
        return p_label || ' must be a whole number.';
      end if;
      return case when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between %s and %s.', p_label, to_char(p_lowest, 'FM999,999,990'), to_char(p_highest, 'FM999,999,990')) end;
    when 'moment' then
      return case when v_text !~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})$' or not pg_input_is_valid(v_text, 'timestamptz')
        then p_label || ' must be a date and time, such as 2026-12-01 09:00.' end;
    when 'switch' then
      return case when v_type <> 'boolean' then p_label || ' must be on or off.' end;
    when 'list' then
      if v_type <> 'array' or exists (select from jsonb_array_elements(p_value) as entry where jsonb_typeof(entry) <> 'string') then
        return p_label || ' must be a list of texts.';
      end if;
      select coalesce(sum(octet_length(entry)), 0) into v_size from jsonb_array_elements_text(p_value) as entry;
      return case
        when jsonb_array_length(p_value) < p_lowest then p_label || ' is required.'
        when jsonb_array_length(p_value) > p_highest then format('%s: %s at most.', p_label, p_highest)
        when v_size > p_bytes then format('%s: the entries are too long together.', p_label) end;
    when 'options' then
      return case when not coalesce(private.is_option_list(p_value), false)
        then 'Options need a name and different values each: three options and 50 values at most.' end;
    else
      return case
        when v_type <> 'object' or jsonb_typeof(p_value -> 'columns') is distinct from 'array'
          or jsonb_typeof(p_value -> 'rows') is distinct from 'array' then p_label || ' must have columns and rows.'
        when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  end case;
end;
$$;

create or replace function private.stored_value(p_kind text, p_field text, p_value jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_text constant text := private.clean_value(p_kind, p_value #>> '{}');
begin
  if p_kind = 'line' then
    return to_jsonb(coalesce(v_text, ''));
  elsif v_text is null or v_text = '' then
    return 'null';
  elsif p_kind = 'list' then
    return (
      select coalesce(jsonb_agg(private.clean_text(entry) order by place), '[]')
      from jsonb_array_elements_text(p_value) with ordinality as listed (entry, place)
      where private.clean_text(entry) <> '' or p_field in ('images', 'image_alts', 'option_values'));
  elsif p_kind = 'whole' then
    return to_jsonb(trunc(v_text::numeric)::bigint);
  elsif p_kind = 'moment' then
    return to_jsonb(regexp_replace(v_text, '(T[0-9]{2}:[0-9]{2})[0-9:.]*', '\1'));
  elsif jsonb_typeof(p_value) = 'string' then
    return to_jsonb(v_text);
  end if;
  return p_value;
end;
$$;

create or replace function private.write_product(
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

create or replace function private.insert_products(p_products public.products[])
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

create or replace function private.update_products(p_products public.products[], p_stock_changes integer[])
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

create or replace function private.duplicate_product(p_id uuid)
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

create or replace function private.list_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
  if tg_op = 'INSERT' then
    -- The search index, whose trigger comes first by its name, has name and terms already.
    execute $sql$
      insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
        created_at, updated_at, terms, is_scheduled)
      select product.id, private.plain_text(product.name), product.price, product.inventory_quantity, coalesce(product.category_id, private.no_category()),
        product.is_active, product.archived_at is not null, product.is_featured, product.images <> '{}', product.created_at,
        product.updated_at, known.terms, product.publish_at is not null
      from new_rows as product join private.product_search as known on known.product_id = product.id
      $sql$;
  else
    execute $sql$
      update private.product_list as listed
      set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
        price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
        is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
        has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at,
        is_scheduled = edited.publish_at is not null
      from new_rows as edited join old_rows as before using (id)
      where listed.product_id = edited.id
      $sql$;
  end if;
  return null;
end;
$$;

create or replace function private.product_total(p_filter jsonb)
returns bigint
language sql
stable
set search_path = ''
as $$
  select case when p_filter - array['status', 'category'] = '{}' and p_filter ->> 'status' is distinct from 'scheduled' then (
    select case p_filter ->> 'status'
      when 'active' then active when 'archived' then archived when 'inactive' then listed - active - archived else listed - archived end
    from (
      select coalesce(sum(count) filter (where subject = 'product' || coalesce(':in:' || scope, '')), 0) as listed,
        coalesce(sum(count) filter (where subject = 'product:active' || coalesce(':' || scope, '')), 0) as active,
        coalesce(sum(count) filter (where subject = 'product:archived' || coalesce(':' || scope, '')), 0) as archived
      from (select p_filter ->> 'category' as scope) as asked
      join private.counters on subject = any (case when scope is null then array['product', 'product:active', 'product:archived']
        else array['product:in:' || scope, 'product:active:' || scope, 'product:archived:' || scope] end)
    ) as counted) end;
$$;

create or replace function private.product_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.reject('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_text(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key = 'featured' and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'category' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid')
        when 'status' then v_value in ('active', 'inactive', 'scheduled', 'archived')
        when 'stock' then v_value in ('out', 'low', 'in')
        when 'featured' then v_value = 'true'
        when 'picture' then v_value = 'without' end, false) then
      perform private.reject('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'category' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

create or replace function private.product_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_low constant integer := coalesce(private.setting_number('stock.adminLowBelow', 5), 5);
  v_pattern constant text := private.search_pattern(private.plain_text(p_filter ->> 'q'));
  v_found uuid[];
  v_parts text[] := array[case p_filter ->> 'status' when 'archived' then 'listed.is_archived' else 'not listed.is_archived' end];
begin
  v_parts := v_parts || case p_filter ->> 'status' when 'active' then 'listed.is_active' when 'inactive' then 'not listed.is_active'
      when 'scheduled' then 'listed.is_scheduled' end
    || case when p_filter ->> 'category' = 'none' then format('listed.category_id = %L', private.no_category())
      when p_filter ? 'category' then format('listed.category_id = %L', p_filter ->> 'category') end
    || case p_filter ->> 'stock' when 'out' then 'listed.stock = 0' when 'in' then 'listed.stock > 0'
      when 'low' then format('listed.stock > 0 and listed.stock < %s', v_low) end
    || case when p_filter ? 'featured' then 'listed.is_featured' end
    || case when p_filter ? 'picture' then 'not listed.has_picture' end;
  if v_pattern ~ '[[:alnum:]]{3}' then
    v_found := array(select product_id from private.product_search where terms like v_pattern limit v_most + 1);
  elsif v_pattern is not null then
    v_found := private.products_with_letters(v_pattern, v_most + 1);
  end if;
  if cardinality(v_found) <= v_most then
    v_parts := v_parts || format('listed.product_id = any (%L::uuid[])', v_found);
  elsif v_pattern is not null then
    v_parts := v_parts || format('listed.terms like %L', v_pattern);
  end if;
  return array_to_string(array_remove(v_parts, null), ' and ');
end;
$$;

create or replace function private.product_row(p_product public.products)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_product.id, 'slug', p_product.slug, 'name', p_product.name, 'price', p_product.price,
    'compare_at_price', p_product.compare_at_price, 'highest_price', p_product.highest_price, 'images', p_product.images,
    'image_alts', p_product.image_alts, 'inventory_quantity', p_product.inventory_quantity,
    'low_stock_threshold', p_product.low_stock_threshold, 'track_inventory', p_product.track_inventory,
    'is_active', p_product.is_active, 'is_featured', p_product.is_featured, 'archived_at', p_product.archived_at,
    'sku', p_product.sku, 'version', p_product.version, 'publish_at', p_product.publish_at,
    'variant_count', (select count(*) from public.product_variants where product_id = p_product.id),
    'category', (select jsonb_build_object('id', id, 'name', name) from public.categories where id = p_product.category_id),
    'updated_at', p_product.updated_at, 'created_at', p_product.created_at);
$$;

create or replace function private.save_category(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.categories;
  v_new public.categories;
  v_fields jsonb := coalesce(p_fields, '{}');
  v_constraint text;
begin
  perform private.require_right('catalogue');
  perform private.require_fields('category', v_fields, p_id is null);
  v_fields := private.stored_fields('category', v_fields);
  if p_id is null then
    v_old := jsonb_populate_record(null::public.categories,
      jsonb_build_object('id', gen_random_uuid(), 'image_alt', '', 'is_active', true));
  else
    v_old := private.lock_category(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  v_new.slug := private.slug_to_save('categories', v_fields ->> 'slug', v_new.name, 'category', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  begin
    if p_id is null then
      insert into public.categories (id, name, slug, description, image_url, image_alt, is_active, seo_title, seo_description)
      values (v_new.id, v_new.name, v_new.slug, v_new.description, v_new.image_url, v_new.image_alt, v_new.is_active,
        v_new.seo_title, v_new.seo_description);
    elsif v_new is distinct from v_old then
      update public.categories set name = v_new.name, slug = v_new.slug, description = v_new.description, image_url = v_new.image_url,
        image_alt = v_new.image_alt, is_active = v_new.is_active, seo_title = v_new.seo_title,
        seo_description = v_new.seo_description
      where id = p_id;
    end if;
  exception when check_violation or unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.reject_constraint(sqlstate, v_constraint);
  end;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.categories where id = v_new.id);
end;
$$;

create or replace function private.write_bulk(p_rows jsonb, p_note text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_plan jsonb;
begin
  perform from public.products where id in (select (entry ->> 'id')::uuid from jsonb_array_elements(p_rows) as entry)
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', wanted.id, 'name', product.name, 'version', product.version, 'after', wanted.after,
    'before', case
      when wanted.after ? 'is_active' then jsonb_build_object('is_active', product.is_active)
        || case when product.publish_at is null then '{}' else jsonb_build_object('publish_at', product.publish_at) end
      when wanted.after ? 'is_featured' then jsonb_build_object('is_featured', product.is_featured)
      when wanted.after ? 'category_id' then jsonb_build_object('category_id', product.category_id)
      when wanted.after ? 'stock_change' then jsonb_build_object('stock_change', -(wanted.after ->> 'stock_change')::integer)
      else jsonb_build_object('price', product.price, 'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'price', price) order by id), '[]')
        from public.product_variants where product_id = product.id)) end,
    'problem', case
      when product.id is null then 'It no longer exists.'
      when product.version <> wanted.version then 'stale'
      when wanted.after -> 'is_active' = 'true' and product.archived_at is not null then 'It is archived. Restore it first.'
      when wanted.after ? 'stock_change' and product.options <> '[]' then 'Its stock is counted for each variant.'
      when product.inventory_quantity + (wanted.after ->> 'stock_change')::integer not between 0 and 1000000
      then format('Only %s in stock.', product.inventory_quantity)
      when (wanted.after ->> 'price')::numeric not between 0 and 100000 or exists (
        select from jsonb_array_elements(wanted.after -> 'variants') as unit where (unit ->> 'price')::numeric not between 0 and 100000)
      then 'Its price would be below £0 or above £100,000.' end) order by wanted.place)
  into v_plan
  from (
    select (entry ->> 'id')::uuid as id, (entry ->> 'version')::integer as version, entry -> 'after' as after, place
    from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  ) as wanted
  left join public.products as product on product.id = wanted.id;

  perform private.set_movement('adjusted', null, p_note);
  update public.products as product
  set is_active = coalesce((planned.after ->> 'is_active')::boolean, product.is_active),
    publish_at = coalesce((planned.after ->> 'publish_at')::timestamptz, product.publish_at),
    is_featured = coalesce((planned.after ->> 'is_featured')::boolean, product.is_featured),
    category_id = case when planned.after ? 'category_id' then (planned.after ->> 'category_id')::uuid else product.category_id end,
    price = case when product.options = '[]' then coalesce((planned.after ->> 'price')::numeric, product.price) else product.price end,
    inventory_quantity = product.inventory_quantity + coalesce((planned.after ->> 'stock_change')::integer, 0)
  from jsonb_to_recordset(v_plan) as planned (id uuid, after jsonb, problem text)
  where product.id = planned.id and planned.problem is null and not (planned.after ? 'price' and product.options <> '[]');
  update public.product_variants as variant set price = unit.price
  from jsonb_to_recordset(v_plan) as planned (id uuid, after jsonb, problem text)
  cross join lateral jsonb_to_recordset(planned.after -> 'variants') as unit (id uuid, price numeric)
  where planned.problem is null and variant.product_id = planned.id and variant.id = unit.id and variant.price <> unit.price;
  perform private.set_movement(null);

  return (
    select jsonb_build_object(
      'done', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'version', product.version, 'before', planned.before)
        order by planned.place) filter (where planned.problem is null), '[]'),
      'conflicts', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'name', planned.name, 'version', planned.version)
        order by planned.place) filter (where planned.problem = 'stale'), '[]'),
      'rejected', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'name', planned.name, 'reason', planned.problem)
        order by planned.place) filter (where planned.problem <> 'stale'), '[]'))
    from (
      select entry ->> 'id' as id, entry ->> 'name' as name, (entry ->> 'version')::integer as version, entry -> 'before' as before,
        entry ->> 'problem' as problem, place
      from jsonb_array_elements(v_plan) with ordinality as listed (entry, place)
    ) as planned
    left join public.products as product on product.id = planned.id::uuid);
end;
$$;

create or replace function private.is_bulk_target(p_before jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_before) = 'object' and case
    when p_before ? 'stock_change' then p_before - 'stock_change' = '{}'
      and private.value_problem('', 'whole', true, -1000000, 1000000, null, p_before -> 'stock_change') is null
    when p_before ? 'price' then p_before - array['price', 'variants'] = '{}' and jsonb_typeof(p_before -> 'variants') = 'array'
      and private.value_problem('', 'money', true, 0, 100000, null, p_before -> 'price') is null
      and not exists (
        select from jsonb_array_elements(p_before -> 'variants') as unit
        where jsonb_typeof(unit) <> 'object' or private.value_problem('', 'id', true, 0, 0, null, unit -> 'id') is not null
          or private.value_problem('', 'money', true, 0, 100000, null, unit -> 'price') is not null)
    else p_before <> '{}' and p_before - array['is_active', 'is_featured', 'category_id', 'publish_at'] = '{}'
      and private.field_problems('product', p_before, false) = '[]' end, false);
$$;

create or replace function private.file_columns()
returns table (name text, level text, field text)
language sql
immutable
set search_path = ''
as $$
  values ('slug', 'product', 'slug'), ('name', 'product', 'name'), ('category', 'product', 'category_id'), ('brand', 'product', 'brand'),
    ('collection', 'product', 'collection'), ('short_description', 'product', 'short_description'),
    ('description', 'product', 'description'), ('images', 'product', 'images'), ('image_alts', 'product', 'image_alts'),
    ('features', 'product', 'features'), ('materials', 'product', 'materials'), ('care', 'product', 'care'),
    ('dimensions', 'product', 'dimensions'), ('weight_grams', 'product', 'weight_grams'), ('box_contents', 'product', 'box_contents'),
    ('good_for', 'product', 'good_for'), ('is_active', 'product', 'is_active'), ('is_featured', 'product', 'is_featured'),
    ('seo_title', 'product', 'seo_title'), ('seo_description', 'product', 'seo_description'), ('publish_at', 'product', 'publish_at'),
    ('unpublish_at', 'product', 'unpublish_at'),
    ('sku', 'unit', 'sku'), ('barcode', 'unit', 'barcode'), ('price', 'unit', 'price'), ('compare_at_price', 'unit', 'compare_at_price'),
    ('low_stock_threshold', 'unit', 'low_stock_threshold'), ('track_inventory', 'unit', 'track_inventory'),
    ('variant_image', 'variant', 'image'), ('variant_active', 'variant', 'is_active'), ('stock', 'stock', ''), ('options', 'options', ''),
    ('line', 'line', '');
$$;

create or replace function private.product_file_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('slug', product.slug, 'name', product.name,
      'category', (select slug from public.categories where id = product.category_id), 'brand', product.brand,
      'collection', product.collection, 'short_description', product.short_description, 'description', product.description,
      'images', product.images, 'image_alts', product.image_alts, 'features', product.features, 'materials', product.materials,
      'care', product.care, 'dimensions', product.dimensions, 'weight_grams', product.weight_grams,
      'box_contents', product.box_contents, 'good_for', product.good_for, 'is_active', product.is_active,
      'is_featured', product.is_featured, 'seo_title', product.seo_title, 'seo_description', product.seo_description,
      'publish_at', product.publish_at, 'unpublish_at', product.unpublish_at)
    || case when variant.id is null then jsonb_build_object('sku', product.sku, 'barcode', product.barcode, 'price', product.price,
      'compare_at_price', product.compare_at_price, 'stock', product.inventory_quantity,
      'low_stock_threshold', product.low_stock_threshold, 'track_inventory', product.track_inventory, 'options', null)
    else jsonb_build_object('sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price,
      'compare_at_price', variant.compare_at_price, 'stock', variant.inventory_quantity,
      'low_stock_threshold', variant.low_stock_threshold, 'track_inventory', variant.track_inventory,
      'variant_image', variant.image, 'variant_active', variant.is_active,
      'options', private.chosen_options(product.options, variant.option_values)) end
    order by wanted.place, case when variant.id is not null then private.variant_place(product.options, variant.option_values) end,
      variant.id), '[]')
  from unnest(p_ids) with ordinality as wanted (product_id, place)
  join public.products as product on product.id = wanted.product_id
  left join public.product_variants as variant on variant.product_id = product.id and product.options <> '[]';
$$;

create or replace function private.imported_product_problems(
  p_product public.products, p_old public.products, p_slug text, p_slugs text[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_heir public.products;
begin
  if p_product.name is null then
    return private.file_problem('name', 'Name is required.');
  elsif p_product.price is null then
    return private.file_problem('price', 'Price is required.');
  elsif p_product.archived_at is not null and p_product.is_active then
    return private.file_problem('is_active', 'An archived product cannot be active. Restore it first.');
  elsif p_slug is not null and p_slug is distinct from p_old.slug
    and (array_position(p_slugs, p_slug) is not null or private.slug_is_taken('products', p_slug, p_old.id)) then
    return private.file_problem('slug', format('The address "%s" is already in use. Choose another.', p_slug));
  elsif p_slug is not null and p_old.id is null then
    select product.* into v_heir from private.slug_redirects as redirect join public.products as product on product.id = redirect.target_id
    where redirect.kind = 'product' and redirect.old_slug = p_slug;
    if v_heir.id is not null then
      return private.file_problem('slug', format('"%s" was the address of %s, which has "%s" now. Give this one to change it.',
        p_slug, v_heir.name, v_heir.slug));
    end if;
  end if;
  return private.schedule_problems(p_product, p_old);
end;
$$;

create or replace function public.sweep()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_ended integer;
  v_published constant jsonb := private.publish_products();
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
  ), notified as (
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
  select private.sweep() || v_published || jsonb_build_object(
    'stock_requests', (select count(*) from forgotten),
    'stock_emails', (select count(*) from notified),
    'was_prices', v_ended,
    'price_history', (select count(*) from past))
  into v_counts;
  return v_counts;
end;
$$;

select private.hide_rows_in_api_errors();
