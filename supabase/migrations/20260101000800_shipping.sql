-- Where parcels go, how, and what changes the price.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 1000),
  postcodes text[] not null default '{}' check (cardinality(postcodes) <= 500 and octet_length(array_to_string(postcodes, '')) <= 5000),
  multiplier numeric(6, 2) not null default 1 check (multiplier >= 0.1),
  position integer not null default 100,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.shipping_methods (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 1000),
  base_price numeric(10, 2) not null default 0 check (base_price between 0 and 100000),
  estimated_days_min integer not null default 1 check (estimated_days_min between 1 and 365),
  estimated_days_max integer not null default 7 check (estimated_days_max between 1 and 365),
  features text[] not null default '{}' check (cardinality(features) <= 30 and octet_length(array_to_string(features, '')) <= 5000),
  sort_order integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.shipping_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  type text not null default 'free_shipping' check (type in ('free_shipping', 'discount', 'surcharge', 'restriction')),
  priority integer not null default 100,
  conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object' and octet_length(conditions::text) <= 20000),
  actions jsonb not null default '{}' check (jsonb_typeof(actions) = 'object' and octet_length(actions::text) <= 5000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on column public.shipping_zones.position is 'Order among zones; the first takes postcodes that match none.';
comment on column public.shipping_zones.postcodes is 'Areas ("SW") or, where they hold a digit, districts ("KW15").';

create trigger touch before update on public.shipping_zones for each row execute function private.touch_updated_at();
create trigger touch before update on public.shipping_methods for each row execute function private.touch_updated_at();
create trigger touch before update on public.shipping_rules for each row execute function private.touch_updated_at();

alter table public.shipping_zones enable row level security;
alter table public.shipping_methods enable row level security;
alter table public.shipping_rules enable row level security;
revoke all on table public.shipping_zones, public.shipping_methods, public.shipping_rules from anon, authenticated;
grant all on table public.shipping_zones, public.shipping_methods, public.shipping_rules to service_role;

grant select on table public.shipping_zones, public.shipping_methods, public.shipping_rules to anon, authenticated;
grant insert (name, description, postcodes, multiplier, position, is_active),
  update (name, description, postcodes, multiplier, position, is_active),
  delete on table public.shipping_zones to authenticated;
grant insert (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  update (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  delete on table public.shipping_methods to authenticated;
grant insert (name, type, priority, conditions, actions, is_active),
  update (name, type, priority, conditions, actions, is_active),
  delete on table public.shipping_rules to authenticated;

create policy "Anyone sees active zones" on public.shipping_zones for select to anon, authenticated using (is_active);
create policy "Staff see every zone" on public.shipping_zones for select to authenticated using ((select private.is_staff()));
create policy "Staff add zones" on public.shipping_zones for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change zones" on public.shipping_zones for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete zones" on public.shipping_zones for delete to authenticated using ((select private.is_staff()));

create policy "Anyone sees active methods" on public.shipping_methods for select to anon, authenticated using (is_active);
create policy "Staff see every method" on public.shipping_methods for select to authenticated using ((select private.is_staff()));
create policy "Staff add methods" on public.shipping_methods for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change methods" on public.shipping_methods for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete methods" on public.shipping_methods for delete to authenticated using ((select private.is_staff()));

create policy "Anyone sees active rules" on public.shipping_rules for select to anon, authenticated using (is_active);
create policy "Staff see every rule" on public.shipping_rules for select to authenticated using ((select private.is_staff()));
create policy "Staff add rules" on public.shipping_rules for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change rules" on public.shipping_rules for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete rules" on public.shipping_rules for delete to authenticated using ((select private.is_staff()));
