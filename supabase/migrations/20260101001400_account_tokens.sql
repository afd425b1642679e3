-- Links that let a guest open an account after buying. Only the hash of a token is kept.

create function private.token_hash(p_token text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex'); $$;

-- A fresh token of a completed checkout; the raw text is not kept anywhere by this function.
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

-- What the account page shows before it is filled in: {state: valid | expired | invalid, email}.
create function private.read_account_token(p_token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select case when expires_at > now()
        then jsonb_build_object('state', 'valid', 'email', email, 'checkout_session_id', checkout_session_id)
        else jsonb_build_object('state', 'expired') end
     from public.account_creation_tokens
     where token_hash = private.token_hash(p_token) and used_at is null),
    jsonb_build_object('state', 'invalid'));
$$;

-- Single use, decided by one statement. True when this call was the one that used it.
create function private.claim_account_token(p_token text)
returns boolean
language sql
security definer
set search_path = ''
as $$
  with claimed as (
    update public.account_creation_tokens set used_at = now()
    where token_hash = private.token_hash(p_token) and used_at is null and expires_at > now()
    returning id
  )
  select exists (select from claimed);
$$;

create function public.issue_account_token(p_session_id text)
returns text
language sql
set search_path = ''
as $$ select private.issue_account_token(p_session_id); $$;

create function public.read_account_token(p_token text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.read_account_token(p_token); $$;

create function public.claim_account_token(p_token text)
returns boolean
language sql
set search_path = ''
as $$ select private.claim_account_token(p_token); $$;

revoke all on function private.token_hash(text), private.new_account_token(text, text) from public;
revoke all on function
  private.issue_account_token(text), private.read_account_token(text), private.claim_account_token(text),
  public.issue_account_token(text), public.read_account_token(text), public.claim_account_token(text)
  from public, anon, authenticated;
grant execute on function
  private.issue_account_token(text), private.read_account_token(text), private.claim_account_token(text),
  public.issue_account_token(text), public.read_account_token(text), public.claim_account_token(text)
  to anon, authenticated, service_role;
