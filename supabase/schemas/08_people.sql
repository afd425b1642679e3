-- Accounts: profiles, customers and their addresses.

-- A sign-up creates the profile and customer rows.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger set_updated_at before update on public.profiles for each row execute function private.set_updated_at();

alter table public.profiles enable row level security;
revoke all on table public.profiles from anon, authenticated;
grant all on table public.profiles to service_role;
grant select, update (first_name, last_name) on table public.profiles to authenticated;

create policy "Users see their profile, staff every one" on public.profiles for select to authenticated
  using (id = (select private.my_user_id()) or (select private.may('customers')));
create policy "Users change their profile" on public.profiles for update to authenticated
  using (id = (select private.my_user_id())) with check (id = (select private.my_user_id()));

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete set null,
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone text check (char_length(phone) <= 40),
  age_verified boolean not null default false,
  accepts_marketing boolean not null default false,
  stripe_customer_id text check (char_length(stripe_customer_id) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  total_orders integer not null default 0,
  total_spent numeric(12, 2) not null default 0,
  last_order_at timestamptz,
  -- Has ordered and has no account: one row for each email address.
  is_guest boolean not null default false check (not is_guest or user_id is null)
);

create unique index customers_guests on public.customers (lower(email)) where is_guest;

comment on column public.customers.total_spent is 'Pounds; orders paid, neither cancelled nor refunded.';

create index customers_newest on public.customers (created_at desc, id);
create index customers_search on public.customers
  using gin (email extensions.gin_trgm_ops, first_name extensions.gin_trgm_ops, last_name extensions.gin_trgm_ops);
create index customers_by_email_newest on public.customers (lower(email), created_at desc, id);

create trigger set_updated_at before update on public.customers for each row execute function private.set_updated_at();

alter table public.customers enable row level security;
revoke all on table public.customers from anon, authenticated;
grant all on table public.customers to service_role;
grant select,
  insert (user_id, email, first_name, last_name, phone),
  update (first_name, last_name, phone) on table public.customers to authenticated;

create policy "Customers see themselves, staff everyone" on public.customers for select to authenticated
  using (user_id = (select private.my_user_id()) or (select private.may('customers')));
create policy "Users become customers under their own e-mail" on public.customers for insert to authenticated
  with check (user_id = (select private.my_user_id()) and lower(email) = lower((select auth.jwt()) ->> 'email'));
create policy "Customers change themselves" on public.customers for update to authenticated
  using (user_id = (select private.my_user_id())) with check (user_id = (select private.my_user_id()));

create function private.my_customer_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.customers where user_id = (select private.my_user_id());
$$;

