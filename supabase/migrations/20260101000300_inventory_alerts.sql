-- Low stock, kept by the database whoever changes a product: at most one active alert a product.

create table public.inventory_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);

create unique index inventory_alerts_one_active on public.inventory_alerts (product_id) where is_active;

create function private.follow_stock()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.track_inventory and new.inventory_quantity <= new.low_stock_threshold then
    insert into public.inventory_alerts (product_id) values (new.id)
    on conflict (product_id) where is_active do nothing;
  else
    update public.inventory_alerts set is_active = false, resolved_at = now()
    where product_id = new.id and is_active;
  end if;
  return null;
end;
$$;

revoke all on function private.follow_stock() from public;

create trigger follow_stock
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory on public.products
  for each row execute function private.follow_stock();

alter table public.inventory_alerts enable row level security;
revoke all on table public.inventory_alerts from anon, authenticated;
grant select on table public.inventory_alerts to authenticated;
grant all on table public.inventory_alerts to service_role;

create policy "Staff see stock alerts" on public.inventory_alerts for select to authenticated using ((select private.is_staff()));
