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
  terms text not null,
  is_scheduled boolean not null default false
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
create index product_list_scheduled on private.product_list (created_at desc, product_id) where not is_archived and is_scheduled;
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

-- The first products with one or two letters in their terms: too few for the trigram index, so the narrow list is read once, in the
-- order in which it lies.
create function private.products_with_letters(p_pattern text, p_limit integer)
returns uuid[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = off
set enable_bitmapscan = off
as $$
begin
  return array(select product_id from private.product_list where terms like p_pattern limit p_limit);
end;
$$;

-- The condition of a filter on private.product_list as listed. A rare text is looked up, a frequent one is compared row by row.
-- Security definer functions alone may call it: behind row level security no index would be used.
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
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_column is null or v_sort in ('-newest', '-updated') then
    perform private.reject('PT422', format('There is no order "%s".', left(v_sort, 60)), 'sort');
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
    'sku', p_product.sku, 'version', p_product.version, 'publish_at', p_product.publish_at,
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
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_record is null then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
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
