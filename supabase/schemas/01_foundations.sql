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

-- A rejection the API answers with its own HTTP status: PTxxx becomes status xxx.
create function private.reject(p_code text, p_message text, p_hint text, p_detail text default '')
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = p_code, message = p_message, hint = p_hint, detail = coalesce(p_detail, '');
end;
$$;

-- Text without spaces and invisible characters around it, which come along with what is pasted, scanned or imported. A test checks
-- that it equals cleanText in libs/settings.
create function private.clean_text(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when p_text collate "C" ~ '^[!-~]([ -~]*[!-~])?$' then p_text else regexp_replace(regexp_replace(p_text collate "C",
    '^[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F'
      '\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E0FFF]+', ''),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F'
      '\u2800\u3000\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]+$', '') end;
$$;

-- A code as it is stored and looked up: a SKU, barcode, order number, promotion code, gift card, email address, postcode, number.
-- Without invisible characters; its spaces, hyphens and full-width letters as a keyboard types them. A test checks that it equals
-- cleanCode in libs/settings.
create function private.clean_code(p_text text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case when p_text collate "C" ~ '^[!-~]+( [!-~]+)*$' then p_text else normalize(btrim(regexp_replace(regexp_replace(translate(
    regexp_replace(p_text collate "C",
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F'
        '\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E0FFF]+', '', 'g'),
    '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～', '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~'),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'),
    '[\u2010-\u2015\u2043\u2212\uFE58\uFE63]', '-', 'g')), NFC) end;
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

-- The caller's user while the session of their token is open: a token outlives its session by up to an hour. One that names no session
-- was made with the signing key instead of a sign-in, and stands for its user.
create function private.my_user_id()
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when session is null or exists (
      select from auth.sessions where id = session and user_id = caller and (not_after is null or not_after > now())) then caller end
  from (select (select auth.uid()) as caller, private.my_session_id() as session) as token;
$$;

grant execute on function private.my_user_id() to anon, authenticated, service_role;

-- The same for functions, which say that the session has ended instead of finding nothing. Null for a visitor who is not signed in.
create function private.require_user()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := private.my_user_id();
begin
  if v_user is null and (select auth.uid()) is not null then
    perform private.reject('PT401', 'You have been signed out. Please sign in again.', 'session_ended');
  end if;
  return v_user;
end;
$$;

grant execute on function private.require_user() to anon, authenticated, service_role;

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
