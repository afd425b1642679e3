-- The list of orders in the back office: filters, numbered pages with an exact count, and search.

-- Checks a filter; keys without a value are left out. q: part of order number or email; payment: pending, succeeded (which includes
-- paid), failed or refunded; status; from and to: days in London, both included; country: two letters; gift_card: paid with one;
-- unshipped: paid and not sent yet.
create function private.order_filter(p_filter jsonb)
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
  for v_key, v_value in select key, private.clean_code(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key in ('gift_card', 'unshipped') and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case
        when v_key = 'q' then char_length(v_value) <= 200
        when v_key = 'payment' then v_value in ('pending', 'succeeded', 'failed', 'refunded')
        when v_key = 'status' then v_value in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')
        when v_key in ('from', 'to') then v_value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when v_key = 'country' then v_value ~ '^[A-Z]{2}$'
        when v_key in ('gift_card', 'unshipped') then v_value = 'true' end, false) then
      perform private.reject('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    else
      v_filter := v_filter || jsonb_build_object(v_key, v_value);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The conditions of a filter but for text and period. Orders and their tally name country and gift card differently.
create function private.order_condition(p_filter jsonb, p_country text, p_gift_card text)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'payment' then format('payment_status = %L', p_filter ->> 'payment') end,
    case when p_filter ? 'status' then format('status = %L', p_filter ->> 'status') end,
    case when p_filter ? 'country' then format('%s = %L', p_country, p_filter ->> 'country') end,
    case when p_filter ? 'gift_card' then p_gift_card end,
    case when p_filter ? 'unshipped' then $sql$payment_status = 'succeeded' and status in ('pending', 'processing')$sql$ end);
$$;

create function private.days_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', private.order_condition(p_filter, 'country', 'with_gift_card'),
    case when p_filter ? 'from' then format('day >= %L', p_filter ->> 'from') end,
    case when p_filter ? 'to' then format('day <= %L', p_filter ->> 'to') end);
$$;

create function private.orders_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select private.order_condition(p_filter, $sql$left(shipping_address ->> 'country', 2)$sql$, 'gift_card_amount > 0');
$$;

-- The moments of a filter's period.
create function private.period_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'from' then format('created_at >= %L', (p_filter ->> 'from')::date::timestamp at time zone 'Europe/London') end,
    case when p_filter ? 'to' then
      format('created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Europe/London') end);
$$;

