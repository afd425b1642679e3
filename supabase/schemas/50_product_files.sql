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
    ('seo_title', 'product', 'seo_title'), ('seo_description', 'product', 'seo_description'), ('publish_at', 'product', 'publish_at'),
    ('unpublish_at', 'product', 'unpublish_at'),
    ('sku', 'unit', 'sku'), ('barcode', 'unit', 'barcode'), ('price', 'unit', 'price'), ('compare_at_price', 'unit', 'compare_at_price'),
    ('low_stock_threshold', 'unit', 'low_stock_threshold'), ('track_inventory', 'unit', 'track_inventory'),
    ('variant_image', 'variant', 'image'), ('variant_active', 'variant', 'is_active'), ('stock', 'stock', ''), ('options', 'options', ''),
    ('line', 'line', '');
$$;

-- Products as their rows, in the order of p_ids: in one query, so that what it calls is planned once.
create function private.product_file_rows(p_ids uuid[])
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
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_after is not null and not (pg_input_is_valid(v_at, 'timestamptz') and pg_input_is_valid(v_id, 'uuid')) then
    perform private.reject('PT422', 'after must be the next of the call before', 'after');
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
    'rows', private.product_file_rows(v_ids));
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
-- private.field_rules. Missing fields stay as they are; so do empty ones that a record cannot be without. Most cells are plain text,
-- switches or nothing and need no call.
create function private.read_file_rows(p_rows jsonb)
returns table (place bigint, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb)
language sql
stable
rows 500
set search_path = ''
as $$
  with rules as materialized (
    select known.name, known.level, known.rank, rule.*
    from private.file_columns() with ordinality as known (name, level, field, rank)
    join (
      select 'product' as subject, * from private.field_rules('product')
      union all select 'variant', * from private.field_rules('variant')
    ) as rule on rule.field = known.field and rule.subject = case known.level when 'variant' then 'variant' else 'product' end
    where known.level in ('product', 'unit', 'variant') and known.name <> 'category'
  )
  select listed.place, listed.entry,
    coalesce(known_fields.problems, '[]') || coalesce(unknown.problems, '[]') || coalesce(other.problems, '[]'),
    coalesce(known_fields.product_fields, '{}'), coalesce(known_fields.unit_fields, '{}'), coalesce(known_fields.variant_fields, '{}')
  from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  cross join lateral (
    select
      jsonb_agg(jsonb_build_object('field', name, 'message', problem) order by rank) filter (where problem is not null) as problems,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'product') as product_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'unit') as unit_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'variant') as variant_fields
    from (
      select cell.*,
        case when not is_plain then private.value_problem(label, kind, is_required, lowest, highest, bytes, value) end as problem
      from (
        select rules.*, given.*, text = '' or kind = 'switch' and jsonb_typeof(value) = 'boolean' or kind = 'list' and value = '[]'
          or kind in ('text', 'code') and jsonb_typeof(value) = 'string' and char_length(text) <= highest as is_plain
        from rules
        cross join lateral (
          select listed.entry -> rules.name as value, coalesce(private.clean_value(kind, listed.entry ->> rules.name), '') as text
        ) as given
        where listed.entry ? rules.name
        offset 0
      ) as cell
      where not (text = '' and (is_required or name = 'slug' or level = 'variant' and kind = 'switch'))
      -- offset 0: each cell is judged once, however often it is named above.
      offset 0
    ) as judged
    cross join lateral (
      select case when not is_plain then private.stored_value(kind, field, value) when text = '' then 'null'
        when kind in ('text', 'code') then to_jsonb(text) else value end as stored
    ) as kept
  ) as known_fields
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', key, 'message', format('There is no field "%s".', left(key, 60)))) as problems
    from jsonb_object_keys(listed.entry) as key
    where key not in (select name from rules union all select unnest(array['category', 'stock', 'options', 'line']))
  ) as unknown
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', field, 'message', message)) as problems
    from (
      select 'stock' as field, private.value_problem('Stock', 'whole', false, 0, 1000000, null, listed.entry -> 'stock') as message
      where coalesce(listed.entry ->> 'stock', '') <> ''
      union all
      select 'category', 'Category must be text.' where jsonb_typeof(listed.entry -> 'category') not in ('string', 'null')
      union all
      select 'options', 'Options need a name and a value each: three at most.'
      where listed.entry ? 'options' and not private.is_option_choice(listed.entry -> 'options')
      offset 0
    ) as checked
    where message is not null
  ) as other;
