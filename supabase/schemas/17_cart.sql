-- Carts of customers and guests: add, merge at sign-in, limits.

-- The guest cart id of this request; null for customers, who have their own cart whatever header the browser sends.
create function private.cart_session()
returns text
language sql
stable
set search_path = ''
as $$
  select case when private.my_customer_id() is null then private.guest_session() end;
$$;

grant execute on function private.cart_session() to anon, authenticated, service_role;

-- The cart of a customer or of a guest, who is known by an unguessable id in the header x-session-id.
create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  quantity integer not null check (quantity between 1 and 1000000),
  customer_id uuid references public.customers (id) on delete cascade,
  session_id text check (char_length(session_id) <= 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cart_items_one_owner check (num_nonnulls(customer_id, session_id) = 1),
  constraint cart_items_owner_unit unique nulls not distinct (customer_id, session_id, product_id, variant_id),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index cart_items_by_session on public.cart_items (session_id) where session_id is not null;
create index cart_items_by_product on public.cart_items (product_id, variant_id);
create index cart_items_of_guests_by_age on public.cart_items (updated_at) where session_id is not null;

create trigger set_updated_at before update on public.cart_items for each row execute function private.set_updated_at();

alter table public.cart_items enable row level security;
revoke all on table public.cart_items from anon, authenticated;
grant select, update (quantity), delete on table public.cart_items to anon, authenticated;
grant all on table public.cart_items to service_role;

create policy "Owners see their cart" on public.cart_items for select to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));
create policy "Owners change their cart" on public.cart_items for update to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()))
  with check (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));
create policy "Owners empty their cart" on public.cart_items for delete to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));

create function private.reject_quantity(p_available integer)
returns void
language sql
set search_path = ''
as $$
  select private.reject('PT409', format('Only %s items available.', p_available), 'insufficient_stock', p_available::text);
$$;

-- Names the stock when that is the reason, else the limit.
create function private.cap_cart_quantity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer := coalesce((
    select inventory_quantity from private.stock_units
    where product_id = new.product_id and variant_id is not distinct from new.variant_id and is_active), 0);
begin
  if new.quantity > v_stock and v_stock <= private.max_quantity() then
    perform private.reject_quantity(v_stock);
  elsif new.quantity > private.max_quantity() then
    perform private.reject_max_quantity();
  end if;
  return new;
end;
$$;

create trigger cap_quantity before insert or update of quantity, variant_id on public.cart_items
  for each row execute function private.cap_cart_quantity();

-- The caller's customer id; a signed-in user without a customer record gets one.
create function private.ensure_customer()
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid := private.require_user();
  v_claims jsonb := (select auth.jwt());
  v_customer uuid;
begin
  if v_user is null then
    return null;
  end if;
  select id into v_customer from public.customers where user_id = v_user;
  if v_customer is null then
    insert into public.customers (user_id, email, first_name, last_name)
    values (
      v_user,
      v_claims ->> 'email',
      left(coalesce(v_claims -> 'user_metadata' ->> 'first_name', ''), 100),
      left(coalesce(v_claims -> 'user_metadata' ->> 'last_name', ''), 100))
    on conflict (user_id) do update set user_id = excluded.user_id
    returning id into v_customer;
  end if;
  return v_customer;
end;
$$;

-- Moves the guest lines of this request into the caller's cart. Quantities add up to stock and cart.maxQuantity; beyond 100
-- lines the oldest guest lines are left out.
create function private.cart_merge()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := private.guest_session();
  v_max integer := private.max_quantity();
begin
  if v_customer is null or v_session is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart ' || v_customer::text, 0));
  with taken as (
    delete from public.cart_items where session_id = v_session returning product_id, variant_id, quantity, created_at
  ), ranked as (
    select taken.*, unit.inventory_quantity, own.id is not null as known,
      row_number() over (
        partition by own.id is not null order by taken.created_at desc, taken.product_id, taken.variant_id) as place
    from taken
    cross join lateral (
      select is_active, inventory_quantity from private.stock_units as listed
      where listed.product_id = taken.product_id and listed.variant_id is not distinct from taken.variant_id
      offset 0
    ) as unit
    left join public.cart_items as own on own.product_id = taken.product_id
      and own.variant_id is not distinct from taken.variant_id and own.customer_id = v_customer
    where unit.is_active and unit.inventory_quantity > 0
  )
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, created_at)
  select product_id, variant_id, least(quantity, inventory_quantity, v_max), v_customer, created_at
  from ranked
  where known or place <= 100 - (select count(*) from public.cart_items where customer_id = v_customer)
  order by product_id, variant_id
  on conflict on constraint cart_items_owner_unit do update
  set quantity = least(
    line.quantity + excluded.quantity, v_max,
    (select inventory_quantity from private.stock_units as unit
      where unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id));
  perform private.adopt_checkouts(v_customer, v_session);
end;
$$;

grant execute on function private.cart_merge() to authenticated, service_role;

create function public.cart_merge()
returns void
language sql
set search_path = ''
as $$ select private.cart_merge(); $$;

