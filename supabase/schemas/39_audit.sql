-- The audit log: what each member of staff changed or exported, and who signed in as staff or tried to.

-- The old and new values of each write by staff; for updates only the changed columns. What opens something for whoever has it is
-- left out.
create table public.audit_log (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'export', 'sign_in', 'sign_in_failed')),
  -- No foreign key: the log outlives accounts. Of a sign-in that failed, the account that it was tried with.
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

-- Columns that the log never holds: what opens something, and the words of notes, which are about people.
create function private.unlogged_columns()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['token_hash', 'code_hash', 'checkout_session_id', 'stripe_session_id', 'text'];
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

-- The network that an address belongs to, which tells places apart and names nobody: /24 of IPv4, /48 of IPv6. Null for what is no
-- address.
create function private.network_of(p_address text)
returns text
language sql
immutable
set search_path = ''
as $$
  select network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text
  from (select case when pg_input_is_valid(p_address, 'inet') then p_address::inet end as address) as given;
$$;

-- Notes that a session of staff was opened: the member's last sign-in, and an entry of the log, one for each session.
create function private.record_sign_in(p_session uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_opened record;
begin
  select member.id, member.user_id, session.created_at, session.ip into v_opened
  from auth.sessions as session join public.admin_users as member on member.user_id = session.user_id and member.is_active
  where session.id = p_session for no key update of member;
  if v_opened.id is null or exists (
    select from public.audit_log
    where actor = v_opened.user_id and table_name = 'admin_users' and action = 'sign_in' and created_at = v_opened.created_at) then
    return;
  end if;
  update public.admin_users set last_login_at = greatest(last_login_at, v_opened.created_at) where id = v_opened.id;
  insert into public.audit_log (table_name, row_id, action, actor, after, created_at)
  values ('admin_users', v_opened.id::text, 'sign_in', v_opened.user_id,
    jsonb_build_object('network', private.network_of(host(v_opened.ip))), v_opened.created_at);
end;
$$;

-- GoTrue opens the session and then notes the user's last sign-in, which a renewed session moves as well.
create function private.record_latest_sign_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.record_sign_in((
    select id from auth.sessions where user_id = new.id and created_at > now() - interval '1 minute' order by created_at desc, id limit 1));
  return null;
end;
$$;

create trigger record_sign_in after update of last_sign_in_at on auth.users
  for each row execute function private.record_latest_sign_in();

-- Notes a failed sign-in with the address of a member of staff, and nothing for any other address. Within an hour only the first,
-- second, fourth, eighth … attempt makes an entry, with their number: a thousand make ten, so a stranger cannot flood the log.
create function private.record_failed_sign_in(p_email text, p_address text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_member record;
  v_attempts integer;
begin
  select member.id, member.user_id into v_member
  from auth.users as account join public.admin_users as member on member.user_id = account.id and member.is_active
  where account.email = lower(private.clean_code(p_email));
  if v_member.id is null then
    return;
  end if;
  perform private.count_against_rate_limit('failed_sign_in', v_member.user_id::text, interval '1 hour');
  select hits into v_attempts from private.rate_limits
  where subject = private.rate_limit_key('failed_sign_in', v_member.user_id::text);
  if v_attempts & (v_attempts - 1) = 0 then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    values ('admin_users', v_member.id::text, 'sign_in_failed', v_member.user_id,
      jsonb_build_object('network', private.network_of(p_address), 'attempts', v_attempts));
  end if;
end;
$$;
