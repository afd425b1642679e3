-- Reading the audit log: by person, subject and day, newest first.

-- What the record of an entry is called, and by what its screen opens it: the product of a variant, the number of an order, the id
-- of anything else. Null when it is gone.
create function private.audited_record(p_table text, p_id text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when pg_input_is_valid(p_id, 'uuid') then p_id::uuid end;
  v_number constant bigint := case when pg_input_is_valid(p_id, 'bigint') then p_id::bigint end;
begin
  return case p_table
    when 'products' then (select jsonb_build_object('name', name, 'opens', id) from public.products where id = v_id)
    when 'product_variants' then (
      select jsonb_build_object('name', concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), 'opens', product.id)
      from public.product_variants as variant join public.products as product on product.id = variant.product_id where variant.id = v_id)
    when 'categories' then (select jsonb_build_object('name', name, 'opens', id) from public.categories where id = v_id)
    when 'product_relations' then (
      select jsonb_build_object('name', product.name, 'opens', product.id)
      from public.product_relations as relation join public.products as product on product.id = relation.product_id
      where relation.id = v_id)
    when 'category_relations' then (
      select jsonb_build_object('name', category.name, 'opens', category.id)
      from public.category_relations as relation join public.categories as category on category.id = relation.category_id
      where relation.id = v_id)
    when 'orders' then (select jsonb_build_object('name', order_number, 'opens', order_number) from public.orders where id = v_id)
    when 'shipments' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.shipments as shipment join public.orders as ordered on ordered.id = shipment.order_id where shipment.id = v_id)
    when 'tracking_events' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.tracking_events as event join public.shipments as shipment on shipment.id = event.shipment_id
      join public.orders as ordered on ordered.id = shipment.order_id
      where event.id = v_number)
    when 'customers' then (
      select jsonb_build_object('name', coalesce(nullif(btrim(first_name || ' ' || last_name), ''), email), 'opens', id)
      from public.customers where id = v_id)
    when 'contact_messages' then (select jsonb_build_object('name', subject, 'opens', id) from public.contact_messages where id = v_id)
    when 'promotions' then (select jsonb_build_object('name', code, 'opens', id) from public.promotions where id = v_id)
    when 'gift_cards' then (select jsonb_build_object('name', '…' || hint, 'opens', id) from public.gift_cards where id = v_id)
    when 'release_events' then (select jsonb_build_object('name', to_set, 'opens', id) from public.release_events where id = v_number)
    when 'release_tokens' then (select jsonb_build_object('name', name, 'opens', id) from private.release_tokens where id = v_id)
    when 'reviews' then (
      select jsonb_build_object('name', product.name, 'opens', review.id)
      from public.reviews as review join public.products as product on product.id = review.product_id where review.id = v_id)
    when 'search_synonyms' then (select jsonb_build_object('name', typed[1], 'opens', id) from public.search_synonyms where id = v_id)
    when 'shipping_zones' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_zones where id = v_id)
    when 'shipping_methods' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_methods where id = v_id)
    when 'shipping_rules' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_rules where id = v_id)
    when 'admin_users' then (
      select jsonb_build_object('name', btrim(first_name || ' ' || last_name), 'opens', id) from public.admin_users where id = v_id)
    when 'staff_invitations' then (
      select jsonb_build_object('name', email, 'opens', id) from public.staff_invitations where id = v_id)
    when 'shop_settings' then (select jsonb_build_object('name', key, 'opens', key) from public.shop_settings where key = p_id)
  end;
end;
$$;

