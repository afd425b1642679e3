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

create policy "Staff see their own active record" on public.admin_users for select to authenticated
  using (user_id = (select auth.uid()) and is_active);
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

-- Settings: one row per choice of the owner, and the rule each value must satisfy.

-- Keys as in libs/settings ("pricing.factor").
create table public.shop_settings (
  key text primary key check (key ~ '^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$' and char_length(key) <= 80),
  value jsonb not null check (octet_length(value::text) <= 2000),
  updated_at timestamptz not null default now(),
  constraint shop_settings_payment_provider
  check (key <> 'payment.provider' or value in ('"simulated"'::jsonb, '"stripe"'::jsonb))
);

create trigger set_updated_at before update on public.shop_settings for each row execute function private.set_updated_at();

alter table public.shop_settings enable row level security;
revoke all on table public.shop_settings from anon, authenticated;
grant select on table public.shop_settings to anon, authenticated;
grant insert (key, value), update (value), delete on table public.shop_settings to authenticated;
grant all on table public.shop_settings to service_role;

create policy "Anyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
create policy "Staff add settings" on public.shop_settings for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change settings" on public.shop_settings for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete settings" on public.shop_settings for delete to authenticated using ((select private.is_staff()));

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
  ('shipping.unmatchedZone', 'choice', array['first', 'refuse']),
  ('delivery.coverage', 'choice', array['uk', 'mainland']),
  ('revenue.basis', 'choice', array['pending', 'processing', 'shipped', 'delivered', 'completed']),
  ('tracking.mode', 'choice', array['live', 'demo']),
  ('ageGate.scope', 'choice', array['home', 'all']),
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
  using (id = (select auth.uid()) or (select private.is_staff()));
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
  insert (user_id, email, first_name, last_name, phone, accepts_marketing),
  update (first_name, last_name, phone, accepts_marketing) on table public.customers to authenticated;

create policy "Customers see themselves, staff everyone" on public.customers for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
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

create trigger set_updated_at before update on public.addresses for each row execute function private.set_updated_at();

alter table public.addresses enable row level security;
revoke all on table public.addresses from anon, authenticated;
grant all on table public.addresses to service_role;
grant select,
  insert (customer_id, type, is_default, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  update (type, is_default, first_name, last_name, address_line_1, address_line_2, city, state, postal_code, country, phone),
  delete on table public.addresses to authenticated;

create policy "Customers see their addresses, staff every one" on public.addresses for select to authenticated
  using (customer_id = (select private.my_customer_id()) or (select private.is_staff()));
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
  updated_at timestamptz not null default now()
);

create index categories_by_name on public.categories (name, id) where is_active;
create index categories_newest on public.categories (created_at desc, id);

create trigger set_updated_at before update on public.categories for each row execute function private.set_updated_at();

alter table public.categories enable row level security;
revoke all on table public.categories from anon, authenticated;
grant all on table public.categories to service_role;
grant select on table public.categories to anon, authenticated;
grant insert (name, slug, description, image_url, image_alt, is_active),
  update (name, slug, description, image_url, image_alt, is_active),
  delete on table public.categories to authenticated;

create policy "Anyone sees active categories, staff every one" on public.categories for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add categories" on public.categories for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change categories" on public.categories for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete categories" on public.categories for delete to authenticated using ((select private.is_staff()));

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
  was_price numeric(10, 2),
  was_price_until timestamptz
);

comment on column public.products.price is 'Pounds; what the detail and category pages print. Other surfaces multiply by pricing.factor.';
comment on column public.products.image_alts is 'Alternative text of the picture at the same place in images.';
comment on column public.products.track_inventory is 'Whether low stock raises an alert. Stock limits sales either way.';
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
create index products_by_end_of_was_price on public.products (was_price_until) where was_price_until is not null;

create trigger set_updated_at before update on public.products for each row execute function private.set_updated_at();

alter table public.products enable row level security;
revoke all on table public.products from anon, authenticated;
grant all on table public.products to service_role;
grant select on table public.products to anon, authenticated;
grant insert (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id),
  update (slug, name, description, short_description, price, compare_at_price, images, image_alts, features, materials,
    care, brand, collection, sku, inventory_quantity, low_stock_threshold, track_inventory, is_active, is_featured, category_id),
  delete on table public.products to authenticated;

create policy "Anyone sees active products, staff every one" on public.products for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add products" on public.products for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change products" on public.products for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete products" on public.products for delete to authenticated using ((select private.is_staff()));

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

-- Stock on hand: the ledger of movements, low-stock alerts, taking stock for an order.

-- Low-stock alerts, kept in sync by a trigger: at most one active alert per product.
create table public.inventory_alerts (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  resolved_at timestamptz
);

create unique index inventory_alerts_one_active on public.inventory_alerts (product_id) where is_active;
create index inventory_alerts_newest on public.inventory_alerts (created_at desc, id) where is_active;
-- For the foreign key, when a product is deleted.
create index inventory_alerts_by_product on public.inventory_alerts (product_id);

alter table public.inventory_alerts enable row level security;
revoke all on table public.inventory_alerts from anon, authenticated;
grant select on table public.inventory_alerts to authenticated;
grant all on table public.inventory_alerts to service_role;

create policy "Staff see stock alerts" on public.inventory_alerts for select to authenticated using ((select private.is_staff()));

