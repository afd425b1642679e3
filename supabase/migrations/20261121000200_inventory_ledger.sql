-- Every piece that comes or goes, written by the database whoever changes the stock:
-- received + adjusted + sold (negative) + cancelled = inventory_quantity of the product, at all times.

create table public.inventory_movements (
  id bigint generated always as identity primary key,
  -- No foreign keys: the ledger outlives what it speaks of.
  product_id uuid not null,
  order_id uuid,
  kind text not null check (kind in ('received', 'adjusted', 'sold', 'cancelled')),
  quantity integer not null
    check (quantity <> 0 and (kind <> 'sold' or quantity < 0) and (kind not in ('received', 'cancelled') or quantity > 0)),
  note text not null default '' check (char_length(note) <= 500),
  actor uuid,
  created_at timestamptz not null default now()
);

create index inventory_movements_by_product on public.inventory_movements (product_id, id desc);
create index inventory_movements_by_order on public.inventory_movements (order_id) where order_id is not null;

alter table public.inventory_movements enable row level security;
revoke all on table public.inventory_movements from anon, authenticated;
grant select on table public.inventory_movements to authenticated;
grant all on table public.inventory_movements to service_role;

create policy "Staff see stock movements" on public.inventory_movements for select to authenticated
  using ((select private.is_staff()));

insert into public.inventory_movements (product_id, kind, quantity, note)
select id, 'received', inventory_quantity, 'Opening stock' from public.products where inventory_quantity > 0;

-- Says what the next change of stock in this transaction is; null ends it. Without a reason a change is an adjustment.
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

create function private.write_movements()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason jsonb := coalesce(nullif(current_setting('shop.movement', true), '')::jsonb, '{}');
begin
  if tg_op = 'INSERT' then
    insert into public.inventory_movements (product_id, kind, quantity, actor)
    select id, 'received', inventory_quantity, (select auth.uid()) from new_rows where inventory_quantity > 0;
  elsif tg_op = 'DELETE' then
    insert into public.inventory_movements (product_id, kind, quantity, note, actor)
    select id, 'adjusted', -inventory_quantity, 'Product deleted', (select auth.uid()) from old_rows where inventory_quantity > 0;
  else
    insert into public.inventory_movements (product_id, order_id, kind, quantity, note, actor)
    select after.id, (v_reason ->> 'order_id')::uuid, coalesce(v_reason ->> 'kind', 'adjusted'),
      after.inventory_quantity - before.inventory_quantity, coalesce(v_reason ->> 'note', ''), (select auth.uid())
    from new_rows as after join old_rows as before on before.id = after.id
    where after.inventory_quantity <> before.inventory_quantity
    order by after.id;
  end if;
  return null;
end;
$$;

create trigger write_movements_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.write_movements();
create trigger write_movements_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.write_movements();
create trigger write_movements_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.write_movements();

-- Counting in a delivery, or correcting a count, by a difference: two people at once lose nothing of each other.
create function private.adjust_stock(p_product_id uuid, p_change integer, p_kind text, p_note text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_change is null or p_change not between -1000000 and 1000000 or p_change = 0 then
    perform private.refuse('PT422', 'change must be a whole number other than 0', 'change');
  elsif p_kind is null or p_kind not in ('received', 'adjusted') or (p_kind = 'received' and p_change < 0) then
    perform private.refuse('PT422', 'kind must be received (more than 0) or adjusted', 'kind');
  elsif char_length(p_note) > 500 then
    perform private.refuse('PT422', 'note is too long', 'note');
  end if;
  select inventory_quantity into v_stock from public.products where id = p_product_id for no key update;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif v_stock + p_change < 0 then
    perform private.refuse_quantity(v_stock);
  elsif v_stock + p_change > 1000000 then
    perform private.refuse('PT422', 'Stock cannot exceed 1000000.', 'change');
  end if;
  perform private.set_movement(p_kind, null, coalesce(p_note, ''));
  update public.products set inventory_quantity = v_stock + p_change where id = p_product_id;
  perform private.set_movement(null);
  return v_stock + p_change;
end;
$$;

create function public.adjust_stock(p_product_id uuid, p_change integer, p_kind text default 'adjusted', p_note text default '')
returns integer
language sql
set search_path = ''
as $$ select private.adjust_stock(p_product_id, p_change, p_kind, p_note); $$;

revoke all on function private.set_movement(text, uuid, text), private.write_movements() from public;
revoke all on function private.adjust_stock(uuid, integer, text, text), public.adjust_stock(uuid, integer, text, text)
  from public, anon, authenticated;
grant execute on function private.adjust_stock(uuid, integer, text, text), public.adjust_stock(uuid, integer, text, text)
  to authenticated, service_role;
