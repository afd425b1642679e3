-- The customer list of the back office and a customer's profile.

-- How many customers joined on each day (UTC), so that a page far down the list is found by adding days up. Staff are no customers.
create table private.customer_days (
  day date primary key,
  customers integer not null default 0
) with (fillfactor = 80);

revoke all on table private.customer_days from public;

-- What staff search customers by. Its own table, so that an order, which moves a customer's totals, leaves its indexes alone.
create table private.customer_list (
  customer_id uuid primary key references public.customers (id) on delete cascade,
  created_at timestamptz not null,
  -- First name, last name and email, a line each, in lower case and without accents; then those of records merged into this one.
  terms text not null check (char_length(terms) <= 640)
);

create index customer_list_terms on private.customer_list using gin (terms extensions.gin_trgm_ops);
-- With the terms, so that a frequent text is found newest first without reading the table.
create index customer_list_newest on private.customer_list (created_at desc, customer_id) include (terms);

revoke all on table private.customer_list from public;

create function private.customer_terms(p_first_name text, p_last_name text, p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select left(concat_ws(chr(10), private.plain_text(p_first_name), private.plain_text(p_last_name), private.plain_text(p_email)), 640); $$;

-- Whether an account is that of an active member of staff.
create function private.is_staff_account(p_user uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select exists (select from public.admin_users where user_id = p_user and is_active); $$;

create function private.list_customers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.customer_list (customer_id, created_at, terms)
  select id, created_at, private.customer_terms(first_name, last_name, email) from new_rows where not private.is_staff_account(user_id);
  return null;
end;
$$;

create trigger list_insert after insert on public.customers
  referencing new table as new_rows for each statement execute function private.list_customers();

-- By row, so that an order, which changes none of these columns, does not run it.
create function private.list_changed_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.customer_list
  set created_at = new.created_at, terms = private.listed_terms(new)
  where customer_id = new.id;
  if found and new.created_at <> old.created_at then
    insert into private.customer_days as tally (day, customers)
    select (moment at time zone 'UTC')::date, sum(sign)
    from (values (old.created_at, -1), (new.created_at, 1)) as moved (moment, sign)
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (day) do update set customers = tally.customers + excluded.customers;
  end if;
  return null;
end;
$$;

create trigger list_update after update of email, first_name, last_name, created_at on public.customers
  for each row when ((old.email, old.first_name, old.last_name, old.created_at)
    is distinct from (new.email, new.first_name, new.last_name, new.created_at))
  execute function private.list_changed_customer();

-- Lists a customer, or takes them off the list while they work here.
create function private.relist_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_row constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_customer public.customers;
begin
  for v_customer in
    select * from public.customers
    where case tg_table_name when 'customers' then id = (v_row ->> 'id')::uuid else user_id = (v_row ->> 'user_id')::uuid end
  loop
    if private.is_staff_account(v_customer.user_id) then
      delete from private.customer_list where customer_id = v_customer.id;
    else
      insert into private.customer_list (customer_id, created_at, terms)
      values (v_customer.id, v_customer.created_at, private.listed_terms(v_customer))
      on conflict (customer_id) do nothing;
    end if;
  end loop;
  return null;
end;
$$;

create trigger relist_customer after update of user_id on public.customers
  for each row when (old.user_id is distinct from new.user_id) execute function private.relist_customer();
create trigger relist_customer after insert or delete or update of is_active on public.admin_users
  for each row execute function private.relist_customer();

create trigger update_counters_insert after insert on private.customer_list
  referencing new table as new_rows for each statement execute function private.count_customers();
create trigger update_counters_delete after delete on private.customer_list
  referencing old table as old_rows for each statement execute function private.count_customers();

create function private.count_customer_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.customer_days as tally (day, customers)
    select (created_at at time zone 'UTC')::date, sum(sign) from (%s) as change
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (day) do update set customers = tally.customers + excluded.customers
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

-- Named to run after update_counters_insert: the counter comes first in the order of locks.
create trigger update_days_insert after insert on private.customer_list
  referencing new table as new_rows for each statement execute function private.count_customer_days();
create trigger update_days_delete after delete on private.customer_list
  referencing old table as old_rows for each statement execute function private.count_customer_days();

-- An order without an account belongs to the guest of its email address. The guest's row is locked against an account that takes
-- the guest's place at this moment. The counter of customers is locked before those of orders, which nothing does the other way round.
create function private.join_guest()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  select id into new.customer_id from public.customers where is_guest and lower(email) = lower(new.email) for key share;
  if new.customer_id is null then
    insert into public.customers (email, first_name, last_name, phone, is_guest, created_at)
    values (new.email, left(btrim(coalesce(new.shipping_address ->> 'first_name', new.billing_address ->> 'first_name', '')), 100),
      left(btrim(coalesce(new.shipping_address ->> 'last_name', new.billing_address ->> 'last_name', '')), 100),
      nullif(btrim(new.phone), ''), true, new.created_at)
    on conflict (lower(email)) where is_guest do nothing
    returning id into new.customer_id;
  end if;
  if new.customer_id is null then
    select id into new.customer_id from public.customers where is_guest and lower(email) = lower(new.email) for key share;
  end if;
  return new;
end;
$$;

create trigger join_guest before insert on public.orders
  for each row when (new.customer_id is null and new.user_id is null and char_length(new.email) >= 3)
  execute function private.join_guest();

-- The condition of a search on private.customer_list: each word is part of a name or of the email, in any order, so that both
-- names together are found either way round. Null without a word.
create function private.customer_condition(p_query text)
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(format('terms like %L', private.search_pattern(word)), ' and ' order by place)
  from (
    select word, place
    from regexp_split_to_table(private.plain_text(left(p_query, 200)), '\s+') with ordinality as split (word, place)
    where word <> ''
    order by place limit 8
  ) as words;
$$;

-- A customer as the list and exports show them. The figures are those of all records merged into theirs.
-- The same with a tag, empty for any. Null without a word and a tag.
create function private.tagged_condition(p_query text, p_tag text)
returns text
language sql
stable
set search_path = ''
as $$
  select nullif(concat_ws(' and ', private.customer_condition(p_query),
    case when p_tag <> '' then format('customer_id in (select customer_id from private.customer_tags where tag = %L)', left(lower(p_tag), 40)) end), '');
$$;

create function private.customer_row(p_customer public.customers)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', p_customer.id, 'first_name', p_customer.first_name, 'last_name', p_customer.last_name,
      'email', p_customer.email, 'total_orders', sum(total_orders), 'total_spent', sum(total_spent),
      'last_order_at', max(last_order_at), 'created_at', p_customer.created_at, 'age_verified', p_customer.age_verified,
      'accepts_marketing', p_customer.accepts_marketing)
    from public.customers where id = any (private.customer_group(p_customer.id)))
    || jsonb_build_object('tags', (
      select coalesce(jsonb_agg(tag order by tag), '[]') from private.customer_tags where customer_id = p_customer.id));