-- The inventory ledger, written by a trigger. Invariant: the sum of a product's movements is its inventory_quantity.
create table public.inventory_movements (
  id bigint generated always as identity primary key,
  -- No foreign keys: the ledger outlives products and orders.
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

create function private.sync_inventory_alerts()
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

create trigger sync_inventory_alerts
  after insert or update of inventory_quantity, low_stock_threshold, track_inventory on public.products
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

create function private.record_movements()
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
  referencing new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_update after update on public.products
  referencing old table as old_rows new table as new_rows for each statement execute function private.record_movements();
create trigger write_movements_delete after delete on public.products
  referencing old table as old_rows for each statement execute function private.record_movements();

-- Changes stock by a difference, so that two people at once do not overwrite each other.
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

grant execute on function private.adjust_stock(uuid, int4, text, text) to authenticated, service_role;

create function public.adjust_stock(p_product_id uuid, p_change integer, p_kind text default 'adjusted', p_note text default '')
returns integer
language sql
set search_path = ''
as $$ select private.adjust_stock(p_product_id, p_change, p_kind, p_note); $$;

grant execute on function public.adjust_stock(uuid, int4, text, text) to authenticated, service_role;

-- Raises 409 for lines beyond the stock that others do not hold; demand is summed per product.
create function private.require_stock(p_lines jsonb, p_session text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_available integer;
begin
  select stock.available into v_available
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(p_lines) as entry
    group by 1
  ) as demand
  left join public.products as product on product.id = demand.product_id and product.is_active
  cross join lateral (
    select greatest(0, coalesce(product.inventory_quantity, 0) - coalesce((
      select sum(hold.quantity) from private.stock_holds as hold
      where hold.product_id = demand.product_id and hold.expires_at > now()
        and hold.checkout_session_id is distinct from p_session), 0))::integer as available
  ) as stock
  where demand.quantity > stock.available
  order by demand.product_id
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
  update public.products as product
  set inventory_quantity = product.inventory_quantity - demand.quantity
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_lines) as entry
    group by 1
  ) as demand
  where product.id = demand.product_id;
  perform private.set_movement(null);
end;
$$;

-- Price history, so that "was £x" is only claimed where it is lawful; rule and reasons in docs/decisions/0015.

-- The periods in which a product was active and in stock at a price. The open period is the current one.
create table private.price_history (
  product_id uuid not null references public.products (id) on delete cascade,
  price numeric(10, 2) not null,
  since timestamptz not null,
  until timestamptz check (until > since),
  primary key (product_id, since)
);

create unique index price_history_present on private.price_history (product_id) where until is null;
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

-- Until when a product may be compared with an earlier price; null when it may not.
create function private.comparable_until(p_product_id uuid, p_compare numeric)
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  v_high_end timestamptz;
  v_high_start timestamptz;
  v_low_start timestamptz;
begin
  select until into v_high_end from private.price_history
  where product_id = p_product_id and price >= p_compare order by since desc limit 1;
  if v_high_end is null then
    return null;
  end if;
  with recursive unbroken as (
    select since from private.price_history where product_id = p_product_id and price >= p_compare and until = v_high_end
    union all
    select earlier.since
    from unbroken join private.price_history as earlier on earlier.until = unbroken.since
    where earlier.product_id = p_product_id and earlier.price >= p_compare
  )
  select greatest(min(unbroken.since), (select began_at from private.price_history_start)) into v_high_start from unbroken;
  select min(since) into v_low_start from private.price_history where product_id = p_product_id and since >= v_high_end;
  if v_high_end - v_high_start < interval '28 days' or v_low_start - v_high_end > interval '1 day' then
    return null;
  end if;
  return v_low_start + least(v_high_end - v_high_start, interval '180 days');
end;
$$;

create function private.record_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_present private.price_history;
  v_offered constant boolean := new.is_active and new.inventory_quantity > 0;
begin
  select * into v_present from private.price_history where product_id = new.id and until is null;
  if v_present.price is distinct from new.price or not v_offered then
    -- A clock that was set back must not leave a gap or an overlap.
    v_now := greatest(v_now, v_present.since + interval '1 microsecond', (select max(until) from private.price_history where product_id = new.id));
    update private.price_history set until = v_now where product_id = new.id and until is null;
    if v_offered then
      insert into private.price_history (product_id, price, since) values (new.id, new.price, v_now);
    end if;
  end if;
  new.was_price_until := case when new.compare_at_price > new.price then private.comparable_until(new.id, new.compare_at_price) end;
  if new.was_price_until <= v_now then
    new.was_price_until := null;
  end if;
  new.was_price := case when new.was_price_until is not null then new.compare_at_price end;
  return new;
end;
$$;

create trigger record_price_history before update of price, compare_at_price, is_active, inventory_quantity on public.products
  for each row
  when ((old.price, old.compare_at_price, old.is_active, old.inventory_quantity > 0)
    is distinct from (new.price, new.compare_at_price, new.is_active, new.inventory_quantity > 0))
  execute function private.record_price_history();

-- The first period of a new product.
create function private.start_price_history()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.price_history (product_id, price, since)
  select id, price, clock_timestamp() from new_rows where is_active and inventory_quantity > 0;
  return null;
end;
$$;

create trigger start_price_history after insert on public.products
  referencing new table as new_rows for each statement execute function private.start_price_history();

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
  quantity integer not null check (quantity between 1 and 1000000),
  customer_id uuid references public.customers (id) on delete cascade,
  session_id text check (char_length(session_id) <= 128),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cart_items_one_owner check (num_nonnulls(customer_id, session_id) = 1),
  constraint cart_items_owner_product unique nulls not distinct (customer_id, session_id, product_id)
);

create index cart_items_by_session on public.cart_items (session_id) where session_id is not null;
create index cart_items_by_product on public.cart_items (product_id);
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
  v_stock integer := coalesce(
    (select inventory_quantity from public.products where id = new.product_id and is_active), 0);
begin
  if new.quantity > v_stock and v_stock <= private.max_quantity() then
    perform private.refuse_quantity(v_stock);
  elsif new.quantity > private.max_quantity() then
    perform private.refuse_max_quantity();
  end if;
  return new;
end;
$$;

