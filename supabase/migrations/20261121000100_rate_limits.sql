-- How often one caller may try one thing. Counts are kept under a hash: neither addresses nor e-mails are stored.
-- A refusal rolls its own transaction back, so a function that must count failed tries answers them instead of raising.

create table private.rate_limits (
  subject text primary key,
  hits integer not null,
  opened_at timestamptz not null default now()
);

create index rate_limits_by_age on private.rate_limits (opened_at);
revoke all on table private.rate_limits from public;

-- The caller's network address as the API's own proxy reports it.
create function private.client_address()
returns text
language sql
stable
set search_path = ''
as $$
  select left(coalesce(
    private.request_header('cf-connecting-ip'),
    nullif(btrim(split_part(private.request_header('x-forwarded-for'), ',', 1)), '')), 64);
$$;

create function private.rate_subject(p_action text, p_who text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(sha256(convert_to(p_action || ' ' || p_who, 'UTF8')), 'hex'); $$;

-- Refuses when p_times more tries would exceed p_max of p_action within p_window. A null p_who is not limited.
-- Looking and counting are one step: who tries at the same time waits here until the one before has counted.
create function private.require_rate(p_action text, p_who text, p_max integer, p_window interval, p_times integer default 1)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_subject constant text := private.rate_subject(p_action, p_who);
  v_hits integer;
  v_open timestamptz;
begin
  if v_subject is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_subject, 0));
  select hits, opened_at into v_hits, v_open from private.rate_limits where subject = v_subject and opened_at > now() - p_window;
  if coalesce(v_hits, 0) + p_times > p_max then
    perform private.refuse('PT429', 'Too many attempts. Please wait a moment and try again.', 'rate_limited',
      ceil(extract(epoch from coalesce(v_open, now()) + p_window - now()))::text);
  end if;
end;
$$;

create function private.count_rate(p_action text, p_who text, p_window interval, p_times integer default 1)
returns void
language sql
set search_path = ''
as $$
  insert into private.rate_limits as known (subject, hits)
  select private.rate_subject(p_action, p_who), p_times where p_who is not null
  on conflict (subject) do update set
    hits = case when known.opened_at > now() - p_window then known.hits + p_times else p_times end,
    opened_at = case when known.opened_at > now() - p_window then known.opened_at else now() end;
$$;

create function private.limit_rate(p_action text, p_who text, p_max integer, p_window interval, p_times integer default 1)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_rate(p_action, p_who, p_max, p_window, p_times);
  perform private.count_rate(p_action, p_who, p_window, p_times);
end;
$$;

revoke all on function private.client_address(), private.rate_subject(text, text),
  private.require_rate(text, text, integer, interval, integer), private.count_rate(text, text, interval, integer),
  private.limit_rate(text, text, integer, interval, integer) from public;

-- Counted by statement and in one order, so that letters sent many at a time do not lock each other out.
create function private.limit_letters()
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
    perform private.limit_rate('contact_email', v_sent.email, 5, interval '1 hour', v_sent.letters);
  end loop;
  perform private.limit_rate('contact_address', private.client_address(), 30, interval '1 hour', (select count(*)::integer from new_rows));
  return null;
end;
$$;

revoke all on function private.limit_letters() from public;

create trigger limit_letters after insert on public.contact_messages
  referencing new table as new_rows for each statement execute function private.limit_letters();

-- Looking at account tokens writes its count, so it is no longer a read.
create or replace function private.read_account_token(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.limit_rate('account_token', private.client_address(), 60, interval '15 minutes');
  return coalesce(
    (select case when expires_at > now()
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id)
        else jsonb_build_object('state', 'expired') end
     from public.account_creation_tokens
     where token_hash = private.token_hash(p_token) and used_at is null),
    jsonb_build_object('state', 'invalid'));
end;
$$;

create or replace function public.read_account_token(p_token text)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.read_account_token(p_token); $$;

create or replace function private.claim_account_token(p_token text)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.limit_rate('account_token', private.client_address(), 60, interval '15 minutes');
  update public.account_creation_tokens set used_at = now()
  where token_hash = private.token_hash(p_token) and used_at is null and expires_at > now();
  return found;
end;
$$;