end;
$$;

-- One page of the customers, newest first. A page of all of them begins on the day that the tallies name, and at most that day's
-- customers are passed over. A search is counted up to 1,000 and then marked as not exact; its pages end there.
-- p_tag: only customers with this tag; empty for all.
create function private.office_customers(p_query text, p_page integer, p_size integer, p_tag text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_condition constant text := private.tagged_condition(p_query, p_tag);
  v_all bigint;
  v_total bigint;
  v_is_exact boolean := true;
  v_found uuid[];
  v_pages integer;
  v_page integer;
  v_offset bigint;
  v_day date;
  v_before bigint;
begin
  perform private.require_right('customers');
  select count into v_all from private.counters where subject = 'customer';
  v_all := coalesce(v_all, 0);
  if v_condition is null then
    v_total := v_all;
  else
    execute format($sql$
      select count(*), array_agg(customer_id order by created_at desc, customer_id)
      from (select customer_id, created_at from private.customer_list where %s limit %s) as found
      $sql$, v_condition, v_most + 1)
    into v_total, v_found;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  if v_condition is null then
    select day, before into v_day, v_before
    from (select day, customers, sum(customers) over (order by day desc) - customers as before from private.customer_days) as tally
    where before + customers > v_offset
    order by day desc limit 1;
    v_found := array(
      select customer_id from private.customer_list where created_at < (v_day + 1)::timestamp at time zone 'UTC'
      order by created_at desc, customer_id limit v_size offset v_offset - v_before);
  elsif v_is_exact then
    v_found := v_found[v_offset + 1 : v_offset + v_size];
  else
    execute format('select array(select customer_id from private.customer_list where %s
      order by created_at desc, customer_id limit %s offset %s)', v_condition, v_size, v_offset)
    into v_found;
  end if;
  return jsonb_build_object('all', v_all, 'total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages,
    'tags', private.tags_in_use(), 'rows', (
    select coalesce(jsonb_agg(private.customer_row(customer) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (customer_id, place)
    join public.customers as customer on customer.id = wanted.customer_id));
end;
$$;

grant execute on function private.office_customers(text, int4, int4, text) to authenticated, service_role;

create function public.office_customers(
  p_query text default '', p_page integer default 1, p_size integer default 10, p_tag text default '')
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_customers(p_query, p_page, p_size, p_tag); $$;

grant execute on function public.office_customers(text, int4, int4, text) to authenticated, service_role;

-- A customer's own orders, those of records merged into theirs (p_group, theirs first), and those that somebody placed with the same
-- email and no account, newest first.
create function private.recent_orders(p_customer public.customers, p_group uuid[], p_limit integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_number', order_number, 'total', total, 'currency', currency,
    'status', status, 'payment_status', payment_status, 'created_at', created_at, 'by_guest', by_guest)
    order by created_at desc, id), '[]')
  from (
    select * from (
      (select theirs.*
        from unnest(p_group) as record (customer)
        cross join lateral (
          select id, order_number, total, currency, status, payment_status, created_at,
            customer_id <> p_customer.id and not p_customer.is_guest as by_guest
          from public.orders where customer_id = record.customer order by created_at desc, id limit p_limit
        ) as theirs)
      union all
      (select id, order_number, total, currency, status, payment_status, created_at, true from public.orders
        where lower(email) = lower(p_customer.email) and user_id is null and (customer_id = any (p_group)) is not true
        order by created_at desc, id limit p_limit)
    ) as known
    order by created_at desc, id limit p_limit
  ) as newest;
$$;

-- All that the profile of a customer shows. Orders are null for those who may not see orders; guests' orders are counted up to 1,000.
create function private.customer_profile(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_customer public.customers;
  v_orders constant boolean := private.may('orders');
  v_group uuid[];
begin
  perform private.require_right('customers');
  v_group := private.customer_group(p_id);
  select * into v_customer from public.customers where id = p_id;
  if v_customer.id is null then
    perform private.reject('PT404', 'This customer does not exist.', 'customer_not_found');
  end if;
  return private.customer_row(v_customer) || jsonb_build_object(
    'phone', v_customer.phone, 'is_guest', v_customer.is_guest, 'has_account', v_customer.user_id is not null,
    'is_payment_customer', v_customer.stripe_customer_id is not null, 'record', private.customer_record(v_customer),
    'merged', (
      select coalesce(jsonb_agg(jsonb_build_object('id', merged.id, 'first_name', merged.first_name, 'last_name', merged.last_name,
        'email', merged.email, 'total_orders', merged.total_orders, 'total_spent', merged.total_spent, 'merged_at', link.created_at)
        order by link.created_at, link.id), '[]')
      from private.customer_merges as link join public.customers as merged on merged.id = link.id where link.main_id = p_id),
    'merged_into', (
      select jsonb_build_object('id', kept.id, 'first_name', kept.first_name, 'last_name', kept.last_name, 'email', kept.email)
      from private.customer_merges as link join public.customers as kept on kept.id = link.main_id where link.id = p_id),
    'orders', case when v_orders then private.recent_orders(v_customer, v_group, 10) end,
    'guest_orders', case when v_orders then (
      select count(*) from (
        select from public.orders
        where lower(email) = lower(v_customer.email) and user_id is null and (customer_id = any (v_group)) is not true limit 1000
      ) as counted) end,
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'is_default', is_default, 'first_name', first_name,
        'last_name', last_name, 'address_line_1', address_line_1, 'address_line_2', address_line_2, 'city', city, 'state', state,
        'postal_code', postal_code, 'country', country, 'phone', phone) order by is_default desc, created_at desc, id), '[]')
      from public.addresses where customer_id = p_id));
end;
$$;

grant execute on function private.customer_profile(uuid) to authenticated, service_role;

create function public.customer_profile(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.customer_profile(p_id); $$;

grant execute on function public.customer_profile(uuid) to authenticated, service_role;