grant execute on function private.my_customer_id() to anon, authenticated, service_role;

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers (id) on delete cascade,
  type text not null default 'shipping' check (type in ('shipping', 'billing')),
  is_default boolean not null default false,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  address_line_1 text not null check (char_length(btrim(address_line_1)) between 1 and 200),
  address_line_2 text check (char_length(address_line_2) <= 200),
  city text not null check (char_length(btrim(city)) between 1 and 120),
  state text check (char_length(state) <= 120),
  postal_code text not null check (char_length(btrim(postal_code)) between 1 and 16),
  country text not null default 'GB' check (country ~ '^[A-Z]{2}$'),
  phone text check (char_length(phone) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index addresses_by_customer on public.addresses (customer_id, is_default desc, created_at desc);
create unique index addresses_one_default on public.addresses (customer_id) where is_default;

create trigger set_updated_at before update on public.addresses for each row execute function private.set_updated_at();

alter table public.addresses enable row level security;
revoke all on table public.addresses from anon, authenticated;
grant all on table public.addresses to service_role;
grant select,
  insert (customer_id, type, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  update (type, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  delete on table public.addresses to authenticated;

create policy "Customers see their addresses, staff every one" on public.addresses for select to authenticated
  using (customer_id = (select private.my_customer_id()) or (select private.may('customers')));
create policy "Customers add addresses" on public.addresses for insert to authenticated
  with check (customer_id = (select private.my_customer_id()));
create policy "Customers change their addresses" on public.addresses for update to authenticated
  using (customer_id = (select private.my_customer_id())) with check (customer_id = (select private.my_customer_id()));
create policy "Customers delete their addresses" on public.addresses for delete to authenticated
  using (customer_id = (select private.my_customer_id()));

-- Names come from the sign-up form, so they are truncated to the column's length.
create function private.create_profile_of_new_user()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first text := left(coalesce(new.raw_user_meta_data ->> 'first_name', ''), 100);
  v_last text := left(coalesce(new.raw_user_meta_data ->> 'last_name', ''), 100);
begin
  insert into public.profiles (id, first_name, last_name) values (new.id, v_first, v_last)
  on conflict (id) do nothing;
  if new.email is not null then
    insert into public.customers (user_id, email, first_name, last_name) values (new.id, new.email, v_first, v_last)
    on conflict (user_id) do nothing;
  end if;
  return null;
end;
$$;

create trigger create_profile_of_new_user after insert on auth.users for each row execute function private.create_profile_of_new_user();

-- Checked when a row changes, so older rows stay as they are until then.
create function private.check_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem text := private.postcode_problem(new.postal_code);
begin
  if new.country = 'GB' and (tg_op = 'INSERT' or (new.postal_code, new.country) is distinct from (old.postal_code, old.country)) then
    if v_problem is not null then
      perform private.reject('PT422', v_problem, 'postal_code');
    end if;
    new.postal_code := private.uk_postcode(new.postal_code);
  end if;
  return new;
end;
$$;

create trigger check_address before insert or update on public.addresses for each row execute function private.check_address();

-- At most 50 addresses a customer. From 25 on, inserts of one customer take a lock, so that concurrent ones cannot pass the
-- limit together; a bulk load of many customers takes none.
create function private.limit_addresses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.addresses where customer_id = new.customer_id) <= 25 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('addresses ' || new.customer_id::text, 0));
  if (select count(*) from public.addresses where customer_id = new.customer_id) > 50 then
    perform private.reject('PT409', 'You can save 50 addresses at most. Please delete one first.',
      'addresses_full', '50');
  end if;
  return null;
end;
$$;

create trigger limit_addresses after insert on public.addresses
  for each row execute function private.limit_addresses();

-- The first address of a customer is their default. Those of one customer queue at the customer's row, so that two cannot both be first.
create function private.default_first_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.customers where id = new.customer_id for no key update;
  if not exists (select from public.addresses where customer_id = new.customer_id and is_default) then
    new.is_default := true;
  end if;
  return new;
end;
$$;

create trigger default_first_address before insert on public.addresses
  for each row execute function private.default_first_address();

-- After the default address is deleted, the newest of the others becomes the default.
create function private.replace_default_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.addresses set is_default = true where id = (
    select id from public.addresses where customer_id = old.customer_id order by created_at desc, id limit 1);
  return null;
end;
$$;

create trigger replace_default_address after delete on public.addresses
  for each row when (old.is_default) execute function private.replace_default_address();

-- Makes one of the caller's addresses their default.
create function private.choose_default_address(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer constant uuid := private.my_customer_id();
begin
  perform from public.customers where id = v_customer for no key update;
  if not exists (select from public.addresses where id = p_id and customer_id = v_customer) then
    perform private.reject('PT404', 'This address is no longer saved.', 'address_not_found');
  end if;
  update public.addresses set is_default = false where customer_id = v_customer and is_default and id <> p_id;
  update public.addresses set is_default = true where id = p_id and not is_default;
end;
$$;

grant execute on function private.choose_default_address(uuid) to authenticated, service_role;

create function public.choose_default_address(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.choose_default_address(p_id); $$;

grant execute on function public.choose_default_address(uuid) to authenticated, service_role;
