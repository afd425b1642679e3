-- The report of an import names the variant of each line.
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
