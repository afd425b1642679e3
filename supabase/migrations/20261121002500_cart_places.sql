-- Lines of a cart keep their place: one that is put back stands where it stood, and a guest's lines come into the
-- customer's cart in the order in which they were chosen.

drop function public.cart_add(uuid, integer);
drop function private.cart_add(uuid, integer);

-- p_since is when a removed line was put in first. It says nothing but the order, so a visitor may claim any time of the last year.
create function private.cart_add(p_product_id uuid, p_quantity integer, p_since timestamptz)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_since timestamptz := greatest(least(coalesce(p_since, now()), now()), now() - interval '1 year');
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
  insert into public.cart_items as line (product_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_product do update set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  return v_line;
end;
$$;

create function public.cart_add(p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since); $$;

revoke all on function private.cart_add(uuid, integer, timestamptz), public.cart_add(uuid, integer, timestamptz)
  from public, anon, authenticated;
grant execute on function private.cart_add(uuid, integer, timestamptz), public.cart_add(uuid, integer, timestamptz)
  to anon, authenticated, service_role;

-- Moves the guest lines of this request into the caller's own cart: quantities add, capped by stock.
create or replace function private.cart_merge()
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
    delete from public.cart_items where session_id = v_session returning product_id, quantity, created_at
  )
  insert into public.cart_items as line (product_id, quantity, customer_id, created_at)
  select taken.product_id, least(taken.quantity, product.inventory_quantity), v_customer, taken.created_at
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
