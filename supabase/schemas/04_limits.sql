-- Rate limits, counted by caller: how often one may try one thing, and how the caller's network address is
-- found.

-- How often one caller may try one thing. Counts are kept under a hash: neither addresses nor e-mails are stored.
-- A refusal rolls its own transaction back, so a function that must count failed tries answers them instead of raising.
create table private.rate_limits (
  subject text primary key,
  hits integer not null,
  opened_at timestamptz not null default now()
);

create index rate_limits_by_age on private.rate_limits (opened_at);

revoke all on table private.rate_limits from public;

-- Who a caller is, for limits by address: taken from one header that a trusted proxy writes, never from one
-- that a caller may write. Which header that is depends on what stands before the API, so a private row says
-- it.
-- address_header and address_from_right: the header, and the place of the caller's address in it counted from
-- the right, for each trusted proxy appends the address it was called from. Hosted Supabase stands behind
-- Cloudflare, which overwrites cf-connecting-ip: that is the default. A self-hosted Supabase passes
-- cf-connecting-ip on as the caller wrote it, so its owner writes ('x-forwarded-for', 1), or one more for
-- each proxy before Kong. The embedded backend writes its own row. web_servers: the shop's own web servers,
-- which call the API for their visitors and write x-forwarded-for whole: of a call from one of these the
-- first entry there is the visitor. Without them all whom a web server calls for are one caller.
create table private.network_settings (
  id boolean primary key default true check (id),
  address_header text not null default 'cf-connecting-ip' check (address_header ~ '^[a-z][a-z0-9-]{0,60}$'),
  address_from_right integer not null default 1 check (address_from_right between 1 and 20),
  web_servers inet[] not null default '{}'
);

revoke all on table private.network_settings from public;

-- The caller's address, or 'unknown': all whose address cannot be told count as one caller, not as none.
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

-- Who is not known is limited as 'unknown'.
create function private.rate_limit_key(p_action text, p_who text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(sha256(convert_to(p_action || ' ' || coalesce(p_who, 'unknown'), 'UTF8')), 'hex'); $$;

-- Refuses when p_times more tries would exceed p_max of p_action within p_window. A null p_who counts as one
-- shared caller. Checking and counting are one step: concurrent tries wait here until the one before has
-- counted.
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

-- An address as limits count it: IPv4 whole, also when mapped into IPv6; of IPv6 the first 64 bits, for one
-- connection has all of the rest. Null for what is no single address.
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
