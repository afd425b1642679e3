-- The plan of an import in functions of its own, each for one question. Results stay as they were.

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
  end if;
  return '[]';
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
      problems := private.file_problem('category', format('There is no category "%s". Add it first.', left(p_row.category, 120)));
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

-- What an import would do with each row, and the records to add and change. A row is matched by its SKU, else by its slug, else, without
-- either, by the slug of its name. Fields of a product count in the first of its rows. Rows are gone through one by one, since each
-- depends on what those before have taken; the lists below hold what they took.
create or replace function private.plan_import(
  p_rows jsonb, out lines jsonb, out added public.products[], out changed public.products[], out stock_changes integer[],
  out variants_added public.product_variants[], out variants_changed public.product_variants[], out variant_stock_changes integer[])
language plpgsql
set search_path = ''
-- One plan for all rows; the index also where the table was small when it was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- The products of the rows so far, at the same place in each list: id, slug, first line, as it was and as it will be.
  v_ids uuid[] := '{}';
  v_slugs text[] := '{}';
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
    v_planned := null;
    -- A row that turns out to be wrong has its SKU as well: otherwise another row would add it, and the next run match this one.
    if v_problems = '[]' and v_row.sku_line is not null then
      v_problems := private.file_problem('sku', format('The SKU "%s" is already in line %s.', v_row.sku, v_row.sku_line));
    end if;

    if v_problems = '[]' then
      v_old := v_row.product;
      v_place := coalesce(case when not v_row.is_found_by_sku then array_position(v_slugs, v_row.key) end, array_position(v_ids, v_old.id));
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
    end if;

    -- What the row takes.
    if v_problems = '[]' then
      if v_place is null then
        v_ids := v_ids || v_product.id;
        v_slugs := v_slugs || v_product.slug;
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
    end if;
    v_lines := v_lines || jsonb_build_object('line', v_row.line, 'name', coalesce(v_product.name, v_row.entry ->> 'name'),
      'slug', v_product.slug, 'sku', v_row.sku, 'action', case
        when v_problems <> '[]' then 'error'
        when v_old.id is null or v_unit is not null and (v_planned.old_variant).id is null then 'add'
        when v_planned.changes <> '[]' then 'change' else 'same' end,
      'errors', v_problems, 'changes', case when v_problems = '[]' and v_old.id is not null then v_planned.changes else '[]' end,
      'back_in_stock_letters', case when v_problems = '[]' then v_planned.waiting else 0 end);
  end loop;
  lines := to_jsonb(v_lines);
  select * into added, changed, stock_changes from private.divide_products(v_before, v_after);
  select * into variants_added, variants_changed, variant_stock_changes from private.divide_variants(v_variants_before, v_variants_after);
end;
$$;

revoke all on all functions in schema private from public;
