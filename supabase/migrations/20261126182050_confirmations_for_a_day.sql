-- The address of a confirmation shows name and address for a day; afterwards number and status.

set check_function_bodies = off;

-- The checkout that an id opens for the caller: for a day after it was begun or paid whoever has the id, afterwards only the browser
-- that began it and the owner, since addresses of pages stay in histories and messages. Null for every other id.
create function private.opened_checkout(p_session_id text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select session_id from public.checkout_sessions as checkout
  where session_id = p_session_id and (
    coalesce(completed_at, created_at) > now() - interval '24 hours'
    or user_id = (select private.my_user_id())
    or exists (
      select from public.orders where checkout_session_id = checkout.session_id and user_id = (select private.my_user_id()))
    or exists (
      select from private.checkout_carts
      where checkout_session_id = checkout.session_id and cart_session_id = (select private.guest_session())));
$$;

-- What an id says of a paid order for as long as there is one, and to whoever has it: number and status.
create function private.placed_order(p_session_id text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('order_number', order_number, 'status', status)
  from public.orders where checkout_session_id = p_session_id;
$$;

create function public.placed_order(p_session_id text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.placed_order(p_session_id); $$;

create or replace function private.issue_account_token(p_session_id text)
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
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  if (select count(*) from public.account_creation_tokens where checkout_session_id = p_session_id) >= 10 then
    perform private.refuse('PT429', 'Too many account links for this order.', 'rate_limited');
  end if;
  return private.new_account_token(p_session_id, v_session.email);
end;
$$;

-- Whether the address has an account is told to whoever holds the order's link alone. Volatile, since each look-up counts against the rate limit.
create or replace function private.read_account_token(p_token text)
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

revoke all on function private.opened_checkout(text), private.placed_order(text), public.placed_order(text) from public;
grant execute on function private.opened_checkout(text), private.placed_order(text), public.placed_order(text)
  to anon, authenticated, service_role;

alter policy "Whoever knows the id sees the checkout, staff every one" on public.checkout_sessions
  using (session_id = (select private.opened_checkout(private.request_header('x-checkout-session'))) or (select private.may('orders')));
