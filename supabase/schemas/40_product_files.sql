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
