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
    perform private.reject('PT422', 'Choose 1 to 500 products, each once.', 'ids');
  end if;
end;
$$;

-- Sets what each row wants: [{id, version, after}]. after: is_active (with publish_at where it ended a schedule), is_featured, category_id, price with variants [{id, price}], or
-- stock_change. All products in one statement, all variants in another. Answers {done: [{id, version, before}], conflicts: [{id, name,
-- version}], rejected: [{id, name, reason}]}; before has the same form as after.
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
    perform private.reject('PT422', v_problem ->> 'message', v_problem ->> 'field');
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
    else p_before <> '{}' and p_before - array['is_active', 'is_featured', 'category_id', 'publish_at'] = '{}'
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
    perform private.reject('PT422', 'Send what bulk_products answered as done.', 'done');
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
