-- What goes with a product: the companions that staff chose for it, in their order, then those of the categories that are paired with
-- its own.

create table public.product_relations (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  companion_id uuid not null references public.products (id) on delete cascade,
  place smallint not null check (place between 1 and 12),
  constraint product_relations_once unique (product_id, companion_id),
  constraint product_relations_other check (companion_id <> product_id)
);

comment on table public.product_relations is 'Products that are offered with another, in the order of place.';

create index product_relations_by_companion on public.product_relations (companion_id);

alter table public.product_relations enable row level security;
revoke all on table public.product_relations from anon, authenticated;
grant select on table public.product_relations to authenticated;
grant all on table public.product_relations to service_role;

create policy "Staff see what goes with products" on public.product_relations for select to authenticated
  using ((select private.is_staff()));

create table public.category_relations (
  id uuid primary key default gen_random_uuid(),
  category_id uuid not null references public.categories (id) on delete cascade,
  companion_id uuid not null references public.categories (id) on delete cascade,
  place smallint not null check (place between 1 and 12),
  constraint category_relations_once unique (category_id, companion_id),
  constraint category_relations_other check (companion_id <> category_id)
);

comment on table public.category_relations is 'Categories whose products are offered with those of another, where no product was chosen.';

create index category_relations_by_companion on public.category_relations (companion_id);

alter table public.category_relations enable row level security;
revoke all on table public.category_relations from anon, authenticated;
grant select on table public.category_relations to authenticated;
grant all on table public.category_relations to service_role;

create policy "Staff see what goes with categories" on public.category_relations for select to authenticated
  using ((select private.is_staff()));

-- What goes with these products, best first: active, in stock, and none of them. Of a paired category the two dozen cheapest are
-- looked at, a product of each category in turn. p_products: 100 are read; p_limit: 12 at most.
create function private.companions_of(p_products uuid[], p_limit integer)
returns setof public.products
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_asked constant uuid[] := coalesce(p_products[1:100], '{}');
  v_limit constant integer := greatest(0, least(coalesce(p_limit, 3), 12));
  v_found uuid[];
begin
  v_found := array(
    select companion.id
    from public.product_relations as relation join public.products as companion on companion.id = relation.companion_id
    where relation.product_id = any (v_asked) and companion.id <> all (v_asked) and companion.is_active
      and companion.inventory_quantity > 0
      -- What staff put away is offered with nothing.
      and exists (select from public.products as product where product.id = relation.product_id and product.is_active)
    group by companion.id order by min(relation.place), companion.id limit v_limit);
  if cardinality(v_found) < v_limit then
    v_found := v_found || array(
      select near.id
      from (
        select pair.companion_id, min(pair.place) as place
        from public.products as product join public.category_relations as pair on pair.category_id = product.category_id
        where product.id = any (v_asked) and product.is_active
          and exists (select from public.categories where categories.id = pair.companion_id and categories.is_active)
        group by pair.companion_id
      ) as paired
      cross join lateral (
        select cheapest.id, row_number() over (order by cheapest.price, cheapest.id) as turn
        from (
          select product.id, product.price, product.inventory_quantity from public.products as product
          where product.category_id = paired.companion_id and product.is_active
          order by product.price, product.id limit 24
        ) as cheapest
        where cheapest.inventory_quantity > 0 and cheapest.id <> all (v_asked) and cheapest.id <> all (v_found)
      ) as near
      order by near.turn, paired.place, near.id
      limit v_limit - cardinality(v_found));
  end if;
  return query
    select product.* from unnest(v_found) with ordinality as found (id, turn)
    join public.products as product on product.id = found.id order by found.turn;
end;
$$;

grant execute on function private.companions_of(uuid[], int4) to anon, authenticated, service_role;

create function public.companions_of(p_products uuid[], p_limit integer default 3)
returns setof public.products
language sql
stable
set search_path = ''
as $$ select * from private.companions_of(p_products, p_limit); $$;

grant execute on function public.companions_of(uuid[], int4) to anon, authenticated, service_role;

-- Raises unless p_companions is a list of up to 12 others, each once.
create function private.require_companions(p_id uuid, p_companions uuid[])
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_companions is null or cardinality(p_companions) > 12 or array_position(p_companions, null) is not null
    or p_id = any (p_companions)
    or (select count(distinct companion) from unnest(p_companions) as companion) <> cardinality(p_companions)
  then
    perform private.reject('PT422', 'Choose up to 12 others, each once.', 'companions');
  end if;
end;
$$;

-- Sets what goes with a product, in this order. p_before: the list as it was read; another one by now is rejected.
create function private.save_companions(p_product_id uuid, p_companions uuid[], p_before uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.require_companions(p_product_id, p_companions);
  -- In the order of their ids, as a checkout locks products.
  perform from public.products where id = any (p_companions || p_product_id) order by id for no key update;
  if not exists (select from public.products where id = p_product_id) then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  elsif array(select companion_id from public.product_relations where product_id = p_product_id order by place, companion_id)
    is distinct from p_before
  then
    perform private.reject('PT409', 'Someone has changed what goes with this product since you opened it.', 'stale_version');
  elsif (select count(*) from public.products where id = any (p_companions)) <> cardinality(p_companions) then
    perform private.reject('PT422', 'One of these products no longer exists. Open the list again.', 'companions');
  end if;
  delete from public.product_relations where product_id = p_product_id and companion_id <> all (p_companions);
  insert into public.product_relations (product_id, companion_id, place)
  select p_product_id, companion, place from unnest(p_companions) with ordinality as listed (companion, place)
  on conflict (product_id, companion_id) do update set place = excluded.place where product_relations.place <> excluded.place;
end;
$$;

grant execute on function private.save_companions(uuid, uuid[], uuid[]) to authenticated, service_role;

create function public.save_companions(p_product_id uuid, p_companions uuid[], p_before uuid[])
returns void
language sql
set search_path = ''
as $$ select private.save_companions(p_product_id, p_companions, p_before); $$;

grant execute on function public.save_companions(uuid, uuid[], uuid[]) to authenticated, service_role;

-- The same for a category.
create function private.save_category_companions(p_category_id uuid, p_companions uuid[], p_before uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.require_companions(p_category_id, p_companions);
  perform from public.categories where id = any (p_companions || p_category_id) order by id for no key update;
  if not exists (select from public.categories where id = p_category_id) then
    perform private.reject('PT404', 'Category Not Found', 'category_not_found');
  elsif array(select companion_id from public.category_relations where category_id = p_category_id order by place, companion_id)
    is distinct from p_before
  then
    perform private.reject('PT409', 'Someone has changed what goes with this category since you opened it.', 'stale_version');
  elsif (select count(*) from public.categories where id = any (p_companions)) <> cardinality(p_companions) then
    perform private.reject('PT422', 'One of these categories no longer exists. Open the list again.', 'companions');
  end if;
  delete from public.category_relations where category_id = p_category_id and companion_id <> all (p_companions);
  insert into public.category_relations (category_id, companion_id, place)
  select p_category_id, companion, place from unnest(p_companions) with ordinality as listed (companion, place)
  on conflict (category_id, companion_id) do update set place = excluded.place where category_relations.place <> excluded.place;
end;
$$;

grant execute on function private.save_category_companions(uuid, uuid[], uuid[]) to authenticated, service_role;

create function public.save_category_companions(p_category_id uuid, p_companions uuid[], p_before uuid[])
returns void
language sql
set search_path = ''
as $$ select private.save_category_companions(p_category_id, p_companions, p_before); $$;

grant execute on function public.save_category_companions(uuid, uuid[], uuid[]) to authenticated, service_role;
