-- Customers: tags, corrections by staff, and records of one person merged by a link (decision 0089).

-- Private: customers see their own row of public.customers, and tags are words about them.
create table private.customer_tags (
  customer_id uuid not null references public.customers (id) on delete cascade,
  -- In lower case, so that one tag has one spelling.
  tag text not null check (char_length(tag) between 1 and 40),
  primary key (customer_id, tag)
);

create index customer_tags_by_tag on private.customer_tags (tag, customer_id);

revoke all on table private.customer_tags from public;

-- A guest whose record is one person's with another that stays on the list. A link: no row moves, so nothing that a buyer sees or may
-- read changes with it, and taking it back leaves everything as it was.
create table private.customer_merges (
  id uuid primary key references public.customers (id) on delete cascade,
  main_id uuid not null references public.customers (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint customer_merges_other check (id <> main_id)
);

create index customer_merges_by_main on private.customer_merges (main_id);

revoke all on table private.customer_merges from public;

-- A customer and the records that are merged into theirs.
create function private.customer_group(p_id uuid)
returns uuid[]
language sql
stable
set search_path = ''
as $$ select array[p_id] || array(select id from private.customer_merges where main_id = p_id order by created_at, id); $$;

-- What staff find a customer by: their own names and email, then those of the records merged into theirs.
create function private.listed_terms(p_customer public.customers)
returns text
language sql
stable
set search_path = ''
as $$
  select left(concat_ws(chr(10), private.customer_terms(p_customer.first_name, p_customer.last_name, p_customer.email), (
    select string_agg(private.customer_terms(merged.first_name, merged.last_name, merged.email), chr(10) order by link.created_at, link.id)
    from private.customer_merges as link join public.customers as merged on merged.id = link.id
    where link.main_id = p_customer.id)), 640);
$$;

-- A merged record leaves the list and comes back with the end of the merge, also when the kept record is deleted.
create function private.list_merged_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    delete from private.customer_list where customer_id = new.id;
  elsif tg_op = 'DELETE' then
    insert into private.customer_list (customer_id, created_at, terms)
    select id, created_at, private.listed_terms(customer) from public.customers as customer where id = old.id
    on conflict (customer_id) do nothing;
  end if;
  update private.customer_list as listed set terms = private.listed_terms(customer)
  from public.customers as customer
  where customer.id = listed.customer_id and customer.id in (
    case when tg_op <> 'INSERT' then old.main_id end, case when tg_op <> 'DELETE' then new.main_id end);
  return null;
end;
$$;

create trigger list_merged_customer after insert or delete or update of main_id on private.customer_merges
  for each row execute function private.list_merged_customer();

-- What staff keep of a guest, for the account that takes the guest's place: tags, and what was merged into the guest's record.
create function private.keep_guest_record(p_guest uuid, p_account uuid)
returns void
language sql
set search_path = ''
as $$
  insert into private.customer_tags (customer_id, tag)
  select p_account, tag from private.customer_tags where customer_id = p_guest on conflict do nothing;
  update private.customer_merges set main_id = p_account where main_id = p_guest;
$$;

-- The tags in use, by the alphabet, 100 at most: one step in the index for each.
create function private.tags_in_use()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with recursive known as (
    (select tag, 1 as place from private.customer_tags order by tag limit 1)
    union all
    select (select tag from private.customer_tags where tag > known.tag order by tag limit 1), place + 1
    from known where known.tag is not null and place < 100
  )
  select coalesce(jsonb_agg(tag order by tag), '[]') from known where tag is not null;
$$;

-- What staff change of a customer. The version is a hash of it: the row's own changes, such as its totals, are no conflict.
create function private.customer_record(p_customer public.customers)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select record || jsonb_build_object('version', hashtext(record::text))
  from (
    select jsonb_build_object('first_name', p_customer.first_name, 'last_name', p_customer.last_name,
      'phone', coalesce(p_customer.phone, ''),
      'tags', (select coalesce(jsonb_agg(tag order by tag), '[]') from private.customer_tags where customer_id = p_customer.id),
      'default_address', (
        select jsonb_build_object('first_name', first_name, 'last_name', last_name, 'address_line_1', address_line_1,
          'address_line_2', coalesce(address_line_2, ''), 'city', city, 'state', coalesce(state, ''),
          'postal_code', postal_code, 'country', country, 'phone', coalesce(phone, ''))
        from public.addresses where customer_id = p_customer.id and is_default)) as record
  ) as kept;
$$;

-- Tags as they are kept, or a 422: 20 at most of 40 characters at most, in lower case, without commas.
create function private.tags_field(p_tags jsonb)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_tags text[];
begin
  if jsonb_typeof(p_tags) is distinct from 'array' or jsonb_path_exists(p_tags, '$[*] ? (@.type() != "string")') then
    perform private.reject('PT422', 'tags must be a list of texts', 'tags');
  end if;
  v_tags := array(
    select distinct lower(private.clean_text(tag)) from jsonb_array_elements_text(p_tags) as tag
    where private.clean_text(tag) <> '' order by 1);
  if cardinality(v_tags) > 20 then
    perform private.reject('PT422', 'A customer has at most 20 tags. Please remove some.', 'tags');
  elsif exists (select from unnest(v_tags) as tag where char_length(tag) > 40 or strpos(tag, ',') > 0) then
    perform private.reject('PT422', 'A tag has at most 40 characters and no comma.', 'tags');
  end if;
  return v_tags;
end;
$$;

-- A row as the log has it: what has changed only.
create function private.log_customer(p_id uuid, p_before jsonb, p_after jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.audit_log (table_name, row_id, action, actor, before, after)
  select 'customers', p_id::text, 'update', (select auth.uid()), jsonb_object_agg(key, p_before -> key), jsonb_object_agg(key, value)
  from jsonb_each(p_after) where value is distinct from p_before -> key
  having count(*) > 0;
$$;

-- Corrects a customer's record: first_name, last_name, phone, tags, and their default address if they have one. Not the email:
-- an account's is what its owner signs in with, and a guest's says which orders are theirs once they have an account.
-- p_version: that of the record that was changed.
create function private.save_customer(p_id uuid, p_version integer, p_values jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer public.customers;
  v_before jsonb;
  v_first text;
  v_last text;
  v_phone text;
  v_tags text[];
  v_address jsonb;
begin
  perform private.require_right('customers');
  if jsonb_typeof(p_values) is distinct from 'object' or octet_length(p_values::text) > 20000 then
    perform private.reject('PT422', 'values must be an object of reasonable size', 'values');
  end if;
  select * into v_customer from public.customers where id = p_id for no key update;
  if v_customer.id is null then
    perform private.reject('PT404', 'This customer does not exist.', 'customer_not_found');
  elsif private.is_staff_account(v_customer.user_id) then
    perform private.reject('PT409', 'This account is that of a member of staff, who changes it themselves.', 'staff_account');
  end if;
  v_before := private.customer_record(v_customer);
  if (v_before ->> 'version')::integer is distinct from p_version then
    perform private.reject('PT409', 'Someone has changed this customer since you opened it.', 'stale_version', v_before::text);
  end if;
  v_first := coalesce(private.field(p_values, 'first_name', 100, false), '');
  v_last := coalesce(private.field(p_values, 'last_name', 100, false), '');
  v_phone := private.field(p_values, 'phone', 40, false);
  if v_phone !~ '^[0-9+()./ -]*$' then
    perform private.reject('PT422', 'Use digits and spaces for the phone number.', 'phone');
  end if;
  v_tags := private.tags_field(p_values -> 'tags');

  if (v_first, v_last, v_phone) is distinct from (v_customer.first_name, v_customer.last_name, v_customer.phone) then
    update public.customers set first_name = v_first, last_name = v_last, phone = v_phone where id = p_id;
    -- Names stand in three places that must say the same, as private.save_profile has it.
    update public.profiles set first_name = v_first, last_name = v_last where id = v_customer.user_id;
    update auth.users
    set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('first_name', v_first, 'last_name', v_last)
    where id = v_customer.user_id;
  end if;
  delete from private.customer_tags where customer_id = p_id and tag <> all (v_tags);
  insert into private.customer_tags (customer_id, tag) select p_id, tag from unnest(v_tags) as tag on conflict do nothing;
  if jsonb_typeof(p_values -> 'default_address') = 'object' and p_values -> 'default_address' <> v_before -> 'default_address' then
    v_address := private.address_field(p_values -> 'default_address', '{}');
    perform private.field(p_values -> 'default_address', name, 100) from unnest(array['first_name', 'last_name']) as name;
    update public.addresses
    set first_name = v_address ->> 'first_name', last_name = v_address ->> 'last_name',
      address_line_1 = v_address ->> 'address_line_1', address_line_2 = v_address ->> 'address_line_2', city = v_address ->> 'city',
      state = v_address ->> 'state', postal_code = v_address ->> 'postal_code', country = v_address ->> 'country',
      phone = v_address ->> 'phone'
    where customer_id = p_id and is_default;
  end if;
  select * into v_customer from public.customers where id = p_id;
  perform private.log_customer(p_id, v_before - 'version', private.customer_record(v_customer) - 'version');
end;
$$;

grant execute on function private.save_customer(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_customer(p_id uuid, p_version integer, p_values jsonb)
returns void
language sql
set search_path = ''
as $$ select private.save_customer(p_id, p_version, p_values); $$;

grant execute on function public.save_customer(uuid, int4, jsonb) to authenticated, service_role;

-- Logs a merge, or its end, with both records, neither of which names the other: either person may ask to be forgotten.
create function private.log_merge(p_main uuid, p_merged uuid, p_is_merged boolean)
returns void
language sql
set search_path = ''
as $$
  select private.log_customer(p_merged, jsonb_build_object('merged', not p_is_merged), jsonb_build_object('merged', p_is_merged));
  select private.log_customer(p_main,
    jsonb_build_object('merged_records', number + case when p_is_merged then -1 else 1 end), jsonb_build_object('merged_records', number))
  from (select count(*) as number from private.customer_merges where main_id = p_main) as counted;
$$;

-- Merges the record of a guest into another one. Neither orders nor who may read them change: a guest's address is confirmed by
-- nobody but its owner. What was merged into the guest goes along, tags are taken over. Merged already, nothing happens.
create function private.merge_customers(p_main uuid, p_merged uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_kept public.customers;
  v_merged public.customers;
  v_into uuid;
begin
  perform private.require_right('customers');
  if p_main = p_merged then
    perform private.reject('PT422', 'Choose another record: this is the same one.', 'same_customer');
  end if;
  perform from public.customers where id in (p_main, p_merged) order by id for no key update;
  select * into v_kept from public.customers where id = p_main;
  select * into v_merged from public.customers where id = p_merged;
  if v_kept.id is null or v_merged.id is null then
    perform private.reject('PT404', 'This customer does not exist.', 'customer_not_found');
  end if;
  select main_id into v_into from private.customer_merges where id = p_merged;
  if v_into = p_main then
    return;
  elsif v_into is not null or exists (select from private.customer_merges where id = p_main) then
    perform private.reject('PT409', 'One of these records has been merged into another one meanwhile. Look at it again.', 'merged_meanwhile');
  elsif not v_merged.is_guest then
    perform private.reject('PT409', 'Only the record of a guest can be merged into another one. An account stays its owner’s.', 'not_a_guest');
  elsif private.is_staff_account(v_kept.user_id) then
    perform private.reject('PT409', 'This account is that of a member of staff, who is no customer.', 'staff_account');
  elsif cardinality(private.customer_group(p_main)) + cardinality(private.customer_group(p_merged)) > 10 then
    perform private.reject('PT409', 'At most ten records can be merged into one.', 'merges_full');
  elsif (select count(distinct tag) from private.customer_tags where customer_id in (p_main, p_merged)) > 20 then
    perform private.reject('PT409', 'Both records have more than 20 tags together. Please remove some first.', 'tags_full');
  end if;
  update private.customer_merges set main_id = p_main where main_id = p_merged;
  insert into private.customer_merges (id, main_id) values (p_merged, p_main);
  insert into private.customer_tags (customer_id, tag)
  select p_main, tag from private.customer_tags where customer_id = p_merged on conflict do nothing;
  perform private.log_merge(p_main, p_merged, true);
end;
$$;

grant execute on function private.merge_customers(uuid, uuid) to authenticated, service_role;

create function public.merge_customers(p_main uuid, p_merged uuid)
returns void
language sql
set search_path = ''
as $$ select private.merge_customers(p_main, p_merged); $$;

grant execute on function public.merge_customers(uuid, uuid) to authenticated, service_role;

-- Takes a merge back. Tags that it brought stay on the kept record. Taken back already, nothing happens.
create function private.unmerge_customer(p_merged uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_kept uuid;
begin
  perform private.require_right('customers');
  perform from public.customers where id = p_merged for no key update;
  delete from private.customer_merges where id = p_merged returning main_id into v_kept;
  if v_kept is not null then
    perform private.log_merge(v_kept, p_merged, false);
  end if;
end;
$$;

grant execute on function private.unmerge_customer(uuid) to authenticated, service_role;

create function public.unmerge_customer(p_merged uuid)
returns void
language sql
set search_path = ''
as $$ select private.unmerge_customer(p_merged); $$;

grant execute on function public.unmerge_customer(uuid) to authenticated, service_role;

drop function public.office_customers(text, int4, int4);
drop function private.office_customers(text, int4, int4);

-- By row, so that an order, which changes none of these columns, does not run it.
create or replace function private.list_changed_customer()
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

-- Lists a customer, or takes them off the list while they work here.
create or replace function private.relist_customer()
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

create or replace function private.customer_row(p_customer public.customers)
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
create or replace function private.customer_profile(p_id uuid)
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

drop function private.recent_orders(public.customers, integer);

create or replace function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  -- Orders by id before customers, as wherever both are locked: staff who send many orders at once would wait in a circle.
  select array_agg(id) into v_orders from (
    select id from public.orders where user_id is null and lower(email) = lower(new.email) order by id for no key update
  ) as found;
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where id = any (v_orders);
  -- The account takes the guest's place.
  update public.customer_notes set customer_id = account.id
  from public.customers as guest, public.customers as account
  where guest.is_guest and lower(guest.email) = lower(new.email) and account.user_id = new.id and customer_notes.customer_id = guest.id;
  perform private.keep_guest_record(guest.id, account.id)
  from public.customers as guest, public.customers as account
  where guest.is_guest and lower(guest.email) = lower(new.email) and account.user_id = new.id;
  delete from public.customers where is_guest and lower(email) = lower(new.email);
  return null;
end;
$$;

-- Personal fields of rows that staff have changed, in the log of those changes. Columns of people: names, addresses, words.
create or replace function private.strip_log(p_email text, p_orders uuid[], p_rows uuid[])
returns void
language sql
set search_path = ''
as $$
  update public.audit_log
  set before = before - personal.columns, after = after - personal.columns
  from (select array['name', 'email', 'subject', 'message', 'phone', 'shipping_address', 'billing_address', 'recipient_email', 'recipient_name',
    'author', 'body', 'cancel_reason', 'tracking_number', 'description', 'location', 'user_id', 'customer_id'] as columns) as personal
  where (table_name in ('orders', 'contact_messages', 'gift_cards', 'reviews', 'shipments', 'tracking_events', 'staff_invitations')
      and row_id in (select unnest(p_orders || p_rows)::text))
    or (table_name = 'contact_messages' and action = 'delete' and lower(before ->> 'email') = p_email);
  -- Of changes to the customer's own record nothing would be left.
  delete from public.audit_log where table_name = 'customers' and row_id in (select unnest(p_rows)::text);
$$;

-- Deletes the caller's account for good, in one transaction: all of it or nothing. Asks for a sign-in of the last 15 minutes.
create or replace function private.delete_my_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
  v_address text;
  v_email text;
  v_orders uuid[];
  v_checkouts text[];
  v_rows uuid[];
  v_kept text[];
begin
  perform private.consume_rate_limit('delete_my_account', v_user::text, 20, interval '1 hour');
  if not exists (
    select from auth.sessions where id = private.my_session_id() and user_id = v_user and created_at > now() - interval '15 minutes') then
    perform private.reject('PT403', 'Please enter your password again.', 'sign_in_again');
  end if;
  -- The user first: an order that is being placed waits for it, then finds no account. Orders before customers, as everywhere.
  select email into v_address from auth.users where id = v_user for update;
  v_email := private.confirmed_email(v_user);
  perform from public.orders where id = any (private.orders_of_person(v_user, v_email)) order by id for update;
  v_orders := private.orders_of_person(v_user, v_email);
  v_checkouts := private.checkouts_of_person(v_user, v_email, v_orders);
  perform private.reject_deletion(v_user, v_orders, v_checkouts);

  select array_agg(id) into v_rows from (
    select id from public.contact_messages where lower(email) = v_email
    union all select id from public.customers where user_id = v_user or (is_guest and lower(email) = v_email)
    union all select id from public.gift_cards where lower(recipient_email) = v_email
    union all select id from public.staff_invitations where email = v_email
    union all select id from public.reviews where order_id = any (v_orders)
    union all select id from public.shipments where order_id = any (v_orders)) as own;
  perform private.strip_log(v_email, v_orders, v_rows);
  -- An email that waits for somebody else, such as a gift card, is still sent.
  delete from public.email_outbox
  where lower(recipient) = v_email or (order_id = any (v_orders) and status <> 'pending');
  perform private.strip_orders(v_user, v_orders, v_checkouts);
  update public.gift_cards set recipient_email = null, recipient_name = null where lower(recipient_email) = v_email;
  delete from public.contact_messages where lower(email) = v_email;
  delete from private.stock_requests where email = v_email;
  delete from public.staff_invitations where email = v_email;
  delete from public.customers where user_id = v_user or (is_guest and lower(email) = v_email);
  delete from auth.users where id = v_user;

  select array_agg(order_number order by created_at, id) into v_kept from public.orders where id = any (v_orders);
  if v_address is not null then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('account_deleted', v_address, 'Your account is deleted',
      jsonb_build_object('deleted_at', now(), 'orders', to_jsonb(coalesce(v_kept, '{}'))));
  end if;
end;
$$;

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customers constant uuid[] := array(
    select id from public.customers where user_id = p_user or (is_guest and lower(email) = v_email));
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = any (v_customers)),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = any (v_customers)),
    'customer_tags', (select jsonb_agg(to_jsonb(t) order by tag) from private.customer_tags as t where customer_id = any (v_customers)),
    'customer_merges', (
      select jsonb_agg(to_jsonb(t) order by id) from private.customer_merges as t where id = any (v_customers) or main_id = any (v_customers)),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = any (v_customers)),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = any (v_customers)),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = any (v_customers)),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = any (v_customers)),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'shipment_lines', (
      select jsonb_agg(to_jsonb(t)) from public.shipment_lines as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

-- Begins an export and returns its id, which is good for a day. p_kind: 'orders', 'order_lines' or 'customers'; p_filter: that of the list.
create or replace function private.start_export(p_kind text, p_filter jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_id constant uuid := gen_random_uuid();
  v_filter jsonb;
begin
  perform private.require_right('exports');
  if p_kind in ('orders', 'order_lines') then
    v_filter := private.order_filter(p_filter);
  elsif p_kind = 'customers' then
    if jsonb_typeof(coalesce(p_filter, '{}')) <> 'object' or char_length(p_filter ->> 'q') > 200 or char_length(p_filter ->> 'tag') > 40 then
      perform private.reject('PT422', 'filter must be an object with a text of 200 characters at most and a tag of 40', 'filter');
    end if;
    v_filter := jsonb_strip_nulls(jsonb_build_object('q', nullif(private.clean_text(p_filter ->> 'q'), ''),
      'tag', nullif(p_filter ->> 'tag', '')));
  else
    perform private.reject('PT422', 'Choose orders, order_lines or customers.', 'kind');
  end if;
  insert into public.audit_log (table_name, row_id, action, actor, after)
  values (case p_kind when 'customers' then 'customers' else 'orders' end, v_id::text, 'export', (select auth.uid()),
    jsonb_build_object('kind', p_kind, 'filter', v_filter));
  return v_id;
end;
$$;

create or replace function private.customer_export_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('email', customer.email, 'first_name', customer.first_name, 'last_name', customer.last_name,
    'phone', customer.phone, 'joined', private.london_day(customer.created_at), 'orders', (listed.entry ->> 'total_orders')::integer,
    'spent', (listed.entry ->> 'total_spent')::numeric, 'last_order', private.london_day((listed.entry ->> 'last_order_at')::timestamptz),
    'accepts_marketing', customer.accepts_marketing, 'age_verified', customer.age_verified,
    'address_line_1', address.address_line_1, 'address_line_2', address.address_line_2, 'city', address.city, 'state', address.state,
    'postcode', address.postal_code, 'country', address.country) order by wanted.place), '[]')
  from unnest(p_ids) with ordinality as wanted (id, place)
  join public.customers as customer on customer.id = wanted.id
  cross join lateral (select private.customer_row(customer) as entry) as listed
  left join public.addresses as address on address.customer_id = customer.id and address.is_default;
