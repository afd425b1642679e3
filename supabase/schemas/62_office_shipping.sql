-- Delivery in the back office: zones, methods and rules are saved and deleted, and a price is explained. Locks: a method before the
-- rules that name it.

-- The fields of each form, as in private.field_rules; the kinds factor, choice and object are this file's own.
create function private.shipping_fields(p_kind text)
returns table (field text, label text, kind text, is_required boolean, lowest numeric, highest numeric, bytes integer)
language sql
immutable
set search_path = ''
as $$
  select rule.field, rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes
  from (values
    ('zone', 1, 'name', 'Name', 'text', true, 1, 120, null::integer),
    ('zone', 2, 'description', 'Description', 'text', false, 0, 1000, null),
    ('zone', 3, 'postcodes', 'Postcodes', 'list', true, 0, 500, 5000),
    ('zone', 4, 'multiplier', 'Multiplier', 'factor', true, 0.1, 9999.99, null),
    ('zone', 5, 'position', 'Order', 'whole', true, -1000000, 1000000, null),
    ('zone', 6, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('method', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('method', 2, 'description', 'Description', 'text', false, 0, 1000, null),
    ('method', 3, 'base_price', 'Base price', 'money', true, 0, 100000, null),
    ('method', 4, 'estimated_days_min', 'Minimum days', 'whole', true, 1, 365, null),
    ('method', 5, 'estimated_days_max', 'Maximum days', 'whole', true, 1, 365, null),
    ('method', 6, 'features', 'Features', 'list', true, 0, 30, 5000),
    ('method', 7, 'sort_order', 'Order', 'whole', true, -1000000, 1000000, null),
    ('method', 8, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('rule', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('rule', 2, 'type', 'Type', 'choice', true, 0, 0, null),
    ('rule', 3, 'priority', 'Priority', 'whole', true, -1000000, 1000000, null),
    ('rule', 4, 'conditions', 'Conditions', 'object', true, 0, 0, 20000),
    ('rule', 5, 'actions', 'Actions', 'object', true, 0, 0, 5000),
    ('rule', 6, 'is_active', 'Active', 'switch', true, 0, 0, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_kind
  order by rule.place;
$$;

-- What is wrong with a value; null when nothing is.
create function private.shipping_value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_text constant text := private.clean_text(p_value #>> '{}');
begin
  if coalesce(jsonb_typeof(p_value), 'null') = 'null' or v_text = '' or p_kind not in ('factor', 'choice', 'object') then
    return private.value_problem(p_label, p_kind, p_is_required, p_lowest, p_highest, p_bytes, p_value);
  elsif p_kind = 'object' then
    return case
      when jsonb_typeof(p_value) <> 'object' then format('%s must be a JSON object, such as {"min_order_value": 25}.', p_label)
      when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  elsif p_kind = 'choice' then
    return case when v_text not in ('free_shipping', 'discount', 'surcharge', 'restriction')
      then p_label || ' must be free_shipping, discount, surcharge or restriction.' end;
  elsif jsonb_typeof(p_value) not in ('number', 'string') or v_text !~ '^[0-9]{1,15}(\.[0-9]{1,15})?$' then
    return p_label || ' must be a number, such as 1.5.';
  end if;
  return case
    when v_text::numeric not between p_lowest and p_highest
    then format('%s must be between %s and %s.', p_label, p_lowest, to_char(p_highest, 'FM999,999.99'))
    when scale(trim_scale(v_text::numeric)) > 2 then p_label || ' can have two decimals, such as 1.25.' end;
end;
$$;

-- Checked fields as they are stored; 422 for the first problem.
create function private.checked_shipping_fields(p_kind text, p_fields jsonb, p_is_new boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_field text;
  v_problem text;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.reject('PT422', 'fields must be an object', 'fields');
  end if;
  select key into v_field from jsonb_object_keys(p_fields) as key
  where key not in (select field from private.shipping_fields(p_kind)) limit 1;
  if v_field is not null then
    perform private.reject('PT422', format('There is no field "%s".', left(v_field, 60)), left(v_field, 60));
  end if;
  select problem.field, problem.message into v_field, v_problem
  from (
    select rule.place, rule.field, private.shipping_value_problem(rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest,
      rule.bytes, p_fields -> rule.field) as message
    from private.shipping_fields(p_kind) with ordinality as rule (field, label, kind, is_required, lowest, highest, bytes, place)
    where p_fields ? rule.field or (p_is_new and rule.field = 'name')
  ) as problem
  where problem.message is not null
  order by problem.place
  limit 1;
  if v_problem is not null then
    perform private.reject('PT422', v_problem, v_field);
  end if;
  return (
    select coalesce(jsonb_object_agg(rule.field, private.stored_value(rule.kind, rule.field, p_fields -> rule.field)), '{}')
    from private.shipping_fields(p_kind) as rule
    where p_fields ? rule.field);
end;
$$;

-- The table of a kind: zone, method or rule.
create function private.shipping_table(p_kind text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_kind is null or p_kind not in ('zone', 'method', 'rule') then
    perform private.reject('PT422', 'kind must be zone, method or rule', 'kind');
  end if;
  return 'shipping_' || p_kind || 's';
end;
$$;

-- Locks what is to be saved and raises 404 when it is gone, 409 with the present record when it is not the version that was read.
create function private.lock_shipping(p_kind text, p_id uuid, p_version integer)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_record jsonb;
begin
  execute format('select to_jsonb(kept) from public.%I as kept where id = $1 for update', private.shipping_table(p_kind))
  into v_record using p_id;
  if v_record is null then
    perform private.reject('PT404', format('This %s no longer exists: somebody has deleted it.', p_kind), 'shipping_gone');
  elsif p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif (v_record ->> 'version')::integer <> p_version then
    perform private.reject('PT409', format('Someone has changed this %s since you opened it.', p_kind), 'stale_version', v_record::text);
  end if;
  return v_record;
end;
$$;

-- Rules name a method by its name or id; those that name it by its name follow when it is renamed, unless another is called the same.
create function private.rename_method_in_rules(p_id uuid, p_before text, p_after text)
returns void
language sql
set search_path = ''
as $$
  update public.shipping_rules set conditions = jsonb_set(conditions, '{shipping_method}', to_jsonb(p_after))
  where jsonb_typeof(conditions -> 'shipping_method') = 'string'
    and upper(btrim(conditions ->> 'shipping_method')) = upper(btrim(p_before))
    and not exists (select from public.shipping_methods where id <> p_id and upper(btrim(name)) = upper(btrim(p_before)));
$$;

-- Adds a zone, method or rule (p_id null) or changes one that is still the version that was read. p_fields: any of the fields in
-- private.shipping_fields. Answers {id, version}.
create function private.save_shipping(p_kind text, p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_table text;
  v_old jsonb := '{"estimated_days_min": 1, "estimated_days_max": 7}';
  v_fields jsonb;
  v_columns text;
  v_saved jsonb;
  v_constraint text;
begin
  perform private.require_right('shipping');
  v_table := private.shipping_table(p_kind);
  v_fields := private.checked_shipping_fields(p_kind, coalesce(p_fields, '{}'), p_id is null);
  if p_id is not null then
    v_old := private.lock_shipping(p_kind, p_id, p_version);
  end if;
  if p_kind = 'method' and ((v_old || v_fields) ->> 'estimated_days_max')::integer < ((v_old || v_fields) ->> 'estimated_days_min')::integer then
    perform private.reject('PT422', 'Maximum days must be the minimum days or more.', 'estimated_days_max');
  elsif v_old || v_fields = v_old then
    return jsonb_build_object('id', p_id, 'version', p_version);
  end if;
  select string_agg(quote_ident(field), ', ' order by field) into v_columns from jsonb_object_keys(v_fields) as field;
  begin
    if p_id is null then
      execute format('insert into public.%1$I as kept (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
        returning to_jsonb(kept)', v_table, v_columns) into v_saved using v_fields;
    else
      execute format('update public.%1$I as kept set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
        where kept.id = $2 returning to_jsonb(kept)', v_table, v_columns) into v_saved using v_fields, p_id;
      if p_kind = 'method' and v_saved ->> 'name' <> v_old ->> 'name' then
        perform private.rename_method_in_rules(p_id, v_old ->> 'name', v_saved ->> 'name');
      end if;
    end if;
  exception when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.reject_constraint(sqlstate, v_constraint);
  end;
  return jsonb_build_object('id', v_saved -> 'id', 'version', v_saved -> 'version');
end;
$$;

grant execute on function private.save_shipping(text, uuid, int4, jsonb) to authenticated, service_role;

create function public.save_shipping(p_kind text, p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_shipping(p_kind, p_id, p_version, p_fields); $$;

grant execute on function public.save_shipping(text, uuid, int4, jsonb) to authenticated, service_role;

-- Deletes a zone, method or rule. A checkout that had chosen the method chooses again.
create function private.delete_shipping(p_kind text, p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('shipping');
  execute format('delete from public.%I where id = $1', private.shipping_table(p_kind)) using p_id;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    perform private.reject('PT404', format('This %s no longer exists: somebody has deleted it.', p_kind), 'shipping_gone');
  end if;
end;
$$;

grant execute on function private.delete_shipping(text, uuid) to authenticated, service_role;

create function public.delete_shipping(p_kind text, p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_shipping(p_kind, p_id); $$;

grant execute on function public.delete_shipping(text, uuid) to authenticated, service_role;

-- What a cart of a subtotal in pounds pays for delivery by what is saved and active, and why; see private.shipping_explanation.
create function private.explain_shipping(p_subtotal numeric, p_postcode text, p_country text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('shipping');
  if p_subtotal is null or p_subtotal not between 0 and 1000000 then
    perform private.reject('PT422', 'The amount must be between £0 and £1,000,000.', 'subtotal');
  elsif char_length(p_postcode) > 20 then
    perform private.reject('PT422', 'postcode is too long', 'postcode');
  elsif char_length(p_country) > 2 then
    perform private.reject('PT422', 'country must be a code of two letters', 'country');
  end if;
  return private.shipping_explanation(p_subtotal, p_postcode, p_country);
end;
$$;

grant execute on function private.explain_shipping(numeric, text, text) to authenticated, service_role;

create function public.explain_shipping(p_subtotal numeric, p_postcode text, p_country text default 'GB')
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.explain_shipping(p_subtotal, p_postcode, p_country); $$;

grant execute on function public.explain_shipping(numeric, text, text) to authenticated, service_role;
