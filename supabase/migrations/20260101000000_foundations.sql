-- Rooms and manners of the whole schema: nothing in `public` is reachable until a later file grants it back,
-- and everything that runs with more rights than its caller lives in `private`, which the API does not expose.

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

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

revoke all on all functions in schema private from public;
grant execute on function private.request_header(text), private.guest_session() to anon, authenticated, service_role;
