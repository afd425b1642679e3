-- Generated from supabase/schemas by supabase/generate-baseline.ts.

-- 01_foundations.sql

-- The schema's rules: nothing in `public` can be reached until a later file grants it, and what runs with
-- more rights than its caller lives in `private`, which the API does not expose.

-- Functions may name what a later file creates.
set check_function_bodies = off;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create schema if not exists private;
grant usage on schema private to anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from public, anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- PUBLIC's execute right is a default of the role, not of a schema.
alter default privileges revoke execute on functions from public;

-- A refusal the API answers with its own HTTP status: PTxxx becomes status xxx.
create function private.refuse(p_code text, p_message text, p_hint text, p_detail text default '')
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = p_code, message = p_message, hint = p_hint, detail = coalesce(p_detail, '');
end;
$$;

-- One header of the current API request, or null outside of a request.
create function private.request_header(p_name text)
returns text
language sql
stable
set search_path = ''
as $$
  select nullif(btrim(nullif(current_setting('request.headers', true), '')::json ->> p_name), '');
$$;

grant execute on function private.request_header(text) to anon, authenticated, service_role;

-- Guest cart ids too short to be unguessable are no ids.
create function private.guest_session()
returns text
language sql
stable
set search_path = ''
as $$
  select header
  from (select private.request_header('x-session-id') as header) as request
  where header ~ '^session_[A-Za-z0-9_-]{16,120}$';
$$;

grant execute on function private.guest_session() to anon, authenticated, service_role;

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- The version of a row moves with every edit, so that nobody overwrites what they have not seen. The trigger's arguments name the
-- columns that the database derives, a sale among them; every other column counts. Nobody writes a version: only an edit of a part
-- of the row, which a trigger reports, moves it as well.
create function private.move_version()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_derived constant text[] := array['version', 'updated_at'] || tg_argv;
begin
  if to_jsonb(new) - v_derived is distinct from to_jsonb(old) - v_derived then
    new.version := old.version + 1;
  elsif pg_trigger_depth() = 1 then
    new.version := old.version;
  end if;
  return new;
end;
$$;

-- Links that let a guest open an account after buying. Only the hash of a token is kept.
create function private.token_hash(p_token text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex'); $$;

-- The changed rows of a statement-level trigger with a sign: 1 for new rows, -1 for old ones.
create function private.changed_rows(p_operation text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_operation
    when 'INSERT' then 'select 1 as sign, * from new_rows'
    when 'DELETE' then 'select -1 as sign, * from old_rows'
    else 'select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows'
  end;
$$;

-- Generic plans are made for the average customer; a customer with a thousand orders would read all of them on every page.
do $$
begin
  execute format('alter database %I set plan_cache_mode = force_custom_plan', current_database());
end;
$$;

-- 02_staff.sql

-- Who works here: a signed-in user with an active row in admin_users.

create table public.admin_users (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  role text not null default 'admin' check (role in ('super_admin', 'admin', 'moderator')),
  is_active boolean not null default true,
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger set_updated_at before update on public.admin_users for each row execute function private.set_updated_at();

alter table public.admin_users enable row level security;
revoke all on table public.admin_users from anon, authenticated;
grant select on table public.admin_users to authenticated;
grant update (last_login_at) on table public.admin_users to authenticated;
grant all on table public.admin_users to service_role;

create policy "Staff note their own sign-in" on public.admin_users for update to authenticated
  using (user_id = (select auth.uid()) and is_active)
  with check (user_id = (select auth.uid()) and is_active);

create function private.is_staff()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admin_users where user_id = (select auth.uid()) and is_active);
$$;

grant execute on function private.is_staff() to anon, authenticated, service_role;

create policy "Staff see each other" on public.admin_users for select to authenticated using ((select private.is_staff()));

-- What staff are called, also when their account is gone: the log of changes names them. No foreign key for that reason.
create table private.staff_names (
  user_id uuid primary key,
  name text not null
);

revoke all on table private.staff_names from public;

create function private.keep_staff_name()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.staff_names (user_id, name) values (new.user_id, btrim(new.first_name || ' ' || new.last_name))
  on conflict (user_id) do update set name = excluded.name;
  return null;
end;
$$;

create trigger keep_name after insert or update of first_name, last_name on public.admin_users
  for each row execute function private.keep_staff_name();

-- Changes the role of a member of staff, or ends or restores their access; null leaves it as it is. Whoever loses access is signed
-- out everywhere, and whoever no longer manages staff leaves no invitation behind. Nobody changes themselves, and one active
-- super admin always remains.
create function private.set_staff(p_id uuid, p_role text, p_active boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_member public.admin_users;
  v_role text;
  v_active boolean;
begin
  perform private.require_right('staff');
  if p_role not in ('super_admin', 'admin', 'moderator') then
    perform private.refuse('PT422', 'Choose a role.', 'role');
  end if;
  -- Two who change each other wait for one another here, whoever they change, and the second has to be allowed still.
  perform from public.admin_users where id = p_id or (role = 'super_admin' and is_active) order by id for no key update;
  perform private.require_right('staff');
  select * into v_member from public.admin_users where id = p_id;
  if v_member.id is null then
    perform private.refuse('PT404', 'Nobody here has this entry any more.', 'staff_not_found');
  elsif v_member.user_id = (select auth.uid()) then
    perform private.refuse('PT409', 'You cannot change your own access. A super admin can.', 'own_access');
  end if;
  v_role := coalesce(p_role, v_member.role);
  v_active := coalesce(p_active, v_member.is_active);
  if v_member.role = 'super_admin' and v_member.is_active and not (v_role = 'super_admin' and v_active)
    and not exists (select from public.admin_users where role = 'super_admin' and is_active and id <> p_id) then
    perform private.refuse('PT409', 'This is the last active super admin. Make somebody else one first.', 'last_super_admin');
  end if;
  update public.admin_users set role = v_role, is_active = v_active
  where id = p_id and (role, is_active) is distinct from (v_role, v_active);
  if not found then
    return;
  end if;
  if not v_active then
    delete from auth.sessions where user_id = v_member.user_id;
  end if;
  perform private.withdraw_invitations_around(v_member.user_id, not v_active or v_role <> 'super_admin');
end;
$$;

grant execute on function private.set_staff(uuid, text, bool) to authenticated, service_role;

create function public.set_staff(p_id uuid, p_role text default null, p_active boolean default null)
returns void
language sql
set search_path = ''
as $$ select private.set_staff(p_id, p_role, p_active); $$;

grant execute on function public.set_staff(uuid, text, bool) to authenticated, service_role;

-- 03_staff_rights.sql

-- The rights of staff, by role.

-- Whether a role includes a right. super_admin has all; the setting staff.roles 'equal' gives all to everyone.
-- 'money_settings' are the settings pricing.*, payment.* and revenue.*.
create function private.role_includes(p_role text, p_right text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(case p_role
    when 'super_admin' then true
    when 'admin' then p_right <> all (array['staff', 'releases', 'money_settings'])
    when 'moderator' then p_right = any (array['orders', 'customers', 'messages'])
    end, false);
$$;

create function private.all_rights()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['catalogue', 'orders', 'refunds', 'customers', 'messages', 'shipping', 'promotions', 'gift_cards', 'settings',
    'money_settings', 'staff', 'audit', 'releases'];
$$;

-- Whether the caller is staff with a right (one of private.all_rights). Reading the catalogue, inactive products included, needs
-- none but being staff.
create function private.may(p_right text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select p_right = any (private.all_rights()) and exists (
    select from public.admin_users
    where user_id = (select auth.uid()) and is_active
      and (private.setting_text('staff.roles', 'enforced') = 'equal' or private.role_includes(role, p_right)));
$$;

grant execute on function private.may(text) to anon, authenticated, service_role;

-- Raises 403 unless the caller has the right.
create function private.require_right(p_right text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif not private.may(p_right) then
    perform private.refuse('PT403', 'Your role does not allow this. A super admin can do it, or change your role.', 'not_allowed');
  end if;
end;
$$;

-- Before a write over the API: tells staff without the right that they lack it, where row level security alone would change
-- nothing in silence. Everybody else is left to row level security. Triggers have the condition current_user = 'authenticated',
-- which leaves out what the database's own functions write on behalf of the caller.
create function private.require_right_to_write()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_staff() then
    perform private.require_right(tg_argv[0]);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

-- The caller's rights; none for anyone who is not staff.
create function private.my_rights()
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(array_agg(name order by place), '{}')
  from unnest(private.all_rights()) with ordinality as known (name, place)
  where private.may(name);
$$;

grant execute on function private.my_rights() to authenticated, service_role;

create function public.my_rights()
returns text[]
language sql
stable
set search_path = ''
as $$ select private.my_rights(); $$;

grant execute on function public.my_rights() to authenticated, service_role;

-- 04_settings.sql

-- Settings: one row per choice of the owner, and the rule each value must satisfy.

-- Keys as in libs/settings ("pricing.factor").
create table public.shop_settings (
  key text primary key check (key ~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$' and char_length(key) <= 80),
  value jsonb not null check (octet_length(value::text) <= 2000),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint shop_settings_payment_provider
  check (key <> 'payment.provider' or value in ('"simulated"'::jsonb, '"stripe"'::jsonb))
);

create trigger set_updated_at before update on public.shop_settings for each row execute function private.set_updated_at();
create trigger move_version before update on public.shop_settings for each row execute function private.move_version();

alter table public.shop_settings enable row level security;
revoke all on table public.shop_settings from anon, authenticated;
grant select on table public.shop_settings to anon, authenticated;
grant insert (key, value), update (value), delete on table public.shop_settings to authenticated;
grant all on table public.shop_settings to service_role;

create policy "Anyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
create policy "Staff add settings" on public.shop_settings for insert to authenticated with check ((select private.may('settings')));
create policy "Staff change settings" on public.shop_settings for update to authenticated
  using ((select private.may('settings'))) with check ((select private.may('settings')));
create policy "Staff delete settings" on public.shop_settings for delete to authenticated using ((select private.may('settings')));

create trigger require_right before insert or update or delete on public.shop_settings
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('settings');

-- Settings that decide about money, and about staff, need a right of their own beside 'settings'.
create function private.right_of_setting(p_key text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when split_part(p_key, '.', 1) in ('pricing', 'payment', 'revenue') then 'money_settings'
    when split_part(p_key, '.', 1) = 'staff' then 'staff'
    else 'settings' end;
$$;

create function private.require_right_to_setting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_staff() then
    perform private.require_right(private.right_of_setting(coalesce(new.key, old.key)));
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end;
$$;

create trigger require_right_to_setting before insert or update or delete on public.shop_settings
  for each row when (current_user = 'authenticated') execute function private.require_right_to_setting();

-- The allowed values of each setting. A test checks that this table equals libs/settings/src/setting-rules.ts and that both
-- give the same verdict on any value. A new setting gets its row in a migration.
create table private.setting_rules (
  key text primary key,
  kind text not null check (kind in ('number', 'boolean', 'choice', 'text')),
  -- Bounds of a number; of a text, its length in characters.
  min_value numeric,
  max_value numeric,
  decimals integer check (decimals >= 0),
  choices text[],
  check (case kind
    when 'number' then min_value <= max_value and decimals is not null
    when 'text' then 0 <= min_value and min_value <= max_value
    when 'choice' then cardinality(choices) > 0
    else true end is true)
);

revoke all on table private.setting_rules from public, anon, authenticated;

-- A value that is not a number must not stop sales: it falls back to the default, like a missing row.
create function private.setting_number(p_key text, p_default numeric)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select (value #>> '{}')::numeric from public.shop_settings where key = p_key and jsonb_typeof(value) = 'number'),
    p_default);
$$;

create function private.setting_text(p_key text, p_default text)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (select value #>> '{}' from public.shop_settings where key = p_key and jsonb_typeof(value) = 'string'),
    p_default);
$$;

-- The payment provider: 'simulated' or 'stripe' when the setting says exactly that, else null, also for a missing row.
-- There is no default: a shop that was never set up must not sell.
create function private.payment_provider()
returns text
language sql
stable
set search_path = ''
as $$
  select value #>> '{}' from public.shop_settings
  where key = 'payment.provider' and value in ('"simulated"'::jsonb, '"stripe"'::jsonb);
$$;

insert into private.setting_rules (key, kind, min_value, max_value, decimals) values
  ('pricing.factor', 'number', 0.01, 10, 4),
  ('shipping.fallback', 'number', 0, 1000, 2),
  ('shipping.freeFrom', 'number', 0, 100000, 2),
  ('stock.lowMax', 'number', 0, 10000, 0),
  ('stock.adminLowBelow', 'number', 0, 100000, 0);

insert into private.setting_rules (key, kind) values
  ('pricing.showVatInclusive', 'boolean'),
  ('checkout.requireSignIn', 'boolean'),
  ('reviews.placeholder', 'boolean'),
  ('auth.returnToOrigin', 'boolean');

insert into private.setting_rules (key, kind, choices) values
  ('pricing.lead', 'choice', array['charged', 'specified']),
  ('shipping.unmatchedZone', 'choice', array['first', 'refuse']),
  ('shipping.invalidJson', 'choice', array['told', 'ignored']),
  ('delivery.coverage', 'choice', array['uk', 'mainland']),
  ('revenue.basis', 'choice', array['pending', 'processing', 'shipped', 'delivered', 'completed']),
  ('tracking.mode', 'choice', array['live', 'demo']),
  ('ageGate.scope', 'choice', array['home', 'all']),
  ('staff.roles', 'choice', array['enforced', 'equal']),
  ('privacy.measureSpeed', 'choice', array['off', 'on']),
  ('payment.provider', 'choice', array['simulated', 'stripe']);

insert into private.setting_rules (key, kind, min_value, max_value) values
  ('qr.provider', 'text', 1, 300),
  ('business.name', 'text', 1, 300),
  ('business.address', 'text', 0, 300),
  ('business.vatNumber', 'text', 0, 300),
  ('business.email', 'text', 0, 300);

-- The error message for staff about a value; null when it is valid, and for keys without a rule, which nothing reads.
create function private.setting_problem(p_key text, p_value jsonb)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case rule.kind
    when 'boolean' then case when jsonb_typeof(p_value) <> 'boolean' then 'true or false' end
    when 'choice' then case when jsonb_typeof(p_value) <> 'string' or p_value #>> '{}' <> all (rule.choices)
      then format('one of "%s"', array_to_string(rule.choices, '", "')) end
    when 'text' then case when jsonb_typeof(p_value) <> 'string' or char_length(p_value #>> '{}') not between rule.min_value and rule.max_value
      then format('text of %s to %s characters', rule.min_value, rule.max_value) end
    when 'number' then case
      when jsonb_typeof(p_value) = 'number' then case
        when (p_value #>> '{}')::numeric not between rule.min_value and rule.max_value
          or scale(trim_scale((p_value #>> '{}')::numeric)) > rule.decimals
        then format('a number from %s to %s with %s decimals at most', rule.min_value, rule.max_value, rule.decimals) end
      else format('a number from %s to %s with %s decimals at most', rule.min_value, rule.max_value, rule.decimals) end
    end
  from private.setting_rules as rule
  where rule.key = p_key;
$$;

create function private.check_setting()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem text := private.setting_problem(new.key, new.value);
begin
  if v_problem is not null then
    perform private.refuse('PT422', format('%s must be %s.', new.key, v_problem), new.key);
  end if;
  return new;
end;
$$;

create trigger check_setting before insert or update on public.shop_settings
  for each row execute function private.check_setting();

-- 05_limits.sql

-- Rate limits by caller, and how the caller's network address is found.

-- Attempts per caller and action, under a hash: neither addresses nor e-mails are stored. An exception rolls its own count
-- back, so functions that count failed attempts return an answer instead of raising.
create table private.rate_limits (
  subject text primary key,
  hits integer not null,
  opened_at timestamptz not null default now()
);

create index rate_limits_by_age on private.rate_limits (opened_at);

revoke all on table private.rate_limits from public;

-- Where the caller's address is read from: a header that a trusted proxy writes, never one that a caller can set.
-- address_header, address_from_right: the header, and the position of the caller's address in it from the right, since each
-- trusted proxy appends the address it was called from. Hosted Supabase is behind Cloudflare, which overwrites
-- cf-connecting-ip (the default). Self-hosted Supabase passes cf-connecting-ip on unchanged, so its owner sets
-- ('x-forwarded-for', 1), plus one for each proxy before Kong. The embedded backend writes its own row.
-- web_servers: addresses of the shop's web servers, which call the API for their visitors; for those the first entry of
-- x-forwarded-for is the visitor. Without them all visitors of a web server count as one caller.
create table private.network_settings (
  id boolean primary key default true check (id),
  address_header text not null default 'cf-connecting-ip' check (address_header ~ '^[a-z][a-z0-9-]{0,60}$'),
  address_from_right integer not null default 1 check (address_from_right between 1 and 20),
  web_servers inet[] not null default '{}'
);

revoke all on table private.network_settings from public;

-- The caller's address, or 'unknown': callers without a known address share one limit.
create function private.client_address()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_network private.network_settings;
  v_entries text[];
  v_found text;
  v_address text;
begin
  select * into v_network from private.network_settings;
  v_entries := string_to_array(private.request_header(v_network.address_header), ',');
  v_found := btrim(v_entries[cardinality(v_entries) - v_network.address_from_right + 1]);
  v_address := private.network_address(v_found);
  if v_address is null then
    return 'unknown';
  elsif v_found::inet = any (v_network.web_servers) then
    return coalesce(
      private.network_address(split_part(private.request_header('x-forwarded-for'), ',', 1)), v_address);
  end if;
  return v_address;
end;
$$;

-- A null caller counts as 'unknown'.
create function private.rate_limit_key(p_action text, p_who text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(sha256(convert_to(p_action || ' ' || coalesce(p_who, 'unknown'), 'UTF8')), 'hex'); $$;

-- Raises 429 when p_times more attempts would exceed p_max within p_window. The advisory lock makes check and count atomic
-- for concurrent attempts.
create function private.check_rate_limit(
  p_action text, p_who text, p_max integer, p_window interval, p_times integer default 1)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_subject constant text := private.rate_limit_key(p_action, p_who);
  v_hits integer;
  v_open timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(v_subject, 0));
  select hits, opened_at into v_hits, v_open from private.rate_limits
  where subject = v_subject and opened_at > now() - p_window;
  if coalesce(v_hits, 0) + p_times > p_max then
    perform private.refuse('PT429', 'Too many attempts. Please wait a moment and try again.', 'rate_limited',
      ceil(extract(epoch from coalesce(v_open, now()) + p_window - now()))::text);
  end if;
end;
$$;

create function private.count_against_rate_limit(
  p_action text, p_who text, p_window interval, p_times integer default 1)
returns void
language sql
set search_path = ''
as $$
  insert into private.rate_limits as known (subject, hits)
  values (private.rate_limit_key(p_action, p_who), p_times)
  on conflict (subject) do update set
    hits = case when known.opened_at > now() - p_window then known.hits + p_times else p_times end,
    opened_at = case when known.opened_at > now() - p_window then known.opened_at else now() end;
$$;

create function private.consume_rate_limit(p_action text, p_who text, p_max integer, p_window interval, p_times integer default 1)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.check_rate_limit(p_action, p_who, p_max, p_window, p_times);
  perform private.count_against_rate_limit(p_action, p_who, p_window, p_times);
end;
$$;

insert into private.network_settings default values;

-- An address as rate limits count it: IPv4 whole (also mapped into IPv6), IPv6 by its /64, since one connection owns all of
-- it. Null when the text is not a single address.
create function private.network_address(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_address inet;
begin
  if not coalesce(pg_input_is_valid(btrim(p_text), 'inet'), false) then
    return null;
  end if;
  v_address := btrim(p_text)::inet;
  if masklen(v_address) <> (case family(v_address) when 4 then 32 else 128 end) then
    return null;
  elsif family(v_address) = 4 then
    return host(v_address);
  elsif v_address <<= inet '::ffff:0:0/96' then
    return host(inet '0.0.0.0' + (v_address - inet '::ffff:0:0'));
  end if;
  return network(set_masklen(v_address, 64))::text;
end;
$$;

-- 06_fields.sql

-- Validation of visitors' input: text fields, e-mail addresses, UK postcodes, postal addresses, links.

-- A trimmed text field of bounded length, or a 422 that names the field.
create function private.field(p_json jsonb, p_key text, p_max integer, p_required boolean default true)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_value text := btrim(p_json ->> p_key);
begin
  if jsonb_typeof(p_json -> p_key) not in ('string', 'null') then
    perform private.refuse('PT422', format('%s must be text', p_key), p_key);
  elsif p_required and coalesce(v_value, '') = '' then
    perform private.refuse('PT422', format('%s is required', p_key), p_key);
  elsif char_length(v_value) > p_max then
    perform private.refuse('PT422', format('%s is too long', p_key), p_key);
  end if;
  return nullif(v_value, '');
end;
$$;

-- The buyer's e-mail, or a 422.
create function private.email_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_email text := private.field(p_json, 'email', 254);
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return v_email;
end;
$$;

-- A postal address with the known keys only; names default to the buyer's.
create function private.address_field(p_address jsonb, p_details jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_country text := upper(coalesce(private.field(p_address, 'country', 2, false), 'GB'));
begin
  if jsonb_typeof(p_address) is distinct from 'object' then
    perform private.refuse('PT422', 'shipping_address is required', 'shipping_address');
  end if;
  if v_country <> 'GB' then
    perform private.refuse('PT422', 'Delivery is within the UK only.', 'country');
  end if;
  return jsonb_build_object(
    'first_name', coalesce(private.field(p_address, 'first_name', 100, false), p_details ->> 'first_name'),
    'last_name', coalesce(private.field(p_address, 'last_name', 100, false), p_details ->> 'last_name'),
    'address_line_1', private.field(p_address, 'address_line_1', 200),
    'address_line_2', private.field(p_address, 'address_line_2', 200, false),
    'city', private.field(p_address, 'city', 120),
    'state', private.field(p_address, 'state', 120, false),
    'postal_code', private.postcode_field(p_address),
    'country', v_country,
    'phone', coalesce(private.field(p_address, 'phone', 40, false), p_details ->> 'phone'));
end;
$$;

-- The same mailbox spelt differently counts once: lower case, without a plus tag.
create function private.canonical_email(p_email text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(btrim(p_email)), '\+[^@]*@', '@'); $$;

-- The postcode as Royal Mail writes it ("SW1A 1AA"), or null when it is not one of the United Kingdom, the Isle of Man or the
-- forces. Same rule as libs/pricing/src/postcode.ts. Jersey, Guernsey and Gibraltar share the format but are outside the UK
-- for VAT and customs.
create function private.uk_postcode(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
      when compact ~ '^(GIR|[A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$' then regexp_replace(compact, '(...)$', ' \1')
      when compact ~ '^BFPO[0-9]{1,4}$' then regexp_replace(compact, '^BFPO', 'BFPO ')
    end
  from (select private.postcode_compact(p_postcode) as compact) as given
  where compact !~ '^(JE|GY|GX)[0-9]';
$$;

create function private.is_uk_postcode(p_postcode text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select private.uk_postcode(p_postcode) is not null; $$;

-- The error message about a postcode, or null when it is valid; same messages as libs/pricing/src/postcode.ts. Checked in the
-- database too, since an undeliverable postcode would be priced as the first zone.
create function private.postcode_problem(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when private.is_uk_postcode(p_postcode) then null
    when coalesce(p_postcode, '') ~
      '^[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*$' then 'Enter a postcode.'
    when place is not null then format('%s is outside the UK. We deliver within the UK only.', place)
    else 'This does not look like a UK postcode. Write it like SW1A 1AA.' end
  from (select coalesce(
    case private.postcode_area(p_postcode) when 'JE' then 'Jersey' when 'GY' then 'Guernsey' when 'GX' then 'Gibraltar' end,
    case when private.postcode_compact(p_postcode) ~ '^[A-Z]{4}1ZZ$' then 'This territory' end) as place) as abroad;
$$;

-- An object's postal_code, normalised, or a 422. Billing addresses must be in the UK as well.
create function private.postcode_field(p_json jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_postcode text := private.field(p_json, 'postal_code', 16, false);
  v_problem text := private.postcode_problem(v_postcode);
begin
  if v_problem is not null then
    perform private.refuse('PT422', v_problem, 'postal_code');
  end if;
  return private.uk_postcode(v_postcode);
end;
$$;

-- The only e-mail rule: an ASCII dot-atom and a host name of at least two labels (RFC 5321, 4.1.2), as every mail server
-- accepts. A test checks that it equals isEmail in libs/settings.
create function private.is_email(p_text text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    char_length(p_text) <= 254 and strpos(p_text, '@') <= 65
      and p_text collate "C" ~ ('^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*'
        || '@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'),
    false);
$$;

-- Whether a mail program would make a link of any part of a text (web and e-mail addresses, telephone numbers): visitors can
-- enter anyone's address, so their text must not carry a link there. A test checks that it equals holdsLink in libs/settings.
create function private.holds_link(p_text text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_visible constant text := regexp_replace(p_text collate "C",
    '[\u00AD\u034F\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]', '', 'g');
  v_letter constant text := 'A-Za-z\u00C0-\u1FFF\u2460-\u24FF\u2C00-\u2DFF\u3041-\uD7FF\uF900-\uFAFF'
    || '\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFDC\U0001D400-\U0001D7FF';
  v_dot constant text := '.\u2024\u3002\uFE52\uFF0E\uFF61';
  v_at constant text := '@\uFE6B\uFF20';
  v_between constant text := ' \u00A0\u2000-\u200A\u2010-\u2015\u202F()./+\-';
begin
  return coalesce(
    v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][%2$s]{2}', v_dot, v_letter)
      or v_visible collate "C" ~ format('[^\u0001-\u0020%1$s][%1$s][^\u0001-\u0020]', v_at)
      or v_visible collate "C" ~ '[:\uFF1A][/\\\uFF0F]{2}'
      or v_visible collate "C" ~ '([Mm][Aa][Ii][Ll][Tt][Oo]|[Tt][Ee][Ll]|[Ss][Mm][Ss])[:\uFF1A][^\u0001-\u0020]'
      or v_visible collate "C" ~ format('\\\\[%s]', v_letter)
      or v_visible collate "C" ~ '([0-9]{1,3}[.]){3}[0-9]'
      or v_visible collate "C" ~ format('([0-9\uFF10-\uFF19][%s]{0,2}){8,}[0-9\uFF10-\uFF19]', v_between),
    false);
end;
$$;

-- 07_pictures.sql

-- Addresses of pictures. They have no origin, so that they outlive a change of the backend's address: /media/<name>.webp is a file of
-- the shop, /storage/v1/object/public/<bucket>/<name>-<width>.<type> the widest copy of an upload, with the narrower ones beside it.

-- An address as columns hold it, the origin of an uploaded picture taken off; a 422 that names the field for any other.
create function private.picture_address(p_address text, p_field text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_address text := case when p_address like 'http%'
    then regexp_replace(p_address, '^https?://[^/]+(/supabase)?/storage/v1/object/public/', '/storage/v1/object/public/')
    else p_address end;
begin
  if char_length(v_address) <= 2048 and v_address !~ '\.\.'
    and v_address ~ '^/(media|storage/v1/object/public/(product-images|category-images|placeholders))/[A-Za-z0-9][A-Za-z0-9._/-]*$'
  then
    return v_address;
  end if;
  perform private.refuse('PT422', 'An image must be one of the shop: upload it first.', p_field);
end;
$$;

-- What an upload's copies have in common: "<bucket>/<name>", from the address or from bucket and file name.
create function private.picture_stem(p_path text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(regexp_replace(p_path, '^/storage/v1/object/public/', ''), '-[0-9]+\.(webp|jpg)$', ''); $$;

-- The stems of the uploads among addresses.
create function private.picture_stems(p_addresses text[])
returns text[]
language sql
immutable
cost 1000
set search_path = ''
as $$
  select coalesce(array_agg(private.picture_stem(address)), '{}') from unnest(p_addresses) as address
  where address like '/storage/%';
$$;

-- The stems of the uploads that an order's items show.
create function private.item_picture_stems(p_items jsonb)
returns text[]
language sql
immutable
cost 2000
set search_path = ''
as $$
  select private.picture_stems(array_agg(item ->> 'image')) from jsonb_array_elements(p_items) as item;
$$;

-- Indexes on them are kept by those who write the rows.
grant execute on function private.picture_stem(text) to authenticated, service_role;
grant execute on function private.picture_stems(text[]) to authenticated, service_role;
grant execute on function private.item_picture_stems(jsonb) to authenticated, service_role;

-- 08_people.sql

-- Accounts: profiles, customers and their addresses.

-- A sign-up creates the profile and customer rows.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger set_updated_at before update on public.profiles for each row execute function private.set_updated_at();

alter table public.profiles enable row level security;
revoke all on table public.profiles from anon, authenticated;
grant all on table public.profiles to service_role;
grant select, update (first_name, last_name) on table public.profiles to authenticated;

create policy "Users see their profile, staff every one" on public.profiles for select to authenticated
  using (id = (select auth.uid()) or (select private.may('customers')));
create policy "Users change their profile" on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create table public.customers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete set null,
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null default '' check (char_length(first_name) <= 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  phone text check (char_length(phone) <= 40),
  age_verified boolean not null default false,
  accepts_marketing boolean not null default false,
  stripe_customer_id text check (char_length(stripe_customer_id) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  total_orders integer not null default 0,
  total_spent numeric(12, 2) not null default 0,
  last_order_at timestamptz
);

comment on column public.customers.total_spent is 'Pounds; orders paid, neither cancelled nor refunded.';

create index customers_newest on public.customers (created_at desc, id);
create index customers_search on public.customers
  using gin (email extensions.gin_trgm_ops, first_name extensions.gin_trgm_ops, last_name extensions.gin_trgm_ops);
create index customers_by_email_newest on public.customers (lower(email), created_at desc, id);

create trigger set_updated_at before update on public.customers for each row execute function private.set_updated_at();

alter table public.customers enable row level security;
revoke all on table public.customers from anon, authenticated;
grant all on table public.customers to service_role;
grant select,
  insert (user_id, email, first_name, last_name, phone),
  update (first_name, last_name, phone) on table public.customers to authenticated;

create policy "Customers see themselves, staff everyone" on public.customers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.may('customers')));
create policy "Users become customers under their own e-mail" on public.customers for insert to authenticated
  with check (user_id = (select auth.uid()) and lower(email) = lower((select auth.jwt()) ->> 'email'));
create policy "Customers change themselves" on public.customers for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

create function private.my_customer_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select id from public.customers where user_id = (select auth.uid());
$$;

grant execute on function private.my_customer_id() to anon, authenticated, service_role;

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers (id) on delete cascade,
  type text not null default 'shipping' check (type in ('shipping', 'billing')),
  is_default boolean not null default false,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  address_line_1 text not null check (char_length(btrim(address_line_1)) between 1 and 200),
  address_line_2 text check (char_length(address_line_2) <= 200),
  city text not null check (char_length(btrim(city)) between 1 and 120),
  state text check (char_length(state) <= 120),
  postal_code text not null check (char_length(btrim(postal_code)) between 1 and 16),
  country text not null default 'GB' check (country ~ '^[A-Z]{2}$'),
  phone text check (char_length(phone) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index addresses_by_customer on public.addresses (customer_id, is_default desc, created_at desc);
create unique index addresses_one_default on public.addresses (customer_id) where is_default;

create trigger set_updated_at before update on public.addresses for each row execute function private.set_updated_at();

alter table public.addresses enable row level security;
revoke all on table public.addresses from anon, authenticated;
grant all on table public.addresses to service_role;
grant select,
  insert (customer_id, type, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  update (type, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  delete on table public.addresses to authenticated;

create policy "Customers see their addresses, staff every one" on public.addresses for select to authenticated
  using (customer_id = (select private.my_customer_id()) or (select private.may('customers')));
create policy "Customers add addresses" on public.addresses for insert to authenticated
  with check (customer_id = (select private.my_customer_id()));
create policy "Customers change their addresses" on public.addresses for update to authenticated
  using (customer_id = (select private.my_customer_id())) with check (customer_id = (select private.my_customer_id()));
create policy "Customers delete their addresses" on public.addresses for delete to authenticated
  using (customer_id = (select private.my_customer_id()));

-- Names come from the sign-up form, so they are truncated to the column's length.
create function private.create_profile_of_new_user()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first text := left(coalesce(new.raw_user_meta_data ->> 'first_name', ''), 100);
  v_last text := left(coalesce(new.raw_user_meta_data ->> 'last_name', ''), 100);
begin
  insert into public.profiles (id, first_name, last_name) values (new.id, v_first, v_last)
  on conflict (id) do nothing;
  if new.email is not null then
    insert into public.customers (user_id, email, first_name, last_name) values (new.id, new.email, v_first, v_last)
    on conflict (user_id) do nothing;
  end if;
  return null;
end;
$$;

create trigger create_profile_of_new_user after insert on auth.users for each row execute function private.create_profile_of_new_user();

-- Checked when a row changes, so older rows stay as they are until then.
create function private.check_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem text := private.postcode_problem(new.postal_code);
begin
  if new.country = 'GB' and (tg_op = 'INSERT' or (new.postal_code, new.country) is distinct from (old.postal_code, old.country)) then
    if v_problem is not null then
      perform private.refuse('PT422', v_problem, 'postal_code');
    end if;
    new.postal_code := private.uk_postcode(new.postal_code);
  end if;
  return new;
end;
$$;

create trigger check_address before insert or update on public.addresses for each row execute function private.check_address();

-- At most 50 addresses a customer. From 25 on, inserts of one customer take a lock, so that concurrent ones cannot pass the
-- limit together; a bulk load of many customers takes none.
create function private.limit_addresses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.addresses where customer_id = new.customer_id) <= 25 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('addresses ' || new.customer_id::text, 0));
  if (select count(*) from public.addresses where customer_id = new.customer_id) > 50 then
    perform private.refuse('PT409', 'You can save 50 addresses at most. Please delete one first.',
      'addresses_full', '50');
  end if;
  return null;
end;
$$;

create trigger limit_addresses after insert on public.addresses
  for each row execute function private.limit_addresses();

-- The first address of a customer is their default. Those of one customer queue at the customer's row, so that two cannot both be first.
create function private.default_first_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.customers where id = new.customer_id for no key update;
  if not exists (select from public.addresses where customer_id = new.customer_id and is_default) then
    new.is_default := true;
  end if;
  return new;
end;
$$;

create trigger default_first_address before insert on public.addresses
  for each row execute function private.default_first_address();

-- Whoever deletes their default keeps one: the newest of the others.
create function private.replace_default_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.addresses set is_default = true where id = (
    select id from public.addresses where customer_id = old.customer_id order by created_at desc, id limit 1);
  return null;
end;
$$;

create trigger replace_default_address after delete on public.addresses
  for each row when (old.is_default) execute function private.replace_default_address();

-- Makes one of the caller's addresses their default.
create function private.choose_default_address(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer constant uuid := private.my_customer_id();
begin
  perform from public.customers where id = v_customer for no key update;
  if not exists (select from public.addresses where id = p_id and customer_id = v_customer) then
    perform private.refuse('PT404', 'This address is no longer saved.', 'address_not_found');
  end if;
  update public.addresses set is_default = false where customer_id = v_customer and is_default and id <> p_id;
  update public.addresses set is_default = true where id = p_id and not is_default;
end;
$$;

grant execute on function private.choose_default_address(uuid) to authenticated, service_role;

create function public.choose_default_address(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.choose_default_address(p_id); $$;

grant execute on function public.choose_default_address(uuid) to authenticated, service_role;

-- 09_catalogue.sql

-- The catalogue: categories and products, with the indexes of their lists.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 140),
  description text check (char_length(description) <= 2000),
  image_url text check (char_length(image_url) <= 2048),
  image_alt text not null default '' check (char_length(image_alt) <= 300),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  position integer not null default 10000 check (position between 1 and 10000)
);

comment on column public.categories.position is 'Where it stands in the shop, 1 first; equals stand by name. Written by order_categories.';

create index categories_by_position on public.categories (position, name, id) where is_active;
create index categories_newest on public.categories (created_at desc, id);
create index categories_by_picture on public.categories (private.picture_stem(image_url)) where image_url is not null;

create trigger set_updated_at before update on public.categories for each row execute function private.set_updated_at();
create trigger move_version before update on public.categories for each row execute function private.move_version('position');

create function private.set_picture_of_category()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.image_url := private.picture_address(new.image_url, 'image_url');
  return new;
end;
$$;

-- Only what is written anew is checked: an address from before the rule hinders no other change.
create trigger set_picture_insert before insert on public.categories
  for each row when (new.image_url is not null) execute function private.set_picture_of_category();
create trigger set_picture_update before update of image_url on public.categories
  for each row when (new.image_url is distinct from old.image_url and new.image_url is not null)
  execute function private.set_picture_of_category();

alter table public.categories enable row level security;
revoke all on table public.categories from anon, authenticated;
grant all on table public.categories to service_role;
grant select on table public.categories to anon, authenticated;
grant insert (name, slug, description, image_url, image_alt, is_active),
  update (name, slug, description, image_url, image_alt, is_active),
  delete on table public.categories to authenticated;

create policy "Anyone sees active categories, staff every one" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add categories" on public.categories for insert to authenticated with check ((select private.may('catalogue')));
create policy "Staff change categories" on public.categories for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete categories" on public.categories for delete to authenticated using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.categories
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

create table public.products (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 220),
  name text not null check (char_length(btrim(name)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  short_description text check (char_length(short_description) <= 300),
  price numeric(10, 2) not null check (price between 0 and 100000),
  compare_at_price numeric(10, 2) check (compare_at_price between 0 and 100000),
  images text[] not null default '{}' check (cardinality(images) <= 20 and octet_length(array_to_string(images, '')) <= 20000),
  image_alts text[] not null default '{}' check (cardinality(image_alts) <= 20 and octet_length(array_to_string(image_alts, '')) <= 10000),
  features text[] not null default '{}' check (cardinality(features) <= 30 and octet_length(array_to_string(features, '')) <= 10000),
  materials text check (char_length(materials) <= 2000),
  care text check (char_length(care) <= 2000),
  brand text check (char_length(brand) <= 120),
  collection text check (char_length(collection) <= 120),
  sku text unique check (char_length(sku) between 1 and 64),
  inventory_quantity integer not null default 0 check (inventory_quantity between 0 and 1000000),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 1000000),
  track_inventory boolean not null default true,
  is_active boolean not null default true,
  is_featured boolean not null default false,
  category_id uuid references public.categories (id) on delete restrict,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  was_price numeric(10, 2),
  was_price_until timestamptz,
  options jsonb not null default '[]',
  highest_price numeric(10, 2),
  dimensions text check (char_length(dimensions) <= 300),
  weight_grams integer check (weight_grams between 1 and 100000),
  box_contents text[] not null default '{}' check (cardinality(box_contents) <= 20 and octet_length(array_to_string(box_contents, '')) <= 5000),
  good_for text check (char_length(good_for) <= 500),
  size_guide jsonb check (octet_length(size_guide::text) <= 10000),
  barcode text unique check (barcode ~ '^[0-9]{8,14}$'),
  archived_at timestamptz,
  constraint products_archived check (archived_at is null or not is_active),
  constraint products_image_alts check (cardinality(image_alts) = cardinality(images))
);

comment on column public.products.price is 'Pounds; what the detail and category pages print. Other surfaces multiply by pricing.factor.';
comment on column public.products.options is 'What shoppers choose, up to three: [{"name": "Size", "values": ["S", "M"]}]. Stock and price then are those of product_variants.';
comment on column public.products.highest_price is 'The highest price of the active variants, price being the lowest; written by the database alone.';
comment on column public.products.size_guide is 'A table: {"columns": [text], "rows": [[text]], "note": text}.';
comment on column public.products.image_alts is 'Alternative text of the picture at the same place in images.';
comment on column public.products.track_inventory is 'Whether low stock raises an alert. Stock limits sales either way.';
comment on column public.products.version is 'Moved by what staff edit, never by a sale: see save_product.';
comment on column public.products.archived_at is 'Since when the product is put away: inactive, and left out of the lists of the back office. Orders keep it.';
comment on column public.products.was_price is 'The price to strike through, where that is lawful; written by the database alone. compare_at_price is only what staff would like to compare with.';

create index products_newest on public.products (created_at desc, id) where is_active;
create index products_newest_all on public.products (created_at desc, id);
create index products_featured on public.products (created_at desc, id) where is_active and is_featured;
create index products_by_category on public.products (category_id, created_at desc, id);
create index products_by_sku_start on public.products ((lower(sku) collate "C"));
-- One index per sort and filter of the lists. A descending price list reads the same index backwards, with ties broken by id.
create index products_by_price on public.products (price, id) where is_active;
create index products_by_name on public.products (name, id) where is_active;
create index products_of_category_by_price on public.products (category_id, price, id) where is_active;
create index products_of_category_by_name on public.products (category_id, name, id) where is_active;
-- Lists of one brand, and the brand names.
create index products_by_brand on public.products (brand, created_at desc, id) where is_active;
create index products_of_brand_by_price on public.products (brand, price, id) where is_active;
create index products_of_brand_by_name on public.products (brand, name, id) where is_active;
create index products_of_category_by_brand on public.products (category_id, brand, created_at desc, id) where is_active;
create index products_by_picture on public.products using gin (private.picture_stems(images)) with (fastupdate = off);
create index products_by_end_of_was_price on public.products (was_price_until) where was_price_until is not null;

create trigger set_updated_at before update on public.products for each row execute function private.set_updated_at();
create trigger move_version before update on public.products for each row execute function private.move_version(
  'inventory_quantity', 'was_price', 'was_price_until', 'highest_price');

-- Every picture has an alternative text, an empty one if none was given. When only the pictures change in number, each keeps its text.
create function private.set_pictures_of_product()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if tg_op = 'INSERT' or new.images is distinct from old.images then
    new.images := array(
      select private.picture_address(address, 'images') from unnest(new.images) with ordinality as listed (address, place)
      order by place);
  end if;
  if tg_op = 'UPDATE' and new.image_alts = old.image_alts and cardinality(new.images) <> cardinality(new.image_alts) then
    new.image_alts := array(
      select coalesce(old.image_alts[array_position(old.images, address)], '')
      from unnest(new.images) with ordinality as listed (address, place) order by place);
  elsif cardinality(new.image_alts) < cardinality(new.images) then
    new.image_alts := new.image_alts
      || array_fill(''::text, array[cardinality(new.images) - cardinality(new.image_alts)]);
  end if;
  return new;
end;
$$;

create trigger set_pictures before insert or update of images, image_alts on public.products
  for each row execute function private.set_pictures_of_product();

alter table public.products enable row level security;
revoke all on table public.products from anon, authenticated;
grant all on table public.products to service_role;
grant select on table public.products to anon, authenticated;
grant insert (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id,
    options, dimensions, weight_grams, box_contents, good_for, size_guide, barcode),
  update (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id,
    options, dimensions, weight_grams, box_contents, good_for, size_guide, barcode),
  delete on table public.products to authenticated;

create policy "Anyone sees active products, staff every one" on public.products for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add products" on public.products for insert to authenticated with check ((select private.may('catalogue')));
create policy "Staff change products" on public.products for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete products" on public.products for delete to authenticated using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.products
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

-- The brands of active products, of all or of one active category, by name, 40 at most. A loose index scan: one look-up per
-- brand, however many products it has.
create function public.list_brands(p_category text default null)
returns table (brand text)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_category uuid;
  v_last text := '';
begin
  if p_category is not null then
    select categories.id into v_category from public.categories where categories.slug = p_category and categories.is_active;
    if not found then
      return;
    end if;
  end if;
  for place in 1..40 loop
    if v_category is null then
      select products.brand into brand from public.products
      where products.is_active and products.brand > v_last
      order by products.brand limit 1;
    else
      select products.brand into brand from public.products
      where products.is_active and products.category_id = v_category and products.brand > v_last
      order by products.category_id, products.brand limit 1;
    end if;
    exit when not found;
    return next;
    v_last := brand;
  end loop;
end;
$$;

grant execute on function public.list_brands(text) to anon, authenticated, service_role;

-- 10_relations.sql

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
    perform private.refuse('PT422', 'Choose up to 12 others, each once.', 'companions');
  end if;
end;
$$;

-- Sets what goes with a product, in this order. p_before: the list as it was read; another one by now is refused.
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
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif array(select companion_id from public.product_relations where product_id = p_product_id order by place, companion_id)
    is distinct from p_before
  then
    perform private.refuse('PT409', 'Someone has changed what goes with this product since you opened it.', 'stale_version');
  elsif (select count(*) from public.products where id = any (p_companions)) <> cardinality(p_companions) then
    perform private.refuse('PT422', 'One of these products no longer exists. Open the list again.', 'companions');
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
    perform private.refuse('PT404', 'Category Not Found', 'category_not_found');
  elsif array(select companion_id from public.category_relations where category_id = p_category_id order by place, companion_id)
    is distinct from p_before
  then
    perform private.refuse('PT409', 'Someone has changed what goes with this category since you opened it.', 'stale_version');
  elsif (select count(*) from public.categories where id = any (p_companions)) <> cardinality(p_companions) then
    perform private.refuse('PT422', 'One of these categories no longer exists. Open the list again.', 'companions');
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

-- 11_size_guide.sql

-- Size guides: the table of measures in a product's details.

-- Whether p_guide is a table with as many cells in each row as columns, the first of which names the row:
-- {"columns": ["Size", "Bust"], "rows": [["S", "81 cm"]], "note": "…"}. The rule of parseSizeGuide in mf-catalog.
create function private.is_size_guide(p_guide jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    jsonb_typeof(p_guide) = 'object' and p_guide - array['columns', 'rows', 'note'] = '{}'
    and jsonb_typeof(p_guide -> 'columns') = 'array' and jsonb_array_length(p_guide -> 'columns') between 1 and 12
    and jsonb_typeof(p_guide -> 'rows') = 'array' and jsonb_array_length(p_guide -> 'rows') between 1 and 50
    and not exists (
      select from jsonb_array_elements(p_guide -> 'columns') as heading
      where not private.is_size_guide_text(heading, 1, 60))
    and not exists (
      select from jsonb_array_elements(p_guide -> 'rows') as row
      where case when jsonb_typeof(row) = 'array' then
        jsonb_array_length(row) <> jsonb_array_length(p_guide -> 'columns')
        or not private.is_size_guide_text(row -> 0, 1, 60)
        or exists (select from jsonb_array_elements(row) as cell where not private.is_size_guide_text(cell, 0, 60))
        else true end)
    and (not p_guide ? 'note' or private.is_size_guide_text(p_guide -> 'note', 0, 500)), false);
$$;

-- Text of at most p_max characters, of which at least p_min are not spaces around it.
create function private.is_size_guide_text(p_value jsonb, p_min integer, p_max integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and char_length(btrim(p_value #>> '{}')) >= p_min
    and char_length(p_value #>> '{}') <= p_max, false);
$$;

alter table public.products add constraint products_size_guide check (size_guide is null or private.is_size_guide(size_guide));

grant execute on function private.is_size_guide_text(jsonb, int4, int4) to authenticated, service_role;
grant execute on function private.is_size_guide(jsonb) to authenticated, service_role;

-- 12_slugs.sql

-- Slugs: how they follow from names, and where the address of a renamed product or category leads.

-- The slug of a name: lower case, spaces to hyphens, nothing but letters, digits and hyphens; runs of hyphens are one, and none is
-- at an edge. Accents are taken off letters first. p_fallback where nothing is left. Cut so that a number fits behind it.
create function private.slug_of_name(p_name text, p_fallback text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(nullif(btrim(left(btrim(
    regexp_replace(regexp_replace(regexp_replace(
      lower(extensions.unaccent(p_name)), '\s+', '-', 'g'), '[^a-z0-9-]', '', 'g'), '-+', '-', 'g'), '-'), 120), '-'), ''), p_fallback);
end;
$$;

-- p_table: products or categories; p_own: the row that asks.
create function private.slug_is_taken(p_table text, p_slug text, p_own uuid)
returns boolean
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if p_table = 'products' then
    return exists (select from public.products where slug = p_slug and id is distinct from p_own);
  end if;
  return exists (select from public.categories where slug = p_slug and id is distinct from p_own);
end;
$$;

-- The slug, or the slug with -2, -3 … where it is taken. Doubles the number until one is free and halves the way back: few look-ups
-- however many share a name. The lock keeps two savers from getting the same.
create function private.free_slug(p_table text, p_slug text, p_own uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_taken integer := 1;
  v_free integer := 2;
  v_middle integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('slugs of ' || p_table, 0));
  if not private.slug_is_taken(p_table, p_slug, p_own) then
    return p_slug;
  end if;
  while private.slug_is_taken(p_table, p_slug || '-' || v_free, p_own) loop
    v_taken := v_free;
    v_free := v_free * 2;
  end loop;
  while v_free - v_taken > 1 loop
    v_middle := (v_taken + v_free) / 2;
    if private.slug_is_taken(p_table, p_slug || '-' || v_middle, p_own) then
      v_taken := v_middle;
    else
      v_free := v_middle;
    end if;
  end loop;
  return p_slug || '-' || v_free;
end;
$$;

-- The slug of a row that is saved. One that is given is taken as it stands. Otherwise it follows the name, unless someone has
-- chosen it by hand: then it no longer is that of the old name. p_old_name, p_old_slug: null for a new row.
create function private.slug_to_save(
  p_table text, p_given text, p_name text, p_fallback text, p_own uuid, p_old_name text, p_old_slug text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_derived text;
begin
  if p_given is not null then
    if p_given is distinct from p_old_slug and private.slug_is_taken(p_table, p_given, p_own) then
      perform private.refuse('PT409', format('The address "%s" is already in use. Choose another.', p_given), 'slug');
    end if;
    return p_given;
  elsif p_old_slug is not null and p_name = p_old_name then
    return p_old_slug;
  end if;
  v_derived := private.slug_of_name(p_name, p_fallback);
  if p_old_slug is not null and (p_old_slug !~ ('^' || private.slug_of_name(p_old_name, p_fallback) || '(-[0-9]+)?$')
      or p_old_slug ~ ('^' || v_derived || '(-[0-9]+)?$')) then
    return p_old_slug;
  end if;
  return private.free_slug(p_table, v_derived, p_own);
end;
$$;

-- Former slugs, by whom they belonged to last. No foreign key, since there are two kinds of target.
create table private.slug_redirects (
  kind text not null check (kind in ('product', 'category')),
  old_slug text not null,
  target_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (kind, old_slug)
);

create index slug_redirects_by_target on private.slug_redirects (target_id);

revoke all on table private.slug_redirects from public;

-- A slug that is in use again leads nowhere else.
create function private.record_slug()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  if tg_op = 'DELETE' then
    delete from private.slug_redirects where target_id = old.id and kind = tg_argv[0];
    return null;
  end if;
  delete from private.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' then
    insert into private.slug_redirects (kind, old_slug, target_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set target_id = excluded.target_id, created_at = excluded.created_at;
  end if;
  return null;
end;
$$;

create trigger record_slug after insert or delete on public.products for each row execute function private.record_slug('product');
create trigger record_new_slug after update of slug on public.products
  for each row when (old.slug <> new.slug) execute function private.record_slug('product');
create trigger record_slug after insert or delete on public.categories
  for each row execute function private.record_slug('category');
create trigger record_new_slug after update of slug on public.categories
  for each row when (old.slug <> new.slug) execute function private.record_slug('category');

-- The slug that a former slug of an active product or category has today, or null. p_kind: product or category.
create function private.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case p_kind
    when 'product' then (select slug from public.products where id = redirect.target_id and is_active)
    else (select slug from public.categories where id = redirect.target_id and is_active) end
  from private.slug_redirects as redirect
  where redirect.kind = p_kind and redirect.old_slug = p_slug;
$$;

grant execute on function private.redirect_of(text, text) to anon, authenticated, service_role;

create function public.redirect_of(p_kind text, p_slug text)
returns text
language sql
stable
set search_path = ''
as $$ select private.redirect_of(p_kind, p_slug); $$;

grant execute on function public.redirect_of(text, text) to anon, authenticated, service_role;

-- 13_variants.sql

-- Variants: a product in several sizes, colours or scents. A product without options has no variants and is sold as itself.

-- Whether p_options is a list of up to three options, each with up to 50 values: [{"name": "Size", "values": ["S", "M"]}].
-- In PL/pgSQL, as those below: SQL would plan what it calls for each row anew.
create function private.is_option_list(p_options jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if p_options = '[]' then
    return true;
  end if;
  return jsonb_typeof(p_options) = 'array' and jsonb_array_length(p_options) <= 3
    and not exists (
      select from jsonb_array_elements(p_options) as option
      where jsonb_typeof(option) <> 'object' or option - array['name', 'values'] <> '{}'
        or not private.is_option_text(option -> 'name', 40) or jsonb_typeof(option -> 'values') is distinct from 'array'
        or jsonb_array_length(option -> 'values') not between 1 and 50
        or exists (select from jsonb_array_elements(option -> 'values') as value where not private.is_option_text(value, 60))
        or (select count(*) <> count(distinct private.slug(value)) from jsonb_array_elements_text(option -> 'values') as value))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_options) as option);
end;
$$;

-- Text of 1 to p_max visible characters with a letter or digit, without spaces around it.
create function private.is_option_text(p_value jsonb, p_max integer)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string' and char_length(p_value #>> '{}') <= p_max
    and p_value #>> '{}' = btrim(p_value #>> '{}') and p_value #>> '{}' !~ '[[:cntrl:]]'
    and private.slug(p_value #>> '{}') <> '', false);
end;
$$;

-- As options and values stand in addresses: "Deep Plum" → "deep-plum". The rule of optionSlug in libs/pricing.
create function private.slug(p_text text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  return btrim(regexp_replace(lower(p_text collate "C"), '[^a-z0-9]+', '-', 'g'), '-');
end;
$$;

alter table public.products add constraint products_options check (private.is_option_list(options));

create table public.product_variants (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  option_values text[] not null,
  sku text unique check (char_length(sku) between 1 and 64),
  barcode text check (barcode ~ '^[0-9]{8,14}$'),
  price numeric(10, 2) not null check (price between 0 and 100000),
  compare_at_price numeric(10, 2) check (compare_at_price between 0 and 100000),
  image text check (char_length(image) <= 2048),
  inventory_quantity integer not null default 0 check (inventory_quantity between 0 and 1000000),
  low_stock_threshold integer not null default 5 check (low_stock_threshold between 0 and 1000000),
  track_inventory boolean not null default true,
  is_active boolean not null default true,
  was_price numeric(10, 2),
  was_price_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint product_variants_combination unique (product_id, option_values),
  -- Referenced together, so that a line's variant is one of its product.
  constraint product_variants_of_product unique (product_id, id)
);

comment on column public.product_variants.option_values is 'One value of each of the product''s options, in their order.';
comment on column public.product_variants.price is 'Pounds, as products.price; the product''s when a variant is added without one.';

create index product_variants_by_barcode on public.product_variants (barcode) where barcode is not null;
create index product_variants_by_picture on public.product_variants (private.picture_stem(image)) where image is not null;
create index product_variants_by_sku_start on public.product_variants ((lower(sku) collate "C"));
create index product_variants_by_end_of_was_price on public.product_variants (was_price_until) where was_price_until is not null;

create trigger set_updated_at before update on public.product_variants for each row execute function private.set_updated_at();

create function private.set_picture_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.image := private.picture_address(new.image, 'image');
  return new;
end;
$$;

create trigger set_picture_insert before insert on public.product_variants
  for each row when (new.image is not null) execute function private.set_picture_of_variant();
create trigger set_picture_update before update of image on public.product_variants
  for each row when (new.image is distinct from old.image and new.image is not null)
  execute function private.set_picture_of_variant();

alter table public.product_variants enable row level security;
revoke all on table public.product_variants from anon, authenticated;
grant all on table public.product_variants to service_role;
grant select on table public.product_variants to anon, authenticated;
grant insert (product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active),
  update (option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active),
  delete on table public.product_variants to authenticated;

create policy "Anyone sees active variants, staff every one" on public.product_variants for select to anon, authenticated
  using ((is_active and exists (select from public.products where products.id = product_variants.product_id))
    or (select private.is_staff()));
create policy "Staff add variants" on public.product_variants for insert to authenticated
  with check ((select private.may('catalogue')));
create policy "Staff change variants" on public.product_variants for update to authenticated
  using ((select private.may('catalogue'))) with check ((select private.may('catalogue')));
create policy "Staff delete variants" on public.product_variants for delete to authenticated
  using ((select private.may('catalogue')));

create trigger require_right before insert or update or delete on public.product_variants
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('catalogue');

-- A variant's values with the names of their options: [{"name": "Size", "value": "M"}].
create function private.chosen_options(p_options jsonb, p_values text[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', option ->> 'name', 'value', p_values[place]) order by place), '[]')
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- What is counted and sold: products without options as themselves (variant_id null), all others by their variants.
create view private.stock_units with (security_invoker = true) as
  select id as product_id, null::uuid as variant_id, is_active, price, sku, images[1] as image,
    '[]'::jsonb as options, inventory_quantity
  from public.products
  where options = '[]'
  union all
  select product.id, variant.id, product.is_active and variant.is_active, variant.price, coalesce(variant.sku, product.sku),
    coalesce(variant.image, product.images[1]), private.chosen_options(product.options, variant.option_values),
    variant.inventory_quantity
  from public.products as product join public.product_variants as variant on variant.product_id = product.id
  where product.options <> '[]';

revoke all on private.stock_units from public;

-- "M" or "M / Deep Plum".
create function private.variant_name(p_options jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select string_agg(option ->> 'value', ' / ' order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- A variant as the query of its product's address: "size=m&colour=deep-plum".
create function private.variant_query(p_options jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select string_agg(private.slug(option ->> 'name') || '=' || private.slug(option ->> 'value'), '&' order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- Raises unless p_variant_id names an active variant of a product with options, or is null for a product without. The product's
-- row must be known to exist and be active.
create function private.require_variant(p_product_id uuid, p_variant_id uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_option text;
begin
  select lower(options -> 0 ->> 'name') into v_option from public.products where id = p_product_id and options <> '[]';
  if v_option is not null and p_variant_id is null then
    perform private.refuse('PT422', format('Choose a %s.', v_option), 'variant_required');
  elsif not exists (select from private.stock_units where product_id = p_product_id and is_active
      and variant_id is not distinct from p_variant_id) then
    perform private.refuse('PT404', 'This choice is no longer available.', 'variant_not_found');
  end if;
end;
$$;

-- A variant is written under its product's row lock, as a checkout takes it; without a price it costs what the product costs.
-- An update or a deletion has locked the variant before this runs, while a checkout locks the product first: waiting here
-- would deadlock with it, so a product that is being bought or written is refused.
create function private.lock_product_of_variant()
returns trigger
language plpgsql
security definer
set search_path = ''
-- One plan for all rows; the index also where the table was small when it was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_price numeric;
begin
  if tg_op = 'INSERT' then
    select price into v_price from public.products where id = new.product_id for no key update;
    new.price := coalesce(new.price, v_price);
    return new;
  end if;
  select price into v_price from public.products where id = old.product_id for no key update nowait;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.price := coalesce(new.price, v_price);
  return new;
exception when lock_not_available then
  perform private.refuse('PT409', 'This product is being bought or changed right now. Please try again.', 'busy');
end;
$$;

create trigger lock_product before insert or update or delete on public.product_variants
  for each row execute function private.lock_product_of_variant();

-- Stock and prices of a product with options are those of its active variants, and an edit of a variant, unlike a sale, is an edit of
-- its product: one write of the product for all.
create function private.update_product_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    update public.products as product
    set inventory_quantity = active.stock, price = coalesce(active.lowest, product.price), highest_price = active.highest,
      version = product.version + changed.is_edited::integer
    from (%s) as changed
    cross join lateral (
      select coalesce(sum(inventory_quantity), 0) as stock, min(price) as lowest, max(price) as highest
      from public.product_variants where product_id = changed.product_id and is_active
    ) as active
    where product.id = changed.product_id
      and (changed.is_edited or (product.inventory_quantity, product.price, product.highest_price)
        is distinct from (active.stock, coalesce(active.lowest, product.price), active.highest))
    $sql$, case tg_op when 'INSERT' then 'select distinct product_id, true as is_edited from new_rows'
      when 'DELETE' then 'select distinct product_id, true as is_edited from old_rows'
      else $sql$
        select new_rows.product_id, bool_or(to_jsonb(new_rows) - derived is distinct from to_jsonb(old_rows) - derived) as is_edited
        from new_rows join old_rows using (id)
        cross join (values (array['inventory_quantity', 'was_price', 'was_price_until', 'updated_at'])) as known (derived)
        group by new_rows.product_id$sql$ end);
  return null;
end;
$$;

create trigger update_product_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_product_of_variants();
create trigger update_product_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_product_of_variants();

-- The stock of a product with options is derived, so a write that says otherwise is refused rather than lost.
create function private.require_stock_of_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_stock integer;
begin
  select coalesce(sum(inventory_quantity), 0) into v_stock from public.product_variants
  where product_id = new.id and is_active;
  -- A product that gets its first options counts anew, by variant.
  if tg_op = 'UPDATE' and old.options = '[]' then
    new.inventory_quantity := v_stock;
  elsif new.inventory_quantity <> v_stock then
    perform private.refuse('PT409', 'Stock is counted for each variant.', 'variants');
  end if;
  return new;
end;
$$;

create trigger require_stock_of_variants before insert or update of inventory_quantity, options on public.products
  for each row when (new.options <> '[]') execute function private.require_stock_of_variants();

-- A new price of a product with options is the new price of the variants that cost the old one.
create function private.move_variant_prices()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.price <> (select min(price) from public.product_variants where product_id = new.id and is_active) then
    update public.product_variants set price = new.price where product_id = new.id and price = old.price;
    -- Where no variant cost it, the product keeps its variants' lowest price.
    update public.products set price = lowest.price
    from (select min(price) as price from public.product_variants where product_id = new.id and is_active) as lowest
    where id = new.id and products.price <> lowest.price;
  end if;
  return null;
end;
$$;

create trigger move_variant_prices after update of price on public.products
  for each row when (new.options <> '[]' and old.price <> new.price) execute function private.move_variant_prices();

-- Checked at the end of the transaction, so that options and variants can change together: a variant by itself, and all of a product
-- whose options have changed.
create function private.check_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_variants constant uuid[] := case when tg_table_name = 'products'
    then array(select id from public.product_variants where product_id = new.id) else array[new.id] end;
begin
  if exists (
    select from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.id = any (v_variants) and (
      product.options = '[]' or cardinality(variant.option_values) <> jsonb_array_length(product.options)
      or exists (
        select from unnest(variant.option_values) with ordinality as chosen (value, place)
        where not product.options -> (chosen.place::integer - 1) -> 'values' ? chosen.value)))
  then
    perform private.refuse('PT422', 'Every variant needs one value of each option of its product.', 'option_values');
  end if;
  return null;
end;
$$;

create constraint trigger check_variants after update of options on public.products deferrable initially deferred
  for each row execute function private.check_variants();
create constraint trigger check_variants after insert or update of option_values on public.product_variants
  deferrable initially deferred for each row execute function private.check_variants();

grant execute on function private.slug(text) to authenticated, service_role;
grant execute on function private.is_option_text(jsonb, int4) to authenticated, service_role;
grant execute on function private.is_option_list(jsonb) to authenticated, service_role;

-- 14_stock.sql

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
    perform private.refuse('PT422', 'change must be a whole number other than 0', 'change');
  elsif p_kind is null or p_kind not in ('received', 'adjusted') or (p_kind = 'received' and p_change < 0) then
    perform private.refuse('PT422', 'kind must be received (more than 0) or adjusted', 'kind');
  elsif char_length(p_note) > 500 then
    perform private.refuse('PT422', 'note is too long', 'note');
  end if;
  select inventory_quantity into v_stock from public.products where id = p_product_id for no key update;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock is null then
    perform private.require_variant(p_product_id, p_variant_id);
  elsif v_stock + p_change < 0 then
    perform private.refuse_quantity(v_stock);
  elsif v_stock + p_change > 1000000 then
    perform private.refuse('PT422', 'Stock cannot exceed 1000000.', 'change');
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
    perform private.refuse_quantity(v_available);
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

-- 15_prices.sql

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

-- 16_wishlist.sql

-- Wishlists of customers; a guest's stays in the browser.

create table public.wishlist_items (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  -- clock_timestamp(), not now(): rows of one statement keep their order.
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, product_id)
);

create index wishlist_items_by_product on public.wishlist_items (product_id);

alter table public.wishlist_items enable row level security;
revoke all on table public.wishlist_items from anon, authenticated;
grant select, insert (user_id, product_id), delete on table public.wishlist_items to authenticated;
grant all on table public.wishlist_items to service_role;

create policy "Customers see their wishlist" on public.wishlist_items for select to authenticated using (user_id = (select auth.uid()));
create policy "Customers add to their wishlist" on public.wishlist_items for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "Customers take from their wishlist" on public.wishlist_items for delete to authenticated using (user_id = (select auth.uid()));

-- A wishlist has at most 100 products. The lock keeps two concurrent inserts from both being the hundredth. It runs after the
-- policies, so that only the owner learns how long a list is.
create function private.limit_wishlist()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('wishlist ' || new.user_id::text, 0));
  if (select count(*) from public.wishlist_items where user_id = new.user_id) > 100 then
    perform private.refuse('PT409', 'A wishlist holds 100 products at most.', 'wishlist_full');
  end if;
  return null;
end;
$$;

create trigger limit_wishlist after insert on public.wishlist_items
  for each row execute function private.limit_wishlist();

-- Merges a guest's list, newest first, into the caller's own, without products no longer sold and up to the limit. It comes
-- from the browser's storage, so every entry is validated.
create function public.wishlist_merge(p_products jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into public.wishlist_items (user_id, product_id)
  select auth.uid(), arriving.product_id
  from (
    select wish.product_id, min(wish.place) as place
    from (
      select case when entry ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then entry::uuid end as product_id, place
      from jsonb_array_elements_text(case when jsonb_typeof(p_products) = 'array' then p_products else '[]' end)
        with ordinality as given (entry, place)
      limit 100
    ) as wish
    join public.products as product on product.id = wish.product_id and product.is_active
    where not exists (
      select from public.wishlist_items as known where known.user_id = (select auth.uid()) and known.product_id = wish.product_id)
    group by wish.product_id
    order by place
    limit (select greatest(0, 100 - count(*)) from public.wishlist_items where user_id = (select auth.uid()))
  ) as arriving
  order by arriving.place desc
  on conflict do nothing;
$$;

grant execute on function public.wishlist_merge(jsonb) to authenticated, service_role;

-- 17_cart.sql

-- Carts of customers and guests: add, merge at sign-in, limits.

-- The guest cart id of this request; null for customers, who have their own cart whatever header the browser sends.
create function private.cart_session()
returns text
language sql
stable
set search_path = ''
as $$
  select case when private.my_customer_id() is null then private.guest_session() end;
$$;

grant execute on function private.cart_session() to anon, authenticated, service_role;

-- The cart of a customer or of a guest, who is known by an unguessable id in the header x-session-id.
create table public.cart_items (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  quantity integer not null check (quantity between 1 and 1000000),
  customer_id uuid references public.customers (id) on delete cascade,
  session_id text check (char_length(session_id) <= 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cart_items_one_owner check (num_nonnulls(customer_id, session_id) = 1),
  constraint cart_items_owner_unit unique nulls not distinct (customer_id, session_id, product_id, variant_id),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index cart_items_by_session on public.cart_items (session_id) where session_id is not null;
create index cart_items_by_product on public.cart_items (product_id, variant_id);
create index cart_items_of_guests_by_age on public.cart_items (updated_at) where session_id is not null;

create trigger set_updated_at before update on public.cart_items for each row execute function private.set_updated_at();

alter table public.cart_items enable row level security;
revoke all on table public.cart_items from anon, authenticated;
grant select, update (quantity), delete on table public.cart_items to anon, authenticated;
grant all on table public.cart_items to service_role;

create policy "Owners see their cart" on public.cart_items for select to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));
create policy "Owners change their cart" on public.cart_items for update to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()))
  with check (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));
create policy "Owners empty their cart" on public.cart_items for delete to anon, authenticated
  using (customer_id = (select private.my_customer_id()) or session_id = (select private.cart_session()));

create function private.refuse_quantity(p_available integer)
returns void
language sql
set search_path = ''
as $$
  select private.refuse('PT409', format('Only %s items available.', p_available), 'insufficient_stock', p_available::text);
$$;

-- Names the stock when that is the reason, else the limit.
create function private.cap_cart_quantity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_stock integer := coalesce((
    select inventory_quantity from private.stock_units
    where product_id = new.product_id and variant_id is not distinct from new.variant_id and is_active), 0);
begin
  if new.quantity > v_stock and v_stock <= private.max_quantity() then
    perform private.refuse_quantity(v_stock);
  elsif new.quantity > private.max_quantity() then
    perform private.refuse_max_quantity();
  end if;
  return new;
end;
$$;

create trigger cap_quantity before insert or update of quantity, variant_id on public.cart_items
  for each row execute function private.cap_cart_quantity();

-- The caller's customer id; a signed-in user without a customer record gets one.
create function private.ensure_customer()
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user uuid := (select auth.uid());
  v_claims jsonb := (select auth.jwt());
  v_customer uuid;
begin
  if v_user is null then
    return null;
  end if;
  select id into v_customer from public.customers where user_id = v_user;
  if v_customer is null then
    insert into public.customers (user_id, email, first_name, last_name)
    values (
      v_user,
      v_claims ->> 'email',
      left(coalesce(v_claims -> 'user_metadata' ->> 'first_name', ''), 100),
      left(coalesce(v_claims -> 'user_metadata' ->> 'last_name', ''), 100))
    on conflict (user_id) do update set user_id = excluded.user_id
    returning id into v_customer;
  end if;
  return v_customer;
end;
$$;

-- Moves the guest lines of this request into the caller's cart. Quantities add up to stock and cart.maxQuantity; beyond 100
-- lines the oldest guest lines are left out.
create function private.cart_merge()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := private.guest_session();
  v_max integer := private.max_quantity();
begin
  if v_customer is null or v_session is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('cart ' || v_customer::text, 0));
  with taken as (
    delete from public.cart_items where session_id = v_session returning product_id, variant_id, quantity, created_at
  ), ranked as (
    select taken.*, unit.inventory_quantity, own.id is not null as known,
      row_number() over (
        partition by own.id is not null order by taken.created_at desc, taken.product_id, taken.variant_id) as place
    from taken
    cross join lateral (
      select is_active, inventory_quantity from private.stock_units as listed
      where listed.product_id = taken.product_id and listed.variant_id is not distinct from taken.variant_id
      offset 0
    ) as unit
    left join public.cart_items as own on own.product_id = taken.product_id
      and own.variant_id is not distinct from taken.variant_id and own.customer_id = v_customer
    where unit.is_active and unit.inventory_quantity > 0
  )
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, created_at)
  select product_id, variant_id, least(quantity, inventory_quantity, v_max), v_customer, created_at
  from ranked
  where known or place <= 100 - (select count(*) from public.cart_items where customer_id = v_customer)
  order by product_id, variant_id
  on conflict on constraint cart_items_owner_unit do update
  set quantity = least(
    line.quantity + excluded.quantity, v_max,
    (select inventory_quantity from private.stock_units as unit
      where unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id));
  perform private.adopt_checkouts(v_customer, v_session);
end;
$$;

grant execute on function private.cart_merge() to authenticated, service_role;

create function public.cart_merge()
returns void
language sql
set search_path = ''
as $$ select private.cart_merge(); $$;

grant execute on function public.cart_merge() to authenticated, service_role;

-- p_since: when a removed line was first added, so that undo restores its position. It only orders lines, so any time within
-- the last year is accepted. One address opens at most 300 guest carts an hour: more than a mobile network needs, few enough
-- that abandoned rows do not pile up in the 30 days a guest cart is kept.
create function private.cart_add(p_product_id uuid, p_quantity integer, p_since timestamptz, p_variant_id uuid)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.ensure_customer();
  v_session text := case when v_customer is null then private.guest_session() end;
  v_since timestamptz := greatest(least(coalesce(p_since, now()), now()), now() - interval '1 year');
  v_line public.cart_items;
begin
  if v_customer is null and v_session is null then
    perform private.refuse('PT400', 'A cart needs a session id.', 'x-session-id');
  end if;
  if p_quantity is null or p_quantity not between 1 and 1000000 then
    perform private.refuse('PT422', 'Quantity must be at least 1.', 'quantity');
  end if;
  if not exists (select from public.products where id = p_product_id and is_active) then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  -- Locked before the line, as in cart_merge, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session), 0));
  if v_customer is null and not exists (select from public.cart_items where session_id = v_session) then
    perform private.consume_rate_limit('guest_cart', private.client_address(), 300, interval '1 hour');
  end if;
  insert into public.cart_items as line (product_id, variant_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_variant_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_unit do update
  set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_add(uuid, int4, timestamptz, uuid) to anon, authenticated, service_role;

create function public.cart_add(
  p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null, p_variant_id uuid default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since, p_variant_id); $$;

grant execute on function public.cart_add(uuid, int4, timestamptz, uuid) to anon, authenticated, service_role;

-- Another size for a line of the caller's cart. Quantities add where the cart has the other variant already; more than there
-- is of it is refused, as when adding.
create function private.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_session text := private.cart_session();
  v_line public.cart_items;
  v_other public.cart_items;
begin
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session, ''), 0));
  select * into v_line from public.cart_items
  where id = p_item_id and (customer_id = v_customer or session_id = v_session) for update;
  if v_line.id is null then
    perform private.refuse('PT404', 'This item is no longer in your cart.', 'line_not_found');
  end if;
  perform private.require_variant(v_line.product_id, p_variant_id);
  if v_line.variant_id is not distinct from p_variant_id then
    return v_line;
  end if;
  delete from public.cart_items
  where product_id = v_line.product_id and variant_id = p_variant_id
    and (customer_id = v_customer or session_id = v_session)
  returning * into v_other;
  update public.cart_items set variant_id = p_variant_id, quantity = v_line.quantity + coalesce(v_other.quantity, 0)
  where id = v_line.id returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

create function public.cart_change_variant(p_item_id uuid, p_variant_id uuid)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_change_variant(p_item_id, p_variant_id); $$;

grant execute on function public.cart_change_variant(uuid, uuid) to anon, authenticated, service_role;

-- The maximum quantity of one product in a cart: above a household's need, below a whole stock.
insert into private.setting_rules (key, kind, min_value, max_value, decimals)
values ('cart.maxQuantity', 'number', 1, 999, 0);

-- The setting, or 20 (as in libs/settings) when it is missing or invalid.
create function private.max_quantity()
returns integer
language sql
stable
set search_path = ''
as $$
  select case when most between 1 and 999 and most = trunc(most) then most::integer else 20 end
  from (select private.setting_number('cart.maxQuantity', 20) as most) as setting;
$$;

create function private.refuse_max_quantity()
returns void
language sql
stable
set search_path = ''
as $$
  select private.refuse('PT409', format('You can order at most %s of one product.', most),
    'quantity_limit', most::text)
  from (select private.max_quantity() as most) as setting;
$$;

-- A cart has at most 100 lines, since filling a guest's cart costs nothing. cart_add and cart_merge, the only writers, lock
-- the cart, so concurrent adds cannot pass the limit together.
create function private.limit_cart_lines()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if (select count(*) from public.cart_items
      where customer_id = new.customer_id or session_id = new.session_id) > 100 then
    perform private.refuse('PT409', 'A cart holds 100 different products at most.', 'cart_full', '100');
  end if;
  return null;
end;
$$;

create trigger limit_lines after insert on public.cart_items
  for each row execute function private.limit_cart_lines();

-- 18_shipping.sql

-- Delivery: zones, methods and rules, and the price for a postcode.

create table public.shipping_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text check (char_length(description) <= 1000),
  postcodes text[] not null default '{}' check (cardinality(postcodes) <= 500 and octet_length(array_to_string(postcodes, '')) <= 5000),
  multiplier numeric(6, 2) not null default 1 check (multiplier >= 0.1),
  position integer not null default 100,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

comment on column public.shipping_zones.position is 'Order among zones; the first takes postcodes that match none.';
comment on column public.shipping_zones.postcodes is 'Areas ("SW") or, where they hold a digit, districts ("KW15").';

create trigger set_updated_at before update on public.shipping_zones for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_zones for each row execute function private.move_version();

alter table public.shipping_zones enable row level security;
revoke all on table public.shipping_zones from anon, authenticated;
grant all on table public.shipping_zones to service_role;
grant select on table public.shipping_zones to anon, authenticated;
grant insert (name, description, postcodes, multiplier, position, is_active),
  update (name, description, postcodes, multiplier, position, is_active),
  delete on table public.shipping_zones to authenticated;

create policy "Anyone sees active zones, staff every one" on public.shipping_zones for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add zones" on public.shipping_zones for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change zones" on public.shipping_zones for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete zones" on public.shipping_zones for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_zones
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

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
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint shipping_methods_estimated_days_check check (estimated_days_max >= estimated_days_min)
);

create trigger set_updated_at before update on public.shipping_methods for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_methods for each row execute function private.move_version();

alter table public.shipping_methods enable row level security;
revoke all on table public.shipping_methods from anon, authenticated;
grant all on table public.shipping_methods to service_role;
grant select on table public.shipping_methods to anon, authenticated;
grant insert (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  update (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  delete on table public.shipping_methods to authenticated;

create policy "Anyone sees active methods, staff every one" on public.shipping_methods for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add methods" on public.shipping_methods for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change methods" on public.shipping_methods for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete methods" on public.shipping_methods for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_methods
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

create table public.shipping_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  type text not null default 'free_shipping' check (type in ('free_shipping', 'discount', 'surcharge', 'restriction')),
  priority integer not null default 100,
  conditions jsonb not null default '{}' check (jsonb_typeof(conditions) = 'object' and octet_length(conditions::text) <= 20000),
  actions jsonb not null default '{}' check (jsonb_typeof(actions) = 'object' and octet_length(actions::text) <= 5000),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create trigger set_updated_at before update on public.shipping_rules for each row execute function private.set_updated_at();
create trigger move_version before update on public.shipping_rules for each row execute function private.move_version();

alter table public.shipping_rules enable row level security;
revoke all on table public.shipping_rules from anon, authenticated;
grant all on table public.shipping_rules to service_role;
grant select on table public.shipping_rules to anon, authenticated;
grant insert (name, type, priority, conditions, actions, is_active),
  update (name, type, priority, conditions, actions, is_active),
  delete on table public.shipping_rules to authenticated;

create policy "Anyone sees active rules, staff every one" on public.shipping_rules for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add rules" on public.shipping_rules for insert to authenticated with check ((select private.may('shipping')));
create policy "Staff change rules" on public.shipping_rules for update to authenticated
  using ((select private.may('shipping'))) with check ((select private.may('shipping')));
create policy "Staff delete rules" on public.shipping_rules for delete to authenticated using ((select private.may('shipping')));

create trigger require_right before insert or update or delete on public.shipping_rules
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('shipping');

-- Upper-case letters and digits only; the C collation keeps upper() to ASCII whatever the locale.
create function private.postcode_compact(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(upper(coalesce(p_postcode, '') collate "C"), '[^A-Z0-9]', '', 'g'); $$;

-- The letters before the first digit: "sw1a1aa" → "SW".
create function private.postcode_area(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$ select coalesce(substring(private.postcode_compact(p_postcode) from '^[A-Z]+'), ''); $$;

-- The outward code, also of a postcode typed only half: "kw151aa" and "KW15" → "KW15".
create function private.postcode_district(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    substring(private.postcode_compact(p_postcode) from '^(GIR|[A-Z]{1,2}[0-9][A-Z0-9]?)[0-9][A-Z]{2}$'),
    substring(private.postcode_compact(p_postcode) from '^(BFPO)[0-9]{1,4}$'),
    private.postcode_compact(substring(p_postcode from '\S+')));
$$;

-- The first of some entries that name a postcode's district (KW15) and its area (letters alone: B is not BT), as they were written. The
-- postcode is taken apart once, since a zone or rule may list hundreds.
create function private.match_postcode(p_postcode text, p_entries text[], out district text, out area text)
returns record
language sql
immutable
set search_path = ''
as $$
  select (array_agg(entry order by place) filter (where name ~ '[0-9]'))[1], (array_agg(entry order by place) filter (where name !~ '[0-9]'))[1]
  from (
    select entry, place, regexp_replace(upper(entry collate "C"), '[^A-Z0-9]', '', 'g') as name
    from unnest(p_entries) with ordinality as listed (entry, place)
  ) as named
  where name <> '' and name = case when name ~ '[0-9]'
    then (select private.postcode_district(p_postcode)) else (select private.postcode_area(p_postcode)) end;
$$;

-- Whether a postcode is off the mainland of Great Britain: Northern Ireland, the islands and the forces. The same list as
-- libs/pricing/src/mainland.ts.
create function private.is_off_mainland(p_postcode text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(match.district, match.area) is not null
  from private.match_postcode(p_postcode, array[
    'BF', 'BFPO', 'BT', 'HS', 'IM', 'ZE', 'KA27', 'KA28', 'KW15', 'KW16', 'KW17', 'PA20', 'PA41', 'PA42', 'PA43',
    'PA44', 'PA45', 'PA46', 'PA47', 'PA48', 'PA49', 'PA60', 'PA61', 'PA62', 'PA63', 'PA64', 'PA65', 'PA66', 'PA67',
    'PA68', 'PA69', 'PA70', 'PA71', 'PA72', 'PA73', 'PA74', 'PA75', 'PA76', 'PA77', 'PA78', 'PH42', 'PH43', 'PH44',
    'IV41', 'IV42', 'IV43', 'IV44', 'IV45', 'IV46', 'IV47', 'IV48', 'IV49', 'IV51', 'IV55', 'IV56', 'PO30', 'PO31',
    'PO32', 'PO33', 'PO34', 'PO35', 'PO36', 'PO37', 'PO38', 'PO39', 'PO40', 'PO41', 'TR21', 'TR22', 'TR23', 'TR24',
    'TR25']) as match;
$$;

-- Whether the shop delivers there, by the setting delivery.coverage.
create function private.is_covered(p_postcode text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.setting_text('delivery.coverage', 'uk') <> 'mainland' or not private.is_off_mainland(p_postcode);
$$;

-- The active zone of a postcode and why; none where the shop does not deliver: district first, else area, else the first by position (setting shipping.unmatchedZone).
-- prefix: the zone's entry that names the postcode.
create function private.match_zone(p_postcode text, out zone public.shipping_zones, out by text, out prefix text)
returns record
language sql
stable
set search_path = ''
as $$
  select zone,
    case when match.district is not null then 'district' when match.area is not null then 'area' else 'first' end,
    coalesce(match.district, match.area)
  from public.shipping_zones as zone
  cross join lateral private.match_postcode(p_postcode, zone.postcodes) as match
  where zone.is_active and (select private.is_covered(p_postcode))
    and (match.district is not null or match.area is not null or private.setting_text('shipping.unmatchedZone', 'first') = 'first')
  order by match.district is null, coalesce(match.district, match.area) is null, zone.position, zone.id
  limit 1;
$$;

-- An amount of a rule: a number of at least 0, else null.
create function private.rule_amount(p_json jsonb, p_key text)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_json -> p_key) = 'number' and (p_json ->> p_key)::numeric >= 0
    then (p_json ->> p_key)::numeric end;
$$;

-- The texts of a rule's list; null when there are none.
create function private.rule_texts(p_json jsonb, p_key text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_agg(btrim(entry #>> '{}'))
  from jsonb_array_elements(case when jsonb_typeof(p_json -> p_key) = 'array' then p_json -> p_key else '[]' end) as entry
  where jsonb_typeof(entry) = 'string' and btrim(entry #>> '{}') <> '';
$$;

-- The conditions that a parcel does not meet; empty when the rule applies.
create function private.unmet_conditions(
  p_conditions jsonb, p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_countries text[] := private.rule_texts(p_conditions, 'allowed_countries');
  v_excluded text[] := private.rule_texts(p_conditions, 'excluded_postcodes');
  v_method text := case when jsonb_typeof(p_conditions -> 'shipping_method') = 'string'
    then nullif(upper(btrim(p_conditions ->> 'shipping_method')), '') end;
begin
  return array_remove(array[
    case when p_subtotal < private.rule_amount(p_conditions, 'min_order_value') then 'min_order_value' end,
    case when p_subtotal > private.rule_amount(p_conditions, 'max_order_value') then 'max_order_value' end,
    case when v_countries is not null
        and (upper(p_country) in (select upper(country) from unnest(v_countries) as country)) is not true
      then 'allowed_countries' end,
    case when v_method not in (upper(p_method.name), upper(p_method.id::text)) then 'shipping_method' end,
    case when exists (
        select from private.match_postcode(p_postcode, v_excluded) as match where coalesce(match.district, match.area) is not null)
      then 'excluded_postcodes' end], null);
end;
$$;

-- The exact price after each action of a rule, in the order in which they apply: [{action, price}].
create function private.action_steps(p_price numeric, p_actions jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_price numeric := p_price;
  v_steps jsonb := '[]';
  v_action text;
  v_amount numeric;
begin
  foreach v_action in array
    array['free_shipping', 'discount_amount', 'discount_percentage', 'surcharge_amount', 'surcharge_percentage']
  loop
    v_amount := case when v_action <> 'free_shipping' then private.rule_amount(p_actions, v_action)
      when p_actions -> v_action = 'true'::jsonb then 0 end;
    continue when v_amount is null;
    v_price := case v_action
      when 'free_shipping' then 0
      when 'discount_amount' then greatest(0, v_price - v_amount)
      when 'discount_percentage' then greatest(0, v_price * (1 - v_amount * 0.01))
      when 'surcharge_amount' then v_price + v_amount
      else v_price * (1 + v_amount * 0.01) end;
    v_steps := v_steps || jsonb_build_object('action', v_action, 'price', trim_scale(v_price)::text);
  end loop;
  return v_steps;
end;
$$;

-- The price in pence of one method for one parcel with the way to it, rounded once at the end: {method, pence, refused, base, rules}.
-- pence is null when the method cannot be used, and refused says why: no zone, a rule of type 'restriction', or a price above £10,000,
-- which is taken for a mistake in the rules. explainShipping in libs/pricing answers the same.
create function private.price_parcel(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone public.shipping_zones := (private.match_zone(p_postcode)).zone;
  v_base constant numeric := p_method.base_price * coalesce(v_zone.multiplier, 1);
  v_price numeric := v_base;
  v_rule public.shipping_rules;
  v_unmet text[];
  v_steps jsonb;
  v_rules jsonb := '[]';
  v_refused text;
begin
  if v_zone.id is null and (private.setting_text('shipping.unmatchedZone', 'first') <> 'first' or not private.is_covered(p_postcode)) then
    return jsonb_build_object('method', p_method.id, 'pence', null, 'refused', 'zone', 'base', null, 'rules', v_rules);
  end if;
  for v_rule in select * from public.shipping_rules where is_active order by priority, id loop
    v_unmet := private.unmet_conditions(v_rule.conditions, p_subtotal, p_method, p_postcode, p_country);
    v_steps := case when v_unmet = '{}' and v_rule.type <> 'restriction'
      then private.action_steps(v_price, v_rule.actions) else '[]' end;
    v_rules := v_rules || jsonb_build_object('id', v_rule.id, 'unmet', v_unmet, 'steps', v_steps);
    if v_unmet = '{}' and v_rule.type = 'restriction' then
      v_refused := 'restriction';
      exit;
    end if;
    v_price := coalesce((v_steps -> -1 ->> 'price')::numeric, v_price);
  end loop;
  if v_refused is null and round(v_price, 2) > 10000 then
    v_refused := 'mistake';
  end if;
  return jsonb_build_object('method', p_method.id, 'pence', case when v_refused is null then (round(v_price, 2) * 100)::integer end,
    'refused', v_refused, 'base', trim_scale(v_base)::text, 'rules', v_rules);
end;
$$;

-- The price in pounds; null when the method cannot be used.
create function private.shipping_price(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns numeric
language sql
stable
set search_path = ''
as $$
  select round((private.price_parcel(p_subtotal, p_method, p_postcode, p_country) ->> 'pence')::numeric / 100, 2);
$$;

-- Where a parcel goes and what each active method costs, with the way to each price: {zone: {id, by, prefix}, methods}.
create function private.shipping_explanation(p_subtotal numeric, p_postcode text, p_country text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'zone', case when (match.zone).id is not null
      then jsonb_build_object('id', (match.zone).id, 'by', match.by, 'prefix', match.prefix) end,
    'methods', (
      select coalesce(jsonb_agg(private.price_parcel(p_subtotal, method, p_postcode, p_country) order by method.sort_order, method.id), '[]')
      from public.shipping_methods as method where method.is_active))
  from private.match_zone(p_postcode) as match;
$$;

-- 19_arrival.sql

-- When a parcel arrives: the same days as libs/pricing/src/delivery.ts and bank-holidays.ts, which a test compares.

-- The part of the UK whose bank holidays apply to a postcode: england (with Wales), scotland or northern-ireland. Berwick and most of
-- TD12 are in England with a Scottish postcode area.
create function private.nation_of(p_postcode text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when area = 'BT' then 'northern-ireland'
    when area in ('AB', 'DD', 'DG', 'EH', 'FK', 'G', 'HS', 'IV', 'KA', 'KW', 'KY', 'ML', 'PA', 'PH', 'TD', 'ZE')
      and private.postcode_district(p_postcode) not in ('TD12', 'TD15') then 'scotland'
    else 'england' end
  from (select private.postcode_area(p_postcode) as area) as parsed;
$$;

-- Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher).
create function private.easter_sunday(p_year integer)
returns date
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_golden constant integer := p_year % 19;
  v_century constant integer := p_year / 100;
  v_rest constant integer := p_year % 100;
  v_correction constant integer := (19 * v_golden + v_century - v_century / 4 - (v_century - (v_century + 8) / 25 + 1) / 3 + 15) % 30;
  v_weekday constant integer := (32 + 2 * (v_century % 4) + 2 * (v_rest / 4) - v_correction - v_rest % 4) % 7;
  v_late constant integer := (v_golden + 11 * v_correction + 22 * v_weekday) / 451;
  v_count constant integer := v_correction + v_weekday - 7 * v_late + 114;
begin
  return make_date(p_year, v_count / 31, v_count % 31 + 1);
end;
$$;

create function private.first_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select first + (8 - extract(dow from first)::integer) % 7 from (select make_date(p_year, p_month, 1) as first) as month;
$$;

create function private.last_monday(p_year integer, p_month integer)
returns date
language sql
immutable
set search_path = ''
as $$
  select last - (extract(dow from last)::integer + 6) % 7
  from (select (make_date(p_year, p_month, 1) + interval '1 month' - interval '1 day')::date as last) as month;
$$;

-- The bank holidays of a year, with the substitute days of those that fall on a weekend.
create function private.bank_holidays(p_nation text, p_year integer)
returns date[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- May holidays moved for an anniversary, and holidays of one year alone.
  v_moved constant jsonb := '{"1995-05-01": "1995-05-08", "2020-05-04": "2020-05-08", "2002-05-27": "2002-06-04",
    "2012-05-28": "2012-06-04", "2022-05-30": "2022-06-02"}';
  v_extra constant date[] := '{2002-06-03,2011-04-29,2012-06-05,2022-06-03,2022-09-19,2023-05-08}';
  v_scotland constant boolean := p_nation = 'scotland';
  v_easter constant date := private.easter_sunday(p_year);
  v_dated date[] := array[make_date(p_year, 1, 1), make_date(p_year, 12, 25), make_date(p_year, 12, 26)];
  v_days date[];
  v_day date;
begin
  if v_scotland then
    v_dated := v_dated || make_date(p_year, 1, 2) || make_date(p_year, 11, 30);
  elsif p_nation = 'northern-ireland' then
    v_dated := v_dated || make_date(p_year, 3, 17) || make_date(p_year, 7, 12);
  end if;
  select array_agg(coalesce((v_moved ->> day::text)::date, day)) into v_days
  from unnest(array[v_easter - 2, private.first_monday(p_year, 5), private.last_monday(p_year, 5),
      case when v_scotland then private.first_monday(p_year, 8) else private.last_monday(p_year, 8) end]
    || case when v_scotland then '{}'::date[] else array[v_easter + 1] end
    || array(select day from unnest(v_dated) as day where extract(isodow from day) < 6)) as day;
  for v_day in select day from unnest(v_dated) as day where extract(isodow from day) > 5 order by day loop
    while extract(isodow from v_day) > 5 or v_day = any (v_days) loop
      v_day := v_day + 1;
    end loop;
    v_days := v_days || v_day;
  end loop;
  return array(
    select distinct day from unnest(v_days || array(select day from unnest(v_extra) as day where extract(year from day) = p_year)) as day
    order by day);
end;
$$;

-- The day that many business days of a nation later. p_days is at most 365, as the delivery days of methods are.
create function private.add_business_days(p_start date, p_days integer, p_nation text)
returns date
language sql
immutable
set search_path = ''
as $$
  select case when p_days < 1 then p_start else (
    select day from (select p_start + step as day from generate_series(1, p_days * 2 + 20) as step) as following
    where extract(isodow from day) < 6 and day <> all ((
      select array_agg(holiday)
      from generate_series(extract(year from p_start)::integer, extract(year from p_start + p_days * 2 + 20)::integer) as year
      cross join lateral unnest(private.bank_holidays(p_nation, year)) as holiday)::date[])
    order by day offset p_days - 1 limit 1) end;
$$;

-- The first and last day on which a parcel ordered at a time may arrive. Orders are handled on business days in England: those after
-- 2 pm on a Friday on Monday, and next-day orders after 2 pm on the next business day.
create function private.delivery_estimate(
  p_days_min integer, p_days_max integer, p_at timestamptz, p_postcode text, out arrives_from date, out arrives_to date)
returns record
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_clock constant timestamp := p_at at time zone 'Europe/London';
  v_nation constant text := private.nation_of(p_postcode);
  v_late constant boolean := extract(hour from v_clock) >= 14 and (p_days_max <= 1 or extract(isodow from v_clock) = 5);
  v_handled date := v_clock::date;
begin
  if v_late or private.add_business_days(v_handled - 1, 1, 'england') <> v_handled then
    v_handled := private.add_business_days(v_handled, 1, 'england');
  end if;
  arrives_from := private.add_business_days(v_handled, p_days_min, v_nation);
  arrives_to := private.add_business_days(v_handled, greatest(p_days_min, p_days_max), v_nation);
end;
$$;

-- What a parcel by a method promises from now on: {arrives_from, arrives_to}; {} without such a method.
create function private.arrival_of(p_method uuid, p_address jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('arrives_from', estimate.arrives_from, 'arrives_to', estimate.arrives_to)
    from public.shipping_methods as method
    cross join lateral private.delivery_estimate(
      method.estimated_days_min, method.estimated_days_max, now(), p_address ->> 'postal_code') as estimate
    where method.id = p_method), '{}');
$$;

-- 20_pricing.sql

-- Prices and VAT. The database decides; libs/pricing shows the same, which a test proves.

-- Stored price × factor, rounded half up to the penny, × quantity = subtotal; + 20 % VAT, rounded half up; + delivery = total.
-- round(numeric, 2) rounds half away from zero, which for amounts of at least 0 is half up.
create function private.unit_price(p_stored numeric)
returns numeric
language sql
stable
set search_path = ''
as $$ select round(p_stored * private.setting_number('pricing.factor', 0.79), 2); $$;

create function private.vat(p_subtotal numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select round(p_subtotal * 0.20, 2); $$;

-- All figures of a checkout in pounds. p_lines: [{product_id, variant_id?, quantity}]; what is deleted or inactive is left
-- out. shipping_amount is null when the method cannot be used. The promotion must have been checked before.
create function private.checkout_figures(p_lines jsonb, p_method_id uuid, p_address jsonb, p_promotion_id uuid default null)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_items jsonb;
  v_subtotal numeric;
  v_discount numeric := 0;
  v_vat numeric;
  v_shipping numeric;
  v_method public.shipping_methods;
  v_promotion public.promotions;
begin
  select
    coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product.id, 'product_name', product.name, 'name', product.name, 'slug', product.slug,
      'sku', unit.sku, 'image', unit.image, 'quantity', line.quantity,
      'unit_price', charged.price, 'price', charged.price, 'total_price', charged.price * line.quantity)
      || case when unit.variant_id is null then '{}' else jsonb_build_object('variant_id', unit.variant_id,
        'variant_name', private.variant_name(unit.options), 'options', unit.options) end order by line.place), '[]'),
    coalesce(sum(charged.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as listed (entry, place)
    group by 1, 2
  ) as line
  -- offset 0: looked up line by line, by index; as a join the whole view would be scanned.
  cross join lateral (
    select * from private.stock_units as listed
    where listed.product_id = line.product_id and listed.variant_id is not distinct from line.variant_id and listed.is_active
    offset 0
  ) as unit
  join public.products as product on product.id = unit.product_id
  cross join lateral (select private.unit_price(unit.price) as price) as charged;

  select * into v_method from public.shipping_methods where id = p_method_id and is_active;
  if v_method.id is not null then
    v_shipping := private.shipping_price(v_subtotal, v_method, p_address ->> 'postal_code', p_address ->> 'country');
  end if;
  if p_promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_promotion_id;
    v_discount := coalesce(private.promotion_discount(v_promotion, v_subtotal), 0);
    if v_promotion.kind = 'free_delivery' then
      v_shipping := v_shipping * 0;
    end if;
  end if;
  v_vat := private.vat(v_subtotal - v_discount);
  return jsonb_build_object(
    'cart_items', v_items, 'subtotal', v_subtotal, 'tax_amount', v_vat, 'shipping_amount', v_shipping,
    'total', v_subtotal - v_discount + v_vat + v_shipping, 'shipping_method', v_method.name)
    || case when v_promotion.id is null then '{}'
      else jsonb_build_object('discount_amount', v_discount, 'promotion_code', v_promotion.code) end;
end;
$$;

-- 21_checkout.sql

-- The checkout, from cart to order: start, verify, complete.

-- A checkout between cart and payment. Whoever sends its unguessable id as x-checkout-session may read the row.
create table public.checkout_sessions (
  id uuid primary key default gen_random_uuid(),
  session_id text not null unique
    default 'cs_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (char_length(session_id) between 32 and 128),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired')),
  kind text not null default 'goods' check (kind in ('goods', 'gift_card')),
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  phone text check (char_length(phone) <= 40),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null,
  cart_items jsonb not null check (jsonb_typeof(cart_items) = 'array'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  user_id uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  expires_at timestamptz not null default now() + interval '24 hours',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  discount_amount numeric(10, 2) not null default 0,
  promotion_id uuid,
  promotion_code text check (char_length(promotion_code) <= 40),
  gift_card_amount numeric(10, 2) not null default 0,
  gift_card_id uuid,
  gift_card_hint text check (char_length(gift_card_hint) = 4),
  constraint checkout_sessions_kind check ((kind = 'gift_card') = (metadata ? 'gift_card')),
  constraint checkout_sessions_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  constraint checkout_sessions_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  constraint checkout_sessions_promotion check ((promotion_id is null) = (promotion_code is null)),
  constraint checkout_sessions_gift_card check (
    gift_card_amount between 0 and total and (gift_card_id is null) = (gift_card_amount = 0) and (gift_card_id is null) = (gift_card_hint is null))
);

create index checkout_sessions_pending_customer on public.checkout_sessions (customer_id) where status = 'pending';
create index checkout_sessions_by_user on public.checkout_sessions (user_id);
-- For the sweep.
create index checkout_sessions_pending_expiry on public.checkout_sessions (expires_at) where status = 'pending';
create index checkout_sessions_dead on public.checkout_sessions (expires_at) where status in ('expired', 'failed');
create index checkout_sessions_by_customer on public.checkout_sessions (customer_id);
create index checkout_sessions_by_method on public.checkout_sessions (shipping_method_id);
create index checkout_sessions_by_promotion on public.checkout_sessions (promotion_id) where promotion_id is not null;
create index checkout_sessions_by_gift_card on public.checkout_sessions (gift_card_id) where gift_card_id is not null;

create trigger set_updated_at before update on public.checkout_sessions for each row execute function private.set_updated_at();

alter table public.checkout_sessions enable row level security;
revoke all on table public.checkout_sessions from anon, authenticated;
grant all on table public.checkout_sessions to service_role;
grant select on table public.checkout_sessions to anon, authenticated;

create policy "Whoever knows the id sees the checkout, staff every one" on public.checkout_sessions for select to anon, authenticated
  using (session_id = (select private.request_header('x-checkout-session')) or (select private.may('orders')));

-- The guest cart of a checkout, private: a checkout's id must not reveal the id that opens the cart.
create table private.checkout_carts (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  cart_session_id text not null
);

create index checkout_carts_by_cart on private.checkout_carts (cart_session_id);

revoke all on table private.checkout_carts from public;

-- Idempotency keys of complete_checkout, with the answer of the first call.
create table private.idempotency_keys (
  key uuid primary key,
  request_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now()
);

create index idempotency_keys_by_age on private.idempotency_keys (created_at);

revoke all on table private.idempotency_keys from public;

-- The caller's cart as [{product_id, variant_id, quantity}]. Lines of deleted products went with them (on delete cascade).
create function private.cart_lines(p_customer uuid, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'quantity', quantity) order by created_at, id), '[]')
  from public.cart_items
  where customer_id = p_customer or session_id = p_session;
$$;

-- The caller says who and where, the database what and how much. Limits: 30 checkouts per cart in ten minutes, 200 per
-- network address in an hour, enough for an office or a mobile network, few enough that unpaid rows do not pile up.
create function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_figures jsonb;
  v_figure text;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  if v_lines = '[]' then
    perform private.refuse('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, v_cart);
  end if;
  return v_session;
end;
$$;

grant execute on function private.start_checkout(jsonb) to anon, authenticated, service_role;

-- A guest who signs in between checkout and payment keeps their checkout.
create function private.adopt_checkouts(p_customer uuid, p_session text)
returns void
language sql
set search_path = ''
as $$
  with adopted as (
    delete from private.checkout_carts where cart_session_id = p_session returning checkout_session_id
  )
  update public.checkout_sessions set customer_id = p_customer, user_id = (select auth.uid())
  where session_id in (select checkout_session_id from adopted) and status = 'pending';
$$;

create function public.start_checkout(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_checkout(p_details); $$;

grant execute on function public.start_checkout(jsonb) to anon, authenticated, service_role;

-- Checks stock, prices and codes again at payment. A promotion held by this checkout stays valid until the hold ends, even if
-- it has expired since.
create function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    v_figures := case when v_state = 'valid'
      then private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address, v_promotion.id)
      else v_figures || jsonb_build_object('promotion_refused', v_state, 'minimum_pence', v_promotion.minimum_pence) end;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart)))
  then
    perform private.refuse('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

-- Removes what was bought from the cart; what was added meanwhile stays.
create function private.remove_purchased_lines(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_entry jsonb;
begin
  for v_entry in select * from jsonb_array_elements(p_session.cart_items) loop
    delete from public.cart_items
    where product_id = (v_entry ->> 'product_id')::uuid
      and variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and quantity <= (v_entry ->> 'quantity')::integer
      and (customer_id = p_session.customer_id or session_id = p_cart);
    -- The rest of a larger line is capped by the remaining stock.
    update public.cart_items as line
    set quantity = least(line.quantity - (v_entry ->> 'quantity')::integer, unit.inventory_quantity)
    from private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity > 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
    delete from public.cart_items as line
    using private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity = 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
  end loop;
end;
$$;

-- A payment that a provider took comes with its reference, amount and currency, from the server alone; without a reference the
-- payment is simulated and `write_order` makes one. The order is written with the reference of the payment that paid for it, so a
-- second payment of the same checkout is refused as 'paid_twice'.
create function private.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text, p_amount_pence integer, p_currency text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(concat_ws(' ', coalesce(p_session_id, ''), p_reference), 'UTF8')), 'hex');
  v_provider text := private.payment_provider();
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse('PT403', 'The server alone reports a payment.', 'payment_reference');
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((v_session.total - v_session.gift_card_amount) * 100)::integer, v_session.currency) then
    perform private.refuse('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    -- The order already exists: no new idempotency key is needed.
    select * into v_order from public.orders where checkout_session_id = p_session_id;
    if p_reference <> v_order.stripe_payment_intent_id then
      perform private.refuse('PT409', 'Another payment has paid for this checkout.', 'paid_twice');
    end if;
    return private.order_reply(v_order);
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif (select auth.role()) is distinct from 'service_role' then
    if v_provider is null then
      perform private.refuse('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
    elsif v_provider <> 'simulated' and v_session.total > v_session.gift_card_amount then
      -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
      perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
    end if;
  end if;

  -- Two concurrent checkouts with one key: the second waits for the first and is refused.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  end if;
  select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
  perform private.verify_checkout(v_session, v_cart);
  perform private.decrement_stock(v_session.cart_items, v_id);
  perform private.lock_gift_card(v_session);
  perform private.remove_purchased_lines(v_session, v_cart);
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

grant execute on function private.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

create function public.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text default null, p_amount_pence integer default null, p_currency text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.complete_checkout(p_session_id, p_idempotency_key, p_reference, p_amount_pence, p_currency); $$;

grant execute on function public.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

-- The checkout, locked: concurrent attempts on it run one after another.
create function private.lock_checkout(p_session_id text)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null or (v_session.status = 'pending' and v_session.expires_at <= now())
    or v_session.status = 'expired' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  return v_session;
end;
$$;

-- Raises 409 when a figure that the client sends differs from the database's.
create function private.require_figure(p_details jsonb, p_key text, p_figures jsonb, p_figure text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_given text := p_details ->> p_key;
begin
  if v_given is null then
    return;
  elsif jsonb_typeof(p_details -> p_key) not in ('number', 'string') or v_given !~ '^-?[0-9]{1,12}(\.[0-9]{1,6})?$' then
    perform private.refuse('PT422', format('%s must be an amount in pounds', p_key), p_key);
  elsif v_given::numeric <> (p_figures ->> p_figure)::numeric then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', p_figures::text);
  end if;
end;
$$;

-- With checkout.requireSignIn only signed-in customers buy. Buyers of gift cards are asked to sign in on the payment page.
create function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and new.kind = 'goods'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.refuse('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

create trigger require_buyer before insert on public.checkout_sessions for each row execute function private.require_buyer();

-- 22_orders.sql

-- Orders: their number, what they hold, and what follows when their status changes.

-- Only complete_checkout inserts rows; items are a snapshot that outlives the products.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text not null unique check (order_number ~ '^AM[0-9]{8}-[0-9]{4,}$'),
  user_id uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'succeeded', 'failed', 'refunded', 'paid')),
  payment_method text not null default 'Card' check (char_length(payment_method) <= 60),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null,
  shipping_method text check (char_length(shipping_method) <= 120),
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  shipping_address jsonb not null,
  billing_address jsonb not null,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete restrict,
  stripe_session_id text check (char_length(stripe_session_id) <= 128),
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  delivered_at timestamptz,
  discount_amount numeric(10, 2) not null default 0,
  promotion_code text check (char_length(promotion_code) <= 40),
  gift_card_amount numeric(10, 2) not null default 0,
  gift_card_hint text check (char_length(gift_card_hint) = 4),
  -- What has gone back by refunds, and the part of it that went to a gift card.
  refunded_amount numeric(10, 2) not null default 0,
  refunded_to_gift_card numeric(10, 2) not null default 0,
  -- The payment status was set to refunded by hand, which returns stock and gift card but moves no money.
  marked_refunded boolean not null default false,
  cancel_reason text check (char_length(cancel_reason) <= 500),
  -- The days that the shop promised when the order was placed; null when nothing is sent by post.
  arrives_from date,
  arrives_to date,
  constraint orders_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  constraint orders_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  constraint orders_gift_card check (gift_card_amount between 0 and total and (gift_card_amount = 0) = (gift_card_hint is null)),
  -- Nobody gets back more than they paid, by each means.
  constraint orders_refunded check (refunded_to_gift_card between 0 and gift_card_amount
    and refunded_amount - refunded_to_gift_card between 0 and total - gift_card_amount),
  constraint orders_arrival check ((arrives_from is null) = (arrives_to is null) and arrives_from <= arrives_to)
);

-- With what staff search and filter by, so that a list passes over orders without reading them.
create index orders_newest on public.orders (created_at desc, id) include (order_number, email, status, payment_status, gift_card_amount);
create index orders_by_user on public.orders (user_id, created_at desc, id);
-- What a buyer waits for, however much they have bought before.
create index orders_on_their_way on public.orders (user_id, created_at desc, id) where status in ('pending', 'processing', 'shipped');
create index orders_by_customer on public.orders (customer_id, created_at desc, id);
create index orders_by_payment_status on public.orders (payment_status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);
create index orders_by_country on public.orders ((left(shipping_address ->> 'country', 2)), created_at desc, id);
create index orders_delivered on public.orders (delivered_at) where status = 'delivered';
create index orders_search on public.orders
  using gin (order_number extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index orders_by_email on public.orders (lower(email), created_at desc, id);
-- Guest orders move to the account that has confirmed their e-mail address.
create index orders_of_guests on public.orders (lower(email), created_at desc, id) where user_id is null;
-- An upload that an order shows is kept.
create index orders_by_picture on public.orders using gin (private.item_picture_stems(items)) with (fastupdate = off);

create trigger set_updated_at before update on public.orders for each row execute function private.set_updated_at();

alter table public.orders enable row level security;
revoke all on table public.orders from anon, authenticated;
grant all on table public.orders to service_role;
grant select on table public.orders to authenticated;
-- Granted to anon so that a visitor without a session gets an empty list, not an error.
grant select on table public.orders to anon;
grant update (status, payment_status, updated_at) on table public.orders to authenticated;

create policy "Buyers see their orders, staff every one" on public.orders for select to anon, authenticated
  using (user_id = (select auth.uid()) or (select private.may('orders')));
create policy "Staff change the status of orders" on public.orders for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));

create trigger require_right before update on public.orders
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

-- The status is part of handling orders; the payment status says that money is paid or returned.
create trigger require_right_to_refund before update of payment_status on public.orders
  for each row when (current_user = 'authenticated' and old.payment_status <> new.payment_status)
  execute function private.require_right_to_write('refunds');

create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  type text not null check (char_length(type) between 1 and 60),
  description text not null default '' check (char_length(description) <= 1000),
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create index order_events_by_order on public.order_events (order_id, id);

alter table public.order_events enable row level security;
revoke all on table public.order_events from anon, authenticated;
grant all on table public.order_events to service_role;
grant select on table public.order_events to authenticated;
-- Customers see the events of their orders without the member of staff.
revoke select on table public.order_events from authenticated;
grant select (id, order_id, type, description, created_at) on table public.order_events to authenticated;

create policy "Those who see the order see its events" on public.order_events for select to authenticated
  using (exists (select from public.orders where orders.id = order_events.order_id));

-- Orders are numbered per day (London time); the row lock of the counter serialises concurrent checkouts.
create table private.order_counters (
  day date primary key,
  last integer not null
);

revoke all on table private.order_counters from public;

create function private.next_order_number()
returns text
language sql
set search_path = ''
as $$
  with counted as (
    insert into private.order_counters as counter (day, last)
    values ((now() at time zone 'Europe/London')::date, 1)
    on conflict (day) do update set last = counter.last + 1
    returning day, last
  )
  select 'AM' || to_char(day, 'YYYYMMDD') || '-' || lpad(last::text, greatest(4, length(last::text)), '0') from counted;
$$;

-- Status changes are logged as order events.
create function private.log_order_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'status_changed', format('Order status: %s to %s', old.status, new.status),
      jsonb_build_object('from', old.status, 'to', new.status, 'actor', (select auth.uid())));
  end if;
  if new.payment_status is distinct from old.payment_status then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'payment_status_changed', format('Payment status: %s to %s', old.payment_status, new.payment_status),
      jsonb_build_object('from', old.payment_status, 'to', new.payment_status, 'actor', (select auth.uid())));
  end if;
  return null;
end;
$$;

create trigger log_status after update of status, payment_status on public.orders
  for each row execute function private.log_order_status();

create function private.order_reply(p_order public.orders)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', p_order.id, 'order_number', p_order.order_number, 'checkout_session_id', p_order.checkout_session_id,
    'total', p_order.total, 'status', 'completed');
$$;

-- The order of a paid checkout. @param p_reference the payment's at its provider; null where it is simulated
create function private.write_order(p_session public.checkout_sessions, p_id uuid, p_reference text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := coalesce(p_reference, 'pi_sim_' || replace(gen_random_uuid()::text, '-', ''));
  v_arrival constant jsonb := private.arrival_of(p_session.shipping_method_id, p_session.shipping_address);
  v_order public.orders;
  -- A guest's order belongs to the account that has confirmed its address.
  v_account public.customers;
begin
  if p_session.user_id is null then
    v_account := private.account_of(p_session.email);
  end if;
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at, arrives_from, arrives_to)
  values (
    p_id, private.next_order_number(), coalesce(p_session.user_id, v_account.user_id), coalesce(v_account.id, p_session.customer_id), p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is complete at once.
    case when p_session.kind = 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now(),
    (v_arrival ->> 'arrives_from')::date, (v_arrival ->> 'arrives_to')::date)
  returning * into v_order;
  perform private.hold_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number) || v_arrival
      || case when v_account.id is null then '{}' else jsonb_build_object('has_account', true) end
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

-- Whether an order is over: its promotion is free again, and a gift card that it sold has ended.
create function private.order_returned(p_status text, p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_status = 'cancelled' or p_payment_status = 'refunded'; $$;

-- Whether the status of an order returns its stock and its gift card's part. Refunds return their own.
create function private.status_returns(p_order public.orders)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_order.status = 'cancelled' or p_order.marked_refunded; $$;

-- Pieces that a status has returned, by the line's place in the order's items, from 0. Undoing the status takes just these again;
-- a refund of them makes them its own.
create table private.returned_pieces (
  order_id uuid not null references public.orders (id) on delete cascade,
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  primary key (order_id, line)
);

revoke all on table private.returned_pieces from public;

-- Whether a product or variant is still there to have stock.
create function private.is_stocked(p_product_id uuid, p_variant_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.stock_units where product_id = p_product_id and variant_id is not distinct from p_variant_id);
$$;

-- Locks the products of an order: before counters and gift cards.
create function private.lock_products_of(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_order.items) as entry)
  order by id for no key update;
end;
$$;

-- Returns the pieces of an order that no refund has settled, or takes them again (p_direction 1 or -1). Deleted products and
-- variants are skipped.
create function private.return_stock(p_order public.orders, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb;
begin
  perform private.lock_products_of(p_order);
  if p_direction > 0 then
    insert into private.returned_pieces (order_id, line, quantity)
    select p_order.id, line.line, line.quantity - line.refunded
    from private.order_lines(p_order) as line
    where line.quantity > line.refunded and private.is_stocked(line.product_id, line.variant_id);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'product_id', line.product_id, 'variant_id', line.variant_id, 'quantity', returned.quantity)), '[]')
  into v_lines
  from private.returned_pieces as returned
  join private.order_lines(p_order) as line on line.line = returned.line
  where returned.order_id = p_order.id and private.is_stocked(line.product_id, line.variant_id);
  if p_direction < 0 then
    perform private.require_stock(v_lines, null);
    delete from private.returned_pieces where order_id = p_order.id;
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  perform private.change_stock(v_lines, p_direction);
  perform private.set_movement(null);
end;
$$;

-- A before trigger, so that product rows are locked before counters (lock order prevents deadlocks).
create function private.return_stock_of_cancelled_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A refund that completes changes both columns; by hand only the status changes.
  new.marked_refunded := new.payment_status = 'refunded'
    and (old.marked_refunded or (old.payment_status <> 'refunded' and new.refunded_amount = old.refunded_amount));
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  if private.status_returns(new) and not private.status_returns(old) then
    perform private.return_stock(new, 1);
  elsif private.status_returns(old) and not private.status_returns(new) then
    perform private.return_stock(new, -1);
  end if;
  if new.payment_status in ('succeeded', 'paid') then
    new.paid_at := coalesce(new.paid_at, now());
  end if;
  if new.status = 'delivered' and old.status <> 'delivered' then
    new.delivered_at := now();
  elsif new.status not in ('delivered', 'completed') then
    new.delivered_at := null;
  end if;
  return new;
end;
$$;

create trigger follow_status before update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.return_stock_of_cancelled_order();

create function private.claim_guest_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_orders uuid[];
begin
  -- Orders by id before customers, as wherever both are locked: staff who send many orders at once would wait in a circle.
  select array_agg(id) into v_orders from (
    select id from public.orders where user_id is null and lower(email) = lower(new.email) order by id for no key update
  ) as found;
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where id = any (v_orders);
  return null;
end;
$$;

-- Named to run after create_profile_of_new_user, which makes the customer.
create trigger claim_orders_of_new_user after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();

-- 23_payments.sql

-- Attempts to pay and how they settle.

create table public.payment_attempts (
  id uuid primary key default gen_random_uuid(),
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  provider text not null check (char_length(provider) between 1 and 60),
  reference text check (char_length(reference) <= 120),
  amount numeric(10, 2) not null check (amount >= 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'abandoned')),
  failure text check (char_length(failure) <= 300),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);

create index payment_attempts_by_session on public.payment_attempts (checkout_session_id, created_at);
create unique index payment_attempts_one_pending on public.payment_attempts (checkout_session_id) where status = 'pending';

alter table public.payment_attempts enable row level security;
revoke all on table public.payment_attempts from anon, authenticated;
grant select on table public.payment_attempts to authenticated;
grant all on table public.payment_attempts to service_role;

create policy "Staff see payment attempts" on public.payment_attempts for select to authenticated
  using ((select private.may('orders')));

-- Marks the payment attempt as succeeded: the one that the reservation opened, or a new one.
create function private.settle_payment(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.payment_attempts
  set status = 'succeeded', settled_at = now(), reference = p_order.stripe_payment_intent_id, amount = p_order.total - p_order.gift_card_amount
  where checkout_session_id = p_order.checkout_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_order.checkout_session_id, coalesce(private.payment_provider(), 'unknown'),
      p_order.stripe_payment_intent_id, p_order.total - p_order.gift_card_amount, 'succeeded', now());
  end if;
end;
$$;

-- 24_holds.sql

-- Stock held while a payment runs: reserve, release, and the limits on both.

-- A hold reduces what others can buy, not the stock on hand; it ends with its checkout or when it expires.
create table private.stock_holds (
  id bigint generated always as identity primary key,
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  constraint stock_holds_of_checkout unique nulls not distinct (checkout_session_id, product_id, variant_id),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index stock_holds_by_product on private.stock_holds (product_id, variant_id);
create index stock_holds_by_expiry on private.stock_holds (expires_at);

revoke all on table private.stock_holds from public;

-- The caller of a checkout, as a hash of the network address, and when its stock was held: unpaid holds count against an
-- address for a day, so that nobody can take the shop off sale without paying.
create table private.checkout_callers (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  caller text not null,
  held_from timestamptz,
  held_until timestamptz
);

create index checkout_callers_by_caller on private.checkout_callers (caller, held_until)
  where held_until is not null;

revoke all on table private.checkout_callers from public;

-- However a checkout ends, its holds are released and its open payment attempts closed.
create function private.release_checkout()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.release_hold(new.session_id, new.status = 'completed');
  update public.payment_attempts set status = 'abandoned', settled_at = now()
  where checkout_session_id = new.session_id and status = 'pending';
  return null;
end;
$$;

create trigger release_checkout after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function private.release_checkout();

-- Holds the stock for 15 minutes before a payment; calling again renews the hold until 45 minutes after the checkout's start.
-- With a real provider only the web server may call it, once the provider's page exists, so that stock is held only for those
-- who can pay; without a provider nothing is held.
create function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_longest constant interval := interval '45 minutes';
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_provider text := private.payment_provider();
  v_until timestamptz := least(now() + interval '15 minutes', v_session.created_at + v_longest);
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.refuse('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and (select auth.role()) is distinct from 'service_role' then
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif v_until <= now() then
    perform private.refuse('PT409',
      'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.',
      'hold_ended');
  end if;
  perform private.consume_rate_limit('reserve', p_session_id, 20, interval '1 hour');
  perform private.limit_holds(v_session, v_until);
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  insert into private.stock_holds (checkout_session_id, product_id, variant_id, quantity, expires_at)
  select p_session_id, product_id, variant_id, quantity, v_until
  from private.demand_of(v_session.cart_items)
  where product_id is not null
  order by product_id, variant_id
  on conflict on constraint stock_holds_of_checkout do update
  set quantity = excluded.quantity, expires_at = excluded.expires_at;
  perform private.lock_gift_card(v_session);
  perform private.hold_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, v_provider, v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until
  where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

grant execute on function private.reserve_checkout(text) to anon, authenticated, service_role;

-- A declined payment releases the hold; cart and checkout stay. The tenth failure ends the checkout.
create function private.fail_checkout(p_session_id text, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_allowed constant integer := 10;
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_failed integer;
begin
  if v_session.status = 'failed' then
    return jsonb_build_object('status', 'failed', 'attempts_left', 0);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  perform private.release_hold(p_session_id, false);
  update public.payment_attempts set status = 'failed', settled_at = now(), failure = left(p_reason, 300)
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, amount, status, settled_at, failure)
    values (p_session_id, coalesce(private.payment_provider(), 'none'),
      v_session.total - v_session.gift_card_amount, 'failed', now(), left(p_reason, 300));
  end if;
  select count(*) into v_failed from public.payment_attempts
  where checkout_session_id = p_session_id and status = 'failed';
  if v_failed >= v_allowed then
    update public.checkout_sessions set status = 'failed' where id = v_session.id;
  end if;
  return jsonb_build_object(
    'status', case when v_failed >= v_allowed then 'failed' else 'pending' end,
    'attempts_left', greatest(0, v_allowed - v_failed));
end;
$$;

grant execute on function private.fail_checkout(text, text) to anon, authenticated, service_role;

create function public.reserve_checkout(p_session_id text)
returns jsonb
language sql
set search_path = ''
as $$ select private.reserve_checkout(p_session_id); $$;

grant execute on function public.reserve_checkout(text) to anon, authenticated, service_role;

create function public.fail_checkout(p_session_id text, p_reason text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.fail_checkout(p_session_id, p_reason); $$;

grant execute on function public.fail_checkout(text, text) to anon, authenticated, service_role;

-- Releases a checkout's hold on stock and on its promotion. A paid checkout no longer counts against its caller.
create function private.release_hold(p_session_id text, p_paid boolean)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.stock_holds where checkout_session_id = p_session_id;
  delete from public.promotion_uses where checkout_session_id = p_session_id and state = 'held';
  if p_paid then
    delete from private.checkout_callers where checkout_session_id = p_session_id;
  else
    update private.checkout_callers set held_until = now()
    where checkout_session_id = p_session_id and held_until > now();
  end if;
end;
$$;

-- The maximum number of pieces in one order, so that one order cannot empty the shop.
create function private.max_pieces()
returns integer
language sql
immutable
set search_path = ''
as $$ select 60; $$;

-- Raises 409 for more pieces than one order may hold, and for lines above cart.maxQuantity, which may have been lowered since.
create function private.require_order_limits(p_lines jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_largest integer;
  v_pieces integer;
begin
  select max((entry ->> 'quantity')::integer), sum((entry ->> 'quantity')::integer) into v_largest, v_pieces
  from jsonb_array_elements(p_lines) as entry;
  if v_largest > private.max_quantity() then
    perform private.refuse_max_quantity();
  elsif v_pieces > private.max_pieces() then
    perform private.refuse('PT409',
      format('One order holds %s items at most. Please split it into several orders.', private.max_pieces()),
      'order_limit', private.max_pieces()::text);
  end if;
end;
$$;

-- Raises 429 when the checkout's network address holds too much already, else records the hold. Limits per address:
--   at once, 60 pieces in 20 checkouts: enough for a shared address (an office, a mobile network), a small part of the stock;
--   per product, four unpaid hours in a day: enough for hesitation or declined cards, too little to hold the last pieces
--   for ever with new checkouts.
-- Paid holds do not count. Lock order: after the checkout, before products.
create function private.limit_holds(p_session public.checkout_sessions, p_until timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_max_checkouts constant integer := 20;
  v_max_unpaid constant interval := interval '4 hours';
  v_window constant interval := interval '24 hours';
  v_pieces integer;
  v_caller text;
  v_held integer;
  v_checkouts integer;
  v_free_at timestamptz;
begin
  select sum((entry ->> 'quantity')::integer) into v_pieces
  from jsonb_array_elements(p_session.cart_items) as entry where entry ->> 'product_id' is not null;
  if v_pieces is null then
    return;
  end if;
  insert into private.checkout_callers as known (checkout_session_id, caller)
  values (p_session.session_id, private.rate_limit_key('hold', null))
  on conflict (checkout_session_id) do update set caller = known.caller
  returning caller into v_caller;
  perform pg_advisory_xact_lock(hashtextextended('hold ' || v_caller, 0));

  select count(distinct held.checkout_session_id), coalesce(sum(held.quantity), 0), min(held.expires_at)
  into v_checkouts, v_held, v_free_at
  from private.checkout_callers as other
  join private.stock_holds as held on held.checkout_session_id = other.checkout_session_id
    and held.expires_at > now()
  where other.caller = v_caller and other.held_until > now()
    and other.checkout_session_id <> p_session.session_id;
  if v_checkouts < v_max_checkouts and v_held + v_pieces <= private.max_pieces() then
    select min(spent.until) + v_window into v_free_at
    from (
      select min(past.held_until) as until, sum(least(past.held_until, now()) - past.held_from) as unpaid
      from private.checkout_callers as past
      join public.checkout_sessions as session on session.session_id = past.checkout_session_id
        and session.status <> 'completed'
      cross join lateral jsonb_array_elements(session.cart_items) as entry
      where past.caller = v_caller and past.held_until > now() - v_window
        and past.checkout_session_id <> p_session.session_id
        and entry ->> 'product_id' in (
          select own ->> 'product_id' from jsonb_array_elements(p_session.cart_items) as own)
      group by entry ->> 'product_id'
    ) as spent
    where spent.unpaid >= v_max_unpaid;
    if v_free_at is null then
      update private.checkout_callers set held_from = coalesce(held_from, now()), held_until = p_until
      where checkout_session_id = p_session.session_id;
      return;
    end if;
  end if;
  perform private.refuse('PT429',
    'Too many payments were begun from your internet connection and not finished. Please try again later.',
    'rate_limited',
    greatest(1, ceil(extract(epoch from v_free_at - now())))::text);
end;
$$;

-- 25_shipments.sql

-- Parcels and their tracking.

create table public.shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  tracking_number text check (char_length(tracking_number) <= 120),
  carrier text check (char_length(carrier) <= 120),
  shipping_method text check (char_length(shipping_method) <= 120),
  status text not null default 'processing'
    check (status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')),
  estimated_delivery date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index shipments_by_order on public.shipments (order_id, created_at);

create trigger set_updated_at before update on public.shipments for each row execute function private.set_updated_at();

alter table public.shipments enable row level security;
revoke all on table public.shipments from anon, authenticated;
grant all on table public.shipments to service_role;
grant select on table public.shipments to authenticated;
grant insert (order_id, tracking_number, carrier, shipping_method, status, estimated_delivery),
  update (tracking_number, carrier, shipping_method, status, estimated_delivery), delete on table public.shipments to authenticated;

create policy "Those who see the order see its shipments" on public.shipments for select to authenticated
  using (exists (select from public.orders where orders.id = shipments.order_id));
create policy "Staff add shipments" on public.shipments for insert to authenticated with check ((select private.may('orders')));
create policy "Staff change shipments" on public.shipments for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));
create policy "Staff remove shipments" on public.shipments for delete to authenticated using ((select private.may('orders')));

create trigger require_right before insert or update or delete on public.shipments
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create table public.tracking_events (
  id bigint generated always as identity primary key,
  shipment_id uuid not null references public.shipments (id) on delete cascade,
  status text not null check (char_length(status) between 1 and 40),
  description text not null check (char_length(description) between 1 and 500),
  location text check (char_length(location) <= 200),
  occurred_at timestamptz not null default now()
);

create index tracking_events_by_shipment on public.tracking_events (shipment_id, occurred_at desc, id);

alter table public.tracking_events enable row level security;
revoke all on table public.tracking_events from anon, authenticated;
grant all on table public.tracking_events to service_role;
grant select on table public.tracking_events to authenticated;
grant insert (shipment_id, status, description, location, occurred_at), update (status, description, location, occurred_at), delete
  on table public.tracking_events to authenticated;

create policy "Those who see the shipment see its tracking" on public.tracking_events for select to authenticated
  using (exists (select from public.shipments where shipments.id = tracking_events.shipment_id));
create policy "Staff add tracking" on public.tracking_events for insert to authenticated with check ((select private.may('orders')));
create policy "Staff correct tracking" on public.tracking_events for update to authenticated
  using ((select private.may('orders'))) with check ((select private.may('orders')));
create policy "Staff remove tracking" on public.tracking_events for delete to authenticated using ((select private.may('orders')));

create trigger require_right before insert or update or delete on public.tracking_events
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

-- A shipment's status advances its order, never back; staff can still set any status.
create function private.update_order_from_shipment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return null;
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (new.order_id, 'shipment_' || new.status, format('Shipment: %s', replace(new.status, '_', ' ')),
    jsonb_build_object('tracking_number', new.tracking_number, 'carrier', new.carrier, 'actor', (select auth.uid())));
  if new.status in ('shipped', 'in_transit', 'out_for_delivery') then
    update public.orders set status = 'shipped' where id = new.order_id and status in ('pending', 'processing');
  elsif new.status = 'delivered' then
    update public.orders set status = 'delivered' where id = new.order_id and status in ('pending', 'processing', 'shipped');
  end if;
  return null;
end;
$$;

create trigger update_order_from_shipment after insert or update of status on public.shipments
  for each row execute function private.update_order_from_shipment();

-- The latest tracking event that is a status of parcels sets the shipment's status, also when events are corrected or removed.
-- Without one the status stays as staff chose it.
create function private.update_shipment_from_tracking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_shipment uuid := case when tg_op = 'DELETE' then old.shipment_id else new.shipment_id end;
begin
  update public.shipments as shipment
  set status = latest.status
  from (
    select status from public.tracking_events
    where shipment_id = v_shipment
      and status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')
    order by occurred_at desc, id desc limit 1
  ) as latest
  where shipment.id = v_shipment and shipment.status <> latest.status;
  return null;
end;
$$;

create trigger update_shipment_from_tracking after insert or delete or update of status, occurred_at on public.tracking_events
  for each row execute function private.update_shipment_from_tracking();

-- What staff take back of a parcel stays in the order's history.
create function private.log_shipment_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The order itself is being deleted.
  if not exists (select from public.orders where id = old.order_id) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    insert into public.order_events (order_id, type, description, data)
    values (old.order_id, 'shipment_removed', 'Shipment removed',
      jsonb_build_object('tracking_number', old.tracking_number, 'carrier', old.carrier, 'actor', (select auth.uid())));
  else
    insert into public.order_events (order_id, type, description, data)
    values (new.order_id, 'shipment_changed', 'Shipment details changed',
      jsonb_build_object('tracking_number', new.tracking_number, 'carrier', new.carrier, 'actor', (select auth.uid()),
        'before', jsonb_build_object('tracking_number', old.tracking_number, 'carrier', old.carrier)));
  end if;
  return null;
end;
$$;

create trigger log_removal after delete on public.shipments
  for each row execute function private.log_shipment_change();
create trigger log_change after update of tracking_number, carrier on public.shipments
  for each row when (old.tracking_number is distinct from new.tracking_number or old.carrier is distinct from new.carrier)
  execute function private.log_shipment_change();

create function private.log_tracking_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.order_events (order_id, type, description, data)
  select order_id, case tg_op when 'DELETE' then 'tracking_removed' else 'tracking_corrected' end,
    case tg_op when 'DELETE' then 'Tracking removed: ' else 'Tracking corrected: ' end || left(old.description, 400),
    jsonb_build_object('status', old.status, 'occurred_at', old.occurred_at, 'actor', (select auth.uid()))
  from public.shipments where id = old.shipment_id;
  return null;
end;
$$;

create trigger log_change after delete or update on public.tracking_events
  for each row execute function private.log_tracking_change();

-- Tracking for customers: by account when signed in, else by order number and e-mail or postcode.
create function private.tracking_of(p_order public.orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_number', p_order.order_number,
    'status', case when p_order.status = 'cancelled' then 'cancelled' else coalesce(shipment.status, 'processing') end,
    'tracking_number', shipment.tracking_number,
    'carrier', shipment.carrier,
    'shipping_method', coalesce(shipment.shipping_method, p_order.shipping_method),
    'estimated_delivery', shipment.estimated_delivery,
    'arrives_from', p_order.arrives_from,
    'arrives_to', p_order.arrives_to,
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'status', event.status, 'description', event.description,
        'location', event.location, 'timestamp', event.occurred_at) order by event.occurred_at desc, event.id desc)
      from (
        select * from public.tracking_events where shipment_id = shipment.id
        order by occurred_at desc, id limit 100
      ) as event), '[]')
      || jsonb_build_array(jsonb_build_object('id', 'placed', 'status', 'placed', 'description', 'Order placed',
        'location', null, 'timestamp', p_order.created_at)))
  from (select) as one
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true;
$$;

-- Null when the caller may see no such order: a wrong number and a wrong e-mail look the same. Only wrong attempts count
-- against the limit, so that guessing is slow and reloading is not.
create function private.track_order(p_order_number text, p_contact text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_number text := upper(btrim(left(p_order_number, 40)));
  v_contact text := lower(btrim(left(p_contact, 254)));
  v_order public.orders;
begin
  perform private.consume_rate_limit('track_address', private.client_address(), 60, interval '15 minutes');
  select * into v_order from public.orders where order_number = v_number;
  if v_order.user_id = (select auth.uid()) then
    return private.tracking_of(v_order);
  end if;
  perform private.check_rate_limit('track_order', v_number, 10, interval '15 minutes');
  if v_order.id is not null and v_contact <> '' and (
    lower(v_order.email) = v_contact
    or (private.postcode_compact(v_contact) <> ''
      and private.postcode_compact(v_order.shipping_address ->> 'postal_code') = private.postcode_compact(v_contact)))
  then
    return private.tracking_of(v_order);
  end if;
  perform private.count_against_rate_limit('track_order', v_number, interval '15 minutes');
  return null;
end;
$$;

grant execute on function private.track_order(text, text) to anon, authenticated, service_role;

create function public.track_order(p_order_number text, p_contact text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.track_order(p_order_number, p_contact); $$;

grant execute on function public.track_order(text, text) to anon, authenticated, service_role;

-- 26_promotions.sql

-- Promotion codes: terms, uses and discount.

-- Subtotal − discount, VAT on the rest, delivery, total. Delivery is priced by the subtotal before the discount, so that no
-- code makes it dearer. A use is counted in the order's transaction.
create table public.promotions (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'),
  kind text not null check (kind in ('percent', 'amount', 'free_delivery')),
  percent numeric(5, 2) check (percent > 0 and percent <= 100),
  amount_pence integer check (amount_pence between 1 and 1000000),
  starts_at timestamptz not null default now(),
  ends_at timestamptz check (ends_at > starts_at),
  minimum_pence integer not null default 0 check (minimum_pence between 0 and 100000000),
  uses_limit integer check (uses_limit > 0),
  uses_per_customer integer check (uses_per_customer > 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_pence is not null))
);

create unique index promotions_by_code on public.promotions (upper(code));

create trigger set_updated_at before update on public.promotions for each row execute function private.set_updated_at();
create trigger move_version before update on public.promotions for each row execute function private.move_version();

alter table public.promotions enable row level security;
revoke all on table public.promotions from anon, authenticated;
grant all on table public.promotions to service_role;
grant select on table public.promotions to authenticated;
grant insert (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active),
  update (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
  on table public.promotions to authenticated;

create policy "Staff see promotions" on public.promotions for select to authenticated using ((select private.may('promotions')));
create policy "Staff add promotions" on public.promotions for insert to authenticated with check ((select private.may('promotions')));
create policy "Staff change promotions" on public.promotions for update to authenticated
  using ((select private.may('promotions'))) with check ((select private.may('promotions')));

create trigger require_right before insert or update on public.promotions
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('promotions');

alter table public.checkout_sessions add constraint checkout_sessions_promotion_id_fkey
  foreign key (promotion_id) references public.promotions (id) on delete restrict;

-- A use is held during payment, used by the order, returned when the order is cancelled.
create table public.promotion_uses (
  id uuid primary key default gen_random_uuid(),
  promotion_id uuid not null references public.promotions (id) on delete restrict,
  checkout_session_id text not null unique references public.checkout_sessions (session_id) on delete cascade,
  order_id uuid unique references public.orders (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  email text not null check (char_length(email) <= 254),
  state text not null check (state in ('held', 'used', 'returned')),
  held_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state = 'held') = (order_id is null)),
  check ((state = 'held') = (held_until is not null))
);

create index promotion_uses_by_email on public.promotion_uses (promotion_id, email);
create index promotion_uses_by_user on public.promotion_uses (promotion_id, user_id) where state <> 'returned';
create index promotion_uses_of_users on public.promotion_uses (user_id);
create index promotion_uses_newest on public.promotion_uses (promotion_id, created_at desc, id) include (order_id, state) where state <> 'held';

create trigger set_updated_at before update on public.promotion_uses for each row execute function private.set_updated_at();

alter table public.promotion_uses enable row level security;
revoke all on table public.promotion_uses from anon, authenticated;
grant all on table public.promotion_uses to service_role;
grant select on table public.promotion_uses to authenticated;

create policy "Staff see uses of promotions" on public.promotion_uses for select to authenticated using ((select private.may('promotions')));

-- In pounds: percentages rounded half up, never more than the subtotal; 0 for free delivery.
create function private.promotion_discount(p_promotion public.promotions, p_subtotal numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select least(p_subtotal, case p_promotion.kind
    when 'percent' then round(p_subtotal * p_promotion.percent * 0.01, 2)
    when 'amount' then p_promotion.amount_pence * 0.01
    else 0
  end);
$$;

-- 'valid', or the reason why a customer cannot use a code for a subtotal. The checkout's own hold is not counted; counting
-- stops at the limit.
create function private.promotion_state(
  p_promotion public.promotions, p_subtotal numeric, p_user uuid, p_email text, p_session text default null)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_promotion.id is null or not p_promotion.is_active then 'unknown'
    when p_promotion.starts_at > now() then 'not_started'
    when p_promotion.ends_at <= now() then 'ended'
    when p_promotion.uses_limit <= (
      select count(*) from (
        select from public.promotion_uses as taken
        where taken.promotion_id = p_promotion.id and taken.checkout_session_id is distinct from p_session
          and (taken.state = 'used' or (taken.state = 'held' and taken.held_until > now()))
        limit p_promotion.uses_limit) as uses) then 'exhausted'
    when p_promotion.uses_per_customer <= (
      select count(*) from (
        select from public.promotion_uses as taken
        where taken.promotion_id = p_promotion.id and taken.checkout_session_id is distinct from p_session
          and (taken.email = private.canonical_email(p_email) or taken.user_id = p_user)
          and (taken.state = 'used' or (taken.state = 'held' and taken.held_until > now()))
        limit p_promotion.uses_per_customer) as uses) then 'used'
    when p_subtotal * 100 < p_promotion.minimum_pence then 'below_minimum'
    else 'valid'
  end;
$$;

create function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$ select * from public.promotions where upper(code) = upper(btrim(left(p_code, 80))); $$;

-- Holds a use of the promotion for a checkout, or turns the hold into the order's use. An expired code's hold is not renewed.
create function private.hold_promotion(p_session public.checkout_sessions, p_order uuid, p_until timestamptz)
returns void
language sql
set search_path = ''
as $$
  insert into public.promotion_uses as taken (promotion_id, checkout_session_id, order_id, user_id, email, state, held_until)
  select p_session.promotion_id, p_session.session_id, p_order, p_session.user_id, private.canonical_email(p_session.email),
    case when p_order is null then 'held' else 'used' end, case when p_order is null then p_until end
  where p_session.promotion_id is not null
  on conflict (checkout_session_id) do update set
    order_id = excluded.order_id, user_id = excluded.user_id, state = excluded.state,
    held_until = case
      when excluded.state = 'used' or private.promotion_state(
        (select promotion from public.promotions as promotion where promotion.id = excluded.promotion_id),
        p_session.subtotal, p_session.user_id, p_session.email, p_session.session_id) = 'valid' then excluded.held_until
      else taken.held_until end;
$$;

-- A cancelled or refunded order returns its use. When staff undo that, the use counts again, even beyond the limit, which
-- bounds new sales only.
create function private.return_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.promotion_uses as taken
  set state = case when changed.is_returned then 'returned' else 'used' end
  from (
    select became.id, private.order_returned(became.status, became.payment_status) as is_returned
    from new_rows as became join old_rows as was on was.id = became.id
    where became.promotion_code is not null
      and private.order_returned(became.status, became.payment_status) <> private.order_returned(was.status, was.payment_status)
  ) as changed
  where taken.order_id = changed.id;
  return null;
end;
$$;

-- Named to run after the tallies of orders, as when an order is made: uses are counted after orders in the order of locks.
create trigger update_uses_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.return_promotions();

-- The answer about a code: its state and terms.
create function private.promotion_reply(p_promotion public.promotions, p_state text)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('state', p_state)
    || case p_state
      when 'valid' then jsonb_build_object(
        'code', p_promotion.code, 'kind', p_promotion.kind, 'percent', p_promotion.percent,
        'amount_pence', p_promotion.amount_pence, 'minimum_pence', p_promotion.minimum_pence)
      when 'below_minimum' then jsonb_build_object('minimum_pence', p_promotion.minimum_pence)
      else '{}' end;
$$;

-- Refused codes count against the address and the cart, to slow guessing down. They are answered, not raised, since an
-- exception would roll the count back.
create function private.check_promotion_rate_limit(p_who text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.check_rate_limit('promotion_address', private.client_address(), 60, interval '15 minutes');
  perform private.check_rate_limit('promotion', p_who, 10, interval '15 minutes');
end;
$$;

create function private.count_against_promotion_rate_limit(p_who text, p_state text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_state not in ('valid', 'below_minimum') then
    perform private.count_against_rate_limit('promotion_address', private.client_address(), interval '15 minutes');
    perform private.count_against_rate_limit('promotion', p_who, interval '15 minutes');
  end if;
end;
$$;

-- Previews a code on the caller's cart without storing anything.
create function private.check_promotion(p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_who text := coalesce(v_customer::text, v_cart, private.client_address(), 'nobody');
  v_promotion public.promotions;
  v_figures jsonb;
  v_state text;
begin
  perform private.check_promotion_rate_limit(v_who);
  v_figures := private.checkout_figures(private.cart_lines(v_customer, v_cart), null, '{}');
  v_promotion := private.find_promotion(p_code);
  v_state := private.promotion_state(v_promotion, (v_figures ->> 'subtotal')::numeric, (select auth.uid()),
    (select email from public.customers where id = v_customer));
  perform private.count_against_promotion_rate_limit(v_who, v_state);
  return private.promotion_reply(v_promotion, v_state);
end;
$$;

grant execute on function private.check_promotion(text) to anon, authenticated, service_role;

-- Sets or removes (null) the promotion of a checkout without a begun payment; after that the amount is fixed and a new
-- checkout is needed. A refused code leaves the checkout without one.
create function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or v_base ->> 'shipping_amount' is null then
    perform private.refuse('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if btrim(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_figures := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address, v_promotion.id);
      if v_figures ->> 'total' = v_base ->> 'total' then
        v_state := 'no_effect';
        v_figures := v_base;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = case when v_state = 'valid' then v_promotion.id end,
    promotion_code = case when v_state = 'valid' then v_promotion.code end,
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

grant execute on function private.apply_promotion(text, text) to anon, authenticated, service_role;

create function public.check_promotion(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_promotion(p_code); $$;

grant execute on function public.check_promotion(text) to anon, authenticated, service_role;

create function public.apply_promotion(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_promotion(p_session_id, p_code); $$;

grant execute on function public.apply_promotion(text, text) to anon, authenticated, service_role;

-- 27_gift_cards.sql

-- Gift cards: stored value with a ledger, and how it pays for orders. A means of payment, not a discount: the order's figures
-- and VAT stay; only what is left to pay changes.

create table public.gift_cards (
  id uuid primary key default gen_random_uuid(),
  -- The code is shown once and never stored; `hint` is its last four characters.
  code_hash text not null unique check (code_hash ~ '^[0-9a-f]{64}$'),
  hint text not null check (hint ~ '^[0-9A-Z]{4}$'),
  initial_pence integer not null check (initial_pence between 1 and 100000),
  balance_pence integer not null default 0 check (balance_pence between 0 and initial_pence),
  state text not null default 'active' check (state in ('active', 'void')),
  expires_at timestamptz not null default now() + interval '24 months',
  -- To whom staff sent it.
  recipient_email text check (char_length(recipient_email) <= 254),
  recipient_name text check (char_length(recipient_name) <= 100),
  void_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expires_at >= created_at + interval '24 months'),
  constraint gift_cards_void_reason check (char_length(void_reason) <= 300 and (void_reason is null or state = 'void'))
);

create index gift_cards_newest on public.gift_cards (created_at desc, id);
create index gift_cards_by_hint on public.gift_cards (hint text_pattern_ops, created_at desc, id);
create index gift_cards_void on public.gift_cards (created_at desc, id) where state = 'void';
create index gift_cards_spent on public.gift_cards (created_at desc, id) where state = 'active' and balance_pence = 0;
create index gift_cards_with_balance on public.gift_cards (expires_at desc, created_at, id) where state = 'active' and balance_pence > 0;

create trigger set_updated_at before update on public.gift_cards for each row execute function private.set_updated_at();

alter table public.gift_cards enable row level security;
revoke all on table public.gift_cards from anon, authenticated;
grant all on table public.gift_cards to service_role;
grant select (id, hint, initial_pence, balance_pence, state, expires_at, recipient_email, recipient_name, void_reason, created_at, updated_at)
  on table public.gift_cards to authenticated;

create policy "Staff see gift cards" on public.gift_cards for select to authenticated using ((select private.may('gift_cards')));

alter table public.checkout_sessions add constraint checkout_sessions_gift_card_id_fkey
  foreign key (gift_card_id) references public.gift_cards (id) on delete restrict;

-- The ledger: at every commit a card's entries add up to its balance.
create table public.gift_card_entries (
  id bigint generated always as identity primary key,
  gift_card_id uuid not null references public.gift_cards (id) on delete restrict,
  kind text not null check (kind in ('issued', 'redeemed', 'given_back', 'voided')),
  amount_pence integer not null check (amount_pence <> 0 and (amount_pence > 0) = (kind in ('issued', 'given_back'))),
  order_id uuid references public.orders (id) on delete restrict,
  -- No foreign key: the ledger outlives accounts.
  actor uuid default auth.uid(),
  created_at timestamptz not null default now(),
  check (kind not in ('redeemed', 'given_back') or order_id is not null)
);

create index gift_card_entries_by_card on public.gift_card_entries (gift_card_id, id);
create index gift_card_entries_by_order on public.gift_card_entries (order_id) where order_id is not null;
create unique index gift_card_entries_issued on public.gift_card_entries (gift_card_id) where kind = 'issued';

alter table public.gift_card_entries enable row level security;
revoke all on table public.gift_card_entries from anon, authenticated;
grant all on table public.gift_card_entries to service_role;
grant select on table public.gift_card_entries to authenticated;

create policy "Staff see what gift cards paid" on public.gift_card_entries for select to authenticated using ((select private.may('gift_cards')));

-- Amounts held by running payments.
create table private.gift_card_holds (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  gift_card_id uuid not null references public.gift_cards (id) on delete cascade,
  amount_pence integer not null check (amount_pence > 0),
  expires_at timestamptz not null
);

create index gift_card_holds_by_card on private.gift_card_holds (gift_card_id);

revoke all on table private.gift_card_holds from public;

-- Entries change the balance; the column's check constraint refuses overdrafts.
create function private.update_gift_card_balance()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.gift_cards set balance_pence = balance_pence + new.amount_pence where id = new.gift_card_id;
  return null;
end;
$$;

create trigger update_gift_card_balance after insert on public.gift_card_entries for each row execute function private.update_gift_card_balance();

create function private.check_gift_card_sum()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_card uuid := (v_row ->> case when tg_table_name = 'gift_cards' then 'id' else 'gift_card_id' end)::uuid;
begin
  if exists (
    select from public.gift_cards as card
    where card.id = v_card and card.balance_pence <> coalesce((
      select sum(amount_pence) from public.gift_card_entries where gift_card_id = v_card), 0)) then
    raise exception using errcode = '23514', message = 'The entries of a gift card must add up to its balance.';
  end if;
  return null;
end;
$$;

create constraint trigger balance_is_sum after insert or update on public.gift_cards
  deferrable initially deferred for each row execute function private.check_gift_card_sum();
create constraint trigger balance_is_sum after insert or update or delete on public.gift_card_entries
  deferrable initially deferred for each row execute function private.check_gift_card_sum();

-- 19 random characters of an alphabet of 32 and a Luhn check character (base 32).
create function private.gift_card_check(p_signs text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_sum integer := 0;
  v_part integer;
begin
  for i in 1 .. char_length(p_signs) loop
    v_part := (strpos(v_alphabet, substr(p_signs, char_length(p_signs) + 1 - i, 1)) - 1) * (1 + i % 2);
    v_sum := v_sum + v_part / 32 + v_part % 32;
  end loop;
  return substr(v_alphabet, (32 - v_sum % 32) % 32 + 1, 1);
end;
$$;

create function private.new_gift_card_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_random constant bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  v_signs text := '';
begin
  for i in 0 .. 18 loop
    v_signs := v_signs || substr(v_alphabet, get_byte(v_random, i) % 32 + 1, 1);
  end loop;
  return v_signs || private.gift_card_check(v_signs);
end;
$$;

-- Normalised: upper case, no separators, O read as 0 and I or L as 1.
create function private.gift_card_hash(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(
    translate(regexp_replace(upper(left(p_code, 80) collate "C"), '[^A-Z0-9]', '', 'g'), 'OIL', '011'), 'UTF8')), 'hex');
$$;

-- Creates a card and returns its code, which cannot be read again.
create function private.new_gift_card(p_pence integer, p_order uuid default null, p_card uuid default gen_random_uuid())
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_code text := private.new_gift_card_code();
begin
  insert into public.gift_cards (id, code_hash, hint, initial_pence)
  values (p_card, private.gift_card_hash(v_code), right(v_code, 4), p_pence);
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (p_card, 'issued', p_pence, p_order);
  return v_code;
end;
$$;

-- The amount of a card that staff issue, or a 422.
create function private.require_gift_card_amount(p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_pence is null or p_pence not between 100 and 100000 then
    perform private.refuse('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
end;
$$;

create function private.issue_gift_card(p_pence integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('gift_cards');
  perform private.require_gift_card_amount(p_pence);
  return private.new_gift_card(p_pence);
end;
$$;

grant execute on function private.issue_gift_card(int4) to authenticated, service_role;

-- Voids a card and its balance, with the reason.
create function private.void_gift_card(p_id uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason constant text := btrim(p_reason, E' \t\r\n');
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if coalesce(char_length(v_reason), 0) not between 1 and 300 then
    perform private.refuse('PT422', 'Say why in 1 to 300 characters.', 'reason');
  end if;
  select * into v_card from public.gift_cards where id = p_id for no key update;
  if v_card.id is null then
    perform private.refuse('PT404', 'This gift card does not exist.', 'gift_card_not_found');
  elsif v_card.state = 'void' then
    perform private.refuse('PT409', 'This gift card is void already.', 'gift_card_void');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select p_id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = v_reason where id = p_id;
end;
$$;

grant execute on function private.void_gift_card(uuid, text) to authenticated, service_role;

-- What a card can pay for a checkout: its balance less the holds of other payments.
create function private.gift_card_available(p_card public.gift_cards, p_session text)
returns integer
language sql
stable
set search_path = ''
as $$
  select case when p_card.state = 'active' and p_card.expires_at > now() then greatest(0, p_card.balance_pence - coalesce((
    select sum(amount_pence) from private.gift_card_holds
    where gift_card_id = p_card.id and expires_at > now() and checkout_session_id is distinct from p_session), 0))::integer else 0 end;
$$;

-- Locks the card of a checkout; raises 409 when it no longer covers its amount. Lock order: after products, cart and
-- promotion, as when an order is cancelled.
create function private.lock_gift_card(p_session public.checkout_sessions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
  v_available integer;
begin
  if p_session.gift_card_id is null then
    return;
  end if;
  select * into v_card from public.gift_cards where id = p_session.gift_card_id for no key update;
  v_available := private.gift_card_available(v_card, p_session.session_id);
  if v_available < p_session.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The balance of your gift card has changed.', 'totals_changed', jsonb_build_object(
      'total', p_session.total, 'gift_card_refused', 'changed', 'due', p_session.total - private.gift_card_share(p_session.total, v_available))::text);
  end if;
end;
$$;

-- A settled payment holds no card any more: what it took is in the ledger.
create function private.release_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.gift_card_holds where checkout_session_id = new.checkout_session_id;
  return null;
end;
$$;

create trigger release_gift_card after insert or update of status on public.payment_attempts
  for each row when (new.status <> 'pending') execute function private.release_gift_card();

-- A checkout whose total changes loses its card; the page asks for it again.
create function private.remove_gift_card_of_changed_total()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.gift_card_id := null;
  new.gift_card_hint := null;
  new.gift_card_amount := 0;
  return new;
end;
$$;

create trigger remove_gift_card_of_changed_total before update of total on public.checkout_sessions
  for each row when (new.total <> old.total and new.gift_card_id is not null) execute function private.remove_gift_card_of_changed_total();

-- What the status of an order has put back on the card that paid, in pence: less what refunds claim.
create function private.gift_card_returned(p_order public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select ((p_order.gift_card_amount - coalesce((select sum(gift_card_amount) from public.refunds where order_id = p_order.id), 0)) * 100
    + coalesce((select sum(amount_pence) from public.gift_card_entries
      where order_id = p_order.id and kind in ('redeemed', 'given_back')), 0))::integer;
$$;

-- The card that paid for an order, locked and valid for at least three months more if p_extend.
create function private.lock_card_of(p_order public.orders, p_extend boolean)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = p_order.id and kind = 'redeemed' order by id limit 1)
  for no key update;
  if p_extend then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
  end if;
  return v_card;
end;
$$;

-- A cancelled order, or one marked as refunded, returns to its card what refunds have not. For a void card the order's events say
-- that a new one is due. Undoing it takes the same amount again while it is there.
create function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is boolean := private.status_returns(new);
  v_pence integer;
  v_card public.gift_cards;
begin
  if private.status_returns(old) = v_is then
    return null;
  end if;
  v_card := private.lock_card_of(new, v_is);
  v_pence := private.gift_card_returned(new);
  if v_is then
    v_pence := (new.gift_card_amount * 100)::integer - v_pence
      - coalesce((select sum(gift_card_amount * 100)::integer from public.refunds where order_id = new.id), 0);
  end if;
  if v_pence = 0 then
    return null;
  elsif v_is and v_card.state = 'void' then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
  elsif not v_is and private.gift_card_available(v_card, null) < v_pence then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end, case when v_is then 1 else -1 end * v_pence, new.id);
  return null;
end;
$$;

create trigger return_gift_card after update of status, payment_status on public.orders
  for each row when (new.gift_card_amount > 0 and (old.status <> new.status or old.payment_status <> new.payment_status))
  execute function private.return_gift_card();

-- Finds a card by its code. Wrong codes count against the address and the checkout, to slow guessing down; they are answered,
-- not raised, since an exception would roll the count back.
create function private.find_gift_card(p_code text, p_who text)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  perform private.check_rate_limit('gift_card_address', private.client_address(), 30, interval '15 minutes');
  perform private.check_rate_limit('gift_card', p_who, 10, interval '15 minutes');
  select * into v_card from public.gift_cards where code_hash = private.gift_card_hash(p_code);
  if v_card.id is null or v_card.state = 'void' then
    perform private.count_against_rate_limit('gift_card_address', private.client_address(), interval '15 minutes');
    perform private.count_against_rate_limit('gift_card', p_who, interval '15 minutes');
  end if;
  return v_card;
end;
$$;

create function private.gift_card_reply(p_card public.gift_cards, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when p_card.id is null or p_card.state = 'void' then jsonb_build_object('state', 'unknown')
    when p_card.expires_at <= now() then jsonb_build_object('state', 'expired', 'expires_at', p_card.expires_at)
    when p_card.balance_pence = 0 then jsonb_build_object('state', 'empty')
    when private.gift_card_available(p_card, p_session) = 0 then jsonb_build_object('state', 'in_use')
    else jsonb_build_object('state', 'valid', 'hint', p_card.hint, 'available_pence', private.gift_card_available(p_card, p_session),
      'expires_at', p_card.expires_at)
  end;
$$;

-- The balance of a card, for whoever has its code.
create function private.check_gift_card(p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_who text := coalesce(private.my_customer_id()::text, private.cart_session(), private.client_address(), 'nobody');
begin
  return private.gift_card_reply(private.find_gift_card(p_code, v_who), null);
end;
$$;

grant execute on function private.check_gift_card(text) to anon, authenticated, service_role;

-- Sets or removes (null) the gift card of a checkout without a begun payment. A gift card cannot buy a gift card.
create function private.apply_gift_card(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_card public.gift_cards;
  v_reply jsonb := jsonb_build_object('state', 'none');
  v_pays numeric := 0;
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  if v_session.kind = 'gift_card' then
    v_reply := jsonb_build_object('state', 'not_for_cards');
  elsif btrim(p_code) <> '' then
    v_card := private.find_gift_card(p_code, p_session_id);
    v_reply := private.gift_card_reply(v_card, p_session_id);
    v_pays := private.gift_card_share(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0));
    if v_session.total = 0 and v_reply ->> 'state' = 'valid' then
      v_reply := jsonb_build_object('state', 'not_needed');
    end if;
  end if;
  update public.checkout_sessions
  set gift_card_id = case when v_pays > 0 then v_card.id end, gift_card_hint = case when v_pays > 0 then v_card.hint end, gift_card_amount = v_pays
  where id = v_session.id;
  return v_reply || jsonb_build_object('total', v_session.total, 'gift_card_amount', v_pays, 'due', v_session.total - v_pays);
end;
$$;

grant execute on function private.apply_gift_card(text, text) to anon, authenticated, service_role;

create function public.issue_gift_card(p_pence integer)
returns text
language sql
set search_path = ''
as $$ select private.issue_gift_card(p_pence); $$;

grant execute on function public.issue_gift_card(int4) to authenticated, service_role;

create function public.void_gift_card(p_id uuid, p_reason text)
returns void
language sql
set search_path = ''
as $$ select private.void_gift_card(p_id, p_reason); $$;

grant execute on function public.void_gift_card(uuid, text) to authenticated, service_role;

create function public.check_gift_card(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_gift_card(p_code); $$;

grant execute on function public.check_gift_card(text) to anon, authenticated, service_role;

create function public.apply_gift_card(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_gift_card(p_session_id, p_code); $$;

grant execute on function public.apply_gift_card(text, text) to anon, authenticated, service_role;

-- Starts the checkout of a gift card: whole pounds from 25 to 500, for the buyer or somebody else, with a short message.
create function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_first text;
  v_last text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.refuse('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_first := private.field(p_details, 'first_name', 100);
  v_last := private.field(p_details, 'last_name', 100);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  v_message := private.field(p_details, 'message', 300, false);
  if v_recipient is not null and not private.is_email(v_recipient) then
    perform private.refuse('PT422', 'Email is invalid', 'recipient_email');
  elsif private.holds_link(v_message) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.consume_rate_limit('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    'gift_card', v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

grant execute on function private.start_gift_card(jsonb) to anon, authenticated, service_role;

create function public.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_gift_card(p_details); $$;

grant execute on function public.start_gift_card(jsonb) to anon, authenticated, service_role;

-- What a card pays of a total: as much as it can, but with a real provider it leaves either nothing or at least 30p, the
-- smallest payment that Stripe takes. Fails closed without a provider.
create function private.gift_card_share(p_total numeric, p_pence integer)
returns numeric
language sql
stable
set search_path = ''
as $$
  select case
    when p_pence * 0.01 >= p_total then p_total
    when private.payment_provider() = 'simulated' then p_pence * 0.01
    else greatest(0, least(p_pence * 0.01, p_total - 0.30)) end;
$$;

-- 28_gift_card_sales.sql

-- Gift cards that shoppers buy: checkout, delivery, and voiding when the order is cancelled.

-- Creates the card of an order and queues the e-mail with its code, which is erased once sent.
create function private.deliver_gift_card(p_session public.checkout_sessions, p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_gift jsonb := p_session.metadata -> 'gift_card';
begin
  if p_session.kind <> 'gift_card' then
    return;
  end if;
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'gift_card', coalesce(v_gift ->> 'recipient', p_session.email), 'A gift card for you', p_order.id,
    jsonb_build_object('token', made.code, 'amount', p_order.total, 'message', v_gift ->> 'message',
      'giver', case when v_gift ->> 'recipient' is not null then btrim(p_session.first_name || ' ' || p_session.last_name) end,
      'expires_at', now() + interval '24 months')
  from (select private.new_gift_card((v_gift ->> 'pence')::integer, p_order.id) as code offset 0) as made;
end;
$$;

-- Cancelling or refunding a card's order voids the card, unless it has been spent from: then the order stands. A voided card
-- stays void.
create function private.void_sold_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
  v_card public.gift_cards;
begin
  if v_was = v_is then
    return null;
  end if;
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return null;
  elsif v_was then
    perform private.refuse('PT409', 'The gift card of this order has ended. A new one is a new order.', 'gift_card_void');
  elsif v_card.state = 'active' and v_card.balance_pence <> v_card.initial_pence then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards
  set state = 'void', void_reason = coalesce(void_reason, format('Order %s, which bought it, was cancelled or refunded.', new.order_number))
  where id = v_card.id;
  return null;
end;
$$;

create trigger void_sold_gift_card after update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.void_sold_gift_card();

-- 29_account_tokens.sql

-- Links that let a guest create an account after buying.

create table public.account_creation_tokens (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  email text not null check (char_length(email) <= 254),
  expires_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index account_creation_tokens_by_session on public.account_creation_tokens (checkout_session_id);
create index account_creation_tokens_by_expiry on public.account_creation_tokens (expires_at);

alter table public.account_creation_tokens enable row level security;
revoke all on table public.account_creation_tokens from anon, authenticated;
grant all on table public.account_creation_tokens to service_role;

create policy "Nobody reads account tokens" on public.account_creation_tokens for select to anon, authenticated using (false);

-- A new token for a completed checkout; only its hash is stored.
create function private.new_account_token(p_session_id text, p_email text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into public.account_creation_tokens (token_hash, checkout_session_id, email)
  values (private.token_hash(v_token), p_session_id, p_email);
  return v_token;
end;
$$;

create function private.issue_account_token(p_session_id text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions
  where session_id = p_session_id and status = 'completed' for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  if (select count(*) from public.account_creation_tokens where checkout_session_id = p_session_id) >= 10 then
    perform private.refuse('PT429', 'Too many account links for this order.', 'rate_limited');
  end if;
  return private.new_account_token(p_session_id, v_session.email);
end;
$$;

grant execute on function private.issue_account_token(text) to anon, authenticated, service_role;

-- Whether the address has an account is told to whoever holds the order's link alone. Volatile, since each look-up counts against the rate limit.
create function private.read_account_token(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('account_token', private.client_address(), 60, interval '15 minutes');
  return coalesce(
    (select case when expires_at > now() and (private.account_of(email)).id is not null
        then jsonb_build_object('state', 'account', 'email', email)
        when expires_at > now()
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id)
        else jsonb_build_object('state', 'expired') end
     from public.account_creation_tokens
     where token_hash = private.token_hash(p_token) and used_at is null),
    jsonb_build_object('state', 'invalid'));
end;
$$;

grant execute on function private.read_account_token(text) to anon, authenticated, service_role;

-- Single use, decided by one statement: true when this call used the token. One of an address that has an account is not used up.
create function private.claim_account_token(p_token text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('account_token', private.client_address(), 60, interval '15 minutes');
  update public.account_creation_tokens set used_at = now()
  where token_hash = private.token_hash(p_token) and used_at is null and expires_at > now()
    and (private.account_of(email)).id is null;
  return found;
end;
$$;

grant execute on function private.claim_account_token(text) to anon, authenticated, service_role;

create function public.issue_account_token(p_session_id text)
returns text
language sql
set search_path = ''
as $$ select private.issue_account_token(p_session_id); $$;

grant execute on function public.issue_account_token(text) to anon, authenticated, service_role;

create function public.read_account_token(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_account_token(p_token); $$;

grant execute on function public.read_account_token(text) to anon, authenticated, service_role;

create function public.claim_account_token(p_token text)
returns boolean
language sql
set search_path = ''
as $$ select private.claim_account_token(p_token); $$;

grant execute on function public.claim_account_token(text) to anon, authenticated, service_role;

-- 30_mail.sql

-- The outbox: e-mail waits here until the worker has sent it.

create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  recipient text not null check (char_length(recipient) <= 254),
  subject text not null check (char_length(subject) <= 300),
  data jsonb not null default '{}',
  order_id uuid references public.orders (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 2000),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  created_at timestamptz not null default now()
);

create index email_outbox_due on public.email_outbox (next_attempt_at, id) where status = 'pending';
create index email_outbox_by_order on public.email_outbox (order_id);
create index email_outbox_back_in_stock on public.email_outbox (created_at) where kind = 'back_in_stock';
-- Sent e-mails keep no content; finally failed ones keep no code or token, are shown to staff and can be retried.
-- The back office lists each state by time, and finds the beginning of an address.
create index email_outbox_by_status on public.email_outbox (status, created_at desc, id desc);
create index email_outbox_by_recipient on public.email_outbox (status, (lower(recipient) collate "C"), created_at desc, id desc);

alter table public.email_outbox enable row level security;
revoke all on table public.email_outbox from anon, authenticated;
grant all on table public.email_outbox to service_role;
-- Not `data`: it can hold the link that opens a customer's account.
grant select (id, kind, recipient, subject, order_id, status, attempts, last_error, next_attempt_at, sent_at, created_at)
  on table public.email_outbox to authenticated;

create policy "Staff see what was sent" on public.email_outbox for select to authenticated using ((select private.may('messages')));

-- The confirmation, for the mail worker to send. That of a guest offers an account by a link; a guest whose address has an account
-- is told that the order is in it.
create function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('vat_rate', 0.20, 'tax_point', p_order.paid_at,
      'in_account', p_order.user_id is not null and exists (
        select from public.checkout_sessions where session_id = p_order.checkout_session_id and user_id is null))
    || case when p_order.user_id is null
      then jsonb_build_object('account_token', private.new_account_token(p_order.checkout_session_id, p_order.email))
      else '{}' end);
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the e-mail says what is due: what no refund has returned
-- or is returning. A gift card's part has already been returned.
create function private.queue_status_mail(p_order public.orders, p_status text)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'reason', p_order.cancel_reason,
      'total', p_order.total - refunded.amount,
      'gift_card_amount', p_order.gift_card_amount - refunded.gift_card_amount, 'refunded_amount', refunded.amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (
    select coalesce(sum(amount), 0) as amount, coalesce(sum(gift_card_amount), 0) as gift_card_amount
    from public.refunds where order_id = p_order.id
  ) as refunded
  left join lateral (
    select * from public.shipments where order_id = p_order.id order by created_at desc, id limit 1
  ) as shipment on true
  where p_order.email is not null;
$$;

create function private.queue_order_status_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.status <> old.status and new.status in ('shipped', 'delivered', 'cancelled') then
    perform private.queue_status_mail(new, new.status);
  end if;
  -- A refund sends its own letter.
  if new.payment_status <> old.payment_status and new.marked_refunded then
    perform private.queue_status_mail(new, 'refunded');
  end if;
  return null;
end;
$$;

create trigger queue_status_mail after update of status, payment_status on public.orders
  for each row execute function private.queue_order_status_mail();

-- Claims e-mails for the mailer for two minutes: when it crashes they are claimed again.
create function public.claim_mail(p_limit integer default 10)
returns setof public.email_outbox
language sql
set search_path = ''
as $$
  update public.email_outbox as letter
  set attempts = letter.attempts + 1, next_attempt_at = now() + interval '2 minutes'
  from (
    select id from public.email_outbox
    where status = 'pending' and next_attempt_at <= now()
    order by next_attempt_at, id
    limit least(greatest(p_limit, 1), 100)
    for update skip locked
  ) as due
  where letter.id = due.id
  returning letter.*;
$$;

grant execute on function public.claim_mail(int4) to service_role;

-- A null error means sent. Else retries with exponential backoff (1, 2, 4 … minutes, at most six hours), eight times. Returns
-- pending, sent or failed; null when settled before.
create function public.settle_mail(p_id uuid, p_error text default null)
returns text
language sql
set search_path = ''
as $$
  update public.email_outbox
  set status = case when p_error is null then 'sent' when attempts >= 8 then 'failed' else 'pending' end,
    sent_at = case when p_error is null then now() end,
    data = case when p_error is null then '{}' when attempts >= 8 then data - array['token', 'account_token'] else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending'
  returning status;
$$;

grant execute on function public.settle_mail(uuid, text) to service_role;

-- Another eight attempts at a failed e-mail. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new link.
create function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
  v_invitation uuid;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.refuse('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.refuse('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind = 'order_confirmation' then
    select bought.checkout_session_id into v_session
    from public.orders as bought join public.checkout_sessions as paid on paid.session_id = bought.checkout_session_id
    where bought.id = v_mail.order_id and bought.user_id is null;
    if v_session is not null then
      v_data := v_data || jsonb_build_object('account_token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
    end if;
  elsif v_mail.kind = 'review_request' then
    v_data := v_data || jsonb_build_object('token', private.new_review_token(v_mail.order_id));
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.refuse('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.refuse('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  elsif v_mail.kind = 'staff_invitation' then
    -- One that is locked is being sent again.
    select id into v_invitation from public.staff_invitations
    where mail_id = p_id and accepted_at is null and withdrawn_at is null for no key update skip locked;
    if v_invitation is null then
      perform private.refuse('PT409', 'This invitation was withdrawn or sent again.', 'invitation_over');
    end if;
    v_code := private.new_invitation_token(v_invitation);
    v_data := v_data || jsonb_build_object('token', v_code, 'issued_at', now());
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
$$;

grant execute on function private.retry_mail(uuid) to authenticated, service_role;

create function public.retry_mail(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_mail(p_id); $$;

grant execute on function public.retry_mail(uuid) to authenticated, service_role;

-- 31_contact.sql

-- Messages to the shop.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  email text not null,
  subject text not null check (char_length(btrim(subject)) between 1 and 200),
  message text not null check (char_length(btrim(message)) between 10 and 5000),
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  status text not null default 'open' check (status in ('open', 'answered', 'closed')),
  -- The member of staff who takes care of it.
  assignee uuid references auth.users (id) on delete set null,
  -- As staff see it: a message nobody has read yet is new, whatever else it is.
  state text not null generated always as (case when is_read then status else 'new' end) stored
);

create index contact_messages_unread_first on public.contact_messages (is_read, created_at desc, id);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id);
create index contact_messages_by_assignee on public.contact_messages (assignee, is_read, created_at desc, id);
create index contact_messages_by_assignee_state on public.contact_messages (assignee, state, created_at desc, id);
create index contact_messages_search on public.contact_messages
  using gin (name extensions.gin_trgm_ops, email extensions.gin_trgm_ops, subject extensions.gin_trgm_ops);

alter table public.contact_messages enable row level security;
revoke all on table public.contact_messages from anon, authenticated;
grant all on table public.contact_messages to service_role;
grant insert (name, email, subject, message) on table public.contact_messages to anon, authenticated;
grant select, update (is_read, status, assignee), delete on table public.contact_messages to authenticated;

create policy "Anyone writes to the shop" on public.contact_messages for insert to anon, authenticated
  with check (not is_read and status = 'open' and assignee is null);
create policy "Staff read letters" on public.contact_messages for select to authenticated using ((select private.may('messages')));
create policy "Staff mark letters" on public.contact_messages for update to authenticated
  using ((select private.may('messages'))) with check ((select private.may('messages')));
create policy "Staff delete letters" on public.contact_messages for delete to authenticated using ((select private.may('messages')));

create trigger require_right before update or delete on public.contact_messages
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('messages');

-- Counted per statement in sorted order, to prevent deadlocks between bulk inserts.
create function private.limit_contact_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_sent record;
begin
  for v_sent in
    select lower(btrim(email)) as email, count(*)::integer as letters from new_rows group by 1 order by 1
  loop
    perform private.consume_rate_limit('contact_email', v_sent.email, 5, interval '1 hour', v_sent.letters);
  end loop;
  perform private.consume_rate_limit('contact_address', private.client_address(), 30, interval '1 hour', (select count(*)::integer from new_rows));
  return null;
end;
$$;

create trigger limit_contact_messages after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.limit_contact_messages();

-- The acknowledgement repeats nothing of the message, since anyone can enter anyone's address. A message refused by
-- limit_contact_messages rolls it back.
create function private.acknowledge_letters()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject)
  select 'contact_received', btrim(email), 'We have received your message'
  from new_rows;
  return null;
end;
$$;

create trigger acknowledge_letters after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.acknowledge_letters();

-- A trigger, not a check constraint: staff must be able to mark older messages as read whatever their address.
create function private.check_letter_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_email(new.email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  return new;
end;
$$;

create trigger check_email before insert or update of email on public.contact_messages
  for each row execute function private.check_letter_email();

create function private.check_assignee()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (select from public.admin_users where user_id = new.assignee and is_active) then
    perform private.refuse('PT422', 'Choose a colleague who works here.', 'assignee');
  end if;
  return new;
end;
$$;

create trigger check_assignee before update of assignee on public.contact_messages
  for each row when (new.assignee is not null and new.assignee is distinct from old.assignee)
  execute function private.check_assignee();

-- 32_back_in_stock.sql

-- Back-in-stock requests.

-- One request, one e-mail, then the row is deleted. Private: the API does not expose the addresses.
create table private.stock_requests (
  id bigint generated always as identity primary key,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  email text not null,
  created_at timestamptz not null default now(),
  constraint stock_requests_once unique nulls not distinct (product_id, variant_id, email),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index stock_requests_by_age on private.stock_requests (created_at);

revoke all on table private.stock_requests from public;
grant select, update, delete on table private.stock_requests to service_role;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create function private.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_stock integer;
begin
  if not private.is_email(v_email) then
    perform private.refuse('PT422', 'Email is invalid', 'email');
  end if;
  perform private.consume_rate_limit('stock_address', private.client_address(), 30, interval '1 hour');
  perform private.consume_rate_limit('stock_email', v_email, 10, interval '1 hour');
  -- for share: waits for a concurrent stock change, so that no request misses its e-mail.
  perform from public.products where id = p_product_id and is_active for share;
  if not found then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  perform private.require_variant(p_product_id, p_variant_id);
  select inventory_quantity into v_stock from private.stock_units
  where product_id = p_product_id and variant_id is not distinct from p_variant_id;
  if v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, variant_id, email) values (p_product_id, p_variant_id, v_email)
  on conflict on constraint stock_requests_once do update set created_at = excluded.created_at;
end;
$$;

grant execute on function private.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

create function public.ask_back_in_stock(p_product_id uuid, p_email text, p_variant_id uuid default null)
returns void
language sql
set search_path = ''
as $$ select private.ask_back_in_stock(p_product_id, p_email, p_variant_id); $$;

grant execute on function public.ask_back_in_stock(uuid, text, uuid) to anon, authenticated, service_role;

-- The subject does not name the product, for discretion.
create function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_product public.products;
  v_variant uuid;
  v_query text;
begin
  -- Most of the time nobody waits.
  if tg_table_name = 'product_variants' then
    if not exists (select from private.stock_requests where product_id = new.product_id and variant_id = new.id) then
      return null;
    end if;
    select * into v_product from public.products where id = new.product_id;
    if not v_product.is_active then
      return null;
    end if;
    v_variant := new.id;
    v_query := private.variant_query(private.chosen_options(v_product.options, new.option_values));
  else
    select * into v_product from public.products where id = new.id;
  end if;
  with asked as (
    delete from private.stock_requests
    where product_id = v_product.id and variant_id is not distinct from v_variant returning email, created_at
  )
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'back_in_stock', email, 'Something you asked for is back',
    jsonb_strip_nulls(jsonb_build_object('slug', v_product.slug, 'query', v_query))
  from asked where created_at > now() - interval '180 days'
  order by created_at, email;
  return null;
end;
$$;

create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.products
  for each row
  when (new.is_active and new.inventory_quantity > 0 and not (old.is_active and old.inventory_quantity > 0))
  execute function private.queue_back_in_stock_mail();
-- Without a condition on the old row: a variant is also back when its product is, which touches its is_active.
create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.product_variants
  for each row when (new.is_active and new.inventory_quantity > 0)
  execute function private.queue_back_in_stock_mail();

-- 33_search.sql

-- Product search: stemming, typing errors, prefixes.

create table private.product_search (
  product_id uuid primary key references public.products (id) on delete cascade,
  document tsvector not null,
  is_active boolean not null,
  -- Stored here so that ranking does not read the product rows.
  name text not null,
  created_at timestamptz not null,
  -- What staff search in part: name, sku, barcode and those of the variants, a line each.
  terms text not null default ''
);

create index product_search_document on private.product_search using gin (document);
create index product_search_terms on private.product_search using gin (terms extensions.gin_trgm_ops);

revoke all on table private.product_search from public;

-- Every word of the catalogue, for prefixes and typing errors. Numbers are left out: they are matched whole or by prefix.
create table private.search_words (word text collate "C" primary key);

create index search_words_alike on private.search_words using gist (word extensions.gist_trgm_ops);

revoke all on table private.search_words from public;

-- The skus and values of a product's variants, to be found by.
-- In PL/pgSQL, as the next: SQL would plan it for each product anew.
create function private.variant_terms(p_product_id uuid)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
  return (
    select string_agg(concat_ws(' ', sku, array_to_string(option_values, ' ')), ' ' order by sku, option_values)
    from public.product_variants where product_id = p_product_id and is_active);
end;
$$;

-- As staff search: without accents, in lower case.
create function private.plain_text(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return lower(extensions.unaccent(p_text));
end;
$$;

create function private.office_terms(p_product public.products)
returns text
language sql
stable
set search_path = ''
as $$
  select private.plain_text(concat_ws(chr(10), p_product.name, p_product.sku, p_product.barcode, (
    select string_agg(concat_ws(chr(10), sku, barcode), chr(10) order by id) from public.product_variants
    where product_id = p_product.id and p_product.options <> '[]')));
$$;

create function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection,
        case when p_product.options <> '[]' then private.variant_terms(p_product.id) end))), 'B')
    || setweight(to_tsvector('english', extensions.unaccent(
      concat_ws(' ', p_product.short_description, p_product.materials, array_to_string(p_product.features, ' ')))), 'C')
    || setweight(to_tsvector('english', extensions.unaccent(coalesce(p_product.description, ''))), 'D');
$$;

create function private.product_words(p_product public.products)
returns setof text language sql stable set search_path = '' as $$
  select word
  from unnest(tsvector_to_array(to_tsvector('simple', extensions.unaccent(concat_ws(' ', p_product.name, p_product.brand,
    p_product.collection, p_product.short_description, p_product.materials, array_to_string(p_product.features, ' '), p_product.description))))) as word
  where char_length(word) between 2 and 40 and word ~ '^[[:alpha:]]+$';
$$;

create function private.update_search_index()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_changed text := 'select id from new_rows';
begin
  if tg_table_name = 'product_variants' then
    v_changed := case tg_op when 'INSERT' then 'select distinct product_id as id from new_rows'
      when 'DELETE' then 'select distinct product_id as id from old_rows'
      else $sql$
        select distinct new_rows.product_id as id from new_rows join old_rows using (id)
        where (new_rows.sku, new_rows.barcode, new_rows.option_values, new_rows.is_active)
          is distinct from (old_rows.sku, old_rows.barcode, old_rows.option_values, old_rows.is_active)$sql$ end;
  elsif tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.barcode, new_rows.options, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.barcode, old_rows.options, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at, terms)
    select product.id, private.search_document(product), product.is_active, private.plain_text(product.name), product.created_at,
      private.office_terms(product)
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name,
      terms = excluded.terms
    $sql$, v_changed);
  execute format($sql$
    update private.product_list as listed set terms = known.terms
    from (%s) as changed join private.product_search as known on known.product_id = changed.id
    where listed.product_id = changed.id and listed.terms <> known.terms
    $sql$, v_changed);
  execute format($sql$
    insert into private.search_words (word)
    select distinct word
    from (%s) as changed join public.products as product using (id) cross join lateral private.product_words(product) as word
    order by word
    on conflict (word) do nothing
    $sql$, v_changed);
  return null;
end;
$$;

create trigger index_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.update_search_index();
create trigger index_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_search_index();
create trigger index_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.update_search_index();
create trigger index_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.update_search_index();
create trigger index_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.update_search_index();

-- The words of a query, at most eight; everything but letters and digits is a separator.
create function private.search_terms(p_query text)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(left(term, 40) order by place), '{}')
  from (
    select term, place
    from regexp_split_to_table(lower(extensions.unaccent(left(coalesce(p_query, ''), 200))), '[^[:alnum:]]+') with ordinality as split (term, place)
    where term <> ''
    order by place limit 8
  ) as terms;
$$;

-- Up to five similar known words: edit distance up to 2 (one per three letters) or high trigram similarity. Candidates are the
-- nearest by trigrams and those with the same first letter and about the same length.
create function private.similar_search_words(p_term text)
returns text[]
language sql
stable
set search_path = ''
as $$
  with near as (
    (select word from private.search_words order by word operator(extensions.<->) p_term limit 5)
    union
    (select word from private.search_words
      where word > left(p_term, 1) and word < left(p_term, 1) || chr(1114111)
        and char_length(word) between char_length(p_term) - 1 and char_length(p_term) + 1
      order by extensions.levenshtein(word, p_term), word limit 5)
  ), judged as (
    select word, extensions.levenshtein(word, p_term) as slips, extensions.similarity(word, p_term) as likeness from near
  )
  select coalesce(array_agg(word), '{}')
  from (
    select word from judged
    where char_length(p_term) > 2
      and (slips <= case when char_length(p_term) > 3 then 2 else 1 end or likeness >= 0.4)
    order by slips, likeness desc, word
    limit 5
  ) as best;
$$;

-- The tsquery of one word: its stem or itself, the last word also as a prefix, an unknown word as the similar known ones.
-- Null for a stop word.
create function private.term_query(p_term text, p_is_last boolean)
returns tsquery language plpgsql stable set search_path = '' as $$
declare
  v_query tsquery := plainto_tsquery('english', p_term);
  v_word text;
  -- Numbers are matched exactly.
  v_known boolean := p_term ~ '[^[:alpha:]]' or exists (select from private.search_words where word = p_term);
begin
  if numnode(v_query) = 0 and not v_known then
    return null;
  end if;
  v_query := v_query || plainto_tsquery('simple', p_term);
  if p_is_last then
    for v_word in
      select word from private.search_words
      where word > p_term and word < p_term || chr(1114111) order by char_length(word), word limit 10
    loop
      v_known := true;
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  if not v_known and not private.is_page_word(p_term) then
    foreach v_word in array private.similar_search_words(p_term) loop
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  return v_query;
end;
$$;

-- The tsquery of words that mean something else: themselves, or what the shop calls it.
create function private.meaning_query(p_words text[], p_means text[])
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_own constant text := array_to_string(p_words, ' ');
  v_query tsquery := plainto_tsquery('english', v_own) || plainto_tsquery('simple', v_own);
  v_meaning text;
begin
  foreach v_meaning in array p_means loop
    v_query := v_query || plainto_tsquery('english', v_meaning) || plainto_tsquery('simple', v_meaning);
  end loop;
  return v_query;
end;
$$;

-- What a search asks: the tsquery of its words, null for stop words alone, and the categories that they lead to. Words that mean a
-- category and nothing else leave the query to the others.
create function private.search_plan(p_terms text[], out query tsquery, out categories uuid[])
language plpgsql
stable
set search_path = ''
as $$
declare
  v_term tsquery;
  v_place integer := 1;
  v_entry record;
begin
  categories := '{}';
  while v_place <= cardinality(p_terms) loop
    select * into v_entry from private.synonym_at(p_terms, v_place);
    if not found then
      v_term := private.term_query(p_terms[v_place], v_place = cardinality(p_terms));
      v_place := v_place + 1;
    else
      v_term := case when cardinality(v_entry.means) > 0 or v_entry.span = cardinality(p_terms)
        then private.meaning_query(p_terms[v_place : v_place + v_entry.span - 1], v_entry.means) end;
      categories := categories || v_entry.category_id;
      v_place := v_place + v_entry.span;
    end if;
    query := case when query is null then v_term when v_term is null then query else query && v_term end;
  end loop;
  categories := array_remove(categories, null);
  if query is null and categories <> '{}' then
    query := plainto_tsquery('simple', array_to_string(p_terms, ' '));
  end if;
end;
$$;

-- Ranks the first 500 matches only, so that a common word costs no more than a rare one.
create function private.search_products(p_query text, p_limit integer, p_offset integer)
returns setof public.products language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
-- Two common words that never occur together would otherwise scan the whole table.
set enable_seqscan = off
as $$
declare
  v_all boolean := private.is_staff();
  v_terms text[] := private.search_terms(p_query);
  v_words text := array_to_string(v_terms, ' ');
  v_start text := lower(btrim(left(p_query, 64))) collate "C";
  v_query tsquery;
  v_categories uuid[];
begin
  select plan.query, plan.categories into v_query, v_categories from private.search_plan(v_terms) as plan;
  if v_query is null then
    return;
  end if;
  return query
    with found as (
      (select product_id, name, created_at, ts_rank_cd(document, v_query) as rank
        from private.product_search where document @@ v_query and (is_active or v_all) limit 500)
      union all
      (select id, lower(extensions.unaccent(name)), created_at, 2::real from public.products
        where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
          and (is_active or v_all)
        order by lower(sku) collate "C" limit 24)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 2::real
        from (
          select product_id from public.product_variants
          where lower(sku) collate "C" >= v_start and lower(sku) collate "C" < v_start || chr(1114111) and v_start ~ '[0-9]'
            and (is_active or v_all)
          order by lower(sku) collate "C" limit 24
        ) as variant
        join public.products as product on product.id = variant.product_id
        where product.is_active or v_all)
      union all
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 0.05::real
        from (
          select id from public.categories
          where (id = any (v_categories) or to_tsvector('english', extensions.unaccent(name)) @@ v_query) and (is_active or v_all)
          order by position, name, id limit 3
        ) as category
        cross join lateral (
          select id, name, created_at from public.products where category_id = category.id and (is_active or v_all)
          order by created_at desc, id limit 50
        ) as product)
    ), ranked as (
      select product_id, created_at, max(rank) + case when name = v_words then 2 when starts_with(name, v_words) then 1 else 0 end as rank
      from found group by product_id, name, created_at
    ), page as (
      select * from ranked order by rank desc, created_at desc, product_id
      limit least(greatest(coalesce(p_limit, 24), 1), 100) offset least(greatest(coalesce(p_offset, 0), 0), 500)
    )
    select product.*
    from page join public.products as product on product.id = page.product_id
    order by page.rank desc, page.created_at desc, page.product_id;
end;
$$;

grant execute on function private.search_products(text, int4, int4) to anon, authenticated, service_role;

create function public.search_products(p_query text, p_limit integer default 24, p_offset integer default 0)
returns setof public.products
language sql
stable
set search_path = ''
as $$ select * from private.search_products(p_query, p_limit, p_offset); $$;

grant execute on function public.search_products(text, int4, int4) to anon, authenticated, service_role;

-- 34_search_synonyms.sql

-- What shoppers say for what the shop calls otherwise: "lube" for glide. Staff keep the list; search asks it before it
-- takes a word for a typing error.

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- What shoppers type: words, or phrases of up to three words.
  typed text[] not null check (cardinality(typed) between 1 and 20 and octet_length(array_to_string(typed, '')) <= 2000),
  -- What the shop calls it: searched as if it had been typed.
  means text[] not null default '{}' check (cardinality(means) <= 10 and octet_length(array_to_string(means, '')) <= 1000),
  -- A category to lead to.
  category_id uuid references public.categories (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

create index search_synonyms_by_category on public.search_synonyms (category_id) where category_id is not null;

create trigger set_updated_at before update on public.search_synonyms for each row execute function private.set_updated_at();
create trigger move_version before update on public.search_synonyms for each row execute function private.move_version();

alter table public.search_synonyms enable row level security;
revoke all on table public.search_synonyms from anon, authenticated;
grant select on table public.search_synonyms to authenticated;
grant all on table public.search_synonyms to service_role;

create policy "Staff see what shoppers' words mean" on public.search_synonyms for select to authenticated
  using ((select private.is_staff()));

-- Every phrase of search_synonyms by its stems, to be looked up.
create table private.synonym_phrases (
  phrase text collate "C" primary key,
  synonym_id uuid not null references public.search_synonyms (id) on delete cascade
);

create index synonym_phrases_by_synonym on private.synonym_phrases (synonym_id);

revoke all on table private.synonym_phrases from public;

-- Words by their stems: "vibrators" and "vibrator" are the same.
create function private.phrase_key(p_terms text[])
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('pg_catalog.english_stem', term))[1], term), ' ' order by place)
  from unnest(p_terms) with ordinality as given (term, place);
$$;

create function private.index_synonym()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_taken text;
begin
  delete from private.synonym_phrases where synonym_id = new.id;
  select given.phrase into v_taken from unnest(new.typed) as given (phrase)
  join private.synonym_phrases as known on known.phrase = private.phrase_key(private.search_terms(given.phrase)) limit 1;
  if v_taken is not null then
    perform private.refuse('PT409', format('"%s" is in another entry already.', left(v_taken, 60)), 'typed');
  end if;
  insert into private.synonym_phrases (phrase, synonym_id)
  select distinct private.phrase_key(private.search_terms(given.phrase)), new.id from unnest(new.typed) as given (phrase)
  where cardinality(private.search_terms(given.phrase)) between 1 and 3;
  return null;
end;
$$;

create trigger index_synonym_insert after insert on public.search_synonyms
  for each row execute function private.index_synonym();
create trigger index_synonym_update after update of typed on public.search_synonyms
  for each row when (new.typed is distinct from old.typed) execute function private.index_synonym();

-- The entry for the words from p_place on, the longest phrase first, and how many words it is for; no row without one. The last
-- word may be half typed, and one letter may be wrong, unless the catalogue knows such a word.
create function private.synonym_at(p_terms text[], p_place integer)
returns table (span integer, means text[], category_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_word constant text := p_terms[p_place];
  v_stem constant text := private.phrase_key(array[v_word]);
  v_id uuid;
  v_span integer := 1;
begin
  for v_words in reverse least(3, cardinality(p_terms) - p_place + 1) .. 1 loop
    select synonym_id into v_id from private.synonym_phrases
    where phrase = private.phrase_key(p_terms[p_place : p_place + v_words - 1]);
    v_span := v_words;
    exit when v_id is not null;
  end loop;
  if v_id is null and char_length(v_word) > 2 and v_word ~ '^[[:alpha:]]+$'
    and not exists (select from private.search_words where word = v_word) then
    if p_place = cardinality(p_terms) and not exists (select from private.search_words where word > v_word and word < v_word || chr(1114111)) then
      select synonym_id into v_id from private.synonym_phrases where phrase > v_stem and phrase < v_stem || chr(1114111)
      order by char_length(phrase), phrase limit 1;
    end if;
    if v_id is null and char_length(v_word) > 4 then
      select synonym_id into v_id from private.synonym_phrases
      where phrase > left(v_word, 1) and phrase < left(v_word, 1) || chr(1114111) and phrase !~ ' '
        and char_length(phrase) between char_length(v_word) - 3 and char_length(v_word) + 1
        and least(extensions.levenshtein(phrase, v_stem), extensions.levenshtein(phrase, v_word)) <= 1
      order by extensions.levenshtein(phrase, v_word), phrase limit 1;
    end if;
  end if;
  return query select v_span, synonym.means, synonym.category_id from public.search_synonyms as synonym where synonym.id = v_id;
end;
$$;

-- Adds an entry (p_id null) or changes one that is still the version that was read. Answers {id, version}.
create function private.save_search_synonym(p_id uuid, p_version integer, p_typed text[], p_means text[], p_category uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.search_synonyms;
  v_saved public.search_synonyms;
  v_typed text[];
  v_means text[];
begin
  perform private.require_right('catalogue');
  select coalesce(array_agg(word order by place), '{}') into v_typed
  from (select array_to_string(private.search_terms(given), ' ') as word, min(place) as place
    from unnest(p_typed[:100]) with ordinality as list (given, place) group by 1) as words where word <> '';
  select coalesce(array_agg(word order by place), '{}') into v_means
  from (select array_to_string(private.search_terms(given), ' ') as word, min(place) as place
    from unnest(p_means[:100]) with ordinality as list (given, place) group by 1) as words where word <> '';
  if cardinality(v_typed) not between 1 and 20 then
    perform private.refuse('PT422', 'Enter between 1 and 20 words that shoppers type.', 'typed');
  elsif exists (select from unnest(v_typed) as word where word ~ '\S+ \S+ \S+ \S') then
    perform private.refuse('PT422', 'A phrase has three words at most.', 'typed');
  elsif cardinality(v_means) > 10 then
    perform private.refuse('PT422', 'Enter at most 10 words that the shop uses.', 'means');
  elsif cardinality(v_means) = 0 and p_category is null then
    perform private.refuse('PT422', 'Say what the words mean: other words, a category, or both.', 'means');
  elsif p_category is not null and not exists (select from public.categories where id = p_category) then
    perform private.refuse('PT422', 'This category no longer exists. Choose another.', 'category_id');
  end if;
  if p_id is null then
    lock table public.search_synonyms in share row exclusive mode;
    if (select count(*) from public.search_synonyms) >= 500 then
      perform private.refuse('PT422', 'There are 500 entries already. Delete one that nobody needs.', 'typed');
    end if;
    insert into public.search_synonyms (typed, means, category_id) values (v_typed, v_means, p_category) returning * into v_saved;
  else
    select * into v_old from public.search_synonyms where id = p_id for update;
    if v_old.id is null then
      perform private.refuse('PT404', 'This entry no longer exists.', 'synonym_not_found');
    elsif v_old.version is distinct from p_version then
      perform private.refuse('PT409', 'Someone has changed this entry since you opened it.', 'stale_version', to_jsonb(v_old)::text);
    end if;
    update public.search_synonyms set typed = v_typed, means = v_means, category_id = p_category where id = p_id returning * into v_saved;
  end if;
  return jsonb_build_object('id', v_saved.id, 'version', v_saved.version);
end;
$$;

grant execute on function private.save_search_synonym(uuid, int4, text[], text[], uuid) to authenticated, service_role;

create function public.save_search_synonym(p_id uuid default null, p_version integer default null, p_typed text[] default '{}',
  p_means text[] default '{}', p_category uuid default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.save_search_synonym(p_id, p_version, p_typed, p_means, p_category); $$;

grant execute on function public.save_search_synonym(uuid, int4, text[], text[], uuid) to authenticated, service_role;

create function private.delete_search_synonym(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  delete from public.search_synonyms where id = p_id;
  if not found then
    perform private.refuse('PT404', 'This entry no longer exists.', 'synonym_not_found');
  end if;
end;
$$;

grant execute on function private.delete_search_synonym(uuid) to authenticated, service_role;

create function public.delete_search_synonym(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_search_synonym(p_id); $$;

grant execute on function public.delete_search_synonym(uuid) to authenticated, service_role;

-- 35_office_search.sql

-- Search in the back office: orders and customers.

-- Security definer, since behind row level security a non-leakproof operator uses no index; each function checks for staff.
-- The ILIKE pattern of a query with its wildcards escaped; null when there is nothing to search for.
create function private.search_pattern(p_query text)
returns text
language sql
immutable
set search_path = ''
as $$
  select '%' || regexp_replace(nullif(btrim(left(p_query, 200)), ''), '([\\%_])', '\\\1', 'g') || '%';
$$;

-- The newest orders of some payment states (null: of all), after a row.
create function private.newest_orders(p_statuses text[], p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
begin
  if p_statuses is null then
    return query
      select * from public.orders
      where p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id))
      order by created_at desc, id limit p_limit;
  else
    -- One index scan per state: no index is ordered across several.
    return query
      select found.* from unnest(p_statuses) as wanted (payment_status)
      cross join lateral (
        select * from public.orders
        where orders.payment_status = wanted.payment_status
          and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
        order by created_at desc, id limit p_limit
      ) as found
      order by found.created_at desc, found.id limit p_limit;
  end if;
end;
$$;

-- Newest first, keyset pagination by created_at and id. A text in more than a thousand rows that is rare among the newest can
-- miss some.
create function private.search_orders(p_query text, p_payment_status text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.orders language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(btrim(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_statuses text[] := case p_payment_status when 'succeeded' then array['succeeded', 'paid'] else array[p_payment_status] end;
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.orders[];
  v_last public.orders;
  v_found integer;
begin
  perform private.require_right('orders');
  if p_payment_status is null then v_statuses := null; end if;
  if v_text is null then
    return query select * from private.newest_orders(v_statuses, p_before, p_before_id, v_limit);
    return;
  end if;
  -- An exact order number or e-mail is looked up by its index.
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    return query
      select * from public.orders
      where lower(email) = lower(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    return query
      select * from public.orders
      where order_number = upper(v_text) and (v_statuses is null or payment_status = any (v_statuses))
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)));
    return;
  end if;
  -- A frequent text is found among the newest, a rare one by the trigram index.
  v_newest := array(select newest from private.newest_orders(v_statuses, p_before, p_before_id, v_window) as newest);
  return query
    select newest.* from unnest(v_newest) as newest
    where newest.order_number ilike v_pattern or newest.email ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.orders where order_number ilike v_pattern or email ilike v_pattern limit v_candidates
    )
    select * from candidates
    where (created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id))
      and (v_statuses is null or payment_status = any (v_statuses))
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

grant execute on function private.search_orders(text, text, timestamptz, uuid, int4) to authenticated, service_role;

-- Same search as for orders, without a state.
create function private.search_customers(p_query text, p_before timestamptz, p_before_id uuid, p_limit integer)
returns setof public.customers language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  v_window constant integer := 250;
  v_candidates constant integer := 1000;
  v_text text := nullif(btrim(left(p_query, 200)), '');
  v_pattern text := private.search_pattern(p_query);
  v_limit integer := least(greatest(coalesce(p_limit, 10), 1), 100);
  v_newest public.customers[];
  v_last public.customers;
  v_found integer;
begin
  perform private.require_right('customers');
  if exists (select from public.customers where lower(email) = lower(v_text)) then
    return query
      select * from public.customers
      where lower(email) = lower(v_text)
        and (p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id)))
      order by created_at desc, id limit v_limit;
    return;
  end if;
  v_newest := array(
    select customers from public.customers
    where p_before is null or (created_at <= p_before and (created_at < p_before or id > p_before_id))
    order by created_at desc, id limit case when v_text is null then v_limit else v_window end);
  return query
    select newest.* from unnest(v_newest) as newest
    where v_text is null or newest.email ilike v_pattern or newest.first_name ilike v_pattern or newest.last_name ilike v_pattern
    order by newest.created_at desc, newest.id limit v_limit;
  get diagnostics v_found = row_count;
  if v_text is null or v_found = v_limit or cardinality(v_newest) < v_window or v_text !~ '[[:alnum:]]{3}' then
    return;
  end if;
  v_last := v_newest[v_window];
  return query
    with candidates as materialized (
      select * from public.customers
      where email ilike v_pattern or first_name ilike v_pattern or last_name ilike v_pattern limit v_candidates
    )
    select * from candidates
    where created_at < v_last.created_at or (created_at = v_last.created_at and id > v_last.id)
    order by created_at desc, id limit v_limit - v_found;
end;
$$;

grant execute on function private.search_customers(text, timestamptz, uuid, int4) to authenticated, service_role;

create function public.search_orders(
  p_query text default null, p_payment_status text default null, p_before timestamptz default null,
  p_before_id uuid default null, p_limit integer default 10)
returns setof public.orders
language sql
stable
set search_path = ''
as $$ select * from private.search_orders(p_query, p_payment_status, p_before, p_before_id, p_limit); $$;

grant execute on function public.search_orders(text, text, timestamptz, uuid, int4) to authenticated, service_role;

create function public.search_customers(
  p_query text default null, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 10)
returns setof public.customers
language sql
stable
set search_path = ''
as $$ select * from private.search_customers(p_query, p_before, p_before_id, p_limit); $$;

grant execute on function public.search_customers(text, timestamptz, uuid, int4) to authenticated, service_role;

-- 36_scan.sql

-- What staff scan: codes of products and variants.

-- A number as scanners report it and staff type it: UPC-A is EAN-13 with a leading zero.
create function private.barcode_forms(p_code text)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(distinct lpad(bare.digits, size, '0')), '{}')
  from (select ltrim(p_code, '0') as digits where p_code ~ '^[0-9]{8,14}$') as bare
  cross join generate_series(8, 14) as size
  where size >= char_length(bare.digits);
$$;

-- The names of options as they stand in addresses, in order.
create function private.option_names(p_options jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select coalesce(array_agg(private.slug(option ->> 'name') order by place), '{}')
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- Who has a code: by barcode, else by SKU, else by the path of a product's page ("/products/robe?size=m", where a missing or
-- unknown value leaves all variants). variant_id null stands for everything that is sold of the product.
create function private.code_holders(p_code text)
returns table (matched text, product_id uuid, variant_id uuid)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_barcodes text[] := private.barcode_forms(p_code);
  v_path text[] := regexp_match(p_code, '^/products/([a-z0-9-]{1,220})/?(?:\?([^#]*))?(?:#.*)?$');
begin
  return query
    select 'barcode', product.id, null::uuid from public.products as product where product.barcode = any (v_barcodes)
    union all
    select 'barcode', variant.product_id, variant.id from public.product_variants as variant where variant.barcode = any (v_barcodes);
  if found then return; end if;
  return query
    select 'sku', product.id, null::uuid from public.products as product
    where (lower(product.sku) collate "C") = lower(p_code) collate "C"
    union all
    select 'sku', variant.product_id, variant.id from public.product_variants as variant
    where (lower(variant.sku) collate "C") = lower(p_code) collate "C";
  if found then return; end if;
  return query
    select 'address', product.id, chosen.variant_id
    from public.products as product
    left join lateral (
      select variant.id as variant_id from public.product_variants as variant
      where variant.product_id = product.id and private.variant_query(private.chosen_options(product.options, variant.option_values)) = any (
        select string_agg(pair, '&' order by array_position(private.option_names(product.options), split_part(pair, '=', 1)))
        from unnest(string_to_array(coalesce(v_path[2], ''), '&')) as pair
        where split_part(pair, '=', 1) = any (private.option_names(product.options)))
    ) as chosen on true
    where product.slug = v_path[1];
end;
$$;

-- What a scanned or typed code names, for staff; null for an unknown code. At most 100 units: several when the code stands for a
-- product with options, or on more than one. product_id and variant_id are set when there is no doubt.
create function private.find_by_code(p_code text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_code text := btrim(p_code);
  v_found jsonb;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif coalesce(v_code, '') = '' or char_length(v_code) > 1000 then
    perform private.refuse('PT422', 'code must have 1 to 1000 characters', 'code');
  end if;
  select jsonb_build_object(
      'matched', min(unit.matched),
      'product_id', case when count(distinct unit.product_id) = 1 then min(unit.product_id::text) end,
      'variant_id', case when count(*) = 1 then min(unit.variant_id::text) end,
      'units', jsonb_agg(to_jsonb(unit) - array['matched', 'place'] order by unit.name, unit.product_id, unit.place))
  into v_found
  from (
    select distinct on (product.id, variant.id)
      holder.matched, product.id as product_id, variant.id as variant_id, product.slug, product.name,
      private.chosen_options(product.options, variant.option_values) as options,
      coalesce(variant.sku, product.sku) as sku, case when variant.id is null then product.barcode else variant.barcode end as barcode,
      coalesce(variant.price, product.price) as price, coalesce(variant.image, product.images[1]) as image,
      coalesce(variant.inventory_quantity, product.inventory_quantity) as stock,
      coalesce(variant.low_stock_threshold, product.low_stock_threshold) as low_stock_threshold,
      coalesce(variant.track_inventory, product.track_inventory) as track_inventory,
      product.is_active and coalesce(variant.is_active, true) as is_active,
      (select array_agg(array_position(array(select jsonb_array_elements_text(listed.option -> 'values')),
          variant.option_values[listed.nth]) order by listed.nth)
        from jsonb_array_elements(product.options) with ordinality as listed (option, nth)) as place
    from private.code_holders(v_code) as holder
    join public.products as product on product.id = holder.product_id
    left join public.product_variants as variant on variant.product_id = product.id and product.options <> '[]'
      and (holder.variant_id is null or variant.id = holder.variant_id)
    where product.options = '[]' or variant.id is not null
    order by product.id, variant.id
    limit 100
  ) as unit
  having count(*) > 0;
  return v_found;
end;
$$;

grant execute on function private.find_by_code(text) to authenticated, service_role;

create function public.find_by_code(p_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.find_by_code(p_code); $$;

grant execute on function public.find_by_code(text) to authenticated, service_role;

-- 37_counters.sql

-- Counters kept by triggers, so that the dashboard is as fast at a million orders as at ten.

create table private.counters (
  subject text primary key,
  count bigint not null default 0,
  amount numeric(16, 2) not null default 0
) with (fillfactor = 50);

revoke all on table private.counters from public;

-- The counters of an empty shop.
insert into private.counters (subject) values ('product'), ('product:active'), ('product:low'), ('customer');

-- The figures of the dashboard.
create function private.dashboard_stats()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select jsonb_build_object(
      'products_total', coalesce(sum(count) filter (where subject = 'product'), 0),
      'products_active', coalesce(sum(count) filter (where subject = 'product:active'), 0),
      'low_stock', coalesce(sum(count) filter (where subject = 'product:low'), 0),
      'categories', (select count(*) from public.categories),
      'customers', coalesce(sum(count) filter (where subject = 'customer'), 0),
      'orders_total', coalesce(sum(count) filter (where part[1] = 'order'), 0),
      'orders_pending', coalesce(sum(count) filter (where part[1] = 'order' and part[2] = 'pending'), 0),
      'revenue', coalesce(sum(amount) filter (where part[1] = 'order' and part[2] = private.setting_text('revenue.basis', 'completed')), 0),
      'paid', coalesce(sum(amount) filter (where part[1] = 'order' and part[3] in ('paid', 'succeeded')), 0))
    from (select subject, count, amount, string_to_array(subject, ':') as part from private.counters) as counter);
end;
$$;

grant execute on function private.dashboard_stats() to authenticated, service_role;

create function public.dashboard_stats()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.dashboard_stats(); $$;

grant execute on function public.dashboard_stats() to authenticated, service_role;

-- What an order took that is still the shop's, in pounds. It counts once: when a gift card is sold, not again when it pays.
create function private.takings_of(p_total numeric, p_gift_card numeric, p_refunded numeric, p_refunded_to_gift_card numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select p_total - p_gift_card - (p_refunded - p_refunded_to_gift_card); $$;

-- What a customer has spent on an order.
create function private.revenue_of(p_status text, p_payment_status text, p_takings numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when p_payment_status in ('paid', 'succeeded') and p_status <> 'cancelled' then p_takings else 0 end; $$;

create function private.count_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * takings)
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1 having sum(sign) <> 0 or sum(sign * takings) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count, amount = counter.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders,
        sum(sign * private.revenue_of(status, payment_status,
          private.takings_of(total, gift_card_amount, refunded_amount, refunded_to_gift_card))) as spent
      from (%s) as change
      where customer_id is not null
      group by customer_id
    ), locked as (
      select customer.id from public.customers as customer join change on change.customer_id = customer.id
      where change.orders <> 0 or change.spent <> 0
      order by customer.id for no key update of customer
    )
    update public.customers as customer
    set total_orders = customer.total_orders + change.orders, total_spent = customer.total_spent + change.spent,
      last_order_at = (select max(orders.created_at) from public.orders where orders.customer_id = customer.id)
    from change join locked on locked.id = change.customer_id
    where customer.id = change.customer_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_orders();
create trigger update_counters_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_orders();
create trigger update_counters_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_orders();

create function private.count_catalogue()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select counted.subject, sum(change.sign)
    from (%s) as change
    cross join lateral (values
      ('product', true), ('product:active', change.is_active), ('product:archived', change.archived_at is not null),
      ('product:in:' || coalesce(change.category_id::text, 'none'), true),
      ('product:active:' || coalesce(change.category_id::text, 'none'), change.is_active),
      ('product:archived:' || coalesce(change.category_id::text, 'none'), change.archived_at is not null),
      ('product:low', change.track_inventory and change.inventory_quantity <= change.low_stock_threshold and change.options = '[]')
    ) as counted (subject, holds)
    where counted.holds
    group by 1 having sum(change.sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.count_catalogue();
create trigger update_counters_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_catalogue();
create trigger update_counters_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.count_catalogue();

-- What runs low is a size, not the product as a whole.
create function private.count_variants()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select 'product:low', sum(sign) from (%s) as change
    where track_inventory and inventory_quantity <= low_stock_threshold
    having sum(sign) <> 0
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.product_variants
  referencing new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_update after update on public.product_variants
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_variants();
create trigger update_counters_delete after delete on public.product_variants
  referencing old table as old_rows for each statement execute function private.count_variants();

create function private.count_customers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select 'customer', sum(sign) from (%s) as change having sum(sign) <> 0
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.customers
  referencing new table as new_rows for each statement execute function private.count_customers();
create trigger update_counters_delete after delete on public.customers
  referencing old table as old_rows for each statement execute function private.count_customers();

-- The number of active products, of all or of one active category.
create function private.count_products(p_category text)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce((
    select count from private.counters
    where subject = case when p_category is null then 'product:active' else
      'product:active:' || (select id from public.categories where slug = p_category and is_active) end), 0);
$$;

grant execute on function private.count_products(text) to anon, authenticated, service_role;

create function public.count_products(p_category text default null)
returns bigint
language sql
stable
set search_path = ''
as $$ select private.count_products(p_category); $$;

grant execute on function public.count_products(text) to anon, authenticated, service_role;

-- 38_catalogue_version.sql

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

-- 39_audit.sql

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

-- 40_sweep.sql

-- Cleans up what has expired; the mailer process calls it every minute.

create function private.sweep()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_counts jsonb := '{}';
begin
  update public.checkout_sessions set status = 'expired' where id in (
    select id from public.checkout_sessions where status = 'pending' and expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('expired_sessions', v_count);

  delete from private.stock_holds where id in (
    select id from private.stock_holds where expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('holds', v_count);

  delete from public.cart_items where id in (
    select id from public.cart_items where session_id is not null and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('cart_items', v_count);

  -- Personal data of unpaid checkouts is deleted after a month.
  delete from public.checkout_sessions where id in (
    select id from public.checkout_sessions
    where status in ('expired', 'failed') and expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('dead_sessions', v_count);

  delete from private.idempotency_keys where key in (
    select key from private.idempotency_keys where created_at <= now() - interval '7 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('idempotency_keys', v_count);

  delete from private.rate_limits where subject in (
    select subject from private.rate_limits where opened_at <= now() - interval '1 day'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('rate_limits', v_count);

  delete from public.account_creation_tokens where id in (
    select id from public.account_creation_tokens where expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('account_tokens', v_count);

  -- After the right to cancel has expired, delivered orders are complete.
  update public.orders set status = 'completed' where id in (
    select id from public.orders where status = 'delivered' and delivered_at <= now() - interval '14 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_counts || jsonb_build_object('completed_orders', v_count, 'review_letters', private.send_review_requests());
end;
$$;

grant execute on function private.sweep() to service_role;

-- Back-in-stock requests expire after half a year, addresses of sent e-mails after a week, price comparisons at their end, price
-- history after a year. Products come first, in a statement of their own: the same lock order as a changed order.
create function public.sweep()
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_ended integer;
  v_counts jsonb;
begin
  update public.products set was_price = null, was_price_until = null where id in (
    select id from public.products where was_price_until <= now() order by id
    limit 1000 for update skip locked);
  get diagnostics v_ended = row_count;
  update public.product_variants set was_price = null, was_price_until = null where id in (
    select id from public.product_variants where was_price_until <= now() order by product_id, id
    limit 1000 for update skip locked);
  with forgotten as (
    delete from private.stock_requests where id in (
      select id from private.stock_requests where created_at <= now() - interval '180 days'
      limit 1000 for update skip locked)
    returning product_id
  ), told as (
    delete from public.email_outbox where id in (
      select id from public.email_outbox
      where kind = 'back_in_stock' and status <> 'pending' and created_at <= now() - interval '7 days'
      limit 1000 for update skip locked)
    returning id
  ), past as (
    delete from private.price_history where id in (
      select id from private.price_history where until <= now() - interval '400 days' limit 1000)
    returning product_id
  )
  select private.sweep() || jsonb_build_object(
    'stock_requests', (select count(*) from forgotten),
    'stock_letters', (select count(*) from told),
    'was_prices', v_ended,
    'price_history', (select count(*) from past))
  into v_counts;
  return v_counts;
end;
$$;

grant execute on function public.sweep() to service_role;

-- 41_storage.sql

-- Storage buckets for pictures and their policies.

-- Public buckets serve files by URL without a policy; listing them is for staff.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('product-images', 'product-images', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('category-images', 'category-images', true, 5242880, array['image/jpeg', 'image/png', 'image/webp']),
  ('placeholders', 'placeholders', true, 5242880, array['image/jpeg', 'image/png', 'image/webp'])
on conflict (id) do update
set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create policy "Staff list shop pictures" on storage.objects for select to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()));

create policy "Staff upload shop pictures" on storage.objects for insert to authenticated
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

create policy "Staff replace shop pictures" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')))
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

create policy "Staff delete shop pictures" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.may('catalogue')));

-- 42_unused_pictures.sql

-- Uploaded pictures that nothing shows: left by a failed save, a replaced picture, a deleted record.

-- Which of p_stems a product, a variant, a category or an order shows.
create function private.used_pictures(p_stems text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select unnest(private.picture_stems(images)) from public.products where private.picture_stems(images) && p_stems
    union all
    select private.picture_stem(image) from public.product_variants where private.picture_stem(image) = any (p_stems)
    union all
    select private.picture_stem(image_url) from public.categories where private.picture_stem(image_url) = any (p_stems)
    union all
    select unnest(private.item_picture_stems(items)) from public.orders where private.item_picture_stems(items) && p_stems);
$$;

grant execute on function private.used_pictures(text[]) to service_role;

-- Those of up to 100 addresses that nothing shows, for the page that removes them after a save.
create function private.unused_pictures(p_addresses text[])
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_used text[];
begin
  perform private.require_right('catalogue');
  if cardinality(p_addresses) > 100 or octet_length(array_to_string(p_addresses, '')) > 100000 then
    perform private.refuse('PT422', 'Ask for at most 100 images at once.', 'p_addresses');
  end if;
  v_used := private.used_pictures(array(select private.picture_stem(address) from unnest(p_addresses) as address));
  return array(select address from unnest(p_addresses) as address where private.picture_stem(address) <> all (v_used));
end;
$$;

grant execute on function private.unused_pictures(text[]) to authenticated, service_role;

create function public.unused_pictures(p_addresses text[])
returns text[]
language sql
stable
set search_path = ''
as $$ select private.unused_pictures(p_addresses); $$;

grant execute on function public.unused_pictures(text[]) to authenticated, service_role;

-- The next p_limit stored files after p_after, by id: those that are older than a day and that nothing shows.
-- {"after": where to go on, null at the end, "pictures": [{"bucket": text, "name": text}]}. A save uploads before it writes, so the
-- day leaves time for both.
create function public.unreferenced_pictures(p_after uuid default null, p_limit integer default 500)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with files as materialized (
    select id, bucket_id, name, private.picture_stem(bucket_id || '/' || name) as stem,
      bucket_id in ('product-images', 'category-images') and created_at < now() - interval '24 hours' as is_old
    from storage.objects
    where id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    order by id limit least(greatest(p_limit, 1), 1000)
  ), used as materialized (
    select unnest(private.used_pictures(array(select stem from files where is_old))) as stem
  )
  select jsonb_build_object(
    'after', case when count(*) = least(greatest(p_limit, 1), 1000) then (array_agg(id order by id desc))[1] end,
    'pictures', coalesce(
      jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name) order by id)
        filter (where is_old and stem not in (select stem from used)),
      '[]'))
  from files;
$$;

grant execute on function public.unreferenced_pictures(uuid, integer) to service_role;

-- 43_realtime.sql

-- Tables published to Realtime; row level security decides who receives a change.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime
  add table public.products, public.product_variants, public.categories, public.cart_items, public.customers, public.orders,
    public.contact_messages, public.shipments, public.tracking_events;

-- 44_office_products.sql

-- The product list of the back office: a narrow copy of what it filters and sorts by.

-- A row for each product. Its own table, so that a sale, which moves stock, leaves the indexes of products alone, and so that a
-- filter without an index of its own reads little. Written by triggers.
create table private.product_list (
  product_id uuid primary key references public.products (id) on delete cascade,
  -- In lower case and without accents, so that a sorted list is alphabetical.
  name text collate "C" not null,
  price numeric(10, 2) not null,
  stock integer not null,
  -- A list of no category is asked for like any other.
  category_id uuid not null,
  is_active boolean not null,
  is_archived boolean not null,
  is_featured boolean not null,
  has_picture boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  terms text not null
) with (fillfactor = 80);

create index product_list_newest on private.product_list (created_at desc, product_id) where not is_archived;
create index product_list_updated on private.product_list (updated_at desc, product_id) where not is_archived;
create index product_list_by_name on private.product_list (name, product_id) where not is_archived;
create index product_list_by_price on private.product_list (price, product_id) where not is_archived;
create index product_list_by_stock on private.product_list (stock, product_id) where not is_archived;
create index product_list_of_category_newest on private.product_list (category_id, created_at desc, product_id) where not is_archived;
create index product_list_of_category_updated on private.product_list (category_id, updated_at desc, product_id) where not is_archived;
create index product_list_of_category_by_name on private.product_list (category_id, name, product_id) where not is_archived;
create index product_list_of_category_by_price on private.product_list (category_id, price, product_id) where not is_archived;
create index product_list_of_category_by_stock on private.product_list (category_id, stock, product_id) where not is_archived;
create index product_list_inactive on private.product_list (created_at desc, product_id) where not is_archived and not is_active;
create index product_list_archived on private.product_list (created_at desc, product_id) where is_archived;
create index product_list_featured on private.product_list (created_at desc, product_id) where not is_archived and is_featured;
create index product_list_without_picture on private.product_list (created_at desc, product_id) where not is_archived and not has_picture;

revoke all on table private.product_list from public;

create function private.no_category()
returns uuid
language sql
immutable
set search_path = ''
as $$ select '00000000-0000-0000-0000-000000000000'::uuid; $$;

create function private.list_products()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Dynamic, so that it is planned for the rows of this statement, not for those of the connection's first.
  if tg_op = 'INSERT' then
    -- The search index, whose trigger comes first by its name, has name and terms already.
    execute $sql$
      insert into private.product_list (product_id, name, price, stock, category_id, is_active, is_archived, is_featured, has_picture,
        created_at, updated_at, terms)
      select product.id, known.name, product.price, product.inventory_quantity, coalesce(product.category_id, private.no_category()),
        product.is_active, product.archived_at is not null, product.is_featured, product.images <> '{}', product.created_at,
        product.updated_at, known.terms
      from new_rows as product join private.product_search as known on known.product_id = product.id
      $sql$;
  else
    execute $sql$
      update private.product_list as listed
      set name = case when edited.name = before.name then listed.name else private.plain_text(edited.name) end,
        price = edited.price, stock = edited.inventory_quantity, category_id = coalesce(edited.category_id, private.no_category()),
        is_active = edited.is_active, is_archived = edited.archived_at is not null, is_featured = edited.is_featured,
        has_picture = edited.images <> '{}', created_at = edited.created_at, updated_at = edited.updated_at
      from new_rows as edited join old_rows as before using (id)
      where listed.product_id = edited.id
      $sql$;
  end if;
  return null;
end;
$$;

create trigger list_insert after insert on public.products
  referencing new table as new_rows for each statement execute function private.list_products();
create trigger list_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.list_products();

-- How many products a filter by status and category has, from the counters; null for any other filter.
create function private.product_total(p_filter jsonb)
returns bigint
language sql
stable
set search_path = ''
as $$
  select case when p_filter - array['status', 'category'] = '{}' then (
    select case p_filter ->> 'status'
      when 'active' then active when 'archived' then archived when 'inactive' then listed - active - archived else listed - archived end
    from (
      select coalesce(sum(count) filter (where subject = 'product' || coalesce(':in:' || scope, '')), 0) as listed,
        coalesce(sum(count) filter (where subject = 'product:active' || coalesce(':' || scope, '')), 0) as active,
        coalesce(sum(count) filter (where subject = 'product:archived' || coalesce(':' || scope, '')), 0) as archived
      from (select p_filter ->> 'category' as scope) as asked
      join private.counters on subject = any (case when scope is null then array['product', 'product:active', 'product:archived']
        else array['product:in:' || scope, 'product:active:' || scope, 'product:archived:' || scope] end)
    ) as counted) end;
$$;

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create function private.product_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, btrim(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key = 'featured' and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'category' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid')
        when 'status' then v_value in ('active', 'inactive', 'archived')
        when 'stock' then v_value in ('out', 'low', 'in')
        when 'featured' then v_value = 'true'
        when 'picture' then v_value = 'without' end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'category' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The first products with one or two letters in their terms: too few for the trigram index, so the narrow list is read once, in the
-- order in which it lies.
create function private.products_with_letters(p_pattern text, p_limit integer)
returns uuid[]
language plpgsql
stable
set search_path = ''
set enable_seqscan = on
set enable_indexscan = off
set enable_bitmapscan = off
as $$
begin
  return array(select product_id from private.product_list where terms like p_pattern limit p_limit);
end;
$$;

-- The condition of a filter on private.product_list as listed. A rare text is looked up, a frequent one is compared row by row.
-- Security definer functions alone may call it: behind row level security no index would be used.
create function private.product_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_low constant integer := coalesce(private.setting_number('stock.adminLowBelow', 5), 5);
  v_pattern constant text := private.search_pattern(private.plain_text(p_filter ->> 'q'));
  v_found uuid[];
  v_parts text[] := array[case p_filter ->> 'status' when 'archived' then 'listed.is_archived' else 'not listed.is_archived' end];
begin
  v_parts := v_parts || case p_filter ->> 'status' when 'active' then 'listed.is_active' when 'inactive' then 'not listed.is_active' end
    || case when p_filter ->> 'category' = 'none' then format('listed.category_id = %L', private.no_category())
      when p_filter ? 'category' then format('listed.category_id = %L', p_filter ->> 'category') end
    || case p_filter ->> 'stock' when 'out' then 'listed.stock = 0' when 'in' then 'listed.stock > 0'
      when 'low' then format('listed.stock > 0 and listed.stock < %s', v_low) end
    || case when p_filter ? 'featured' then 'listed.is_featured' end
    || case when p_filter ? 'picture' then 'not listed.has_picture' end;
  if v_pattern ~ '[[:alnum:]]{3}' then
    v_found := array(select product_id from private.product_search where terms like v_pattern limit v_most + 1);
  elsif v_pattern is not null then
    v_found := private.products_with_letters(v_pattern, v_most + 1);
  end if;
  if cardinality(v_found) <= v_most then
    v_parts := v_parts || format('listed.product_id = any (%L::uuid[])', v_found);
  elsif v_pattern is not null then
    v_parts := v_parts || format('listed.terms like %L', v_pattern);
  end if;
  return array_to_string(array_remove(v_parts, null), ' and ');
end;
$$;

-- One page of the list. p_sort: newest, updated, name, price, stock, or -name, -price, -stock. A total that no counter knows is
-- counted up to 1,000 and marked as not exact; pages then end there. Deep pages read an index alone, from whichever end is nearer,
-- and only then the products: a page in the middle of n products reads n / 2 entries of the index.
create function private.office_products(p_filter jsonb, p_sort text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_sort constant text := coalesce(nullif(p_sort, ''), 'newest');
  v_filter constant jsonb := private.product_filter(p_filter);
  v_column text := case ltrim(v_sort, '-') when 'newest' then 'created_at' when 'updated' then 'updated_at' when 'name' then 'name'
    when 'price' then 'price' when 'stock' then 'stock' end;
  v_is_falling boolean := v_sort in ('newest', 'updated') or starts_with(v_sort, '-');
  v_is_dated boolean := v_sort in ('newest', 'updated');
  v_condition text;
  v_total bigint;
  v_is_exact boolean := true;
  v_pages integer;
  v_page integer;
  v_offset bigint;
  v_is_backwards boolean;
  v_ids uuid[];
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_column is null or v_sort in ('-newest', '-updated') then
    perform private.refuse('PT422', format('There is no order "%s".', left(v_sort, 60)), 'sort');
  end if;
  v_condition := private.product_condition(v_filter);
  v_total := private.product_total(v_filter);
  if v_total is null then
    execute format('select count(*) from (select from private.product_list as listed where %s limit %s) as counted', v_condition, v_most + 1)
    into v_total;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  v_is_backwards := v_is_exact and v_offset > v_total / 2;
  -- The ties of a dated list are broken upwards, as its indexes are made.
  execute format('select array(select listed.product_id from private.product_list as listed where %s
      order by listed.%I %s, listed.product_id %s limit %s offset %s)',
    v_condition, v_column, case when v_is_falling <> v_is_backwards then 'desc' else 'asc' end,
    case when (v_is_falling and not v_is_dated) <> v_is_backwards then 'desc' else 'asc' end,
    case when v_is_backwards then least(v_size, v_total - v_offset) else v_size end,
    case when v_is_backwards then greatest(v_total - v_offset - v_size, 0) else v_offset end)
  into v_ids;
  return jsonb_build_object('total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.product_row(product) order by case when v_is_backwards then -place else place end), '[]')
    from unnest(v_ids) with ordinality as wanted (product_id, place)
    join public.products as product on product.id = wanted.product_id));
end;
$$;

grant execute on function private.office_products(jsonb, text, int4, int4) to authenticated, service_role;

create function public.office_products(
  p_filter jsonb default '{}', p_sort text default 'newest', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_products(p_filter, p_sort, p_page, p_size); $$;

grant execute on function public.office_products(jsonb, text, int4, int4) to authenticated, service_role;

-- A product as the list shows it.
create function private.product_row(p_product public.products)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_product.id, 'slug', p_product.slug, 'name', p_product.name, 'price', p_product.price,
    'compare_at_price', p_product.compare_at_price, 'highest_price', p_product.highest_price, 'images', p_product.images,
    'image_alts', p_product.image_alts, 'inventory_quantity', p_product.inventory_quantity,
    'low_stock_threshold', p_product.low_stock_threshold, 'track_inventory', p_product.track_inventory,
    'is_active', p_product.is_active, 'is_featured', p_product.is_featured, 'archived_at', p_product.archived_at,
    'sku', p_product.sku, 'version', p_product.version,
    'variant_count', (select count(*) from public.product_variants where product_id = p_product.id),
    'category', (select jsonb_build_object('id', id, 'name', name) from public.categories where id = p_product.category_id),
    'updated_at', p_product.updated_at, 'created_at', p_product.created_at);
$$;

-- All of a product that its form shows.
create function private.product_json(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(product) || jsonb_build_object(
    'category', (select jsonb_build_object('id', id, 'name', name) from public.categories where id = product.category_id),
    'old_slugs', (select coalesce(jsonb_agg(old_slug order by created_at, old_slug), '[]') from private.slug_redirects
      where kind = 'product' and target_id = product.id),
    'variants', (select coalesce(jsonb_agg(to_jsonb(variant) || jsonb_build_object('has_orders', private.variant_is_sold(variant.id))
        order by private.variant_place(product.options, variant.option_values), variant.id), '[]')
      from public.product_variants as variant where variant.product_id = product.id))
  from public.products as product where product.id = p_id;
$$;

-- Where a variant stands among those of its product: in the order of the options' values.
create function private.variant_place(p_options jsonb, p_values text[])
returns bigint[]
language sql
immutable
set search_path = ''
as $$
  select array_agg((
    select listed.place from jsonb_array_elements_text(p_options -> (chosen.place::integer - 1) -> 'values') with ordinality as listed (value, place)
    where listed.value = chosen.value) order by chosen.place)
  from unnest(p_values) with ordinality as chosen (value, place);
$$;

-- Whether an order ever took a variant.
create function private.variant_is_sold(p_variant_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$ select exists (select from public.inventory_movements where variant_id = p_variant_id and order_id is not null); $$;

create function private.product_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_record jsonb := private.product_json(p_id);
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_record is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  return v_record;
end;
$$;

grant execute on function private.product_record(uuid) to authenticated, service_role;

create function public.product_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.product_record(p_id); $$;

grant execute on function public.product_record(uuid) to authenticated, service_role;

-- 45_product_fields.sql

-- What staff may enter for products, variants and categories, checked in words that a person understands.

-- The fields of each form. lowest, highest: of amounts and whole numbers; of text its length, of lists their entries. bytes: of all
-- entries of a list. Checks of the tables say the same, and would answer with the name of a constraint.
create function private.field_rules(p_subject text)
returns table (field text, label text, kind text, is_required boolean, lowest numeric, highest numeric, bytes integer)
language sql
immutable
set search_path = ''
as $$
  select rule.field, rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes
  from (values
    ('product', 1, 'name', 'Name', 'text', true, 1, 200, null::integer),
    ('product', 2, 'slug', 'Address', 'slug', false, 1, 220, null),
    ('product', 3, 'description', 'Description', 'text', false, 0, 5000, null),
    ('product', 4, 'short_description', 'Short description', 'text', false, 0, 300, null),
    ('product', 5, 'price', 'Price', 'money', true, 0, 100000, null),
    ('product', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('product', 7, 'category_id', 'Category', 'category', false, 0, 0, null),
    ('product', 8, 'is_featured', 'Featured', 'switch', true, 0, 0, null),
    ('product', 9, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('product', 10, 'images', 'Pictures', 'list', true, 0, 20, 20000),
    ('product', 11, 'image_alts', 'Descriptions of the pictures', 'list', true, 0, 20, 10000),
    ('product', 12, 'sku', 'SKU', 'text', false, 1, 64, null),
    ('product', 13, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('product', 14, 'brand', 'Brand', 'text', false, 0, 120, null),
    ('product', 15, 'collection', 'Collection', 'text', false, 0, 120, null),
    ('product', 16, 'features', 'Features', 'list', true, 0, 30, 10000),
    ('product', 17, 'materials', 'Materials', 'text', false, 0, 2000, null),
    ('product', 18, 'care', 'Care', 'text', false, 0, 2000, null),
    ('product', 19, 'low_stock_threshold', 'Low stock threshold', 'whole', true, 0, 1000000, null),
    ('product', 20, 'track_inventory', 'Low stock alerts', 'switch', true, 0, 0, null),
    ('product', 21, 'options', 'Options', 'options', true, 0, 0, null),
    ('product', 22, 'dimensions', 'Dimensions', 'text', false, 0, 300, null),
    ('product', 23, 'weight_grams', 'Weight', 'whole', false, 1, 100000, null),
    ('product', 24, 'box_contents', 'What is in the box', 'list', true, 0, 20, 5000),
    ('product', 25, 'good_for', 'Good for', 'text', false, 0, 500, null),
    ('product', 26, 'size_guide', 'Size guide', 'table', false, 0, 0, 10000),
    ('variant', 1, 'id', 'Variant', 'id', false, 0, 0, null),
    ('variant', 2, 'option_values', 'Options', 'list', true, 1, 3, 600),
    ('variant', 3, 'sku', 'SKU', 'text', false, 1, 64, null),
    ('variant', 4, 'barcode', 'Barcode', 'barcode', false, 8, 14, null),
    ('variant', 5, 'price', 'Price', 'money', false, 0, 100000, null),
    ('variant', 6, 'compare_at_price', 'Compare price', 'money', false, 0, 100000, null),
    ('variant', 7, 'image', 'Picture', 'text', false, 0, 2048, null),
    ('variant', 8, 'low_stock_threshold', 'Low stock threshold', 'whole', false, 0, 1000000, null),
    ('variant', 9, 'track_inventory', 'Low stock alerts', 'switch', false, 0, 0, null),
    ('variant', 10, 'is_active', 'Active', 'switch', false, 0, 0, null),
    ('variant', 11, 'stock_change', 'Stock', 'whole', false, -1000000, 1000000, null),
    ('category', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('category', 2, 'slug', 'Address', 'slug', false, 1, 140, null),
    ('category', 3, 'description', 'Description', 'text', false, 0, 2000, null),
    ('category', 4, 'image_url', 'Picture', 'text', false, 0, 2048, null),
    ('category', 5, 'image_alt', 'Description of the picture', 'line', false, 0, 300, null),
    ('category', 6, 'is_active', 'Active', 'switch', true, 0, 0, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_subject
  order by rule.place;
$$;

-- What is wrong with a value; null when nothing is.
create function private.value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_type constant text := jsonb_typeof(p_value);
  v_text constant text := btrim(p_value #>> '{}');
  v_size integer;
begin
  if coalesce(v_type, 'null') = 'null' or v_text = '' then
    return case when p_is_required then p_label || ' is required.' end;
  elsif p_kind in ('text', 'line', 'slug', 'barcode', 'category', 'id') and v_type <> 'string' then
    return p_label || ' must be text.';
  end if;
  case p_kind
    when 'text', 'line' then
      return case when char_length(v_text) > p_highest
        then format('%s is too long: %s characters, and %s fit.', p_label, char_length(v_text), p_highest) end;
    when 'slug' then
      return case
        when v_text !~ '^[a-z0-9]+(-[a-z0-9]+)*$'
        then format('%s can hold small letters, digits and single hyphens between them, such as silk-eye-mask.', p_label)
        when char_length(v_text) > p_highest then format('%s is too long: %s characters fit.', p_label, p_highest) end;
    when 'barcode' then
      return case when v_text !~ '^[0-9]{8,14}$' then format('%s must have 8 to 14 digits and nothing else.', p_label) end;
    when 'id' then
      return case when not pg_input_is_valid(v_text, 'uuid') then p_label || ' is unknown.' end;
    when 'category' then
      return case when not pg_input_is_valid(v_text, 'uuid') or not exists (select from public.categories where id = v_text::uuid)
        then 'This category no longer exists. Choose another.' end;
    when 'money' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.[0-9]{1,15})?$' then
        return p_label || ' must be an amount in pounds, such as 12.50.';
      end if;
      return case
        when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between £%s and £%s.', p_label, p_lowest, to_char(p_highest, 'FM999,999,999'))
        when scale(trim_scale(v_text::numeric)) > 2 then format('%s must be in whole pence, such as 12.50.', p_label) end;
    when 'whole' then
      if v_type not in ('number', 'string') or v_text !~ '^-?[0-9]{1,15}(\.0*)?$' then
        return p_label || ' must be a whole number.';
      end if;
      return case when v_text::numeric not between p_lowest and p_highest
        then format('%s must be between %s and %s.', p_label, to_char(p_lowest, 'FM999,999,990'), to_char(p_highest, 'FM999,999,990')) end;
    when 'switch' then
      return case when v_type <> 'boolean' then p_label || ' must be on or off.' end;
    when 'list' then
      if v_type <> 'array' or exists (select from jsonb_array_elements(p_value) as entry where jsonb_typeof(entry) <> 'string') then
        return p_label || ' must be a list of texts.';
      end if;
      select coalesce(sum(octet_length(entry)), 0) into v_size from jsonb_array_elements_text(p_value) as entry;
      return case
        when jsonb_array_length(p_value) < p_lowest then p_label || ' is required.'
        when jsonb_array_length(p_value) > p_highest then format('%s: %s at most.', p_label, p_highest)
        when v_size > p_bytes then format('%s: the entries are too long together.', p_label) end;
    when 'options' then
      return case when not coalesce(private.is_option_list(p_value), false)
        then 'Options need a name and different values each: three options and 50 values at most.' end;
    else
      return case
        when v_type <> 'object' or jsonb_typeof(p_value -> 'columns') is distinct from 'array'
          or jsonb_typeof(p_value -> 'rows') is distinct from 'array' then p_label || ' must have columns and rows.'
        when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  end case;
end;
$$;

-- What is wrong with given fields: [{field, message}], in the order of the form. A new record needs every required field that has no
-- default.
create function private.field_problems(p_subject text, p_fields jsonb, p_is_new boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', problem.field, 'message', problem.message) order by problem.place), '[]')
  from (
    select 0 as place, key as field, format('There is no field "%s".', left(key, 60)) as message
    from jsonb_object_keys(p_fields) as key where key not in (select field from private.field_rules(p_subject))
    union all
    select rule.place, rule.field, private.value_problem(rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes,
      p_fields -> rule.field)
    from private.field_rules(p_subject) with ordinality as rule (field, label, kind, is_required, lowest, highest, bytes, place)
    where p_fields ? rule.field or (p_is_new and rule.field in ('name', 'price', 'option_values') and rule.is_required)
  ) as problem
  where problem.message is not null;
$$;

-- Raises 422 for the first problem, with all of them in the detail. p_prefix stands before the field, as in "variants.2.".
create function private.require_fields(p_subject text, p_fields jsonb, p_is_new boolean, p_prefix text default '')
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problems jsonb;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.refuse('PT422', 'fields must be an object', p_prefix || 'fields');
  end if;
  v_problems := private.field_problems(p_subject, p_fields, p_is_new);
  if v_problems <> '[]' then
    perform private.refuse('PT422', v_problems -> 0 ->> 'message', p_prefix || (v_problems -> 0 ->> 'field'), v_problems::text);
  end if;
end;
$$;

-- A checked value as it is stored: text without spaces around it, empty text as null. Pictures, their descriptions and the values of a
-- variant keep their places, other lists lose empty entries.
create function private.stored_value(p_kind text, p_field text, p_value jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
declare
  v_text constant text := btrim(p_value #>> '{}');
begin
  if p_kind = 'line' then
    return to_jsonb(coalesce(v_text, ''));
  elsif v_text is null or v_text = '' then
    return 'null';
  elsif p_kind = 'list' then
    return (
      select coalesce(jsonb_agg(btrim(entry) order by place), '[]')
      from jsonb_array_elements_text(p_value) with ordinality as listed (entry, place)
      where btrim(entry) <> '' or p_field in ('images', 'image_alts', 'option_values'));
  elsif p_kind = 'whole' then
    return to_jsonb(trunc(v_text::numeric)::bigint);
  elsif jsonb_typeof(p_value) = 'string' then
    return to_jsonb(v_text);
  end if;
  return p_value;
end;
$$;

create function private.stored_fields(p_subject text, p_fields jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(rule.field, private.stored_value(rule.kind, rule.field, p_fields -> rule.field)), '{}')
  from private.field_rules(p_subject) as rule
  where p_fields ? rule.field;
$$;

-- A constraint that two savers or a rule not known above has broken, in words.
create function private.refuse_constraint(p_state text, p_constraint text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_field constant text := (regexp_match(p_constraint, '^(?:products|product_variants|categories)_(.+)_(?:check|key)$'))[1];
begin
  if p_constraint = 'product_variants_combination' then
    perform private.refuse('PT409', 'Two variants have the same options. Change or remove one of them.', 'variants');
  elsif p_constraint = 'products_archived' then
    perform private.refuse('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  elsif p_state = '23505' then
    perform private.refuse('PT409', case v_field
      when 'slug' then 'This address is already in use. Choose another.'
      when 'sku' then 'This SKU is already in use. Choose another.'
      when 'barcode' then 'This barcode already belongs to another product.'
      else 'This already exists.' end, coalesce(v_field, 'fields'));
  end if;
  perform private.refuse('PT422', format('%s is not valid. Check it and try again.',
    upper(left(replace(coalesce(v_field, 'a field'), '_', ' '), 1)) || substr(replace(coalesce(v_field, 'a field'), '_', ' '), 2)),
    coalesce(v_field, 'fields'));
end;
$$;

-- The product that has a SKU or barcode already, by name: a scan and an import look at products and variants alike. Variants of one
-- product are told apart by the unique constraint, so that they may swap.
create function private.owner_of_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean)
returns text
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  v_name text;
begin
  if p_code is null then
    return null;
  elsif p_field = 'sku' then
    select name into v_name from public.products where sku = p_code and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.sku = p_code and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  else
    select name into v_name from public.products where barcode = p_code and (p_is_variant or id is distinct from p_product_id)
    union all
    select product.name from public.product_variants as variant join public.products as product on product.id = variant.product_id
    where variant.barcode = p_code and not (p_is_variant and product.id is not distinct from p_product_id)
    limit 1;
  end if;
  return v_name;
end;
$$;

-- Raises 409 when it is another's.
create function private.require_own_code(p_field text, p_code text, p_product_id uuid, p_is_variant boolean, p_hint text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_owner text := private.owner_of_code(p_field, p_code, p_product_id, p_is_variant);
begin
  if v_owner is not null then
    perform private.refuse('PT409', format('The %s "%s" already belongs to %s. Choose another.',
      case p_field when 'sku' then 'SKU' else 'barcode' end, p_code, v_owner), p_hint);
  end if;
end;
$$;

-- 46_save_product.sql

-- Saving a product: fields, slug, stock and variants in one transaction, or nothing. Stock is a difference, never a number that was
-- read a while ago, and a record that has changed since it was read is not overwritten.

-- Adds a product (p_id null) or changes one. p_version: as it was read. p_fields: any of the fields in private.field_rules. p_variants:
-- null leaves them, otherwise the whole list; one that is missing is deleted, or switched off when it was ever ordered. With the first
-- options the plain stock goes: p_stock_change of minus what was read refuses when it is another by now, since the variants would get
-- what was sold meanwhile. Answers {id, slug, version}.
create function private.save_product(
  p_id uuid, p_version integer, p_fields jsonb, p_stock_change integer, p_note text, p_variants jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_saved jsonb;
  v_constraint text;
begin
  perform private.require_right('catalogue');
  begin
    v_saved := private.write_product(p_id, p_version, p_fields, coalesce(p_stock_change, 0), coalesce(p_note, ''), p_variants);
    -- Options and variants may change together, but what does not fit is said now, not at the commit.
    set constraints public.check_variants immediate;
    set constraints public.check_variants deferred;
  exception when check_violation or unique_violation or foreign_key_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse_constraint(sqlstate, v_constraint);
  end;
  return v_saved;
end;
$$;

grant execute on function private.save_product(uuid, int4, jsonb, int4, text, jsonb) to authenticated, service_role;

create function public.save_product(
  p_id uuid default null, p_version integer default null, p_fields jsonb default '{}', p_stock_change integer default 0,
  p_note text default '', p_variants jsonb default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.save_product(p_id, p_version, p_fields, p_stock_change, p_note, p_variants); $$;

grant execute on function public.save_product(uuid, int4, jsonb, int4, text, jsonb) to authenticated, service_role;

-- Locks a product and raises 404 when it is gone, 409 with the present record when it is not the version that was read.
create function private.lock_version(p_id uuid, p_version integer)
returns public.products
language plpgsql
set search_path = ''
as $$
declare
  v_product public.products;
begin
  select * into v_product from public.products where id = p_id for no key update;
  if v_product.id is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif v_product.version <> p_version then
    perform private.refuse('PT409', 'Someone has changed this product since you opened it.', 'stale_version',
      private.product_json(p_id)::text);
  end if;
  return v_product;
end;
$$;

create function private.write_product(
  p_id uuid, p_version integer, p_fields jsonb, p_stock_change integer, p_note text, p_variants jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_old public.products;
  v_new public.products;
  v_fields jsonb;
  v_is_new constant boolean := p_id is null;
begin
  perform private.require_fields('product', coalesce(p_fields, '{}'), v_is_new);
  perform private.require_variants(p_variants);
  if char_length(p_note) > 500 then
    perform private.refuse('PT422', 'The note is too long: 500 characters fit.', 'note');
  elsif p_stock_change not between -1000000 and 1000000 then
    perform private.refuse('PT422', 'Stock must be between 0 and 1,000,000.', 'stock_change');
  end if;
  v_fields := private.stored_fields('product', coalesce(p_fields, '{}'));
  if v_is_new then
    v_old := private.new_product();
  else
    v_old := private.lock_version(p_id, p_version);
    -- Before the product loses options, the variants that are not wanted go: they count into its stock.
    if v_old.options <> '[]' and (p_variants is not null or coalesce(v_fields -> 'options', v_old.options) = '[]') then
      perform private.drop_variants(p_id, coalesce(p_variants, '[]'), coalesce(v_fields -> 'options', v_old.options));
      select * into v_old from public.products where id = p_id;
    end if;
  end if;
  -- The price of a product with options is that of its variants.
  if p_variants is not null and coalesce(v_fields -> 'options', v_old.options) <> '[]' and not v_is_new then
    v_fields := v_fields - 'price';
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  -- An emptied address follows the name again.
  v_new.slug := private.slug_to_save('products', v_fields ->> 'slug', v_new.name, 'product', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  v_new.image_alts := array(select coalesce(v_new.image_alts[place], '') from generate_subscripts(v_new.images, 1) as place order by place);
  if v_new.options <> '[]' and p_stock_change <> 0 then
    if v_is_new or v_old.options <> '[]' then
      perform private.refuse('PT422', 'Stock is counted for each variant.', 'stock_change');
    elsif v_old.inventory_quantity + p_stock_change <> 0 then
      perform private.refuse('PT409', format('There are %s in stock now, not %s: please share them out again.',
        v_old.inventory_quantity, -p_stock_change), 'stock_change', v_old.inventory_quantity::text);
    end if;
  elsif v_new.options = '[]' and v_old.inventory_quantity + p_stock_change not between 0 and 1000000 then
    perform private.refuse('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -p_stock_change),
      'stock_change', v_old.inventory_quantity::text);
  end if;
  if v_new.archived_at is not null and v_new.is_active then
    perform private.refuse('PT409', 'An archived product cannot be active. Restore it first.', 'is_active');
  end if;
  if v_new.sku is distinct from v_old.sku and v_new.sku is not null then
    perform private.require_own_code('sku', v_new.sku, v_old.id, false, 'sku');
  end if;
  if v_new.barcode is distinct from v_old.barcode and v_new.barcode is not null then
    perform private.require_own_code('barcode', v_new.barcode, v_old.id, false, 'barcode');
  end if;
  perform private.set_movement(case when v_is_new then 'received' else 'adjusted' end, null, p_note);
  if v_is_new then
    v_new.inventory_quantity := p_stock_change;
    perform private.insert_products(array[v_new]);
  elsif v_new is distinct from v_old or p_stock_change <> 0 then
    perform private.update_products(array[v_new], array[p_stock_change]);
  end if;
  if p_variants is not null and v_new.options <> '[]' then
    perform private.save_variants(v_new.id, p_variants);
  elsif jsonb_array_length(coalesce(p_variants, '[]')) > 0 then
    perform private.refuse('PT422', 'Add an option, such as Size, before its variants.', 'options');
  end if;
  perform private.set_movement(null);
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.products where id = v_new.id);
end;
$$;

-- A product with its defaults, without name and price.
create function private.new_product()
returns public.products
language sql
set search_path = ''
as $$
  select jsonb_populate_record(null::public.products, jsonb_build_object('id', gen_random_uuid(), 'images', '[]'::jsonb,
    'image_alts', '[]'::jsonb, 'features', '[]'::jsonb, 'box_contents', '[]'::jsonb, 'inventory_quantity', 0, 'low_stock_threshold', 5,
    'track_inventory', true, 'is_active', true, 'is_featured', false, 'options', '[]'::jsonb));
$$;

-- The same of a variant.
create function private.new_variant(p_product_id uuid)
returns public.product_variants
language sql
set search_path = ''
as $$
  select jsonb_populate_record(null::public.product_variants, jsonb_build_object('id', gen_random_uuid(), 'product_id', p_product_id,
    'inventory_quantity', 0, 'low_stock_threshold', 5, 'track_inventory', true, 'is_active', true));
$$;

-- Adds products as they stand: the only place that lists their columns, with the next.
create function private.insert_products(p_products public.products[])
returns void
language sql
set search_path = ''
as $$
  insert into public.products (id, slug, name, description, short_description, price, compare_at_price, images, image_alts, features,
    materials, care, brand, collection, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured,
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide)
  select id, slug, name, description, short_description, price, compare_at_price, images, image_alts, features,
    materials, care, brand, collection, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured,
    category_id, options, dimensions, weight_grams, box_contents, good_for, size_guide
  from unnest(p_products) order by id;
$$;

-- Changes products to what is given, except their stock, which moves by p_stock_changes at the same place.
create function private.update_products(p_products public.products[], p_stock_changes integer[])
returns void
language sql
set search_path = ''
as $$
  update public.products as product
  set slug = edited.slug, name = edited.name, description = edited.description, short_description = edited.short_description,
    price = edited.price, compare_at_price = edited.compare_at_price, images = edited.images, image_alts = edited.image_alts,
    features = edited.features, materials = edited.materials, care = edited.care, brand = edited.brand, collection = edited.collection,
    sku = edited.sku, barcode = edited.barcode, inventory_quantity = product.inventory_quantity + p_stock_changes[edited.ordinality],
    low_stock_threshold = edited.low_stock_threshold, track_inventory = edited.track_inventory, is_active = edited.is_active,
    is_featured = edited.is_featured, category_id = edited.category_id, options = edited.options, dimensions = edited.dimensions,
    weight_grams = edited.weight_grams, box_contents = edited.box_contents, good_for = edited.good_for, size_guide = edited.size_guide
  from unnest(p_products) with ordinality as edited
  where product.id = edited.id;
$$;

-- The same two for variants.
create function private.insert_variants(p_variants public.product_variants[])
returns void
language sql
set search_path = ''
as $$
  insert into public.product_variants (id, product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity,
    low_stock_threshold, track_inventory, is_active)
  select id, product_id, option_values, sku, barcode, price, compare_at_price, image, inventory_quantity, low_stock_threshold,
    track_inventory, is_active
  from unnest(p_variants) order by product_id, id;
$$;

create function private.update_variants(p_variants public.product_variants[], p_stock_changes integer[])
returns void
language sql
set search_path = ''
as $$
  update public.product_variants as variant
  set option_values = edited.option_values, sku = edited.sku, barcode = edited.barcode, price = edited.price,
    compare_at_price = edited.compare_at_price, image = edited.image,
    inventory_quantity = variant.inventory_quantity + p_stock_changes[edited.ordinality],
    low_stock_threshold = edited.low_stock_threshold, track_inventory = edited.track_inventory, is_active = edited.is_active
  from unnest(p_variants) with ordinality as edited
  where variant.id = edited.id;
$$;

-- Raises 422 for the first variant that is not valid; the hint names it: "variants.2.price".
create function private.require_variants(p_variants jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_variant jsonb;
  v_place integer;
begin
  if p_variants is null then
    return;
  elsif jsonb_typeof(p_variants) <> 'array' or jsonb_array_length(p_variants) > 500 then
    perform private.refuse('PT422', 'A product has 500 variants at most.', 'variants');
  end if;
  for v_variant, v_place in select entry, place - 1 from jsonb_array_elements(p_variants) with ordinality as listed (entry, place) loop
    perform private.require_fields('variant', v_variant, true, format('variants.%s.', v_place));
  end loop;
end;
$$;

-- Removes the variants that a list leaves out. One that was ever ordered is switched off instead, so that a return finds it.
create function private.drop_variants(p_product_id uuid, p_variants jsonb, p_options jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_kept constant uuid[] := array(select (entry ->> 'id')::uuid from jsonb_array_elements(p_variants) as entry where entry ->> 'id' <> '');
  v_sold text;
begin
  delete from public.product_variants
  where product_id = p_product_id and id <> all (v_kept) and not private.variant_is_sold(id);
  select array_to_string(option_values, ' / ') into v_sold from public.product_variants
  where product_id = p_product_id and id <> all (v_kept) and (
    cardinality(option_values) <> jsonb_array_length(p_options)
    or exists (select from unnest(option_values) with ordinality as chosen (value, place)
      where not p_options -> (chosen.place::integer - 1) -> 'values' ? chosen.value))
  limit 1;
  if v_sold is not null then
    perform private.refuse('PT409',
      format('"%s" has been ordered and stays on record. Keep its option and switch the variant off instead.', v_sold), 'options');
  end if;
  update public.product_variants set is_active = false
  where product_id = p_product_id and id <> all (v_kept) and is_active;
end;
$$;

-- Writes a checked list of variants. Codes and values that move from one variant to another are freed first.
create function private.save_variants(p_product_id uuid, p_variants jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_given jsonb := p_variants;
  v_variant jsonb;
  v_old public.product_variants;
  v_new public.product_variants;
  v_change integer;
  v_hint text;
begin
  update public.product_variants as variant set option_values = array[variant.id::text],
    sku = case when entry ? 'sku' then null else variant.sku end
  from jsonb_array_elements(v_given) as entry
  where variant.product_id = p_product_id and variant.id::text = entry ->> 'id' and exists (
    select from jsonb_array_elements(v_given) as other
    where other ->> 'id' is distinct from entry ->> 'id'
      and (other ->> 'sku' = variant.sku or other -> 'option_values' = to_jsonb(variant.option_values)));
  for v_variant, v_hint in
    select entry, format('variants.%s.', place - 1) from jsonb_array_elements(v_given) with ordinality as listed (entry, place) order by place
  loop
    v_variant := private.stored_fields('variant', v_variant);
    v_change := coalesce((v_variant ->> 'stock_change')::integer, 0);
    v_old := null;
    if v_variant ->> 'id' is not null then
      select * into v_old from public.product_variants where id = (v_variant ->> 'id')::uuid and product_id = p_product_id;
      if v_old.id is null then
        perform private.refuse('PT409', 'This variant no longer exists. Load the product again.', v_hint || 'id');
      end if;
    else
      v_old := private.new_variant(p_product_id);
    end if;
    -- Without a value: as it is, or the default of a new one.
    v_new := jsonb_populate_record(v_old, v_variant - 'id' - 'stock_change'
      - array(select key from jsonb_each(v_variant) where value = 'null'
        and key in ('price', 'low_stock_threshold', 'track_inventory', 'is_active')));
    if v_new.sku is distinct from v_old.sku and v_new.sku is not null then
      perform private.require_own_code('sku', v_new.sku, p_product_id, true, v_hint || 'sku');
    end if;
    if v_new.barcode is distinct from v_old.barcode and v_new.barcode is not null then
      perform private.require_own_code('barcode', v_new.barcode, p_product_id, true, v_hint || 'barcode');
    end if;
    if v_old.inventory_quantity + v_change not between 0 and 1000000 then
      perform private.refuse('PT409', format('Only %s in stock: %s cannot be taken.', v_old.inventory_quantity, -v_change),
        v_hint || 'stock_change', v_old.inventory_quantity::text);
    end if;
    if v_old.created_at is null then
      v_new.inventory_quantity := v_change;
      perform private.insert_variants(array[v_new]);
    elsif v_new is distinct from v_old or v_change <> 0 then
      perform private.update_variants(array[v_new], array[v_change]);
    end if;
  end loop;
end;
$$;

-- Puts products away, or takes them out again, 500 at most. Archived products are inactive, and stay so when restored unless p_active
-- names them. Answers how many.
create function private.archive_products(p_ids uuid[], p_archived boolean, p_active uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('catalogue');
  if p_archived is null or coalesce(cardinality(p_ids), 0) not between 1 and 500 or cardinality(p_active) > 500 then
    perform private.refuse('PT422', 'Choose 1 to 500 products.', 'ids');
  end if;
  perform from public.products where id = any (p_ids) order by id for no key update;
  update public.products
  set archived_at = case when p_archived then now() end, is_active = not p_archived and id = any (coalesce(p_active, '{}'))
  where id = any (p_ids) and (archived_at is not null) <> p_archived;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;

grant execute on function private.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

create function public.archive_products(p_ids uuid[], p_archived boolean default true, p_active uuid[] default '{}')
returns integer
language sql
set search_path = ''
as $$ select private.archive_products(p_ids, p_archived, p_active); $$;

grant execute on function public.archive_products(uuid[], bool, uuid[]) to authenticated, service_role;

-- Deletes a product for good. Orders keep what they copied, the ledger its movements; lines in carts go with it.
create function private.delete_product(p_id uuid, p_version integer)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.lock_version(p_id, p_version);
  delete from public.products where id = p_id;
end;
$$;

grant execute on function private.delete_product(uuid, int4) to authenticated, service_role;

create function public.delete_product(p_id uuid, p_version integer)
returns void
language sql
set search_path = ''
as $$ select private.delete_product(p_id, p_version); $$;

grant execute on function public.delete_product(uuid, int4) to authenticated, service_role;

-- Copies a product with its variants: inactive, not featured, without stock, SKU and barcode. Answers {id, slug, version}.
create function private.duplicate_product(p_id uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_product public.products;
begin
  perform private.require_right('catalogue');
  select * into v_product from public.products where id = p_id for share;
  if v_product.id is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  v_product.id := gen_random_uuid();
  v_product.name := left(v_product.name, 193) || ' (copy)';
  v_product.slug := private.free_slug('products', private.slug_of_name(v_product.name, 'product'), null);
  v_product.sku := null;
  v_product.barcode := null;
  v_product.inventory_quantity := 0;
  v_product.is_active := false;
  v_product.is_featured := false;
  perform private.insert_products(array[v_product]);
  insert into public.product_variants (product_id, option_values, price, compare_at_price, image, low_stock_threshold, track_inventory,
    is_active)
  select v_product.id, option_values, price, compare_at_price, image, low_stock_threshold, track_inventory, is_active
  from public.product_variants where product_id = p_id order by created_at, id;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.products where id = v_product.id);
end;
$$;

grant execute on function private.duplicate_product(uuid) to authenticated, service_role;

create function public.duplicate_product(p_id uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.duplicate_product(p_id); $$;

grant execute on function public.duplicate_product(uuid) to authenticated, service_role;

-- 47_office_categories.sql

-- Categories in the back office.

-- Every category, newest first, with the number of its products, archived ones included: what keeps a category from being deleted.
create function private.office_categories()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select coalesce(jsonb_agg(to_jsonb(category) || jsonb_build_object('product_count', coalesce(counter.count, 0))
      order by category.created_at desc, category.id), '[]')
    from public.categories as category
    left join private.counters as counter on counter.subject = 'product:in:' || category.id);
end;
$$;

grant execute on function private.office_categories() to authenticated, service_role;

create function public.office_categories()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_categories(); $$;

grant execute on function public.office_categories() to authenticated, service_role;

-- Adds a category (p_id null) or changes one that is still the version that was read. Answers {id, slug, version}.
create function private.save_category(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.categories;
  v_new public.categories;
  v_fields jsonb := coalesce(p_fields, '{}');
  v_constraint text;
begin
  perform private.require_right('catalogue');
  perform private.require_fields('category', v_fields, p_id is null);
  v_fields := private.stored_fields('category', v_fields);
  if p_id is null then
    v_old := jsonb_populate_record(null::public.categories,
      jsonb_build_object('id', gen_random_uuid(), 'image_alt', '', 'is_active', true));
  else
    v_old := private.lock_category(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  v_new.slug := private.slug_to_save('categories', v_fields ->> 'slug', v_new.name, 'category', v_old.id, v_old.name,
    case when not v_fields ? 'slug' or v_fields ->> 'slug' is not null then v_old.slug end);
  begin
    if p_id is null then
      insert into public.categories (id, name, slug, description, image_url, image_alt, is_active)
      values (v_new.id, v_new.name, v_new.slug, v_new.description, v_new.image_url, v_new.image_alt, v_new.is_active);
    elsif v_new is distinct from v_old then
      update public.categories set name = v_new.name, slug = v_new.slug, description = v_new.description, image_url = v_new.image_url,
        image_alt = v_new.image_alt, is_active = v_new.is_active
      where id = p_id;
    end if;
  exception when check_violation or unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse_constraint(sqlstate, v_constraint);
  end;
  return (select jsonb_build_object('id', id, 'slug', slug, 'version', version) from public.categories where id = v_new.id);
end;
$$;

grant execute on function private.save_category(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_category(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_category(p_id, p_version, p_fields); $$;

grant execute on function public.save_category(uuid, int4, jsonb) to authenticated, service_role;

-- Like private.lock_version, for a category.
create function private.lock_category(p_id uuid, p_version integer)
returns public.categories
language plpgsql
set search_path = ''
as $$
declare
  v_category public.categories;
begin
  select * into v_category from public.categories where id = p_id for update;
  if v_category.id is null then
    perform private.refuse('PT404', 'Category Not Found', 'category_not_found');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif v_category.version <> p_version then
    perform private.refuse('PT409', 'Someone has changed this category since you opened it.', 'stale_version',
      to_jsonb(v_category)::text);
  end if;
  return v_category;
end;
$$;

-- Deletes a category without products.
create function private.delete_category(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  delete from public.categories where id = p_id;
  if not found then
    perform private.refuse('PT404', 'Category Not Found', 'category_not_found');
  end if;
exception when foreign_key_violation then
  perform private.refuse('PT409', 'Cannot delete category with products assigned. Move or delete products first.', 'category_used');
end;
$$;

grant execute on function private.delete_category(uuid) to authenticated, service_role;

create function public.delete_category(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_category(p_id); $$;

grant execute on function public.delete_category(uuid) to authenticated, service_role;

-- Puts the categories into this order, which the whole shop shows. p_ids names each of them once.
create function private.order_categories(p_ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  if coalesce(cardinality(p_ids), 0) not between 1 and 1000 then
    perform private.refuse('PT422', 'Between 1 and 1000 categories can be put in order.', 'ids');
  end if;
  perform from public.categories order by id for update;
  if (select array_agg(id order by id) from public.categories)
    is distinct from (select array_agg(id order by id) from unnest(p_ids) as given (id)) then
    perform private.refuse('PT409', 'Somebody added or deleted a category meanwhile. Look at the list again.', 'stale_order');
  end if;
  update public.categories as category set position = given.place
  from unnest(p_ids) with ordinality as given (id, place)
  where category.id = given.id and category.position <> given.place;
end;
$$;

grant execute on function private.order_categories(uuid[]) to authenticated, service_role;

create function public.order_categories(p_ids uuid[])
returns void
language sql
set search_path = ''
as $$ select private.order_categories(p_ids); $$;

grant execute on function public.order_categories(uuid[]) to authenticated, service_role;

-- 48_office_stock.sql

-- Stock in the back office: what runs low, what a product has, and who waits for it.

-- Products and variants at or below their threshold, newest alert first.
create function private.low_stock(p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_total bigint;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select count into v_total from private.counters where subject = 'product:low';
  v_pages := greatest(1, ceil(coalesce(v_total, 0)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product.id, 'variant_id', variant.id, 'name', product.name,
      'slug', product.slug, 'option_values', coalesce(variant.option_values, '{}'), 'sku', coalesce(variant.sku, product.sku),
      'image', coalesce(variant.image, product.images[1]), 'is_active', product.is_active and coalesce(variant.is_active, true),
      'archived_at', product.archived_at, 'stock', coalesce(variant.inventory_quantity, product.inventory_quantity),
      'low_stock_threshold', coalesce(variant.low_stock_threshold, product.low_stock_threshold), 'since', alert.created_at,
      'waiting', private.waiting_count(product.id, variant.id)) order by alert.created_at desc, alert.id), '[]')
  into v_rows
  from (
    select id from public.inventory_alerts where is_active order by created_at desc, id
    limit v_size offset (v_page - 1)::bigint * v_size
  ) as wanted
  join public.inventory_alerts as alert on alert.id = wanted.id
  join public.products as product on product.id = alert.product_id
  left join public.product_variants as variant on variant.id = alert.variant_id;
  return jsonb_build_object('rows', v_rows, 'total', coalesce(v_total, 0), 'exact', true, 'page', v_page, 'pages', v_pages);
end;
$$;

grant execute on function private.low_stock(int4, int4) to authenticated, service_role;

create function public.low_stock(p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.low_stock(p_page, p_size); $$;

grant execute on function public.low_stock(int4, int4) to authenticated, service_role;

-- How many would get a letter if a product, or a variant, came back: requests expire after half a year.
create function private.waiting_count(p_product_id uuid, p_variant_id uuid)
returns bigint
language sql
stable
set search_path = ''
as $$
  select count(*) from private.stock_requests
  where product_id = p_product_id and variant_id is not distinct from p_variant_id and created_at > now() - interval '180 days';
$$;

-- A product's units, itself or its variants: stock, what payments hold of it, threshold and how many wait.
create function private.stock_of(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_product public.products;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  select * into v_product from public.products where id = p_id;
  if v_product.id is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  end if;
  return jsonb_build_object('id', p_id, 'name', v_product.name, 'slug', v_product.slug, 'options', v_product.options,
    'version', v_product.version, 'is_active', v_product.is_active, 'archived_at', v_product.archived_at, 'units', (
    select coalesce(jsonb_agg(jsonb_build_object('variant_id', unit.id, 'option_values', unit.option_values, 'sku', unit.sku,
        'barcode', unit.barcode, 'stock', unit.stock, 'low_stock_threshold', unit.low_stock_threshold,
        'track_inventory', unit.track_inventory, 'is_active', unit.is_active, 'waiting', private.waiting_count(p_id, unit.id),
        'held', (select coalesce(sum(quantity), 0) from private.stock_holds
          where product_id = p_id and variant_id is not distinct from unit.id and expires_at > now()))
      order by private.variant_place(v_product.options, unit.option_values), unit.id), '[]')
    from (
      select null::uuid as id, '{}'::text[] as option_values, v_product.sku, v_product.barcode, v_product.inventory_quantity as stock,
        v_product.low_stock_threshold, v_product.track_inventory, v_product.is_active
      where v_product.options = '[]'
      union all
      select id, option_values, sku, barcode, inventory_quantity, low_stock_threshold, track_inventory, is_active
      from public.product_variants where product_id = p_id and v_product.options <> '[]'
    ) as unit));
end;
$$;

grant execute on function private.stock_of(uuid) to authenticated, service_role;

create function public.stock_of(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.stock_of(p_id); $$;

grant execute on function public.stock_of(uuid) to authenticated, service_role;

-- Who waits for a product, by variant: how many and since when. Their addresses stay in the database.
create function private.waiting_for_stock(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('variant_id', variant_id, 'waiting', waiting, 'first', first, 'latest', latest)
      order by first, variant_id), '[]')
    from (
      select variant_id, count(*) as waiting, min(created_at) as first, max(created_at) as latest from private.stock_requests
      where product_id = p_id and created_at > now() - interval '180 days' group by variant_id
    ) as request);
end;
$$;

grant execute on function private.waiting_for_stock(uuid) to authenticated, service_role;

create function public.waiting_for_stock(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.waiting_for_stock(p_id); $$;

grant execute on function public.waiting_for_stock(uuid) to authenticated, service_role;

-- 49_bulk_products.sql

-- Changes of many products at once, and taking them back.

-- A price changed by {"amount": pounds} or {"percent": number}, rounded half up to the penny.
create function private.changed_price(p_price numeric, p_change jsonb)
returns numeric
language sql
immutable
set search_path = ''
as $$
  select round(case when p_change ? 'amount' then p_price + (p_change ->> 'amount')::numeric
    else p_price * (100 + (p_change ->> 'percent')::numeric) * 0.01 end, 2);
$$;

-- What is wrong with a change for many products; null when nothing is.
create function private.bulk_problem(p_change jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when jsonb_typeof(p_change) is distinct from 'object' or (select count(*) from jsonb_object_keys(p_change - 'note')) <> 1
      or p_change ? 'note' and not p_change ? 'stock_change'
      then jsonb_build_object('field', 'change', 'message', 'Choose one change.')
    when p_change ? 'price' then case
      when jsonb_typeof(p_change -> 'price') = 'object' and (select count(*) from jsonb_object_keys(p_change -> 'price')) = 1
        and coalesce(p_change -> 'price' -> 'amount', p_change -> 'price' -> 'percent') is not null
      then (
        select jsonb_build_object('field', 'price', 'message', problem)
        from private.value_problem(case when p_change -> 'price' ? 'amount' then 'The amount' else 'The percentage' end, 'money', true,
          case when p_change -> 'price' ? 'amount' then -100000 else -100 end, 100000, null,
          coalesce(p_change -> 'price' -> 'amount', p_change -> 'price' -> 'percent')) as problem
        where problem is not null)
      else jsonb_build_object('field', 'price', 'message', 'Give an amount or a percentage.') end
    when p_change ? 'stock_change' then (
      select jsonb_build_object('field', 'stock_change', 'message', problem)
      from private.value_problem('Stock', 'whole', true, -1000000, 1000000, null, p_change -> 'stock_change') as problem
      where problem is not null
      union all
      select jsonb_build_object('field', 'note', 'message', 'The note is too long: 500 characters fit.')
      where char_length(p_change ->> 'note') > 500
      limit 1)
    when p_change ?| array['is_active', 'is_featured', 'category_id'] then private.field_problems('product', p_change, false) -> 0
    else jsonb_build_object('field', 'change', 'message', 'Choose one change.') end;
$$;

-- The products of a call, checked: [{id, version, …}], 1 to 500, each once.
create function private.require_chosen(p_rows jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry
      where jsonb_typeof(entry) <> 'object' or not coalesce(pg_input_is_valid(entry ->> 'id', 'uuid'), false)
        or not coalesce(pg_input_is_valid(entry ->> 'version', 'integer'), false))
    or (select count(*) <> count(distinct lower(entry ->> 'id')) from jsonb_array_elements(p_rows) as entry)
  then
    perform private.refuse('PT422', 'Choose 1 to 500 products, each once.', 'ids');
  end if;
end;
$$;

-- Sets what each row wants: [{id, version, after}]. after: is_active, is_featured, category_id, price with variants [{id, price}], or
-- stock_change. All products in one statement, all variants in another. Answers {done: [{id, version, before}], conflicts: [{id, name,
-- version}], refused: [{id, name, reason}]}; before has the same form as after.
create function private.write_bulk(p_rows jsonb, p_note text)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_plan jsonb;
begin
  perform from public.products where id in (select (entry ->> 'id')::uuid from jsonb_array_elements(p_rows) as entry)
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', wanted.id, 'name', product.name, 'version', product.version, 'after', wanted.after,
    'before', case
      when wanted.after ? 'is_active' then jsonb_build_object('is_active', product.is_active)
      when wanted.after ? 'is_featured' then jsonb_build_object('is_featured', product.is_featured)
      when wanted.after ? 'category_id' then jsonb_build_object('category_id', product.category_id)
      when wanted.after ? 'stock_change' then jsonb_build_object('stock_change', -(wanted.after ->> 'stock_change')::integer)
      else jsonb_build_object('price', product.price, 'variants', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'price', price) order by id), '[]')
        from public.product_variants where product_id = product.id)) end,
    'problem', case
      when product.id is null then 'It no longer exists.'
      when product.version <> wanted.version then 'stale'
      when wanted.after -> 'is_active' = 'true' and product.archived_at is not null then 'It is archived. Restore it first.'
      when wanted.after ? 'stock_change' and product.options <> '[]' then 'Its stock is counted for each variant.'
      when product.inventory_quantity + (wanted.after ->> 'stock_change')::integer not between 0 and 1000000
      then format('Only %s in stock.', product.inventory_quantity)
      when (wanted.after ->> 'price')::numeric not between 0 and 100000 or exists (
        select from jsonb_array_elements(wanted.after -> 'variants') as unit where (unit ->> 'price')::numeric not between 0 and 100000)
      then 'Its price would be below £0 or above £100,000.' end) order by wanted.place)
  into v_plan
  from (
    select (entry ->> 'id')::uuid as id, (entry ->> 'version')::integer as version, entry -> 'after' as after, place
    from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  ) as wanted
  left join public.products as product on product.id = wanted.id;

  perform private.set_movement('adjusted', null, p_note);
  update public.products as product
  set is_active = coalesce((planned.after ->> 'is_active')::boolean, product.is_active),
    is_featured = coalesce((planned.after ->> 'is_featured')::boolean, product.is_featured),
    category_id = case when planned.after ? 'category_id' then (planned.after ->> 'category_id')::uuid else product.category_id end,
    price = case when product.options = '[]' then coalesce((planned.after ->> 'price')::numeric, product.price) else product.price end,
    inventory_quantity = product.inventory_quantity + coalesce((planned.after ->> 'stock_change')::integer, 0)
  from jsonb_to_recordset(v_plan) as planned (id uuid, after jsonb, problem text)
  where product.id = planned.id and planned.problem is null and not (planned.after ? 'price' and product.options <> '[]');
  update public.product_variants as variant set price = unit.price
  from jsonb_to_recordset(v_plan) as planned (id uuid, after jsonb, problem text)
  cross join lateral jsonb_to_recordset(planned.after -> 'variants') as unit (id uuid, price numeric)
  where planned.problem is null and variant.product_id = planned.id and variant.id = unit.id and variant.price <> unit.price;
  perform private.set_movement(null);

  return (
    select jsonb_build_object(
      'done', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'version', product.version, 'before', planned.before)
        order by planned.place) filter (where planned.problem is null), '[]'),
      'conflicts', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'name', planned.name, 'version', planned.version)
        order by planned.place) filter (where planned.problem = 'stale'), '[]'),
      'refused', coalesce(jsonb_agg(jsonb_build_object('id', planned.id, 'name', planned.name, 'reason', planned.problem)
        order by planned.place) filter (where planned.problem <> 'stale'), '[]'))
    from (
      select entry ->> 'id' as id, entry ->> 'name' as name, (entry ->> 'version')::integer as version, entry -> 'before' as before,
        entry ->> 'problem' as problem, place
      from jsonb_array_elements(v_plan) with ordinality as listed (entry, place)
    ) as planned
    left join public.products as product on product.id = planned.id::uuid);
end;
$$;

-- Changes up to 500 products. p_ids: [{id, version}] as they were read; p_change: {is_active}, {is_featured}, {category_id},
-- {price: {amount} | {percent}} or {stock_change, note}. A price changes for every variant alike. Answers as private.write_bulk; its
-- done, sent to undo_bulk, takes the change back.
create function private.bulk_products(p_ids jsonb, p_change jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_problem jsonb;
  v_rows jsonb;
begin
  perform private.require_right('catalogue');
  perform private.require_chosen(p_ids);
  v_problem := private.bulk_problem(p_change);
  if v_problem is not null then
    perform private.refuse('PT422', v_problem ->> 'message', v_problem ->> 'field');
  end if;
  perform from public.products where id in (select (entry ->> 'id')::uuid from jsonb_array_elements(p_ids) as entry)
  order by id for no key update;
  select jsonb_agg(jsonb_build_object('id', entry ->> 'id', 'version', (entry ->> 'version')::integer, 'after', case
    when p_change ? 'price' then jsonb_build_object('price', private.changed_price(product.price, p_change -> 'price'), 'variants', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'price', private.changed_price(price, p_change -> 'price'))), '[]')
      from public.product_variants where product_id = product.id))
    when p_change ? 'stock_change' then jsonb_build_object('stock_change', trunc((p_change ->> 'stock_change')::numeric)::integer)
    else private.stored_fields('product', p_change) end) order by place)
  into v_rows
  from jsonb_array_elements(p_ids) with ordinality as listed (entry, place)
  left join public.products as product on product.id = (entry ->> 'id')::uuid;
  return private.write_bulk(v_rows, coalesce(p_change ->> 'note', ''));
end;
$$;

grant execute on function private.bulk_products(jsonb, jsonb) to authenticated, service_role;

create function public.bulk_products(p_ids jsonb, p_change jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.bulk_products(p_ids, p_change); $$;

grant execute on function public.bulk_products(jsonb, jsonb) to authenticated, service_role;

-- Whether this is what private.write_bulk answers as before.
create function private.is_bulk_target(p_before jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_before) = 'object' and case
    when p_before ? 'stock_change' then p_before - 'stock_change' = '{}'
      and private.value_problem('', 'whole', true, -1000000, 1000000, null, p_before -> 'stock_change') is null
    when p_before ? 'price' then p_before - array['price', 'variants'] = '{}' and jsonb_typeof(p_before -> 'variants') = 'array'
      and private.value_problem('', 'money', true, 0, 100000, null, p_before -> 'price') is null
      and not exists (
        select from jsonb_array_elements(p_before -> 'variants') as unit
        where jsonb_typeof(unit) <> 'object' or private.value_problem('', 'id', true, 0, 0, null, unit -> 'id') is not null
          or private.value_problem('', 'money', true, 0, 100000, null, unit -> 'price') is not null)
    else p_before <> '{}' and p_before - array['is_active', 'is_featured', 'category_id'] = '{}'
      and private.field_problems('product', p_before, false) = '[]' end, false);
$$;

-- Takes a change back. p_done: what bulk_products answered as done. A product that has changed since is left alone and listed as a
-- conflict.
create function private.undo_bulk(p_done jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('catalogue');
  perform private.require_chosen(p_done);
  if exists (select from jsonb_array_elements(p_done) as entry where not private.is_bulk_target(entry -> 'before')) then
    perform private.refuse('PT422', 'Send what bulk_products answered as done.', 'done');
  end if;
  return private.write_bulk((
    select jsonb_agg(jsonb_build_object('id', entry ->> 'id', 'version', (entry ->> 'version')::integer, 'after', entry -> 'before')
      order by place)
    from jsonb_array_elements(p_done) with ordinality as listed (entry, place)), 'Taken back');
end;
$$;

grant execute on function private.undo_bulk(jsonb) to authenticated, service_role;

create function public.undo_bulk(p_done jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.undo_bulk(p_done); $$;

grant execute on function public.undo_bulk(jsonb) to authenticated, service_role;

-- 50_product_files.sql

-- Products as rows of a file: export and import. A product without options is one row, any other one row for each variant.

-- The fields of a row, where they belong, and the field of private.field_rules that each is.
create function private.file_columns()
returns table (name text, level text, field text)
language sql
immutable
set search_path = ''
as $$
  values ('slug', 'product', 'slug'), ('name', 'product', 'name'), ('category', 'product', 'category_id'), ('brand', 'product', 'brand'),
    ('collection', 'product', 'collection'), ('short_description', 'product', 'short_description'),
    ('description', 'product', 'description'), ('images', 'product', 'images'), ('image_alts', 'product', 'image_alts'),
    ('features', 'product', 'features'), ('materials', 'product', 'materials'), ('care', 'product', 'care'),
    ('dimensions', 'product', 'dimensions'), ('weight_grams', 'product', 'weight_grams'), ('box_contents', 'product', 'box_contents'),
    ('good_for', 'product', 'good_for'), ('is_active', 'product', 'is_active'), ('is_featured', 'product', 'is_featured'),
    ('sku', 'unit', 'sku'), ('barcode', 'unit', 'barcode'), ('price', 'unit', 'price'), ('compare_at_price', 'unit', 'compare_at_price'),
    ('low_stock_threshold', 'unit', 'low_stock_threshold'), ('track_inventory', 'unit', 'track_inventory'),
    ('variant_image', 'variant', 'image'), ('variant_active', 'variant', 'is_active'), ('stock', 'stock', ''), ('options', 'options', ''),
    ('line', 'line', '');
$$;

-- Products as their rows, in the order of p_ids: in one query, so that what it calls is planned once.
create function private.product_file_rows(p_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('slug', product.slug, 'name', product.name,
      'category', (select slug from public.categories where id = product.category_id), 'brand', product.brand,
      'collection', product.collection, 'short_description', product.short_description, 'description', product.description,
      'images', product.images, 'image_alts', product.image_alts, 'features', product.features, 'materials', product.materials,
      'care', product.care, 'dimensions', product.dimensions, 'weight_grams', product.weight_grams,
      'box_contents', product.box_contents, 'good_for', product.good_for, 'is_active', product.is_active,
      'is_featured', product.is_featured)
    || case when variant.id is null then jsonb_build_object('sku', product.sku, 'barcode', product.barcode, 'price', product.price,
      'compare_at_price', product.compare_at_price, 'stock', product.inventory_quantity,
      'low_stock_threshold', product.low_stock_threshold, 'track_inventory', product.track_inventory, 'options', null)
    else jsonb_build_object('sku', variant.sku, 'barcode', variant.barcode, 'price', variant.price,
      'compare_at_price', variant.compare_at_price, 'stock', variant.inventory_quantity,
      'low_stock_threshold', variant.low_stock_threshold, 'track_inventory', variant.track_inventory,
      'variant_image', variant.image, 'variant_active', variant.is_active,
      'options', private.chosen_options(product.options, variant.option_values)) end
    order by wanted.place, case when variant.id is not null then private.variant_place(product.options, variant.option_values) end,
      variant.id), '[]')
  from unnest(p_ids) with ordinality as wanted (product_id, place)
  join public.products as product on product.id = wanted.product_id
  left join public.product_variants as variant on variant.product_id = product.id and product.options <> '[]';
$$;

-- The rows of the next products of a filter, newest first: {rows, next}. p_after: next of the call before; next is null at the end.
create function private.export_products(p_filter jsonb, p_after text, p_limit integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_limit constant integer := least(greatest(coalesce(p_limit, 200), 1), 500);
  v_at constant text := split_part(p_after, '~', 1);
  v_id constant text := split_part(p_after, '~', 2);
  v_ids uuid[];
  v_last private.product_list;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_after is not null and not (pg_input_is_valid(v_at, 'timestamptz') and pg_input_is_valid(v_id, 'uuid')) then
    perform private.refuse('PT422', 'after must be the next of the call before', 'after');
  end if;
  execute format('select array(select listed.product_id from private.product_list as listed where %s and %s
      order by listed.created_at desc, listed.product_id limit %s)',
    private.product_condition(private.product_filter(p_filter)),
    case when p_after is null then 'true' else format(
      'listed.created_at <= %1$L::timestamptz and (listed.created_at < %1$L::timestamptz or listed.product_id > %2$L::uuid)', v_at, v_id) end,
    v_limit)
  into v_ids;
  select * into v_last from private.product_list where product_id = v_ids[v_limit];
  return jsonb_build_object(
    'next', case when v_last.product_id is not null
      then to_char(v_last.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || v_last.product_id end,
    'rows', private.product_file_rows(v_ids));
end;
$$;

grant execute on function private.export_products(jsonb, text, int4) to authenticated, service_role;

create function public.export_products(p_filter jsonb default '{}', p_after text default null, p_limit integer default 200)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.export_products(p_filter, p_after, p_limit); $$;

grant execute on function public.export_products(jsonb, text, int4) to authenticated, service_role;

-- Checks and reads the rows of a file all at once: their problems, and their fields as they are stored, by level and under the names of
-- private.field_rules. Missing fields stay as they are; so do empty ones that a record cannot be without. Most cells are plain text,
-- switches or nothing and need no call.
create function private.read_file_rows(p_rows jsonb)
returns table (place bigint, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb)
language sql
stable
rows 500
set search_path = ''
as $$
  with rules as materialized (
    select known.name, known.level, known.rank, rule.*
    from private.file_columns() with ordinality as known (name, level, field, rank)
    join (
      select 'product' as subject, * from private.field_rules('product')
      union all select 'variant', * from private.field_rules('variant')
    ) as rule on rule.field = known.field and rule.subject = case known.level when 'variant' then 'variant' else 'product' end
    where known.level in ('product', 'unit', 'variant') and known.name <> 'category'
  )
  select listed.place, listed.entry,
    coalesce(known_fields.problems, '[]') || coalesce(unknown.problems, '[]') || coalesce(other.problems, '[]'),
    coalesce(known_fields.product_fields, '{}'), coalesce(known_fields.unit_fields, '{}'), coalesce(known_fields.variant_fields, '{}')
  from jsonb_array_elements(p_rows) with ordinality as listed (entry, place)
  cross join lateral (
    select
      jsonb_agg(jsonb_build_object('field', name, 'message', problem) order by rank) filter (where problem is not null) as problems,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'product') as product_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'unit') as unit_fields,
      jsonb_object_agg(field, stored) filter (where problem is null and level = 'variant') as variant_fields
    from (
      select cell.*,
        case when not is_plain then private.value_problem(label, kind, is_required, lowest, highest, bytes, value) end as problem
      from (
        select rules.*, given.*, text = '' or kind = 'switch' and jsonb_typeof(value) = 'boolean' or kind = 'list' and value = '[]'
          or kind = 'text' and jsonb_typeof(value) = 'string' and char_length(text) <= highest as is_plain
        from rules
        cross join lateral (
          select listed.entry -> rules.name as value, coalesce(btrim(listed.entry ->> rules.name), '') as text
        ) as given
        where listed.entry ? rules.name
        offset 0
      ) as cell
      where not (text = '' and (is_required or name = 'slug' or level = 'variant' and kind = 'switch'))
      -- offset 0: each cell is judged once, however often it is named above.
      offset 0
    ) as judged
    cross join lateral (
      select case when not is_plain then private.stored_value(kind, field, value) when text = '' then 'null'
        when kind = 'text' then to_jsonb(text) else value end as stored
    ) as kept
  ) as known_fields
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', key, 'message', format('There is no field "%s".', left(key, 60)))) as problems
    from jsonb_object_keys(listed.entry) as key
    where key not in (select name from rules union all select unnest(array['category', 'stock', 'options', 'line']))
  ) as unknown
  cross join lateral (
    select jsonb_agg(jsonb_build_object('field', field, 'message', message)) as problems
    from (
      select 'stock' as field, private.value_problem('Stock', 'whole', false, 0, 1000000, null, listed.entry -> 'stock') as message
      where coalesce(listed.entry ->> 'stock', '') <> ''
      union all
      select 'category', 'Category must be text.' where jsonb_typeof(listed.entry -> 'category') not in ('string', 'null')
      union all
      select 'options', 'Options need a name and a value each: three at most.'
      where listed.entry ? 'options' and not private.is_option_choice(listed.entry -> 'options')
      offset 0
    ) as checked
    where message is not null
  ) as other;
$$;

-- Whether this is a row's choice of options: [{"name": "Size", "value": "M"}], up to three; nothing is one too.
create function private.is_option_choice(p_choice jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  if coalesce(jsonb_typeof(p_choice), 'null') = 'null' or p_choice = '""' then
    return true;
  end if;
  return jsonb_typeof(p_choice) = 'array' and jsonb_array_length(p_choice) <= 3
    and not exists (
      select from jsonb_array_elements(p_choice) as option
      where jsonb_typeof(option) <> 'object' or not private.is_option_text(option -> 'name', 40)
        or not private.is_option_text(option -> 'value', 60))
    and (select count(*) = count(distinct private.slug(option ->> 'name')) from jsonb_array_elements(p_choice) as option);
end;
$$;

-- The same with what the database has for each row: the variant with its SKU, and the product that this variant belongs to, or that has
-- the SKU, or the row's address (key: its slug, else the slug of its name). sku_line: the line before that has the same SKU. All
-- look-ups in one query.
create function private.find_file_rows(p_rows jsonb)
returns table (line integer, entry jsonb, problems jsonb, product_fields jsonb, unit_fields jsonb, variant_fields jsonb, sku text,
  sku_line integer, slug text, key text, option_values text[], stock integer, category text, category_id uuid,
  is_found_by_sku boolean, product public.products, variant public.product_variants)
language sql
stable
rows 500
set search_path = ''
-- An index also where a table was small when it was last counted.
set enable_seqscan = off
as $$
  with read as materialized (
    select read.*, read.problems = '[]' as is_right, nullif(read.unit_fields ->> 'sku', '') as sku, read.product_fields ->> 'slug' as slug,
      case when pg_input_is_valid(read.entry ->> 'line', 'integer') then (read.entry ->> 'line')::integer else read.place end as line,
      case when read.problems = '[]' and jsonb_typeof(read.entry -> 'options') = 'array' and read.entry -> 'options' <> '[]' then array(
        select btrim(option ->> 'value') from jsonb_array_elements(read.entry -> 'options') with ordinality as listed (option, place)
        order by place) end as option_values,
      case when read.problems = '[]' then nullif(btrim(read.entry ->> 'stock'), '')::numeric::integer end as stock,
      case when read.problems = '[]' then nullif(btrim(read.entry ->> 'category'), '') end as category
    from private.read_file_rows(p_rows) as read
  ), keyed as (
    select read.*,
      case when sku is not null and place > first_value(place) over same_sku then first_value(line) over same_sku end as sku_line,
      coalesce(slug, case when sku is null or option_values is not null
        then private.slug_of_name(product_fields ->> 'name', 'product') end) as key
    from read
    window same_sku as (partition by sku, is_right order by place)
  ), named as materialized (
    select asked.category, found.id
    from (select distinct category from read where category is not null) as asked
    cross join lateral (
      select id from public.categories where slug = asked.category or lower(name) = lower(asked.category)
      order by slug = asked.category desc, id limit 1
    ) as found
  )
  select keyed.line, keyed.entry, keyed.problems, keyed.product_fields, keyed.unit_fields, keyed.variant_fields, keyed.sku,
    keyed.sku_line, keyed.slug, keyed.key, keyed.option_values, keyed.stock, keyed.category, named.id,
    variant.id is not null or of_sku.id is not null, found, variant
  from keyed
  left join public.product_variants as variant on variant.sku = keyed.sku
  left join public.products as of_sku on of_sku.sku = keyed.sku
  left join public.products as of_key on of_key.slug = keyed.key
  left join public.products as found on found.id = coalesce(variant.product_id, of_sku.id, of_key.id)
  left join named on named.category = keyed.category
  order by keyed.place;
$$;

-- What an import would do with each row, and the records to add and change. A row is matched by its SKU, else by its slug, else, without
-- either, by the slug of its name. Fields of a product count in the first of its rows. Rows are gone through one by one, since each
-- depends on what those before have taken; the lists below hold what they took.
create function private.plan_import(
  p_rows jsonb, out lines jsonb, out added public.products[], out changed public.products[], out stock_changes integer[],
  out variants_added public.product_variants[], out variants_changed public.product_variants[], out variant_stock_changes integer[])
language plpgsql
set search_path = ''
-- One plan for all rows; the index also where the table was small when it was made.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
  -- The products of the rows so far, at the same place in each list: id, slug, first line, as it was and as it will be.
  v_ids uuid[] := '{}';
  v_slugs text[] := '{}';
  v_first_lines integer[] := '{}';
  v_before public.products[] := '{}';
  v_after public.products[] := '{}';
  -- Their variants: "product:{values}", line, as it was and as it will be.
  v_units text[] := '{}';
  v_unit_lines integer[] := '{}';
  v_variants_before public.product_variants[] := '{}';
  v_variants_after public.product_variants[] := '{}';
  v_barcodes text[] := '{}';
  v_barcode_lines integer[] := '{}';
  -- The last number behind each slug that several new products share.
  v_numbers jsonb := '{}';
  v_lines jsonb[] := '{}';
  v_new_product constant public.products := private.new_product();
  v_new_variant constant public.product_variants := private.new_variant(null);
  v_row record;
  v_errors jsonb;
  v_key text;
  v_slug text;
  v_values text[];
  v_place integer;
  v_taken_line integer;
  v_is_first boolean;
  v_is_new boolean;
  v_is_variant boolean;
  v_fields jsonb;
  v_options jsonb;
  v_barcode text;
  v_count integer;
  v_product public.products;
  v_old public.products;
  v_planned public.products;
  v_variant public.product_variants;
  v_old_variant public.product_variants;
  v_changes jsonb;
  v_letters bigint;
begin
  for v_row in select * from private.find_file_rows(p_rows) loop
    v_errors := v_row.problems;
    v_changes := '[]';
    v_letters := 0;
    v_product := null;
    v_old := null;
    v_variant := null;
    v_old_variant := null;
    <<reading>>
    begin
      exit reading when v_errors <> '[]';
      -- A row that turns out to be wrong has its SKU as well: otherwise another row would add it, and the next run match this one.
      if v_row.sku_line is not null then
        v_errors := private.file_problem('sku', format('The SKU "%s" is already in line %s.', v_row.sku, v_row.sku_line));
        exit reading;
      end if;

      -- The product, as the rows before have left it.
      v_old_variant := v_row.variant;
      v_old := v_row.product;
      v_place := coalesce(case when not v_row.is_found_by_sku then array_position(v_slugs, v_row.key) end, array_position(v_ids, v_old.id));
      v_is_first := v_place is null;
      if not v_is_first then
        v_old := v_before[v_place];
        v_planned := v_after[v_place];
        v_product := v_planned;
      elsif v_old.id is not null then
        v_planned := v_old;
        v_product := v_old;
      else
        v_product := v_new_product;
        v_product.id := gen_random_uuid();
      end if;
      v_is_new := v_old.id is null;
      v_values := coalesce(v_row.option_values, v_old_variant.option_values);
      v_is_variant := v_values is not null;
      v_fields := case when v_is_first then v_row.product_fields else '{}' end;

      if v_is_variant then
        if v_row.option_values is null then
          null;
        elsif v_product.options = '[]' and not (v_is_new and v_is_first) then
          v_errors := private.file_problem('options', 'This product has no options. Add them in its form first.');
          exit reading;
        elsif v_product.options = '[]' then
          v_product.options := (
            select jsonb_agg(jsonb_build_object('name', option -> 'name', 'values', jsonb_build_array(option -> 'value')) order by place)
            from jsonb_array_elements(v_row.entry -> 'options') with ordinality as listed (option, place));
        elsif jsonb_path_query_array(v_product.options, '$[*].name') <> jsonb_path_query_array(v_row.entry -> 'options', '$[*].name') then
          v_errors := private.file_problem('options', format('The options of this product are %s, in this order.', (
            select string_agg(option ->> 'name', ', ' order by place)
            from jsonb_array_elements(v_product.options) with ordinality as listed (option, place))));
          exit reading;
        else
          v_options := private.with_values(v_product.options, v_values);
          if v_options <> v_product.options and not private.is_option_list(v_options) then
            v_errors := private.file_problem('options', 'Options need different values each: 50 at most.');
            exit reading;
          end if;
          v_product.options := v_options;
        end if;
        if v_is_new and v_is_first then
          v_fields := v_fields || jsonb_build_object('price', v_row.unit_fields -> 'price');
        end if;
        v_key := v_product.id || ':' || v_values::text;
        v_taken_line := v_unit_lines[array_position(v_units, v_key)];
      else
        if v_product.options <> '[]' and coalesce(v_row.entry ->> 'stock', v_row.entry ->> 'price', '') <> '' then
          v_errors := private.file_problem(case when coalesce(v_row.entry ->> 'stock', '') <> '' then 'stock' else 'price' end,
            'Stock and prices of this product are those of its variants: give their options or SKUs.');
          exit reading;
        end if;
        v_fields := v_fields || v_row.unit_fields;
        v_taken_line := v_first_lines[v_place];
      end if;
      if v_taken_line is not null then
        v_errors := private.file_problem('slug', format('This product is already in line %s.', v_taken_line));
        exit reading;
      end if;

      -- Fields of the product.
      if v_is_first and v_row.entry ? 'category' then
        if v_row.category is not null and v_row.category_id is null then
          v_errors := private.file_problem('category', format('There is no category "%s". Add it first.', left(v_row.category, 120)));
          exit reading;
        end if;
        v_fields := v_fields || jsonb_build_object('category_id', v_row.category_id);
      end if;
      v_product := jsonb_populate_record(v_product, v_fields);
      if cardinality(v_product.image_alts) <> cardinality(v_product.images) or array_position(v_product.image_alts, null) is not null then
        v_product.image_alts := array(
          select coalesce(v_product.image_alts[place], '') from generate_subscripts(v_product.images, 1) as place order by place);
      end if;
      if v_product.name is null or v_product.price is null then
        v_errors := private.file_problem(case when v_product.name is null then 'name' else 'price' end,
          case when v_product.name is null then 'Name' else 'Price' end || ' is required.');
        exit reading;
      elsif v_product.archived_at is not null and v_product.is_active then
        v_errors := private.file_problem('is_active', 'An archived product cannot be active. Restore it first.');
        exit reading;
      elsif v_row.slug is not null and v_row.slug is distinct from v_old.slug and v_is_first
        and (array_position(v_slugs, v_row.slug) is not null or private.slug_is_taken('products', v_row.slug, v_old.id)) then
        v_errors := private.file_problem('slug', format('The address "%s" is already in use. Choose another.', v_row.slug));
        exit reading;
      end if;
      if v_is_first then
        v_product.slug := private.slug_to_save('products', v_row.slug, v_product.name, 'product', v_old.id, v_old.name, v_old.slug);
        v_count := 1;
        v_slug := v_product.slug;
        while array_position(v_slugs, v_product.slug) is not null loop
          v_count := coalesce((v_numbers ->> v_slug)::integer, v_count) + 1;
          v_numbers := v_numbers || jsonb_build_object(v_slug, v_count);
          v_product.slug := v_slug || '-' || v_count;
          if private.slug_is_taken('products', v_product.slug, v_old.id) then
            v_product.slug := v_slug;
          end if;
        end loop;
      end if;

      -- The variant, and stock as the number that was counted.
      if v_is_variant then
        if v_old_variant.id is null and not v_is_new then
          select * into v_old_variant from public.product_variants where product_id = v_product.id and option_values = v_values;
        end if;
        v_variant := v_old_variant;
        if v_variant.id is null then
          v_variant := v_new_variant;
          v_variant.id := gen_random_uuid();
          v_variant.product_id := v_product.id;
        end if;
        v_variant := jsonb_populate_record(v_variant, v_row.unit_fields || v_row.variant_fields);
        v_variant.option_values := v_values;
        v_variant.price := coalesce(v_variant.price, v_product.price);
        v_variant.inventory_quantity := coalesce(v_row.stock, v_variant.inventory_quantity);
      else
        v_product.inventory_quantity := coalesce(v_row.stock, v_product.inventory_quantity);
      end if;
      v_barcode := v_row.unit_fields ->> 'barcode';
      if v_row.unit_fields ?| array['sku', 'barcode'] then
        v_errors := case when v_is_variant
          then private.code_problems(v_variant.sku, v_variant.barcode, v_old_variant.sku, v_old_variant.barcode, v_product.id, true,
            v_barcode_lines[array_position(v_barcodes, v_variant.barcode)])
          else private.code_problems(v_product.sku, v_product.barcode, v_old.sku, v_old.barcode, v_product.id, false,
            v_barcode_lines[array_position(v_barcodes, v_product.barcode)]) end;
      end if;
      exit reading when v_errors <> '[]';

      if not v_is_new and v_product is distinct from v_planned then
        v_changes := private.record_changes(to_jsonb(v_planned), to_jsonb(v_product));
      end if;
      if v_old_variant.id is not null and v_variant is distinct from v_old_variant then
        v_changes := v_changes || private.record_changes(to_jsonb(v_old_variant), to_jsonb(v_variant));
      end if;
      if v_is_new then
        null;
      elsif v_is_variant then
        if v_product.is_active and v_variant.is_active and v_variant.inventory_quantity > 0
          and not (v_old.is_active and v_old_variant.is_active and v_old_variant.inventory_quantity > 0) then
          v_letters := private.waiting_count(v_old.id, v_old_variant.id);
        end if;
      elsif v_product.options = '[]' and v_product.is_active and v_product.inventory_quantity > 0
        and not (v_old.is_active and v_old.inventory_quantity > 0) then
        v_letters := private.waiting_count(v_old.id, null);
      end if;

      -- What the row takes.
      if v_is_first then
        v_ids := v_ids || v_product.id;
        v_slugs := v_slugs || v_product.slug;
        v_first_lines := v_first_lines || v_row.line;
        v_before := v_before || v_old;
        v_after := v_after || v_product;
      else
        v_after[v_place] := v_product;
      end if;
      if v_is_variant then
        v_units := v_units || v_key;
        v_unit_lines := v_unit_lines || v_row.line;
        v_variants_before := v_variants_before || v_old_variant;
        v_variants_after := v_variants_after || v_variant;
      end if;
      if v_barcode is not null then
        v_barcodes := v_barcodes || v_barcode;
        v_barcode_lines := v_barcode_lines || v_row.line;
      end if;
    end reading;
    v_lines := v_lines || jsonb_build_object('line', v_row.line, 'name', coalesce(v_product.name, v_row.entry ->> 'name'),
      'slug', v_product.slug, 'sku', v_row.sku, 'action', case
        when v_errors <> '[]' then 'error' when v_old.id is null or v_variant.id is not null and v_old_variant.id is null then 'add'
        when v_changes <> '[]' then 'change' else 'same' end,
      'errors', v_errors, 'changes', case when v_errors = '[]' and v_old.id is not null then v_changes else '[]' end,
      'back_in_stock_letters', v_letters);
  end loop;
  lines := to_jsonb(v_lines);

  for v_count in 1 .. cardinality(v_after) loop
    v_old := v_before[v_count];
    v_product := v_after[v_count];
    if v_old.id is null then
      added := added || v_product;
    elsif v_product is distinct from v_old then
      changed := changed || v_product;
      stock_changes := stock_changes || (v_product.inventory_quantity - v_old.inventory_quantity);
    end if;
  end loop;
  for v_count in 1 .. cardinality(v_variants_after) loop
    v_old_variant := v_variants_before[v_count];
    v_variant := v_variants_after[v_count];
    if v_old_variant.id is null then
      variants_added := variants_added || v_variant;
    elsif v_variant is distinct from v_old_variant then
      variants_changed := variants_changed || v_variant;
      variant_stock_changes := variant_stock_changes || (v_variant.inventory_quantity - v_old_variant.inventory_quantity);
    end if;
  end loop;
end;
$$;

create function private.file_problem(p_field text, p_message text)
returns jsonb
language sql
immutable
set search_path = ''
as $$ select jsonb_build_array(jsonb_build_object('field', p_field, 'message', p_message)); $$;

-- Options with the values of a variant among theirs.
create function private.with_values(p_options jsonb, p_values text[])
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_agg(case when option -> 'values' ? p_values[place] then option
    else jsonb_set(option, '{values}', option -> 'values' || to_jsonb(p_values[place])) end order by place)
  from jsonb_array_elements(p_options) with ordinality as listed (option, place);
$$;

-- A new SKU or barcode that something else has; p_barcode_line: the row before that has the barcode.
create function private.code_problems(
  p_sku text, p_barcode text, p_old_sku text, p_old_barcode text, p_product_id uuid, p_is_variant boolean, p_barcode_line integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_problems jsonb := '[]';
  v_owner text;
begin
  if p_sku is distinct from p_old_sku then
    v_owner := private.owner_of_code('sku', p_sku, p_product_id, p_is_variant);
    if v_owner is not null then
      v_problems := private.file_problem('sku', format('The SKU "%s" already belongs to %s. Choose another.', p_sku, v_owner));
    end if;
  end if;
  if p_barcode is distinct from p_old_barcode then
    v_owner := private.owner_of_code('barcode', p_barcode, p_product_id, p_is_variant);
    if v_owner is not null then
      v_problems := v_problems
        || private.file_problem('barcode', format('The barcode "%s" already belongs to %s. Choose another.', p_barcode, v_owner));
    end if;
  end if;
  if p_barcode_line is not null then
    v_problems := v_problems
      || private.file_problem('barcode', format('The barcode "%s" is already in line %s.', p_barcode, p_barcode_line));
  end if;
  return v_problems;
end;
$$;

-- What differs between two records, by the names of a file's fields: [{field, from, to}].
create function private.record_changes(p_before jsonb, p_after jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'field', case key when 'inventory_quantity' then 'stock' when 'category_id' then 'category' when 'option_values' then 'options' else key end,
    'from', case when key = 'category_id' then (select to_jsonb(name) from public.categories where id = (p_before ->> key)::uuid)
      else p_before -> key end,
    'to', case when key = 'category_id' then (select to_jsonb(name) from public.categories where id = (p_after ->> key)::uuid)
      else value end) order by key = 'inventory_quantity', key), '[]')
  from jsonb_each(p_after)
  where value is distinct from coalesce(p_before -> key, 'null') and key not in ('id', 'product_id', 'created_at', 'updated_at', 'version');
$$;

-- Adds and changes products by the rows of a file, 500 at most; p_dry: only says what it would do. Rows that are wrong are left out. Safe
-- to run again: then every row is the same. stock is the number that was counted. Answers {lines: [{line, action, name, slug, sku, errors,
-- changes, back_in_stock_letters}], totals}.
create function private.import_products(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan record;
  v_constraint text;
begin
  perform private.require_right('catalogue');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.refuse('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if not coalesce(p_dry, true) then
    -- One import at a time; products are locked by id, as a checkout does.
    perform pg_advisory_xact_lock(hashtextextended('slugs of products', 0));
    perform from public.products where id in (
      select product.id from jsonb_array_elements(p_rows) as entry join public.products as product on product.sku = btrim(entry ->> 'sku')
      union all
      select product.id from jsonb_array_elements(p_rows) as entry
      join public.products as product on product.slug = coalesce(nullif(btrim(entry ->> 'slug'), ''), private.slug_of_name(entry ->> 'name', 'product'))
      union all
      select variant.product_id from jsonb_array_elements(p_rows) as entry
      join public.product_variants as variant on variant.sku = btrim(entry ->> 'sku'))
    order by id for no key update;
  end if;
  select * into v_plan from private.plan_import(p_rows);
  if not coalesce(p_dry, true) then
    begin
      perform private.set_movement('adjusted', null, 'Import');
      if v_plan.added is not null then
        perform private.insert_products(v_plan.added);
      end if;
      if v_plan.changed is not null then
        perform private.update_products(v_plan.changed, v_plan.stock_changes);
      end if;
      if v_plan.variants_added is not null then
        perform private.insert_variants(v_plan.variants_added);
      end if;
      if v_plan.variants_changed is not null then
        perform private.update_variants(v_plan.variants_changed, v_plan.variant_stock_changes);
      end if;
      perform private.set_movement(null);
    exception when check_violation or unique_violation or foreign_key_violation then
      get stacked diagnostics v_constraint = constraint_name;
      perform private.refuse_constraint(sqlstate, v_constraint);
    end;
  end if;
  return (
    select jsonb_build_object('lines', v_plan.lines, 'totals', jsonb_build_object(
      'add', count(*) filter (where entry ->> 'action' = 'add'), 'change', count(*) filter (where entry ->> 'action' = 'change'),
      'same', count(*) filter (where entry ->> 'action' = 'same'), 'error', count(*) filter (where entry ->> 'action' = 'error'),
      'back_in_stock_letters', sum((entry ->> 'back_in_stock_letters')::bigint)))
    from jsonb_array_elements(v_plan.lines) as entry);
end;
$$;

grant execute on function private.import_products(jsonb, bool) to authenticated, service_role;

create function public.import_products(p_rows jsonb, p_dry boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.import_products(p_rows, p_dry); $$;

grant execute on function public.import_products(jsonb, bool) to authenticated, service_role;

-- 51_order_days.sql

-- Orders of each day, counted by triggers: totals of the list of orders, and sales.

-- A row for each combination that a day (in London) has had. amount is what was paid beside gift cards, net of refunds: a gift card
-- counts when it is sold. revenue is the part of it that counts as revenue (private.revenue_of).
create table private.order_days (
  day date not null,
  status text not null,
  payment_status text not null,
  -- Two letters; '' for an address without a country.
  country text not null,
  with_gift_card boolean not null,
  orders bigint not null default 0,
  amount numeric(16, 2) not null default 0,
  revenue numeric(16, 2) not null default 0,
  primary key (day, status, payment_status, country, with_gift_card)
) with (fillfactor = 50);

create index order_days_by_country on private.order_days (country, day);

revoke all on table private.order_days from public;

-- Runs after private.count_orders, whose counters of a status are locked first: whoever waits for a row here holds the same counter,
-- so that there is no circle of waiting.
create function private.count_order_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.order_days as tally (day, status, payment_status, country, with_gift_card, orders, amount, revenue)
    select (created_at at time zone 'Europe/London')::date, status, payment_status, coalesce(left(shipping_address ->> 'country', 2), ''),
      gift_card_amount > 0, sum(sign), sum(sign * takings), sum(sign * private.revenue_of(status, payment_status, takings))
    from (%s) as change
    cross join lateral (select private.takings_of(total, gift_card_amount, refunded_amount, refunded_to_gift_card) as takings) as taken
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * takings) <> 0
    order by 1, 2, 3, 4, 5
    on conflict (day, status, payment_status, country, with_gift_card) do update
    set orders = tally.orders + excluded.orders, amount = tally.amount + excluded.amount, revenue = tally.revenue + excluded.revenue
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_order_days_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_order_days();
create trigger update_order_days_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_order_days();
create trigger update_order_days_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_order_days();

-- 52_order_history.sql

-- What happened to an order, from every table that knows of it.

-- The newest entries of each source. A new source is one more branch: it needs an index by order, and its own limit.
create function private.order_history_entries(p_order uuid, p_limit integer)
returns table (at timestamptz, source text, id text, kind text, description text, detail text, actor uuid)
language sql
stable
set search_path = ''
as $$
  (select event.created_at, 'event', event.id::text, event.type, event.description,
    nullif(concat_ws(' ', event.data ->> 'carrier', event.data ->> 'tracking_number', event.data ->> 'note'), ''), (event.data ->> 'actor')::uuid
  from public.order_events as event where event.order_id = p_order order by event.id desc limit p_limit)
  union all
  (select coalesce(letter.sent_at, letter.created_at), 'letter', letter.id::text, letter.kind, letter.subject, letter.status, null
  from public.email_outbox as letter where letter.order_id = p_order order by letter.created_at desc, letter.id limit p_limit)
  union all
  (select event.occurred_at, 'tracking', event.id::text, event.status, event.description, event.location, null
  from public.shipments as shipment join public.tracking_events as event on event.shipment_id = shipment.id
  where shipment.order_id = p_order order by event.occurred_at desc, event.id limit p_limit)
  union all
  (select movement.created_at, 'stock', movement.id::text, movement.kind,
    concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), movement.quantity::text, movement.actor
  from public.inventory_movements as movement
  left join public.products as product on product.id = movement.product_id
  left join public.product_variants as variant on variant.id = movement.variant_id
  where movement.order_id = p_order order by movement.id desc limit p_limit);
$$;

-- The newest 200 entries, newest first; more says whether there are older ones. actor is the name of the member of staff.
create function private.order_history(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 200;
begin
  perform private.require_right('orders');
  if not exists (select from public.orders where id = p_order) then
    perform private.refuse('PT404', 'There is no such order.', 'order_not_found');
  end if;
  return (
    select jsonb_build_object('more', count(*) > v_most, 'rows', coalesce(jsonb_agg(jsonb_build_object('at', entry.at,
        'source', entry.source, 'id', entry.id, 'kind', entry.kind, 'description', entry.description, 'detail', entry.detail,
        'actor', nullif(btrim(concat_ws(' ', staff.first_name, staff.last_name)), ''))
      order by entry.at desc, entry.source, entry.id desc) filter (where entry.place <= v_most), '[]'))
    from (
      select *, row_number() over (order by at desc, source, id desc) as place
      from private.order_history_entries(p_order, v_most + 1)
    ) as entry
    left join public.admin_users as staff on staff.user_id = entry.actor);
end;
$$;

grant execute on function private.order_history(uuid) to authenticated, service_role;

create function public.order_history(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_history(p_order); $$;

grant execute on function public.order_history(uuid) to authenticated, service_role;

-- 53_order_list.sql

-- The list of orders in the back office: filters, numbered pages with an exact count, and search.

-- Checks a filter; keys without a value are left out. q: part of order number or e-mail; payment: pending, succeeded (which includes
-- paid), failed or refunded; status; from and to: days in London, both included; country: two letters; gift_card: paid with one;
-- unshipped: paid and not sent yet.
create function private.order_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, btrim(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' or (v_key in ('gift_card', 'unshipped') and v_value = 'false') then
      v_filter := v_filter - v_key;
    elsif not coalesce(case
        when v_key = 'q' then char_length(v_value) <= 200
        when v_key = 'payment' then v_value in ('pending', 'succeeded', 'failed', 'refunded')
        when v_key = 'status' then v_value in ('pending', 'processing', 'shipped', 'delivered', 'cancelled', 'completed')
        when v_key in ('from', 'to') then v_value ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when v_key = 'country' then v_value ~ '^[A-Z]{2}$'
        when v_key in ('gift_card', 'unshipped') then v_value = 'true' end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    else
      v_filter := v_filter || jsonb_build_object(v_key, v_value);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The conditions of a filter but for text and period. Orders and their tally name country and gift card differently.
create function private.order_condition(p_filter jsonb, p_country text, p_gift_card text)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case p_filter ->> 'payment' when 'succeeded' then $sql$payment_status in ('succeeded', 'paid')$sql$
      when 'pending' then $sql$payment_status = 'pending'$sql$ when 'failed' then $sql$payment_status = 'failed'$sql$
      when 'refunded' then $sql$payment_status = 'refunded'$sql$ end,
    case when p_filter ? 'status' then format('status = %L', p_filter ->> 'status') end,
    case when p_filter ? 'country' then format('%s = %L', p_country, p_filter ->> 'country') end,
    case when p_filter ? 'gift_card' then p_gift_card end,
    case when p_filter ? 'unshipped' then $sql$payment_status in ('succeeded', 'paid') and status in ('pending', 'processing')$sql$ end);
$$;

create function private.days_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', private.order_condition(p_filter, 'country', 'with_gift_card'),
    case when p_filter ? 'from' then format('day >= %L', p_filter ->> 'from') end,
    case when p_filter ? 'to' then format('day <= %L', p_filter ->> 'to') end);
$$;

create function private.orders_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select private.order_condition(p_filter, $sql$left(shipping_address ->> 'country', 2)$sql$, 'gift_card_amount > 0');
$$;

-- The moments of a filter's period.
create function private.period_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'from' then format('created_at >= %L', (p_filter ->> 'from')::date::timestamp at time zone 'Europe/London') end,
    case when p_filter ? 'to' then
      format('created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Europe/London') end);
$$;

-- A page of a filter without text: the days are added up to the one with the page's first order, and only the orders of the page's
-- days are walked, by an index.
create function private.orders_by_day(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_found jsonb;
begin
  execute format($sql$
    with days as materialized (
      select day, sum(orders) as orders from private.order_days where %s group by day having sum(orders) > 0
    ), counted as (
      select coalesce(sum(orders), 0)::bigint as total, greatest(1, ceil(sum(orders) / $2))::integer as pages from days
    ), asked as materialized (
      select total, pages, least($1, pages) as page, (least($1, pages) - 1)::bigint * $2 as first from counted
    ), placed as (
      select day, orders, sum(orders) over (order by day desc) - orders as before from days
    ), found as (
      select entry.id, entry.created_at
      from asked
      join placed on placed.before < asked.first + $2 and placed.before + placed.orders > asked.first
      cross join lateral (
        select id, created_at from public.orders
        where created_at >= placed.day::timestamp at time zone 'Europe/London'
          and created_at < (placed.day + 1)::timestamp at time zone 'Europe/London' and %s
        order by created_at desc, id limit $2 offset greatest(asked.first - placed.before, 0)::bigint
      ) as entry
      order by entry.created_at desc, entry.id limit $2
    )
    select jsonb_build_object('total', total, 'exact', true, 'pages', pages, 'page', page, 'within', null,
      'ids', (select coalesce(jsonb_agg(id order by created_at desc, id), '[]') from found))
    from asked
    $sql$, private.days_condition(p_filter), private.orders_condition(p_filter))
  into v_found using p_page, p_size;
  return v_found;
end;
$$;

-- The newest orders that a text is part of, 1,001 at most. A text that is frequent among the newest orders is found by passing over
-- an index of their numbers and addresses, any other by the trigram index. That index knows no texts without three letters or digits
-- in a row: they are looked for among the newest 20,000 orders of the period alone.
create function private.orders_with_text(p_filter jsonb)
returns uuid[]
language plpgsql
stable
set search_path = ''
-- The planner must not take a text that it believes to be frequent for one that is found by reading a few rows.
set enable_seqscan = off
as $$
declare
  v_text constant text := p_filter ->> 'q';
  v_pattern constant text := private.search_pattern(v_text);
  v_condition constant text := private.orders_condition(p_filter) || ' and ' || private.period_condition(p_filter);
  -- By letters of the alphabet alone, which is fast, and which the trigram index does not offer.
  v_passing constant text := format($sql$(email collate "C" ilike %1$L or order_number collate "C" ilike %1$L)$sql$, v_pattern);
  v_sample constant integer := 2000;
  v_candidates constant integer := 20000;
  v_source text := 'public.orders';
  v_where text;
  v_ids uuid[];
  v_count integer;
begin
  if exists (select from public.orders where lower(email) = lower(v_text)) then
    v_where := format('lower(email) = %L', lower(v_text));
  elsif exists (select from public.orders where order_number = upper(v_text)) then
    v_where := format('order_number = %L', upper(v_text));
  elsif v_text !~ '[[:alnum:]]{3}' then
    v_where := v_passing;
    v_source := format('(select * from public.orders where %s order by created_at desc, id limit 20000) as orders',
      private.period_condition(p_filter));
  else
    v_where := v_passing;
    select count(*) into v_count
    from (select order_number, email from public.orders order by created_at desc, id limit v_sample) as newest
    where order_number ilike v_pattern or email ilike v_pattern;
    if v_count < v_sample / 100 then
      execute format($sql$
        with candidates as materialized (
          select id, created_at, status, payment_status, shipping_address, gift_card_amount
          from public.orders where order_number ilike %1$L or email ilike %1$L limit %2$s
        )
        select (select count(*) from candidates), array(select id from candidates where %3$s order by created_at desc, id limit 1001)
        $sql$, v_pattern, v_candidates + 1, v_condition)
      into v_count, v_ids;
      if v_count <= v_candidates then
        return v_ids;
      end if;
    end if;
  end if;
  execute format('select array(select id from %s where %s and %s order by created_at desc, id limit 1001)', v_source, v_where, v_condition)
  into v_ids;
  return v_ids;
end;
$$;

-- A page of a search: up to 1,000 are counted, and pages end there. within: the number of newest orders that were looked at, if not all.
create function private.orders_by_text(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_ids constant uuid[] := private.orders_with_text(p_filter);
  v_total constant integer := least(cardinality(v_ids), v_most);
  v_pages constant integer := greatest(1, ceil(v_total::numeric / p_size));
  v_page constant integer := least(p_page, v_pages);
  v_within bigint;
begin
  if p_filter ->> 'q' !~ '[[:alnum:]]{3}' then
    execute format('select sum(orders) from private.order_days where %s', private.days_condition(
      p_filter - array['payment', 'status', 'country', 'gift_card', 'unshipped'])) into v_within;
  end if;
  return jsonb_build_object('total', v_total, 'exact', cardinality(v_ids) <= v_most, 'pages', v_pages, 'page', v_page,
    'within', case when v_within > 20000 then 20000 end,
    'ids', to_jsonb(v_ids[(v_page - 1) * p_size + 1:least(v_page * p_size, v_most)]));
end;
$$;

-- The countries that orders went to, by a jump from one to the next in the index.
create function private.order_countries()
returns text[]
language sql
stable
set search_path = ''
as $$
  with recursive known as (
    select min(country) as country from private.order_days
    union all
    select (select min(country) from private.order_days where country > known.country) from known where known.country is not null
  )
  select array(select country from known where country <> '' order by country);
$$;

-- One page of the orders, newest first; a page beyond the last is the last. Without a text the total is exact.
create function private.office_orders(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_page constant integer := greatest(coalesce(p_page, 1), 1);
  v_filter jsonb;
  v_found jsonb;
begin
  perform private.require_right('orders');
  v_filter := private.order_filter(p_filter);
  v_found := case when v_filter ? 'q' then private.orders_by_text(v_filter, v_page, v_size)
    else private.orders_by_day(v_filter, v_page, v_size) end;
  return v_found - 'ids' || jsonb_build_object('countries', private.order_countries(), 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'email', orders.email,
      'created_at', orders.created_at, 'total', orders.total, 'currency', orders.currency,
      'payment_status', orders.payment_status, 'status', orders.status) order by place), '[]')
    from jsonb_array_elements_text(v_found -> 'ids') with ordinality as wanted (id, place)
    join public.orders on orders.id = wanted.id::uuid));
end;
$$;

grant execute on function private.office_orders(jsonb, int4, int4) to authenticated, service_role;

create function public.office_orders(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 10)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_orders(p_filter, p_page, p_size); $$;

grant execute on function public.office_orders(jsonb, int4, int4) to authenticated, service_role;

-- 54_customer_list.sql

-- The customer list of the back office and a customer's profile.

-- How many customers joined on each day (UTC), so that a page far down the list is found by adding days up.
create table private.customer_days (
  day date primary key,
  customers integer not null default 0
) with (fillfactor = 80);

revoke all on table private.customer_days from public;

-- What staff search customers by. Its own table, so that an order, which moves a customer's totals, leaves its indexes alone.
create table private.customer_list (
  customer_id uuid primary key references public.customers (id) on delete cascade,
  created_at timestamptz not null,
  -- First name, last name and email, a line each, in lower case and without accents.
  terms text not null check (char_length(terms) <= 640)
);

create index customer_list_terms on private.customer_list using gin (terms extensions.gin_trgm_ops);
-- With the terms, so that a frequent text is found newest first without reading the table.
create index customer_list_newest on private.customer_list (created_at desc, customer_id) include (terms);

revoke all on table private.customer_list from public;

create function private.customer_terms(p_first_name text, p_last_name text, p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select left(private.plain_text(concat_ws(chr(10), p_first_name, p_last_name, p_email)), 640); $$;

create function private.list_customers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.customer_list (customer_id, created_at, terms)
  select id, created_at, private.customer_terms(first_name, last_name, email) from new_rows;
  return null;
end;
$$;

create trigger list_insert after insert on public.customers
  referencing new table as new_rows for each statement execute function private.list_customers();

-- By row, so that an order, which changes none of these columns, does not run it.
create function private.list_changed_customer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.customer_list
  set created_at = new.created_at, terms = private.customer_terms(new.first_name, new.last_name, new.email)
  where customer_id = new.id;
  if new.created_at <> old.created_at then
    insert into private.customer_days as tally (day, customers)
    select (moment at time zone 'UTC')::date, sum(sign)
    from (values (old.created_at, -1), (new.created_at, 1)) as moved (moment, sign)
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (day) do update set customers = tally.customers + excluded.customers;
  end if;
  return null;
end;
$$;

create trigger list_update after update of email, first_name, last_name, created_at on public.customers
  for each row when ((old.email, old.first_name, old.last_name, old.created_at)
    is distinct from (new.email, new.first_name, new.last_name, new.created_at))
  execute function private.list_changed_customer();

create function private.count_customer_days()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.customer_days as tally (day, customers)
    select (created_at at time zone 'UTC')::date, sum(sign) from (%s) as change
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (day) do update set customers = tally.customers + excluded.customers
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

-- Named to run after update_counters_insert: the counter comes first in the order of locks.
create trigger update_days_insert after insert on public.customers
  referencing new table as new_rows for each statement execute function private.count_customer_days();
create trigger update_days_delete after delete on public.customers
  referencing old table as old_rows for each statement execute function private.count_customer_days();

-- The condition of a search on private.customer_list: each word is part of a name or of the email, in any order, so that both
-- names together are found either way round. Null without a word.
create function private.customer_condition(p_query text)
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(format('terms like %L', private.search_pattern(word)), ' and ' order by place)
  from (
    select word, place
    from regexp_split_to_table(private.plain_text(left(p_query, 200)), '\s+') with ordinality as split (word, place)
    where word <> ''
    order by place limit 8
  ) as words;
$$;

create function private.customer_row(p_customer public.customers)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('id', p_customer.id, 'first_name', p_customer.first_name, 'last_name', p_customer.last_name,
    'email', p_customer.email, 'total_orders', p_customer.total_orders, 'total_spent', p_customer.total_spent,
    'last_order_at', p_customer.last_order_at, 'created_at', p_customer.created_at, 'age_verified', p_customer.age_verified,
    'accepts_marketing', p_customer.accepts_marketing);
$$;

-- One page of the customers, newest first. A page of all of them begins on the day that the tallies name, and at most that day's
-- customers are passed over. A search is counted up to 1,000 and then marked as not exact; its pages end there.
create function private.office_customers(p_query text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_condition constant text := private.customer_condition(p_query);
  v_all bigint;
  v_total bigint;
  v_is_exact boolean := true;
  v_found uuid[];
  v_pages integer;
  v_page integer;
  v_offset bigint;
  v_day date;
  v_before bigint;
begin
  perform private.require_right('customers');
  select count into v_all from private.counters where subject = 'customer';
  v_all := coalesce(v_all, 0);
  if v_condition is null then
    v_total := v_all;
  else
    execute format($sql$
      select count(*), array_agg(customer_id order by created_at desc, customer_id)
      from (select customer_id, created_at from private.customer_list where %s limit %s) as found
      $sql$, v_condition, v_most + 1)
    into v_total, v_found;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  if v_condition is null then
    select day, before into v_day, v_before
    from (select day, customers, sum(customers) over (order by day desc) - customers as before from private.customer_days) as tally
    where before + customers > v_offset
    order by day desc limit 1;
    v_found := array(
      select id from public.customers where created_at < (v_day + 1)::timestamp at time zone 'UTC'
      order by created_at desc, id limit v_size offset v_offset - v_before);
  elsif v_is_exact then
    v_found := v_found[v_offset + 1 : v_offset + v_size];
  else
    execute format('select array(select customer_id from private.customer_list where %s
      order by created_at desc, customer_id limit %s offset %s)', v_condition, v_size, v_offset)
    into v_found;
  end if;
  return jsonb_build_object('all', v_all, 'total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.customer_row(customer) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (customer_id, place)
    join public.customers as customer on customer.id = wanted.customer_id));
end;
$$;

grant execute on function private.office_customers(text, int4, int4) to authenticated, service_role;

create function public.office_customers(p_query text default '', p_page integer default 1, p_size integer default 10)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_customers(p_query, p_page, p_size); $$;

grant execute on function public.office_customers(text, int4, int4) to authenticated, service_role;

-- A customer's own orders and those that guests placed with the same email, newest first.
create function private.recent_orders(p_customer public.customers, p_limit integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'order_number', order_number, 'total', total, 'currency', currency,
    'status', status, 'payment_status', payment_status, 'created_at', created_at, 'by_guest', by_guest)
    order by created_at desc, id), '[]')
  from (
    select * from (
      (select id, order_number, total, currency, status, payment_status, created_at, false as by_guest from public.orders
        where customer_id = p_customer.id order by created_at desc, id limit p_limit)
      union all
      (select id, order_number, total, currency, status, payment_status, created_at, true from public.orders
        where lower(email) = lower(p_customer.email) and user_id is null and customer_id is null
        order by created_at desc, id limit p_limit)
    ) as known
    order by created_at desc, id limit p_limit
  ) as newest;
$$;

-- All that the profile of a customer shows. Orders are null for those who may not see orders; guests' orders are counted up to 1,000.
create function private.customer_profile(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_customer public.customers;
  v_orders constant boolean := private.may('orders');
begin
  perform private.require_right('customers');
  select * into v_customer from public.customers where id = p_id;
  if v_customer.id is null then
    perform private.refuse('PT404', 'This customer does not exist.', 'customer_not_found');
  end if;
  return private.customer_row(v_customer) || jsonb_build_object(
    'phone', v_customer.phone, 'is_payment_customer', v_customer.stripe_customer_id is not null,
    'orders', case when v_orders then private.recent_orders(v_customer, 10) end,
    'guest_orders', case when v_orders then (
      select count(*) from (
        select from public.orders
        where lower(email) = lower(v_customer.email) and user_id is null and customer_id is null limit 1000
      ) as counted) end,
    'addresses', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'is_default', is_default, 'first_name', first_name,
        'last_name', last_name, 'address_line_1', address_line_1, 'address_line_2', address_line_2, 'city', city, 'state', state,
        'postal_code', postal_code, 'country', country, 'phone', phone) order by is_default desc, created_at desc, id), '[]')
      from public.addresses where customer_id = p_id));
end;
$$;

grant execute on function private.customer_profile(uuid) to authenticated, service_role;

create function public.customer_profile(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.customer_profile(p_id); $$;

grant execute on function public.customer_profile(uuid) to authenticated, service_role;

-- 55_messages.sql

-- Messages in the back office: the list, and answers by email.

-- Answers to messages, sent by the outbox.
create table public.contact_replies (
  -- Chosen by the form, so that a second press sends nothing.
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  author uuid references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 5000),
  mail_id uuid references public.email_outbox (id) on delete set null,
  created_at timestamptz not null default now()
);

create index contact_replies_by_message on public.contact_replies (message_id, created_at, id);
create index contact_replies_by_mail on public.contact_replies (mail_id);
create index contact_replies_by_author on public.contact_replies (author);

alter table public.contact_replies enable row level security;
revoke all on table public.contact_replies from anon, authenticated;
grant all on table public.contact_replies to service_role;
grant select on table public.contact_replies to authenticated;

create policy "Staff read answers" on public.contact_replies for select to authenticated using ((select private.may('messages')));

-- Counts messages by state and assignee.
create function private.count_messages()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count)
    select format('message:%%s:%%s', state, coalesce(assignee::text, 'none')), sum(sign)
    from (%s) as change
    group by 1 having sum(sign) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_counters_insert after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.count_messages();
create trigger update_counters_update after update on public.contact_messages
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_messages();
create trigger update_counters_delete after delete on public.contact_messages
  referencing old table as old_rows for each statement execute function private.count_messages();

-- How many messages there are of a state and an assignee (a user, or none); null means any.
create function private.message_count(p_state text, p_assignee text)
returns bigint
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(count), 0)::bigint
  from (select count, string_to_array(subject, ':') as part from private.counters where starts_with(subject, 'message:')) as counter
  where (p_state is null or part[2] = p_state) and (p_assignee is null or part[3] = p_assignee);
$$;

create function private.unread_messages()
returns bigint
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('messages');
  return private.message_count('new', null);
end;
$$;

grant execute on function private.unread_messages() to authenticated, service_role;

create function public.unread_messages()
returns bigint
language sql
stable
set search_path = ''
as $$ select private.unread_messages(); $$;

grant execute on function public.unread_messages() to authenticated, service_role;

-- The filter as it is used: known keys with a value only, or a 422 that names the key. An empty text means no filter.
create function private.message_filter(p_filter jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, btrim(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      v_filter := v_filter - v_key;
    elsif not coalesce(case v_key
        when 'q' then char_length(v_value) <= 200
        when 'state' then v_value in ('new', 'open', 'answered', 'closed')
        when 'assignee' then v_value = 'none' or pg_input_is_valid(v_value, 'uuid') end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', v_key, left(v_value, 60)), v_key);
    else
      v_filter := v_filter || jsonb_build_object(v_key, case v_key when 'assignee' then lower(v_value) else v_value end);
    end if;
  end loop;
  return v_filter;
end;
$$;

-- The condition of a filter on public.contact_messages.
create function private.message_condition(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select array_to_string(array_remove(array[
    case when p_filter ? 'state' then format('state = %L', p_filter ->> 'state') end,
    case when p_filter ->> 'assignee' = 'none' then 'assignee is null'
      when p_filter ? 'assignee' then format('assignee = %L', p_filter ->> 'assignee') end,
    case when p_filter ? 'q' then format('(name ilike %1$L or email ilike %1$L or subject ilike %1$L)',
      private.search_pattern(p_filter ->> 'q')) end,
    'true'], null), ' and ');
$$;

-- One page of the messages, unread first and then newest. A text is counted up to 1,000 and then marked as not exact; its pages
-- end there. Deep pages read an index alone.
create function private.office_messages(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_filter jsonb;
  v_condition text;
  -- With a state, all are read or none is: the index by state has them in order.
  v_order text;
  v_total bigint;
  v_is_exact boolean := true;
  v_found uuid[];
  v_pages integer;
  v_page integer;
  v_offset bigint;
begin
  perform private.require_right('messages');
  v_filter := private.message_filter(p_filter);
  v_condition := private.message_condition(v_filter);
  v_order := case when v_filter ? 'state' then 'created_at desc, id' else 'is_read, created_at desc, id' end;
  if v_filter ? 'q' then
    execute format('select count(*), array_agg(id order by %s)
      from (select id, is_read, created_at from public.contact_messages where %s limit %s) as found', v_order, v_condition, v_most + 1)
    into v_total, v_found;
    v_is_exact := v_total <= v_most;
    v_total := least(v_total, v_most);
  else
    v_total := private.message_count(v_filter ->> 'state', v_filter ->> 'assignee');
  end if;
  v_pages := greatest(1, ceil(v_total::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_offset := (v_page - 1)::bigint * v_size;
  if v_filter ? 'q' and v_is_exact then
    v_found := v_found[v_offset + 1 : v_offset + v_size];
  else
    execute format('select array(select id from public.contact_messages where %s order by %s limit %s offset %s)',
      v_condition, v_order, v_size, v_offset)
    into v_found;
  end if;
  return jsonb_build_object('total', v_total, 'exact', v_is_exact, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', message.id, 'name', message.name, 'email', message.email,
      'subject', message.subject, 'excerpt', left(message.message, 160), 'state', message.state, 'assignee', message.assignee,
      'created_at', message.created_at) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (message_id, place)
    join public.contact_messages as message on message.id = wanted.message_id));
end;
$$;

grant execute on function private.office_messages(jsonb, int4, int4) to authenticated, service_role;

create function public.office_messages(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_messages(p_filter, p_page, p_size); $$;

grant execute on function public.office_messages(jsonb, int4, int4) to authenticated, service_role;

-- A message with its answers, and who wrote it: the customer with its email, and whether orders have it.
create function private.message_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  perform private.require_right('messages');
  select * into v_message from public.contact_messages where id = p_id;
  if v_message.id is null then
    perform private.refuse('PT404', 'This message does not exist.', 'message_not_found');
  end if;
  return to_jsonb(v_message) || jsonb_build_object(
    'customer_id', (select id from public.customers where lower(email) = lower(btrim(v_message.email)) order by created_at desc, id limit 1),
    'has_orders', exists (select from public.orders where lower(email) = lower(btrim(v_message.email))),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object('id', reply.id, 'text', reply.text, 'author', reply.author,
        'created_at', reply.created_at, 'mail_status', mail.status) order by reply.created_at, reply.id), '[]')
      from public.contact_replies as reply left join public.email_outbox as mail on mail.id = reply.mail_id
      where reply.message_id = p_id));
end;
$$;

grant execute on function private.message_record(uuid) to authenticated, service_role;

create function public.message_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.message_record(p_id); $$;

grant execute on function public.message_record(uuid) to authenticated, service_role;

-- Answers a message by email; it then counts as answered, and is the author's unless somebody has it. p_key names the answer: the
-- same key sends once. A message takes 50 answers at most.
create function private.answer_message(p_id uuid, p_key uuid, p_text text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_text constant text := btrim(p_text, E' \t\r\n');
  v_message public.contact_messages;
  v_mail uuid;
  v_sent text;
begin
  perform private.require_right('messages');
  if p_key is null then
    perform private.refuse('PT422', 'The answer needs a key.', 'key');
  elsif coalesce(char_length(v_text), 0) not between 1 and 5000 then
    perform private.refuse('PT422', 'Write 1 to 5,000 characters.', 'text');
  end if;
  select * into v_message from public.contact_messages where id = p_id for no key update;
  if v_message.id is null then
    perform private.refuse('PT404', 'This message does not exist.', 'message_not_found');
  end if;
  select text into v_sent from public.contact_replies where id = p_key;
  if v_sent = v_text then
    return;
  elsif v_sent is not null then
    perform private.refuse('PT409', 'Your answer was sent before, in other words. Open the message again to read it.', 'answer_sent');
  elsif not private.is_email(btrim(v_message.email)) then
    perform private.refuse('PT422', 'No email can be sent to this address.', 'email');
  elsif (select count(*) from public.contact_replies where message_id = p_id) >= 50 then
    perform private.refuse('PT409', 'This message has 50 answers already.', 'answers_full');
  end if;
  insert into public.email_outbox (kind, recipient, subject, data)
  values ('contact_reply', btrim(v_message.email), 'Our reply to your message',
    jsonb_build_object('text', v_text, 'question', v_message.message, 'subject', v_message.subject, 'asked_at', v_message.created_at))
  returning id into v_mail;
  insert into public.contact_replies (id, message_id, author, text, mail_id) values (p_key, p_id, (select auth.uid()), v_text, v_mail);
  update public.contact_messages
  set is_read = true, status = 'answered', assignee = coalesce(assignee, (select auth.uid()))
  where id = p_id;
end;
$$;

grant execute on function private.answer_message(uuid, uuid, text) to authenticated, service_role;

create function public.answer_message(p_id uuid, p_key uuid, p_text text)
returns void
language sql
set search_path = ''
as $$ select private.answer_message(p_id, p_key, p_text); $$;

grant execute on function public.answer_message(uuid, uuid, text) to authenticated, service_role;

-- 56_staff_notes.sql

-- Notes of staff on orders and customers, for staff only. A table for each, so that a note goes with what it is about.

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The user who adds it; null when the account is gone.
  author uuid default auth.uid() references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index order_notes_newest on public.order_notes (order_id, created_at desc, id);
create index order_notes_by_author on public.order_notes (author);

alter table public.order_notes enable row level security;
revoke all on table public.order_notes from anon, authenticated;
grant all on table public.order_notes to service_role;
grant select, insert (order_id, text), delete on table public.order_notes to authenticated;

create policy "Staff read notes on orders" on public.order_notes for select to authenticated using ((select private.may('orders')));
create policy "Staff add notes on orders" on public.order_notes for insert to authenticated
  with check (author = (select auth.uid()) and (select private.may('orders')));
create policy "Staff delete their notes on orders" on public.order_notes for delete to authenticated
  using (author = (select auth.uid()) and (select private.may('orders')));

create trigger require_right before insert or delete on public.order_notes
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('orders');

create table public.customer_notes (
  id uuid primary key default gen_random_uuid(),
  customer_id uuid not null references public.customers (id) on delete cascade,
  -- The user who adds it; null when the account is gone.
  author uuid default auth.uid() references auth.users (id) on delete set null,
  text text not null check (char_length(btrim(text)) between 1 and 2000),
  created_at timestamptz not null default now()
);

create index customer_notes_newest on public.customer_notes (customer_id, created_at desc, id);
create index customer_notes_by_author on public.customer_notes (author);

alter table public.customer_notes enable row level security;
revoke all on table public.customer_notes from anon, authenticated;
grant all on table public.customer_notes to service_role;
grant select, insert (customer_id, text), delete on table public.customer_notes to authenticated;

create policy "Staff read notes on customers" on public.customer_notes for select to authenticated using ((select private.may('customers')));
create policy "Staff add notes on customers" on public.customer_notes for insert to authenticated
  with check (author = (select auth.uid()) and (select private.may('customers')));
create policy "Staff delete their notes on customers" on public.customer_notes for delete to authenticated
  using (author = (select auth.uid()) and (select private.may('customers')));

create trigger require_right before insert or delete on public.customer_notes
  for each statement when (current_user = 'authenticated') execute function private.require_right_to_write('customers');

-- 57_refunds.sql

-- Refunds: what an order gets back, in money and in stock, and how the money moves.

-- The caller makes the id: it is the key by which one wish is one refund, here and at the payment provider. Refunds in any state
-- keep their claim on what is left to refund, so that one that failed can be tried again; giving it up takes the claim off its amounts.
create table public.refunds (
  id uuid primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  amount numeric(10, 2) not null check (amount >= 0),
  card_amount numeric(10, 2) not null check (card_amount >= 0),
  gift_card_amount numeric(10, 2) not null check (gift_card_amount >= 0),
  -- Of the amount: the delivery, and the VAT of the goods.
  delivery_amount numeric(10, 2) not null check (delivery_amount between 0 and amount),
  tax_amount numeric(10, 2) not null check (tax_amount between 0 and amount),
  reason text not null default '' check (char_length(reason) <= 500),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'given_up')),
  -- Who pays it out; null where nothing goes to a bank card.
  provider text check (char_length(provider) between 1 and 60),
  reference text check (char_length(reference) <= 120),
  attempts integer not null default 0 check (attempts >= 0),
  -- How often staff have tried again. A provider answers a key as before, so each round has a key of its own.
  round integer not null default 0 check (round >= 0),
  last_error text check (char_length(last_error) <= 500),
  next_attempt_at timestamptz not null default now(),
  request_hash text not null check (char_length(request_hash) = 64),
  -- No foreign key: the record outlives accounts.
  actor uuid default auth.uid(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Staff have paid the card's part by other means, such as a bank transfer.
  by_other_means boolean not null default false,
  -- The card's part of a refund that staff have given up; it is in none of the amounts.
  given_up numeric(10, 2) not null default 0 check (given_up >= 0),
  -- What staff say of either.
  note text not null default '' check (char_length(note) <= 500),
  constraint refunds_by_means check (amount = card_amount + gift_card_amount),
  constraint refunds_provider check ((card_amount > 0) = (provider is not null)),
  constraint refunds_settled check ((state in ('succeeded', 'given_up')) = (settled_at is not null)),
  constraint refunds_by_other_means check (state = 'succeeded' or not by_other_means),
  constraint refunds_given_up check ((state = 'given_up') = (given_up > 0))
);

create index refunds_by_order on public.refunds (order_id, created_at, id);
create index refunds_due on public.refunds (next_attempt_at, id) where state = 'pending';
create index refunds_failed on public.refunds (created_at desc, id) where state = 'failed';
create index refunds_settled on public.refunds (settled_at) include (amount) where settled_at is not null;

alter table public.refunds enable row level security;
revoke all on table public.refunds from anon, authenticated;
grant all on table public.refunds to service_role;
grant select on table public.refunds to authenticated;

create policy "Staff see refunds" on public.refunds for select to authenticated using ((select private.may('orders')));

alter publication supabase_realtime add table public.refunds;

-- The pieces of a refund. `restocked` is what it put into stock, or took over from a status that had.
create table public.refund_lines (
  refund_id uuid not null references public.refunds (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  amount numeric(10, 2) not null check (amount >= 0),
  restock boolean not null,
  restocked integer not null check (restocked between 0 and quantity),
  primary key (refund_id, line)
);

alter table public.refund_lines enable row level security;
revoke all on table public.refund_lines from anon, authenticated;
grant all on table public.refund_lines to service_role;
grant select on table public.refund_lines to authenticated;

create policy "Staff see the lines of refunds" on public.refund_lines for select to authenticated
  using ((select private.may('orders')));

-- A part of an amount by its weight, rounded half up. As the difference of two running shares no penny is lost or made.
create function private.share_of(p_pence integer, p_part numeric, p_whole numeric)
returns integer
language sql
immutable
set search_path = ''
as $$ select case when p_whole = 0 then 0 else round(p_pence * p_part / p_whole) end::integer; $$;

-- The lines of an order with what was paid for each: its price less its share of the discount, with its share of the VAT. They add
-- up to subtotal − discount + VAT, to the penny.
create function private.order_lines(p_order public.orders)
returns table (line integer, product_id uuid, variant_id uuid, quantity integer, refunded integer, pence integer)
language sql
stable
set search_path = ''
as $$
  select running.line, (entry ->> 'product_id')::uuid, (entry ->> 'variant_id')::uuid, (entry ->> 'quantity')::integer,
    coalesce((
      select sum(part.quantity) from public.refund_lines as part join public.refunds as refund on refund.id = part.refund_id
      where refund.order_id = p_order.id and part.line = running.line), 0)::integer,
    private.share_of(paid.pence, upto, p_order.subtotal) - private.share_of(paid.pence, upto - price, p_order.subtotal)
  from (
    select entry, (place - 1)::integer as line, (entry ->> 'total_price')::numeric as price,
      sum((entry ->> 'total_price')::numeric) over (order by place) as upto
    from jsonb_array_elements(p_order.items) with ordinality as listed (entry, place)
  ) as running
  cross join lateral (
    select ((p_order.subtotal - p_order.discount_amount + p_order.tax_amount) * 100)::integer as pence
  ) as paid;
$$;

-- What no refund claims yet, in pence: by means, and by what it was paid for.
create function private.refund_left(p_order public.orders)
returns table (card integer, gift_card integer, goods integer, delivery integer)
language sql
stable
set search_path = ''
as $$
  select
    ((p_order.total - p_order.gift_card_amount - coalesce(sum(card_amount), 0)) * 100)::integer,
    ((p_order.gift_card_amount - coalesce(sum(gift_card_amount), 0)) * 100)::integer,
    ((p_order.total - p_order.shipping_amount - coalesce(sum(amount - delivery_amount), 0)) * 100)::integer,
    ((p_order.shipping_amount - coalesce(sum(delivery_amount), 0)) * 100)::integer
  from public.refunds where order_id = p_order.id;
$$;

-- An amount in pounds as pence. Raises 422, with the name of the field as hint.
create function private.refund_pence(p_pounds numeric, p_field text)
returns integer
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_pounds not between 0 and 10000000 or p_pounds <> round(p_pounds, 2) then
    perform private.refuse('PT422', 'Enter an amount in pounds and pence.', p_field);
  end if;
  return (p_pounds * 100)::integer;
end;
$$;

-- The chosen lines with their amounts. p_lines: [{line, quantity, restock?}]. Pieces of a line that do not divide evenly differ by
-- a penny, in the order in which they are refunded.
create function private.refund_lines_of(p_order public.orders, p_lines jsonb, p_restock boolean)
returns table (line integer, product_id uuid, variant_id uuid, quantity integer, restock boolean, pence integer)
language plpgsql
stable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 20000 then
    perform private.refuse('PT422', 'Choose what is refunded.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$'
      or coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(jsonb_typeof(entry -> 'restock'), 'boolean') <> 'boolean')
  then
    perform private.refuse('PT422', 'A line needs its number and how many pieces.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.refuse('PT422', 'Each line can be chosen once.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.order_lines(p_order) as ordered on ordered.line = (entry ->> 'line')::integer
    where coalesce(ordered.quantity - ordered.refunded, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.refuse('PT409', 'That is more than is left to refund of this line.', 'lines_left');
  end if;
  return query
    select ordered.line, ordered.product_id, ordered.variant_id, chosen.quantity,
      coalesce(chosen.restock, p_restock, true),
      private.share_of(ordered.pence, ordered.refunded + chosen.quantity, ordered.quantity)
        - private.share_of(ordered.pence, ordered.refunded, ordered.quantity)
    from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, restock boolean)
    join private.order_lines(p_order) as ordered on ordered.line = chosen.line
    order by ordered.line;
end;
$$;

-- The amounts of a refund in pence. The bank card gets back what it paid, the gift card the rest (docs/decisions/0027). Without an
-- amount it is the lines' and the delivery's; beyond the goods an amount counts as delivery.
create function private.refund_figures(p_order public.orders, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns table (amount integer, card integer, gift_card integer, delivery integer, tax integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_left record;
  v_goods integer := ((p_order.total - p_order.shipping_amount) * 100)::integer;
  v_taxed integer;
begin
  select * into v_left from private.refund_left(p_order);
  select (coalesce(sum(tax_amount), 0) * 100)::integer into v_taxed from public.refunds where order_id = p_order.id;
  delivery := coalesce(private.refund_pence(p_delivery, 'delivery'), 0);
  if delivery > v_left.delivery then
    perform private.refuse('PT409', 'That is more than is left to refund of the delivery.', 'delivery_left',
      (v_left.delivery * 0.01)::numeric(10, 2)::text);
  end if;
  amount := coalesce(private.refund_pence(p_amount, 'amount'),
    delivery + least(v_left.goods, (select coalesce(sum(chosen.pence), 0) from private.refund_lines_of(p_order, p_lines, true) as chosen)));
  if amount > v_left.goods + v_left.delivery then
    perform private.refuse('PT409',
      format('Only £%s is left to refund.', ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)), 'amount_left',
      ((v_left.goods + v_left.delivery) * 0.01)::numeric(10, 2)::text);
  elsif amount < delivery then
    perform private.refuse('PT422', 'The amount is less than the delivery in it.', 'amount');
  end if;
  delivery := greatest(delivery, amount - v_left.goods);
  card := least(amount, v_left.card);
  gift_card := amount - card;
  -- The VAT due so far less what has been counted: refunds that were given up leave gaps between running shares.
  tax := least(amount - delivery, greatest(0, private.share_of(
    (p_order.tax_amount * 100)::integer, v_goods - v_left.goods + amount - delivery, v_goods) - v_taxed));
  return next;
end;
$$;

-- Puts the chosen pieces into stock. Pieces that a status has returned already become the refund's, so that undoing the status
-- does not take them.
create function private.restock_refund(p_order public.orders, p_refund uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_part record;
  v_claimed integer;
  v_back jsonb := '[]';
begin
  perform private.lock_products_of(p_order);
  for v_part in
    select part.line, part.quantity, part.restock, ordered.product_id, ordered.variant_id
    from public.refund_lines as part join private.order_lines(p_order) as ordered on ordered.line = part.line
    where part.refund_id = p_refund order by part.line
  loop
    select coalesce(sum(least(quantity, v_part.quantity)), 0)::integer into v_claimed
    from private.returned_pieces where order_id = p_order.id and line = v_part.line;
    delete from private.returned_pieces where order_id = p_order.id and line = v_part.line and quantity = v_claimed;
    update private.returned_pieces set quantity = quantity - v_claimed
    where order_id = p_order.id and line = v_part.line and v_claimed > 0;
    if v_part.restock and v_part.quantity > v_claimed and private.is_stocked(v_part.product_id, v_part.variant_id) then
      v_back := v_back || jsonb_build_object(
        'product_id', v_part.product_id, 'variant_id', v_part.variant_id, 'quantity', v_part.quantity - v_claimed);
      v_claimed := v_part.quantity;
    end if;
    update public.refund_lines set restocked = v_claimed where refund_id = p_refund and line = v_part.line and v_claimed > 0;
  end loop;
  perform private.set_movement('cancelled', p_order.id, p_order.order_number);
  perform private.change_stock(v_back, 1);
  perform private.set_movement(null);
end;
$$;

-- Puts a refund's part on the gift card that paid, less what a status has put there already. A void card is a lost one: its part
-- moves on to a new card, whose code goes to the buyer. Without an e-mail address the events say that a new one is due.
create function private.refund_to_gift_card(p_order public.orders, p_pence integer, p_returned integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_pence integer := greatest(0, p_pence - p_returned);
  v_card public.gift_cards;
  v_code text;
begin
  if v_pence = 0 then
    return;
  end if;
  v_card := private.lock_card_of(p_order, true);
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (v_card.id, 'given_back', v_pence, p_order.id);
  if v_card.state <> 'void' then
    return;
  elsif p_order.email is null then
    insert into public.order_events (order_id, type, description, data)
    values (p_order.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
    return;
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence) values (v_card.id, 'voided', -v_pence);
  v_code := private.new_gift_card(v_pence);
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund_gift_card', p_order.email, 'Your refund is on a new gift card', p_order.id,
    jsonb_build_object('token', v_code, 'amount', (v_pence * 0.01)::numeric(10, 2), 'order_number', p_order.order_number,
      'gift_card_id', id, 'old_hint', v_card.hint, 'expires_at', expires_at)
  from public.gift_cards where code_hash = private.gift_card_hash(v_code);
end;
$$;

-- An order that sold a gift card is refunded whole, and only while the card is unspent, which it ends.
create function private.end_sold_gift_card(p_order public.orders, p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = p_order.id and kind = 'issued')
  for no key update;
  if v_card.id is null then
    return;
  elsif exists (select from public.gift_card_entries where gift_card_id = v_card.id and kind in ('redeemed', 'given_back')
    having sum(amount_pence) <> 0) or exists (
      select from private.gift_card_holds where gift_card_id = v_card.id and expires_at > now())
  then
    perform private.refuse('PT409', 'The gift card of this order has been used.', 'gift_card_used');
  elsif p_pence <> (p_order.total * 100)::integer then
    perform private.refuse('PT422', 'A gift card is refunded as a whole.', 'amount');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select v_card.id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = format('Order %s, which bought it, was refunded.', p_order.order_number)
  where id = v_card.id and state <> 'void';
end;
$$;

-- Counts money as returned. An order of which everything is returned is refunded.
create function private.count_refund(p_order uuid, p_card numeric, p_gift_card numeric)
returns void
language sql
set search_path = ''
as $$
  update public.orders
  set refunded_amount = refunded_amount + p_card + p_gift_card, refunded_to_gift_card = refunded_to_gift_card + p_gift_card,
    payment_status = case when refunded_amount + p_card + p_gift_card = total then 'refunded' else payment_status end
  where id = p_order and p_card + p_gift_card > 0;
$$;

-- The letter of a refund: what, how much, and to which means.
create function private.queue_refund_mail(p_order public.orders, p_refund public.refunds)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'refund', p_order.email, format('Your order %s: refund', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'currency', p_order.currency, 'amount', p_refund.amount,
      'card_amount', p_refund.card_amount, 'gift_card_amount', p_refund.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'new_gift_card', exists (
        select from public.email_outbox where order_id = p_order.id and kind = 'refund_gift_card' and created_at = p_refund.created_at),
      'refund', p_refund.id, 'by_other_means', p_refund.by_other_means,
      'again', exists (
        select from public.email_outbox
        where order_id = p_order.id and kind = 'refund' and data ->> 'refund' = p_refund.id::text),
      'delivery_amount', p_refund.delivery_amount, 'tax_amount', p_refund.tax_amount,
      'items', coalesce((
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity) order by part.line)
        from public.refund_lines as part where part.refund_id = p_refund.id), '[]'))
  where p_order.email is not null and p_refund.amount > 0;
$$;

-- The money is on its way. The order must be locked.
create function private.finish_refund(p_id uuid, p_reference text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order public.orders;
begin
  update public.refunds
  set state = 'succeeded', settled_at = now(), reference = p_reference, last_error = null
  where id = p_id returning * into v_refund;
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  select * into v_order from public.orders where id = v_refund.order_id;
  if v_refund.amount > 0 then
    insert into public.order_events (order_id, type, description, data)
    values (v_order.id, 'refund_succeeded', format('£%s refunded', v_refund.amount),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  perform private.queue_refund_mail(v_order, v_refund);
end;
$$;

create function private.refund_reply(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', id, 'state', state, 'amount', amount, 'card_amount', card_amount,
    'gift_card_amount', gift_card_amount, 'delivery_amount', delivery_amount, 'tax_amount', tax_amount, 'given_up', given_up)
  from public.refunds where id = p_id;
$$;

-- Writes a refund, for callers that have asked for the right. Stock and the gift card's part move at once, money by card when the
-- provider has said so; a simulated provider says so here. Lock order: order, products, counters, gift cards, counters.
create function private.write_refund(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_lines jsonb := coalesce(p_lines, '[]');
  v_hash text := encode(sha256(convert_to(jsonb_build_array(
    p_order, v_lines, p_delivery, p_amount, p_reason, p_restock)::text, 'UTF8')), 'hex');
  v_order public.orders;
  v_known public.refunds;
  v_figures record;
  v_returned integer;
  v_provider text;
begin
  if p_id is null then
    perform private.refuse('PT400', 'A refund needs an id.', 'id');
  elsif char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'The reason is too long.', 'reason');
  end if;
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select * into v_known from public.refunds where id = p_id;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.id is not null then
    return private.refund_reply(p_id);
  elsif v_order.payment_status not in ('succeeded', 'paid', 'refunded') then
    perform private.refuse('PT409', 'This order has not been paid.', 'not_paid');
  end if;
  select * into v_figures from private.refund_figures(v_order, v_lines, p_delivery, p_amount);
  if v_figures.amount = 0 and v_lines = '[]' then
    perform private.refuse('PT422', 'There is nothing to refund.', 'amount');
  end if;
  if v_figures.card > 0 then
    select provider into v_provider from public.payment_attempts
    where checkout_session_id = v_order.checkout_session_id and status = 'succeeded';
    if v_provider is null or v_provider not in ('simulated', 'stripe') then
      perform private.refuse('PT409',
        'The shop does not know who took this payment. Return the money by hand, then set the payment status.', 'provider_unknown');
    end if;
  end if;
  -- Before the refund counts as a claim on the card's part.
  v_returned := case when v_order.gift_card_amount > 0 then private.gift_card_returned(v_order) else 0 end;

  insert into public.refunds (
    id, order_id, amount, card_amount, gift_card_amount, delivery_amount, tax_amount, reason, provider, request_hash)
  values (p_id, p_order, v_figures.amount * 0.01, v_figures.card * 0.01, v_figures.gift_card * 0.01, v_figures.delivery * 0.01,
    v_figures.tax * 0.01, coalesce(btrim(p_reason), ''), v_provider, v_hash);
  insert into public.refund_lines (refund_id, line, quantity, amount, restock, restocked)
  select p_id, chosen.line, chosen.quantity, chosen.pence * 0.01, chosen.restock, 0
  from private.refund_lines_of(v_order, v_lines, p_restock) as chosen;
  perform private.restock_refund(v_order, p_id);
  perform private.refund_to_gift_card(v_order, v_figures.gift_card, v_returned);
  perform private.end_sold_gift_card(v_order, v_figures.amount);
  perform private.count_refund(p_order, 0, v_figures.gift_card * 0.01);
  if v_provider is null or v_provider = 'simulated' then
    perform private.finish_refund(p_id, 're_sim_' || replace(p_id::text, '-', ''));
  else
    insert into public.order_events (order_id, type, description, data)
    values (p_order, 'refund_requested', format('Refund of £%s requested', (v_figures.amount * 0.01)::numeric(10, 2)),
      jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
  end if;
  return private.refund_reply(p_id);
end;
$$;

create function private.refund_order(
  p_id uuid, p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric, p_reason text, p_restock boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('refunds');
  return private.write_refund(p_id, p_order, p_lines, p_delivery, p_amount, p_reason, p_restock);
end;
$$;

grant execute on function private.refund_order(uuid, uuid, jsonb, numeric, numeric, text, bool) to authenticated, service_role;

-- Refunds an order, whole or in part. p_id: made by the caller; the same again changes nothing. p_lines: [{line, quantity,
-- restock?}]; amounts in pounds.
create function public.refund_order(
  p_id uuid, p_order uuid, p_lines jsonb default '[]', p_delivery numeric default 0, p_amount numeric default null,
  p_reason text default '', p_restock boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.refund_order(p_id, p_order, p_lines, p_delivery, p_amount, p_reason, p_restock); $$;

grant execute on function public.refund_order(uuid, uuid, jsonb, numeric, numeric, text, bool) to authenticated, service_role;

-- What a refund would be, without writing one.
create function private.quote_refund(p_order uuid, p_lines jsonb, p_delivery numeric, p_amount numeric)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_quote jsonb;
begin
  perform private.require_right('refunds');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  select jsonb_build_object('amount', amount * 0.01, 'card_amount', card * 0.01, 'gift_card_amount', gift_card * 0.01,
    'delivery_amount', delivery * 0.01, 'tax_amount', tax * 0.01)
  into v_quote
  from private.refund_figures(v_order, coalesce(p_lines, '[]'), p_delivery, p_amount);
  return v_quote;
end;
$$;

grant execute on function private.quote_refund(uuid, jsonb, numeric, numeric) to authenticated, service_role;

create function public.quote_refund(p_order uuid, p_lines jsonb default '[]', p_delivery numeric default 0, p_amount numeric default null)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.quote_refund(p_order, p_lines, p_delivery, p_amount); $$;

grant execute on function public.quote_refund(uuid, jsonb, numeric, numeric) to authenticated, service_role;

-- The refunds of an order, newest first, and what is left to refund.
create function private.refunds_of(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  select * into v_order from public.orders where id = p_order;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  return jsonb_build_object(
    'order_number', v_order.order_number, 'currency', v_order.currency, 'status', v_order.status,
    'payment_status', v_order.payment_status, 'marked_refunded', v_order.marked_refunded,
    'total', v_order.total, 'refunded_amount', v_order.refunded_amount, 'gift_card_hint', v_order.gift_card_hint,
    'left', (
      select jsonb_build_object('card', card * 0.01, 'gift_card', gift_card * 0.01, 'goods', goods * 0.01, 'delivery', delivery * 0.01)
      from private.refund_left(v_order)),
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('line', ordered.line, 'name', v_order.items -> ordered.line ->> 'name',
        'variant_name', v_order.items -> ordered.line ->> 'variant_name', 'sku', v_order.items -> ordered.line ->> 'sku',
        'quantity', ordered.quantity, 'refunded', ordered.refunded, 'amount', ordered.pence * 0.01) order by ordered.line)
      from private.order_lines(v_order) as ordered), '[]'),
    'refunds', coalesce((
      select jsonb_agg(private.refund_reply(refund.id) || jsonb_build_object(
        'reason', refund.reason, 'attempts', refund.attempts, 'last_error', refund.last_error, 'provider', refund.provider,
        'reference', refund.reference, 'by_other_means', refund.by_other_means, 'note', refund.note, 'created_at', refund.created_at, 'settled_at', refund.settled_at,
        'actor', (select btrim(staff.first_name || ' ' || coalesce(staff.last_name, '')) from public.admin_users as staff
          where staff.user_id = refund.actor),
        'lines', coalesce((
          select jsonb_agg(jsonb_build_object('line', part.line, 'name', v_order.items -> part.line ->> 'name',
            'quantity', part.quantity, 'restocked', part.restocked) order by part.line)
          from public.refund_lines as part where part.refund_id = refund.id), '[]'))
        order by refund.created_at desc, refund.id)
      from public.refunds as refund where refund.order_id = p_order), '[]'));
end;
$$;

grant execute on function private.refunds_of(uuid) to authenticated, service_role;

create function public.refunds_of(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.refunds_of(p_order); $$;

grant execute on function public.refunds_of(uuid) to authenticated, service_role;

-- Refunds to be paid out, each claimed for two minutes: after a crash they are claimed again.
create function public.claim_refunds(p_limit integer default 10)
returns table (id uuid, round integer, attempts integer, payment text, amount_pence integer, currency text)
language sql
set search_path = ''
as $$
  update public.refunds as refund
  set attempts = refund.attempts + 1, next_attempt_at = now() + interval '2 minutes'
  from (
    select due.id, due.order_id from public.refunds as due
    where due.state = 'pending' and due.next_attempt_at <= now()
    order by due.next_attempt_at, due.id
    limit least(greatest(p_limit, 1), 100)
    for update skip locked
  ) as due
  join public.orders as bought on bought.id = due.order_id
  where refund.id = due.id
  returning refund.id, refund.round, refund.attempts, bought.stripe_payment_intent_id, (refund.card_amount * 100)::integer,
    bought.currency;
$$;

grant execute on function public.claim_refunds(int4) to service_role;

-- A null error means that the provider pays; one that failed since under this reference stays failed. Else the provider is asked again
-- after 1, 2, 4 … minutes, eight times, or never if it has refused for good (p_final). Returns the state.
create function private.settle_refund(p_id uuid, p_reference text, p_error text, p_final boolean)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
  v_state text;
  v_order uuid;
begin
  select order_id into v_order from public.refunds where id = p_id;
  perform from public.orders where id = v_order for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.id is null or v_known.state in ('succeeded', 'given_up') then
    if p_error is null and (v_known.state = 'given_up' or v_known.by_other_means) then
      insert into public.order_events (order_id, type, description, data)
      values (v_order, 'refund_paid_late', format('£%s was refunded by the payment provider after all',
        v_known.card_amount + v_known.given_up), jsonb_build_object('refund', p_id));
    end if;
    return v_known.state;
  elsif p_error is null and v_known.state = 'failed' and v_known.reference = p_reference then
    return v_known.state;
  elsif p_error is null then
    perform private.finish_refund(p_id, p_reference);
    return 'succeeded';
  elsif v_known.state = 'failed' then
    return v_known.state;
  end if;
  update public.refunds
  set state = case when p_final or attempts >= 8 then 'failed' else 'pending' end, last_error = left(p_error, 500),
    next_attempt_at = now() + interval '1 minute' * power(2, least(greatest(attempts, 1), 9) - 1)
  where id = p_id returning state into v_state;
  if v_state = 'failed' then
    insert into public.order_events (order_id, type, description, data)
    select v_order, 'refund_failed', format('Refund of £%s could not be paid', amount), jsonb_build_object('refund', p_id)
    from public.refunds where id = p_id;
  end if;
  return v_state;
end;
$$;

grant execute on function private.settle_refund(uuid, text, text, bool) to service_role;

create function public.settle_refund(
  p_id uuid, p_reference text default null, p_error text default null, p_final boolean default false)
returns text
language sql
set search_path = ''
as $$ select private.settle_refund(p_id, p_reference, p_error, p_final); $$;

grant execute on function public.settle_refund(uuid, text, text, bool) to service_role;

-- Another eight attempts at a failed refund.
create function private.retry_refund(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order uuid;
begin
  perform private.require_right('refunds');
  update public.refunds set state = 'pending', attempts = 0, round = round + 1, next_attempt_at = now(), reference = null
  where id = p_id and state = 'failed' returning order_id into v_order;
  if v_order is null then
    perform private.refuse('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  insert into public.order_events (order_id, type, description, data)
  values (v_order, 'refund_retried', 'Refund is tried again', jsonb_build_object('refund', p_id, 'actor', (select auth.uid())));
end;
$$;

grant execute on function private.retry_refund(uuid) to authenticated, service_role;

create function public.retry_refund(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.retry_refund(p_id); $$;

grant execute on function public.retry_refund(uuid) to authenticated, service_role;

-- Whether an order can still be cancelled: nothing of it is on its way.
create function private.can_cancel(p_order public.orders)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_order.status in ('pending', 'processing')
    and not exists (select from public.shipments where order_id = p_order.id and status <> 'processing');
$$;

-- Cancels an order before it is sent, for callers that have asked for the right: its stock returns, the buyer gets a letter with the
-- reason, and with p_refund what was paid is refunded. Cancelled already, it stays as it is.
create function private.cancel_unsent(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_left record;
  v_id uuid := gen_random_uuid();
begin
  select * into v_order from public.orders where id = p_order for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif v_order.status = 'cancelled' then
    return jsonb_build_object('status', v_order.status, 'refund', null);
  elsif not private.can_cancel(v_order) then
    perform private.refuse('PT409', 'This order has been sent. What comes back is a return.', 'already_sent');
  end if;
  select * into v_left from private.refund_left(v_order);
  if p_refund and v_left.goods + v_left.delivery > 0 and v_order.payment_status in ('succeeded', 'paid', 'refunded') then
    perform private.write_refund(v_id, p_order, coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity - refunded) order by line)
        from private.order_lines(v_order) where quantity > refunded), '[]'),
      v_left.delivery * 0.01, (v_left.goods + v_left.delivery) * 0.01, p_reason, true);
  else
    v_id := null;
  end if;
  update public.orders set status = 'cancelled', cancel_reason = btrim(p_reason) where id = p_order;
  return jsonb_build_object('status', 'cancelled', 'refund', case when v_id is not null then private.refund_reply(v_id) end);
end;
$$;

create function private.cancel_order(p_order uuid, p_reason text, p_refund boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  if p_refund then
    perform private.require_right('refunds');
  end if;
  if coalesce(btrim(p_reason), '') = '' or char_length(p_reason) > 500 then
    perform private.refuse('PT422', 'Say why the order is cancelled, in 500 characters at most.', 'reason');
  end if;
  return private.cancel_unsent(p_order, p_reason, p_refund);
end;
$$;

grant execute on function private.cancel_order(uuid, text, bool) to authenticated, service_role;

create function public.cancel_order(p_order uuid, p_reason text, p_refund boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.cancel_order(p_order, p_reason, p_refund); $$;

grant execute on function public.cancel_order(uuid, text, bool) to authenticated, service_role;

-- 58_settled_refunds.sql

-- Refunds that failed after the payment provider had accepted them, and what staff do about a refund that cannot be paid.

-- What the provider says later of a refund that it accepted (p_reference): it came back. The money is the shop's again and the refund
-- has failed. Said twice, or of an attempt before the last one, it changes nothing. Returns the state; pending means that the answer of
-- the provider is not written down yet, so that it must say this again.
create function private.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_known public.refunds;
begin
  select * into v_known from public.refunds where id = p_id;
  perform from public.orders where id = v_known.order_id for no key update;
  select * into v_known from public.refunds where id = p_id for update;
  if v_known.state is distinct from 'succeeded' or v_known.by_other_means or v_known.card_amount = 0
    or v_known.reference is distinct from p_reference
  then
    return v_known.state;
  end if;
  update public.refunds set state = 'failed', settled_at = null, last_error = left(p_error, 500) where id = p_id;
  update public.orders
  set refunded_amount = refunded_amount - v_known.card_amount,
    payment_status = case when payment_status = 'refunded' and not marked_refunded then 'succeeded' else payment_status end
  where id = v_known.order_id;
  insert into public.order_events (order_id, type, description, data)
  values (v_known.order_id, 'refund_failed', format('Refund of £%s came back', v_known.card_amount), jsonb_build_object('refund', p_id));
  return 'failed';
end;
$$;

grant execute on function private.bounce_refund(uuid, text, text) to service_role;

create function public.bounce_refund(p_id uuid, p_reference text, p_error text)
returns text
language sql
set search_path = ''
as $$ select private.bounce_refund(p_id, p_reference, p_error); $$;

grant execute on function public.bounce_refund(uuid, text, text) to service_role;

-- A refund that failed, with its order locked before it. Raises 409 for any other.
create function private.lock_failed_refund(p_id uuid)
returns public.refunds
language plpgsql
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform from public.orders where id = (select order_id from public.refunds where id = p_id) for no key update;
  select * into v_refund from public.refunds where id = p_id and state = 'failed' for update;
  if v_refund.id is null then
    perform private.refuse('PT409', 'This refund is not one that failed.', 'not_failed');
  end if;
  return v_refund;
end;
$$;

-- Notes that staff have paid a failed refund by other means, such as a bank transfer. p_note says how.
create function private.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  perform private.require_right('refunds');
  if coalesce(btrim(p_note), '') = '' or char_length(p_note) > 500 then
    perform private.refuse('PT422', 'Say how the money was paid, in 500 characters at most.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  update public.refunds
  set state = 'succeeded', settled_at = now(), by_other_means = true, note = btrim(p_note), last_error = null
  where id = p_id returning * into v_refund;
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_paid_otherwise', format('£%s refunded by other means', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', btrim(p_note), 'actor', (select auth.uid())));
  perform private.count_refund(v_refund.order_id, v_refund.card_amount, 0);
  perform private.queue_refund_mail(bought, v_refund) from public.orders as bought where bought.id = v_refund.order_id;
end;
$$;

grant execute on function private.pay_refund_otherwise(uuid, text) to authenticated, service_role;

create function public.pay_refund_otherwise(p_id uuid, p_note text)
returns void
language sql
set search_path = ''
as $$ select private.pay_refund_otherwise(p_id, p_note); $$;

grant execute on function public.pay_refund_otherwise(uuid, text) to authenticated, service_role;

-- Gives up the card's part of a failed refund, which is then left to refund again. The gift card's part and the pieces stay: they
-- moved when the refund was made.
create function private.give_up_refund(p_id uuid, p_note text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_goods numeric;
begin
  perform private.require_right('refunds');
  if char_length(p_note) > 500 then
    perform private.refuse('PT422', 'The note is too long.', 'note');
  end if;
  v_refund := private.lock_failed_refund(p_id);
  insert into public.order_events (order_id, type, description, data)
  values (v_refund.order_id, 'refund_given_up', format('Refund of £%s given up', v_refund.card_amount),
    jsonb_build_object('refund', p_id, 'note', nullif(btrim(p_note), ''), 'actor', (select auth.uid())));
  v_goods := v_refund.gift_card_amount - least(v_refund.delivery_amount, v_refund.gift_card_amount);
  update public.refunds
  set state = 'given_up', settled_at = now(), given_up = card_amount, card_amount = 0, provider = null, last_error = null,
    note = btrim(coalesce(p_note, '')), amount = gift_card_amount, delivery_amount = gift_card_amount - v_goods,
    tax_amount = least(v_goods, private.share_of((tax_amount * 100)::integer, v_goods, amount - delivery_amount) * 0.01)
  where id = p_id returning * into v_refund;
  perform private.queue_refund_mail(bought, v_refund)
  from public.orders as bought where bought.id = v_refund.order_id and not exists (
    select from public.email_outbox
    where order_id = bought.id and kind = 'refund' and data ->> 'refund' = p_id::text);
end;
$$;

grant execute on function private.give_up_refund(uuid, text) to authenticated, service_role;

create function public.give_up_refund(p_id uuid, p_note text default '')
returns void
language sql
set search_path = ''
as $$ select private.give_up_refund(p_id, p_note); $$;

grant execute on function public.give_up_refund(uuid, text) to authenticated, service_role;

-- 59_returns.sql

-- Returns: what a shopper sends back, what staff decide about it, and the refund at its end.

create table public.returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected', 'received', 'refunded')),
  -- What staff tell the shopper about the decision.
  note text not null default '' check (char_length(note) <= 1000),
  refund_id uuid references public.refunds (id) on delete restrict,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  received_at timestamptz,
  refunded_at timestamptz,
  constraint returns_refund check ((state = 'refunded') = (refund_id is not null))
);

create index returns_by_order on public.returns (order_id, created_at, id);
create index returns_by_state on public.returns (state, created_at desc, id);
create index returns_by_refund on public.returns (refund_id) where refund_id is not null;

alter table public.returns enable row level security;
revoke all on table public.returns from anon, authenticated;
grant all on table public.returns to service_role;
grant select on table public.returns to authenticated;

create policy "Those who see the order see its returns" on public.returns for select to authenticated
  using (exists (select from public.orders where orders.id = returns.order_id));

alter publication supabase_realtime add table public.returns;

create table public.return_lines (
  return_id uuid not null references public.returns (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  quantity integer not null check (quantity > 0),
  reason text not null check (reason in ('changed_mind', 'damaged', 'wrong_item', 'faulty')),
  comment text not null default '' check (char_length(comment) <= 500),
  -- As the shopper says: goods sealed for hygiene can be returned for a change of mind while the seal is unbroken.
  sealed boolean not null,
  decision text check (decision in ('approved', 'rejected')),
  received integer check (received between 0 and quantity),
  condition text check (condition in ('as_new', 'opened', 'damaged')),
  restock boolean,
  primary key (return_id, line),
  constraint return_lines_received check (received is null or decision = 'approved'),
  constraint return_lines_condition check ((coalesce(received, 0) > 0) = (condition is not null and restock is not null))
);

alter table public.return_lines enable row level security;
revoke all on table public.return_lines from anon, authenticated;
grant all on table public.return_lines to service_role;
grant select on table public.return_lines to authenticated;

create policy "Those who see the return see its lines" on public.return_lines for select to authenticated
  using (exists (select from public.returns where returns.id = return_lines.return_id));

-- Pieces of an order's line that can still be sent back: not refunded, and in no return that is under way.
create function private.returnable(p_order public.orders)
returns table (line integer, quantity integer)
language sql
stable
set search_path = ''
as $$
  select ordered.line, ordered.quantity - ordered.refunded - coalesce((
    select sum(part.quantity) from public.return_lines as part join public.returns as sent on sent.id = part.return_id
    where sent.order_id = p_order.id and sent.state in ('requested', 'approved', 'received')
      and part.line = ordered.line and part.decision is distinct from 'rejected'), 0)::integer
  from private.order_lines(p_order) as ordered
  -- What was never sent, a gift card, does not come back.
  where ordered.product_id is not null;
$$;

-- The last day, in London, on which a shopper may ask: 14 days from delivery for a change of mind, 30 for what is not right.
create function private.return_until(p_order public.orders, p_reason text)
returns date
language sql
stable
set search_path = ''
as $$
  select (p_order.delivered_at at time zone 'Europe/London')::date + case p_reason when 'changed_mind' then 14 else 30 end;
$$;

-- The letter about a return in its present state.
create function private.queue_return_mail(p_order public.orders, p_return uuid)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'return_status', p_order.email, format('Your return for order %s', p_order.order_number), p_order.id,
    jsonb_build_object('order_number', p_order.order_number, 'state', sent.state, 'note', sent.note,
      'items', (
        select jsonb_agg(jsonb_build_object('name', p_order.items -> part.line ->> 'name',
          'variant_name', p_order.items -> part.line ->> 'variant_name', 'quantity', part.quantity,
          'decision', part.decision, 'received', part.received) order by part.line)
        from public.return_lines as part where part.return_id = sent.id))
  from public.returns as sent
  where sent.id = p_return and p_order.email is not null;
$$;

-- Notes a step of a return in the order's events and tells the shopper.
create function private.note_return(p_order public.orders, p_return uuid, p_type text, p_text text)
returns void
language sql
set search_path = ''
as $$
  insert into public.order_events (order_id, type, description, data)
  values (p_order.id, p_type, p_text, jsonb_build_object('return', p_return, 'actor', (select auth.uid())));
  select private.queue_return_mail(p_order, p_return);
$$;

-- Raises 422 unless p_lines is a list of at most 60 objects that each name another line.
create function private.require_return_lines(p_lines jsonb)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or octet_length(p_lines::text) > 60000
    or jsonb_array_length(p_lines) not between 1 and 60
  then
    perform private.refuse('PT422', 'Choose what is sent back.', 'lines');
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    where jsonb_typeof(entry) <> 'object' or coalesce(entry ->> 'line', '') !~ '^[0-9]{1,4}$')
  then
    perform private.refuse('PT422', 'A line needs its number.', 'lines');
  elsif (select count(*) <> count(distinct (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry) then
    perform private.refuse('PT422', 'Each line can be chosen once.', 'lines');
  end if;
end;
$$;

-- Asks for a return: the order's owner in time, staff for them at any time. p_id is made by the caller; the same again changes
-- nothing. Of what is unsealed staff decide, line by line, because not all goods are sealed for hygiene.
create function private.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is_staff boolean := private.may('orders');
  v_order public.orders;
  v_reason text;
begin
  select * into v_order from public.orders where id = p_order and (v_is_staff or user_id = (select auth.uid())) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  elsif p_id is null then
    perform private.refuse('PT400', 'A return needs an id.', 'id');
  elsif exists (select from public.returns where id = p_id and order_id = p_order) then
    return p_id;
  end if;
  perform private.consume_rate_limit('request_return', p_order::text, 20, interval '1 hour');
  perform private.require_return_lines(p_lines);
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'quantity', '') !~ '^[1-9][0-9]{0,5}$'
      or coalesce(entry ->> 'reason', '') not in ('changed_mind', 'damaged', 'wrong_item', 'faulty')
      or jsonb_typeof(entry -> 'sealed') is distinct from 'boolean'
      or coalesce(jsonb_typeof(entry -> 'comment'), 'string') <> 'string' or char_length(entry ->> 'comment') > 500)
  then
    perform private.refuse('PT422', 'A line needs how many pieces, a reason, and whether its seal is unbroken.', 'lines');
  elsif v_order.status not in ('shipped', 'delivered', 'completed') or (v_order.delivered_at is null and not v_is_staff) then
    perform private.refuse('PT409', 'This order has not been delivered.', 'not_delivered');
  end if;
  select entry ->> 'reason' into v_reason from jsonb_array_elements(p_lines) as entry
  where private.return_until(v_order, entry ->> 'reason') < (now() at time zone 'Europe/London')::date limit 1;
  if v_reason is not null and not v_is_staff then
    perform private.refuse('PT409',
      'The time for returns has passed. If something is wrong, please contact us: your statutory rights are not affected.', 'too_late',
      private.return_until(v_order, v_reason)::text);
  elsif exists (
    select from jsonb_array_elements(p_lines) as entry
    left join private.returnable(v_order) as left_over on left_over.line = (entry ->> 'line')::integer
    where coalesce(left_over.quantity, 0) < (entry ->> 'quantity')::integer)
  then
    perform private.refuse('PT409', 'That is more than can still be sent back.', 'lines_left');
  end if;
  insert into public.returns (id, order_id) values (p_id, p_order);
  insert into public.return_lines (return_id, line, quantity, reason, comment, sealed)
  select p_id, line, quantity, reason, coalesce(btrim(comment), ''), sealed
  from jsonb_to_recordset(p_lines) as chosen (line integer, quantity integer, reason text, comment text, sealed boolean);
  perform private.note_return(v_order, p_id, 'return_requested', 'Return requested');
  return p_id;
end;
$$;

grant execute on function private.request_return(uuid, uuid, jsonb) to authenticated, service_role;

create function public.request_return(p_id uuid, p_order uuid, p_lines jsonb)
returns uuid
language sql
set search_path = ''
as $$ select private.request_return(p_id, p_order, p_lines); $$;

grant execute on function public.request_return(uuid, uuid, jsonb) to authenticated, service_role;

-- The order of a return, locked, with the return in the state that a step needs. Raises 404, or 409 when somebody was faster.
create function private.lock_return(p_id uuid, p_state text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select bought.* into v_order from public.orders as bought
  where id = (select order_id from public.returns where id = p_id) for no key update;
  if v_order.id is null then
    perform private.refuse('PT404', 'Return not found.', 'return_not_found');
  elsif not exists (select from public.returns where id = p_id and state = p_state) then
    perform private.refuse('PT409', 'This return has moved on meanwhile.', 'return_moved_on');
  end if;
  return v_order;
end;
$$;

-- Approves or rejects each line. p_lines: [{line, approved}], all of them. A return of which nothing is approved is rejected.
create function private.decide_return(p_id uuid, p_lines jsonb, p_note text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_state text;
begin
  perform private.require_right('orders');
  perform private.require_return_lines(p_lines);
  v_order := private.lock_return(p_id, 'requested');
  if char_length(p_note) > 1000 then
    perform private.refuse('PT422', 'The note is too long.', 'note');
  elsif exists (
    select from public.return_lines as part
    full join jsonb_array_elements(p_lines) as entry on (entry ->> 'line')::integer = part.line and part.return_id = p_id
    where (part.return_id = p_id or part.return_id is null)
      and (part.line is null or jsonb_typeof(entry -> 'approved') is distinct from 'boolean'))
  then
    perform private.refuse('PT422', 'Decide about every line.', 'lines');
  end if;
  update public.return_lines as part set decision = case when chosen.approved then 'approved' else 'rejected' end
  from jsonb_to_recordset(p_lines) as chosen (line integer, approved boolean)
  where part.return_id = p_id and part.line = chosen.line;
  v_state := case when exists (select from public.return_lines where return_id = p_id and decision = 'approved')
    then 'approved' else 'rejected' end;
  if btrim(coalesce(p_note, '')) = '' and exists (select from public.return_lines where return_id = p_id and decision = 'rejected') then
    perform private.refuse('PT422', 'Say why it is rejected: the shopper reads it.', 'note');
  end if;
  update public.returns set state = v_state, note = btrim(coalesce(p_note, '')), decided_at = now() where id = p_id;
  perform private.note_return(v_order, p_id, 'return_' || v_state, format('Return %s', v_state));
  return v_state;
end;
$$;

grant execute on function private.decide_return(uuid, jsonb, text) to authenticated, service_role;

create function public.decide_return(p_id uuid, p_lines jsonb, p_note text default '')
returns text
language sql
set search_path = ''
as $$ select private.decide_return(p_id, p_lines, p_note); $$;

grant execute on function public.decide_return(uuid, jsonb, text) to authenticated, service_role;

-- What has arrived of the approved lines. p_lines: [{line, received, condition, restock}], all of them; condition and restock where
-- something arrived.
create function private.receive_return(p_id uuid, p_lines jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.require_right('orders');
  perform private.require_return_lines(p_lines);
  v_order := private.lock_return(p_id, 'approved');
  if exists (
    select from jsonb_array_elements(p_lines) as entry
    where coalesce(entry ->> 'received', '') !~ '^[0-9]{1,6}$'
      or (entry ->> 'received' !~ '^0+$' and (coalesce(entry ->> 'condition', '') not in ('as_new', 'opened', 'damaged')
        or jsonb_typeof(entry -> 'restock') is distinct from 'boolean')))
  then
    perform private.refuse('PT422', 'Say how many pieces arrived, and in which condition.', 'lines');
  elsif (
    select array_agg((entry ->> 'line')::integer order by (entry ->> 'line')::integer) from jsonb_array_elements(p_lines) as entry)
    is distinct from (select array_agg(line order by line) from public.return_lines where return_id = p_id and decision = 'approved')
    or exists (
      select from jsonb_array_elements(p_lines) as entry
      join public.return_lines as part on part.return_id = p_id and part.line = (entry ->> 'line')::integer
      where (entry ->> 'received')::integer > part.quantity)
  then
    perform private.refuse('PT422', 'Note each approved line, with no more pieces than were to come.', 'lines');
  end if;
  update public.return_lines as part
  set received = chosen.received, condition = case when chosen.received > 0 then chosen.condition end,
    restock = case when chosen.received > 0 then chosen.restock end
  from jsonb_to_recordset(p_lines) as chosen (line integer, received integer, condition text, restock boolean)
  where part.return_id = p_id and part.line = chosen.line;
  if not exists (select from public.return_lines where return_id = p_id and received > 0) then
    perform private.refuse('PT422', 'Nothing has arrived yet.', 'lines');
  end if;
  update public.returns set state = 'received', received_at = now() where id = p_id;
  perform private.note_return(v_order, p_id, 'return_received', 'Return received');
end;
$$;

grant execute on function private.receive_return(uuid, jsonb) to authenticated, service_role;

create function public.receive_return(p_id uuid, p_lines jsonb)
returns void
language sql
set search_path = ''
as $$ select private.receive_return(p_id, p_lines); $$;

grant execute on function public.receive_return(uuid, jsonb) to authenticated, service_role;

-- Refunds what has arrived, restocked as noted then. p_refund: the refund's id, made by the caller; the same again changes nothing.
create function private.refund_return(p_id uuid, p_refund uuid, p_delivery numeric, p_amount numeric, p_reason text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_reply jsonb;
begin
  perform private.require_right('refunds');
  if exists (select from public.returns where id = p_id and refund_id = p_refund) then
    return private.refund_reply(p_refund);
  end if;
  v_order := private.lock_return(p_id, 'received');
  v_reply := private.write_refund(p_refund, v_order.id, (
      select jsonb_agg(jsonb_build_object('line', line, 'quantity', received, 'restock', restock) order by line)
      from public.return_lines where return_id = p_id and received > 0),
    p_delivery, p_amount, p_reason, true);
  update public.returns set state = 'refunded', refund_id = p_refund, refunded_at = now() where id = p_id;
  insert into public.order_events (order_id, type, description, data)
  values (v_order.id, 'return_refunded', 'Return refunded',
    jsonb_build_object('return', p_id, 'refund', p_refund, 'actor', (select auth.uid())));
  return v_reply;
end;
$$;

grant execute on function private.refund_return(uuid, uuid, numeric, numeric, text) to authenticated, service_role;

create function public.refund_return(
  p_id uuid, p_refund uuid, p_delivery numeric default 0, p_amount numeric default null, p_reason text default '')
returns jsonb
language sql
set search_path = ''
as $$ select private.refund_return(p_id, p_refund, p_delivery, p_amount, p_reason); $$;

grant execute on function public.refund_return(uuid, uuid, numeric, numeric, text) to authenticated, service_role;

-- The returns in a state, oldest first where somebody waits, with their lines; up to 1,000 are counted.
create function private.office_returns(p_state text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_waits boolean := p_state in ('requested', 'approved', 'received');
  v_total integer;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  perform private.require_right('orders');
  select count(*) into v_total from (select from public.returns where state = p_state limit v_most + 1) as counted;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('id', sent.id, 'state', sent.state, 'note', sent.note, 'created_at', sent.created_at,
      'decided_at', sent.decided_at, 'received_at', sent.received_at, 'refunded_at', sent.refunded_at, 'order_id', bought.id,
      'order_number', bought.order_number, 'email', bought.email, 'delivered_at', bought.delivered_at, 'currency', bought.currency,
      'lines', (
        select jsonb_agg(jsonb_build_object('line', part.line, 'name', bought.items -> part.line ->> 'name',
          'variant_name', bought.items -> part.line ->> 'variant_name', 'sku', bought.items -> part.line ->> 'sku',
          'quantity', part.quantity, 'reason', part.reason, 'comment', part.comment, 'sealed', part.sealed,
          'decision', part.decision, 'received', part.received, 'condition', part.condition, 'restock', part.restock) order by part.line)
        from public.return_lines as part where part.return_id = sent.id))
    order by case when v_waits then sent.created_at end, sent.created_at desc, sent.id), '[]')
  into v_rows
  from (
    (select id from public.returns where state = p_state and v_waits order by created_at, id desc
      limit v_size offset (v_page - 1)::bigint * v_size)
    union all
    (select id from public.returns where state = p_state and not v_waits order by created_at desc, id
      limit v_size offset (v_page - 1)::bigint * v_size)
  ) as wanted
  join public.returns as sent on sent.id = wanted.id
  join public.orders as bought on bought.id = sent.order_id;
  return jsonb_build_object('rows', v_rows, 'total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page,
    'pages', v_pages);
end;
$$;

grant execute on function private.office_returns(text, int4, int4) to authenticated, service_role;

create function public.office_returns(p_state text default 'requested', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_returns(p_state, p_page, p_size); $$;

grant execute on function public.office_returns(text, int4, int4) to authenticated, service_role;

-- 60_sending.sql

-- Parcels handed over to a carrier, many orders at once.

-- What keeps an order from being sent, in words; null when it can be.
create function private.sending_refusal(p_order public.orders)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when p_order.id is null then 'There is no order with this number.'
    when p_order.status = 'cancelled' then 'This order is cancelled.'
    when p_order.payment_status = 'refunded' then 'This order is refunded.'
    when p_order.payment_status not in ('paid', 'succeeded') then 'This order is not paid.'
    when p_order.shipping_method = 'By e-mail' then 'This order has nothing to send.'
  end;
$$;

-- What each row of a file of sent parcels would do: `sent`, `same` when its order already has this parcel, so that a file can be
-- sent again, or `error` with a message and the field it is about.
create function private.plan_sending(p_rows jsonb)
returns table (place bigint, line text, order_number text, order_id uuid, carrier text, tracking_number text, estimated_delivery text,
  outcome text, message text, field text)
language sql
stable
set search_path = ''
as $$
  with given as (
    select entry.place, left(row ->> 'line', 12) as line, upper(btrim(left(row ->> 'order_number', 40))) as order_number,
      nullif(btrim(row ->> 'carrier'), '') as carrier, nullif(btrim(row ->> 'tracking_number'), '') as tracking_number,
      nullif(btrim(row ->> 'estimated_delivery'), '') as estimated_delivery
    from jsonb_array_elements(p_rows) with ordinality as entry (row, place)
  )
  select given.place, given.line, given.order_number, orders.id, given.carrier, given.tracking_number, given.estimated_delivery,
    case when refusal.message is not null then 'error' when exists (
      select from public.shipments
      where shipments.order_id = orders.id and shipments.tracking_number is not distinct from given.tracking_number
        and (given.tracking_number is not null or shipments.status <> 'processing')) then 'same' else 'sent' end,
    refusal.message, refusal.field
  from given
  left join public.orders on orders.order_number = given.order_number
  left join lateral (
    select rule.message, rule.field
    from (values
      (1, 'order_number', private.sending_refusal(orders)),
      (2, 'carrier', case when given.carrier is null then 'A carrier is needed.'
        when char_length(given.carrier) > 120 then 'A carrier has at most 120 characters.' end),
      (3, 'tracking_number', case when char_length(given.tracking_number) > 120 then 'A tracking number has at most 120 characters.' end),
      (4, 'estimated_delivery', case when not pg_input_is_valid(coalesce(given.estimated_delivery, '2026-12-24'), 'date')
        then 'The day is written like 2026-12-24.' end),
      (5, 'order_number', case when exists (
        select from given as earlier
        where earlier.order_number = given.order_number and earlier.place < given.place
          and earlier.tracking_number is not distinct from given.tracking_number) then 'The same parcel stands in an earlier row.' end)
    ) as rule (rank, field, message)
    where rule.message is not null order by rule.rank limit 1
  ) as refusal on true;
$$;

-- Marks up to 500 orders as sent: each gets a shipment with its tracking number, moves to shipped, and its buyer a letter.
-- @param p_rows [{ line, order_number, carrier, tracking_number?, estimated_delivery? }]
-- @param p_dry says what would be done and changes nothing
-- @returns [{ line, order_number, outcome: sent | same | error, message, field }] in the order of the rows
create function private.mark_orders_sent(p_rows jsonb, p_dry boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_plan jsonb;
  v_new uuid[];
begin
  perform private.require_right('orders');
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) not between 1 and 500
    or exists (select from jsonb_array_elements(p_rows) as entry where jsonb_typeof(entry) <> 'object') then
    perform private.refuse('PT422', 'Send 1 to 500 rows.', 'rows');
  end if;
  if p_dry is not true then
    perform from public.orders
    where order_number in (select upper(btrim(left(entry ->> 'order_number', 40))) from jsonb_array_elements(p_rows) as entry)
    order by id for no key update;
  end if;
  v_plan := (select jsonb_agg(to_jsonb(plan) order by plan.place) from private.plan_sending(p_rows) as plan);
  if p_dry is not true then
    -- Shipments first, since the letter names them; then all orders in one statement, which locks the counters once, in order:
    -- the trigger of the shipments would do it order by order, which could deadlock.
    with sent as (
      insert into public.shipments (order_id, carrier, tracking_number, shipping_method, estimated_delivery)
      select orders.id, plan.carrier, plan.tracking_number, orders.shipping_method, plan.estimated_delivery::date
      from jsonb_to_recordset(v_plan) as plan (place bigint, order_id uuid, carrier text, tracking_number text,
        estimated_delivery text, outcome text)
      join public.orders on orders.id = plan.order_id
      where plan.outcome = 'sent'
      order by plan.place
      returning id
    )
    select array_agg(id) into v_new from sent;
    update public.orders set status = 'shipped'
    where status in ('pending', 'processing') and id in (select order_id from public.shipments where id = any (v_new));
    update public.shipments set status = 'shipped' where id = any (v_new);
  end if;
  return (
    select jsonb_agg(jsonb_build_object('line', row -> 'line', 'order_number', row -> 'order_number', 'outcome', row -> 'outcome',
      'message', row -> 'message', 'field', row -> 'field') order by place)
    from jsonb_array_elements(v_plan) with ordinality as entry (row, place));
end;
$$;

grant execute on function private.mark_orders_sent(jsonb, bool) to authenticated, service_role;

create function public.mark_orders_sent(p_rows jsonb, p_dry boolean)
returns jsonb
language sql
set search_path = ''
as $$ select private.mark_orders_sent(p_rows, p_dry); $$;

grant execute on function public.mark_orders_sent(jsonb, bool) to authenticated, service_role;

-- 61_sales.sql

-- Figures of the dashboard over time: orders and money by day, week or month, and what sells best.

-- What was sold of each product in a day and in a month (London), by orders that are paid and not cancelled. Counted by triggers.
-- amount is before VAT, discounts and refunds. A product that is deleted keeps its rows.
create table private.product_sales (
  unit text not null check (unit in ('day', 'month')),
  since date not null,
  product_id uuid not null,
  units bigint not null default 0,
  amount numeric(16, 2) not null default 0,
  primary key (unit, since, product_id)
) with (fillfactor = 70);

revoke all on table private.product_sales from public;

-- Runs after private.count_order_days, in the order of products, for the same reason.
create function private.count_product_sales()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.product_sales as tally (unit, since, product_id, units, amount)
    select unit, date_trunc(unit, created_at at time zone 'Europe/London')::date, (item ->> 'product_id')::uuid,
      sum(sign * (item ->> 'quantity')::bigint), sum(sign * (item ->> 'total_price')::numeric)
    from (%s) as change
    cross join jsonb_array_elements(items) as item
    cross join (values ('day'), ('month')) as kind (unit)
    where payment_status in ('paid', 'succeeded') and status <> 'cancelled' and item ->> 'product_id' is not null
    group by 1, 2, 3 having sum(sign * (item ->> 'quantity')::bigint) <> 0
    order by 1, 2, 3
    on conflict (unit, since, product_id) do update set units = tally.units + excluded.units, amount = tally.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger update_product_sales_insert after insert on public.orders
  referencing new table as new_rows for each statement execute function private.count_product_sales();
create trigger update_product_sales_update after update on public.orders
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_product_sales();
create trigger update_product_sales_delete after delete on public.orders
  referencing old table as old_rows for each statement execute function private.count_product_sales();

-- The longest period that is asked for: 5 years.
create function private.check_period(p_from date, p_to date)
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or p_to - p_from > 1827
    or p_from < date '2000-01-01' or p_to > date '2200-01-01' then
    perform private.refuse('PT422', 'Choose a period of at most 5 years.', 'period');
  end if;
end;
$$;

-- The beginning of a day in London.
create function private.london_midnight(p_day date)
returns timestamptz
language sql
immutable
set search_path = ''
as $$ select p_day::timestamp at time zone 'Europe/London'; $$;

-- What was given back in a period, gift cards included, by the day of the refund.
create function private.refunded_between(p_from date, p_to date)
returns numeric
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(amount), 0) from public.refunds
  where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1);
$$;

-- Orders and money of a period. revenue and paid are what the cards of the dashboard call so (private.dashboard_stats).
create function private.sales_total(p_from date, p_to date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('orders', coalesce(sum(orders), 0),
    'revenue', coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0),
    'paid', coalesce(sum(amount) filter (where payment_status in ('paid', 'succeeded')), 0),
    'refunded', private.refunded_between(p_from, p_to),
    'customers', (select coalesce(sum(customers), 0) from private.customer_days where day between p_from and p_to))
  from private.order_days where day between p_from and p_to;
$$;

-- The best-selling products of a period: whole months from the months, the days at its edges from the days.
create function private.top_products(p_from date, p_to date, p_limit integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with edges as (
    select date_trunc('month', p_from + interval '1 month' - interval '1 day')::date as first_month,
      date_trunc('month', p_to + interval '1 day')::date as after_months
  ), sold as (
    select product_id, units, amount from private.product_sales, edges
    where unit = 'month' and since >= first_month and since < after_months
    union all
    select product_id, units, amount from private.product_sales, edges
    where unit = 'day' and since between p_from and p_to
      and (first_month >= after_months or since < first_month or since >= after_months)
  ), best as (
    select product_id, sum(units) as units, sum(amount) as amount from sold
    group by product_id having sum(units) > 0 order by sum(amount) desc, product_id limit p_limit
  )
  select coalesce(jsonb_agg(jsonb_build_object('product_id', best.product_id, 'name', product.name, 'units', best.units,
    'amount', best.amount) order by best.amount desc, best.product_id), '[]')
  from best left join public.products as product on product.id = best.product_id;
$$;

-- The figures of a period (days in London, both included) by day, week or month, its best-selling products, and the totals of the
-- period of the same length before.
create function private.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  perform private.check_period(p_from, p_to);
  if coalesce(p_unit, '') not in ('day', 'week', 'month') or (p_unit = 'day' and p_to - p_from > 366) then
    perform private.refuse('PT422', 'Choose days (of a year at most), weeks or months.', 'unit');
  end if;
  return (
    with counted as (
      select date_trunc(p_unit, day)::date as since, sum(orders) as orders,
        coalesce(sum(amount) filter (where status = private.setting_text('revenue.basis', 'completed')), 0) as revenue,
        coalesce(sum(amount) filter (where payment_status in ('paid', 'succeeded')), 0) as paid
      from private.order_days where day between p_from and p_to group by 1
    ), joined as (
      select date_trunc(p_unit, day)::date as since, sum(customers) as customers
      from private.customer_days where day between p_from and p_to group by 1
    ), returned as (
      select date_trunc(p_unit, settled_at at time zone 'Europe/London')::date as since, sum(amount) as refunded
      from public.refunds
      where settled_at >= private.london_midnight(p_from) and settled_at < private.london_midnight(p_to + 1)
      group by 1
    )
    select jsonb_build_object(
      'series', jsonb_agg(jsonb_build_object('since', bucket.since, 'orders', coalesce(counted.orders, 0),
        'revenue', coalesce(counted.revenue, 0), 'paid', coalesce(counted.paid, 0),
        'refunded', coalesce(returned.refunded, 0), 'customers', coalesce(joined.customers, 0))
        order by bucket.since),
      'total', private.sales_total(p_from, p_to),
      'before', private.sales_total(p_from - (p_to - p_from + 1), p_from - 1),
      'top_products', private.top_products(p_from, p_to, 10))
    from (
      select step::date as since
      from generate_series(date_trunc(p_unit, p_from::timestamp), p_to::timestamp, ('1 ' || p_unit)::interval) as step
    ) as bucket
    left join counted using (since) left join joined using (since) left join returned using (since));
end;
$$;

grant execute on function private.sales_series(date, date, text) to authenticated, service_role;

create function public.sales_series(p_from date, p_to date, p_unit text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.sales_series(p_from, p_to, p_unit); $$;

grant execute on function public.sales_series(date, date, text) to authenticated, service_role;

-- The latest that happened to orders, with who did it.
create function private.recent_activity()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('orders');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'order_number', orders.order_number, 'type', event.type,
      'description', event.description, 'at', event.created_at,
      'actor', nullif(btrim(concat_ws(' ', member.first_name, member.last_name)), '')) order by event.id desc), '[]')
    from (select * from public.order_events order by id desc limit 5) as event
    join public.orders on orders.id = event.order_id
    left join public.admin_users as member on member.user_id::text = event.data ->> 'actor');
end;
$$;

grant execute on function private.recent_activity() to authenticated, service_role;

create function public.recent_activity()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.recent_activity(); $$;

grant execute on function public.recent_activity() to authenticated, service_role;

-- 62_office_shipping.sql

-- Delivery in the back office: zones, methods and rules are saved and deleted, and a price is explained. Locks: a method before the
-- rules that name it.

-- The fields of each form, as in private.field_rules; the kinds factor, choice and object are this file's own.
create function private.shipping_fields(p_kind text)
returns table (field text, label text, kind text, is_required boolean, lowest numeric, highest numeric, bytes integer)
language sql
immutable
set search_path = ''
as $$
  select rule.field, rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest, rule.bytes
  from (values
    ('zone', 1, 'name', 'Name', 'text', true, 1, 120, null::integer),
    ('zone', 2, 'description', 'Description', 'text', false, 0, 1000, null),
    ('zone', 3, 'postcodes', 'Postcodes', 'list', true, 0, 500, 5000),
    ('zone', 4, 'multiplier', 'Multiplier', 'factor', true, 0.1, 9999.99, null),
    ('zone', 5, 'position', 'Order', 'whole', true, -1000000, 1000000, null),
    ('zone', 6, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('method', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('method', 2, 'description', 'Description', 'text', false, 0, 1000, null),
    ('method', 3, 'base_price', 'Base price', 'money', true, 0, 100000, null),
    ('method', 4, 'estimated_days_min', 'Minimum days', 'whole', true, 1, 365, null),
    ('method', 5, 'estimated_days_max', 'Maximum days', 'whole', true, 1, 365, null),
    ('method', 6, 'features', 'Features', 'list', true, 0, 30, 5000),
    ('method', 7, 'sort_order', 'Order', 'whole', true, -1000000, 1000000, null),
    ('method', 8, 'is_active', 'Active', 'switch', true, 0, 0, null),
    ('rule', 1, 'name', 'Name', 'text', true, 1, 120, null),
    ('rule', 2, 'type', 'Type', 'choice', true, 0, 0, null),
    ('rule', 3, 'priority', 'Priority', 'whole', true, -1000000, 1000000, null),
    ('rule', 4, 'conditions', 'Conditions', 'object', true, 0, 0, 20000),
    ('rule', 5, 'actions', 'Actions', 'object', true, 0, 0, 5000),
    ('rule', 6, 'is_active', 'Active', 'switch', true, 0, 0, null)
  ) as rule (subject, place, field, label, kind, is_required, lowest, highest, bytes)
  where rule.subject = p_kind
  order by rule.place;
$$;

-- What is wrong with a value; null when nothing is.
create function private.shipping_value_problem(
  p_label text, p_kind text, p_is_required boolean, p_lowest numeric, p_highest numeric, p_bytes integer, p_value jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_text constant text := btrim(p_value #>> '{}');
begin
  if coalesce(jsonb_typeof(p_value), 'null') = 'null' or v_text = '' or p_kind not in ('factor', 'choice', 'object') then
    return private.value_problem(p_label, p_kind, p_is_required, p_lowest, p_highest, p_bytes, p_value);
  elsif p_kind = 'object' then
    return case
      when jsonb_typeof(p_value) <> 'object' then format('%s must be a JSON object, such as {"min_order_value": 25}.', p_label)
      when octet_length(p_value::text) > p_bytes then p_label || ' is too long.' end;
  elsif p_kind = 'choice' then
    return case when v_text not in ('free_shipping', 'discount', 'surcharge', 'restriction')
      then p_label || ' must be free_shipping, discount, surcharge or restriction.' end;
  elsif jsonb_typeof(p_value) not in ('number', 'string') or v_text !~ '^[0-9]{1,15}(\.[0-9]{1,15})?$' then
    return p_label || ' must be a number, such as 1.5.';
  end if;
  return case
    when v_text::numeric not between p_lowest and p_highest
    then format('%s must be between %s and %s.', p_label, p_lowest, to_char(p_highest, 'FM999,999.99'))
    when scale(trim_scale(v_text::numeric)) > 2 then p_label || ' can have two decimals, such as 1.25.' end;
end;
$$;

-- Checked fields as they are stored; 422 for the first problem.
create function private.checked_shipping_fields(p_kind text, p_fields jsonb, p_is_new boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_field text;
  v_problem text;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' then
    perform private.refuse('PT422', 'fields must be an object', 'fields');
  end if;
  select key into v_field from jsonb_object_keys(p_fields) as key
  where key not in (select field from private.shipping_fields(p_kind)) limit 1;
  if v_field is not null then
    perform private.refuse('PT422', format('There is no field "%s".', left(v_field, 60)), left(v_field, 60));
  end if;
  select problem.field, problem.message into v_field, v_problem
  from (
    select rule.place, rule.field, private.shipping_value_problem(rule.label, rule.kind, rule.is_required, rule.lowest, rule.highest,
      rule.bytes, p_fields -> rule.field) as message
    from private.shipping_fields(p_kind) with ordinality as rule (field, label, kind, is_required, lowest, highest, bytes, place)
    where p_fields ? rule.field or (p_is_new and rule.field = 'name')
  ) as problem
  where problem.message is not null
  order by problem.place
  limit 1;
  if v_problem is not null then
    perform private.refuse('PT422', v_problem, v_field);
  end if;
  return (
    select coalesce(jsonb_object_agg(rule.field, private.stored_value(rule.kind, rule.field, p_fields -> rule.field)), '{}')
    from private.shipping_fields(p_kind) as rule
    where p_fields ? rule.field);
end;
$$;

-- The table of a kind: zone, method or rule.
create function private.shipping_table(p_kind text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_kind is null or p_kind not in ('zone', 'method', 'rule') then
    perform private.refuse('PT422', 'kind must be zone, method or rule', 'kind');
  end if;
  return 'shipping_' || p_kind || 's';
end;
$$;

-- Locks what is to be saved and raises 404 when it is gone, 409 with the present record when it is not the version that was read.
create function private.lock_shipping(p_kind text, p_id uuid, p_version integer)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_record jsonb;
begin
  execute format('select to_jsonb(kept) from public.%I as kept where id = $1 for update', private.shipping_table(p_kind))
  into v_record using p_id;
  if v_record is null then
    perform private.refuse('PT404', format('This %s no longer exists: somebody has deleted it.', p_kind), 'shipping_gone');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif (v_record ->> 'version')::integer <> p_version then
    perform private.refuse('PT409', format('Someone has changed this %s since you opened it.', p_kind), 'stale_version', v_record::text);
  end if;
  return v_record;
end;
$$;

-- Rules name a method by its name or id; those that name it by its name follow when it is renamed, unless another is called the same.
create function private.rename_method_in_rules(p_id uuid, p_before text, p_after text)
returns void
language sql
set search_path = ''
as $$
  update public.shipping_rules set conditions = jsonb_set(conditions, '{shipping_method}', to_jsonb(p_after))
  where jsonb_typeof(conditions -> 'shipping_method') = 'string'
    and upper(btrim(conditions ->> 'shipping_method')) = upper(btrim(p_before))
    and not exists (select from public.shipping_methods where id <> p_id and upper(btrim(name)) = upper(btrim(p_before)));
$$;

-- Adds a zone, method or rule (p_id null) or changes one that is still the version that was read. p_fields: any of the fields in
-- private.shipping_fields. Answers {id, version}.
create function private.save_shipping(p_kind text, p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_table text;
  v_old jsonb := '{"estimated_days_min": 1, "estimated_days_max": 7}';
  v_fields jsonb;
  v_columns text;
  v_saved jsonb;
  v_constraint text;
begin
  perform private.require_right('shipping');
  v_table := private.shipping_table(p_kind);
  v_fields := private.checked_shipping_fields(p_kind, coalesce(p_fields, '{}'), p_id is null);
  if p_id is not null then
    v_old := private.lock_shipping(p_kind, p_id, p_version);
  end if;
  if p_kind = 'method' and ((v_old || v_fields) ->> 'estimated_days_max')::integer < ((v_old || v_fields) ->> 'estimated_days_min')::integer then
    perform private.refuse('PT422', 'Maximum days must be the minimum days or more.', 'estimated_days_max');
  elsif v_old || v_fields = v_old then
    return jsonb_build_object('id', p_id, 'version', p_version);
  end if;
  select string_agg(quote_ident(field), ', ' order by field) into v_columns from jsonb_object_keys(v_fields) as field;
  begin
    if p_id is null then
      execute format('insert into public.%1$I as kept (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
        returning to_jsonb(kept)', v_table, v_columns) into v_saved using v_fields;
    else
      execute format('update public.%1$I as kept set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
        where kept.id = $2 returning to_jsonb(kept)', v_table, v_columns) into v_saved using v_fields, p_id;
      if p_kind = 'method' and v_saved ->> 'name' <> v_old ->> 'name' then
        perform private.rename_method_in_rules(p_id, v_old ->> 'name', v_saved ->> 'name');
      end if;
    end if;
  exception when check_violation then
    get stacked diagnostics v_constraint = constraint_name;
    perform private.refuse_constraint(sqlstate, v_constraint);
  end;
  return jsonb_build_object('id', v_saved -> 'id', 'version', v_saved -> 'version');
end;
$$;

grant execute on function private.save_shipping(text, uuid, int4, jsonb) to authenticated, service_role;

create function public.save_shipping(p_kind text, p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_shipping(p_kind, p_id, p_version, p_fields); $$;

grant execute on function public.save_shipping(text, uuid, int4, jsonb) to authenticated, service_role;

-- Deletes a zone, method or rule. A checkout that had chosen the method chooses again.
create function private.delete_shipping(p_kind text, p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_right('shipping');
  execute format('delete from public.%I where id = $1', private.shipping_table(p_kind)) using p_id;
  get diagnostics v_count = row_count;
  if v_count = 0 then
    perform private.refuse('PT404', format('This %s no longer exists: somebody has deleted it.', p_kind), 'shipping_gone');
  end if;
end;
$$;

grant execute on function private.delete_shipping(text, uuid) to authenticated, service_role;

create function public.delete_shipping(p_kind text, p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.delete_shipping(p_kind, p_id); $$;

grant execute on function public.delete_shipping(text, uuid) to authenticated, service_role;

-- What a cart of a subtotal in pounds pays for delivery by what is saved and active, and why; see private.shipping_explanation.
create function private.explain_shipping(p_subtotal numeric, p_postcode text, p_country text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('shipping');
  if p_subtotal is null or p_subtotal not between 0 and 1000000 then
    perform private.refuse('PT422', 'The amount must be between £0 and £1,000,000.', 'subtotal');
  elsif char_length(p_postcode) > 20 then
    perform private.refuse('PT422', 'postcode is too long', 'postcode');
  elsif char_length(p_country) > 2 then
    perform private.refuse('PT422', 'country must be a code of two letters', 'country');
  end if;
  return private.shipping_explanation(p_subtotal, p_postcode, p_country);
end;
$$;

grant execute on function private.explain_shipping(numeric, text, text) to authenticated, service_role;

create function public.explain_shipping(p_subtotal numeric, p_postcode text, p_country text default 'GB')
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.explain_shipping(p_subtotal, p_postcode, p_country); $$;

grant execute on function public.explain_shipping(numeric, text, text) to authenticated, service_role;

-- 63_office_promotions.sql

-- Promotions in the back office: the list with its counts of uses, saving, ending, and the orders of a code.

-- What the list shows and filters by, a row a promotion. Its own table, so that an order, which counts a use, leaves the promotion alone.
create table private.promotion_list (
  promotion_id uuid primary key references public.promotions (id) on delete cascade,
  created_at timestamptz not null,
  -- In capitals.
  code text not null,
  starts_at timestamptz not null,
  -- 'infinity' without an end.
  ends_at timestamptz not null,
  is_active boolean not null,
  uses_limit integer,
  used bigint not null default 0,
  returned bigint not null default 0,
  is_used_up boolean not null generated always as (coalesce(used >= uses_limit, false)) stored
) with (fillfactor = 80);

create index promotion_list_newest on private.promotion_list (created_at desc, promotion_id);
create index promotion_list_off on private.promotion_list (created_at desc, promotion_id) where not is_active;
create index promotion_list_ends on private.promotion_list (ends_at desc, created_at, promotion_id) where is_active;
create index promotion_list_open on private.promotion_list (is_used_up, ends_at, starts_at, created_at, promotion_id) where is_active;
create index promotion_list_starts on private.promotion_list (starts_at, is_used_up, created_at, promotion_id) where is_active;
create index promotion_list_code on private.promotion_list using gin (code extensions.gin_trgm_ops);
create index promotion_list_code_start on private.promotion_list (code text_pattern_ops);

revoke all on table private.promotion_list from public;

create function private.list_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.promotion_list (promotion_id, created_at, code, starts_at, ends_at, is_active, uses_limit)
  select id, created_at, upper(code), starts_at, coalesce(ends_at, 'infinity'), is_active, uses_limit from new_rows order by id
  on conflict (promotion_id) do update set created_at = excluded.created_at, code = excluded.code, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, is_active = excluded.is_active, uses_limit = excluded.uses_limit;
  return null;
end;
$$;

create trigger list_insert after insert on public.promotions
  referencing new table as new_rows for each statement execute function private.list_promotions();
create trigger list_update after update on public.promotions
  referencing new table as new_rows for each statement execute function private.list_promotions();

-- Counts the uses that orders made, and those that they returned. A use that a payment holds is neither.
create function private.count_promotion_uses()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    with change as (
      select promotion_id, coalesce(sum(sign) filter (where state = 'used'), 0) as used,
        coalesce(sum(sign) filter (where state = 'returned'), 0) as returned
      from (%s) as change
      group by promotion_id
    ), locked as (
      select list.promotion_id from private.promotion_list as list join change using (promotion_id)
      where change.used <> 0 or change.returned <> 0
      order by list.promotion_id for no key update of list
    )
    update private.promotion_list as list
    set used = list.used + change.used, returned = list.returned + change.returned
    from change join locked using (promotion_id)
    where list.promotion_id = change.promotion_id
    $sql$, private.changed_rows(tg_op));
  return null;
end;
$$;

create trigger count_insert after insert on public.promotion_uses
  referencing new table as new_rows for each statement execute function private.count_promotion_uses();
create trigger count_update after update on public.promotion_uses
  referencing old table as old_rows new table as new_rows for each statement execute function private.count_promotion_uses();
create trigger count_delete after delete on public.promotion_uses
  referencing old table as old_rows for each statement execute function private.count_promotion_uses();

-- The condition of a state on private.promotion_list; true for none.
create function private.promotion_condition(p_state text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_state
    when 'off' then 'not is_active'
    when 'ended' then 'is_active and ends_at <= now()'
    when 'used_up' then 'is_active and is_used_up and ends_at > now()'
    when 'scheduled' then 'is_active and not is_used_up and ends_at > now() and starts_at > now()'
    when 'live' then 'is_active and not is_used_up and ends_at > now() and starts_at <= now()'
    else 'true' end;
$$;

-- The state of a promotion, as the conditions have it.
create function private.promotion_phase(p_listed private.promotion_list)
returns text
language sql
stable
set search_path = ''
as $$
  select case when not p_listed.is_active then 'off' when p_listed.ends_at <= now() then 'ended' when p_listed.is_used_up then 'used_up'
    when p_listed.starts_at > now() then 'scheduled' else 'live' end;
$$;

create function private.promotion_row(p_promotion public.promotions, p_listed private.promotion_list)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(p_promotion)
    || jsonb_build_object('state', private.promotion_phase(p_listed), 'used', p_listed.used, 'returned', p_listed.returned);
$$;

-- One page of the promotions, newest first. 10,000 are counted, 1,000 of a search; beyond that the total is marked as not exact and the
-- pages end there. One or two signs are searched at the start of the code, more of them anywhere in it.
create function private.office_promotions(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_query text;
  v_most integer;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.refuse('PT422', 'Promotions are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'scheduled', 'live', 'ended', 'used_up', 'off') then
    perform private.refuse('PT422', 'There is no such state of a promotion.', 'state');
  end if;
  v_query := private.search_pattern(upper(left(v_filter ->> 'q', 40)));
  if char_length(btrim(v_filter ->> 'q')) < 3 then
    v_query := substr(v_query, 2);
  end if;
  v_most := case when v_query is null then 10000 else 1000 end;
  execute format($sql$
    select count(*), array_agg(promotion_id order by created_at desc, promotion_id)
    from (select promotion_id, created_at from private.promotion_list where %s and %s %s limit %s) as found
    $sql$, private.promotion_condition(v_filter ->> 'state'), case when v_query is null then 'true' else format('code like %L', v_query) end,
    case when v_query is null and v_filter ->> 'state' is null then 'order by created_at desc, promotion_id' end, v_most + 1)
  into v_total, v_found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.promotion_row(promotion, listed) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (promotion_id, place)
    join public.promotions as promotion on promotion.id = wanted.promotion_id
    join private.promotion_list as listed on listed.promotion_id = wanted.promotion_id));
end;
$$;

grant execute on function private.office_promotions(jsonb, int4, int4) to authenticated, service_role;

create function public.office_promotions(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_promotions(p_filter, p_page, p_size); $$;

grant execute on function public.office_promotions(jsonb, int4, int4) to authenticated, service_role;

-- A promotion for its form.
create function private.promotion_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_record jsonb;
begin
  perform private.require_right('promotions');
  select private.promotion_row(promotion, listed) into v_record
  from public.promotions as promotion join private.promotion_list as listed on listed.promotion_id = promotion.id
  where promotion.id = p_id;
  if v_record is null then
    perform private.refuse('PT404', 'This promotion does not exist.', 'promotion_not_found');
  end if;
  return v_record;
end;
$$;

grant execute on function private.promotion_record(uuid) to authenticated, service_role;

create function public.promotion_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.promotion_record(p_id); $$;

grant execute on function public.promotion_record(uuid) to authenticated, service_role;

-- One page of the orders that used a promotion, newest first, cancelled ones included: the newest 10,000 at most.
create function private.promotion_orders(p_id uuid, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 10), 1), 100);
  v_total bigint;
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('promotions');
  select used + returned into v_total from private.promotion_list where promotion_id = p_id;
  v_total := coalesce(v_total, 0);
  v_pages := greatest(1, ceil(least(v_total, 10000)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  return jsonb_build_object('total', v_total, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'order_number', orders.order_number, 'created_at', orders.created_at,
      'subtotal', orders.subtotal, 'discount_amount', orders.discount_amount, 'total', orders.total, 'returned', taken.state = 'returned')
      order by taken.created_at desc, taken.id), '[]')
    from (
      select id, order_id, state, created_at from public.promotion_uses
      where promotion_id = p_id and state <> 'held'
      order by created_at desc, id limit v_size offset (v_page - 1) * v_size
    ) as taken
    join public.orders on orders.id = taken.order_id));
end;
$$;

grant execute on function private.promotion_orders(uuid, int4, int4) to authenticated, service_role;

create function public.promotion_orders(p_id uuid, p_page integer default 1, p_size integer default 10)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.promotion_orders(p_id, p_page, p_size); $$;

grant execute on function public.promotion_orders(uuid, int4, int4) to authenticated, service_role;

-- What is wrong with one field, in words; null when nothing is. The table's checks say the same.
create function private.promotion_problem(p_field text, p_value text)
returns text
language sql
stable
set search_path = ''
as $$
  select case p_field
    when 'code' then case when p_value is null or p_value !~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'
      then 'Use 3 to 40 letters, digits, hyphens or underscores, with a letter or digit first.' end
    when 'kind' then case when p_value is null or p_value not in ('percent', 'amount', 'free_delivery') then 'Choose what the code gives.' end
    when 'percent' then case when p_value !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or p_value::numeric not between 0.01 and 100
      then 'Enter a percentage from 0.01 to 100.' end
    when 'amount_pence' then case when p_value !~ '^[0-9]{1,7}$' or p_value::integer not between 1 and 1000000
      then 'Enter an amount from £0.01 to £10,000.' end
    when 'starts_at' then case when p_value is null or not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'ends_at' then case when not private.is_moment(p_value) then 'Enter a date and time.' end
    when 'minimum_pence' then case when p_value is null or p_value !~ '^[0-9]{1,9}$' or p_value::integer > 100000000
      then 'Enter an amount from £0 to £1,000,000.' end
    when 'uses_limit' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'uses_per_customer' then case when p_value !~ '^[0-9]{1,9}$' or p_value::integer < 1 then 'Enter 1 or more, or leave it empty.' end
    when 'is_active' then case when p_value is null or p_value not in ('true', 'false') then 'Switch it on or off.' end
    else format('There is no field "%s".', left(p_field, 60)) end;
$$;

-- Whether a text is a moment as the API writes them, of a year with four digits.
create function private.is_moment(p_text text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_text ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$'
    and pg_input_is_valid(p_text, 'timestamptz');
$$;

-- Locks a promotion that is still the version that was read, or answers 409 with the present record.
create function private.lock_promotion(p_id uuid, p_version integer)
returns public.promotions
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
begin
  select * into v_promotion from public.promotions where id = p_id for no key update;
  if v_promotion.id is null then
    perform private.refuse('PT404', 'This promotion does not exist.', 'promotion_not_found');
  elsif p_version is null then
    perform private.refuse('PT422', 'version is required', 'version');
  elsif v_promotion.version <> p_version then
    perform private.refuse('PT409', 'Someone has changed this promotion since you opened it.', 'stale_version', to_jsonb(v_promotion)::text);
  end if;
  return v_promotion;
end;
$$;

-- Adds a promotion (p_id null) or changes one that is still the version that was read. Answers {id, version}. A percentage or amount
-- that the kind does not have is dropped.
create function private.save_promotion(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_fields constant jsonb := coalesce(p_fields, '{}');
  v_field text;
  v_problem text;
  v_old public.promotions;
  v_new public.promotions;
begin
  perform private.require_right('promotions');
  if jsonb_typeof(v_fields) <> 'object' or octet_length(v_fields::text) > 20000 then
    perform private.refuse('PT422', 'fields must be an object', 'fields');
  end if;
  for v_field, v_problem in
    select key, private.promotion_problem(key, value) from jsonb_each_text(v_fields)
  loop
    if v_problem is not null then
      perform private.refuse('PT422', v_problem, v_field);
    end if;
  end loop;
  if p_id is null then
    v_old := jsonb_populate_record(null::public.promotions,
      jsonb_build_object('id', gen_random_uuid(), 'starts_at', now(), 'minimum_pence', 0, 'is_active', true));
  else
    v_old := private.lock_promotion(p_id, p_version);
  end if;
  v_new := jsonb_populate_record(v_old, v_fields);
  if v_new.code is null or v_new.kind is null then
    v_field := case when v_new.code is null then 'code' else 'kind' end;
    perform private.refuse('PT422', private.promotion_problem(v_field, null), v_field);
  elsif v_new.kind = 'percent' and v_new.percent is null then
    perform private.refuse('PT422', 'Enter a percentage from 0.01 to 100.', 'percent');
  elsif v_new.kind = 'amount' and v_new.amount_pence is null then
    perform private.refuse('PT422', 'Enter an amount from £0.01 to £10,000.', 'amount_pence');
  elsif v_new.ends_at <= v_new.starts_at then
    perform private.refuse('PT422', 'The end must be after the start.', 'ends_at');
  end if;
  v_new.percent := case when v_new.kind = 'percent' then v_new.percent end;
  v_new.amount_pence := case when v_new.kind = 'amount' then v_new.amount_pence end;
  begin
    if p_id is null then
      insert into public.promotions (
        id, code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
      values (v_new.id, v_new.code, v_new.kind, v_new.percent, v_new.amount_pence, v_new.starts_at, v_new.ends_at, v_new.minimum_pence,
        v_new.uses_limit, v_new.uses_per_customer, v_new.is_active);
    elsif v_new is distinct from v_old then
      update public.promotions set code = v_new.code, kind = v_new.kind, percent = v_new.percent, amount_pence = v_new.amount_pence,
        starts_at = v_new.starts_at, ends_at = v_new.ends_at, minimum_pence = v_new.minimum_pence, uses_limit = v_new.uses_limit,
        uses_per_customer = v_new.uses_per_customer, is_active = v_new.is_active
      where id = p_id;
    end if;
  exception when unique_violation then
    perform private.refuse('PT409', format('There is a code "%s" already. Choose another.', v_new.code), 'code');
  end;
  return (select jsonb_build_object('id', id, 'version', version) from public.promotions where id = v_new.id);
end;
$$;

grant execute on function private.save_promotion(uuid, int4, jsonb) to authenticated, service_role;

create function public.save_promotion(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_promotion(p_id, p_version, p_fields); $$;

grant execute on function public.save_promotion(uuid, int4, jsonb) to authenticated, service_role;

-- Ends a running promotion at this moment, by the database's clock. Answers the version and the former end, with which save_promotion
-- undoes it.
create function private.end_promotion(p_id uuid, p_version integer)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old public.promotions;
begin
  perform private.require_right('promotions');
  v_old := private.lock_promotion(p_id, p_version);
  if v_old.starts_at >= now() or v_old.ends_at <= now() then
    perform private.refuse('PT409', 'This promotion is not running.', 'not_running');
  end if;
  update public.promotions set ends_at = now() where id = p_id;
  return (select jsonb_build_object('version', version, 'ends_at', v_old.ends_at) from public.promotions where id = p_id);
end;
$$;

grant execute on function private.end_promotion(uuid, int4) to authenticated, service_role;

create function public.end_promotion(p_id uuid, p_version integer)
returns jsonb
language sql
set search_path = ''
as $$ select private.end_promotion(p_id, p_version); $$;

grant execute on function public.end_promotion(uuid, int4) to authenticated, service_role;

-- 64_office_gift_cards.sql

-- Gift cards in the back office: the list, a card with its ledger, and cards that staff send.

-- The state of a card as staff see it: only an active one with a balance in its time pays for anything.
create function private.gift_card_phase(p_card public.gift_cards)
returns text
language sql
stable
set search_path = ''
as $$
  select case when p_card.state = 'void' then 'void' when p_card.balance_pence = 0 then 'spent' when p_card.expires_at <= now() then 'expired'
    else 'active' end;
$$;

-- The same as a condition on public.gift_cards; true for none.
create function private.gift_card_condition(p_state text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case p_state
    when 'void' then 'state = ''void'''
    when 'spent' then 'state = ''active'' and balance_pence = 0'
    when 'expired' then 'state = ''active'' and balance_pence > 0 and expires_at <= now()'
    when 'active' then 'state = ''active'' and balance_pence > 0 and expires_at > now()'
    else 'true' end;
$$;

-- A card without its hash, with the order that bought it or the member of staff who issued it.
create function private.gift_card_row(p_card public.gift_cards)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_card.id, 'hint', p_card.hint, 'initial_pence', p_card.initial_pence, 'balance_pence', p_card.balance_pence,
    'state', private.gift_card_phase(p_card), 'expires_at', p_card.expires_at, 'created_at', p_card.created_at,
    'recipient_email', p_card.recipient_email, 'recipient_name', p_card.recipient_name, 'void_reason', p_card.void_reason,
    'order_number', orders.order_number, 'issued_by', case when issue.order_id is null then issue.actor end)
  from (values (1)) as one
  left join public.gift_card_entries as issue on issue.gift_card_id = p_card.id and issue.kind = 'issued'
  left join public.orders on orders.id = issue.order_id;
$$;

-- One page of the cards, newest first, found by the first of their last four characters or by an order that bought or used them. 10,000
-- are counted, 1,000 of a search; beyond that the total is marked as not exact and the pages end there.
create function private.office_gift_cards(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_size constant integer := least(greatest(coalesce(p_size, 20), 1), 100);
  v_query constant text := nullif(regexp_replace(upper(left(v_filter ->> 'q', 60) collate "C"), '[^A-Z0-9]', '', 'g'), '');
  v_search text := 'true';
  v_most integer := 1000;
  v_total bigint;
  v_found uuid[];
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('gift_cards');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.refuse('PT422', 'Gift cards are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'active', 'spent', 'expired', 'void') then
    perform private.refuse('PT422', 'There is no such state of a gift card.', 'state');
  end if;
  if v_query ~ '^AM[0-9]{3,}$' then
    v_search := format('id in (select entry.gift_card_id from public.gift_card_entries as entry
      where entry.order_id = (select orders.id from public.orders where orders.order_number = %L))',
      left(v_query, 10) || '-' || substr(v_query, 11));
  elsif v_query is not null then
    v_search := format('hint like %L', translate(right(v_query, 4), 'OIL', '011') || '%');
  elsif coalesce(btrim(v_filter ->> 'q'), '') <> '' then
    v_search := 'false';
  else
    v_most := 10000;
  end if;
  execute format($sql$
    select count(*), array_agg(id order by created_at desc, id)
    from (select id, created_at from public.gift_cards where %s and %s %s limit %s) as found
    $sql$, private.gift_card_condition(v_filter ->> 'state'), v_search,
    case when v_search <> 'true' then '' when v_filter ->> 'state' in ('active', 'expired') then 'order by expires_at desc'
      else 'order by created_at desc, id' end, v_most + 1)
  into v_total, v_found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.gift_card_row(card) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (card_id, place)
    join public.gift_cards as card on card.id = wanted.card_id));
end;
$$;

grant execute on function private.office_gift_cards(jsonb, int4, int4) to authenticated, service_role;

create function public.office_gift_cards(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 20)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_gift_cards(p_filter, p_page, p_size); $$;

grant execute on function public.office_gift_cards(jsonb, int4, int4) to authenticated, service_role;

-- A card with its ledger, newest first: the newest 200 entries, each with the balance after it, and how many there are not.
create function private.gift_card_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  select * into v_card from public.gift_cards where id = p_id;
  if v_card.id is null then
    perform private.refuse('PT404', 'This gift card does not exist.', 'gift_card_not_found');
  end if;
  return private.gift_card_row(v_card) || (
    select jsonb_build_object('has_more', count(*) > 200, 'entries', coalesce(jsonb_agg(jsonb_build_object(
      'id', entry.id, 'kind', entry.kind, 'amount_pence', entry.amount_pence, 'balance_pence', entry.balance_pence,
      'order_number', orders.order_number, 'actor', member.user_id, 'created_at', entry.created_at)
      order by entry.id desc) filter (where entry.place <= 200), '[]'))
    from (
      select *, row_number() over newest as place,
        v_card.balance_pence - sum(amount_pence) over newest + amount_pence as balance_pence
      from (
        select * from public.gift_card_entries where gift_card_id = p_id order by gift_card_id desc, id desc limit 201
      ) as last
      window newest as (order by id desc)
    ) as entry
    left join public.orders on orders.id = entry.order_id
    -- The actor of a purchase is the shopper.
    left join public.admin_users as member on member.user_id = entry.actor);
end;
$$;

grant execute on function private.gift_card_record(uuid) to authenticated, service_role;

create function public.gift_card_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.gift_card_record(p_id); $$;

grant execute on function public.gift_card_record(uuid) to authenticated, service_role;

-- Issues a card whose code goes by e-mail to its recipient and to nobody else. p_key becomes the card's id: sending again with the same
-- key makes no second card. p_recipient: {email, name?, message?}. Answers {id, hint}.
create function private.send_gift_card(p_key uuid, p_pence integer, p_recipient jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_name text;
  v_message text;
  v_code text;
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if p_key is null then
    perform private.refuse('PT422', 'The gift card needs a key.', 'key');
  elsif jsonb_typeof(p_recipient) is distinct from 'object' or octet_length(p_recipient::text) > 20000 then
    perform private.refuse('PT422', 'The recipient must be an object.', 'recipient');
  end if;
  perform private.require_gift_card_amount(p_pence);
  v_email := private.email_field(p_recipient);
  v_name := private.field(p_recipient, 'name', 100, false);
  v_message := private.field(p_recipient, 'message', 300, false);
  if private.holds_link(v_message) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_name) then
    perform private.refuse('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'name');
  end if;
  select * into v_card from public.gift_cards where id = p_key;
  if v_card.id is null then
    v_code := private.new_gift_card(p_pence, null, p_key);
    update public.gift_cards set recipient_email = v_email, recipient_name = v_name where id = p_key returning * into v_card;
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('gift_card', v_email, 'A gift card for you', jsonb_build_object('token', v_code, 'amount', (p_pence * 0.01)::numeric(10, 2),
      'message', v_message, 'giver', null, 'recipient_name', v_name, 'gift_card_id', p_key, 'expires_at', v_card.expires_at));
  elsif v_card.recipient_email is distinct from v_email or v_card.initial_pence <> p_pence then
    perform private.refuse('PT409', 'This gift card was sent before, with other details.', 'gift_card_sent');
  end if;
  return jsonb_build_object('id', v_card.id, 'hint', v_card.hint);
end;
$$;

grant execute on function private.send_gift_card(uuid, int4, jsonb) to authenticated, service_role;

create function public.send_gift_card(p_key uuid, p_pence integer, p_recipient jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.send_gift_card(p_key, p_pence, p_recipient); $$;

grant execute on function public.send_gift_card(uuid, int4, jsonb) to authenticated, service_role;

-- 65_staff_invitations.sql

-- Invitations to work here: a link in a letter, for one address, once.

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (char_length(email) <= 254 and email = lower(email)),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null default '' check (char_length(last_name) <= 100),
  role text not null check (role in ('super_admin', 'admin', 'moderator')),
  -- Only the hash of the token is kept.
  token_hash text not null unique,
  -- The user who invites; null when the account is gone.
  invited_by uuid references auth.users (id) on delete set null,
  mail_id uuid references public.email_outbox (id) on delete set null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint staff_invitations_one_end check (accepted_at is null or withdrawn_at is null)
);

-- One open invitation for an address.
create unique index staff_invitations_open on public.staff_invitations (email) where accepted_at is null and withdrawn_at is null;
create index staff_invitations_by_inviter on public.staff_invitations (invited_by);
create index staff_invitations_by_mail on public.staff_invitations (mail_id);
create index staff_invitations_by_expiry on public.staff_invitations (expires_at);

alter table public.staff_invitations enable row level security;
revoke all on table public.staff_invitations from anon, authenticated;
grant all on table public.staff_invitations to service_role;

create policy "Nobody reads invitations" on public.staff_invitations for select to anon, authenticated using (false);

create trigger audit_insert after insert on public.staff_invitations
  referencing new table as new_rows for each statement execute function private.audit();
create trigger audit_update after update on public.staff_invitations
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();

-- A new token for an invitation, for another seven days; the one before no longer works.
create function private.new_invitation_token(p_id uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update public.staff_invitations
  set token_hash = private.token_hash(v_token), sent_at = now(), expires_at = now() + interval '7 days'
  where id = p_id;
  return v_token;
end;
$$;

-- The letter of an open invitation; the letter before, if it has not gone out, is taken back.
create function private.send_invitation(p_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_token constant text := private.new_invitation_token(p_id);
  v_invitation public.staff_invitations;
  v_mail uuid;
begin
  select * into v_invitation from public.staff_invitations where id = p_id;
  delete from public.email_outbox where id = v_invitation.mail_id and status <> 'sent';
  insert into public.email_outbox (kind, recipient, subject, data)
  values ('staff_invitation', v_invitation.email, 'Your invitation to our back office', jsonb_build_object(
    'token', v_token, 'first_name', v_invitation.first_name, 'role', v_invitation.role,
    'inviter', (select nullif(name, '') from private.staff_names where user_id = v_invitation.invited_by)))
  returning id into v_mail;
  update public.staff_invitations set mail_id = v_mail where id = p_id;
end;
$$;

-- How many letters a member may cause, and how many an address may get.
create function private.limit_invitations(p_email text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('staff_invitation', (select auth.uid())::text, 30, interval '1 hour');
  perform private.consume_rate_limit('staff_invitation_email', p_email, 5, interval '1 hour');
end;
$$;

-- Withdraws the open invitations to the address of a user and, if p_sent, those that the user sent.
create function private.withdraw_invitations_around(p_user uuid, p_sent boolean)
returns void
language sql
set search_path = ''
as $$
  with withdrawn as (
    update public.staff_invitations set withdrawn_at = now()
    where accepted_at is null and withdrawn_at is null
      and (email = (select lower(email) from auth.users where id = p_user) or (p_sent and invited_by = p_user))
    returning mail_id
  )
  delete from public.email_outbox where id in (select mail_id from withdrawn) and status <> 'sent';
$$;

-- Invites somebody to work here: an object with email, first_name, last_name and role. Returns the invitation. It says of no
-- address whether it has an account with the shop.
create function private.invite_staff(p_fields jsonb)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_first text;
  v_last text;
  v_role text;
  v_id uuid;
begin
  perform private.require_right('staff');
  v_first := private.field(p_fields, 'first_name', 100);
  v_last := coalesce(private.field(p_fields, 'last_name', 100, false), '');
  v_email := lower(private.email_field(p_fields));
  v_role := private.field(p_fields, 'role', 20);
  if v_role not in ('super_admin', 'admin', 'moderator') then
    perform private.refuse('PT422', 'Choose a role.', 'role');
  elsif exists (
    select from public.admin_users as member join auth.users as account on account.id = member.user_id
    where account.email = v_email) then
    perform private.refuse('PT409', 'This address is in the list already. Change or restore their access there.', 'email');
  end if;
  perform private.limit_invitations(v_email);
  update public.staff_invitations set withdrawn_at = now()
  where email = v_email and accepted_at is null and withdrawn_at is null and expires_at <= now();
  -- Names and addresses of those who never came are not kept.
  delete from public.staff_invitations where expires_at <= now() - interval '90 days';
  insert into public.staff_invitations (email, first_name, last_name, role, token_hash, invited_by)
  values (v_email, v_first, v_last, v_role, private.token_hash(gen_random_uuid()::text), (select auth.uid()))
  on conflict (email) where accepted_at is null and withdrawn_at is null do nothing
  returning id into v_id;
  if v_id is null then
    perform private.refuse('PT409', 'This address has an open invitation. Send it again, or withdraw it first.', 'email');
  end if;
  perform private.send_invitation(v_id);
  return v_id;
end;
$$;

grant execute on function private.invite_staff(jsonb) to authenticated, service_role;

create function public.invite_staff(p_fields jsonb)
returns uuid
language sql
set search_path = ''
as $$ select private.invite_staff(p_fields); $$;

grant execute on function public.invite_staff(jsonb) to authenticated, service_role;

-- An invitation that is still open, locked, for staff who may change it.
create function private.open_invitation(p_id uuid)
returns public.staff_invitations
language plpgsql
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
begin
  perform private.require_right('staff');
  select * into v_invitation from public.staff_invitations where id = p_id for no key update;
  if v_invitation.id is null then
    perform private.refuse('PT404', 'This invitation does not exist any more.', 'invitation_not_found');
  elsif v_invitation.accepted_at is not null then
    perform private.refuse('PT409', 'This invitation was accepted.', 'invitation_accepted');
  elsif v_invitation.withdrawn_at is not null then
    perform private.refuse('PT409', 'This invitation was withdrawn.', 'invitation_withdrawn');
  end if;
  return v_invitation;
end;
$$;

-- Sends an open invitation again, with a new link for another seven days; the link before no longer works.
create function private.resend_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation constant public.staff_invitations := private.open_invitation(p_id);
begin
  perform private.limit_invitations(v_invitation.email);
  perform private.send_invitation(p_id);
end;
$$;

grant execute on function private.resend_invitation(uuid) to authenticated, service_role;

create function public.resend_invitation(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.resend_invitation(p_id); $$;

grant execute on function public.resend_invitation(uuid) to authenticated, service_role;

create function private.withdraw_invitation(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation constant public.staff_invitations := private.open_invitation(p_id);
begin
  update public.staff_invitations set withdrawn_at = now() where id = p_id;
  delete from public.email_outbox where id = v_invitation.mail_id and status <> 'sent';
end;
$$;

grant execute on function private.withdraw_invitation(uuid) to authenticated, service_role;

create function public.withdraw_invitation(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.withdraw_invitation(p_id); $$;

grant execute on function public.withdraw_invitation(uuid) to authenticated, service_role;

-- What a link is worth: valid, used, withdrawn, expired, or unknown for everything else.
create function private.invitation_state(p_invitation public.staff_invitations)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_invitation.id is null then 'unknown'
    when p_invitation.accepted_at is not null then 'used'
    when p_invitation.withdrawn_at is not null then 'withdrawn'
    when p_invitation.expires_at <= now() then 'expired'
    else 'valid' end;
$$;

-- What a link says, to whoever has it. Volatile, since each look-up counts against the rate limit.
create function private.read_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token);
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return jsonb_build_object('state', v_state);
  end if;
  return jsonb_build_object('state', v_state, 'email', v_invitation.email, 'first_name', v_invitation.first_name,
    'last_name', v_invitation.last_name, 'role', v_invitation.role);
end;
$$;

grant execute on function private.read_invitation(text) to anon, authenticated, service_role;

create function public.read_invitation(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_invitation(p_token); $$;

grant execute on function public.read_invitation(text) to anon, authenticated, service_role;

-- Makes the caller staff, if the link is valid and theirs: their confirmed address is the one that was invited. Answers "joined",
-- "other_address", or what the link is worth; raises nothing, so that wrong attempts count against the rate limit.
create function private.accept_invitation(p_token text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
  v_state text;
begin
  perform private.consume_rate_limit('invitation', private.client_address(), 60, interval '15 minutes');
  -- In the order of set_staff: members before invitations.
  perform from public.admin_users where user_id = (select auth.uid()) for no key update;
  select * into v_invitation from public.staff_invitations where token_hash = private.token_hash(p_token) for no key update;
  v_state := private.invitation_state(v_invitation);
  if v_state <> 'valid' then
    return v_state;
  elsif not exists (
    select from auth.users
    where id = (select auth.uid()) and lower(email) = v_invitation.email and email_confirmed_at is not null) then
    return 'other_address';
  end if;
  -- Whoever works here keeps their role; whoever worked here gets the one they are invited to.
  insert into public.admin_users as member (user_id, first_name, last_name, role)
  values ((select auth.uid()), v_invitation.first_name, v_invitation.last_name, v_invitation.role)
  on conflict (user_id) do update set role = excluded.role, is_active = true where not member.is_active;
  update public.staff_invitations set accepted_at = now() where id = v_invitation.id;
  return 'joined';
end;
$$;

grant execute on function private.accept_invitation(text) to authenticated, service_role;

create function public.accept_invitation(p_token text)
returns text
language sql
set search_path = ''
as $$ select private.accept_invitation(p_token); $$;

grant execute on function public.accept_invitation(text) to authenticated, service_role;

-- Everybody who works here or did, active ones first, and everybody who is invited and has not joined, newest first.
create function private.office_staff()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('staff');
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by listed.is_active desc, listed.first_name, listed.last_name, listed.id), '[]')
      from (
        select member.id, member.user_id, member.first_name, member.last_name, account.email, member.role, member.is_active,
          member.last_login_at, member.created_at
        from public.admin_users as member join auth.users as account on account.id = member.user_id
        order by member.is_active desc, member.created_at desc, member.id limit 500
      ) as listed),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by listed.sent_at desc, listed.id), '[]')
      from (
        select invitation.id, invitation.email, invitation.first_name, invitation.last_name, invitation.role, invitation.sent_at,
          invitation.expires_at, invitation.invited_by, mail.status as mail_status
        from public.staff_invitations as invitation left join public.email_outbox as mail on mail.id = invitation.mail_id
        where invitation.accepted_at is null and invitation.withdrawn_at is null
        order by invitation.sent_at desc, invitation.id limit 200
      ) as listed));
end;
$$;

grant execute on function private.office_staff() to authenticated, service_role;

create function public.office_staff()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_staff(); $$;

grant execute on function public.office_staff() to authenticated, service_role;

-- 66_audit_log.sql

-- Reading the audit log: by person, subject and day, newest first.

-- What the record of an entry is called, and by what its screen opens it: the product of a variant, the number of an order, the id
-- of anything else. Null when it is gone.
create function private.audited_record(p_table text, p_id text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when pg_input_is_valid(p_id, 'uuid') then p_id::uuid end;
  v_number constant bigint := case when pg_input_is_valid(p_id, 'bigint') then p_id::bigint end;
begin
  return case p_table
    when 'products' then (select jsonb_build_object('name', name, 'opens', id) from public.products where id = v_id)
    when 'product_variants' then (
      select jsonb_build_object('name', concat_ws(', ', product.name, nullif(array_to_string(variant.option_values, ', '), '')), 'opens', product.id)
      from public.product_variants as variant join public.products as product on product.id = variant.product_id where variant.id = v_id)
    when 'categories' then (select jsonb_build_object('name', name, 'opens', id) from public.categories where id = v_id)
    when 'product_relations' then (
      select jsonb_build_object('name', product.name, 'opens', product.id)
      from public.product_relations as relation join public.products as product on product.id = relation.product_id
      where relation.id = v_id)
    when 'category_relations' then (
      select jsonb_build_object('name', category.name, 'opens', category.id)
      from public.category_relations as relation join public.categories as category on category.id = relation.category_id
      where relation.id = v_id)
    when 'orders' then (select jsonb_build_object('name', order_number, 'opens', order_number) from public.orders where id = v_id)
    when 'shipments' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.shipments as shipment join public.orders as ordered on ordered.id = shipment.order_id where shipment.id = v_id)
    when 'tracking_events' then (
      select jsonb_build_object('name', ordered.order_number, 'opens', ordered.order_number)
      from public.tracking_events as event join public.shipments as shipment on shipment.id = event.shipment_id
      join public.orders as ordered on ordered.id = shipment.order_id
      where event.id = v_number)
    when 'contact_messages' then (select jsonb_build_object('name', subject, 'opens', id) from public.contact_messages where id = v_id)
    when 'promotions' then (select jsonb_build_object('name', code, 'opens', id) from public.promotions where id = v_id)
    when 'gift_cards' then (select jsonb_build_object('name', '…' || hint, 'opens', id) from public.gift_cards where id = v_id)
    when 'reviews' then (
      select jsonb_build_object('name', product.name, 'opens', review.id)
      from public.reviews as review join public.products as product on product.id = review.product_id where review.id = v_id)
    when 'search_synonyms' then (select jsonb_build_object('name', typed[1], 'opens', id) from public.search_synonyms where id = v_id)
    when 'shipping_zones' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_zones where id = v_id)
    when 'shipping_methods' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_methods where id = v_id)
    when 'shipping_rules' then (select jsonb_build_object('name', name, 'opens', id) from public.shipping_rules where id = v_id)
    when 'admin_users' then (
      select jsonb_build_object('name', btrim(first_name || ' ' || last_name), 'opens', id) from public.admin_users where id = v_id)
    when 'staff_invitations' then (
      select jsonb_build_object('name', email, 'opens', id) from public.staff_invitations where id = v_id)
    when 'shop_settings' then (select jsonb_build_object('name', key, 'opens', key) from public.shop_settings where key = p_id)
  end;
end;
$$;

-- The condition of a filter on public.audit_log: actor, subject (a table), from and to (days in London), or a 422.
create function private.audit_condition(p_filter jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_key text;
  v_value text;
  v_condition text := 'true';
begin
  if jsonb_typeof(v_filter) <> 'object' then
    perform private.refuse('PT422', 'filter must be an object', 'filter');
  end if;
  for v_key, v_value in select key, btrim(value) from jsonb_each_text(v_filter) loop
    if coalesce(v_value, '') = '' then
      continue;
    elsif not coalesce(case v_key
        when 'actor' then pg_input_is_valid(v_value, 'uuid')
        when 'subject' then v_value ~ '^[a-z_]{1,60}$'
        when 'from' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date')
        when 'to' then v_value ~ '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(v_value, 'date') end, false) then
      perform private.refuse('PT422', format('There is no filter %s "%s".', left(v_key, 60), left(v_value, 60)), left(v_key, 60));
    end if;
    v_condition := v_condition || case v_key
      when 'actor' then format(' and actor = %L', v_value)
      when 'subject' then format(' and table_name = %L', v_value)
      when 'from' then format(' and created_at >= %L', (v_value::date)::timestamp at time zone 'Europe/London')
      when 'to' then format(' and created_at < %L', (v_value::date + 1)::timestamp at time zone 'Europe/London') end;
  end loop;
  return v_condition;
end;
$$;

-- One page of the log, newest first: the newest, the one before (older than) an entry, or the one after (newer than) an entry.
-- 'older' and 'newer' are the entries from which the neighbouring pages are read; null where there is none.
create function private.office_audit(p_filter jsonb, p_before bigint, p_after bigint, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_condition text;
  v_from public.audit_log;
  v_found bigint[];
  v_has_more boolean;
  v_older bigint;
  v_newer bigint;
begin
  perform private.require_right('audit');
  v_condition := private.audit_condition(p_filter);
  select * into v_from from public.audit_log where id = coalesce(p_after, p_before);
  if p_after is not null and v_from.id is not null then
    execute format('select array(select id from public.audit_log where %s and (created_at, id) > (%L, %s)
      order by created_at, id limit %s)', v_condition, v_from.created_at, v_from.id, v_size + 1) into v_found;
    v_has_more := cardinality(v_found) > v_size;
    v_found := array(select id from unnest(v_found[1:v_size]) with ordinality as found (id, place) order by place desc);
    if cardinality(v_found) = v_size then
      v_newer := case when v_has_more then v_found[1] end;
      execute format('select id from public.audit_log where %s and (created_at, id) <= (%L, %s)
        order by created_at desc, id desc limit 1', v_condition, v_from.created_at, v_from.id) into v_older;
      v_older := case when v_older is not null then v_found[v_size] end;
    else
      -- The newest page is always a full one.
      v_found := null;
      v_from := null;
    end if;
  end if;
  if v_found is null then
    execute format('select array(select id from public.audit_log where %s%s order by created_at desc, id desc limit %s)',
      v_condition,
      case when v_from.id is not null then format(' and (created_at, id) < (%L, %s)', v_from.created_at, v_from.id) end, v_size + 1) into v_found;
    v_older := case when cardinality(v_found) > v_size then v_found[v_size] end;
    v_found := v_found[1:v_size];
    if v_from.id is not null then
      execute format('select id from public.audit_log where %s and (created_at, id) >= (%L, %s)
        order by created_at, id limit 1', v_condition, v_from.created_at, v_from.id) into v_newer;
      v_newer := case when v_newer is not null then coalesce(v_found[1], v_from.id) end;
    end if;
  end if;
  return jsonb_build_object('older', v_older, 'newer', v_newer, 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'subject', entry.table_name, 'row_id', entry.row_id,
      'action', entry.action, 'actor', entry.actor, 'actor_name', nullif(staff.name, ''), 'created_at', entry.created_at,
      'before', entry.before - private.unlogged_columns(), 'after', entry.after - private.unlogged_columns(),
      'record', private.audited_record(entry.table_name, entry.row_id)) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (entry_id, place)
    join public.audit_log as entry on entry.id = wanted.entry_id
    left join private.staff_names as staff on staff.user_id = entry.actor));
end;
$$;

grant execute on function private.office_audit(jsonb, int8, int8, int4) to authenticated, service_role;

create function public.office_audit(
  p_filter jsonb default '{}', p_before bigint default null, p_after bigint default null, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_audit(p_filter, p_before, p_after, p_size); $$;

grant execute on function public.office_audit(jsonb, int8, int8, int4) to authenticated, service_role;

-- Everybody who works here or ever did, by name, for the filter of the log.
create function private.audit_people()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_right('audit');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'name', name, 'is_active', is_active) order by is_active desc, name, user_id), '[]')
    from (
      select known.user_id, coalesce(nullif(known.name, ''), 'Staff') as name, coalesce(member.is_active, false) as is_active
      from private.staff_names as known left join public.admin_users as member on member.user_id = known.user_id
      order by coalesce(member.is_active, false) desc, known.name limit 500
    ) as listed);
end;
$$;

grant execute on function private.audit_people() to authenticated, service_role;

create function public.audit_people()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.audit_people(); $$;

grant execute on function public.audit_people() to authenticated, service_role;

-- 67_office_settings.sql

-- Settings in the back office: saving one by the version that was read.

-- Saves a setting, or with a null value goes back to its default by deleting the row. p_version is that of the row that was read,
-- null where there was none, and p_seen its value: rows are deleted and made again, so a version alone could mean another row.
-- Returns the version; null for the default.
create function private.save_setting(p_key text, p_value jsonb, p_version integer, p_seen jsonb)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- An API argument of null arrives as either.
  v_value constant jsonb := nullif(p_value, 'null');
  v_now public.shop_settings;
  v_version integer;
begin
  perform private.require_right('settings');
  if private.right_of_setting(p_key) <> 'settings' then
    perform private.require_right(private.right_of_setting(p_key));
  end if;
  if not exists (select from private.setting_rules where key = p_key) then
    perform private.refuse('PT422', 'There is no such setting.', 'key');
  end if;
  select * into v_now from public.shop_settings where key = p_key for update;
  if v_now.version is distinct from p_version or v_now.value is distinct from nullif(p_seen, 'null') then
    perform private.refuse('PT409', 'Someone has changed this setting since you opened it.', 'stale_version',
      jsonb_build_object('key', p_key, 'value', v_now.value, 'version', v_now.version)::text);
  end if;
  if v_value is null then
    delete from public.shop_settings where key = p_key;
  elsif v_now.key is not null then
    update public.shop_settings set value = v_value where key = p_key returning version into v_version;
  else
    insert into public.shop_settings (key, value) values (p_key, v_value)
    on conflict do nothing returning version into v_version;
    if v_version is null then
      -- Somebody else added it in this moment.
      select * into v_now from public.shop_settings where key = p_key;
      perform private.refuse('PT409', 'Someone has changed this setting since you opened it.', 'stale_version',
        jsonb_build_object('key', p_key, 'value', v_now.value, 'version', v_now.version)::text);
    end if;
  end if;
  return v_version;
end;
$$;

grant execute on function private.save_setting(text, jsonb, int4, jsonb) to authenticated, service_role;

create function public.save_setting(p_key text, p_value jsonb default null, p_version integer default null, p_seen jsonb default null)
returns integer
language sql
set search_path = ''
as $$ select private.save_setting(p_key, p_value, p_version, p_seen); $$;

grant execute on function public.save_setting(text, jsonb, int4, jsonb) to authenticated, service_role;

-- 68_office_mail.sql

-- The outbox in the back office: a list by state, a letter to preview, and failed ones to send again.

-- One page of the letters of a state (waiting, failed, sent), newest first; p_after is the last letter of the page before. p_query is the
-- beginning of an address: what it finds is sorted by address, then newest first. The numbers of failed and waiting letters are
-- counted up to 1,001.
create function private.office_mail(p_state text, p_query text, p_after uuid, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_status constant text := case p_state when 'waiting' then 'pending' when 'failed' then 'failed' when 'sent' then 'sent' end;
  v_query constant text := lower(btrim(coalesce(p_query, '')));
  v_pattern constant text := regexp_replace(v_query, '([\\%_])', '\\\1', 'g') || '%';
  v_after public.email_outbox;
  v_found uuid[];
begin
  perform private.require_right('messages');
  if v_status is null then
    perform private.refuse('PT422', 'The state must be waiting, failed or sent.', 'state');
  elsif char_length(v_query) > 254 then
    perform private.refuse('PT422', 'An address has at most 254 characters.', 'query');
  end if;
  select * into v_after from public.email_outbox where id = p_after;
  if v_query = '' then
    v_found := array(
      select id from public.email_outbox
      where status = v_status and (v_after.id is null or (created_at, id) < (v_after.created_at, v_after.id))
      order by created_at desc, id desc limit v_size + 1);
  else
    v_found := array(
      select id from (
        (select id, lower(recipient) collate "C" as address, created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" = lower(v_after.recipient)
            and lower(recipient) collate "C" like v_pattern and (created_at, id) < (v_after.created_at, v_after.id)
          order by created_at desc, id desc limit v_size + 1)
        union all
        (select id, lower(recipient) collate "C", created_at from public.email_outbox
          where status = v_status and lower(recipient) collate "C" > coalesce(lower(v_after.recipient), '')
            and lower(recipient) collate "C" like v_pattern
          order by lower(recipient) collate "C", created_at desc, id desc limit v_size + 1)
      ) as letter
      order by address, created_at desc, id desc limit v_size + 1);
  end if;
  return jsonb_build_object(
    'more', cardinality(v_found) > v_size,
    'failed', (select count(*) from (select from public.email_outbox where status = 'failed' limit v_most + 1) as counted),
    'waiting', (select count(*) from (select from public.email_outbox where status = 'pending' limit v_most + 1) as counted),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('id', letter.id, 'kind', letter.kind, 'recipient', letter.recipient,
        'subject', letter.subject, 'order_number', bought.order_number, 'attempts', letter.attempts, 'last_error', letter.last_error,
        'next_attempt_at', letter.next_attempt_at, 'sent_at', letter.sent_at, 'created_at', letter.created_at) order by place), '[]')
      from unnest(v_found[:v_size]) with ordinality as wanted (letter_id, place)
      join public.email_outbox as letter on letter.id = wanted.letter_id
      left join public.orders as bought on bought.id = letter.order_id));
end;
$$;

grant execute on function private.office_mail(text, text, uuid, int4) to authenticated, service_role;

create function public.office_mail(
  p_state text default 'failed', p_query text default '', p_after uuid default null, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_mail(p_state, p_query, p_after, p_size); $$;

grant execute on function public.office_mail(text, text, uuid, int4) to authenticated, service_role;

-- A letter with what it is written from, never with the code or token that only its recipient may know. One that was sent has no content.
create function private.mail_record(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id;
  if v_mail.id is null then
    perform private.refuse('PT404', 'This email does not exist.', 'mail_not_found');
  end if;
  return jsonb_build_object('id', v_mail.id, 'kind', v_mail.kind, 'recipient', v_mail.recipient, 'subject', v_mail.subject,
    'order_number', (select order_number from public.orders where id = v_mail.order_id), 'status', v_mail.status,
    'attempts', v_mail.attempts, 'last_error', v_mail.last_error, 'next_attempt_at', v_mail.next_attempt_at,
    'sent_at', v_mail.sent_at, 'created_at', v_mail.created_at,
    'data', case when v_mail.status <> 'sent' then v_mail.data - array['token', 'account_token'] end);
end;
$$;

grant execute on function private.mail_record(uuid) to authenticated, service_role;

create function public.mail_record(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.mail_record(p_id); $$;

grant execute on function public.mail_record(uuid) to authenticated, service_role;

-- Sends up to 50 failed letters again, oldest first, from the one after p_after on. Those that must not be sent again are left and
-- named with the reason. next is what to go on after; null at the end.
create function private.retry_failed_mail(p_after uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_most constant integer := 50;
  v_after public.email_outbox;
  v_ids uuid[];
  v_id uuid;
  v_queued integer := 0;
  v_refused jsonb := '[]';
  v_reason text;
  v_hint text;
begin
  perform private.require_right('messages');
  select * into v_after from public.email_outbox where id = p_after;
  v_ids := array(
    select id from public.email_outbox
    where status = 'failed' and (v_after.id is null or (created_at, id) > (v_after.created_at, v_after.id))
    order by created_at, id limit v_most);
  foreach v_id in array v_ids loop
    begin
      perform private.retry_mail(v_id);
      v_queued := v_queued + 1;
    exception when sqlstate 'PT409' then
      get stacked diagnostics v_reason = message_text, v_hint = pg_exception_hint;
      -- A colleague was faster.
      if v_hint <> 'not_failed' then
        v_refused := v_refused || jsonb_build_object('id', v_id, 'reason', v_reason,
          'recipient', (select recipient from public.email_outbox where id = v_id));
      end if;
    end;
  end loop;
  return jsonb_build_object('queued', v_queued, 'refused', v_refused,
    'next', case when cardinality(v_ids) = v_most then v_ids[v_most] end);
end;
$$;

grant execute on function private.retry_failed_mail(uuid) to authenticated, service_role;

create function public.retry_failed_mail(p_after uuid default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.retry_failed_mail(p_after); $$;

grant execute on function public.retry_failed_mail(uuid) to authenticated, service_role;

-- 69_office_search_all.sql

-- One search over orders, products and customers, for the command palette of the back office: as fast at a million orders as at ten.

-- Each finds a few of one kind. score: 0 what was typed is its number, sku or email, 1 it starts with it, 2 it is a part of it.
-- Security definer functions alone may call them: behind row level security no index would be used.

-- By number, with or without its letters or a part of it from the start, and by the whole email. Numbers are letters and digits in a
-- fixed order, so that those that start with a text are a range of their own index in any collation, the newest at its end.
create function private.palette_orders(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_start constant text := case when p_text ~ '^[0-9]' then 'AM' else '' end || upper(p_text);
begin
  if v_start ~ '^AM[0-9]{0,8}$' or v_start ~ '^AM[0-9]{8}-[0-9]{0,12}$' then
    return query
      select 'order', found.order_number, found.order_number, concat_ws(', ', found.status, found.email),
        case when found.order_number = v_start then 0 else 1 end
      from public.orders as found
      where found.order_number >= v_start and found.order_number <= v_start || repeat('9', 24)
        and starts_with(found.order_number, v_start)
      order by found.order_number desc limit p_limit;
  elsif strpos(p_text, '@') > 1 then
    return query
      select 'order', found.order_number, found.order_number, concat_ws(', ', found.status, found.email), 1
      from public.orders as found
      where lower(found.email) = lower(p_text)
      order by found.created_at desc, found.id limit p_limit;
  end if;
end;
$$;

-- Products that have a text in their name, sku or barcode, by the trigram index; those of a frequent text as they come.
create function private.products_with_part(p_pattern text, p_limit integer)
returns setof uuid
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query select product_id from private.product_search where terms like p_pattern limit p_limit;
end;
$$;

-- By name, sku and barcode; archived products come after others that match as well.
create function private.palette_products(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_text constant text := private.plain_text(p_text);
  v_sku constant text := lower(p_text);
  v_pattern constant text := private.search_pattern(v_text);
  v_found uuid[] := array(
    select product.id from public.products as product
    where lower(product.sku) collate "C" >= v_sku and lower(product.sku) collate "C" < v_sku || chr(1114111)
    order by lower(product.sku) collate "C" limit p_limit)
    || array(
    select variant.product_id from public.product_variants as variant
    where lower(variant.sku) collate "C" >= v_sku and lower(variant.sku) collate "C" < v_sku || chr(1114111)
    order by lower(variant.sku) collate "C" limit p_limit)
    || array(
    select listed.product_id from private.product_list as listed
    where listed.name >= v_text and listed.name < v_text || chr(1114111) and not listed.is_archived
    order by listed.name, listed.product_id limit p_limit);
begin
  if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
    v_found := v_found || array(select private.products_with_part(v_pattern, 40));
  elsif cardinality(v_found) < p_limit then
    -- Too few letters for an index.
    v_found := v_found || array(
      select newest.product_id from (
        select listed.product_id, listed.terms from private.product_list as listed
        where not listed.is_archived order by listed.created_at desc, listed.product_id limit 200
      ) as newest where newest.terms like v_pattern limit p_limit);
  end if;
  return query
    select 'product', product.id::text, product.name,
      concat_ws(', ', product.sku, case when product.archived_at is not null then 'archived' when not product.is_active then 'inactive' end),
      case when v_sku = any (string_to_array(known.terms, chr(10))) then 0
        when starts_with(known.terms, v_text) or starts_with(lower(product.sku), v_sku) then 1 else 2 end
    from public.products as product join private.product_search as known on known.product_id = product.id
    where product.id = any (v_found)
    order by 5, product.archived_at is not null, product.created_at desc, product.id limit p_limit;
end;
$$;

-- Customers with each word in a name or the email, by the trigram index; those of frequent words as they come.
create function private.customers_with_words(p_condition text, p_limit integer)
returns setof uuid
language plpgsql
stable
set search_path = ''
set enable_seqscan = off
set enable_indexscan = off
set enable_indexonlyscan = off
as $$
begin
  return query execute format('select customer_id from private.customer_list where %s limit %s', p_condition, p_limit);
end;
$$;

-- By name and email: first among the newest, whose words lie in the index, then among all.
create function private.palette_customers(p_text text, p_limit integer)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  v_text constant text := private.plain_text(p_text);
  v_condition constant text := private.customer_condition(p_text);
  v_found uuid[] := array(
    select customer.id from public.customers as customer
    where lower(customer.email) = lower(p_text) order by customer.created_at desc, customer.id limit p_limit);
  v_newest uuid[];
begin
  execute format($sql$
    select array(
      select customer_id from (
        select customer_id, created_at, terms from private.customer_list order by created_at desc, customer_id limit 1000
      ) as newest where %s order by created_at desc, customer_id limit %s)
    $sql$, v_condition, p_limit)
  into v_newest;
  v_found := v_found || v_newest;
  if cardinality(v_found) < p_limit and v_text ~ '[[:alnum:]]{3}' then
    v_found := v_found || array(select private.customers_with_words(v_condition, 40));
  end if;
  return query
    select 'customer', customer.id::text,
      coalesce(nullif(btrim(concat_ws(' ', customer.first_name, customer.last_name)), ''), customer.email), customer.email,
      case when lower(customer.email) = lower(p_text) then 0
        when starts_with(known.terms, v_text) or strpos(known.terms, chr(10) || v_text) > 0 then 1 else 2 end
    from public.customers as customer join private.customer_list as known on known.customer_id = customer.id
    where customer.id = any (v_found)
    order by 5, customer.created_at desc, customer.id limit p_limit;
end;
$$;

-- What the palette shows of a text, the best first: of each kind six at most, and only kinds that the caller may see. Of a text
-- longer than 100 characters the start is looked for; of none, nothing.
create function private.office_search(p_text text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 6;
  v_text constant text := btrim(left(regexp_replace(coalesce(p_text, ''), '\s+', ' ', 'g'), 100));
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif v_text = '' then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', found.kind, 'id', found.id, 'title', found.title, 'detail', found.detail,
      'score', found.score) order by found.score, found.of_kind, found.place), '[]')
    from (
      select 1 as of_kind, ranked.* from private.palette_orders(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('orders')
      union all
      select 2, ranked.* from private.palette_products(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      union all
      select 3, ranked.* from private.palette_customers(v_text, v_most) with ordinality as ranked (kind, id, title, detail, score, place)
      where private.may('customers')
    ) as found);
end;
$$;

grant execute on function private.office_search(text) to authenticated, service_role;

create function public.office_search(p_text text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_search(p_text); $$;

grant execute on function public.office_search(text) to authenticated, service_role;

-- 70_setup_checklist.sql

-- What a new shop still needs before it trades, as far as the database knows; tools/trading-readiness.ts has the same rules.

-- Who no longer wants to see the list.
create table private.setup_dismissals (
  user_id uuid primary key references auth.users (id) on delete cascade,
  dismissed_at timestamptz not null default now()
);

revoke all on table private.setup_dismissals from public;

-- Whether an email address is kept for examples (RFC 2606): no email ever arrives there.
create function private.is_example_address(p_address text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select btrim(p_address) ~* '(^|[@.])(test|example|invalid|localhost|example\.(com|net|org))$'; $$;

-- Whether the seller is named as the law asks, by facts that are not the examples a shop begins with.
create function private.business_is_named()
returns boolean
language sql
stable
set search_path = ''
as $$
  select btrim(private.setting_text('business.name', 'Aurelle & Moss')) <> ''
    and btrim(address) <> '' and address <> '1 Example Street, London EC1A 1AA, United Kingdom'
    and btrim(email) <> '' and not private.is_example_address(email)
  from (values (private.setting_text('business.address', ''), private.setting_text('business.email', ''))) as fact (address, email);
$$;

create function private.vat_number_is_uk()
returns boolean
language sql
stable
set search_path = ''
as $$
  select replace(private.setting_text('business.vatNumber', ''), ' ', '') ~* '^GB([0-9]{9}|[0-9]{12}|GD[0-9]{3}|HA[0-9]{3})$';
$$;

-- The items that the caller may do something about, in the order in which they are best done, each with the right it needs.
create function private.setup_items()
returns table (place integer, key text, needs text, done boolean)
language sql
stable
set search_path = ''
as $$
  select 1, 'business', 'settings', private.business_is_named() and private.vat_number_is_uk()
  union all
  select 2, 'product', 'catalogue', exists (
    select from private.product_list where is_active and not is_archived and has_picture)
  union all
  select 3, 'shipping', 'shipping', exists (select from public.shipping_zones where is_active)
    and exists (select from public.shipping_methods where is_active)
  union all
  select 4, 'payment', 'money_settings', coalesce(private.payment_provider() = 'stripe', false)
  union all
  select 5, 'email', 'settings', exists (select from public.email_outbox where status = 'sent')
  union all
  -- The legal pages name the seller, and no page shows an invented rating or a sample of tracking.
  select 6, 'legal', 'settings', private.business_is_named() and private.setting_text('tracking.mode', 'live') = 'live'
    and not exists (select from public.shop_settings where key = 'reviews.placeholder' and value = 'true'::jsonb);
$$;

create function private.setup_checklist()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  return jsonb_build_object(
    'dismissed', exists (select from private.setup_dismissals where user_id = (select auth.uid())),
    'items', (select coalesce(jsonb_agg(jsonb_build_object('key', key, 'done', done) order by place), '[]')
      from private.setup_items() where private.may(needs)));
end;
$$;

grant execute on function private.setup_checklist() to authenticated, service_role;

create function public.setup_checklist()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.setup_checklist(); $$;

grant execute on function public.setup_checklist() to authenticated, service_role;

-- Hides the list from the caller, or shows it again.
create function private.dismiss_setup(p_dismissed boolean)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif coalesce(p_dismissed, true) then
    insert into private.setup_dismissals (user_id) values ((select auth.uid())) on conflict (user_id) do nothing;
  else
    delete from private.setup_dismissals where user_id = (select auth.uid());
  end if;
end;
$$;

grant execute on function private.dismiss_setup(boolean) to authenticated, service_role;

create function public.dismiss_setup(p_dismissed boolean default true)
returns void
language sql
set search_path = ''
as $$ select private.dismiss_setup(p_dismissed); $$;

grant execute on function public.dismiss_setup(boolean) to authenticated, service_role;

-- 71_staff_views.sql

-- Saved views: filters, order and columns of a list of the back office, by name. Each member of staff keeps their own; shared ones
-- are offered to everybody who may open the list.

create table public.staff_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references auth.users (id) on delete cascade,
  screen text not null check (screen in ('products', 'orders', 'customers', 'messages')),
  name text not null check (name = btrim(name) and char_length(name) between 1 and 60),
  -- The list's part of the address, such as "status=pending&unshipped=true". The screen reads it as it reads its own address.
  query text not null default '' check (char_length(query) <= 1000),
  -- Columns that are hidden.
  columns text[] not null default '{}'
    check (array_position(columns, null) is null and cardinality(columns) <= 20 and octet_length(array_to_string(columns, '')) <= 600),
  shared boolean not null default false,
  -- How its owner wants the list opened.
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index staff_views_by_name on public.staff_views (owner, screen, lower(name));
create unique index staff_views_default on public.staff_views (owner, screen) where is_default;
create index staff_views_shared on public.staff_views (screen, lower(name)) where shared;

create trigger set_updated_at before update on public.staff_views for each row execute function private.set_updated_at();

alter table public.staff_views enable row level security;
revoke all on table public.staff_views from anon, authenticated;
grant all on table public.staff_views to service_role;
grant select, delete, insert (owner, screen, name, query, columns, shared, is_default), update (name, query, columns, shared, is_default)
  on table public.staff_views to authenticated;

create policy "Staff read their own views" on public.staff_views for select to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff add views of their own" on public.staff_views for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff change their own views" on public.staff_views for update to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()))
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "Staff delete their own views" on public.staff_views for delete to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));

-- Nobody keeps more than 50 views of a list, and a new default takes the place of the last one.
create function private.check_staff_view()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    return new;
  end if;
  -- One change of a person's views at a time, so that two defaults or two last views cannot meet.
  perform pg_advisory_xact_lock(hashtextextended('staff_views:' || new.owner, 0));
  if tg_op = 'INSERT' and (
      select count(*) from public.staff_views as kept where kept.owner = new.owner and kept.screen = new.screen) >= 50 then
    perform private.refuse('PT409', 'You have 50 views of this list. Delete one first.', 'too_many_views');
  end if;
  if new.is_default then
    update public.staff_views as other set is_default = false
    where other.owner = new.owner and other.screen = new.screen and other.is_default and other.id <> new.id;
  end if;
  return new;
end;
$$;

create trigger check_staff_view before insert or update on public.staff_views
  for each row when (current_user = 'authenticated') execute function private.check_staff_view();

-- Whoever may change settings may share.
create trigger require_right_to_share before insert or update on public.staff_views
  for each row when (current_user = 'authenticated' and new.shared) execute function private.require_right_to_write('settings');

-- The views that a member of staff may choose on a list: their own and, if they may open the list, those that others share.
create function private.saved_views(p_screen text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_right constant text := case when p_screen in ('orders', 'customers', 'messages') then p_screen end;
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_screen is null or p_screen not in ('products', 'orders', 'customers', 'messages') then
    perform private.refuse('PT422', 'There is no such list.', 'screen');
  elsif v_right is not null then
    perform private.require_right(v_right);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', view.id, 'name', view.name, 'query', view.query, 'columns', view.columns,
      'shared', view.shared, 'is_default', view.is_mine and view.is_default, 'is_mine', view.is_mine,
      'by', (select btrim(concat_ws(' ', member.first_name, member.last_name)) from public.admin_users as member
        where member.user_id = view.owner)) order by view.is_mine desc, lower(view.name), view.id), '[]')
    from (
      select own.*, true as is_mine from public.staff_views as own where own.owner = (select auth.uid()) and own.screen = p_screen
      union all
      -- Those of somebody who has left are no longer offered.
      (select other.*, false from public.staff_views as other
        where other.shared and other.screen = p_screen and other.owner <> (select auth.uid())
          and exists (select from public.admin_users as member where member.user_id = other.owner and member.is_active)
        order by lower(other.name), other.id limit 100)
    ) as view);
end;
$$;

grant execute on function private.saved_views(text) to authenticated, service_role;

create function public.saved_views(p_screen text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.saved_views(p_screen); $$;

grant execute on function public.saved_views(text) to authenticated, service_role;

-- 72_reviews.sql

-- Reviews by those who bought: asked for by a letter 14 days after delivery, shown once staff approve them.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The line's place in the order's items, from 0.
  line integer not null check (line >= 0),
  product_id uuid not null references public.products (id) on delete cascade,
  variant_name text not null default '' check (char_length(variant_name) <= 200),
  rating integer not null check (rating between 1 and 5),
  body text not null default '' check (char_length(body) <= 2000),
  author text not null check (char_length(author) between 1 and 40),
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  unique (order_id, line),
  constraint reviews_decided check ((state = 'pending') = (decided_at is null))
);

create index reviews_shown on public.reviews (product_id, created_at desc, id) where state = 'approved';
create index reviews_by_product on public.reviews (product_id);
create index reviews_by_state on public.reviews (state, created_at desc, id);

alter table public.reviews enable row level security;
revoke all on table public.reviews from anon, authenticated;
grant all on table public.reviews to service_role;
-- Not the order: nobody else learns who bought what.
grant select (id, product_id, variant_name, rating, body, author, created_at) on table public.reviews to anon, authenticated;

create policy "Anyone reads approved reviews" on public.reviews for select to anon, authenticated using (state = 'approved');

-- Approved reviews of each product, and the sum of their stars.
create table public.product_ratings (
  product_id uuid primary key references public.products (id) on delete cascade,
  reviews integer not null check (reviews >= 0),
  stars integer not null check (stars between reviews and reviews * 5)
);

alter table public.product_ratings enable row level security;
revoke all on table public.product_ratings from anon, authenticated;
grant all on table public.product_ratings to service_role;
grant select on table public.product_ratings to anon, authenticated;

create policy "Anyone reads ratings" on public.product_ratings for select to anon, authenticated using (true);

create function private.count_review()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_before constant integer := case when tg_op <> 'INSERT' and old.state = 'approved' then 1 else 0 end;
  v_after constant integer := case when tg_op <> 'DELETE' and new.state = 'approved' then 1 else 0 end;
begin
  if tg_op = 'DELETE' then
    -- Not inserted: the product may be on its way out.
    update public.product_ratings set reviews = reviews - v_before, stars = stars - v_before * old.rating
    where product_id = old.product_id and v_before = 1;
  elsif v_before + v_after > 0 then
    insert into public.product_ratings as total (product_id, reviews, stars) values (new.product_id, v_after, v_after * new.rating)
    on conflict (product_id) do update set reviews = total.reviews + v_after - v_before,
      stars = total.stars + v_after * new.rating - case when v_before = 1 then old.rating else 0 end;
  end if;
  return null;
end;
$$;

create trigger count_review after insert or update or delete on public.reviews
  for each row execute function private.count_review();

create trigger bump_version_insert after insert on public.product_ratings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();
create trigger bump_version_update after update on public.product_ratings
  referencing new table as changed_rows for each statement execute function private.bump_catalogue_version();

create trigger audit_update after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement execute function private.audit();

-- The letters that ask for reviews: those to be sent, and the tokens of the links in those that were.
create table private.review_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  due_at timestamptz not null,
  token_hash text unique,
  sent_at timestamptz
);

create index review_requests_due on private.review_requests (due_at) where sent_at is null;
create index review_requests_sent on private.review_requests (sent_at);

revoke all on table private.review_requests from public;
grant select, insert, update, delete on table private.review_requests to service_role;

-- Two weeks from the day the carrier names, which may be told late.
create function private.plan_review_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.review_requests (order_id, due_at)
  select new.id, least(now(), max(event.occurred_at)) + interval '14 days'
  from public.shipments as shipment
  join public.tracking_events as event on event.shipment_id = shipment.id and event.status = 'delivered'
  where shipment.order_id = new.id
  on conflict (order_id) do nothing;
  return null;
end;
$$;

create trigger plan_review_request after update of status on public.orders
  for each row when (new.status = 'delivered' and old.status <> 'delivered' and new.email is not null)
  execute function private.plan_review_request();

-- The lines of an order that can be reviewed: pieces of products that are still in the catalogue and did not all go back.
create function private.reviewable(p_order public.orders)
returns table (line integer, product_id uuid, name text, variant_name text)
language sql
stable
set search_path = ''
as $$
  select bought.line, bought.product_id, p_order.items -> bought.line ->> 'name',
    coalesce(p_order.items -> bought.line ->> 'variant_name', '')
  from private.order_lines(p_order) as bought
  join public.products on products.id = bought.product_id
  where bought.refunded < bought.quantity;
$$;

-- A new token for an order's link; only its hash is stored.
create function private.new_review_token(p_order uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  update private.review_requests set token_hash = private.token_hash(v_token), sent_at = now() where order_id = p_order;
  return v_token;
end;
$$;

-- Queues the letters that are due, for orders that are still delivered and paid, and forgets links after half a year.
create function private.send_review_requests()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 200;
  v_order public.orders;
  v_lines jsonb;
  v_count integer := 0;
begin
  delete from private.review_requests where order_id in (
    select order_id from private.review_requests where sent_at <= now() - interval '180 days' limit 1000 for update skip locked);
  for v_order in
    select bought.* from private.review_requests as request join public.orders as bought on bought.id = request.order_id
    where request.sent_at is null and request.due_at <= now()
    order by request.due_at limit v_most for update of request skip locked
  loop
    select jsonb_agg(jsonb_build_object('name', name, 'variant_name', variant_name) order by line) into v_lines
    from private.reviewable(v_order);
    if v_lines is null or v_order.email is null or v_order.status not in ('delivered', 'completed')
      or v_order.payment_status not in ('paid', 'succeeded')
    then
      update private.review_requests set sent_at = now() where order_id = v_order.id;
      continue;
    end if;
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('review_request', v_order.email, format('What do you think of your order %s?', v_order.order_number), v_order.id,
      jsonb_build_object('order_number', v_order.order_number, 'items', v_lines, 'token', private.new_review_token(v_order.id)));
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;

-- The order of a link, or a row of nulls.
create function private.order_of_review_link(p_token text)
returns public.orders
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform private.consume_rate_limit('review_link', private.client_address(), 60, interval '15 minutes');
  select bought.* into v_order
  from private.review_requests as request join public.orders as bought on bought.id = request.order_id
  where request.token_hash = private.token_hash(p_token);
  return v_order;
end;
$$;

-- What the link of a letter leads to: the order's lines with the reviews written so far. {"state": "invalid"} for every other text.
create function private.read_review_link(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
begin
  if v_order.id is null then
    return jsonb_build_object('state', 'invalid');
  end if;
  return jsonb_build_object('state', 'valid', 'order_number', v_order.order_number,
    'author', left(coalesce(v_order.shipping_address ->> 'first_name', ''), 40),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', bought.line, 'name', bought.name, 'variant_name', bought.variant_name,
        'image', products.images[1], 'slug', products.slug,
        'review', case when review.id is not null then jsonb_build_object('rating', review.rating, 'body', review.body,
          'author', review.author, 'state', review.state) end) order by bought.line), '[]')
      from private.reviewable(v_order) as bought
      join public.products on products.id = bought.product_id
      left join public.reviews as review on review.order_id = v_order.id and review.line = bought.line));
end;
$$;

grant execute on function private.read_review_link(text) to anon, authenticated, service_role;

create function public.read_review_link(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_review_link(p_token); $$;

grant execute on function public.read_review_link(text) to anon, authenticated, service_role;

-- Writes the review of one bought line; it can be changed until staff decide about it. Raises 404 for a link or line that is none,
-- 409 when it is decided, 422 with the field as hint.
create function private.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.order_of_review_link(p_token);
  v_body constant text := btrim(coalesce(p_body, ''));
  v_author constant text := btrim(coalesce(p_author, ''));
begin
  if v_order.id is null then
    perform private.refuse('PT404', 'This link is not valid, or has expired.', 'review_link');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.refuse('PT422', 'Choose one to five stars.', 'rating');
  elsif char_length(v_body) > 2000 then
    perform private.refuse('PT422', 'Please keep it to 2,000 characters.', 'body');
  elsif private.holds_link(v_body) then
    perform private.refuse('PT422', 'Please leave out links and addresses.', 'body');
  elsif char_length(v_author) not between 1 and 40 or private.holds_link(v_author) then
    perform private.refuse('PT422', 'Please give a name of up to 40 characters.', 'author');
  end if;
  insert into public.reviews as review (order_id, line, product_id, variant_name, rating, body, author)
  select v_order.id, bought.line, bought.product_id, left(bought.variant_name, 200), p_rating, v_body, v_author
  from private.reviewable(v_order) as bought where bought.line = p_line
  on conflict (order_id, line) do update
    set rating = excluded.rating, body = excluded.body, author = excluded.author
    where review.state = 'pending';
  if not found then
    if exists (select from public.reviews where order_id = v_order.id and line = p_line) then
      perform private.refuse('PT409', 'We have already read this review, so it can no longer be changed.', 'review_decided');
    end if;
    perform private.refuse('PT404', 'This was not part of your order, or is no longer sold.', 'line');
  end if;
end;
$$;

grant execute on function private.write_review(text, int4, int4, text, text) to anon, authenticated, service_role;

create function public.write_review(p_token text, p_line integer, p_rating integer, p_body text, p_author text)
returns void
language sql
set search_path = ''
as $$ select private.write_review(p_token, p_line, p_rating, p_body, p_author); $$;

grant execute on function public.write_review(text, int4, int4, text, text) to anon, authenticated, service_role;

-- Reviews in a state: the oldest first of those that wait, else the newest; up to 1,000 are counted.
create function private.office_reviews(p_state text, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_waits constant boolean := p_state is not distinct from 'pending';
  v_total integer;
  v_pages integer;
  v_page integer;
  v_rows jsonb;
begin
  perform private.require_right('messages');
  select count(*) into v_total from (select from public.reviews where state = p_state limit v_most + 1) as counted;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  select coalesce(jsonb_agg(jsonb_build_object('id', review.id, 'state', review.state, 'rating', review.rating, 'body', review.body,
      'author', review.author, 'variant_name', review.variant_name, 'created_at', review.created_at, 'decided_at', review.decided_at,
      'order_number', bought.order_number, 'product', products.name, 'slug', products.slug)
    order by case when v_waits then review.created_at end, review.created_at desc, review.id), '[]')
  into v_rows
  from (
    (select id from public.reviews where state = p_state and v_waits order by created_at, id desc
      limit v_size offset (v_page - 1)::bigint * v_size)
    union all
    (select id from public.reviews where state = p_state and not v_waits order by created_at desc, id
      limit v_size offset (v_page - 1)::bigint * v_size)
  ) as wanted
  join public.reviews as review on review.id = wanted.id
  join public.orders as bought on bought.id = review.order_id
  join public.products on products.id = review.product_id;
  return jsonb_build_object('rows', v_rows, 'total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page,
    'pages', v_pages);
end;
$$;

grant execute on function private.office_reviews(text, int4, int4) to authenticated, service_role;

create function public.office_reviews(p_state text default 'pending', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_reviews(p_state, p_page, p_size); $$;

grant execute on function public.office_reviews(text, int4, int4) to authenticated, service_role;

-- Approves or rejects a review, or lets it wait again; the same again changes nothing.
create function private.decide_review(p_id uuid, p_state text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('messages');
  if p_state is null or p_state not in ('pending', 'approved', 'rejected') then
    perform private.refuse('PT422', 'A review is approved, rejected or waits.', 'state');
  end if;
  update public.reviews set state = p_state, decided_at = case when p_state <> 'pending' then now() end
  where id = p_id and state <> p_state;
  if not found and not exists (select from public.reviews where id = p_id) then
    perform private.refuse('PT404', 'This review does not exist.', 'review');
  end if;
end;
$$;

grant execute on function private.decide_review(uuid, text) to authenticated, service_role;

create function public.decide_review(p_id uuid, p_state text)
returns void
language sql
set search_path = ''
as $$ select private.decide_review(p_id, p_state); $$;

grant execute on function public.decide_review(uuid, text) to authenticated, service_role;

-- 73_account_orders.sql

-- Whose account a guest's order belongs to.

-- The customer whose account has confirmed this address; null when there is none.
create function private.account_of(p_email text)
returns public.customers
language sql
stable
set search_path = ''
as $$
  select customer.* from public.customers as customer
  join auth.users as account on account.id = customer.user_id
  where lower(customer.email) = lower(btrim(p_email))
    and lower(account.email) = lower(btrim(p_email)) and account.email_confirmed_at is not null
  order by customer.created_at, customer.id
  limit 1;
$$;

-- A sign-in brings the orders that the account did not get when they were paid: one of a moment in which its address was being
-- confirmed, or one older than this rule.
create trigger claim_orders_at_sign_in after update of last_sign_in_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();

-- 74_delete_account.sql

-- Deletion of an account by its owner. What tax law asks for stays: orders with their lines, sums, VAT, country, payment and refunds.

-- What is in the way of deleting an account, as a refusal.
create function private.refuse_deletion(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_number text;
begin
  if exists (select from public.admin_users where user_id = p_user and is_active) then
    perform private.refuse('PT409', 'You work here with this account, so it cannot be deleted from here. Ask a super admin to end your access under Staff first.', 'staff_account');
  end if;
  select order_number into v_number from public.orders
  where id = any (p_orders) and (status in ('pending', 'processing', 'shipped')
    or exists (select from public.returns where order_id = orders.id and state in ('requested', 'approved', 'received'))
    or exists (select from public.refunds where order_id = orders.id and state in ('pending', 'failed')))
  order by created_at limit 1;
  if v_number is not null then
    perform private.refuse('PT409', format('Order %s is not finished yet: a parcel, a return or a refund is still on its way. You can delete your account once it is.', v_number),
      'order_open', v_number);
  elsif exists (
    select from public.payment_attempts as attempt join public.checkout_sessions as checkout on checkout.session_id = attempt.checkout_session_id
    where checkout.session_id = any (p_checkouts) and checkout.status = 'pending' and attempt.status = 'pending') then
    perform private.refuse('PT409', 'One of your payments is still being processed. Please try again in an hour.', 'payment_open');
  end if;
end;
$$;

-- Orders without the person: what remains of the address is the country and the letters of the postcode, which decide on the VAT.
create function private.strip_address(p_address jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when coalesce(p_address ->> 'address_line_1', '') = '' then '{}'::jsonb else jsonb_build_object(
    'first_name', 'Account', 'last_name', 'deleted', 'address_line_1', '', 'address_line_2', '', 'city', '', 'state', '',
    'postal_code', coalesce(substring(upper(p_address ->> 'postal_code') from '^\s*([A-Z]{1,2})[0-9]'), ''),
    'country', coalesce(left(p_address ->> 'country', 2), 'GB'), 'phone', '') end;
$$;

create function private.strip_orders(p_user uuid, p_orders uuid[], p_checkouts text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.orders
  set user_id = null, customer_id = null, email = null, phone = null, cancel_reason = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address)
  where id = any (p_orders);
  delete from public.reviews where order_id = any (p_orders);
  delete from private.review_requests where order_id = any (p_orders);
  delete from public.order_notes where order_id = any (p_orders);
  delete from public.tracking_events where shipment_id in (select id from public.shipments where order_id = any (p_orders));
  delete from public.shipments where order_id = any (p_orders);
  update public.returns set note = '' where order_id = any (p_orders) and note <> '';
  update public.return_lines set comment = ''
  where return_id in (select id from public.returns where order_id = any (p_orders)) and comment <> '';
  update public.refunds set note = '', actor = nullif(actor, p_user) where order_id = any (p_orders) and (note <> '' or actor = p_user);
  update public.gift_card_entries set actor = null where order_id = any (p_orders) and actor = p_user;
  update public.inventory_movements set actor = null where order_id = any (p_orders) and actor = p_user;
  -- The history keeps what happened to the order and the money.
  delete from public.order_events
  where order_id = any (p_orders) and type not in ('order_created', 'payment_succeeded', 'status_changed', 'payment_status_changed')
    and type !~ '^(refund|return|gift_card)_';
  update public.order_events set data = data - 'note' - 'reason' - case when data ->> 'actor' = p_user::text then 'actor' else '' end
  where order_id = any (p_orders);
  insert into public.order_events (order_id, type, description) select id, 'account_deleted', 'The buyer deleted their account' from unnest(p_orders) as id;
  update public.promotion_uses set user_id = null, email = '' where checkout_session_id = any (p_checkouts) or user_id = p_user;
  update public.checkout_sessions
  set user_id = null, customer_id = null, email = 'deleted@invalid', first_name = 'Account', last_name = 'deleted', phone = null,
    shipping_address = private.strip_address(shipping_address), billing_address = private.strip_address(billing_address),
    metadata = case kind when 'gift_card' then '{"gift_card": {}}'::jsonb else '{}' end
  where session_id = any (p_checkouts) and session_id in (select checkout_session_id from public.orders where id = any (p_orders));
  delete from private.checkout_carts where checkout_session_id = any (p_checkouts);
  delete from private.checkout_callers where checkout_session_id = any (p_checkouts);
  delete from public.account_creation_tokens where checkout_session_id = any (p_checkouts);
  delete from private.receipt_links where order_id = any (p_orders);
  delete from public.checkout_sessions
  where session_id = any (p_checkouts) and session_id not in (select checkout_session_id from public.orders where id = any (p_orders));
end;
$$;

-- Personal fields of rows that staff have changed, in the log of those changes. Columns of people: names, addresses, words.
create function private.strip_log(p_email text, p_orders uuid[], p_rows uuid[])
returns void
language sql
set search_path = ''
as $$
  update public.audit_log
  set before = before - personal.columns, after = after - personal.columns
  from (select array['name', 'email', 'subject', 'message', 'phone', 'shipping_address', 'billing_address', 'recipient_email', 'recipient_name',
    'author', 'body', 'cancel_reason', 'tracking_number', 'description', 'location', 'user_id', 'customer_id'] as columns) as personal
  where (table_name in ('orders', 'contact_messages', 'gift_cards', 'reviews', 'shipments', 'tracking_events', 'staff_invitations')
      and row_id in (select unnest(p_orders || p_rows)::text))
    or (table_name = 'contact_messages' and action = 'delete' and lower(before ->> 'email') = p_email);
$$;

-- Deletes the caller's account for good, in one transaction: all of it or nothing. Asks for a sign-in of the last 15 minutes.
create function private.delete_my_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
  v_address text;
  v_email text;
  v_orders uuid[];
  v_checkouts text[];
  v_rows uuid[];
  v_kept text[];
begin
  perform private.consume_rate_limit('delete_my_account', v_user::text, 20, interval '1 hour');
  if not exists (
    select from auth.sessions where id = private.my_session_id() and user_id = v_user and created_at > now() - interval '15 minutes') then
    perform private.refuse('PT403', 'Please enter your password again.', 'sign_in_again');
  end if;
  -- The user first: an order that is being placed waits for it, then finds no account. Orders before customers, as everywhere.
  select email into v_address from auth.users where id = v_user for update;
  v_email := private.confirmed_email(v_user);
  perform from public.orders where id = any (private.orders_of_person(v_user, v_email)) order by id for update;
  v_orders := private.orders_of_person(v_user, v_email);
  v_checkouts := private.checkouts_of_person(v_user, v_email, v_orders);
  perform private.refuse_deletion(v_user, v_orders, v_checkouts);

  select array_agg(id) into v_rows from (
    select id from public.contact_messages where lower(email) = v_email
    union all select id from public.gift_cards where lower(recipient_email) = v_email
    union all select id from public.staff_invitations where email = v_email
    union all select id from public.reviews where order_id = any (v_orders)
    union all select id from public.shipments where order_id = any (v_orders)) as own;
  perform private.strip_log(v_email, v_orders, v_rows);
  -- A letter that waits for somebody else, such as a gift card, is still sent.
  delete from public.email_outbox
  where lower(recipient) = v_email or (order_id = any (v_orders) and status <> 'pending');
  perform private.strip_orders(v_user, v_orders, v_checkouts);
  update public.gift_cards set recipient_email = null, recipient_name = null where lower(recipient_email) = v_email;
  delete from public.contact_messages where lower(email) = v_email;
  delete from private.stock_requests where email = v_email;
  delete from public.staff_invitations where email = v_email;
  delete from public.customers where user_id = v_user;
  delete from auth.users where id = v_user;

  select array_agg(order_number order by created_at, id) into v_kept from public.orders where id = any (v_orders);
  if v_address is not null then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('account_deleted', v_address, 'Your account is deleted',
      jsonb_build_object('deleted_at', now(), 'orders', to_jsonb(coalesce(v_kept, '{}'))));
  end if;
end;
$$;

grant execute on function private.delete_my_account() to authenticated, service_role;

create function public.delete_my_account()
returns void
language sql
set search_path = ''
as $$ select private.delete_my_account(); $$;

grant execute on function public.delete_my_account() to authenticated, service_role;

-- The receipt of a deletion is the last row with the address: it goes once it is sent, or cannot be.
create function private.forget_farewell()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.email_outbox where id = new.id;
  return null;
end;
$$;

create trigger forget_farewell after update of status on public.email_outbox
  for each row when (new.kind = 'account_deleted' and new.status <> 'pending')
  execute function private.forget_farewell();

-- 75_my_data.sql

-- What a person may ask of the shop by law: a copy of everything that names them, and to be forgotten (decision 0035).

-- The address of an account that its owner has confirmed, in lower case, or null. An address that nobody confirmed reaches no rows.
create function private.confirmed_email(p_user uuid)
returns text
language sql
stable
set search_path = ''
as $$ select lower(email) from auth.users where id = p_user and email_confirmed_at is not null; $$;

-- Orders of an account, and those that were placed with its confirmed address and no account.
create function private.orders_of_person(p_user uuid, p_email text)
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(id order by id), '{}') from (
    select id from public.orders where user_id = p_user
    union select id from public.orders where lower(email) = p_email and user_id is null
  ) as own;
$$;

-- Checkouts of a person, by their public id, in the same sense. A checkout that another account has begun is the other's.
create function private.checkouts_of_person(p_user uuid, p_email text, p_orders uuid[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(session_id order by session_id), '{}') from (
    select session_id from public.checkout_sessions where user_id = p_user
    union select session_id from public.checkout_sessions where lower(email) = p_email and user_id is null
    union select checkout_session_id from public.orders where id = any (p_orders)
  ) as own;
$$;

create index checkout_sessions_by_email on public.checkout_sessions (lower(email)) where user_id is null;
create index contact_messages_by_email on public.contact_messages (lower(email));
create index stock_requests_by_email on private.stock_requests (email);
create index gift_cards_by_recipient on public.gift_cards (lower(recipient_email)) where recipient_email is not null;
create index email_outbox_by_person on public.email_outbox (lower(recipient));
create index audit_log_of_deleted_messages on public.audit_log (lower(before ->> 'email'))
  where table_name = 'contact_messages' and action = 'delete';

-- Rows as JSON without columns that open something or name a member of staff. Each key of the result is a table's name.
create function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customer constant uuid := (select id from public.customers where user_id = p_user);
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = v_customer),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = v_customer),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = v_customer),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = v_customer),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = v_customer),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = v_customer),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_pieces', (select jsonb_agg(to_jsonb(t)) from private.returned_pieces as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

-- Everything that the shop holds about the caller, tables without a row left out, and how the provider knows them.
create function private.export_my_data()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  perform private.consume_rate_limit('export_my_data', v_user::text, 20, interval '1 hour');
  return jsonb_build_object('exported_at', now(),
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'created_at', created_at, 'last_sign_in_at', last_sign_in_at,
        'email_confirmed_at', email_confirmed_at, 'details', raw_user_meta_data)
      from auth.users where id = v_user),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
        'user_agent', user_agent, 'ip', ip) order by created_at), '[]')
      from auth.sessions where user_id = v_user),
    'tables', (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(private.data_of_person(v_user)) where value <> 'null'));
end;
$$;

grant execute on function private.export_my_data() to authenticated, service_role;

create function public.export_my_data()
returns jsonb
language sql
set search_path = ''
as $$ select private.export_my_data(); $$;

grant execute on function public.export_my_data() to authenticated, service_role;

-- 76_profile.sql

-- What signed-in shoppers keep of themselves: name, phone, consent to marketing, the devices they are signed in on.

-- The words beside the box that consents to marketing: those of mf-account/src/profile/consent-words.ts, which a test compares.
create function private.marketing_words()
returns text
language sql
immutable
set search_path = ''
as $$ select 'Yes, email me now and then about new arrivals and offers. I can change my mind here at any time.'; $$;

-- Each time a customer consented to marketing or took it back: the proof that the law asks for.
create table private.marketing_consents (
  id bigint generated always as identity primary key,
  customer_id uuid not null references public.customers (id) on delete cascade,
  given boolean not null,
  -- What stood beside the box; nothing where consent was taken back.
  words text not null check (char_length(words) <= 500 and (words <> '') = given),
  created_at timestamptz not null default now()
);

create index marketing_consents_newest on private.marketing_consents (customer_id, id desc);

revoke all on table private.marketing_consents from public;

-- The caller's customer row, made where there is none.
create function private.ensure_my_customer()
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
begin
  insert into public.customers (user_id, email, first_name, last_name)
  select account.id, account.email, coalesce(profile.first_name, ''), coalesce(profile.last_name, '')
  from auth.users as account left join public.profiles as profile on profile.id = account.id
  where account.id = v_user and account.email is not null
  on conflict (user_id) do nothing;
  return (select id from public.customers where user_id = v_user);
end;
$$;

-- Name, phone and consent of the caller, with the words that the consent was given to.
create function private.my_profile()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', account.email,
    'first_name', coalesce(customer.first_name, profile.first_name, ''),
    'last_name', coalesce(customer.last_name, profile.last_name, ''),
    'phone', coalesce(customer.phone, ''),
    'consent', (
      select jsonb_build_object('given', given, 'words', words, 'at', created_at)
      from private.marketing_consents where customer_id = customer.id order by id desc limit 1))
  from auth.users as account
  left join public.profiles as profile on profile.id = account.id
  left join public.customers as customer on customer.user_id = account.id
  where account.id = (select auth.uid());
$$;

grant execute on function private.my_profile() to authenticated, service_role;

create function public.my_profile()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.my_profile(); $$;

grant execute on function public.my_profile() to authenticated, service_role;

-- Names stand in three places that must say the same: the customer, the profile and the provider's details of the user.
create function private.save_profile(p_first_name text, p_last_name text, p_phone text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_first constant text := btrim(coalesce(p_first_name, ''));
  v_last constant text := btrim(coalesce(p_last_name, ''));
  v_phone constant text := nullif(btrim(coalesce(p_phone, '')), '');
begin
  if char_length(v_first) > 100 or char_length(v_last) > 100 then
    perform private.refuse('PT422', 'A name has at most 100 characters.', 'name');
  elsif char_length(v_phone) > 40 or v_phone !~ '^[0-9+()./ -]*$' then
    perform private.refuse('PT422', 'Use digits and spaces for the phone number.', 'phone');
  end if;
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('first_name', v_first, 'last_name', v_last)
  where id = (select auth.uid());
  update public.customers set first_name = v_first, last_name = v_last, phone = v_phone where id = private.ensure_my_customer();
  update public.profiles set first_name = v_first, last_name = v_last where id = (select auth.uid());
end;
$$;

grant execute on function private.save_profile(text, text, text) to authenticated, service_role;

create function public.save_profile(p_first_name text, p_last_name text, p_phone text)
returns void
language sql
set search_path = ''
as $$ select private.save_profile(p_first_name, p_last_name, p_phone); $$;

grant execute on function public.save_profile(text, text, text) to authenticated, service_role;

-- Records that the caller consents to marketing, or takes it back. p_words: what stood beside the box, which must be the words of today.
create function private.set_marketing_consent(p_given boolean, p_words text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid;
begin
  perform private.consume_rate_limit('marketing_consent', (select auth.uid())::text, 30, interval '1 hour');
  if p_given is null then
    perform private.refuse('PT422', 'Say yes or no.', 'given');
  elsif p_given and p_words is distinct from private.marketing_words() then
    perform private.refuse('PT409', 'The wording has changed. Please load this page again and read it.', 'words_changed');
  end if;
  v_customer := private.ensure_my_customer();
  perform from public.customers where id = v_customer for no key update;
  if p_given is distinct from (
    select given from private.marketing_consents where customer_id = v_customer order by id desc limit 1) then
    insert into private.marketing_consents (customer_id, given, words)
    values (v_customer, p_given, case when p_given then p_words else '' end);
    update public.customers set accepts_marketing = p_given where id = v_customer and accepts_marketing <> p_given;
  end if;
end;
$$;

grant execute on function private.set_marketing_consent(bool, text) to authenticated, service_role;

create function public.set_marketing_consent(p_given boolean, p_words text)
returns void
language sql
set search_path = ''
as $$ select private.set_marketing_consent(p_given, p_words); $$;

grant execute on function public.set_marketing_consent(bool, text) to authenticated, service_role;

-- The session of the current request, as its token names it; null where it names none.
create function private.my_session_id()
returns uuid
language sql
stable
set search_path = ''
as $$
  select case when claim ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then claim::uuid end
  from (select (select auth.jwt()) ->> 'session_id' as claim) as token;
$$;

-- Where the caller is signed in, the newest hundred. Times are ISO; `seen_at` is when the device last renewed its session.
create function private.my_sessions()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at, 'seen_at', seen_at,
    'user_agent', left(user_agent, 400), 'is_current', is_current) order by is_current desc, seen_at desc, id), '[]')
  from (
    select id, created_at, user_agent, greatest(created_at, refreshed_at at time zone 'UTC') as seen_at,
      id is not distinct from private.my_session_id() as is_current
    from auth.sessions where user_id = (select auth.uid()) and (not_after is null or not_after > now())
    order by created_at desc, id limit 100
  ) as open;
$$;

grant execute on function private.my_sessions() to authenticated, service_role;

create function public.my_sessions()
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.my_sessions(); $$;

grant execute on function public.my_sessions() to authenticated, service_role;

-- Signs the caller out on one device. One that is signed out already, or another person's, is nothing to do.
create function private.end_session(p_id uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from auth.sessions where id = p_id and user_id = (select auth.uid());
$$;

grant execute on function private.end_session(uuid) to authenticated, service_role;

create function public.end_session(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.end_session(p_id); $$;

grant execute on function public.end_session(uuid) to authenticated, service_role;

-- 77_my_orders.sql

-- What buyers do with their orders themselves: look, cancel, buy again, and print a receipt.

-- Links to receipts in the letters of guests, who have no account to find their orders in.
create table private.receipt_links (
  token_hash text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now()
);

create index receipt_links_by_order on private.receipt_links (order_id);
create index receipt_links_by_age on private.receipt_links (created_at);

revoke all on table private.receipt_links from public;
grant select, insert, delete on table private.receipt_links to service_role;

-- A new link to the receipt of an order; only its hash is stored. Links of more than a year ago have ended.
create function private.new_receipt_link(p_order uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  delete from private.receipt_links where token_hash in (
    select token_hash from private.receipt_links where created_at <= now() - interval '1 year' limit 10 for update skip locked);
  insert into private.receipt_links (token_hash, order_id) values (private.token_hash(v_token), p_order);
  return v_token;
end;
$$;

-- The confirmation of a guest's order carries the link, and a new one when it is sent again: a letter that failed has lost it.
create function private.add_receipt_link()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from public.orders where id = new.order_id and user_id is null) then
    new.data := new.data || jsonb_build_object('token', private.new_receipt_link(new.order_id));
  end if;
  return new;
end;
$$;

create trigger add_receipt_link before insert on public.email_outbox
  for each row when (new.kind = 'order_confirmation') execute function private.add_receipt_link();
create trigger renew_receipt_link before update of status on public.email_outbox
  for each row when (new.kind = 'order_confirmation' and old.status = 'failed' and new.status = 'pending')
  execute function private.add_receipt_link();

-- The receipt of a paid order: for its owner by the number, for whoever has the link of its letter by the token. Null for
-- everyone else and for every other number and token alike. Refunds are those whose money has moved.
create function private.order_receipt(p_number text, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if p_token is not null then
    perform private.consume_rate_limit('receipt_link', private.client_address(), 60, interval '15 minutes');
    select bought.* into v_order
    from private.receipt_links as link join public.orders as bought on bought.id = link.order_id
    where link.token_hash = private.token_hash(p_token) and link.created_at > now() - interval '1 year';
  else
    select * into v_order from public.orders
    where order_number = upper(btrim(left(p_number, 40))) and user_id = (select auth.uid());
  end if;
  if v_order.paid_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'order_number', v_order.order_number, 'created_at', v_order.created_at, 'tax_point', v_order.paid_at,
    'currency', v_order.currency, 'items', v_order.items, 'subtotal', v_order.subtotal,
    'discount_amount', v_order.discount_amount, 'promotion_code', v_order.promotion_code, 'vat_rate', 0.20,
    'tax_amount', v_order.tax_amount, 'shipping_amount', v_order.shipping_amount, 'total', v_order.total,
    'payment_method', v_order.payment_method, 'gift_card_amount', v_order.gift_card_amount,
    'gift_card_hint', v_order.gift_card_hint, 'billing_address', v_order.billing_address,
    'shipping_address', v_order.shipping_address,
    'refunds', coalesce((
      select jsonb_agg(jsonb_build_object('at', coalesce(refund.settled_at, refund.created_at), 'amount', moved.amount,
        'tax_amount', least(moved.amount, private.share_of((refund.tax_amount * 100)::integer, moved.amount, refund.amount) * 0.01))
        order by coalesce(refund.settled_at, refund.created_at), refund.id)
      from public.refunds as refund
      -- A gift card's part moves at once, a bank card's when the provider has paid.
      cross join lateral (
        select case refund.state when 'succeeded' then refund.amount else refund.gift_card_amount end as amount) as moved
      where refund.order_id = v_order.id and moved.amount > 0), '[]'));
end;
$$;

grant execute on function private.order_receipt(text, text) to anon, authenticated, service_role;

create function public.order_receipt(p_number text default null, p_token text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.order_receipt(p_number, p_token); $$;

grant execute on function public.order_receipt(text, text) to anon, authenticated, service_role;

-- How many orders the caller has placed, counted up to 1,001.
create function public.count_my_orders()
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer from (select from public.orders where user_id = (select auth.uid()) limit 1001) as counted;
$$;

grant execute on function public.count_my_orders() to authenticated, service_role;

-- What the buyer of an order can do with it now: cancel it, or send lines back until a day. Null for anyone else's order.
create function private.order_choices(p_order uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_today date := (now() at time zone 'Europe/London')::date;
begin
  select * into v_order from public.orders where id = p_order and user_id = (select auth.uid());
  if v_order.id is null then
    return null;
  end if;
  return jsonb_build_object(
    'can_cancel', private.can_cancel(v_order),
    'change_of_mind_until', private.return_until(v_order, 'changed_mind'),
    'fault_until', private.return_until(v_order, 'faulty'),
    'change_of_mind', coalesce(private.return_until(v_order, 'changed_mind') >= v_today, false),
    'returnable', case
      when v_order.status in ('shipped', 'delivered', 'completed') and private.return_until(v_order, 'faulty') >= v_today then coalesce((
        select jsonb_agg(jsonb_build_object('line', line, 'quantity', quantity) order by line)
        from private.returnable(v_order) where quantity > 0), '[]')
      else '[]' end);
end;
$$;

grant execute on function private.order_choices(uuid) to authenticated, service_role;

create function public.order_choices(p_order uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.order_choices(p_order); $$;

grant execute on function public.order_choices(uuid) to authenticated, service_role;

-- Cancels the caller's order before it is sent, with all that was paid refunded. Cancelled already, it stays as it is.
create function private.cancel_my_order(p_order uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.orders where id = p_order and user_id = (select auth.uid()) for no key update;
  if not found then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  return jsonb_build_object('status', private.cancel_unsent(p_order, 'Cancelled by the customer', true) ->> 'status');
end;
$$;

grant execute on function private.cancel_my_order(uuid) to authenticated, service_role;

create function public.cancel_my_order(p_order uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.cancel_my_order(p_order); $$;

grant execute on function public.cancel_my_order(uuid) to authenticated, service_role;

-- Puts what can be bought again of the caller's order into their cart, and says of each line what became of it: added, fewer (than
-- were bought), in_cart (already as many as can be), sold_out, or gone; with its price then and now, in pounds.
create function private.reorder(p_order uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_customer uuid;
  v_line record;
  v_unit record;
  v_room integer;
  v_added integer;
  v_lines jsonb := '[]';
begin
  select * into v_order from public.orders where id = p_order and user_id = (select auth.uid());
  if v_order.id is null then
    perform private.refuse('PT404', 'Order not found.', 'order_not_found');
  end if;
  v_customer := private.ensure_customer();
  perform pg_advisory_xact_lock(hashtextextended('cart ' || v_customer::text, 0));
  for v_line in
    select entry, place, (entry ->> 'product_id')::uuid as product_id, (entry ->> 'variant_id')::uuid as variant_id,
      (entry ->> 'quantity')::integer as quantity
    from jsonb_array_elements(v_order.items) with ordinality as listed (entry, place) order by place
  loop
    select unit.inventory_quantity, unit.price into v_unit
    from private.stock_units as unit
    where unit.product_id = v_line.product_id and unit.variant_id is not distinct from v_line.variant_id and unit.is_active;
    v_room := least(coalesce(v_unit.inventory_quantity, 0), private.max_quantity()) - coalesce((
      select quantity from public.cart_items
      where customer_id = v_customer and product_id = v_line.product_id and variant_id is not distinct from v_line.variant_id), 0);
    v_added := greatest(0, least(v_room, v_line.quantity));
    if v_added > 0 then
      -- In the order of the lines, as if added one after the other.
      perform private.cart_add(v_line.product_id, v_added,
        now() - (jsonb_array_length(v_order.items) - v_line.place) * interval '1 millisecond', v_line.variant_id);
    end if;
    v_lines := v_lines || jsonb_build_object(
      'line', v_line.place - 1, 'wanted', v_line.quantity, 'added', v_added,
      'outcome', case when v_unit.price is null then 'gone' when v_unit.inventory_quantity <= 0 then 'sold_out'
        when v_added = 0 then 'in_cart' when v_added < v_line.quantity then 'fewer' else 'added' end,
      'price_then', (v_line.entry ->> 'unit_price')::numeric, 'price_now', private.unit_price(v_unit.price));
  end loop;
  return v_lines;
end;
$$;

grant execute on function private.reorder(uuid) to authenticated, service_role;

create function public.reorder(p_order uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.reorder(p_order); $$;

grant execute on function public.reorder(uuid) to authenticated, service_role;

-- 78_releases.sql

-- Releases of the shop's apps: who owns which paths, what was released, sets of releases, and which set is live.

-- Members of a release set, the shell among them. mounts: path prefixes that a remote may serve ('/' is the home page alone).
create table public.remotes (
  name text primary key check (char_length(name) <= 60 and name ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'),
  owner text not null check (char_length(btrim(owner)) between 1 and 100),
  mounts text[] not null default '{}' check (cardinality(mounts) <= 50 and char_length(array_to_string(mounts, ' ')) <= 2000)
);

create table public.releases (
  name text not null references public.remotes (name),
  version text not null check (version ~ '^[0-9a-z]{1,40}$'),
  -- record.json of the release.
  record jsonb not null check (char_length(record::text) <= 1000000),
  recorded_by text not null check (char_length(recorded_by) between 1 and 200),
  recorded_at timestamptz not null default now(),
  primary key (name, version)
);

create table public.release_sets (
  -- Follows from the members.
  id text primary key check (id ~ '^[0-9a-f]{12}$'),
  -- Version by name.
  members jsonb not null check (jsonb_typeof(members) = 'object' and char_length(members::text) <= 10000),
  made_at timestamptz not null default now(),
  -- When it was live last, now that another one is: tabs may still run it.
  left_at timestamptz
);

create index release_sets_by_left_at on public.release_sets (left_at);

create table public.release_events (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor text not null check (char_length(btrim(actor)) between 1 and 200),
  what text not null check (what in ('start', 'promote', 'rollback', 'withdraw')),
  from_set text references public.release_sets (id),
  to_set text not null references public.release_sets (id),
  why text not null default '' check (char_length(why) <= 500),
  -- The event whose set is live again when this one is rolled back.
  before bigint references public.release_events (id)
);

create index release_events_by_from_set on public.release_events (from_set);
create index release_events_by_to_set on public.release_events (to_set);
create index release_events_by_before on public.release_events (before);

-- One row. last_good: the set that a rollback makes live. Nobody stays on a set in withdrawn, whatever tab runs it.
create table public.release_state (
  id boolean primary key default true check (id),
  live text references public.release_sets (id),
  last_good text references public.release_sets (id),
  withdrawn text[] not null default '{}' check (cardinality(withdrawn) <= 1000),
  event bigint references public.release_events (id),
  revision bigint not null default 0,
  changed_at timestamptz not null default now()
) with (fillfactor = 50);

create index release_state_by_live on public.release_state (live);
create index release_state_by_last_good on public.release_state (last_good);
create index release_state_by_event on public.release_state (event);

alter table public.remotes enable row level security;
alter table public.releases enable row level security;
alter table public.release_sets enable row level security;
alter table public.release_state enable row level security;
alter table public.release_events enable row level security;

-- Written by the functions of 79_release_functions.sql.
revoke all on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events
  from anon, authenticated;
grant all on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events to service_role;
grant select on table public.remotes, public.releases, public.release_sets, public.release_state, public.release_events
  to authenticated;
-- Every page names its set.
grant select on table public.release_sets, public.release_state to anon;

create policy "Staff read who owns which paths" on public.remotes for select to authenticated
  using ((select private.may('releases')));
create policy "Staff read releases" on public.releases for select to authenticated using ((select private.may('releases')));
create policy "Staff read the history of releases" on public.release_events for select to authenticated
  using ((select private.may('releases')));
create policy "Anyone reads release sets" on public.release_sets for select to anon, authenticated using (true);
create policy "Anyone sees which release set is live" on public.release_state for select to anon, authenticated using (true);

insert into public.release_state default values;

-- Whether a path prefix contains another; '/' is the home page alone.
create function private.mount_contains(p_mount text, p_path text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_path = p_mount or (p_mount <> '/' and starts_with(p_path, p_mount || '/')); $$;

-- Locked whole, since two remotes could be given overlapping paths at the same time.
create function private.check_mounts()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mount text;
  v_other text;
begin
  lock table public.remotes in share row exclusive mode;
  foreach v_mount in array new.mounts loop
    if v_mount is null or v_mount !~ '^/([a-z0-9-]+(/[a-z0-9-]+)*)?$' then
      perform private.refuse('PT422', format('%s is no path that a remote can serve.', coalesce(v_mount, 'null')), 'mounts');
    end if;
    select other.name into v_other from public.remotes as other, unnest(other.mounts) as theirs (mount)
    where other.name <> new.name and (private.mount_contains(v_mount, theirs.mount) or private.mount_contains(theirs.mount, v_mount))
    limit 1;
    if v_other is not null then
      perform private.refuse('PT409', format('%s belongs to %s.', v_mount, v_other), 'mounts');
    end if;
  end loop;
  return new;
end;
$$;

create trigger check_mounts before insert or update of mounts on public.remotes
  for each row execute function private.check_mounts();

insert into public.remotes (name, owner, mounts) values
  ('shell', 'platform', '{}'),
  ('mf-catalog', 'catalogue', '{/,/products,/categories,/search,/wishlist}'),
  ('mf-cart-checkout', 'checkout', '{/cart,/checkout}'),
  ('mf-account', 'accounts', '{/auth,/account,/orders,/create-account,/receipt,/review,/track-order}'),
  ('mf-admin', 'back office', '{/admin}');

alter publication supabase_realtime add table public.release_state;

-- 79_release_functions.sql

-- Recording releases, making sets of them live, and rolling back. For the service alone.

-- The owner and the paths of a remote.
create function private.set_remote(p_name text, p_owner text, p_mounts text[])
returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.remotes as known (name, owner, mounts) values (p_name, p_owner, coalesce(p_mounts, '{}'))
  on conflict (name) do update set owner = excluded.owner, mounts = excluded.mounts;
$$;

-- Records a release once. Returns whether it is new.
create function private.record_release(p_record jsonb, p_actor text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_name constant text := p_record ->> 'name';
  v_version constant text := p_record ->> 'version';
  v_path text;
begin
  if not exists (select from public.remotes where name = v_name) then
    perform private.refuse('PT422', format('%s is no member of this shop: say first who owns it and which paths it serves.', coalesce(left(v_name, 60), 'It')), 'name');
  end if;
  select claim.path into v_path
  from jsonb_array_elements_text(case jsonb_typeof(p_record -> 'mounts') when 'array' then p_record -> 'mounts' else '[]' end) as claim (path)
  where not exists (
    select from public.remotes, unnest(mounts) as own (mount) where name = v_name and private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.refuse('PT422', format('%s claims %s, which is not its own.', v_name, left(v_path, 100)), 'mounts');
  end if;
  insert into public.releases (name, version, record, recorded_by) values (v_name, v_version, p_record, p_actor)
  on conflict do nothing;
  if found then
    return true;
  elsif (select record -> 'files' from public.releases where name = v_name and version = v_version) is distinct from p_record -> 'files' then
    perform private.refuse('PT409', format('%s %s is recorded with other files.', v_name, v_version), 'files');
  end if;
  return false;
end;
$$;

-- Makes a set live and notes what a rollback gives. The caller has locked release_state.
create function private.make_set_live(p_set text, p_what text, p_actor text, p_why text, p_before bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_from constant text := (select live from public.release_state);
  v_event bigint;
begin
  insert into public.release_events (actor, what, from_set, to_set, why, before)
  values (p_actor, p_what, v_from, p_set, coalesce(p_why, ''), p_before) returning id into v_event;
  update public.release_sets set left_at = case when id = p_set then null else clock_timestamp() end where id in (v_from, p_set);
  update public.release_state set live = p_set, event = v_event, revision = revision + 1, changed_at = clock_timestamp(),
    withdrawn = array_remove(withdrawn, p_set),
    last_good = (select to_set from public.release_events where id = p_before);
end;
$$;

-- Makes the live set with other versions of some members live; of a start the members are all there are, and they go live only while
-- the live set is one that a start made. Returns {live, changed}.
create function private.promote_release(p_members jsonb, p_actor text, p_why text, p_start boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state public.release_state;
  v_event public.release_events;
  v_members jsonb;
  v_missing text;
  v_path text;
  v_set text;
begin
  select * into v_state from public.release_state for update;
  select * into v_event from public.release_events where id = v_state.event;
  if p_start and v_event.what <> 'start' then
    return jsonb_build_object('live', v_state.live, 'changed', false);
  end if;
  if jsonb_typeof(p_members) is distinct from 'object' then
    perform private.refuse('PT422', 'The members of a set are versions by name.', 'members');
  end if;
  v_members := case when p_start then '{}' else coalesce((select members from public.release_sets where id = v_state.live), '{}') end || p_members;
  if not v_members ? 'shell' then
    perform private.refuse('PT422', 'A set needs a shell.', 'members');
  end if;
  select member.key || ' ' || coalesce(member.value, '') into v_missing from jsonb_each_text(v_members) as member
  where not exists (select from public.releases where name = member.key and version = member.value) limit 1;
  if v_missing is not null then
    perform private.refuse('PT422', format('%s was never released.', left(v_missing, 100)), 'members');
  end if;
  -- Again at every promotion: a path may have got another owner since the release was recorded.
  select release.name || ' claims ' || claim.path into v_path
  from jsonb_each_text(v_members) as member
  join public.releases as release on release.name = member.key and release.version = member.value
  join public.remotes as remote on remote.name = release.name
  cross join jsonb_array_elements_text(coalesce(release.record -> 'mounts', '[]')) as claim (path)
  where not exists (select from unnest(remote.mounts) as own (mount) where private.mount_contains(own.mount, claim.path))
  limit 1;
  if v_path is not null then
    perform private.refuse('PT422', format('%s, which is not its own.', left(v_path, 150)), 'mounts');
  end if;
  v_set := left(encode(sha256(convert_to(v_members::text, 'UTF8')), 'hex'), 12);
  if v_set = v_state.live and (p_start or v_event.what = 'promote') then
    return jsonb_build_object('live', v_set, 'changed', false);
  end if;
  insert into public.release_sets (id, members) values (v_set, v_members) on conflict do nothing;
  perform private.make_set_live(v_set, case when p_start then 'start' else 'promote' end, p_actor, p_why,
    -- A set that is live already keeps what a rollback gives.
    case when v_set = v_state.live then v_event.before else v_state.event end);
  return jsonb_build_object('live', v_set, 'changed', v_set is distinct from v_state.live);
end;
$$;

-- Makes the set live that was before the live one, once more each time. p_withdraw: nobody stays on the set that was live.
create function private.roll_back_release(p_actor text, p_why text, p_withdraw boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_state public.release_state;
  v_target public.release_events;
begin
  select * into v_state from public.release_state for update;
  select target.* into v_target from public.release_events as live join public.release_events as target on target.id = live.before
  where live.id = v_state.event;
  while v_target.to_set = v_state.live or v_target.to_set = any (v_state.withdrawn) loop
    select * into v_target from public.release_events where id = v_target.before;
  end loop;
  if v_target.id is null then
    perform private.refuse('PT409', 'No other set was live before this one.', 'nothing_before');
  end if;
  perform private.make_set_live(v_target.to_set, 'rollback', p_actor, p_why, v_target.before);
  if p_withdraw then
    update public.release_state set withdrawn = array_append(array_remove(withdrawn, v_state.live), v_state.live);
  end if;
  return jsonb_build_object('live', v_target.to_set, 'changed', true);
end;
$$;

create function public.set_remote(p_name text, p_owner text, p_mounts text[])
returns void
language sql
set search_path = ''
as $$ select private.set_remote(p_name, p_owner, p_mounts); $$;

create function public.record_release(p_record jsonb, p_actor text)
returns boolean
language sql
set search_path = ''
as $$ select private.record_release(p_record, p_actor); $$;

create function public.promote_release(p_members jsonb, p_actor text, p_why text default '', p_start boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.promote_release(p_members, p_actor, p_why, p_start); $$;

create function public.roll_back_release(p_actor text, p_why text default '', p_withdraw boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.roll_back_release(p_actor, p_why, p_withdraw); $$;

grant execute on function private.set_remote(text, text, text[]), private.record_release(jsonb, text),
  private.promote_release(jsonb, text, text, bool), private.roll_back_release(text, text, bool) to service_role;
grant execute on function public.set_remote(text, text, text[]), public.record_release(jsonb, text),
  public.promote_release(jsonb, text, text, bool), public.roll_back_release(text, text, bool) to service_role;

-- The migrations that this database has, as the Supabase CLI records them; null where they are not recorded.
create function private.applied_migrations()
returns text[]
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return null;
  end if;
  return (select array_agg(version order by version) from supabase_migrations.schema_migrations);
exception when insufficient_privilege then
  return null;
end;
$$;

grant execute on function private.applied_migrations() to anon, authenticated, service_role;

-- What a web server needs: the live set, what a rollback gives, what was withdrawn, the members of every set that a tab may still
-- run, which are those live within the last day, and the migrations that releases may rely on.
create function public.live_releases()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'live', state.live, 'last_good', state.last_good, 'withdrawn', state.withdrawn, 'revision', state.revision,
    'migrations', private.applied_migrations(),
    'sets', (
      select coalesce(jsonb_object_agg(recent.id, recent.members), '{}') from (
        select id, members from public.release_sets where id in (state.live, state.last_good)
        union
        (select id, members from public.release_sets where left_at > now() - interval '1 day' order by left_at desc limit 50)
      ) as recent))
  from public.release_state as state;
$$;

grant execute on function public.live_releases() to anon, authenticated, service_role;

-- 80_search_places.sql

-- Categories and pages that a search leads to, beside products.

-- The pages of the live releases that say by which words they are found. A remote speaks for the paths below its own mounts only.
create function private.searchable_pages()
returns table (path text, title text, about text, words text)
language sql
stable
set search_path = ''
as $$
  select page.value ->> 'path', page.value ->> 'title', page.value ->> 'description', page.value ->> 'words'
  from public.release_state as state
  join public.release_sets as live on live.id = state.live
  cross join jsonb_each_text(live.members) as member
  join public.releases as release on release.name = member.key and release.version = member.value
  join public.remotes as remote on remote.name = release.name
  cross join jsonb_array_elements(
    case jsonb_typeof(release.record -> 'searchable') when 'array' then release.record -> 'searchable' else '[]' end) as page
  where page.value ->> 'path' ~ '^/[a-z0-9/-]*$' and char_length(page.value ->> 'title') <= 300
    and case when release.name = 'shell'
      then not exists (select from public.remotes as other, unnest(other.mounts) as theirs (mount)
        where private.mount_contains(theirs.mount, page.value ->> 'path'))
      else exists (select from unnest(remote.mounts) as own (mount) where private.mount_contains(own.mount, page.value ->> 'path')) end;
$$;

-- Whether a page is found by this word.
create function private.is_page_word(p_term text)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select from private.searchable_pages() as page
    where to_tsvector('english', page.title || ' ' || page.words) @@ plainto_tsquery('english', p_term));
end;
$$;

-- The tsquery of the pages: each word as its stem or as what it means, the last from four letters on also as a prefix.
-- p_with_slips: a word that nothing knows stands for those of the pages that differ in a letter or two.
create function private.page_query(p_terms text[], p_with_slips boolean)
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_query tsquery;
  v_term tsquery;
  v_place integer := 1;
  v_entry record;
  v_word text;
  v_unknown boolean;
begin
  while v_place <= cardinality(p_terms) loop
    v_word := p_terms[v_place];
    select * into v_entry from private.synonym_at(p_terms, v_place);
    if found then
      v_term := private.meaning_query(p_terms[v_place : v_place + v_entry.span - 1], v_entry.means);
      v_place := v_place + v_entry.span;
    else
      v_term := plainto_tsquery('english', v_word);
      if numnode(v_term) > 0 or cardinality(p_terms) = 1 then
        v_term := v_term || plainto_tsquery('simple', v_word);
        if v_place = cardinality(p_terms) and char_length(v_word) > 3 then
          v_term := v_term || to_tsquery('simple', v_word || ':*');
        end if;
      end if;
      if p_with_slips and char_length(v_word) > 4 and not exists (select from private.search_words where word = v_word) then
        -- What the catalogue has is the likelier word, but for the titles of pages.
        v_unknown := private.similar_search_words(v_word) = '{}';
        select coalesce(v_term || string_agg(quote_literal(near.word), ' | ')::tsquery, v_term) into v_term
        from (
          select distinct known as word
          from private.searchable_pages() as page,
            unnest(tsvector_to_array(to_tsvector('simple', page.title || case when v_unknown then ' ' || page.words else '' end))) as known
          where left(known, 1) = left(v_word, 1)
            and extensions.levenshtein(known, v_word) <= case when char_length(v_word) > 6 then 2 else 1 end
          order by 1 limit 5
        ) as near;
      end if;
      v_place := v_place + 1;
    end if;
    if numnode(v_term) > 0 then
      v_query := case when v_query is null then v_term else v_query && v_term end;
    end if;
  end loop;
  return v_query;
end;
$$;

create function private.pages_matching(p_query tsquery)
returns table (path text, title text, about text)
language sql
stable
set search_path = ''
as $$
  select page.path, page.title, page.about
  from private.searchable_pages() as page
  cross join lateral (select
    setweight(to_tsvector('english', page.title), 'A') || setweight(to_tsvector('simple', page.title), 'A') as title,
    -- The first words are what a page is most about.
    setweight(to_tsvector('english', page.words), 'C') || setweight(to_tsvector('simple', page.words), 'C')
      || setweight(to_tsvector('english', array_to_string((string_to_array(page.words, ' '))[:3], ' ')), 'B') as words) as document
  where document.title || document.words @@ p_query
  order by document.title @@ p_query desc, ts_rank(document.title || document.words, p_query) desc, page.path
  limit 3;
$$;

-- Up to three pages and two categories that a search leads to, pages first, each the best first.
create function private.search_places(p_query text)
returns table (kind text, path text, title text, about text)
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_terms text[] := private.search_terms(p_query);
  v_plan record;
  v_pages tsquery;
begin
  if cardinality(v_terms) = 0 then
    return;
  end if;
  v_pages := private.page_query(v_terms, false);
  return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  if not found then
    v_pages := private.page_query(v_terms, true);
    return query select 'page', page.path, page.title, page.about from private.pages_matching(v_pages) as page;
  end if;
  select * into v_plan from private.search_plan(v_terms);
  return query
    select 'category', '/categories/' || category.slug, category.name, coalesce(category.description, '')
    from public.categories as category
    where category.is_active
      and (category.id = any (v_plan.categories) or to_tsvector('english', extensions.unaccent(category.name)) @@ v_plan.query)
    order by category.id = any (v_plan.categories) desc, category.position, category.name, category.id
    limit 2;
end;
$$;

grant execute on function private.search_places(text) to anon, authenticated, service_role;

create function public.search_places(p_query text)
returns table (kind text, path text, title text, about text)
language sql
stable
set search_path = ''
as $$ select * from private.search_places(p_query); $$;

grant execute on function public.search_places(text) to anon, authenticated, service_role;

-- 81_product_facets.sql

-- How many products each value of a filter would leave.

-- For each category, brand and "in": how many active products pass the other filters and have it. Bounds are stored prices in pounds.
-- p_listing: the category whose page it is; p_category: the one chosen on the page of all products. Of more than 1,000 products only
-- the names of the brands are given, and no counts.
create function public.product_facets(p_listing text default null, p_category text default null, p_brand text default null,
  p_min numeric default null, p_max numeric default null, p_in_stock boolean default false)
returns table (facet text, value text, count integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_listing uuid;
  v_category uuid;
begin
  if public.count_products(p_listing) > 1000 then
    return query select 'brand', listed.brand, null::integer from public.list_brands(p_listing) as listed;
    return;
  end if;
  select id into v_listing from public.categories where slug = p_listing and is_active;
  select id into v_category from public.categories where slug = p_category and is_active;
  return query
    with judged as (
      select category.slug, product.brand,
        product.price between coalesce(p_min, 0) and coalesce(p_max, 9999999) as in_price,
        p_category is null or product.category_id is not distinct from v_category as in_category,
        p_brand is null or product.brand is not distinct from p_brand as of_brand,
        not coalesce(p_in_stock, false) or product.inventory_quantity > 0 as as_wanted,
        product.inventory_quantity > 0 as in_stock
      from public.products as product
      left join public.categories as category on category.id = product.category_id and category.is_active
      where product.is_active and (p_listing is null or product.category_id = v_listing)
    )
    select 'category', slug, count(*) filter (where in_price and of_brand and as_wanted)::integer
      from judged where slug is not null group by slug
    union all
    (select 'brand', brand, count(*) filter (where in_price and in_category and as_wanted)::integer
      from judged where brand is not null group by brand order by brand limit 40)
    union all
    select 'stock', 'in', count(*) filter (where in_price and in_category and of_brand and in_stock)::integer from judged;
end;
$$;

grant execute on function public.product_facets(text, text, text, numeric, numeric, bool) to anon, authenticated, service_role;

-- 82_api_errors.sql

-- API errors name the broken rule and nothing of the row. Runs last, over every function above.

-- A constraint that fails inside a security definer function puts the whole row into the error's details ("Failing row contains
-- …"), and PostgREST passes it on; for direct writes under row level security PostgreSQL leaves the row out. So every public
-- function that calls into `private` is wrapped to report the rule only. A migration that adds one calls this at its end.
create function private.hide_rows_in_api_errors()
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_call record;
begin
  for v_call in
    select format('public.%I', proc.proname) as name, proc.oid as id,
      pg_get_function_arguments(proc.oid) as arguments, pg_get_function_result(proc.oid) as result,
      substring(proc.prosrc from '(private\.\w+\([^;]*\));\s*$') as inner_call
    from pg_catalog.pg_proc as proc join pg_catalog.pg_language as language on language.oid = proc.prolang
    where proc.pronamespace = 'public'::regnamespace and language.lanname = 'sql' and proc.provolatile = 'v'
      and not proc.proretset and proc.prosrc ~ '^\s*select (\* from )?private\.\w+\([^;]*\);\s*$'
  loop
    execute format($sql$
      create or replace function %s(%s) returns %s language plpgsql set search_path = '' as $body$
      begin
        %s %s;
      exception when integrity_constraint_violation then
        raise exception using errcode = sqlstate, message = sqlerrm;
      end;
      $body$
      $sql$, v_call.name, v_call.arguments, v_call.result,
      case when v_call.result = 'void' then 'perform' else 'return' end, v_call.inner_call);
  end loop;
end;
$$;

select private.hide_rows_in_api_errors();

-- New functions are executable by PUBLIC by default; here a grant is required.
revoke all on all functions in schema private from public;
