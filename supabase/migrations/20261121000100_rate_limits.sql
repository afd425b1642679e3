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

-- Refuses when p_who has used up p_max tries of p_action within p_window. A null p_who is not limited.
create function private.require_rate(p_action text, p_who text, p_max integer, p_window interval)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_open timestamptz;
begin
  select opened_at into v_open from private.rate_limits
  where subject = private.rate_subject(p_action, p_who) and hits >= p_max and opened_at > now() - p_window;
  if v_open is not null then
    perform private.refuse('PT429', 'Too many attempts. Please wait a moment and try again.', 'rate_limited',
      ceil(extract(epoch from v_open + p_window - now()))::text);
  end if;
end;
$$;

create function private.count_rate(p_action text, p_who text, p_window interval)
returns void
language sql
set search_path = ''
as $$
  insert into private.rate_limits as known (subject, hits)
  select private.rate_subject(p_action, p_who), 1 where p_who is not null
  on conflict (subject) do update set
    hits = case when known.opened_at > now() - p_window then known.hits + 1 else 1 end,
    opened_at = case when known.opened_at > now() - p_window then known.opened_at else now() end;
$$;

create function private.limit_rate(p_action text, p_who text, p_max integer, p_window interval)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_rate(p_action, p_who, p_max, p_window);
  perform private.count_rate(p_action, p_who, p_window);
end;
$$;

revoke all on function private.client_address(), private.rate_subject(text, text),
  private.require_rate(text, text, integer, interval), private.count_rate(text, text, interval),
  private.limit_rate(text, text, integer, interval) from public;

create function private.limit_letters()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.limit_rate('contact_email', lower(btrim(new.email)), 5, interval '1 hour');
  perform private.limit_rate('contact_address', private.client_address(), 30, interval '1 hour');
  return new;
end;
$$;

revoke all on function private.limit_letters() from public;

create trigger limit_letters before insert on public.contact_messages
  for each row execute function private.limit_letters();

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
