-- Each customer has one default address: the one they chose, or else their newest. Consent to marketing is recorded by a function alone.
revoke insert (accepts_marketing), update (accepts_marketing) on table public.customers from authenticated;
revoke insert (is_default), update (is_default) on table public.addresses from authenticated;

update public.addresses set is_default = id = (
  select id from public.addresses as other where other.customer_id = addresses.customer_id
  order by other.is_default desc, other.created_at desc, other.id limit 1)
where is_default is distinct from (id = (
  select id from public.addresses as other where other.customer_id = addresses.customer_id
  order by other.is_default desc, other.created_at desc, other.id limit 1));

create unique index addresses_one_default on public.addresses (customer_id) where is_default;

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

-- Whoever deletes their default keeps one: the newest of the others.
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
    perform private.refuse('PT404', 'This address is no longer saved.', 'address_not_found');
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

revoke all on all functions in schema private from public;
select private.hide_rows_in_api_errors();
