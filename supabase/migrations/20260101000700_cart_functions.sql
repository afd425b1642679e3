-- Adding to a cart and taking a guest's cart along when signing in.

-- The caller's customer id; a signed-in user without a customer record gets one.
create function private.ensure_customer()
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid := (select auth.uid());
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

-- Concurrent adds add up: one upsert, one row lock, and the stock trigger sees the sum.
create function private.cart_add(p_product_id uuid, p_quantity integer)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_line public.cart_items;
begin
  if v_customer is null and v_session is null then
    perform private.refuse('PT400', 'A cart needs a session id.', 'x-session-id');
  end if;
  if p_quantity is null or p_quantity not between 1 and 1000000 then
    perform private.refuse('PT422', 'Quantity must be at least 1.', 'quantity');
  end if;
  if not exists (select from public.products where id = p_product_id and is_active) then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  insert into public.cart_items as line (product_id, quantity, customer_id, session_id)
  values (p_product_id, p_quantity, v_customer, v_session)
  on conflict on constraint cart_items_owner_product do update set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  return v_line;
end;
$$;

-- Moves the guest lines of this request into the caller's own cart: quantities add, capped by stock.
create function private.cart_merge()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := private.guest_session();
begin
  if v_customer is null or v_session is null then
    return;
  end if;
  with taken as (
    delete from public.cart_items where session_id = v_session returning product_id, quantity
  )
  insert into public.cart_items as line (product_id, quantity, customer_id)
  select taken.product_id, least(taken.quantity, product.inventory_quantity), v_customer
  from taken join public.products as product on product.id = taken.product_id
  where product.is_active and product.inventory_quantity > 0
  order by taken.product_id
  on conflict on constraint cart_items_owner_product do update
  set quantity = least(
    line.quantity + excluded.quantity,
    (select inventory_quantity from public.products where id = line.product_id));
  perform private.adopt_checkouts(v_customer, v_session);
end;
$$;

create function public.cart_add(p_product_id uuid, p_quantity integer default 1)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity); $$;

create function public.cart_merge()
returns void
language sql
set search_path = ''
as $$ select private.cart_merge(); $$;

revoke all on function private.ensure_customer() from public;
revoke all on function private.cart_add(uuid, integer), private.cart_merge(),
  public.cart_add(uuid, integer), public.cart_merge() from public, anon, authenticated;
grant execute on function private.cart_add(uuid, integer), public.cart_add(uuid, integer) to anon, authenticated, service_role;
grant execute on function private.cart_merge(), public.cart_merge() to authenticated, service_role;
