-- Saving products: versions, slugs and their redirects, the list of the back office, stock as a difference, archive, bulk changes
-- and files of products.

set check_function_bodies = off;

-- The version of a row moves with every edit, so that nobody overwrites what they have not seen. The trigger's arguments name the
-- columns that the database derives, a sale among them; every other column counts. Nobody writes a version: only an edit of a part
-- of the row, which a trigger reports, moves it as well.
create or replace function private.move_version()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_derived constant text[] := array['version', 'updated_at'] || tg_argv;
begin
  if to_jsonb(new) - v_derived is distinct from to_jsonb(old) - v_derived then
    new.version := old.version + 1;
  elsif pg_trigger_depth() = 1 then
    new.version := old.version;
  end if;
  return new;
end;
$$;

alter table public.categories add column version integer not null default 1;
alter table public.products add column version integer not null default 1;
alter table public.shipping_zones add column version integer not null default 1;
alter table public.shipping_methods add column version integer not null default 1;
alter table public.shipping_rules add column version integer not null default 1;
alter table public.promotions add column version integer not null default 1;
alter table public.shop_settings add column version integer not null default 1;
alter table public.products
  add column barcode text unique check (barcode ~ '^[0-9]{8,14}$'),
  add column archived_at timestamptz,
  add constraint products_archived check (archived_at is null or not is_active);

grant insert (barcode), update (barcode) on public.products to authenticated;

comment on column public.products.version is 'Moved by what staff edit, never by a sale: see save_product.';
comment on column public.products.archived_at is 'Since when the product is put away: inactive, and left out of the lists of the back office. Orders keep it.';

create trigger move_version before update on public.categories for each row execute function private.move_version();
create trigger move_version before update on public.products for each row execute function private.move_version(
  'inventory_quantity', 'was_price', 'was_price_until', 'highest_price');
create trigger move_version before update on public.shipping_zones for each row execute function private.move_version();
create trigger move_version before update on public.shipping_methods for each row execute function private.move_version();
create trigger move_version before update on public.shipping_rules for each row execute function private.move_version();
create trigger move_version before update on public.promotions for each row execute function private.move_version();
create trigger move_version before update on public.shop_settings for each row execute function private.move_version();

create index product_variants_by_barcode on public.product_variants (barcode) where barcode is not null;

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
    select array_agg(distinct new_rows.product_id) into v_edited
    from new_rows join old_rows using (id)
    where to_jsonb(new_rows) - v_derived is distinct from to_jsonb(old_rows) - v_derived;
  end if;
  if v_edited is not null then
    update public.products set version = version + 1 where id = any (v_edited);
  end if;
  return null;
end;
$$;

create trigger move_version_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.move_version_of_product();
create trigger move_version_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.move_version_of_product();
create trigger move_version_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.move_version_of_product();

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
      insert into public.inventory_movements (product_id, variant_id, kind, quantity, note, actor)
      select product_id, variant_id, 'received', stock, coalesce($2 ->> 'note', ''), $1 from (select %s from new_rows) as after
      where stock > 0
      $sql$, v_unit) using (select auth.uid()), v_reason;
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
      ('product', true), ('product:active', change.is_active), ('product:archived', change.archived_at is not null),
      ('product:in:' || coalesce(change.category_id::text, 'none'), true),
      ('product:active:' || coalesce(change.category_id::text, 'none'), change.is_active),
      ('product:archived:' || coalesce(change.category_id::text, 'none'), change.archived_at is not null),
      ('product:low', change.track_inventory and change.inventory_quantity <= change.low_stock_threshold and change.options = '[]')
    ) as counted (subject, holds)
    where counted.holds
    group by 1 having sum(change.sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create or replace function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
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
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows) as became
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

alter table private.product_search add column terms text not null default '';

-- As staff search: without accents, in lower case.
create or replace function private.plain_text(p_text text)
returns text
language sql
stable
set search_path = ''
as $$ select lower(extensions.unaccent(p_text)); $$;

create or replace function private.office_terms(p_product public.products)
returns text
language sql
stable
set search_path = ''
as $$
  select private.plain_text(concat_ws(chr(10), p_product.name, p_product.sku, p_product.barcode, (
    select string_agg(concat_ws(chr(10), sku, barcode), chr(10) order by id) from public.product_variants
    where product_id = p_product.id and p_product.options <> '[]')));
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
        where (new_rows.sku, new_rows.barcode, new_rows.option_values, new_rows.is_active)
          is distinct from (old_rows.sku, old_rows.barcode, old_rows.option_values, old_rows.is_active)$sql$ end;
  elsif tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.barcode, new_rows.options, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.barcode, old_rows.options, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at, terms)
    select product.id, private.search_document(product), product.is_active, private.plain_text(product.name), product.created_at,
      private.office_terms(product)
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name,
      terms = excluded.terms
    $sql$, v_changed);
  execute format($sql$
    update private.product_list as listed set terms = known.terms
    from (%s) as changed join private.product_search as known on known.product_id = changed.id
    where listed.product_id = changed.id and listed.terms <> known.terms
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

-- Slugs: how they follow from names, and where the address of a renamed product or category leads.

-- The slug of a name: lower case, spaces to hyphens, nothing but letters, digits and hyphens; runs of hyphens are one, and none is
-- at an edge. Accents are taken off letters first. p_fallback where nothing is left. Cut so that a number fits behind it.
create function private.slug_of_name(p_name text, p_fallback text)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(btrim(left(btrim(
    regexp_replace(regexp_replace(regexp_replace(
      lower(extensions.unaccent(p_name)), '\s+', '-', 'g'), '[^a-z0-9-]', '', 'g'), '-+', '-', 'g'), '-'), 120), '-'), ''), p_fallback);
$$;

-- p_table: products or categories; p_own: the row that asks.
create function private.slug_is_taken(p_table text, p_slug text, p_own uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_table = 'products' then
    return exists (select from public.products where slug = p_slug and id is distinct from p_own);
  end if;
  return exists (select from public.categories where slug = p_slug and id is distinct from p_own);
end;
$$;

-- The slug, or the slug with -2, -3 … where it is taken. Doubles the number until one is free and halves the way back: few look-ups
-- however many share a name. The lock keeps two savers from getting the same.
create function private.free_slug(p_table text, p_slug text, p_own uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_taken integer := 1;
  v_free integer := 2;
  v_middle integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || p_table, 0));
  if not private.slug_is_taken(p_table, p_slug, p_own) then
    return p_slug;
  end if;
  while private.slug_is_taken(p_table, p_slug || '-' || v_free, p_own) loop
    v_taken := v_free;
    v_free := v_free * 2;
  end loop;
  while v_free - v_taken > 1 loop
    v_middle := (v_taken + v_free) / 2;
    if private.slug_is_taken(p_table, p_slug || '-' || v_middle, p_own) then
      v_taken := v_middle;
    else
      v_free := v_middle;
    end if;
  end loop;
  return p_slug || '-' || v_free;
end;
$$;

-- The slug of a row that is saved. One that is given is taken as it stands. Otherwise it follows the name, unless someone has
-- chosen it by hand: then it no longer is that of the old name. p_old_name, p_old_slug: null for a new row.
create function private.slug_to_save(
  p_table text, p_given text, p_name text, p_fallback text, p_own uuid, p_old_name text, p_old_slug text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_derived text;
begin
  if p_given is not null then
    if p_given is distinct from p_old_slug and private.slug_is_taken(p_table, p_given, p_own) then
      perform private.refuse('PT409', format('The address "%s" is already in use. Choose another.', p_given), 'slug');
    end if;
    return p_given;
  elsif p_old_slug is not null and p_name = p_old_name then
    return p_old_slug;
  end if;
  v_derived := private.slug_of_name(p_name, p_fallback);
  if p_old_slug is not null and (p_old_slug !~ ('^' || private.slug_of_name(p_old_name, p_fallback) || '(-[0-9]+)?$')
      or p_old_slug ~ ('^' || v_derived || '(-[0-9]+)?$')) then
    return p_old_slug;
  end if;
  return private.free_slug(p_table, v_derived, p_own);
end;
$$;

-- Former slugs, by whom they belonged to last. No foreign key, since there are two kinds of target.
create table private.slug_redirects (
  kind text not null check (kind in ('product', 'category')),
  old_slug text not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, old_slug)
);

