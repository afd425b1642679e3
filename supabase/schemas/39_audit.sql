-- The audit log: what each member of staff changed.

-- The old and new values of each write by staff; for updates only the changed columns. Signing in is no change, and what opens
-- something for whoever has it is left out.
create table public.audit_log (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  -- No foreign key: the log outlives accounts.
  actor uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);

create index audit_log_by_row on public.audit_log (table_name, row_id, id desc);
create index audit_log_newest on public.audit_log (created_at desc, id desc);
create index audit_log_by_actor on public.audit_log (actor, created_at desc, id desc);
create index audit_log_by_table on public.audit_log (table_name, created_at desc, id desc);
create index audit_log_by_actor_and_table on public.audit_log (actor, table_name, created_at desc, id desc);

alter table public.audit_log enable row level security;
revoke all on table public.audit_log from anon, authenticated;
grant select on table public.audit_log to authenticated;
grant all on table public.audit_log to service_role;

create policy "Staff see the log" on public.audit_log for select to authenticated using ((select private.may('audit')));

-- Columns that the log never holds.
create function private.unlogged_columns()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['token_hash', 'code_hash', 'checkout_session_id', 'stripe_session_id'];
$$;

create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
-- A connection takes the number of changed rows for that of its first change: after a change of one row it would compare each of 500
-- old rows with each new one.
set enable_nestloop = off
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    select tg_table_name, coalesce(after ->> 'id', after ->> 'key'), 'insert', (select auth.uid()), after
    from (select to_jsonb(new_rows) - private.unlogged_columns() as after from new_rows) as written;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (table_name, row_id, action, actor, before)
    select tg_table_name, coalesce(before ->> 'id', before ->> 'key'), 'delete', (select auth.uid()), before
    from (select to_jsonb(old_rows) - private.unlogged_columns() as before from old_rows) as written;
  else
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    select tg_table_name, row_id, 'update', (select auth.uid()), changed.before, changed.after
    -- offset 0: each row becomes JSON once, not once for each of its fields.
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows offset 0) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows offset 0) as became
      using (row_id)
    cross join lateral (
      select jsonb_object_agg(key, was.row -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(became.row)
      where value is distinct from was.row -> key and key not in ('updated_at', 'version', 'last_login_at', 'mail_id')
        and key <> all (private.unlogged_columns())
    ) as changed
    where changed.after is not null;
  end if;
  return null;
end;
$$;

create trigger audit_insert after insert on public.promotions
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.promotions
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();
create trigger audit_delete after delete on public.promotions
  referencing old table as old_rows for each statement execute function private.audit();

do $$
declare
  v_table text;
begin
  foreach v_table in array array[
    'admin_users', 'categories', 'category_relations', 'contact_messages', 'gift_cards', 'orders', 'product_relations', 'product_variants',
    'products', 'search_synonyms', 'shipments', 'shipping_methods', 'shipping_rules', 'shipping_zones', 'shop_settings',
    'tracking_events'] loop
    execute format('create trigger audit_insert after insert on public.%I
      referencing new table as new_rows for each statement execute function private.audit()', v_table);
    execute format('create trigger audit_update after update on public.%I
      referencing old table as old_rows new table as new_rows for each statement execute function private.audit()', v_table);
    execute format('create trigger audit_delete after delete on public.%I
      referencing old table as old_rows for each statement execute function private.audit()', v_table);
  end loop;
end;
$$;