-- The condition of a filter on public.audit_log: actor, subject (a table), from and to (days in London), or a 422.
create function private.audit_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
  v_condition text := 'true';
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.reject('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      continue;
    elsif not coalesce(case v_key
        when 'actor' then pg_input_is_valid(v_value, 'uuid')
        when 'subject' then v_value ~ '^[a-z_]{1,60}$'
        when 'from' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when 'to' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date') end, false) then
      perform private.reject('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    end if;
    v_condition := v_condition || case v_key
      when 'actor' then format(' and actor = %L', v_value)
      when 'subject' then format(' and table_name = %L', v_value)
      when 'from' then format(' and created_at >= %L', (v_value::date)::timestamp at time zone 'Europe/London')
      when 'to' then format(' and created_at < %L', (v_value::date + 1)::timestamp at time zone 'Europe/London') end;
  end loop;
  return v_condition;
end;
$$;

-- One page of the log, newest first: the newest, the one before (older than) an entry, or the one after (newer than) an entry.
-- 'older' and 'newer' are the entries from which the neighbouring pages are read; null where there is none.
create function private.office_audit(p_filter jsonb, p_before bigint, p_after bigint, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_condition text;
  v_from public.audit_log;
  v_found bigint[];
  v_has_more boolean;
  v_older bigint;
  v_newer bigint;
begin
  perform private.require_right('audit');
  v_condition := private.audit_condition(p_filter);
  select * into v_from from public.audit_log where id = coalesce(p_after, p_before);
  if p_after is not null and v_from.id is not null then
    execute format('select array(select id from public.audit_log where %s and (created_at, id) > (%L, %s)
      order by created_at, id limit %s)', v_condition, v_from.created_at, v_from.id, v_size + 1) into v_found;
    v_has_more := cardinality(v_found) > v_size;
    v_found := array(select id from unnest(v_found[1:v_size]) with ordinality as found (id, place) order by place desc);
    if cardinality(v_found) = v_size then
      v_newer := case when v_has_more then v_found[1] end;
      execute format('select id from public.audit_log where %s and (created_at, id) <= (%L, %s)
        order by created_at desc, id desc limit 1', v_condition, v_from.created_at, v_from.id) into v_older;
      v_older := case when v_older is not null then v_found[v_size] end;
    else
      -- The newest page is always a full one.
      v_found := null;
      v_from := null;
    end if;
  end if;
  if v_found is null then
    execute format('select array(select id from public.audit_log where %s%s order by created_at desc, id desc limit %s)',
      v_condition,
      case when v_from.id is not null then format(' and (created_at, id) < (%L, %s)', v_from.created_at, v_from.id) end, v_size + 1) into v_found;
    v_older := case when cardinality(v_found) > v_size then v_found[v_size] end;
    v_found := v_found[1:v_size];
    if v_from.id is not null then
      execute format('select id from public.audit_log where %s and (created_at, id) >= (%L, %s)
        order by created_at, id limit 1', v_condition, v_from.created_at, v_from.id) into v_newer;
      v_newer := case when v_newer is not null then coalesce(v_found[1], v_from.id) end;
    end if;
  end if;
  return jsonb_build_object('older', v_older, 'newer', v_newer, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'subject', entry.table_name, 'row_id', entry.row_id,
      'action', entry.action, 'actor', entry.actor, 'actor_name', nullif(staff.name, ''), 'created_at', entry.created_at,
      'before', entry.before - private.unlogged_columns(), 'after', entry.after - private.unlogged_columns(),
      -- A note that was deleted is known by what it was about.
      'record', case entry.table_name
        when 'order_notes' then private.audited_record('orders', entry.before ->> 'order_id')
        when 'customer_notes' then private.audited_record('customers', entry.before ->> 'customer_id')
        else private.audited_record(entry.table_name, entry.row_id) end) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (entry_id, place)
    join public.audit_log as entry on entry.id = wanted.entry_id
    left join private.staff_names as staff on staff.user_id = entry.actor));
end;
$$;

grant execute on function private.office_audit(jsonb, int8, int8, int4) to authenticated, service_role;

create function public.office_audit(
  p_filter jsonb default '{}', p_before bigint default null, p_after bigint default null, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_audit(p_filter, p_before, p_after, p_size); $$;

grant execute on function public.office_audit(jsonb, int8, int8, int4) to authenticated, service_role;

-- Everybody who works here or ever did, by name, for the filter of the log.
create function private.audit_people()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('audit');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'name', name, 'is_active', is_active) order by is_active desc, name, user_id), '[]')
    from (
      select known.user_id, coalesce(nullif(known.name, ''), 'Staff') as name, coalesce(member.is_active, false) as is_active
      from private.staff_names as known left join public.admin_users as member on member.user_id = known.user_id
      order by coalesce(member.is_active, false) desc, known.name limit 500
    ) as listed);
end;
$$;

grant execute on function private.audit_people() to authenticated, service_role;

create function public.audit_people()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.audit_people(); $$;

grant execute on function public.audit_people() to authenticated, service_role;