create index slug_redirects_by_target on private.slug_redirects (target_id);

revoke all on table private.slug_redirects from public;

-- A slug that is in use again leads nowhere else.
create function private.record_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
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

create trigger record_slug after insert or delete on public.products for each row execute function private.record_slug('product');
create trigger record_new_slug after update of slug on public.products
  for each row when (old.slug <> new.slug) execute function private.record_slug('product');
create trigger record_slug after insert or delete on public.categories
  for each row execute function private.record_slug('category');
create trigger record_new_slug after update of slug on public.categories
  for each row when (old.slug <> new.slug) execute function private.record_slug('category');

-- The slug that a former slug of an active product or category has today, or null. p_kind: product or category.
create function private.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case p_kind
    when 'product' then (select slug from public.products where id = redirect.target_id and is_active)
    else (select slug from public.categories where id = redirect.target_id and is_active) end
  from private.slug_redirects as redirect
  where redirect.kind = p_kind and redirect.old_slug = p_slug;
$$;

grant execute on function private.redirect_of(text, text) to anon, authenticated, service_role;

create function public.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
set search_path = ''
as $$ select private.redirect_of(p_kind, p_slug); $$;

grant execute on function public.redirect_of(text, text) to anon, authenticated, service_role;

-- The product list of the back office: a narrow copy of what it filters and sorts by.

-- A row for each product. Its own table, so that a sale, which moves stock, leaves the indexes of products alone, and so that a
-- filter without an index of its own reads little. Written by triggers.
create table private.product_list (
  product_id uuid primary key references public.products (id) on delete cascade,
  -- In lower case and without accents, so that a sorted list is alphabetical.
  name text collate "C" not null,
  price numeric(10, 2) not null,
  stock integer not null,
  -- A list of no category is asked for like any other.
  category_id uuid not null,
  is_active boolean not null,
  is_archived boolean not null,
  is_featured boolean not null,
  has_picture boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms text not null
) with (fillfactor = 80);

create index product_list_newest on private.product_list (created_at desc, product_id) where not is_archived;
create index product_list_updated on private.product_list (updated_at desc, product_id) where not is_archived;
create index product_list_by_name on private.product_list (name, product_id) where not is_archived;
create index product_list_by_price on private.product_list (price, product_id) where not is_archived;
create index product_list_by_stock on private.product_list (stock, product_id) where not is_archived;
create index product_list_of_category_newest on private.product_list (category_id, created_at desc, product_id) where not is_archived;
create index product_list_of_category_updated on private.product_list (category_id, updated_at desc, product_id) where not is_archived;
create index product_list_of_category_by_name on private.product_list (category_id, name, product_id) where not is_archived;
create index product_list_of_category_by_price on private.product_list (category_id, price, product_id) where not is_archived;
create index product_list_of_category_by_stock on private.product_list (category_id, stock, product_id) where not is_archived;
create index product_list_inactive on private.product_list (created_at desc, product_id) where not is_archived and not is_active;
create index product_list_archived on private.product_list (created_at desc, product_id) where is_archived;
create index product_list_featured on private.product_list (created_at desc, product_id) where not is_archived and is_featured;
create index product_list_without_picture on private.product_list (created_at desc, product_id) where not is_archived and not has_picture;

revoke all on table private.product_list from public;

create function private.no_category()
returns uuid
language sql
immutable
set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid; $$;

create function private.list_products()
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
    update private.product_list as listed
    set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
      price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
      is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
      has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at
    from new_rows as edited join old_rows as before using (id)
    where listed.product_id = edited.id;
  end if;
  return null;
end;
$$;

create trigger list_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.list_products();
create trigger list_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.list_products();