create trigger cap_quantity before insert or update of quantity on public.cart_items
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
    delete from public.cart_items where session_id = v_session returning product_id, quantity, created_at
  ), ranked as (
    select taken.*, product.inventory_quantity, own.id is not null as known,
      row_number() over (
        partition by own.id is not null order by taken.created_at desc, taken.product_id) as place
    from taken join public.products as product on product.id = taken.product_id
    left join public.cart_items as own on own.product_id = taken.product_id and own.customer_id = v_customer
    where product.is_active and product.inventory_quantity > 0
  )
  insert into public.cart_items as line (product_id, quantity, customer_id, created_at)
  select product_id, least(quantity, inventory_quantity, v_max), v_customer, created_at
  from ranked
  where known or place <= 100 - (select count(*) from public.cart_items where customer_id = v_customer)
  order by product_id
  on conflict on constraint cart_items_owner_product do update
  set quantity = least(
    line.quantity + excluded.quantity, v_max,
    (select inventory_quantity from public.products where id = line.product_id));
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
create function private.cart_add(p_product_id uuid, p_quantity integer, p_since timestamptz)
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
  -- Locked before the line, as in cart_merge, to prevent deadlocks.
  perform pg_advisory_xact_lock(hashtextextended('cart ' || coalesce(v_customer::text, v_session), 0));
  if v_customer is null and not exists (select from public.cart_items where session_id = v_session) then
    perform private.consume_rate_limit('guest_cart', private.client_address(), 300, interval '1 hour');
  end if;
  insert into public.cart_items as line (product_id, quantity, customer_id, session_id, created_at)
  values (p_product_id, p_quantity, v_customer, v_session, v_since)
  on conflict on constraint cart_items_owner_product do update
  set quantity = line.quantity + excluded.quantity
  returning * into v_line;
  return v_line;
end;
$$;

grant execute on function private.cart_add(uuid, int4, timestamptz) to anon, authenticated, service_role;

create function public.cart_add(p_product_id uuid, p_quantity integer default 1, p_since timestamptz default null)
returns public.cart_items
language sql
set search_path = ''
as $$ select * from private.cart_add(p_product_id, p_quantity, p_since); $$;

grant execute on function public.cart_add(uuid, int4, timestamptz) to anon, authenticated, service_role;

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
  updated_at timestamptz not null default now()
);

comment on column public.shipping_zones.position is 'Order among zones; the first takes postcodes that match none.';
comment on column public.shipping_zones.postcodes is 'Areas ("SW") or, where they hold a digit, districts ("KW15").';

create trigger set_updated_at before update on public.shipping_zones for each row execute function private.set_updated_at();

alter table public.shipping_zones enable row level security;
revoke all on table public.shipping_zones from anon, authenticated;
grant all on table public.shipping_zones to service_role;
grant select on table public.shipping_zones to anon, authenticated;
grant insert (name, description, postcodes, multiplier, position, is_active),
  update (name, description, postcodes, multiplier, position, is_active),
  delete on table public.shipping_zones to authenticated;

create policy "Anyone sees active zones, staff every one" on public.shipping_zones for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add zones" on public.shipping_zones for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change zones" on public.shipping_zones for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete zones" on public.shipping_zones for delete to authenticated using ((select private.is_staff()));

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

create trigger set_updated_at before update on public.shipping_methods for each row execute function private.set_updated_at();

alter table public.shipping_methods enable row level security;
revoke all on table public.shipping_methods from anon, authenticated;
grant all on table public.shipping_methods to service_role;
grant select on table public.shipping_methods to anon, authenticated;
grant insert (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  update (name, description, base_price, estimated_days_min, estimated_days_max, features, sort_order, is_active),
  delete on table public.shipping_methods to authenticated;

create policy "Anyone sees active methods, staff every one" on public.shipping_methods for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add methods" on public.shipping_methods for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change methods" on public.shipping_methods for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete methods" on public.shipping_methods for delete to authenticated using ((select private.is_staff()));

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

create trigger set_updated_at before update on public.shipping_rules for each row execute function private.set_updated_at();

alter table public.shipping_rules enable row level security;
revoke all on table public.shipping_rules from anon, authenticated;
grant all on table public.shipping_rules to service_role;
grant select on table public.shipping_rules to anon, authenticated;
grant insert (name, type, priority, conditions, actions, is_active),
  update (name, type, priority, conditions, actions, is_active),
  delete on table public.shipping_rules to authenticated;

create policy "Anyone sees active rules, staff every one" on public.shipping_rules for select to anon, authenticated
  using (is_active or (select private.is_staff()));
create policy "Staff add rules" on public.shipping_rules for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change rules" on public.shipping_rules for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete rules" on public.shipping_rules for delete to authenticated using ((select private.is_staff()));

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

-- Letters alone name a whole area (B is not BT), letters with digits a district (KW15).
create function private.postcode_matches(p_postcode text, p_prefix text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select prefix <> '' and prefix = case
    when prefix ~ '[0-9]' then private.postcode_district(p_postcode)
    else private.postcode_area(p_postcode)
  end
  from (select private.postcode_compact(p_prefix) as prefix) as wanted;
$$;

-- The active zone of a postcode: district first, else area, else the first by position (setting shipping.unmatchedZone).
create function private.find_zone(p_postcode text)
returns public.shipping_zones
language sql
stable
set search_path = ''
as $$
  select zone.*
  from public.shipping_zones as zone
  cross join lateral (
    select
      coalesce(bool_or(prefix ~ '[0-9]'), false) as by_district,
      count(*) > 0 as by_area
    from unnest(zone.postcodes) as prefix
    where private.postcode_matches(p_postcode, prefix)
  ) as match
  where zone.is_active
    and (match.by_area or private.setting_text('shipping.unmatchedZone', 'first') = 'first')
  order by match.by_district desc, match.by_area desc, zone.position, zone.id
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

create function private.rule_applies(
  p_conditions jsonb, p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns boolean
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
  return p_subtotal >= coalesce(private.rule_amount(p_conditions, 'min_order_value'), p_subtotal)
    and p_subtotal <= coalesce(private.rule_amount(p_conditions, 'max_order_value'), p_subtotal)
    and (v_countries is null or upper(p_country) in (select upper(country) from unnest(v_countries) as country))
    and (v_method is null or v_method in (upper(p_method.name), upper(p_method.id::text)))
    and not exists (
      select from unnest(v_excluded) as prefix where private.postcode_matches(p_postcode, prefix));
end;
$$;

-- The price in pounds of one method for one parcel, rounded once at the end; null when the method cannot be used. A price
-- above £10,000 is taken for a mistake in the rules, so the method cannot be used.
create function private.shipping_price(p_subtotal numeric, p_method public.shipping_methods, p_postcode text, p_country text)
returns numeric
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone public.shipping_zones := private.find_zone(p_postcode);
  v_price numeric;
  v_rule public.shipping_rules;
begin
  if v_zone.id is null and private.setting_text('shipping.unmatchedZone', 'first') <> 'first' then
    return null;
  end if;
  v_price := p_method.base_price * coalesce(v_zone.multiplier, 1);
  for v_rule in select * from public.shipping_rules where is_active order by priority, id loop
    continue when not private.rule_applies(v_rule.conditions, p_subtotal, p_method, p_postcode, p_country);
    if v_rule.type = 'restriction' then
      return null;
    end if;
    if v_rule.actions -> 'free_shipping' = 'true'::jsonb then
      v_price := 0;
    end if;
    v_price := greatest(0, v_price - coalesce(private.rule_amount(v_rule.actions, 'discount_amount'), 0));
    v_price := greatest(0, v_price * (1 - coalesce(private.rule_amount(v_rule.actions, 'discount_percentage'), 0) * 0.01));
    v_price := v_price + coalesce(private.rule_amount(v_rule.actions, 'surcharge_amount'), 0);
    v_price := v_price * (1 + coalesce(private.rule_amount(v_rule.actions, 'surcharge_percentage'), 0) * 0.01);
  end loop;
  return case when round(v_price, 2) <= 10000 then round(v_price, 2) end;
end;
$$;

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

-- All figures of a checkout in pounds. p_lines: [{product_id, quantity}]; deleted and inactive products are left out.
-- shipping_amount is null when the method cannot be used. The promotion must have been checked before.
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
      'sku', product.sku, 'image', product.images[1], 'quantity', line.quantity,
      'unit_price', unit.price, 'price', unit.price, 'total_price', unit.price * line.quantity) order by line.place), '[]'),
    coalesce(sum(unit.price * line.quantity), 0)
  into v_items, v_subtotal
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity, min(place) as place
    from jsonb_array_elements(p_lines) with ordinality as given (entry, place)
    group by 1
  ) as line
  join public.products as product on product.id = line.product_id and product.is_active
  cross join lateral (select private.unit_price(product.price) as price) as unit;

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