grant execute on function public.cart_merge() to authenticated, service_role;

-- p_since: when a removed line was first added, so that undo restores its position. It only orders lines, so any time within
-- the last year is accepted. One address opens at most 300 guest carts an hour: more than a mobile network needs, few enough
-- that abandoned rows do not pile up in the 30 days a guest cart is kept. p_idempotency_key: a request sent again, because its answer
-- was lost, counts once.
create function private.cart_add(
  p_product_id uuid, p_quantity integer, p_since timestamptz, p_variant_id uuid, p_idempotency_key uuid default null)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_since timestamptz := greatest(least(coalesce(p_since, now()), now()), now() - interval '1 year');
  v_hash constant text := encode(sha256(convert_to(
    concat_ws(' ', coalesce(v_customer::text, v_session), p_product_id, p_variant_id, p_quantity), 'UTF8')), 'hex');
  v_known record;
  v_line public.cart_items;
begin
  if v_customer is null and v_session is null then
    perform private.reject('PT400', 'A cart needs a session id.', 'x-session-id');
  end if;
  if p_quantity is null or p_quantity not between 1 and 1000000 then
    perform private.reject('PT422', 'Quantity must be at least 1.', 'quantity');
  end if;
  if not exists (select from public.products where id = p_product_id and is_active) then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  -- Locked before the line, as in cart_merge, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session), 0));
  if p_idempotency_key is not null then
    select * into v_known from private.idempotency_keys where key = p_idempotency_key;
    if v_known.request_hash <> v_hash then
      perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
    elsif found then
      -- As it is now; as it was answered then if it has been removed.
      select * into v_line from public.cart_items where id = (v_known.reply ->> 'id')::uuid;
      return case when found then v_line else jsonb_populate_record(v_line, v_known.reply) end;
    end if;
  end if;
  if v_customer is null and not exists (select from public.cart_items where session_id = v_session) then
    perform private.consume_rate_limit('guest_cart', private.client_address(), 300, interval '1 hour');
  end if;
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_variant_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_unit do update
  set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  if p_idempotency_key is not null then
    insert into private.idempotency_keys (key, request_hash, reply) values (p_idempotency_key, v_hash, to_jsonb(v_line));
  end if;
  return v_line;
end;
$$;

grant execute on function private.cart_add(uuid, int4, timestamptz, uuid, uuid) to anon, authenticated, service_role;

create function public.cart_add(
  p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null, p_variant_id uuid default null,
  p_idempotency_key uuid default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since, p_variant_id, p_idempotency_key); $$;

grant execute on function public.cart_add(uuid, int4, timestamptz, uuid, uuid) to anon, authenticated, service_role;

-- Another size for a line of the caller's cart. Quantities add where the cart has the other variant already; more than there
-- is of it is rejected, as when adding.
create function private.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_session text := private.cart_session();
  v_line public.cart_items;
  v_other public.cart_items;
begin
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session, ''), 0));
  select * into v_line from public.cart_items
  where id = p_item_id and (customer_id = v_customer or session_id = v_session) for update;
  if v_line.id is null then
    perform private.reject('PT404', 'This item is no longer in your cart.', 'line_not_found');
  end if;
  perform private.require_variant(v_line.product_id, p_variant_id);
  if v_line.variant_id is not distinct from p_variant_id then
    return v_line;
  end if;
  delete from public.cart_items
  where product_id = v_line.product_id and variant_id = p_variant_id
    and (customer_id = v_customer or session_id = v_session)
  returning * into v_other;
  update public.cart_items set variant_id = p_variant_id, quantity = v_line.quantity + coalesce(v_other.quantity, 0)
  where id = v_line.id returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

create function public.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_change_variant(p_item_id, p_variant_id); $$;

grant execute on function public.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

-- The maximum quantity of one product in a cart: above a household's need, below a whole stock.
insert into private.setting_rules (key, kind, min_value, max_value, decimals)
values ('cart.maxQuantity', 'number', 1, 999, 0);

-- The setting, or 20 (as in libs/settings) when it is missing or invalid.
create function private.max_quantity()
returns integer
language sql
stable
set search_path = ''
as $$
  select case when most between 1 and 999 and most = trunc(most) then most::integer else 20 end
  from (select private.setting_number('cart.maxQuantity', 20) as most) as setting;
$$;

create function private.reject_max_quantity()
returns void
language sql
stable
set search_path = ''
as $$
  select private.reject('PT409', format('You can order at most %s of one product.', most),
    'quantity_limit', most::text)
  from (select private.max_quantity() as most) as setting;
$$;

-- A cart has at most 100 lines, since filling a guest's cart costs nothing. cart_add and cart_merge, the only writers, lock
-- the cart, so concurrent adds cannot pass the limit together.
create function private.limit_cart_lines()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.cart_items
      where customer_id = new.customer_id or session_id = new.session_id) > 100 then
    perform private.reject('PT409', 'A cart holds 100 different products at most.', 'cart_full', '100');
  end if;
  return null;
end;
$$;

create trigger limit_lines after insert on public.cart_items
  for each row execute function private.limit_cart_lines();