$$;

-- Whether this is a row's choice of options: [{"name": "Size", "value": "M"}], up to three; nothing is one too.
create function private.is_option_choice(p_choice jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if coalesce(jsonb_typeof(p_choice), 'null') = 'null' or p_choice = '""' then
    return true;
  end if;
  return jsonb_typeof(p_choice) = 'array' and jsonb_array_length(p_choice) <= 3
    and not exists (
      select from jsonb_array_elements(p_choice) as option
      where jsonb_typeof(option) <> 'object' or not private.is_option_text(option -> 'name', 40)
        or not private.is_option_text(option -> 'value', 60))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_choice) as option);
end;
$$;

-- The same with what the database has for each row: the variant with its SKU, and the product that this variant belongs to, or that has
-- the SKU or the row's address; else one with its name (key: the name where nothing else says which product it is). sku_line: the line
-- before that has the same SKU. All look-ups in one query.
create function private.find_file_rows(p_rows jsonb)
returns table (line integer, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb, sku text,
  sku_line integer, slug text, key text, option_values text[], stock integer, category text, category_id uuid,
  is_found_by_sku boolean, product public.products, variant public.product_variants)
language sql
stable
rows 500
set search_path = ''
-- An index also where a table was small when it was last counted.
set enable_seqscan = off
as $$
  with read as materialized (
    select read.*, read.problems = '[]' as is_right, nullif(read.unit_fields ->> 'sku', '') as sku, read.product_fields ->> 'slug' as slug,
      case when pg_input_is_valid(read.entry ->> 'line', 'integer') then (read.entry ->> 'line')::integer else read.place end as line,
      case when read.problems = '[]' and jsonb_typeof(read.entry -> 'options') = 'array' and read.entry -> 'options' <> '[]' then array(
        select private.clean_text(option ->> 'value') from jsonb_array_elements(read.entry -> 'options') with ordinality as listed (option, place)
        order by place) end as option_values,
      case when read.problems = '[]' then nullif(private.clean_code(read.entry ->> 'stock'), '')::numeric::integer end as stock,
      case when read.problems = '[]' then nullif(private.clean_text(read.entry ->> 'category'), '') end as category
    from private.read_file_rows(p_rows) as read
  ), keyed as (
    select read.*,
      case when sku is not null and place > first_value(place) over same_sku then first_value(line) over same_sku end as sku_line,
      case when slug is null and (sku is null or option_values is not null) then product_fields ->> 'name' end as key
    from read
    window same_sku as (partition by sku, is_right order by place)
  ), named as materialized (
    select asked.category, found.id
    from (select distinct category from read where category is not null) as asked
    cross join lateral (
      -- Its address, else its name where no other category has it.
      select coalesce((select id from public.categories where slug = asked.category),
        (select min(id::text)::uuid from public.categories where lower(name) = lower(asked.category) having count(*) = 1)) as id
    ) as found
  )
  select keyed.line, keyed.entry, keyed.problems, keyed.product_fields, keyed.unit_fields, keyed.variant_fields, keyed.sku,
    keyed.sku_line, keyed.slug, keyed.key, keyed.option_values, keyed.stock, keyed.category, named.id,
    variant.id is not null or of_sku.id is not null, found, variant
  from keyed
  left join public.product_variants as variant on variant.sku = keyed.sku
  left join public.products as of_sku on of_sku.sku = keyed.sku
  left join public.products as of_slug on of_slug.slug = keyed.slug
  left join lateral (
    select id from public.products where lower(name) = lower(keyed.key)
    order by name = keyed.key desc, sku is null desc, slug = private.slug_of_name(keyed.key, 'product') desc, id limit 1
  ) as of_name on true
  left join public.products as found on found.id = coalesce(variant.product_id, of_sku.id, of_slug.id, of_name.id)
  left join named on named.category = keyed.category
  order by keyed.place;
