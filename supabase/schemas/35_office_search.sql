-- Search in the back office: orders and customers.

-- Security definer, since behind row level security a non-leakproof operator uses no index; each function checks for staff.
-- The ILIKE pattern of a query with its wildcards escaped; null when there is nothing to search for.
create function private.search_pattern(p_query text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '%' || regexp_replace(nullif(private.clean_text(left(p_query, 200)), ''), '([\\%_])', '\\\1', 'g') || '%';
$$;

-- The newest orders of some payment states (null: of all), after a row.
create function private.newest_orders(p_statuses text[], p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if p_statuses is null then
    return query
      select * from public.orders
      where p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id))
      order by created_at desc, id limit p_limit;
  else
    -- One index scan per state: no index is ordered across several.
    return query
      select found.* from unnest(p_statuses) as wanted (payment_status)
      cross join lateral (
        select * from public.orders
        where orders.payment_status = wanted.payment_status
          and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
        order by created_at desc, id limit p_limit
      ) as found
      order by found.created_at desc, found.id limit p_limit;
  end if;
end;
$$;

-- Newest first, keyset pagination by created_at and id. A text in more than a thousand rows that is rare among the newest can
-- miss some.
create function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(private.clean_code(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(v_text);
  v_statuses text[] := array[private.payment_status(p_payment_status)];
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.orders[];
  v_last public.orders;
  v_found integer;
begin
  perform private.require_right('orders');
  if p_payment_status is null then v_statuses := null; end if;
  if v_text is null then
    return query select * from private.newest_orders(v_statuses, p_before, p_before_id, v_limit);
    return;
  end if;
  -- An exact order number or e-mail is looked up by its index.
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    return query
      select * from public.orders
      where lower(email) = lower(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    return query
      select * from public.orders
      where order_number = upper(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)));
    return;
  end if;
  -- A frequent text is found among the newest, a rare one by the trigram index.
  v_newest := array(select newest from private.newest_orders(v_statuses, p_before, p_before_id, v_window) as newest);
  return query
    select newest.* from unnest(v_newest) as newest
    where newest.order_number ilike v_pattern or newest.email ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.orders where order_number ilike v_pattern or email ilike v_pattern limit v_candidates
    )
    select * from candidates
    where (created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id))
      and (v_statuses is null or payment_status = any (v_statuses))
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

grant execute on function private.search_orders(text, text, timestamptz, uuid, int4) to authenticated, service_role;

-- Same search as for orders, without a state.
create function private.search_customers(p_query text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.customers language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(private.clean_text(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.customers[];
  v_last public.customers;
  v_found integer;
begin
  perform private.require_right('customers');
  if exists (select from public.customers where lower(email) = lower(v_text)) then
    return query
      select * from public.customers
      where lower(email) = lower(v_text)
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  end if;
  v_newest := array(
    select customers from public.customers
    where p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id))
    order by created_at desc, id limit case when v_text is null then v_limit else v_window end);
  return query
    select newest.* from unnest(v_newest) as newest
    where v_text is null or newest.email ilike v_pattern or newest.first_name ilike v_pattern or newest.last_name ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_text is null or v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.customers
      where email ilike v_pattern or first_name ilike v_pattern or last_name ilike v_pattern limit v_candidates
    )
    select * from candidates
    where created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id)
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

grant execute on function private.search_customers(text, timestamptz, uuid, int4) to authenticated, service_role;

create function public.search_orders(
  p_query text default null, p_payment_status text default null, p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 10)
returns setof public.orders
language sql
stable
set search_path = ''
as $$ select * from private.search_orders(p_query, p_payment_status, p_before, p_before_id, p_limit); $$;

grant execute on function public.search_orders(text, text, timestamptz, uuid, int4) to authenticated, service_role;

create function public.search_customers(
  p_query text default null, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 10)
returns setof public.customers
language sql
stable
set search_path = ''
as $$ select * from private.search_customers(p_query, p_before, p_before_id, p_limit); $$;

grant execute on function public.search_customers(text, timestamptz, uuid, int4) to authenticated, service_role;
