-- Figures of the dashboard over time: orders and money by day, week or month, and what sells best.

-- What was sold of each product in a day and in a month (London), by orders that are paid and not cancelled. Counted by triggers.
-- amount is before VAT, discounts and refunds. A product that is deleted keeps its rows.
create table private.product_sales (
  unit text not null check (unit in ('day', 'month')),
  since date not null,
  product_id uuid not null,
  units bigint not null default 0,
  amount numeric(16, 2) not null default 0,
  primary key (unit, since, product_id)
) with (fillfactor = 70);

revoke all on table private.product_sales from public;

-- Runs after private.count_order_days, in the order of products, for the same reason.
create function private.count_product_sales()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.product_sales as tally (unit, since, product_id, units, amount)
    select unit, date_trunc(unit, created_at at time zone 'Europe/London')::date, (item ->> 'product_id')::uuid,
      sum(sign * (item ->> 'quantity')::bigint), sum(sign * (item ->> 'total_price')::numeric)
    from (%s) as change
    cross join jsonb_array_elements(items) as item
    cross join (values ('day'), ('month')) as kind (unit)
    where payment_status = 'succeeded' and status <> 'cancelled' and item ->> 'product_id' is not null
    group by 1, 2, 3 having sum(sign * (item ->> 'quantity')::bigint) <> 0
    order by 1, 2, 3
    on conflict (unit, since, product_id) do update set units = tally.units + excluded.units, amount = tally.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_product_sales_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_product_sales();
create trigger update_product_sales_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_product_sales();
create trigger update_product_sales_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_product_sales();

-- Whether a product was ever sold, for the question before it is deleted.
create function private.product_is_ordered(p_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  return exists (select from private.product_sales where unit = 'month' and product_id = p_id);
end;
$$;

grant execute on function private.product_is_ordered(uuid) to authenticated, service_role;

create function public.product_is_ordered(p_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select private.product_is_ordered(p_id); $$;

grant execute on function public.product_is_ordered(uuid) to authenticated, service_role;

-- The longest period that is asked for: 5 years.
create function private.check_period(p_from date, p_to date)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or p_to - p_from > 1827
    or p_from < date '2000-01-01' or p_to > date '2200-01-01' then
    perform private.reject('PT422', 'Choose a period of at most 5 years.', 'period');
  end if;
end;
$$;

-- The beginning of a day in London.
create function private.london_midnight(p_day date)
returns timestamptz
language sql
immutable
set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London'; $$;

-- What was given back in a period, gift cards included, by the day of the refund.
create function private.refunded_between(p_from date, p_to date)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(amount), 0) from public.refunds
  where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1) and edit_id is null;
$$;

-- Orders and money of a period. revenue and paid are what the cards of the dashboard call so (private.dashboard_stats).
create function private.sales_total(p_from date, p_to date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('orders', coalesce(sum(orders), 0),
    'revenue', coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0),
    'paid', coalesce(sum(amount) filter (where payment_status = 'succeeded'), 0),
    'refunded', private.refunded_between(p_from, p_to),
    'customers', (select coalesce(sum(customers), 0) from private.customer_days where day between p_from and p_to))
  from private.order_days where day between p_from and p_to;
$$;

-- The best-selling products of a period: whole months from the months, the days at its edges from the days.
create function private.top_products(p_from date, p_to date, p_limit integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with edges as (
    select date_trunc('month', p_from + interval '1 month' - interval '1 day')::date as first_month,
      date_trunc('month', p_to + interval '1 day')::date as after_months
  ), sold as (
    select product_id, units, amount from private.product_sales, edges
    where unit = 'month' and since >= first_month and since < after_months
    union all
    select product_id, units, amount from private.product_sales, edges
    where unit = 'day' and since between p_from and p_to
      and (first_month >= after_months or since < first_month or since >= after_months)
  ), best as (
    select product_id, sum(units) as units, sum(amount) as amount from sold
    group by product_id having sum(units) > 0 order by sum(amount) desc, product_id limit p_limit
  )
  select coalesce(jsonb_agg(jsonb_build_object('product_id', best.product_id, 'name', product.name, 'units', best.units,
    'amount', best.amount) order by best.amount desc, best.product_id), '[]')
  from best left join public.products as product on product.id = best.product_id;
$$;

-- The figures of a period (days in London, both included) by day, week or month, its best-selling products, and the totals of the
-- period of the same length before.
create function private.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if coalesce(p_unit, '') not in ('day', 'week', 'month') or (p_unit = 'day' and p_to - p_from > 366) then
    perform private.reject('PT422', 'Choose days (of a year at most), weeks or months.', 'unit');
  end if;
  return (
    with counted as (
      select date_trunc(p_unit, day)::date as since, sum(orders) as orders,
        coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0) as revenue,
        coalesce(sum(amount) filter (where payment_status = 'succeeded'), 0) as paid
      from private.order_days where day between p_from and p_to group by 1
    ), joined as (
      select date_trunc(p_unit, day)::date as since, sum(customers) as customers
      from private.customer_days where day between p_from and p_to group by 1
    ), returned as (
      select date_trunc(p_unit, settled_at at time zone 'Europe/London')::date as since, sum(amount) as refunded
      from public.refunds
      where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1) and edit_id is null
      group by 1
    )
    select jsonb_build_object(
      'series', jsonb_agg(jsonb_build_object('since', bucket.since, 'orders', coalesce(counted.orders, 0),
        'revenue', coalesce(counted.revenue, 0), 'paid', coalesce(counted.paid, 0),
        'refunded', coalesce(returned.refunded, 0), 'customers', coalesce(joined.customers, 0))
        order by bucket.since),
      'total', private.sales_total(p_from, p_to),
      'before', private.sales_total(p_from - (p_to - p_from + 1), p_from - 1),
      'top_products', private.top_products(p_from, p_to, 10))
    from (
      select step::date as since
      from generate_series(date_trunc(p_unit, p_from::timestamp), p_to::timestamp, ('1 ' || p_unit)::interval) as step
    ) as bucket
    left join counted using (since) left join joined using (since) left join returned using (since));
end;
$$;

grant execute on function private.sales_series(date, date, text) to authenticated, service_role;

create function public.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.sales_series(p_from, p_to, p_unit); $$;

grant execute on function public.sales_series(date, date, text) to authenticated, service_role;

-- The latest that happened to orders, with who did it.
create function private.recent_activity()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'order_number', orders.order_number, 'type', event.type,
      'description', event.description, 'at', event.created_at,
      'actor', nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), '')) order by event.id desc), '[]')
    from (select * from public.order_events order by id desc limit 5) as event
    join public.orders on orders.id = event.order_id
    left join public.admin_users as member on member.user_id::text = event.data ->> 'actor');
end;
$$;

grant execute on function private.recent_activity() to authenticated, service_role;

create function public.recent_activity()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.recent_activity(); $$;

grant execute on function public.recent_activity() to authenticated, service_role;