$$;

-- The next rows of an export, newest first: {rows, next}. p_after: next of the call before; next is null at the end. An order's lines
-- are together. A text finds as many orders as the list shows.
create or replace function private.export_rows(p_export uuid, p_after text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_at constant text := split_part(p_after, '~', 1);
  v_after constant text := split_part(p_after, '~', 2);
  v_kind text;
  v_filter jsonb;
  v_limit integer;
  v_condition text;
  v_source text := 'public.orders';
  v_ids uuid[];
  v_last text;
begin
  perform private.require_right('exports');
  if p_after is not null and not (pg_input_is_valid(v_at, 'timestamptz') and pg_input_is_valid(v_after, 'uuid')) then
    perform private.reject('PT422', 'after must be the next of the call before', 'after');
  end if;
  select after ->> 'kind', after -> 'filter' into v_kind, v_filter from public.audit_log
  where table_name in ('orders', 'customers') and row_id = p_export::text and action = 'export' and actor = (select auth.uid())
    and created_at > now() - interval '1 day';
  if v_kind is null then
    perform private.reject('PT404', 'This export has ended. Please start it again.', 'export_not_found');
  end if;
  v_limit := case v_kind when 'order_lines' then 200 else 500 end;
  if v_kind = 'customers' then
    v_source := '(select customer_id as id, customer_id, created_at, terms from private.customer_list) as listed';
    v_condition := coalesce(private.tagged_condition(v_filter ->> 'q', v_filter ->> 'tag'), 'true');
  else
    v_condition := private.orders_condition(v_filter) || ' and ' || private.period_condition(v_filter)
      || case when v_filter ? 'q' then format(' and id = any (%L)', (private.orders_with_text(v_filter))[1:1000]) else '' end;
  end if;
  execute format('select array(select id from %s where %s and %s order by created_at desc, id limit %s)', v_source, v_condition,
    case when p_after is null then 'true' else format(
      'created_at <= %1$L::timestamptz and (created_at < %1$L::timestamptz or id > %2$L::uuid)', v_at, v_after) end, v_limit)
  into v_ids;
  if cardinality(v_ids) = v_limit then
    execute format($sql$select to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id from %s where id = $1$sql$,
      v_source) into v_last using v_ids[v_limit];
  end if;
  return jsonb_build_object('next', v_last, 'rows', case v_kind
    when 'orders' then private.order_export_rows(v_ids)
    when 'order_lines' then private.line_export_rows(v_ids)
    else private.customer_export_rows(v_ids) end);
end;
$$;

revoke all on function private.customer_group(uuid), private.listed_terms(public.customers), private.list_merged_customer(),
  private.keep_guest_record(uuid, uuid), private.tags_in_use(), private.customer_record(public.customers), private.tags_field(jsonb),
  private.log_customer(uuid, jsonb, jsonb), private.log_merge(uuid, uuid, boolean), private.tagged_condition(text, text), private.recent_orders(public.customers, uuid[], integer),
  private.save_customer(uuid, int4, jsonb), private.merge_customers(uuid, uuid), private.unmerge_customer(uuid),
  private.office_customers(text, int4, int4, text) from public;

select private.hide_rows_in_api_errors();
