-- The pages about delivery tell what it costs, so they are made again when that changes.
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
