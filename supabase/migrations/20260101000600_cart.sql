-- The cart of a customer or of a guest, who is known by an unguessable id in the header x-session-id.

create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 1000000),
  customer_id uuid references public.customers (id) on delete cascade,
  session_id text check (char_length(session_id) <= 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cart_items_one_owner check (num_nonnulls(customer_id, session_id) = 1),
  constraint cart_items_owner_product unique nulls not distinct (customer_id, session_id, product_id)
);

create index cart_items_by_session on public.cart_items (session_id) where session_id is not null;
create index cart_items_by_product on public.cart_items (product_id);

create trigger touch before update on public.cart_items for each row execute function private.touch_updated_at();

-- The guest cart of this request; a customer has their own cart instead, whatever header their browser still sends.
create function private.cart_session()
returns text
language sql
stable
set search_path = ''
as $$
  select case when private.my_customer_id() is null then private.guest_session() end;
$$;

revoke all on function private.cart_session() from public;
grant execute on function private.cart_session() to anon, authenticated, service_role;

create function private.refuse_quantity(p_available integer)
returns void
language sql
set search_path = ''
as $$
  select private.refuse('PT409', format('Only %s items available.', p_available), 'insufficient_stock', p_available::text);
$$;

create function private.cap_cart_quantity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer := coalesce(
    (select inventory_quantity from public.products where id = new.product_id and is_active), 0);
begin
  if new.quantity > v_stock then
    perform private.refuse_quantity(v_stock);
  end if;
  return new;
end;
$$;

revoke all on function private.refuse_quantity(integer), private.cap_cart_quantity() from public;

create trigger cap_quantity before insert or update of quantity on public.cart_items
  for each row execute function private.cap_cart_quantity();

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
