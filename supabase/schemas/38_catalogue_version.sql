-- A version that increases when anything changes that pages show; page caches subscribe to it.

create table public.catalogue_version (
  id boolean primary key default true check (id),
  version bigint not null default 1,
  changed_at timestamptz not null default now()
) with (fillfactor = 50);

alter table public.catalogue_version enable row level security;
revoke all on table public.catalogue_version from anon, authenticated;
grant select on table public.catalogue_version to anon, authenticated;
grant all on table public.catalogue_version to service_role;

create policy "Anyone sees how new the catalogue is" on public.catalogue_version for select to anon, authenticated using (true);

insert into public.catalogue_version default values;

-- A statement that changed no row changes no page.
create function private.bump_catalogue_version()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.catalogue_version set version = version + 1, changed_at = clock_timestamp()
  where exists (select from changed_rows);
  return null;
end;
$$;

create trigger bump_version_insert after insert on public.products
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.products
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_insert after insert on public.categories
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.categories
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.categories
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_insert after insert on public.shop_settings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.shop_settings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.shop_settings
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();

-- Pages show stock only when it is low, so most sales do not bump the version.
create function private.bump_catalogue_version_of_products()
returns trigger
language plpgsql
security definer
set search_path = ''
-- As in private.audit.
set enable_nestloop = off
as $$
declare
  v_shown constant integer := coalesce(private.setting_number('stock.lowMax', 5), 5) + 1;
begin
  if exists (
    select from new_rows as after join old_rows as before using (id)
    where to_jsonb(after) - 'inventory_quantity' - 'updated_at' is distinct from to_jsonb(before) - 'inventory_quantity' - 'updated_at'
      or (after.inventory_quantity <> before.inventory_quantity and least(after.inventory_quantity, before.inventory_quantity) < v_shown))
  then
    update public.catalogue_version set version = version + 1, changed_at = clock_timestamp();
  end if;
  return null;
end;
$$;

create trigger bump_version_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.bump_catalogue_version_of_products();

create trigger bump_version_insert after insert on public.product_variants
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.bump_catalogue_version_of_products();
create trigger bump_version_delete after delete on public.product_variants
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();

-- The pages about delivery tell what it costs.
create trigger bump_version_insert after insert on public.shipping_methods
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.shipping_methods
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.shipping_methods
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_insert after insert on public.shipping_zones
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.shipping_zones
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.shipping_zones
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_insert after insert on public.shipping_rules
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.shipping_rules
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.shipping_rules
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();

-- Pages of products show what goes with them.
create trigger bump_version_insert after insert on public.product_relations
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.product_relations
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.product_relations
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_insert after insert on public.category_relations
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.category_relations
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.category_relations
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();

alter publication supabase_realtime add table public.catalogue_version;

-- What a search finds depends on what its words mean.
create trigger bump_version_insert after insert on public.search_synonyms
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.search_synonyms
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_delete after delete on public.search_synonyms
  referencing old table as changed_rows for each statement execute function private.bump_catalogue_version();
