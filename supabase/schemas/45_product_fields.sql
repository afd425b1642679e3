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

-- A text as it was given, without what nobody sees.
create function private.clean_value(p_kind text, p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_kind in ('text', 'line', 'list', 'options', 'table') then private.clean_text(p_text)
    when p_kind = 'barcode' then private.clean_barcode(p_text) else private.clean_code(p_text) end;
end;
$$;

-- What is wrong with a value; null when nothing is.
create function private.value_problem(
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
    perform private.reject('PT422', 'fields must be an object', p_prefix || 'fields');
  end if;
  v_problems := private.field_problems(p_subject, p_fields, p_is_new);
  if v_problems <> '[]' then
    perform private.reject('PT422', v_problems -> 0 ->> 'message', p_prefix || (v_problems -> 0 ->> 'field'), v_problems::text);
  end if;
end;
$$;

-- A checked value as it is stored: text without spaces around it, empty text as null, moments to the minute. Pictures, their descriptions and the values of a
-- variant keep their places, other lists lose empty entries.
create function private.stored_value(p_kind text, p_field text, p_value jsonb)
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
create function private.reject_constraint(p_state text, p_constraint text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_field constant text := (regexp_match(p_constraint, '^(?:products|product_variants|categories)_(.+)_(?:check|key)$'))[1];
begin
  if p_constraint = 'product_variants_combination' then
    perform private.reject('PT409', 'Two variants have the same options. Change or remove one of them.', 'variants');
  elsif p_constraint = 'products_archived' then
    perform private.reject('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  elsif p_state = '23505' then
    perform private.reject('PT409', case v_field
      when 'slug' then 'This address is already in use. Choose another.'
      when 'sku' then 'This SKU is already in use. Choose another.'
      when 'barcode' then 'This barcode already belongs to another product.'
      else 'This already exists.' end, coalesce(v_field, 'fields'));
  end if;
  perform private.reject('PT422', format('%s is not valid. Check it and try again.',
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
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_name text;
begin
  if p_code is null then
    return null;
  elsif p_field = 'sku' then
    select name into v_name from public.products where lower(sku) collate "C" = lower(p_code) collate "C" and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where lower(variant.sku) collate "C" = lower(p_code) collate "C" and not (p_is_variant and product.id is not distinct from p_product_id)
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
    perform private.reject('PT409', format('The %s "%s" already belongs to %s. Choose another.',
      case p_field when 'sku' then 'SKU' else 'barcode' end, p_code, v_owner), p_hint);
  end if;
end;
$$;
