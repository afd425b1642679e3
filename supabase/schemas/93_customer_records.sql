-- What staff keep of a customer: tags, corrections of the record, and which records are one person's (decision 0089).

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
