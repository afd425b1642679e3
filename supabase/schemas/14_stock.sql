-- Stock on hand: the ledger of movements, low-stock alerts, taking stock for an order.

-- Low-stock alerts, kept in sync by a trigger: at most one active alert per product, or per variant.
create table public.inventory_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create unique index inventory_alerts_one_active on public.inventory_alerts (product_id, variant_id) nulls not distinct
  where is_active;
create index inventory_alerts_newest on public.inventory_alerts (created_at desc, id) where is_active;
-- For the foreign key, when a product is deleted.
create index inventory_alerts_by_product on public.inventory_alerts (product_id, variant_id);

alter table public.inventory_alerts enable row level security;
revoke all on table public.inventory_alerts from anon, authenticated;
grant select on table public.inventory_alerts to authenticated;
grant all on table public.inventory_alerts to service_role;

create policy "Staff see stock alerts" on public.inventory_alerts for select to authenticated using ((select private.is_staff()));

-- The inventory ledger, written by a trigger. Invariant: the sum of the movements of a product, or of a variant, is its
-- inventory_quantity. A product with options has no movements of its own: its variants have.
create table public.inventory_movements (
  id bigint generated always as identity primary key,
  -- No foreign keys: the ledger outlives products and orders.
  product_id uuid not null,
  variant_id uuid,
  order_id uuid,
  kind text not null check (kind in ('received', 'adjusted', 'sold', 'cancelled')),
  quantity integer not null
    check (quantity <> 0 and (kind <> 'sold' or quantity < 0) and (kind not in ('received', 'cancelled') or quantity > 0)),
  note text not null default '' check (char_length(note) <= 500),
  actor uuid,
  created_at timestamptz not null default now()
);

create index inventory_movements_by_product on public.inventory_movements (product_id, id desc);
create index inventory_movements_by_variant on public.inventory_movements (variant_id, id desc) where variant_id is not null;
create index inventory_movements_by_order on public.inventory_movements (order_id) where order_id is not null;

alter table public.inventory_movements enable row level security;
revoke all on table public.inventory_movements from anon, authenticated;
grant select on table public.inventory_movements to authenticated;
grant all on table public.inventory_movements to service_role;

create policy "Staff see stock movements" on public.inventory_movements for select to authenticated
  using ((select private.is_staff()));

create function private.sync_inventory_alerts()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_product uuid := new.id;
  v_variant uuid;
  v_low boolean := new.track_inventory and new.inventory_quantity <= new.low_stock_threshold;
begin
  if tg_table_name = 'product_variants' then
    v_product := new.product_id;
    v_variant := new.id;
  elsif new.options <> '[]' then
    v_low := false;
  end if;
  if v_low then
    insert into public.inventory_alerts (product_id, variant_id) values (v_product, v_variant)
    on conflict (product_id, variant_id) where is_active do nothing;
  else
    update public.inventory_alerts set is_active = false, resolved_at = now()
    where product_id = v_product and variant_id is not distinct from v_variant and is_active;
  end if;
  return null;
end;
$$;

create trigger sync_inventory_alerts
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory, options on public.products
  for each row execute function private.sync_inventory_alerts();
create trigger sync_inventory_alerts
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory on public.product_variants
  for each row execute function private.sync_inventory_alerts();

-- Sets the reason of the following stock changes in this transaction; null resets it. Without one a change is 'adjusted'.
create function private.set_movement(p_kind text, p_order uuid default null, p_note text default '')
returns void
language sql
set search_path = ''
as $$
  select set_config('shop.movement', coalesce(
    jsonb_build_object('kind', p_kind, 'order_id', p_order, 'note', p_note)::text, ''), true)
  where p_kind is not null
  union all
  select set_config('shop.movement', '', true) where p_kind is null;
$$;

-- For products and variants alike. The stock of a product with options is the sum of its variants': it writes no movements, but
-- the plain stock it had before its first options is written off.
create function private.record_movements()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason jsonb := coalesce(nullif(current_setting('shop.movement', true), '')::jsonb, '{}');
  v_unit text := case tg_table_name when 'products'
    then 'id, id as product_id, null::uuid as variant_id, case when options = ''[]'' then inventory_quantity else 0 end as stock'
    else 'id, product_id, id as variant_id, inventory_quantity as stock' end;
begin
  if tg_op = 'INSERT' then
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, kind, quantity, note, actor)
      select product_id, variant_id, 'received', stock, coalesce($2 ->> 'note', ''), $1 from (select %s from new_rows) as after
      where stock > 0
      $sql$, v_unit) using (select auth.uid()), v_reason;
  elsif tg_op = 'DELETE' then
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, kind, quantity, note, actor)
      select product_id, variant_id, 'adjusted', -stock, 'Product deleted', $1 from (select %s from old_rows) as before
      where stock > 0
      $sql$, v_unit) using (select auth.uid());
  else
    execute format($sql$
      insert into public.inventory_movements (product_id, variant_id, order_id, kind, quantity, note, actor)
      select after.product_id, after.variant_id, ($2 ->> 'order_id')::uuid, coalesce($2 ->> 'kind', 'adjusted'),
        after.stock - before.stock, coalesce($2 ->> 'note', ''), $1
      from (select %1$s from new_rows) as after join (select %1$s from old_rows) as before on before.id = after.id
      where after.stock <> before.stock
      order by after.id
      $sql$, v_unit) using (select auth.uid()), v_reason;
  end if;
  return null;
