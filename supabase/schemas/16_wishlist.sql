-- Wishlists of customers; a guest's stays in the browser.

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  -- clock_timestamp(), not now(): rows of one statement keep their order.
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id)
);

create index wishlist_items_by_product on public.wishlist_items (product_id);

alter table public.wishlist_items enable row level security;
revoke all on table public.wishlist_items from anon, authenticated;
grant select, insert (user_id, product_id), delete on table public.wishlist_items to authenticated;
grant all on table public.wishlist_items to service_role;

create policy "Customers see their wishlist" on public.wishlist_items for select to authenticated using (user_id = (select private.my_user_id()));
create policy "Customers add to their wishlist" on public.wishlist_items for insert to authenticated
  with check (user_id = (select private.my_user_id()));
create policy "Customers take from their wishlist" on public.wishlist_items for delete to authenticated using (user_id = (select private.my_user_id()));

-- A wishlist has at most 100 products. The lock keeps two concurrent inserts from both being the hundredth. It runs after the
-- policies, so that only the owner learns how long a list is.
create function private.limit_wishlist()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('wishlist ' || new.user_id::text, 0));
  if (select count(*) from public.wishlist_items where user_id = new.user_id) > 100 then
    perform private.reject('PT409', 'A wishlist holds 100 products at most.', 'wishlist_full');
  end if;
  return null;
end;
$$;

create trigger limit_wishlist after insert on public.wishlist_items
  for each row execute function private.limit_wishlist();

-- Merges a guest's list, newest first, into the caller's own, without products no longer sold and up to the limit. It comes
-- from the browser's storage, so every entry is validated.
create function public.wishlist_merge(p_products jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.wishlist_items (user_id, product_id)
  select private.require_user(), arriving.product_id
  from (
    select wanted.product_id, min(wanted.place) as place
    from (
      select case when entry ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then entry::uuid end as product_id, place
      from jsonb_array_elements_text(case when jsonb_typeof(p_products) = 'array' then p_products else '[]' end)
        with ordinality as given (entry, place)
      limit 100
    ) as wanted
    join public.products as product on product.id = wanted.product_id and product.is_active
    where not exists (
      select from public.wishlist_items as known where known.user_id = (select private.my_user_id()) and known.product_id = wanted.product_id)
    group by wanted.product_id
    order by place
    limit (select greatest(0, 100 - count(*)) from public.wishlist_items where user_id = (select private.my_user_id()))
  ) as arriving
  order by arriving.place desc
  on conflict do nothing;
$$;

grant execute on function public.wishlist_merge(jsonb) to authenticated, service_role;