-- A page of a filter without text: the days are added up to the one with the page's first order, and only the orders of the page's
-- days are walked, by an index.
create function private.orders_by_day(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_found jsonb;
begin
  execute format($sql$
    with days as materialized (
      select day, sum(orders) as orders from private.order_days where %s group by day having sum(orders) > 0
    ), counted as (
      select coalesce(sum(orders), 0)::bigint as total, greatest(1, ceil(sum(orders) / $2))::integer as pages from days
    ), asked as materialized (
      select total, pages, least($1, pages) as page, (least($1, pages) - 1)::bigint * $2 as first from counted
    ), placed as (
      select day, orders, sum(orders) over (order by day desc) - orders as before from days
    ), found as (
      select entry.id, entry.created_at
      from asked
      join placed on placed.before < asked.first + $2 and placed.before + placed.orders > asked.first
      cross join lateral (
        select id, created_at from public.orders
        where created_at >= placed.day::timestamp at time zone 'Europe/London'
          and created_at < (placed.day + 1)::timestamp at time zone 'Europe/London' and %s
        order by created_at desc, id limit $2 offset greatest(asked.first - placed.before, 0)::bigint
      ) as entry
      order by entry.created_at desc, entry.id limit $2
    )
    select jsonb_build_object('total', total, 'exact', true, 'pages', pages, 'page', page, 'within', null,
      'ids', (select coalesce(jsonb_agg(id order by created_at desc, id), '[]') from found))
    from asked
    $sql$, private.days_condition(p_filter), private.orders_condition(p_filter))
  into v_found using p_page, p_size;
  return v_found;
end;
$$;

-- The newest orders that a text is part of, 1,001 at most. A text that is frequent among the newest orders is found by passing over
-- an index of their numbers and addresses, any other by the trigram index. That index knows no texts without three letters or digits
-- in a row: they are looked for among the newest 20,000 orders of the period alone.
create function private.orders_with_text(p_filter jsonb)
returns uuid[]
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_text constant text := p_filter ->> 'q';
  v_pattern constant text := private.search_pattern(v_text);
  v_condition constant text := private.orders_condition(p_filter) || ' and ' || private.period_condition(p_filter);
  -- By letters of the alphabet alone, which is fast, and which the trigram index does not offer.
  v_passing constant text := format($sql$(email collate "C" ilike %1$L or order_number collate "C" ilike %1$L)$sql$, v_pattern);
  v_sample constant integer := 2000;
  v_candidates constant integer := 20000;
  v_source text := 'public.orders';
  v_where text;
  v_ids uuid[];
  v_count integer;
begin
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    v_where := format('lower(email) = %L', lower(v_text));
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    v_where := format('order_number = %L', upper(v_text));
  elsif v_text !~ '[[:alnum:]]{3}' then
    v_where := v_passing;
    v_source := format('(select * from public.orders where %s order by created_at desc, id limit 20000) as orders',
      private.period_condition(p_filter));
  else
    v_where := v_passing;
    select count(*) into v_count
    from (select order_number, email from public.orders order by created_at desc, id limit v_sample) as newest
    where order_number ilike v_pattern or email ilike v_pattern;
    if v_count < v_sample / 100 then
      execute format($sql$
        with candidates as materialized (
          select id, created_at, status, payment_status, shipping_address, gift_card_amount
          from public.orders where order_number ilike %1$L or email ilike %1$L limit %2$s
        )
        select (select count(*) from candidates), array(select id from candidates where %3$s order by created_at desc, id limit 1001)
        $sql$, v_pattern, v_candidates + 1, v_condition)
      into v_count, v_ids;
      if v_count <= v_candidates then
        return v_ids;
      end if;
    end if;
  end if;
  execute format('select array(select id from %s where %s and %s order by created_at desc, id limit 1001)', v_source, v_where, v_condition)
  into v_ids;
  return v_ids;
end;
$$;

-- A page of a search: up to 1,000 are counted, and pages end there. within: the number of newest orders that were looked at, if not all.
create function private.orders_by_text(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_ids constant uuid[] := private.orders_with_text(p_filter);
  v_total constant integer := least(cardinality(v_ids), v_most);
  v_pages constant integer := greatest(1, ceil(v_total::numeric / p_size));
  v_page constant integer := least(p_page, v_pages);
  v_within bigint;
begin
  if p_filter ->> 'q' !~ '[[:alnum:]]{3}' then
    execute format('select sum(orders) from private.order_days where %s', private.days_condition(
      p_filter - array['payment', 'status', 'country', 'gift_card', 'unshipped'])) into v_within;
  end if;
  return jsonb_build_object('total', v_total, 'exact', cardinality(v_ids) <= v_most, 'pages', v_pages, 'page', v_page,
    'within', case when v_within > 20000 then 20000 end,
    'ids', to_jsonb(v_ids[(v_page - 1) * p_size + 1:least(v_page * p_size, v_most)]));
end;
$$;

-- The countries that orders went to, by a jump from one to the next in the index.
create function private.order_countries()
returns text[]
language sql
stable
set search_path = ''
as $$
  with recursive known as (
    select min(country) as country from private.order_days
    union all
    select (select min(country) from private.order_days where country > known.country) from known where known.country is not null
  )
  select array(select country from known where country <> '' order by country);
$$;

-- One page of the orders, newest first; a page beyond the last is the last. Without a text the total is exact.
create function private.office_orders(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_page constant integer := greatest(coalesce(p_page, 1), 1);
  v_filter jsonb;
  v_found jsonb;
begin
  perform private.require_right('orders');
  v_filter := private.order_filter(p_filter);
  v_found := case when v_filter ? 'q' then private.orders_by_text(v_filter, v_page, v_size)
    else private.orders_by_day(v_filter, v_page, v_size) end;
  return v_found - 'ids' || jsonb_build_object('countries', private.order_countries(), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'email', orders.email,
      'created_at', orders.created_at, 'total', orders.total, 'currency', orders.currency,
      'payment_status', orders.payment_status, 'status', orders.status, 'shipping_method', orders.shipping_method,
      'name', btrim(concat_ws(' ', orders.shipping_address ->> 'first_name', orders.shipping_address ->> 'last_name')),
      'items', (select coalesce(sum((item ->> 'quantity')::integer), 0) from jsonb_array_elements(orders.items) as item))
      order by place), '[]')
    from jsonb_array_elements_text(v_found -> 'ids') with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id::uuid));
end;
$$;

grant execute on function private.office_orders(jsonb, int4, int4) to authenticated, service_role;

create function public.office_orders(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 10)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_orders(p_filter, p_page, p_size); $$;

grant execute on function public.office_orders(jsonb, int4, int4) to authenticated, service_role;