end;
$$;

create trigger write_movements_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.record_movements();
create trigger write_movements_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.record_movements();

-- Changes stock by a difference, so that two people at once do not overwrite each other.
create function private.adjust_stock(p_product_id uuid, p_change integer, p_kind text, p_note text, p_variant_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer;
begin
  perform private.require_right('catalogue');
  if p_change is null or p_change not between -1000000 and 1000000 or p_change = 0 then
    perform private.reject('PT422', 'change must be a whole number other than 0', 'change');
  elsif p_kind is null or p_kind not in ('received', 'adjusted') or (p_kind = 'received' and p_change < 0) then
    perform private.reject('PT422', 'kind must be received (more than 0) or adjusted', 'kind');
  elsif char_length(p_note) > 500 then
    perform private.reject('PT422', 'note is too long', 'note');
  end if;
  select inventory_quantity into v_stock from public.products where id = p_product_id for no key update;
  if v_stock is null then
    perform private.reject('PT404', 'Product Not Found', 'product_not_found');
  end if;
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock is null then
    perform private.require_variant(p_product_id, p_variant_id);
  elsif v_stock + p_change < 0 then
    perform private.reject_quantity(v_stock);
  elsif v_stock + p_change > 1000000 then
    perform private.reject('PT422', 'Stock cannot exceed 1000000.', 'change');
  end if;
  perform private.set_movement(p_kind, null, coalesce(p_note, ''));
  perform private.change_stock(
    jsonb_build_array(jsonb_build_object('product_id', p_product_id, 'variant_id', p_variant_id, 'quantity', p_change)), 1);
  perform private.set_movement(null);
  return v_stock + p_change;
end;
$$;

grant execute on function private.adjust_stock(uuid, int4, text, text, uuid) to authenticated, service_role;

create function public.adjust_stock(
  p_product_id uuid, p_change integer, p_kind text default 'adjusted', p_note text default '', p_variant_id uuid default null)
returns integer
language sql
set search_path = ''
as $$ select private.adjust_stock(p_product_id, p_change, p_kind, p_note, p_variant_id); $$;

grant execute on function public.adjust_stock(uuid, int4, text, text, uuid) to authenticated, service_role;

-- The pieces that lines ask for, summed by product and variant. p_lines: [{product_id, variant_id?, quantity}].
create function private.demand_of(p_lines jsonb)
returns table (product_id uuid, variant_id uuid, quantity integer)
language sql
immutable
set search_path = ''
as $$
  select (entry ->> 'product_id')::uuid, (entry ->> 'variant_id')::uuid, sum((entry ->> 'quantity')::integer)::integer
  from jsonb_array_elements(p_lines) as entry
  group by 1, 2;
$$;

-- Adds the lines' quantities, times p_direction (1 or -1), to stock. Products and variants that are gone are skipped. The rows
-- of the products must be locked before.
create function private.change_stock(p_lines jsonb, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  -- An update of no rows would still run every statement trigger of the catalogue.
  if exists (select from jsonb_array_elements(p_lines) as entry where entry ->> 'variant_id' is null) then
    update public.products as product
    set inventory_quantity = product.inventory_quantity + p_direction * demand.quantity
    from private.demand_of(p_lines) as demand
    where demand.variant_id is null and product.id = demand.product_id and product.options = '[]';
  end if;
  if exists (select from jsonb_array_elements(p_lines) as entry where entry ->> 'variant_id' is not null) then
    update public.product_variants as variant
    set inventory_quantity = variant.inventory_quantity + p_direction * demand.quantity
    from private.demand_of(p_lines) as demand
    where variant.id = demand.variant_id and variant.product_id = demand.product_id;
  end if;
end;
$$;

-- Raises 409 for lines beyond the stock that others do not hold; demand is summed per product and variant.
create function private.require_stock(p_lines jsonb, p_session text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_available integer;
begin
  select stock.available into v_available
  from private.demand_of(p_lines) as demand
  -- offset 0: looked up line by line, by index; as a join the whole view would be scanned.
  left join lateral (
    select inventory_quantity from private.stock_units as listed
    where listed.product_id = demand.product_id and listed.variant_id is not distinct from demand.variant_id
      and listed.is_active
    offset 0
  ) as unit on true
  cross join lateral (
    select greatest(0, coalesce(unit.inventory_quantity, 0) - coalesce((
      select sum(hold.quantity) from private.stock_holds as hold
      where hold.product_id = demand.product_id and hold.variant_id is not distinct from demand.variant_id
        and hold.expires_at > now() and hold.checkout_session_id is distinct from p_session), 0))::integer as available
  ) as stock
  where demand.quantity > stock.available
  order by demand.product_id, demand.variant_id
  limit 1;
  if found then
    perform private.reject_quantity(v_available);
  end if;
end;
$$;

-- Runs before the order gets its number, so that the lock on the day's counter is held for the shortest time.
create function private.decrement_stock(p_lines jsonb, p_order uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.set_movement('sold', p_order);
  perform private.change_stock(p_lines, -1);
  perform private.set_movement(null);
end;
$$;
