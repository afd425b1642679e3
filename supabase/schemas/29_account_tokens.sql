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
  where session_id = private.opened_checkout(p_session_id) and status = 'completed' for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  if (select count(*) from public.account_creation_tokens where checkout_session_id = p_session_id) >= 10 then
    perform private.reject('PT429', 'Too many account links for this order.', 'rate_limited');
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
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id) || (
          select jsonb_build_object('first_name', first_name, 'last_name', last_name)
          from public.checkout_sessions where session_id = checkout_session_id)
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
