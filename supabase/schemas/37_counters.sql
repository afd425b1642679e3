-- Counters kept by triggers, so that the dashboard is as fast at a million orders as at ten.

create table private.counters (
  subject text primary key,
  count bigint not null default 0,
  amount numeric(16, 2) not null default 0
) with (fillfactor = 50);

revoke all on table private.counters from public;

-- The counters of an empty shop.
insert into private.counters (subject) values ('product'), ('product:active'), ('product:low'), ('customer');

-- The figures of the dashboard.
create function private.dashboard_stats()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.reject('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select jsonb_build_object(
      'products_total', coalesce(sum(count) filter (where subject = 'product'), 0),
      'products_active', coalesce(sum(count) filter (where subject = 'product:active'), 0),
      'low_stock', coalesce(sum(count) filter (where subject = 'product:low'), 0),
      'categories', (select count(*) from public.categories),
      'customers', coalesce(sum(count) filter (where subject = 'customer'), 0),
      'orders_total', coalesce(sum(count) filter (where part[1] = 'order'), 0),
      'orders_pending', coalesce(sum(count) filter (where part[1] = 'order' and part[2] = 'pending'), 0),
      'revenue', coalesce(sum(amount) filter (where part[1] = 'order' and part[2] = private.setting_text('revenue.basis', 'completed')), 0),
      'paid', coalesce(sum(amount) filter (where part[1] = 'order' and part[3] = 'succeeded'), 0))
    from (select subject, count, amount, string_to_array(subject, ':') as part from private.counters) as counter);
end;
$$;

grant execute on function private.dashboard_stats() to authenticated, service_role;

create function public.dashboard_stats()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.dashboard_stats(); $$;

grant execute on function public.dashboard_stats() to authenticated, service_role;

-- What an order took that is still the shop's, in pounds. It counts once: when a gift card is sold, not again when it pays.
create function private.takings_of(p_total numeric, p_gift_card numeric, p_refunded numeric, p_refunded_to_gift_card numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select p_total - p_gift_card - (p_refunded - p_refunded_to_gift_card); $$;

-- What a customer has spent on an order.
create function private.revenue_of(p_status text, p_payment_status text, p_takings numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when p_payment_status = 'succeeded' and p_status <> 'cancelled' then p_takings else 0 end; $$;

create function private.count_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * takings)
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1 having sum(sign) <> 0 or sum(sign * takings) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count, amount = counter.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders,
        sum(sign * private.revenue_of(status, payment_status,
          private.takings_of(total, gift_card_amount - exchanged_amount, refunded_amount, refunded_to_gift_card))) as spent
      from (%s) as change
      where customer_id is not null
      group by customer_id
    ), locked as (
      select customer.id from public.customers as customer join change on change.customer_id = customer.id
      where change.orders <> 0 or change.spent <> 0
      order by customer.id for no key update of customer
    )
    update public.customers as customer
    set total_orders = customer.total_orders + change.orders, total_spent = customer.total_spent + change.spent,
      last_order_at = (select max(orders.created_at) from public.orders where orders.customer_id = customer.id)
    from change join locked on locked.id = change.customer_id
    where customer.id = change.customer_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_orders();
create trigger update_counters_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_orders();
create trigger update_counters_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_orders();

create function private.count_catalogue()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select counted.subject, sum(change.sign)
    from (%s) as change
    cross join lateral (values
      ('product', true), ('product:active', change.is_active), ('product:archived', change.archived_at is not null),
      ('product:in:' || coalesce(change.category_id::text, 'none'), true),
      ('product:active:' || coalesce(change.category_id::text, 'none'), change.is_active),
      ('product:archived:' || coalesce(change.category_id::text, 'none'), change.archived_at is not null),
      ('product:low', change.track_inventory and change.inventory_quantity <= change.low_stock_threshold and change.options = '[]')
    ) as counted (subject, holds)
    where counted.holds
    group by 1 having sum(change.sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.count_catalogue();
create trigger update_counters_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_catalogue();
create trigger update_counters_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.count_catalogue();

-- What runs low is a size, not the product as a whole.
create function private.count_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select 'product:low', sum(sign) from (%s) as change
    where track_inventory and inventory_quantity <= low_stock_threshold
    having sum(sign) <> 0
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.count_variants();

create function private.count_customers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select 'customer', sum(sign) from (%s) as change having sum(sign) <> 0
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

-- The number of active products, of all or of one active category.
create function private.count_products(p_category text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select count from private.counters
    where subject = case when p_category is null then 'product:active' else
      'product:active:' || (select id from public.categories where slug = p_category and is_active) end), 0);
$$;

grant execute on function private.count_products(text) to anon, authenticated, service_role;

create function public.count_products(p_category text default null)
returns bigint
language sql
stable
set search_path = ''
as $$ select private.count_products(p_category); $$;

grant execute on function public.count_products(text) to anon, authenticated, service_role;