-- The checkout, from cart to order: start, verify, complete.

-- A checkout between cart and payment. Whoever sends its unguessable id as x-checkout-session may read the row.
create table public.checkout_sessions (
  id uuid primary key default gen_random_uuid(),
  session_id text not null unique
    default 'cs_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (char_length(session_id) between 32 and 128),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired')),
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
  using (session_id = (select private.request_header('x-checkout-session')) or (select private.is_staff()));

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

-- The caller's cart as [{product_id, quantity}]. Lines of deleted products went with them (on delete cascade).
create function private.cart_lines(p_customer uuid, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity) order by created_at, id), '[]')
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
  where status = 'pending' and not metadata ? 'gift_card' and (customer_id = v_customer
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
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method),
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
  if p_session.metadata ? 'gift_card' then
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
      and quantity <= (v_entry ->> 'quantity')::integer
      and (customer_id = p_session.customer_id or session_id = p_cart);
    -- The rest of a larger line is capped by the remaining stock.
    update public.cart_items as line
    set quantity = least(line.quantity - (v_entry ->> 'quantity')::integer, product.inventory_quantity)
    from public.products as product
    where line.product_id = (v_entry ->> 'product_id')::uuid and product.id = line.product_id and product.inventory_quantity > 0
      and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
    delete from public.cart_items as line
    using public.products as product
    where line.product_id = (v_entry ->> 'product_id')::uuid and product.id = line.product_id and product.inventory_quantity = 0
      and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
  end loop;
end;
$$;

create function private.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(coalesce(p_session_id, ''), 'UTF8')), 'hex');
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
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
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
  v_order := private.write_order(v_session, v_id);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

grant execute on function private.complete_checkout(text, uuid) to anon, authenticated, service_role;

create function public.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language sql
set search_path = ''
as $$ select private.complete_checkout(p_session_id, p_idempotency_key); $$;

grant execute on function public.complete_checkout(text, uuid) to anon, authenticated, service_role;

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
  if new.user_id is null and not new.metadata ? 'gift_card'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.refuse('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

create trigger require_buyer before insert on public.checkout_sessions for each row execute function private.require_buyer();

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
  constraint orders_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  constraint orders_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  constraint orders_gift_card check (gift_card_amount between 0 and total and (gift_card_amount = 0) = (gift_card_hint is null))
);

create index orders_newest on public.orders (created_at desc, id);
create index orders_by_user on public.orders (user_id, created_at desc, id);
create index orders_by_customer on public.orders (customer_id, created_at desc, id);
create index orders_by_payment_status on public.orders (payment_status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);
create index orders_delivered on public.orders (delivered_at) where status = 'delivered';
create index orders_search on public.orders
  using gin (order_number extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index orders_by_email on public.orders (lower(email), created_at desc, id);
-- Guest orders move to the account that has confirmed their e-mail address.
create index orders_of_guests on public.orders (lower(email)) where user_id is null;

create trigger set_updated_at before update on public.orders for each row execute function private.set_updated_at();

alter table public.orders enable row level security;
revoke all on table public.orders from anon, authenticated;
grant all on table public.orders to service_role;
grant select on table public.orders to authenticated;
-- Granted to anon so that a visitor without a session gets an empty list, not an error.
grant select on table public.orders to anon;
grant update (status, payment_status, updated_at) on table public.orders to authenticated;

create policy "Buyers see their orders, staff every one" on public.orders for select to anon, authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy "Staff change the status of orders" on public.orders for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

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

create function private.write_order(p_session public.checkout_sessions, p_id uuid)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, status, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone,
    -- A bought gift card has nothing to send, so its order is delivered at once.
    case when p_session.metadata ? 'gift_card' then 'completed' else 'pending' end, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.hold_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number)
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

