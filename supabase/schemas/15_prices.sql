-- Price history, so that "was £x" is only claimed where it is lawful; rule and reasons in docs/decisions/0015.

-- The periods in which a product, or a variant, was active and in stock at a price. The open period is the current one.
create table private.price_history (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  price numeric(10, 2) not null,
  since timestamptz not null,
  until timestamptz check (until > since),
  constraint price_history_period unique nulls not distinct (product_id, variant_id, since),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create unique index price_history_present on private.price_history (product_id, variant_id) nulls not distinct
  where until is null;
create index price_history_by_end on private.price_history (until) where until is not null;

revoke all on table private.price_history from public;
grant select, delete on table private.price_history to service_role;

-- pricing.factor changes all prices at once: prices before its last change do not count.
create table private.price_history_start (
  id boolean primary key default true check (id),
  began_at timestamptz not null default '-infinity'
);

revoke all on table private.price_history_start from public;

insert into private.price_history_start default values;

-- Until when a product, or a variant, may be compared with an earlier price; null when it may not.
create function private.comparable_until(p_product_id uuid, p_variant_id uuid, p_compare numeric)
returns timestamptz
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_high_end timestamptz;
  v_high_start timestamptz;
  v_low_start timestamptz;
begin
  select until into v_high_end from private.price_history
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and price >= p_compare
  order by since desc limit 1;
  if v_high_end is null then
    return null;
  end if;
  with recursive unbroken as (
    select since from private.price_history
    where product_id = p_product_id and variant_id is not distinct from p_variant_id and price >= p_compare
      and until = v_high_end
    union all
    select earlier.since
    from unbroken join private.price_history as earlier on earlier.until = unbroken.since
    where earlier.product_id = p_product_id and earlier.variant_id is not distinct from p_variant_id
      and earlier.price >= p_compare
  )
  select greatest(min(unbroken.since), (select began_at from private.price_history_start)) into v_high_start from unbroken;
  select min(since) into v_low_start from private.price_history
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and since >= v_high_end;
  if v_high_end - v_high_start < interval '28 days' or v_low_start - v_high_end > interval '1 day' then
    return null;
  end if;
  return v_low_start + least(v_high_end - v_high_start, interval '180 days');
end;
$$;

-- For products and variants alike. A product with options is offered by its variants, and these only while it is active.
create function private.record_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_present private.price_history;
  v_product uuid := new.id;
  v_variant uuid;
  v_offered boolean := new.is_active and new.inventory_quantity > 0;
begin
  if tg_table_name = 'product_variants' then
    v_product := new.product_id;
    v_variant := new.id;
    v_offered := v_offered and (select is_active from public.products where id = new.product_id);
  else
    v_offered := v_offered and new.options = '[]';
  end if;
  select * into v_present from private.price_history
  where product_id = v_product and variant_id is not distinct from v_variant and until is null;
  if v_present.price is distinct from new.price or not v_offered then
    -- A clock that was set back must not leave a gap or an overlap.
    v_now := greatest(v_now, v_present.since + interval '1 microsecond', (
      select max(until) from private.price_history
      where product_id = v_product and variant_id is not distinct from v_variant));
    update private.price_history set until = v_now
    where product_id = v_product and variant_id is not distinct from v_variant and until is null;
    if v_offered then
      insert into private.price_history (product_id, variant_id, price, since) values (v_product, v_variant, new.price, v_now);
    end if;
  end if;
  new.was_price_until := case when new.compare_at_price > new.price
    then private.comparable_until(v_product, v_variant, new.compare_at_price) end;
  if new.was_price_until <= v_now then
    new.was_price_until := null;
  end if;
  new.was_price := case when new.was_price_until is not null then new.compare_at_price end;
  return new;
end;
$$;

create trigger record_price_history before update of price, compare_at_price, is_active, inventory_quantity, options on public.products
  for each row
  when ((old.price, old.compare_at_price, old.is_active, old.inventory_quantity > 0, old.options = '[]')
    is distinct from (new.price, new.compare_at_price, new.is_active, new.inventory_quantity > 0, new.options = '[]'))
  execute function private.record_price_history();
create trigger record_price_history before update of price, compare_at_price, is_active, inventory_quantity on public.product_variants
  for each row execute function private.record_price_history();

-- The first period of a new product or variant.
create function private.start_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'products' then
    insert into private.price_history (product_id, price, since)
    select id, price, clock_timestamp() from new_rows where is_active and inventory_quantity > 0 and options = '[]';
  else
    insert into private.price_history (product_id, variant_id, price, since)
    select product_id, id, price, clock_timestamp() from new_rows
    where is_active and inventory_quantity > 0 and (select is_active from public.products where products.id = new_rows.product_id);
  end if;
  return null;
end;
$$;

create trigger start_price_history after insert on public.products
  referencing new table as new_rows for each statement execute function private.start_price_history();
create trigger start_price_history after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.start_price_history();

-- Variants are offered while their product is: its periods end and begin with it.
create function private.follow_product_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.product_variants set is_active = is_active where product_id = new.id;
  return null;
end;
$$;

create trigger follow_activity after update of is_active on public.products
  for each row when (old.is_active <> new.is_active and new.options <> '[]')
  execute function private.follow_product_activity();

create function private.reset_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (case when tg_op = 'INSERT' then null else old.value end) is distinct from (case when tg_op = 'DELETE' then null else new.value end) then
    update private.price_history_start set began_at = clock_timestamp() where id;
    -- Locked by id, as a checkout does, to prevent deadlocks.
    perform from public.products where was_price is not null order by id for no key update;
    update public.products set was_price = null, was_price_until = null where was_price is not null;
    update public.product_variants set was_price = null, was_price_until = null where was_price is not null;
  end if;
  return null;
end;
$$;

create trigger reset_price_history_insert after insert on public.shop_settings
  for each row when (new.key = 'pricing.factor') execute function private.reset_price_history();
create trigger reset_price_history_update after update on public.shop_settings
  for each row when (old.key = 'pricing.factor' or new.key = 'pricing.factor') execute function private.reset_price_history();
create trigger reset_price_history_delete after delete on public.shop_settings
  for each row when (old.key = 'pricing.factor') execute function private.reset_price_history();