$$;

-- The options of a product with what a row chooses among theirs, or what is wrong with the choice. A product without options gets the
-- row's if the row adds the product.
create function private.options_after_row(
  p_options jsonb, p_choice jsonb, p_values text[], p_is_adding boolean, out options jsonb, out problems jsonb)
language plpgsql
stable
set search_path = ''
as $$
begin
  options := p_options;
  problems := '[]';
  if p_options = '[]' and not p_is_adding then
    problems := private.file_problem('options', 'This product has no options. Add them in its form first.');
  elsif p_options = '[]' then
    options := (
      select jsonb_agg(jsonb_build_object('name', option -> 'name', 'values', jsonb_build_array(option -> 'value')) order by place)
      from jsonb_array_elements(p_choice) with ordinality as listed (option, place));
  elsif jsonb_path_query_array(p_options, '$[*].name') <> jsonb_path_query_array(p_choice, '$[*].name') then
    problems := private.file_problem('options', format('The options of this product are %s, in this order.', (
      select string_agg(option ->> 'name', ', ' order by place)
      from jsonb_array_elements(p_options) with ordinality as listed (option, place))));
  else
    options := private.with_values(p_options, p_values);
    if options <> p_options and not private.is_option_list(options) then
      problems := private.file_problem('options', 'Options need different values each: 50 at most.');
    end if;
  end if;
end;
$$;

-- A product with one description for each picture.
create function private.with_image_alts(p_product public.products)
returns public.products
language plpgsql
stable
set search_path = ''
as $$
begin
  if cardinality(p_product.image_alts) <> cardinality(p_product.images) or array_position(p_product.image_alts, null) is not null then
    p_product.image_alts := array(
      select coalesce(p_product.image_alts[place], '') from generate_subscripts(p_product.images, 1) as place order by place);
  end if;
  return p_product;
end;
$$;

