-- Stock held while a payment runs: reserve, release, and the limits on both.

-- A hold reduces what others can buy, not the stock on hand; it ends with its checkout or when it expires.
create table private.stock_holds (
  id bigint generated always as identity primary key,
  checkout_session_id text not null references public.checkout_sessions (session_id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  variant_id uuid,
  quantity integer not null check (quantity > 0),
  expires_at timestamptz not null,
  constraint stock_holds_of_checkout unique nulls not distinct (checkout_session_id, product_id, variant_id),
  foreign key (product_id, variant_id) references public.product_variants (product_id, id) on delete cascade
);

create index stock_holds_by_product on private.stock_holds (product_id, variant_id);
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

-- Holds the stock of a checkout, or holds it for longer.
create function private.hold_stock(p_session public.checkout_sessions, p_until timestamptz)
returns void
language sql
set search_path = ''
as $$
  insert into private.stock_holds (checkout_session_id, product_id, variant_id, quantity, expires_at)
  select p_session.session_id, product_id, variant_id, quantity, p_until
  from private.demand_of(p_session.cart_items)
  where product_id is not null
  order by product_id, variant_id
  on conflict on constraint stock_holds_of_checkout do update
  set quantity = excluded.quantity, expires_at = excluded.expires_at;
$$;

-- Holds the stock for 15 minutes before a payment; calling again renews the hold until 45 minutes after the checkout's start. The stock
-- of a payment link is held as long as the link is open, by staff and not by the buyer's network address.
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
  v_by_staff constant boolean := private.is_by_staff(v_session);
  v_until timestamptz := case when v_by_staff then v_session.expires_at
    else least(now() + interval '15 minutes', v_session.created_at + v_longest) end;
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_provider is null then
    perform private.reject('PT402',
      'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
  elsif v_provider <> 'simulated' and (select auth.role()) is distinct from 'service_role' then
    perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
  elsif v_session.kind = 'order_edit' then
    -- What an edit adds is held until its link ends.
    insert into public.payment_attempts (checkout_session_id, provider, amount) values (p_session_id, v_provider, v_session.total)
    on conflict (checkout_session_id) where status = 'pending' do nothing;
    return jsonb_build_object('status', 'reserved', 'expires_at', v_session.expires_at);
  elsif v_until <= now() then
    perform private.reject('PT409',
      'This checkout has been open for more than 45 minutes. Nothing was charged. Please start it again.',
      'hold_ended');
  end if;
  perform private.consume_rate_limit('reserve', p_session_id, 20, interval '1 hour');
  if not v_by_staff then
    perform private.limit_holds(v_session, v_until);
  end if;
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  perform private.hold_stock(v_session, v_until);
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

-- A declined payment releases the hold, unless staff hold the stock for a payment link; cart and checkout stay. The tenth failure ends
-- the checkout.
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
    perform private.reject('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  if v_session.kind <> 'order_edit' and not private.is_by_staff(v_session) then
    perform private.release_hold(p_session_id, false);
  end if;
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
create function private.max_items()
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
  v_items integer;
begin
  select max((entry ->> 'quantity')::integer), sum((entry ->> 'quantity')::integer) into v_largest, v_items
  from jsonb_array_elements(p_lines) as entry;
  if v_largest > private.max_quantity() then
    perform private.reject_max_quantity();
  elsif v_items > private.max_items() then
    perform private.reject('PT409',
      format('One order holds %s items at most. Please split it into several orders.', private.max_items()),
      'order_limit', private.max_items()::text);
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
  v_items integer;
  v_caller text;
  v_held integer;
  v_checkouts integer;
  v_free_at timestamptz;
begin
  select sum((entry ->> 'quantity')::integer) into v_items
  from jsonb_array_elements(p_session.cart_items) as entry where entry ->> 'product_id' is not null;
  if v_items is null then
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
  if v_checkouts < v_max_checkouts and v_held + v_items <= private.max_items() then
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
  perform private.reject('PT429',
    'Too many payments were begun from your internet connection and not finished. Please try again later.',
    'rate_limited',
    greatest(1, ceil(extract(epoch from v_free_at - now())))::text);
end;
$$;