-- Whether an order has returned its stock.
create function private.order_returned(p_status text, p_payment_status text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_status = 'cancelled' or p_payment_status = 'refunded'; $$;

-- Returns the stock of an order, or takes it again (p_direction 1 or -1). Deleted products are skipped.
create function private.return_stock(p_order public.orders, p_direction integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_order.items) as entry)
  order by id for no key update;
  if p_direction < 0 then
    perform private.require_stock((
      select coalesce(jsonb_agg(entry), '[]') from jsonb_array_elements(p_order.items) as entry
      where exists (select from public.products where id = (entry ->> 'product_id')::uuid)), null);
  end if;
  perform private.set_movement(case when p_direction > 0 then 'cancelled' else 'sold' end, p_order.id, p_order.order_number);
  update public.products as product
  set inventory_quantity = product.inventory_quantity + p_direction * given.quantity
  from (
    select (entry ->> 'product_id')::uuid as product_id, sum((entry ->> 'quantity')::integer)::integer as quantity
    from jsonb_array_elements(p_order.items) as entry
    group by 1
  ) as given
  where product.id = given.product_id;
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
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
begin
  if v_is and not v_was then
    perform private.return_stock(new, 1);
  elsif v_was and not v_is then
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
begin
  update public.customers set email = new.email where user_id = new.id and email <> new.email;
  update public.orders
  set user_id = new.id, customer_id = (select id from public.customers where user_id = new.id)
  where user_id is null and lower(email) = lower(new.email);
  return null;
end;
$$;

-- Named to run after create_profile_of_new_user, which makes the customer.
create trigger claim_orders_of_new_user after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.claim_guest_orders();

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
  using ((select private.is_staff()));

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

-- Stock held while a payment runs: reserve, release, and the limits on both.

-- A hold reduces what others can buy, not the stock on hand; it ends with its checkout or when it expires.
create table private.stock_holds (
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  primary key (checkout_session_id, product_id)
);

create index stock_holds_by_product on private.stock_holds (product_id);
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
  insert into private.stock_holds (checkout_session_id, product_id, quantity, expires_at)
  select p_session_id, (entry ->> 'product_id')::uuid, sum((entry ->> 'quantity')::integer), v_until
  from jsonb_array_elements(v_session.cart_items) as entry
  where entry ->> 'product_id' is not null
  group by 2 order by 2
  on conflict (checkout_session_id, product_id) do update
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
  update (tracking_number, carrier, shipping_method, status, estimated_delivery) on table public.shipments to authenticated;

create policy "Those who see the order see its shipments" on public.shipments for select to authenticated
  using (exists (select from public.orders where orders.id = shipments.order_id));
create policy "Staff add shipments" on public.shipments for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change shipments" on public.shipments for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

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
grant insert (shipment_id, status, description, location, occurred_at) on table public.tracking_events to authenticated;

create policy "Those who see the shipment see its tracking" on public.tracking_events for select to authenticated
  using (exists (select from public.shipments where shipments.id = tracking_events.shipment_id));
create policy "Staff add tracking" on public.tracking_events for insert to authenticated with check ((select private.is_staff()));

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

-- The latest tracking event sets the shipment's status.
create function private.update_shipment_from_tracking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.shipments set status = new.status
  where id = new.shipment_id and status <> new.status
    and new.status in ('processing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'exception')
    and not exists (
      select from public.tracking_events as later
      where later.shipment_id = new.shipment_id and later.occurred_at > new.occurred_at);
  return null;
end;
$$;

create trigger update_shipment_from_tracking after insert on public.tracking_events
  for each row execute function private.update_shipment_from_tracking();

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
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('id', event.id, 'status', event.status, 'description', event.description,
        'location', event.location, 'timestamp', event.occurred_at) order by event.occurred_at desc, event.id desc)
      from (
        select * from public.tracking_events where shipment_id = shipment.id
        order by occurred_at desc, id limit 100
      ) as event), '[]'))
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
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_pence is not null))
);

create unique index promotions_by_code on public.promotions (upper(code));

create trigger set_updated_at before update on public.promotions for each row execute function private.set_updated_at();

alter table public.promotions enable row level security;
revoke all on table public.promotions from anon, authenticated;
grant all on table public.promotions to service_role;
grant select on table public.promotions to authenticated;
grant insert (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active),
  update (code, kind, percent, amount_pence, starts_at, ends_at, minimum_pence, uses_limit, uses_per_customer, is_active)
  on table public.promotions to authenticated;

create policy "Staff see promotions" on public.promotions for select to authenticated using ((select private.is_staff()));
create policy "Staff add promotions" on public.promotions for insert to authenticated with check ((select private.is_staff()));
create policy "Staff change promotions" on public.promotions for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

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

create trigger set_updated_at before update on public.promotion_uses for each row execute function private.set_updated_at();

alter table public.promotion_uses enable row level security;
revoke all on table public.promotion_uses from anon, authenticated;
grant all on table public.promotion_uses to service_role;
grant select on table public.promotion_uses to authenticated;

create policy "Staff see uses of promotions" on public.promotion_uses for select to authenticated using ((select private.is_staff()));

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
create function private.return_promotion()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.promotion_uses
  set state = case when private.order_returned(new.status, new.payment_status) then 'returned' else 'used' end
  where order_id = new.id;
  return null;
end;
$$;

create trigger return_promotion after update of status, payment_status on public.orders
  for each row when (new.promotion_code is not null and (old.status <> new.status or old.payment_status <> new.payment_status))
  execute function private.return_promotion();

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

-- Gift cards: stored value with a ledger, and how it pays for orders. A means of payment, not a discount: the order's figures
-- and VAT stay; only what is left to pay changes.

create table public.gift_cards (
  id uuid primary key default gen_random_uuid(),
  -- The code is shown once and never stored; `hint` is its last four characters.
  code_hash text not null unique check (code_hash ~ '^[0-9a-f]{64}$'),
  hint text not null check (hint ~ '^[0-9A-Z]{4}$'),
  initial_pence integer not null check (initial_pence between 100 and 100000),
  balance_pence integer not null default 0 check (balance_pence between 0 and initial_pence),
  state text not null default 'active' check (state in ('active', 'void')),
  expires_at timestamptz not null default now() + interval '24 months',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expires_at >= created_at + interval '24 months')
);