-- How many products a filter by status and category has, from the counters; null for any other filter.
create function private.product_total(p_filter jsonb)
returns bigint
language sql
stable
set search_path = ''
as $$
  select case when p_filter - array['status', 'category'] = '{}' then (
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

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create function private.product_filter(p_filter jsonb)
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
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, btrim(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key = 'featured' and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'category' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid')
        when 'status' then v_value in ('active', 'inactive', 'archived')
        when 'stock' then v_value in ('out', 'low', 'in')
        when 'featured' then v_value = 'true'
        when 'picture' then v_value = 'without' end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'category' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The condition of a filter on private.product_list as listed. A rare text is looked up in the trigram index, a frequent or a short
-- one is compared row by row. Security definer functions alone may call it: behind row level security no index would be used.
create function private.product_condition(p_filter jsonb)
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
  v_parts := v_parts || case p_filter ->> 'status' when 'active' then 'listed.is_active' when 'inactive' then 'not listed.is_active' end
    || case when p_filter ->> 'category' = 'none' then format('listed.category_id = %L', private.no_category())
      when p_filter ? 'category' then format('listed.category_id = %L', p_filter ->> 'category') end
    || case p_filter ->> 'stock' when 'out' then 'listed.stock = 0' when 'in' then 'listed.stock > 0'
      when 'low' then format('listed.stock > 0 and listed.stock < %s', v_low) end
    || case when p_filter ? 'featured' then 'listed.is_featured' end
    || case when p_filter ? 'picture' then 'not listed.has_picture' end;
  if v_pattern ~ '[[:alnum:]]{3}' then
    v_found := array(select product_id from private.product_search where terms like v_pattern limit v_most + 1);
  end if;
  if cardinality(v_found) <= v_most then
    v_parts := v_parts || format('listed.product_id = any (%L::uuid[])', v_found);
  elsif v_pattern is not null then
    v_parts := v_parts || format('listed.terms like %L', v_pattern);
  end if;
  return array_to_string(array_remove(v_parts, null), ' and ');
end;
$$;

-- One page of the list. p_sort: newest, updated, name, price, stock, or -name, -price, -stock. A total that no counter knows is
-- counted up to 1,000 and marked as not exact; pages then end there. Deep pages read an index alone, from whichever end is nearer,
-- and only then the products: a page in the middle of n products reads n / 2 entries of the index.
create function private.office_products(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_sort constant text := coalesce(nullif(p_sort, ''), 'newest');
  v_filter constant jsonb := private.product_filter(p_filter);
  v_column text := case ltrim(v_sort, '-') when 'newest' then 'created_at' when 'updated' then 'updated_at' when 'name' then 'name'
    when 'price' then 'price' when 'stock' then 'stock' end;
  v_is_falling boolean := v_sort in ('newest', 'updated') or starts_with(v_sort, '-');
  v_is_dated boolean := v_sort in ('newest', 'updated');
  v_condition text;
  v_total bigint;
  v_is_exact boolean := true;
  v_pages integer;
  v_page integer;
  v_offset bigint;
  v_is_backwards boolean;
  v_ids uuid[];
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_column is null or v_sort in ('-newest', '-updated') then
    perform private.refuse('PT422', format('There is no order "%s".', left(v_sort, 60)), 'sort');
  end if;
  v_condition := private.product_condition(v_filter);
  v_total := private.product_total(v_filter);
  if v_total is null then
    execute format('select count(*) from (select from private.product_list as listed where %s limit %s) as counted', v_condition, v_most + 1)
    into v_total;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  v_is_backwards := v_is_exact and v_offset > v_total / 2;
  -- The ties of a dated list are broken upwards, as its indexes are made.
  execute format('select array(select listed.product_id from private.product_list as listed where %s
      order by listed.%I %s, listed.product_id %s limit %s offset %s)',
    v_condition, v_column, case when v_is_falling <> v_is_backwards then 'desc' else 'asc' end,
    case when (v_is_falling and not v_is_dated) <> v_is_backwards then 'desc' else 'asc' end,
    case when v_is_backwards then least(v_size, v_total - v_offset) else v_size end,
    case when v_is_backwards then greatest(v_total - v_offset - v_size, 0) else v_offset end)
  into v_ids;
  return jsonb_build_object('total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.product_row(product) order by case when v_is_backwards then -place else place end), '[]')
    from unnest(v_ids) with ordinality as wanted (product_id, place)
    join public.products as product on product.id = wanted.product_id));
end;
$$;

grant execute on function private.office_products(jsonb, text, int4, int4) to authenticated, service_role;

create function public.office_products(
  p_filter jsonb default '{}', p_sort text default 'newest', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_products(p_filter, p_sort, p_page, p_size); $$;

grant execute on function public.office_products(jsonb, text, int4, int4) to authenticated, service_role;

-- A product as the list shows it.
create function private.product_row(p_product public.products)
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
    'sku', p_product.sku, 'version', p_product.version,
    'variant_count', (select count(*) from public.product_variants where product_id = p_product.id),
    'category', (select jsonb_build_object('id', id, 'name', name) from public.categories where id = p_product.category_id),
    'updated_at', p_product.updated_at, 'created_at', p_product.created_at);
$$;

-- All of a product that its form shows.
create function private.product_json(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(product) || jsonb_build_object(
    'category', (select jsonb_build_object('id', id, 'name', name) from public.categories where id = product.category_id),
    'old_slugs', (select coalesce(jsonb_agg(old_slug order by created_at, old_slug), '[]') from private.slug_redirects
      where kind = 'product' and target_id = product.id),
    'variants', (select coalesce(jsonb_agg(to_jsonb(variant) || jsonb_build_object('has_orders', private.variant_is_sold(variant.id))
        order by private.variant_place(product.options, variant.option_values), variant.id), '[]')
      from public.product_variants as variant where variant.product_id = product.id))
  from public.products as product where product.id = p_id;
$$;

-- Where a variant stands among those of its product: in the order of the options' values.
create function private.variant_place(p_options jsonb, p_values text[])
returns bigint[]
language sql
immutable
set search_path = ''
as $$
  select array_agg((
    select listed.place from jsonb_array_elements_text(p_options -> (chosen.place::integer - 1) -> 'values') with ordinality as listed (value, place)
    where listed.value = chosen.value) order by chosen.place)
  from unnest(p_values) with ordinality as chosen (value, place);
$$;

-- Whether an order ever took a variant.
create function private.variant_is_sold(p_variant_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select exists (select from public.inventory_movements where variant_id = p_variant_id and order_id is not null); $$;

create function private.product_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_record jsonb := private.product_json(p_id);
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_record is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  return v_record;
end;
$$;

grant execute on function private.product_record(uuid) to authenticated, service_role;

create function public.product_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.product_record(p_id); $$;

grant execute on function public.product_record(uuid) to authenticated, service_role;

-- What staff may enter for products, variants and categories, checked in words that a person understands.

-- The fields of each form. lowest, highest: of amounts and whole numbers; of text its length, of lists their entries. bytes: of all
-- entries of a list. Checks of the tables say the same, and would answer with the name of a constraint.
create function private.field_rules(p_subject text)
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
    ('product', 12, 'sku', 'SKU', 'text', false, 1, 64, null),
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
    ('variant', 1, 'id', 'Variant', 'id', false, 0, 0, null),
    ('variant', 2, 'option_values', 'Options', 'list', true, 1, 3, 600),
    ('variant', 3, 'sku', 'SKU', 'text', false, 1, 64, null),
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
    ('category', 6, 'is_active', 'Active', 'switch', true, 0, 0, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_subject
  order by rule.place;
$$;

-- What is wrong with a value; null when nothing is.
create function private.value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_type constant text := jsonb_typeof(p_value);
  v_text constant text := btrim(p_value #>> '{}');
  v_size integer;
begin
  if coalesce(v_type, 'null') = 'null' or v_text = '' then
    return case when p_is_required then p_label || ' is required.' end;
  elsif p_kind in ('text', 'line', 'slug', 'barcode', 'category', 'id') and v_type <> 'string' then
    return p_label || ' must be text.';
  end if;
  case p_kind
    when 'text', 'line' then
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

-- What is wrong with given fields: [{field, message}], in the order of the form. A new record needs every required field that has no
-- default.
create function private.field_problems(p_subject text, p_fields jsonb, p_is_new boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', problem.field, 'message', problem.message) order by problem.place), '[]')
  from (
    select 0 as place, key as field, format('There is no field "%s".', left(key, 60)) as message
    from jsonb_object_keys(p_fields) as key where key not in (select field from private.field_rules(p_subject))
    union all
    select rule.place, rule.field, private.value_problem(rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes,
      p_fields -> rule.field)
    from private.field_rules(p_subject) with ordinality as rule (field, label, kind, is_required, lowest, highest, bytes, place)
    where p_fields ? rule.field or (p_is_new and rule.field in ('name', 'price', 'option_values') and rule.is_required)
  ) as problem
  where problem.message is not null;
$$;

-- Raises 422 for the first problem, with all of them in the detail. p_prefix stands before the field, as in "variants.2.".
create function private.require_fields(p_subject text, p_fields jsonb, p_is_new boolean, p_prefix text default '')
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problems jsonb;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.refuse('PT422', 'fields must be an object', p_prefix || 'fields');
  end if;
  v_problems := private.field_problems(p_subject, p_fields, p_is_new);
  if v_problems <> '[]' then
    perform private.refuse('PT422', v_problems -> 0 ->> 'message', p_prefix || (v_problems -> 0 ->> 'field'), v_problems::text);
  end if;
end;
$$;

-- A checked value as it is stored: text without spaces around it, empty text as null. Pictures, their descriptions and the values of a
-- variant keep their places, other lists lose empty entries.
create function private.stored_value(p_kind text, p_field text, p_value jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_text constant text := btrim(p_value #>> '{}');
begin
  if p_kind = 'line' then
    return to_jsonb(coalesce(v_text, ''));
  elsif v_text is null or v_text = '' then
    return 'null';
  elsif p_kind = 'list' then
    return (
      select coalesce(jsonb_agg(btrim(entry) order by place), '[]')
      from jsonb_array_elements_text(p_value) with ordinality as listed (entry, place)
      where btrim(entry) <> '' or p_field in ('images', 'image_alts', 'option_values'));
  elsif p_kind = 'whole' then
    return to_jsonb(trunc(v_text::numeric)::bigint);
  elsif jsonb_typeof(p_value) = 'string' then
    return to_jsonb(v_text);
  end if;
  return p_value;
end;
$$;

create function private.stored_fields(p_subject text, p_fields jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(rule.field, private.stored_value(rule.kind, rule.field, p_fields -> rule.field)), '{}')
  from private.field_rules(p_subject) as rule
  where p_fields ? rule.field;
$$;

-- A constraint that two savers or a rule not known above has broken, in words.
create function private.refuse_constraint(p_state text, p_constraint text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_field constant text := (regexp_match(p_constraint, '^(?:products|product_variants|categories)_(.+)_(?:check|key)$'))[1];
begin
  if p_constraint = 'product_variants_combination' then
    perform private.refuse('PT409', 'Two variants have the same options. Change or remove one of them.', 'variants');
  elsif p_constraint = 'products_archived' then
    perform private.refuse('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  elsif p_state = '23505' then
    perform private.refuse('PT409', case v_field
      when 'slug' then 'This address is already in use. Choose another.'
      when 'sku' then 'This SKU is already in use. Choose another.'
      when 'barcode' then 'This barcode already belongs to another product.'
      else 'This already exists.' end, coalesce(v_field, 'fields'));
  end if;
  perform private.refuse('PT422', format('%s is not valid. Check it and try again.',
    upper(left(replace(coalesce(v_field, 'a field'), '_', ' '), 1)) || substr(replace(coalesce(v_field, 'a field'), '_', ' '), 2)),
    coalesce(v_field, 'fields'));
end;
$$;

-- The product that has a SKU or barcode already, by name: a scan and an import look at products and variants alike. Variants of one
-- product are told apart by the unique constraint, so that they may swap.
create function private.owner_of_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean)
returns text
language plpgsql
stable
set search_path = ''
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

-- Raises 409 when it is another's.
create function private.require_own_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean, p_hint text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_owner text := private.owner_of_code(p_field, p_code, p_product_id, p_is_variant);
begin
  if v_owner is not null then
    perform private.refuse('PT409', format('The %s "%s" already belongs to %s. Choose another.',
      case p_field when 'sku' then 'SKU' else 'barcode' end, p_code, v_owner), p_hint);
  end if;
end;
$$;

-- Saving a product: fields, slug, stock and variants in one transaction, or nothing. Stock is a difference, never a number that was
-- read a while ago, and a record that has changed since it was read is not overwritten.

-- Adds a product (p_id null) or changes one. p_version: as it was read. p_fields: any of the fields in private.field_rules. p_variants:
-- null leaves them, otherwise the whole list; one that is missing is deleted, or switched off when it was ever ordered.
-- Answers {id, slug, version}.
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
    perform private.refuse_constraint(sqlstate, v_constraint);
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
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif v_product.version <> p_version then
    perform private.refuse('PT409', 'Someone has changed this product since you opened it.', 'stale_version',
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
    perform private.refuse('PT422', 'The note is too long: 500 characters fit.', 'note');
  elsif p_stock_change not between -1000000 and 1000000 then
    perform private.refuse('PT422', 'Stock must be between 0 and 1,000,000.', 'stock_change');
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
    perform private.refuse('PT422', 'Stock is counted for each variant.', 'stock_change');
  elsif v_new.options = '[]' and v_old.inventory_quantity + p_stock_change not between 0 and 1000000 then
    perform private.refuse('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -p_stock_change),
      'stock_change', v_old.inventory_quantity::text);
  end if;
  if v_new.archived_at is not null and v_new.is_active then
    perform private.refuse('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  end if;
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
    perform private.refuse('PT422', 'Add an option, such as Size, before its variants.', 'options');
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
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide)
  select id, slug, name, description, short_description, price, compare_at_price, images, image_alts, features,
    materials, care, brand, collection, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured,
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide
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
    weight_grams = edited.weight_grams, box_contents = edited.box_contents, good_for = edited.good_for, size_guide = edited.size_guide
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
    perform private.refuse('PT422', 'A product has 500 variants at most.', 'variants');
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
    perform private.refuse('PT409',
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
        perform private.refuse('PT409', 'This variant no longer exists. Load the product again.', v_hint || 'id');
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
      perform private.refuse('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -v_change),
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

-- Puts products away, or takes them out again, 500 at most. Archived products are inactive, and stay so when restored. Answers how many.
create function private.archive_products(p_ids uuid[], p_archived boolean)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('catalogue');
  if p_archived is null or coalesce(cardinality(p_ids), 0) not between 1 and 500 then
    perform private.refuse('PT422', 'Choose 1 to 500 products.', 'ids');
  end if;
  perform from public.products where id = any (p_ids) order by id for no key update;
  update public.products set archived_at = case when p_archived then now() end, is_active = false
  where id = any (p_ids) and (archived_at is not null) <> p_archived;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

grant execute on function private.archive_products(uuid[], bool) to authenticated, service_role;

create function public.archive_products(p_ids uuid[], p_archived boolean default true)
returns integer
language sql
set search_path = ''
as $$ select private.archive_products(p_ids, p_archived); $$;

grant execute on function public.archive_products(uuid[], bool) to authenticated, service_role;

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
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  v_product.id := gen_random_uuid();
  v_product.name := left(v_product.name, 193) || ' (copy)';
  v_product.slug := private.free_slug('products', private.slug_of_name(v_product.name, 'product'), null);
  v_product.sku := null;
  v_product.barcode := null;
  v_product.inventory_quantity := 0;
  v_product.is_active := false;
  v_product.is_featured := false;
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

-- Categories in the back office.

-- Every category, newest first, with the number of its products, archived ones included: what keeps a category from being deleted.
create function private.office_categories()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(category) || jsonb_build_object('product_count', coalesce(counter.count, 0))
      order by category.created_at desc, category.id), '[]')
    from public.categories as category
    left join private.counters as counter on counter.subject = 'product:in:' || category.id);
end;
$$;

grant execute on function private.office_categories() to authenticated, service_role;

create function public.office_categories()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_categories(); $$;

grant execute on function public.office_categories() to authenticated, service_role;

-- Adds a category (p_id null) or changes one that is still the version that was read. Answers {id, slug, version}.
create function private.save_category(p_id uuid, p_version integer, p_fields jsonb)
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
      insert into public.categories (id, name, slug, description, image_url, image_alt, is_active)
      values (v_new.id, v_new.name, v_new.slug, v_new.description, v_new.image_url, v_new.image_alt, v_new.is_active);
    elsif v_new is distinct from v_old then
      update public.categories set name = v_new.name, slug = v_new.slug, description = v_new.description, image_url = v_new.image_url,
        image_alt = v_new.image_alt, is_active = v_new.is_active
      where id = p_id;
    end if;
  exception when check_violation or unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse_constraint(sqlstate, v_constraint);
  end;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.categories where id = v_new.id);
end;
$$;

grant execute on function private.save_category(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_category(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_category(p_id, p_version, p_fields); $$;

grant execute on function public.save_category(uuid, int4, jsonb) to authenticated, service_role;

-- Like private.lock_version, for a category.
create function private.lock_category(p_id uuid, p_version integer)
returns public.categories
language plpgsql
set search_path = ''
as $$
declare
  v_category public.categories;
begin
  select * into v_category from public.categories where id = p_id for update;
  if v_category.id is null then
    perform private.refuse('PT404', 'Category Not Found', 'category_not_found');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif v_category.version <> p_version then
    perform private.refuse('PT409', 'Someone has changed this category since you opened it.', 'stale_version',
      to_jsonb(v_category)::text);
  end if;
  return v_category;
end;
$$;

-- Deletes a category without products.
create function private.delete_category(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  delete from public.categories where id = p_id;
  if not found then
    perform private.refuse('PT404', 'Category Not Found', 'category_not_found');
  end if;
exception when foreign_key_violation then
  perform private.refuse('PT409', 'Cannot delete category with products assigned. Move or delete products first.', 'category_used');
end;
$$;

grant execute on function private.delete_category(uuid) to authenticated, service_role;

create function public.delete_category(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_category(p_id); $$;

grant execute on function public.delete_category(uuid) to authenticated, service_role;

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
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
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

-- How many would get a letter if a product, or a variant, came back: requests expire after half a year.
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
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select * into v_product from public.products where id = p_id;
  if v_product.id is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
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

-- Who waits for a product, by variant: how many and since when. Their addresses stay in the database.
create function private.waiting_for_stock(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
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

-- Changes of many products at once, and taking them back.

-- A price changed by {"amount": pounds} or {"percent": number}, rounded half up to the penny.
create function private.changed_price(p_price numeric, p_change jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select round(case when p_change ? 'amount' then p_price + (p_change ->> 'amount')::numeric
    else p_price * (100 + (p_change ->> 'percent')::numeric) * 0.01 end, 2);
$$;

-- What is wrong with a change for many products; null when nothing is.
create function private.bulk_problem(p_change jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when jsonb_typeof(p_change) is distinct from 'object' or (select count(*) from jsonb_object_keys(p_change - 'note')) <> 1
      or p_change ? 'note' and not p_change ? 'stock_change'
      then jsonb_build_object('field', 'change', 'message', 'Choose one change.')
    when p_change ? 'price' then case
      when jsonb_typeof(p_change -> 'price') = 'object' and (select count(*) from jsonb_object_keys(p_change -> 'price')) = 1
        and coalesce(p_change -> 'price' -> 'amount', p_change -> 'price' -> 'percent') is not null
      then (
        select jsonb_build_object('field', 'price', 'message', problem)
        from private.value_problem(case when p_change -> 'price' ? 'amount' then 'The amount' else 'The percentage' end, 'money', true,
          case when p_change -> 'price' ? 'amount' then -100000 else -100 end, 100000, null,
          coalesce(p_change -> 'price' -> 'amount', p_change -> 'price' -> 'percent')) as problem
        where problem is not null)
      else jsonb_build_object('field', 'price', 'message', 'Give an amount or a percentage.') end
    when p_change ? 'stock_change' then (
      select jsonb_build_object('field', 'stock_change', 'message', problem)
      from private.value_problem('Stock', 'whole', true, -1000000, 1000000, null, p_change -> 'stock_change') as problem
      where problem is not null
      union all
      select jsonb_build_object('field', 'note', 'message', 'The note is too long: 500 characters fit.')
      where char_length(p_change ->> 'note') > 500
      limit 1)
    when p_change ?| array['is_active', 'is_featured', 'category_id'] then private.field_problems('product', p_change, false) -> 0
    else jsonb_build_object('field', 'change', 'message', 'Choose one change.') end;
$$;

-- The products of a call, checked: [{id, version, …}], 1 to 500, each once.
create function private.require_chosen(p_rows jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry
      where jsonb_typeof(entry) <> 'object' or not coalesce(pg_input_is_valid(entry ->> 'id', 'uuid'), false)
        or not coalesce(pg_input_is_valid(entry ->> 'version', 'integer'), false))
    or (select count(*) <> count(distinct lower(entry ->> 'id')) from jsonb_array_elements(p_rows) as entry)
  then
    perform private.refuse('PT422', 'Choose 1 to 500 products, each once.', 'ids');
  end if;
end;
$$;

-- Sets what each row wants: [{id, version, after}]. after: is_active, is_featured, category_id, price with variants [{id, price}], or
-- stock_change. All products in one statement, all variants in another. Answers {done: [{id, version, before}], conflicts: [{id, name,
-- version}], refused: [{id, name, reason}]}; before has the same form as after.
create function private.write_bulk(p_rows jsonb, p_note text)
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
      'refused', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'name', planned.name, 'reason', planned.problem)
        order by planned.place) filter (where planned.problem <> 'stale'), '[]'))
    from (
      select entry ->> 'id' as id, entry ->> 'name' as name, (entry ->> 'version')::integer as version, entry -> 'before' as before,
        entry ->> 'problem' as problem, place
      from jsonb_array_elements(v_plan) with ordinality as listed (entry, place)
    ) as planned
    left join public.products as product on product.id = planned.id::uuid);
end;
$$;

-- Changes up to 500 products. p_ids: [{id, version}] as they were read; p_change: {is_active}, {is_featured}, {category_id},
-- {price: {amount} | {percent}} or {stock_change, note}. A price changes for every variant alike. Answers as private.write_bulk; its
-- done, sent to undo_bulk, takes the change back.
create function private.bulk_products(p_ids jsonb, p_change jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem jsonb;
  v_rows jsonb;
begin
  perform private.require_right('catalogue');
  perform private.require_chosen(p_ids);
  v_problem := private.bulk_problem(p_change);
  if v_problem is not null then
    perform private.refuse('PT422', v_problem ->> 'message', v_problem ->> 'field');
  end if;
  perform from public.products where id in (select (entry ->> 'id')::uuid from jsonb_array_elements(p_ids) as entry)
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', entry ->> 'id', 'version', (entry ->> 'version')::integer, 'after', case
    when p_change ? 'price' then jsonb_build_object('price', private.changed_price(product.price, p_change -> 'price'), 'variants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'price', private.changed_price(price, p_change -> 'price'))), '[]')
      from public.product_variants where product_id = product.id))
    when p_change ? 'stock_change' then jsonb_build_object('stock_change', trunc((p_change ->> 'stock_change')::numeric)::integer)
    else private.stored_fields('product', p_change) end) order by place)
  into v_rows
  from jsonb_array_elements(p_ids) with ordinality as listed (entry, place)
  left join public.products as product on product.id = (entry ->> 'id')::uuid;
  return private.write_bulk(v_rows, coalesce(p_change ->> 'note', ''));
end;
$$;

grant execute on function private.bulk_products(jsonb, jsonb) to authenticated, service_role;

create function public.bulk_products(p_ids jsonb, p_change jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.bulk_products(p_ids, p_change); $$;

grant execute on function public.bulk_products(jsonb, jsonb) to authenticated, service_role;

-- Whether this is what private.write_bulk answers as before.
create function private.is_bulk_target(p_before jsonb)
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
    else p_before <> '{}' and p_before - array['is_active', 'is_featured', 'category_id'] = '{}'
      and private.field_problems('product', p_before, false) = '[]' end, false);
$$;

-- Takes a change back. p_done: what bulk_products answered as done. A product that has changed since is left alone and listed as a
-- conflict.
create function private.undo_bulk(p_done jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.require_chosen(p_done);
  if exists (select from jsonb_array_elements(p_done) as entry where not private.is_bulk_target(entry -> 'before')) then
    perform private.refuse('PT422', 'Send what bulk_products answered as done.', 'done');
  end if;
  return private.write_bulk((
    select jsonb_agg(jsonb_build_object('id', entry ->> 'id', 'version', (entry ->> 'version')::integer, 'after', entry -> 'before')
      order by place)
    from jsonb_array_elements(p_done) with ordinality as listed (entry, place)), 'Taken back');
end;
$$;

grant execute on function private.undo_bulk(jsonb) to authenticated, service_role;

create function public.undo_bulk(p_done jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.undo_bulk(p_done); $$;

grant execute on function public.undo_bulk(jsonb) to authenticated, service_role;

-- Products as rows of a file: export and import. A product without options is one row, any other one row for each variant.

-- The fields of a row, where they belong, and the field of private.field_rules that each is.
create function private.file_columns()
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
    ('sku', 'unit', 'sku'), ('barcode', 'unit', 'barcode'), ('price', 'unit', 'price'), ('compare_at_price', 'unit', 'compare_at_price'),
    ('low_stock_threshold', 'unit', 'low_stock_threshold'), ('track_inventory', 'unit', 'track_inventory'),
    ('variant_image', 'variant', 'image'), ('variant_active', 'variant', 'is_active'), ('stock', 'stock', ''), ('options', 'options', ''),
    ('line', 'line', '');
$$;

-- One product as its rows.
create function private.product_file_rows(p_product public.products)
returns setof jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('slug', p_product.slug, 'name', p_product.name,
    'category', (select slug from public.categories where id = p_product.category_id), 'brand', p_product.brand,
    'collection', p_product.collection, 'short_description', p_product.short_description, 'description', p_product.description,
    'images', p_product.images, 'image_alts', p_product.image_alts, 'features', p_product.features, 'materials', p_product.materials,
    'care', p_product.care, 'dimensions', p_product.dimensions, 'weight_grams', p_product.weight_grams,
    'box_contents', p_product.box_contents, 'good_for', p_product.good_for, 'is_active', p_product.is_active,
    'is_featured', p_product.is_featured)
    || case when variant.id is null then jsonb_build_object('sku', p_product.sku, 'barcode', p_product.barcode, 'price', p_product.price,
      'compare_at_price', p_product.compare_at_price, 'stock', p_product.inventory_quantity,
      'low_stock_threshold', p_product.low_stock_threshold, 'track_inventory', p_product.track_inventory, 'options', null)
    else jsonb_build_object('sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price,
      'compare_at_price', variant.compare_at_price, 'stock', variant.inventory_quantity,
      'low_stock_threshold', variant.low_stock_threshold, 'track_inventory', variant.track_inventory,
      'variant_image', variant.image, 'variant_active', variant.is_active,
      'options', private.chosen_options(p_product.options, variant.option_values)) end
  from (select) as one
  left join public.product_variants as variant on variant.product_id = p_product.id and p_product.options <> '[]'
  order by private.variant_place(p_product.options, variant.option_values), variant.id;
$$;

-- The rows of the next products of a filter, newest first: {rows, next}. p_after: next of the call before; next is null at the end.
create function private.export_products(p_filter jsonb, p_after text, p_limit integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit constant integer := least(greatest(coalesce(p_limit, 200), 1), 500);
  v_at constant text := split_part(p_after, '~', 1);
  v_id constant text := split_part(p_after, '~', 2);
  v_ids uuid[];
  v_last private.product_list;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_after is not null and not (pg_input_is_valid(v_at, 'timestamptz') and pg_input_is_valid(v_id, 'uuid')) then
    perform private.refuse('PT422', 'after must be the next of the call before', 'after');
  end if;
  execute format('select array(select listed.product_id from private.product_list as listed where %s and %s
      order by listed.created_at desc, listed.product_id limit %s)',
    private.product_condition(private.product_filter(p_filter)),
    case when p_after is null then 'true' else format(
      'listed.created_at <= %1$L::timestamptz and (listed.created_at < %1$L::timestamptz or listed.product_id > %2$L::uuid)', v_at, v_id) end,
    v_limit)
  into v_ids;
  select * into v_last from private.product_list where product_id = v_ids[v_limit];
  return jsonb_build_object(
    'next', case when v_last.product_id is not null
      then to_char(v_last.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || v_last.product_id end,
    'rows', (
      select coalesce(jsonb_agg(row order by place), '[]')
      from unnest(v_ids) with ordinality as wanted (product_id, place)
      join public.products as product on product.id = wanted.product_id
      cross join lateral private.product_file_rows(product) as row));
end;
$$;

grant execute on function private.export_products(jsonb, text, int4) to authenticated, service_role;

create function public.export_products(p_filter jsonb default '{}', p_after text default null, p_limit integer default 200)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.export_products(p_filter, p_after, p_limit); $$;

grant execute on function public.export_products(jsonb, text, int4) to authenticated, service_role;

-- Checks and reads the rows of a file all at once: their problems, and their fields as they are stored, by level and under the names of
-- private.field_rules. Missing fields stay as they are; so do empty ones that a record cannot be without.
create function private.read_file_rows(p_rows jsonb)
returns table (place bigint, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb)
language sql
stable
set search_path = ''
as $$
  with rules as materialized (
    select known.name, known.level, known.rank, rule.*
    from private.file_columns() with ordinality as known (name, level, field, rank)
    join (
      select 'product' as subject, * from private.field_rules('product')
      union all select 'variant', * from private.field_rules('variant')
    ) as rule on rule.field = known.field and rule.subject = case known.level when 'variant' then 'variant' else 'product' end
    where known.level in ('product', 'unit', 'variant')
  ), cells as (
    select listed.place, rules.*, listed.entry -> rules.name as value, coalesce(btrim(listed.entry ->> rules.name), '') = '' as is_empty
    from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
    join rules on listed.entry ? rules.name
    where rules.name <> 'category'
  ), known_fields as (
    select cells.place,
      jsonb_agg(jsonb_build_object('field', name, 'message', problem) order by rank) filter (where problem is not null) as problems,
      jsonb_object_agg(field, private.stored_value(kind, field, value)) filter (where problem is null and level = 'product') as product_fields,
      jsonb_object_agg(field, private.stored_value(kind, field, value)) filter (where problem is null and level = 'unit') as unit_fields,
      jsonb_object_agg(field, private.stored_value(kind, field, value)) filter (where problem is null and level = 'variant') as variant_fields
    from cells
    cross join lateral (
      select case when not is_empty then private.value_problem(label, kind, is_required, lowest, highest, bytes, value) end as problem
    ) as checked
    where not (is_empty and (is_required or name = 'slug' or level = 'variant' and kind = 'switch'))
    group by cells.place
  )
  select listed.place,
    coalesce(known_fields.problems, '[]') || coalesce(unknown.problems, '[]') || coalesce(other.problems, '[]'),
    coalesce(known_fields.product_fields, '{}'), coalesce(known_fields.unit_fields, '{}'), coalesce(known_fields.variant_fields, '{}')
  from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  left join known_fields on known_fields.place = listed.place
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', key, 'message', format('There is no field "%s".', left(key, 60)))) as problems
    from jsonb_object_keys(listed.entry) as key
    where key not in (select name from rules union all select unnest(array['category', 'stock', 'options', 'line']))
  ) as unknown
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', field, 'message', message)) as problems
    from (
      select 'stock' as field, private.value_problem('Stock', 'whole', false, 0, 1000000, null, listed.entry -> 'stock') as message
      where listed.entry ? 'stock'
      union all
      select 'category', 'Category must be text.' where jsonb_typeof(listed.entry -> 'category') not in ('string', 'null')
      union all
      select 'options', 'Options need a name and a value each: three at most.'
      where not private.is_option_choice(listed.entry -> 'options')
    ) as checked
    where message is not null
  ) as other;
$$;

-- Whether this is a row's choice of options: [{"name": "Size", "value": "M"}], up to three; nothing is one too.
create function private.is_option_choice(p_choice jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_choice), 'null') = 'null' or p_choice = '""' or (
    jsonb_typeof(p_choice) = 'array' and jsonb_array_length(p_choice) <= 3
    and not exists (
      select from jsonb_array_elements(p_choice) as option
      where jsonb_typeof(option) <> 'object' or not private.is_option_text(option -> 'name', 40)
        or not private.is_option_text(option -> 'value', 60))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_choice) as option));
$$;

-- What an import would do with each row, and the records to add and change. A row is matched by its SKU, else by its slug, else, without
-- either, by the slug of its name. Fields of a product count in the first of its rows.
create function private.plan_import(
  p_rows jsonb, out lines jsonb, out added public.products[], out changed public.products[], out stock_changes integer[],
  out variants_added public.product_variants[], out variants_changed public.product_variants[], out variant_stock_changes integer[])
language plpgsql
set search_path = ''
as $$
declare
  v_before public.products[] := '{}';
  v_after public.products[] := '{}';
  v_stock integer[] := '{}';
  v_variants_before public.product_variants[] := '{}';
  v_variants_after public.product_variants[] := '{}';
  v_variant_stock integer[] := '{}';
  -- Where a product stands in the lists above, by id; and what rows have taken: "sku:…", "barcode:…", "slug:…", "unit:…".
  v_places jsonb := '{}';
  v_taken jsonb := '{}';
  v_given record;
  v_row jsonb;
  v_line integer;
  v_errors jsonb;
  v_sku text;
  v_slug text;
  v_key text;
  v_values text[];
  v_place integer;
  v_is_first boolean;
  v_is_new boolean;
  v_is_variant boolean;
  v_fields jsonb;
  v_category uuid;
  v_count integer;
  v_product public.products;
  v_old public.products;
  v_variant public.product_variants;
  v_old_variant public.product_variants;
  v_changes jsonb;
  v_letters bigint;
begin
  lines := '[]';
  for v_given in
    select read.*, entry from private.read_file_rows(p_rows) as read
    join jsonb_array_elements(p_rows) with ordinality as listed (entry, place) on listed.place = read.place
    order by read.place
  loop
    v_row := v_given.entry;
    v_line := case when pg_input_is_valid(v_row ->> 'line', 'integer') then (v_row ->> 'line')::integer else v_given.place end;
    v_errors := v_given.problems;
    v_changes := '[]';
    v_letters := 0;
    v_product := null;
    v_old := null;
    v_variant := null;
    v_old_variant := null;
    <<reading>>
    begin
      exit reading when v_errors <> '[]';
      v_sku := nullif(v_given.unit_fields ->> 'sku', '');
      v_slug := v_given.product_fields ->> 'slug';
      v_values := case when jsonb_typeof(v_row -> 'options') = 'array' and v_row -> 'options' <> '[]' then array(
        select btrim(option ->> 'value') from jsonb_array_elements(v_row -> 'options') with ordinality as listed (option, place)
        order by place) end;
      if v_sku is not null and v_taken ? ('sku:' || v_sku) then
        v_errors := private.file_problem('sku', format('The SKU "%s" is already in line %s.', v_sku, v_taken ->> ('sku:' || v_sku)));
        exit reading;
      elsif v_sku is not null then
        -- A row that turns out to be wrong has it as well: otherwise another row would add it, and the next run match this one.
        v_taken := v_taken || jsonb_build_object('sku:' || v_sku, v_line);
      end if;

      -- The product, as the rows before have left it.
      select * into v_old_variant from public.product_variants where sku = v_sku;
      v_key := coalesce(v_slug, case when v_sku is null or v_values is not null
        then private.slug_of_name(v_given.product_fields ->> 'name', 'product') end);
      v_product.id := coalesce(
        v_old_variant.product_id, (select id from public.products where sku = v_sku),
        (v_taken ->> ('slug:' || v_key))::uuid, (select id from public.products where slug = v_key));
      v_place := (v_places ->> v_product.id::text)::integer;
      v_is_first := v_place is null;
      if not v_is_first then
        v_old := v_before[v_place];
        v_product := v_after[v_place];
      elsif v_product.id is not null then
        select * into v_old from public.products where id = v_product.id;
        v_product := v_old;
      else
        v_product := private.new_product();
      end if;
      v_is_new := v_old.id is null;
      v_is_variant := v_values is not null or v_old_variant.id is not null;
      v_fields := case when v_is_first then v_given.product_fields else '{}' end;

      if v_is_variant then
        if v_values is null then
          v_values := v_old_variant.option_values;
        elsif v_product.options = '[]' and not (v_is_new and v_is_first) then
          v_errors := private.file_problem('options', 'This product has no options. Add them in its form first.');
          exit reading;
        elsif v_product.options = '[]' then
          v_product.options := (
            select jsonb_agg(jsonb_build_object('name', option -> 'name', 'values', jsonb_build_array(option -> 'value')) order by place)
            from jsonb_array_elements(v_row -> 'options') with ordinality as listed (option, place));
        elsif (select jsonb_agg(option -> 'name' order by place) from jsonb_array_elements(v_product.options) with ordinality as listed (option, place))
          <> (select jsonb_agg(option -> 'name' order by place) from jsonb_array_elements(v_row -> 'options') with ordinality as listed (option, place))
        then
          v_errors := private.file_problem('options', format('The options of this product are %s, in this order.', (
            select string_agg(option ->> 'name', ', ' order by place)
            from jsonb_array_elements(v_product.options) with ordinality as listed (option, place))));
          exit reading;
        else
          v_product.options := private.with_values(v_product.options, v_values);
          if not private.is_option_list(v_product.options) then
            v_errors := private.file_problem('options', 'Options need different values each: 50 at most.');
            exit reading;
          end if;
        end if;
        if v_is_new and v_is_first then
          v_fields := v_fields || jsonb_build_object('price', v_given.unit_fields -> 'price');
        end if;
        v_key := 'unit:' || v_product.id || ':' || to_jsonb(v_values)::text;
      else
        if v_product.options <> '[]' then
          if coalesce(v_row ->> 'stock', v_row ->> 'price', '') <> '' then
            v_errors := private.file_problem(case when coalesce(v_row ->> 'stock', '') <> '' then 'stock' else 'price' end,
              'Stock and prices of this product are those of its variants: give their options or SKUs.');
            exit reading;
          end if;
        end if;
        v_fields := v_fields || v_given.unit_fields;
        v_key := 'unit:' || v_product.id;
      end if;
      if v_taken ? v_key or not (v_is_variant or v_is_first) then
        v_errors := private.file_problem('slug', format('This product is already in line %s.',
          coalesce(v_taken ->> v_key, v_taken ->> ('product:' || v_product.id))));
        exit reading;
      end if;

      -- Fields of the product.
      if v_is_first and v_row ? 'category' then
        v_category := null;
        if coalesce(btrim(v_row ->> 'category'), '') <> '' then
          select id into v_category from public.categories
          where slug = btrim(v_row ->> 'category') or lower(name) = lower(btrim(v_row ->> 'category'))
          order by slug = btrim(v_row ->> 'category') desc, id limit 1;
          if v_category is null then
            v_errors := private.file_problem('category', format('There is no category "%s". Add it first.', left(btrim(v_row ->> 'category'), 120)));
            exit reading;
          end if;
        end if;
        v_fields := v_fields || jsonb_build_object('category_id', v_category);
      end if;
      v_product := jsonb_populate_record(v_product, v_fields);
      v_product.image_alts := array(
        select coalesce(v_product.image_alts[place], '') from generate_subscripts(v_product.images, 1) as place order by place);
      if v_product.name is null or v_product.price is null then
        v_errors := private.file_problem(case when v_product.name is null then 'name' else 'price' end,
          case when v_product.name is null then 'Name' else 'Price' end || ' is required.');
        exit reading;
      elsif v_product.archived_at is not null and v_product.is_active then
        v_errors := private.file_problem('is_active', 'An archived product cannot be active. Restore it first.');
        exit reading;
      elsif v_slug is not null and v_slug is distinct from v_old.slug and v_is_first
        and (v_taken ? ('slug:' || v_slug) or private.slug_is_taken('products', v_slug, v_old.id)) then
        v_errors := private.file_problem('slug', format('The address "%s" is already in use. Choose another.', v_slug));
        exit reading;
      end if;
      if v_is_first then
        v_product.slug := private.slug_to_save('products', v_slug, v_product.name, 'product', v_old.id, v_old.name, v_old.slug);
        v_count := 1;
        v_key := v_product.slug;
        while v_taken ? ('slug:' || v_product.slug) loop
          v_count := coalesce((v_taken ->> ('number:' || v_key))::integer, v_count) + 1;
          v_product.slug := v_key || '-' || v_count;
          v_taken := v_taken || jsonb_build_object('number:' || v_key, v_count);
          if private.slug_is_taken('products', v_product.slug, v_old.id) then
            v_product.slug := v_key;
          end if;
        end loop;
      end if;

      -- The variant, and stock as the number that was counted.
      if v_is_variant then
        if v_old_variant.id is null then
          select * into v_old_variant from public.product_variants where product_id = v_product.id and option_values = v_values;
        end if;
        v_variant := jsonb_populate_record(
          case when v_old_variant.id is null then private.new_variant(v_product.id) else v_old_variant end,
          v_given.unit_fields || v_given.variant_fields || jsonb_build_object('option_values', v_values));
        v_variant.price := coalesce(v_variant.price, v_product.price);
        v_variant.inventory_quantity := coalesce(nullif(btrim(v_row ->> 'stock'), '')::numeric::integer, v_variant.inventory_quantity);
      else
        v_product.inventory_quantity := coalesce(nullif(btrim(v_row ->> 'stock'), '')::numeric::integer, v_product.inventory_quantity);
      end if;
      if v_given.unit_fields ?| array['sku', 'barcode'] then
        v_errors := private.code_problems(case when v_is_variant then v_variant.sku else v_product.sku end,
          case when v_is_variant then v_variant.barcode else v_product.barcode end,
          case when v_is_variant then v_old_variant.sku else v_old.sku end,
          case when v_is_variant then v_old_variant.barcode else v_old.barcode end, v_product.id, v_is_variant, v_taken);
      end if;
      exit reading when v_errors <> '[]';

      if v_old.id is not null and v_is_first then
        v_changes := private.record_changes(to_jsonb(v_old), to_jsonb(v_product));
      elsif v_old.id is not null then
        v_changes := private.record_changes(to_jsonb(v_after[v_place]), to_jsonb(v_product));
      end if;
      if v_old_variant.id is not null then
        v_changes := v_changes || private.record_changes(to_jsonb(v_old_variant), to_jsonb(v_variant));
      end if;
      if v_is_variant then
        if v_product.is_active and v_variant.is_active and v_variant.inventory_quantity > 0
          and not (v_old.is_active and v_old_variant.is_active and v_old_variant.inventory_quantity > 0) then
          v_letters := private.waiting_count(v_old.id, v_old_variant.id);
        end if;
        v_variants_before := v_variants_before || v_old_variant;
        v_variants_after := v_variants_after || v_variant;
      elsif v_product.options = '[]' and v_product.is_active and v_product.inventory_quantity > 0
        and not (v_old.is_active and v_old.inventory_quantity > 0) then
        v_letters := private.waiting_count(v_old.id, null);
      end if;
      if v_is_first then
        v_before := v_before || v_old;
        v_after := v_after || v_product;
        v_places := v_places || jsonb_build_object(v_product.id, cardinality(v_after));
      else
        v_after[v_place] := v_product;
      end if;
      v_taken := v_taken || jsonb_strip_nulls(jsonb_build_object(
        'unit:' || v_product.id || case when v_is_variant then ':' || to_jsonb(v_values)::text else '' end, v_line,
        'product:' || v_product.id, coalesce((v_taken ->> ('product:' || v_product.id))::integer, v_line),
        'slug:' || v_product.slug, v_product.id))
        || case when v_sku is null then '{}' else jsonb_build_object('sku:' || v_sku, v_line) end
        || case when v_given.unit_fields ->> 'barcode' is null then '{}'
          else jsonb_build_object('barcode:' || (v_given.unit_fields ->> 'barcode'), v_line) end;
    end reading;
    lines := lines || jsonb_build_object('line', v_line, 'name', coalesce(v_product.name, v_row ->> 'name'), 'slug', v_product.slug,
      'sku', v_sku, 'action', case
        when v_errors <> '[]' then 'error' when v_old.id is null or v_variant.id is not null and v_old_variant.id is null then 'add'
        when v_changes <> '[]' then 'change' else 'same' end,
      'errors', v_errors, 'changes', case when v_errors = '[]' and v_old.id is not null then v_changes else '[]' end,
      'back_in_stock_letters', v_letters);
  end loop;

  for v_count in 1 .. cardinality(v_after) loop
    if v_before[v_count].id is null then
      added := added || v_after[v_count];
    elsif v_after[v_count] is distinct from v_before[v_count] then
      changed := changed || v_after[v_count];
      stock_changes := stock_changes || (v_after[v_count].inventory_quantity - v_before[v_count].inventory_quantity);
    end if;
  end loop;
  for v_count in 1 .. cardinality(v_variants_after) loop
    if v_variants_before[v_count].id is null then
      variants_added := variants_added || v_variants_after[v_count];
    elsif v_variants_after[v_count] is distinct from v_variants_before[v_count] then
      variants_changed := variants_changed || v_variants_after[v_count];
      variant_stock_changes := variant_stock_changes
        || (v_variants_after[v_count].inventory_quantity - v_variants_before[v_count].inventory_quantity);
    end if;
  end loop;
end;
$$;

create function private.file_problem(p_field text, p_message text)
returns jsonb
language sql
immutable
set search_path = ''
as $$ select jsonb_build_array(jsonb_build_object('field', p_field, 'message', p_message)); $$;

-- Options with the values of a variant among theirs.
create function private.with_values(p_options jsonb, p_values text[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_agg(case when option -> 'values' ? p_values[place] then option
    else jsonb_set(option, '{values}', option -> 'values' || to_jsonb(p_values[place])) end order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- A new SKU or barcode that something else has, here or in a row before.
create function private.code_problems(
  p_sku text, p_barcode text, p_old_sku text, p_old_barcode text, p_product_id uuid, p_is_variant boolean, p_taken jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', field, 'message', message)), '[]')
  from (
    select 'sku' as field, format('The SKU "%s" already belongs to %s. Choose another.', p_sku, owner) as message
    from private.owner_of_code('sku', p_sku, p_product_id, p_is_variant) as owner
    where p_sku is distinct from p_old_sku and owner is not null
    union all
    select 'barcode', format('The barcode "%s" already belongs to %s. Choose another.', p_barcode, owner)
    from private.owner_of_code('barcode', p_barcode, p_product_id, p_is_variant) as owner
    where p_barcode is distinct from p_old_barcode and owner is not null
    union all
    select 'barcode', format('The barcode "%s" is already in line %s.', p_barcode, p_taken ->> ('barcode:' || p_barcode))
    where p_barcode is not null and p_taken ? ('barcode:' || p_barcode)
  ) as problem;
$$;

-- What differs between two records, by the names of a file's fields: [{field, from, to}].
create function private.record_changes(p_before jsonb, p_after jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', case key when 'inventory_quantity' then 'stock' when 'category_id' then 'category' when 'option_values' then 'options' else key end,
    'from', case when key = 'category_id' then (select to_jsonb(name) from public.categories where id = (p_before ->> key)::uuid)
      else p_before -> key end,
    'to', case when key = 'category_id' then (select to_jsonb(name) from public.categories where id = (p_after ->> key)::uuid)
      else value end) order by key = 'inventory_quantity', key), '[]')
  from jsonb_each(p_after)
  where value is distinct from coalesce(p_before -> key, 'null') and key not in ('id', 'product_id', 'created_at', 'updated_at', 'version');
$$;

-- Adds and changes products by the rows of a file, 500 at most; p_dry: only says what it would do. Rows that are wrong are left out. Safe
-- to run again: then every row is the same. stock is the number that was counted. Answers {lines: [{line, action, name, slug, sku, errors,
-- changes, back_in_stock_letters}], totals}.
create function private.import_products(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan record;
  v_constraint text;
begin
  perform private.require_right('catalogue');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.refuse('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if not coalesce(p_dry, true) then
    -- One import at a time; products are locked by id, as a checkout does.
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
    perform from public.products where id in (
      select product.id from jsonb_array_elements(p_rows) as entry join public.products as product on product.sku = btrim(entry ->> 'sku')
      union all
      select product.id from jsonb_array_elements(p_rows) as entry
      join public.products as product on product.slug = coalesce(nullif(btrim(entry ->> 'slug'), ''), private.slug_of_name(entry ->> 'name', 'product'))
      union all
      select variant.product_id from jsonb_array_elements(p_rows) as entry
      join public.product_variants as variant on variant.sku = btrim(entry ->> 'sku'))
    order by id for no key update;
  end if;
  select * into v_plan from private.plan_import(p_rows);
  if not coalesce(p_dry, true) then
    begin
      perform private.set_movement('adjusted', null, 'Import');
      perform private.insert_products(v_plan.added);
      perform private.update_products(v_plan.changed, v_plan.stock_changes);
      perform private.insert_variants(v_plan.variants_added);
      perform private.update_variants(v_plan.variants_changed, v_plan.variant_stock_changes);
      perform private.set_movement(null);
    exception when check_violation or unique_violation or foreign_key_violation then
      get stacked diagnostics v_constraint = constraint_name;
      perform private.refuse_constraint(sqlstate, v_constraint);
    end;
  end if;
  return (
    select jsonb_build_object('lines', v_plan.lines, 'totals', jsonb_build_object(
      'add', count(*) filter (where entry ->> 'action' = 'add'), 'change', count(*) filter (where entry ->> 'action' = 'change'),
      'same', count(*) filter (where entry ->> 'action' = 'same'), 'error', count(*) filter (where entry ->> 'action' = 'error'),
      'back_in_stock_letters', sum((entry ->> 'back_in_stock_letters')::bigint)))
    from jsonb_array_elements(v_plan.lines) as entry);
end;
$$;

grant execute on function private.import_products(jsonb, bool) to authenticated, service_role;

create function public.import_products(p_rows jsonb, p_dry boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.import_products(p_rows, p_dry); $$;

grant execute on function public.import_products(jsonb, bool) to authenticated, service_role;

-- What the triggers keep from now on, for the products that are there.
update private.product_search as known set terms = private.office_terms(product)
from public.products as product where product.id = known.product_id;

create index product_search_terms on private.product_search using gin (terms extensions.gin_trgm_ops);

insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
  created_at, updated_at, terms)
select product.id, private.plain_text(product.name), product.price, product.inventory_quantity,
  coalesce(product.category_id, private.no_category()), product.is_active, false, product.is_featured, product.images <> '{}',
  product.created_at, product.updated_at, known.terms
from public.products as product join private.product_search as known on known.product_id = product.id;

insert into private.counters (subject, count)
select 'product:in:' || coalesce(category_id::text, 'none'), count(*) from public.products group by 1
union all
select 'product:active:none', count(*) from public.products where is_active and category_id is null having count(*) > 0;

select private.hide_rows_in_api_errors();

-- New functions are executable by PUBLIC by default; here a grant is required.
revoke all on all functions in schema private from public;
