-- Rate limits by caller, and how the caller's network address is found.

-- Attempts per caller and action, under a hash: neither addresses nor emails are stored. An exception rolls its own count
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

-- How many attempts were counted within p_window.
create function private.rate_limit_hits(p_action text, p_who text, p_window interval)
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((
    select hits from private.rate_limits
    where subject = private.rate_limit_key(p_action, p_who) and opened_at > now() - p_window), 0);
$$;

-- The caller and an email address together: what one caller does with an address locks nobody else out of it.
create function private.caller_and_email(p_email text)
returns text
language sql
stable
set search_path = ''
as $$ select private.client_address() || ' ' || lower(private.clean_code(p_email)); $$;

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
    perform private.reject('PT429', 'Too many attempts. Please wait a moment and try again.', 'rate_limited',
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

-- The caller's network as guesses are counted: IPv4 whole, IPv6 by its /48, since whoever rents a server has as many /64 as they like.
create function private.guessing_network()
returns text
language sql
stable
set search_path = ''
as $$
  select case when address like '%/64' then network(set_masklen(address::cidr, 48))::text else address end
  from (select private.client_address() as address) as caller;
$$;