-- Why a product cannot be as a row makes it. p_slug: the address that the row gives it; p_slugs: those that rows before took.
create function private.imported_product_problems(
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

-- A slug that no row before took (p_slugs): with a number behind it where one did. numbers: the last number behind each slug.
create function private.slug_among_rows(p_slug text, p_slugs text[], p_own uuid, inout numbers jsonb, out slug text)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_count integer := 1;
begin
  slug := p_slug;
  while array_position(p_slugs, slug) is not null loop
    v_count := coalesce((numbers ->> p_slug)::integer, v_count) + 1;
    numbers := numbers || jsonb_build_object(p_slug, v_count);
    slug := p_slug || '-' || v_count;
    if private.slug_is_taken('products', slug, p_own) then
      slug := p_slug;
    end if;
  end loop;
end;
$$;

-- A variant as a row makes it: the old one, or a new one of the product, with the row's fields and the stock that was counted.
create function private.imported_variant(
  p_old public.product_variants, p_product public.products, p_fields jsonb, p_values text[], p_stock integer)
returns public.product_variants
language plpgsql
set search_path = ''
as $$
declare
  v_variant public.product_variants := p_old;
begin
  if v_variant.id is null then
    v_variant := private.new_variant(p_product.id);
  end if;
  v_variant := jsonb_populate_record(v_variant, p_fields);
  v_variant.option_values := p_values;
  v_variant.price := coalesce(v_variant.price, p_product.price);
  v_variant.inventory_quantity := coalesce(p_stock, v_variant.inventory_quantity);
  return v_variant;
end;
$$;

-- How many wait for what a row brings back into stock: a variant, or a product without options. Nobody waits for what is added.
create function private.waiting_for_row(
  p_old public.products, p_product public.products, p_old_variant public.product_variants, p_variant public.product_variants)
returns bigint
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_old.id is null then
    return 0;
  elsif p_variant.id is not null then
    if p_product.is_active and p_variant.is_active and p_variant.inventory_quantity > 0
      and not (p_old.is_active and p_old_variant.is_active and p_old_variant.inventory_quantity > 0) then
      return private.waiting_count(p_old.id, p_old_variant.id);
    end if;
  elsif p_product.options = '[]' and p_product.is_active and p_product.inventory_quantity > 0
    and not (p_old.is_active and p_old.inventory_quantity > 0) then
    return private.waiting_count(p_old.id, null);
  end if;
  return 0;
end;
$$;

-- Products as they were and as they will be, as those to add and those to change, with what each change does to the stock.
create function private.divide_products(
  p_before public.products[], p_after public.products[],
  out added public.products[], out changed public.products[], out stock_changes integer[])
language plpgsql
immutable
set search_path = ''
as $$
begin
  for v_place in 1 .. cardinality(p_after) loop
    if (p_before[v_place]).id is null then
      added := added || p_after[v_place];
    elsif p_after[v_place] is distinct from p_before[v_place] then
      changed := changed || p_after[v_place];
      stock_changes := stock_changes || ((p_after[v_place]).inventory_quantity - (p_before[v_place]).inventory_quantity);
    end if;
  end loop;
end;
$$;

-- The same for variants.
create function private.divide_variants(
  p_before public.product_variants[], p_after public.product_variants[],
  out added public.product_variants[], out changed public.product_variants[], out stock_changes integer[])
language plpgsql
immutable
set search_path = ''
as $$
begin
  for v_place in 1 .. cardinality(p_after) loop
    if (p_before[v_place]).id is null then
      added := added || p_after[v_place];
    elsif p_after[v_place] is distinct from p_before[v_place] then
      changed := changed || p_after[v_place];
      stock_changes := stock_changes || ((p_after[v_place]).inventory_quantity - (p_before[v_place]).inventory_quantity);
    end if;
  end loop;
end;
$$;

-- What a row does: the product and variant that it leaves, or its problems. p_old: the product before the import, all null for a new one;
-- product: as the rows before have left it; p_is_first: no row before has it, so its fields count; p_taken_line: the row before that is
-- the same product or variant; numbers: as of private.slug_among_rows.
create function private.plan_import_row(
  p_row record, p_old public.products, p_is_first boolean, p_taken_line integer, p_slugs text[], p_barcodes text[], p_barcode_lines integer[],
  inout numbers jsonb, inout product public.products, inout old_variant public.product_variants,
  out variant public.product_variants, out changes jsonb, out waiting bigint, out problems jsonb)
language plpgsql
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_before constant public.products := product;
  v_is_new constant boolean := p_old.id is null;
  v_values constant text[] := coalesce(p_row.option_values, old_variant.option_values);
  v_fields jsonb := case when p_is_first then p_row.product_fields else '{}' end;
begin
  changes := '[]';
  waiting := 0;
  problems := '[]';
  if v_values is null then
    if product.options <> '[]' and coalesce(p_row.entry ->> 'stock', p_row.entry ->> 'price', '') <> '' then
      problems := private.file_problem(case when coalesce(p_row.entry ->> 'stock', '') <> '' then 'stock' else 'price' end,
        'Stock and prices of this product are those of its variants: give their options or SKUs.');
      return;
    end if;
    v_fields := v_fields || p_row.unit_fields;
  else
    if p_row.option_values is not null then
      select * into product.options, problems
      from private.options_after_row(product.options, p_row.entry -> 'options', v_values, v_is_new and p_is_first);
      if problems <> '[]' then
        return;
      end if;
    end if;
    if v_is_new and p_is_first then
      v_fields := v_fields || jsonb_build_object('price', p_row.unit_fields -> 'price');
    end if;
  end if;
  if p_taken_line is not null then
    problems := private.file_problem('slug', format('This product is already in line %s.', p_taken_line));
    return;
  end if;

  if p_is_first and p_row.entry ? 'category' then
    if p_row.category is not null and p_row.category_id is null then
      problems := private.file_problem('category', format(
        case when exists (select from public.categories where lower(name) = lower(p_row.category))
          then 'Several categories are called "%s". Give the address of the right one.' else 'There is no category "%s". Add it first.' end,
        left(p_row.category, 120)));
      return;
    end if;
    v_fields := v_fields || jsonb_build_object('category_id', p_row.category_id);
  end if;
  product := private.with_image_alts(jsonb_populate_record(product, v_fields));
  problems := private.imported_product_problems(product, p_old, case when p_is_first then p_row.slug end, p_slugs);
  if problems <> '[]' then
    return;
  end if;
  if p_is_first then
    select * into numbers, product.slug from private.slug_among_rows(
      private.slug_to_save('products', p_row.slug, product.name, 'product', p_old.id, p_old.name, p_old.slug), p_slugs, p_old.id, numbers);
  end if;

  if v_values is null then
    product.inventory_quantity := coalesce(p_row.stock, product.inventory_quantity);
  else
    if old_variant.id is null and not v_is_new then
      select * into old_variant from public.product_variants where product_id = product.id and option_values = v_values;
    end if;
    variant := private.imported_variant(old_variant, product, p_row.unit_fields || p_row.variant_fields, v_values, p_row.stock);
  end if;
  if p_row.unit_fields ?| array['sku', 'barcode'] then
    problems := case when v_values is null
      then private.code_problems(product.sku, product.barcode, p_old.sku, p_old.barcode, product.id, false,
        p_barcode_lines[array_position(p_barcodes, product.barcode)])
      else private.code_problems(variant.sku, variant.barcode, old_variant.sku, old_variant.barcode, product.id, true,
        p_barcode_lines[array_position(p_barcodes, variant.barcode)]) end;
    if problems <> '[]' then
      return;
    end if;
  end if;

  if not v_is_new and product is distinct from v_before then
    changes := private.record_changes(to_jsonb(v_before), to_jsonb(product));
  end if;
  if old_variant.id is not null and variant is distinct from old_variant then
    changes := changes || private.record_changes(to_jsonb(old_variant), to_jsonb(variant));
  end if;
  waiting := private.waiting_for_row(p_old, product, old_variant, variant);
end;
$$;

-- What an import would do with each row, and the records to add and change. A row is matched by its SKU, else by its slug. A name alone
-- joins the rows of a new product; it changes no product that was there, as several may share it. Fields of a product count in the first of its rows. Rows are gone through one by one, since each
-- depends on what those before have taken; the lists below hold what they took.
create function private.plan_import(
  p_rows jsonb, out lines jsonb, out added public.products[], out changed public.products[], out stock_changes integer[],
  out variants_added public.product_variants[], out variants_changed public.product_variants[], out variant_stock_changes integer[])
language plpgsql
set search_path = ''
-- One plan for all rows; the index also where the table was small when it was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- The products of the rows so far, at the same place in each list: id, slug, name, first line, as it was and as it will be.
  v_ids uuid[] := '{}';
  v_slugs text[] := '{}';
  v_names text[] := '{}';
  v_first_lines integer[] := '{}';
  v_before public.products[] := '{}';
  v_after public.products[] := '{}';
  -- Their variants: "product:{values}", line, as it was and as it will be.
  v_units text[] := '{}';
  v_unit_lines integer[] := '{}';
  v_variants_before public.product_variants[] := '{}';
  v_variants_after public.product_variants[] := '{}';
  v_barcodes text[] := '{}';
  v_barcode_lines integer[] := '{}';
  v_numbers jsonb := '{}';
  v_lines jsonb[] := '{}';
  v_new_product constant public.products := private.new_product();
  v_row record;
  v_planned record;
  v_problems jsonb;
  v_action text;
  v_changes jsonb;
  v_waiting bigint;
  -- Of a variant.
  v_unit text;
  v_place integer;
  v_product public.products;
  v_old public.products;
begin
  for v_row in select * from private.find_file_rows(p_rows) loop
    v_problems := v_row.problems;
    v_product := null;
    v_old := null;
    v_action := 'error';
    v_changes := '[]';
    v_waiting := 0;
    -- A row that turns out to be wrong has its SKU as well: otherwise another row would add it, and the next run match this one.
    if v_problems = '[]' and v_row.sku_line is not null then
      v_problems := private.file_problem('sku', format('The SKU "%s" is already in line %s.', v_row.sku, v_row.sku_line));
    end if;

    if v_problems = '[]' then
      v_old := v_row.product;
      v_place := coalesce(
        case when not v_row.is_found_by_sku then coalesce(array_position(v_slugs, v_row.slug), array_position(v_names, v_row.key)) end,
        array_position(v_ids, v_old.id));
      if v_place is not null then
        v_old := v_before[v_place];
        v_product := v_after[v_place];
      elsif v_old.id is not null then
        v_product := v_old;
      else
        v_product := v_new_product;
        v_product.id := gen_random_uuid();
      end if;
      v_unit := v_product.id || ':' || coalesce(v_row.option_values, (v_row.variant).option_values)::text;
      select * into v_planned from private.plan_import_row(
        v_row, v_old, v_place is null,
        case when v_unit is null then v_first_lines[v_place] else v_unit_lines[array_position(v_units, v_unit)] end,
        v_slugs, v_barcodes, v_barcode_lines, v_numbers, v_product, v_row.variant);
      v_product := v_planned.product;
      v_problems := v_planned.problems;
      v_numbers := v_planned.numbers;
      if v_problems = '[]' and v_old.id is not null and v_row.key is not null and not v_row.is_found_by_sku
        and (v_planned.changes <> '[]' or v_unit is not null and (v_planned.old_variant).id is null) then
        v_problems := private.file_problem('name', format('There is a product called "%s" already. Give its SKU or slug to change it.',
          v_old.name));
      end if;
    end if;

    -- What the row takes and does; its plan is read only where it has one.
    if v_problems = '[]' then
      if v_place is null then
        v_ids := v_ids || v_product.id;
        v_slugs := v_slugs || v_product.slug;
        v_names := v_names || v_product.name;
        v_first_lines := v_first_lines || v_row.line;
        v_before := v_before || v_old;
        v_after := v_after || v_product;
      else
        v_after[v_place] := v_product;
      end if;
      if v_unit is not null then
        v_units := v_units || v_unit;
        v_unit_lines := v_unit_lines || v_row.line;
        v_variants_before := v_variants_before || v_planned.old_variant;
        v_variants_after := v_variants_after || v_planned.variant;
      end if;
      if v_row.unit_fields ->> 'barcode' is not null then
        v_barcodes := v_barcodes || (v_row.unit_fields ->> 'barcode');
        v_barcode_lines := v_barcode_lines || v_row.line;
      end if;
      v_action := case
        when v_old.id is null or v_unit is not null and (v_planned.old_variant).id is null then 'add'
        when v_planned.changes <> '[]' then 'change' else 'same' end;
      v_changes := case when v_old.id is null then '[]' else v_planned.changes end;
      v_waiting := v_planned.waiting;
    end if;
    v_lines := v_lines || jsonb_build_object('line', v_row.line, 'name', coalesce(v_product.name, v_row.entry ->> 'name'),
      'options', coalesce(v_row.option_values, (v_row.variant).option_values), 'slug', v_product.slug, 'sku', v_row.sku,
      'action', v_action, 'errors', v_problems, 'changes', v_changes,
      'back_in_stock_emails', v_waiting);
  end loop;
  lines := to_jsonb(v_lines);
  select * into added, changed, stock_changes from private.divide_products(v_before, v_after);
  select * into variants_added, variants_changed, variant_stock_changes from private.divide_variants(v_variants_before, v_variants_after);
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

-- A new SKU or barcode that something else has; p_barcode_line: the row before that has the barcode.
create function private.code_problems(
  p_sku text, p_barcode text, p_old_sku text, p_old_barcode text, p_product_id uuid, p_is_variant boolean, p_barcode_line integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problems jsonb := '[]';
  v_owner text;
begin
  if p_sku is distinct from p_old_sku then
    v_owner := private.owner_of_code('sku', p_sku, p_product_id, p_is_variant);
    if v_owner is not null then
      v_problems := private.file_problem('sku', format('The SKU "%s" already belongs to %s. Choose another.', p_sku, v_owner));
    end if;
  end if;
  if p_barcode is distinct from p_old_barcode then
    v_owner := private.owner_of_code('barcode', p_barcode, p_product_id, p_is_variant);
    if v_owner is not null then
      v_problems := v_problems
        || private.file_problem('barcode', format('The barcode "%s" already belongs to %s. Choose another.', p_barcode, v_owner));
    end if;
  end if;
  if p_barcode_line is not null then
    v_problems := v_problems
      || private.file_problem('barcode', format('The barcode "%s" is already in line %s.', p_barcode, p_barcode_line));
  end if;
  return v_problems;
end;
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
-- to run again: then every row is the same. stock is the number that was counted. Answers {lines: [{line, action, name, options, slug, sku,
-- errors, changes, back_in_stock_emails}], totals}; options: the values of a variant, null without.
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
    perform private.reject('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if not coalesce(p_dry, true) then
    -- One import at a time; products are locked by id, as a checkout does.
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
    perform from public.products where id in (
      select product.id from jsonb_array_elements(p_rows) as entry join public.products as product on product.sku = private.clean_code(entry ->> 'sku')
      union all
      select product.id from jsonb_array_elements(p_rows) as entry
      join public.products as product on product.slug = private.clean_code(entry ->> 'slug')
      union all
      select variant.product_id from jsonb_array_elements(p_rows) as entry
      join public.product_variants as variant on variant.sku = private.clean_code(entry ->> 'sku'))
    order by id for no key update;
  end if;
  select * into v_plan from private.plan_import(p_rows);
  if not coalesce(p_dry, true) then
    begin
      perform private.set_movement('adjusted', null, 'Import');
      if v_plan.added is not null then
        perform private.insert_products(v_plan.added);
      end if;
      if v_plan.changed is not null then
        perform private.update_products(v_plan.changed, v_plan.stock_changes);
      end if;
      if v_plan.variants_added is not null then
        perform private.insert_variants(v_plan.variants_added);
      end if;
      if v_plan.variants_changed is not null then
        perform private.update_variants(v_plan.variants_changed, v_plan.variant_stock_changes);
      end if;
      perform private.set_movement(null);
    exception when check_violation or unique_violation or foreign_key_violation then
      get stacked diagnostics v_constraint = constraint_name;
      perform private.reject_constraint(sqlstate, v_constraint);
    end;
  end if;
  return (
    select jsonb_build_object('lines', v_plan.lines, 'totals', jsonb_build_object(
      'add', count(*) filter (where entry ->> 'action' = 'add'), 'change', count(*) filter (where entry ->> 'action' = 'change'),
      'same', count(*) filter (where entry ->> 'action' = 'same'), 'error', count(*) filter (where entry ->> 'action' = 'error'),
      'back_in_stock_emails', sum((entry ->> 'back_in_stock_emails')::bigint)))
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