create trigger set_updated_at before update on public.gift_cards for each row execute function private.set_updated_at();

alter table public.gift_cards enable row level security;
revoke all on table public.gift_cards from anon, authenticated;
grant all on table public.gift_cards to service_role;
grant select (id, hint, initial_pence, balance_pence, state, expires_at, created_at, updated_at) on table public.gift_cards to authenticated;

create policy "Staff see gift cards" on public.gift_cards for select to authenticated using ((select private.is_staff()));

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

create policy "Staff see what gift cards paid" on public.gift_card_entries for select to authenticated using ((select private.is_staff()));

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
create function private.new_gift_card(p_pence integer, p_order uuid default null)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_code text := private.new_gift_card_code();
  v_card uuid;
begin
  insert into public.gift_cards (code_hash, hint, initial_pence) values (private.gift_card_hash(v_code), right(v_code, 4), p_pence)
  returning id into v_card;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (v_card, 'issued', p_pence, p_order);
  return v_code;
end;
$$;

create function private.issue_gift_card(p_pence integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_pence is null or p_pence not between 100 and 100000 then
    perform private.refuse('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
  return private.new_gift_card(p_pence);
end;
$$;

grant execute on function private.issue_gift_card(int4) to authenticated, service_role;

-- Voids a card and its balance.
create function private.void_gift_card(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  perform from public.gift_cards where id = p_id for no key update;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select id, 'voided', -balance_pence from public.gift_cards where id = p_id and balance_pence > 0;
  update public.gift_cards set state = 'void' where id = p_id;
end;
$$;

grant execute on function private.void_gift_card(uuid) to authenticated, service_role;

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

-- A cancelled or refunded order returns its part to the card, valid for at least three months more. For a void card the order's
-- events say that a new one is due. Undoing the cancellation takes the amount again while it is there.
create function private.return_gift_card()
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
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'redeemed' order by id limit 1)
  for no key update;
  if v_is then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
    if v_card.state = 'void' then
      insert into public.order_events (order_id, type, description, data)
      values (new.id, 'gift_card_void', format('£%s went back to the gift card ending %s, which is void: a new one is due', new.gift_card_amount, v_card.hint),
        jsonb_build_object('actor', (select auth.uid())));
    end if;
  elsif private.gift_card_available(v_card, null) < new.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end,
    case when v_is then 1 else -1 end * new.gift_card_amount * 100, new.id);
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
  if v_session.metadata ? 'gift_card' then
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

create function public.void_gift_card(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.void_gift_card(p_id); $$;

grant execute on function public.void_gift_card(uuid) to authenticated, service_role;

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
    perform private.refuse('PT422', 'The message must hold no web address, email address or phone number.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.refuse('PT422', 'A name must hold no web address, email address or phone number.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.refuse('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.consume_rate_limit('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    email, first_name, last_name, shipping_address, billing_address, subtotal, tax_amount, shipping_amount, total, cart_items,
    metadata, user_id, customer_id)
  values (
    v_email, v_first, v_last, '{}', '{}',
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
  if v_gift is null then
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
  update public.gift_cards set state = 'void' where id = v_card.id;
  return null;
end;
$$;

create trigger void_sold_gift_card after update of status, payment_status on public.orders
  for each row when (old.status <> new.status or old.payment_status <> new.payment_status)
  execute function private.void_sold_gift_card();

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

-- Volatile, since each look-up counts against the rate limit.
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
    (select case when expires_at > now()
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id)
        else jsonb_build_object('state', 'expired') end
     from public.account_creation_tokens
     where token_hash = private.token_hash(p_token) and used_at is null),
    jsonb_build_object('state', 'invalid'));
end;
$$;

grant execute on function private.read_account_token(text) to anon, authenticated, service_role;

-- Single use, decided by one statement: true when this call used the token.
create function private.claim_account_token(p_token text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.consume_rate_limit('account_token', private.client_address(), 60, interval '15 minutes');
  update public.account_creation_tokens set used_at = now()
  where token_hash = private.token_hash(p_token) and used_at is null and expires_at > now();
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
create index email_outbox_failed on public.email_outbox (created_at desc, id) where status = 'failed';

alter table public.email_outbox enable row level security;
revoke all on table public.email_outbox from anon, authenticated;
grant all on table public.email_outbox to service_role;
-- Not `data`: it can hold the link that opens a customer's account.
grant select (id, kind, recipient, subject, order_id, status, attempts, last_error, next_attempt_at, sent_at, created_at)
  on table public.email_outbox to authenticated;

create policy "Staff see what was sent" on public.email_outbox for select to authenticated using ((select private.is_staff()));

-- The confirmation, and for guests the link to open an account, for the mail worker to send.
create function private.queue_order_mail(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  values ('order_confirmation', p_order.email, format('Your order %s', p_order.order_number), p_order.id,
    to_jsonb(p_order) || jsonb_build_object('vat_rate', 0.20, 'tax_point', p_order.paid_at));
  if p_order.user_id is null then
    insert into public.email_outbox (kind, recipient, subject, order_id, data)
    values ('account_link', p_order.email, 'Open your account', p_order.id,
      jsonb_build_object('token', private.new_account_token(p_order.checkout_session_id, p_order.email)));
  end if;
end;
$$;

-- Setting an order to refunded does not move money at the provider, so the e-mail says what is due. A gift card's part has
-- already been returned.
create function private.queue_status_mail(p_order public.orders, p_status text)
returns void
language sql
set search_path = ''
as $$
  insert into public.email_outbox (kind, recipient, subject, order_id, data)
  select 'order_status', p_order.email,
    format('Your order %s: %s', p_order.order_number, case p_status when 'refunded' then 'to be refunded' else p_status end), p_order.id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'status', p_status, 'total', p_order.total,
      'gift_card_amount', p_order.gift_card_amount, 'gift_card_hint', p_order.gift_card_hint,
      'gift_card_void', exists (
        select from public.gift_card_entries as entry join public.gift_cards as card on card.id = entry.gift_card_id
        where entry.order_id = p_order.id and entry.kind = 'redeemed' and card.state = 'void'),
      'tracking_number', shipment.tracking_number, 'carrier', shipment.carrier,
      'estimated_delivery', shipment.estimated_delivery)
  from (select) as one
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
  if new.payment_status <> old.payment_status and new.payment_status = 'refunded' then
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
    data = case when p_error is null then '{}' when attempts >= 8 then data - 'token' else data end,
    last_error = left(p_error, 2000),
    next_attempt_at = now() + least(interval '6 hours', interval '1 minute' * power(2, greatest(attempts, 1) - 1))
  where id = p_id and status = 'pending'
  returning status;
$$;

grant execute on function public.settle_mail(uuid, text) to service_role;

-- Another eight attempts at a failed e-mail. Its code or token was erased, so it gets a new one: a new code for the same
-- unused gift card, or a new account link.
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
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
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
  elsif v_mail.kind = 'gift_card' then
    select card.* into v_card from public.gift_cards as card
    where id = (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued')
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

-- Messages to the shop.

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  email text not null,
  subject text not null check (char_length(btrim(subject)) between 1 and 200),
  message text not null check (char_length(btrim(message)) between 10 and 5000),
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

create index contact_messages_newest on public.contact_messages (created_at desc, id);

alter table public.contact_messages enable row level security;
revoke all on table public.contact_messages from anon, authenticated;
grant all on table public.contact_messages to service_role;
grant insert (name, email, subject, message) on table public.contact_messages to anon, authenticated;
grant select, update (is_read), delete on table public.contact_messages to authenticated;

create policy "Anyone writes to the shop" on public.contact_messages for insert to anon, authenticated with check (not is_read);
create policy "Staff read letters" on public.contact_messages for select to authenticated using ((select private.is_staff()));
create policy "Staff mark letters" on public.contact_messages for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "Staff delete letters" on public.contact_messages for delete to authenticated using ((select private.is_staff()));

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

-- Back-in-stock requests.

-- One request, one e-mail, then the row is deleted. Private: the API does not expose the addresses.
create table private.stock_requests (
  product_id uuid not null references public.products (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (product_id, email)
);

create index stock_requests_by_age on private.stock_requests (created_at);

revoke all on table private.stock_requests from public;
grant select, update, delete on table private.stock_requests to service_role;

-- The answer is the same for repeated requests, so that nobody learns who is waiting.
create function private.ask_back_in_stock(p_product_id uuid, p_email text)
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
  select inventory_quantity into v_stock from public.products where id = p_product_id and is_active for share;
  if v_stock is null then
    perform private.refuse('PT404', 'Product Not Found', 'product_not_found');
  elsif v_stock > 0 then
    perform private.refuse('PT409', 'This product is in stock.', 'in_stock');
  end if;
  insert into private.stock_requests (product_id, email) values (p_product_id, v_email)
  on conflict (product_id, email) do update set created_at = excluded.created_at;
end;
$$;

grant execute on function private.ask_back_in_stock(uuid, text) to anon, authenticated, service_role;

create function public.ask_back_in_stock(p_product_id uuid, p_email text)
returns void
language sql
set search_path = ''
as $$ select private.ask_back_in_stock(p_product_id, p_email); $$;

grant execute on function public.ask_back_in_stock(uuid, text) to anon, authenticated, service_role;

-- The subject does not name the product, for discretion.
create function private.queue_back_in_stock_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  with asked as (
    delete from private.stock_requests where product_id = new.id returning email, created_at
  )
  insert into public.email_outbox (kind, recipient, subject, data)
  select 'back_in_stock', email, 'Something you asked for is back', jsonb_build_object('slug', new.slug)
  from asked where created_at > now() - interval '180 days'
  order by created_at, email;
  return null;
end;
$$;

create trigger queue_back_in_stock_mail after update of inventory_quantity, is_active on public.products
  for each row
  when (new.is_active and new.inventory_quantity > 0 and not (old.is_active and old.inventory_quantity > 0))
  execute function private.queue_back_in_stock_mail();

-- Product search: stemming, typing errors, prefixes.

create table private.product_search (
  product_id uuid primary key references public.products (id) on delete cascade,
  document tsvector not null,
  is_active boolean not null,
  -- Stored here so that ranking does not read the product rows.
  name text not null,
  created_at timestamptz not null
);

create index product_search_document on private.product_search using gin (document);

revoke all on table private.product_search from public;

-- Every word of the catalogue, for prefixes and typing errors. Numbers are left out: they are matched whole or by prefix.
create table private.search_words (word text collate "C" primary key);

create index search_words_alike on private.search_words using gist (word extensions.gist_trgm_ops);

revoke all on table private.search_words from public;

create function private.search_document(p_product public.products)
returns tsvector
language sql
stable
set search_path = ''
as $$
  select setweight(to_tsvector('english', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(p_product.name)), 'A')
    || setweight(to_tsvector('simple', extensions.unaccent(
      concat_ws(' ', p_product.sku, p_product.brand, p_product.collection))), 'B')
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
  if tg_op = 'UPDATE' then
    v_changed := $sql$
      select id from new_rows join old_rows using (id)
      where (new_rows.name, new_rows.sku, new_rows.brand, new_rows.collection, new_rows.short_description, new_rows.materials,
          new_rows.features, new_rows.description, new_rows.is_active)
        is distinct from (old_rows.name, old_rows.sku, old_rows.brand, old_rows.collection, old_rows.short_description,
          old_rows.materials, old_rows.features, old_rows.description, old_rows.is_active)$sql$;
  end if;
  execute format($sql$
    insert into private.product_search (product_id, document, is_active, name, created_at)
    select product.id, private.search_document(product), product.is_active, lower(extensions.unaccent(product.name)), product.created_at
    from (%s) as changed join public.products as product using (id)
    order by product.id
    on conflict (product_id) do update set document = excluded.document, is_active = excluded.is_active, name = excluded.name
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
  if not v_known then
    foreach v_word in array private.similar_search_words(p_term) loop
      v_query := v_query || plainto_tsquery('english', v_word) || plainto_tsquery('simple', v_word);
    end loop;
  end if;
  return v_query;
end;
$$;

create function private.search_query(p_terms text[])
returns tsquery
language plpgsql
stable
set search_path = ''
as $$
declare
  v_query tsquery;
  v_term tsquery;
begin
  for v_place in 1 .. cardinality(p_terms) loop
    v_term := private.term_query(p_terms[v_place], v_place = cardinality(p_terms));
    v_query := case when v_query is null then v_term when v_term is null then v_query else v_query && v_term end;
  end loop;
  return v_query;
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
  v_query tsquery := private.search_query(v_terms);
begin
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
      (select product.id, lower(extensions.unaccent(product.name)), product.created_at, 0.05::real
        from (
          select id from public.categories
          where to_tsvector('english', extensions.unaccent(name)) @@ v_query and (is_active or v_all) order by name, id limit 3
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
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
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
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
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

create function private.revenue_of(p_status text, p_payment_status text, p_total numeric)
returns numeric
language sql
immutable
set search_path = ''
as $$ select case when p_payment_status in ('paid', 'succeeded') and p_status <> 'cancelled' then p_total else 0 end; $$;

-- Revenue counts once: when a gift card is sold, not again when it pays.
create function private.count_orders()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  execute format($sql$
    insert into private.counters as counter (subject, count, amount)
    select 'order:' || status || ':' || payment_status, sum(sign), sum(sign * (total - gift_card_amount))
    from (%s) as change
    group by 1 having sum(sign) <> 0 or sum(sign * (total - gift_card_amount)) <> 0 order by 1
    on conflict (subject) do update set count = counter.count + excluded.count, amount = counter.amount + excluded.amount
    $sql$, private.changed_rows(tg_op));
  execute format($sql$
    with change as (
      select customer_id, sum(sign) as orders, sum(sign * private.revenue_of(status, payment_status, total - gift_card_amount)) as spent
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
      ('product', true), ('product:active', change.is_active),
      ('product:active:' || change.category_id, change.is_active and change.category_id is not null),
      ('product:low', change.track_inventory and change.inventory_quantity <= change.low_stock_threshold)
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

alter publication supabase_realtime add table public.catalogue_version;

-- The audit log: what each member of staff changed.

-- The old and new values of each write by staff; for updates only the changed columns.
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
create index audit_log_by_actor on public.audit_log (actor, id desc);

alter table public.audit_log enable row level security;
revoke all on table public.audit_log from anon, authenticated;
grant select on table public.audit_log to authenticated;
grant all on table public.audit_log to service_role;

create policy "Staff see the log" on public.audit_log for select to authenticated using ((select private.is_staff()));

create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into public.audit_log (table_name, row_id, action, actor, after)
    select tg_table_name, coalesce(after ->> 'id', after ->> 'key'), 'insert', (select auth.uid()), after
    from (select to_jsonb(new_rows) as after from new_rows) as written;
  elsif tg_op = 'DELETE' then
    insert into public.audit_log (table_name, row_id, action, actor, before)
    select tg_table_name, coalesce(before ->> 'id', before ->> 'key'), 'delete', (select auth.uid()), before
    from (select to_jsonb(old_rows) as before from old_rows) as written;
  else
    insert into public.audit_log (table_name, row_id, action, actor, before, after)
    select tg_table_name, row_id, 'update', (select auth.uid()), changed.before, changed.after
    from (select coalesce(to_jsonb(old_rows) ->> 'id', to_jsonb(old_rows) ->> 'key') as row_id, to_jsonb(old_rows) as row from old_rows) as was
    join (select coalesce(to_jsonb(new_rows) ->> 'id', to_jsonb(new_rows) ->> 'key') as row_id, to_jsonb(new_rows) as row from new_rows) as became
      using (row_id)
    cross join lateral (
      select jsonb_object_agg(key, was.row -> key) as before, jsonb_object_agg(key, value) as after
      from jsonb_each(became.row)
      where value is distinct from was.row -> key and key <> 'updated_at'
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
    'admin_users', 'categories', 'contact_messages', 'orders', 'products', 'shipments', 'shipping_methods', 'shipping_rules',
    'shipping_zones', 'shop_settings', 'tracking_events'] loop
    execute format('create trigger audit_insert after insert on public.%I
      referencing new table as new_rows for each statement execute function private.audit()', v_table);
    execute format('create trigger audit_update after update on public.%I
      referencing old table as old_rows new table as new_rows for each statement execute function private.audit()', v_table);
    execute format('create trigger audit_delete after delete on public.%I
      referencing old table as old_rows for each statement execute function private.audit()', v_table);
  end loop;
end;
$$;

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

  delete from private.stock_holds where (checkout_session_id, product_id) in (
    select checkout_session_id, product_id from private.stock_holds where expires_at <= now()
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
  return v_counts || jsonb_build_object('completed_orders', v_count);
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
  with forgotten as (
    delete from private.stock_requests where (product_id, email) in (
      select product_id, email from private.stock_requests where created_at <= now() - interval '180 days'
      limit 1000 for update skip locked)
    returning product_id
  ), told as (
    delete from public.email_outbox where id in (
      select id from public.email_outbox
      where kind = 'back_in_stock' and status <> 'pending' and created_at <= now() - interval '7 days'
      limit 1000 for update skip locked)
    returning id
  ), past as (
    delete from private.price_history where (product_id, since) in (
      select product_id, since from private.price_history where until <= now() - interval '400 days' limit 1000)
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
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()));

create policy "Staff replace shop pictures" on storage.objects for update to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()))
  with check (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()));

create policy "Staff delete shop pictures" on storage.objects for delete to authenticated
  using (bucket_id in ('product-images', 'category-images', 'placeholders') and (select private.is_staff()));

-- Tables published to Realtime; row level security decides who receives a change.

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end;
$$;

alter publication supabase_realtime
  add table public.products, public.categories, public.cart_items, public.customers, public.orders;

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
