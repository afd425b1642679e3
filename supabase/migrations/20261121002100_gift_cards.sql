-- Gift cards: stored value that pays for orders. A card is a means of payment, not a discount: an order's figures and its VAT
-- stay as they are; what is left to pay is the total less what the card pays.

create table public.gift_cards (
  id uuid primary key default gen_random_uuid(),
  -- The code itself is told once and kept nowhere; `hint` is its last four signs.
  code_hash text not null unique check (code_hash ~ '^[0-9a-f]{64}$'),
  hint text not null check (hint ~ '^[0-9A-Z]{4}$'),
  initial_pence integer not null check (initial_pence between 100 and 100000),
  balance_pence integer not null default 0 check (balance_pence between 0 and initial_pence),
  state text not null default 'active' check (state in ('active', 'void')),
  expires_at timestamptz not null default now() + interval '24 months',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expires_at >= created_at + interval '24 months')
);

-- Every penny that comes or goes; a card's entries add up to its balance, at every commit.
create table public.gift_card_entries (
  id bigint generated always as identity primary key,
  gift_card_id uuid not null references public.gift_cards (id) on delete restrict,
  kind text not null check (kind in ('issued', 'redeemed', 'given_back', 'voided')),
  amount_pence integer not null check (amount_pence <> 0 and (amount_pence > 0) = (kind in ('issued', 'given_back'))),
  order_id uuid references public.orders (id) on delete restrict,
  -- No foreign key: the ledger outlives accounts.
  actor uuid default auth.uid(),
  created_at timestamptz not null default now(),
  check (kind not in ('redeemed', 'given_back') or order_id is not null)
);

create index gift_card_entries_by_card on public.gift_card_entries (gift_card_id, id);
create index gift_card_entries_by_order on public.gift_card_entries (order_id) where order_id is not null;
create unique index gift_card_entries_issued on public.gift_card_entries (gift_card_id) where kind = 'issued';

-- What a running payment counts on.
create table private.gift_card_holds (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  gift_card_id uuid not null references public.gift_cards (id) on delete cascade,
  amount_pence integer not null check (amount_pence > 0),
  expires_at timestamptz not null
);

create index gift_card_holds_by_card on private.gift_card_holds (gift_card_id);
revoke all on table private.gift_card_holds from public;

create trigger touch before update on public.gift_cards for each row execute function private.touch_updated_at();

alter table public.gift_cards enable row level security;
alter table public.gift_card_entries enable row level security;
revoke all on table public.gift_cards, public.gift_card_entries from anon, authenticated;
grant all on table public.gift_cards, public.gift_card_entries to service_role;
grant select (id, hint, initial_pence, balance_pence, state, expires_at, created_at, updated_at) on table public.gift_cards to authenticated;
grant select on table public.gift_card_entries to authenticated;

create policy "Staff see gift cards" on public.gift_cards for select to authenticated using ((select private.is_staff()));
create policy "Staff see what gift cards paid" on public.gift_card_entries for select to authenticated using ((select private.is_staff()));

-- An entry moves the balance; the column's own check refuses what is not there.
create function private.move_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.gift_cards set balance_pence = balance_pence + new.amount_pence where id = new.gift_card_id;
  return null;
end;
$$;

create trigger move_gift_card after insert on public.gift_card_entries for each row execute function private.move_gift_card();

create function private.check_gift_card_sum()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_card uuid := (v_row ->> case when tg_table_name = 'gift_cards' then 'id' else 'gift_card_id' end)::uuid;
begin
  if exists (
    select from public.gift_cards as card
    where card.id = v_card and card.balance_pence <> coalesce((
      select sum(amount_pence) from public.gift_card_entries where gift_card_id = v_card), 0)) then
    raise exception using errcode = '23514', message = 'The entries of a gift card must add up to its balance.';
  end if;
  return null;
end;
$$;

create constraint trigger balance_is_sum after insert or update on public.gift_cards
  deferrable initially deferred for each row execute function private.check_gift_card_sum();
create constraint trigger balance_is_sum after insert or update or delete on public.gift_card_entries
  deferrable initially deferred for each row execute function private.check_gift_card_sum();

alter table public.checkout_sessions
  add column gift_card_amount numeric(10, 2) not null default 0,
  add column gift_card_id uuid references public.gift_cards (id) on delete restrict,
  add column gift_card_hint text check (char_length(gift_card_hint) = 4),
  add constraint checkout_sessions_gift_card check (
    gift_card_amount between 0 and total and (gift_card_id is null) = (gift_card_amount = 0) and (gift_card_id is null) = (gift_card_hint is null));
create index checkout_sessions_by_gift_card on public.checkout_sessions (gift_card_id) where gift_card_id is not null;
alter table public.orders
  add column gift_card_amount numeric(10, 2) not null default 0,
  add column gift_card_hint text check (char_length(gift_card_hint) = 4),
  add constraint orders_gift_card check (gift_card_amount between 0 and total and (gift_card_amount = 0) = (gift_card_hint is null));

-- Nineteen random signs of thirty-two and one that checks them (Luhn's sum, to the base 32).
create function private.gift_card_check(p_signs text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_sum integer := 0;
  v_part integer;
begin
  for i in 1 .. char_length(p_signs) loop
    v_part := (strpos(v_alphabet, substr(p_signs, char_length(p_signs) + 1 - i, 1)) - 1) * (1 + i % 2);
    v_sum := v_sum + v_part / 32 + v_part % 32;
  end loop;
  return substr(v_alphabet, (32 - v_sum % 32) % 32 + 1, 1);
end;
$$;

create function private.new_gift_card_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_random constant bytea := sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
  v_signs text := '';
begin
  for i in 0 .. 18 loop
    v_signs := v_signs || substr(v_alphabet, get_byte(v_random, i) % 32 + 1, 1);
  end loop;
  return v_signs || private.gift_card_check(v_signs);
end;
$$;

-- As it is meant: capitals, no signs between, O for nought and I or L for one.
create function private.gift_card_hash(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(
    translate(regexp_replace(upper(left(p_code, 80) collate "C"), '[^A-Z0-9]', '', 'g'), 'OIL', '011'), 'UTF8')), 'hex');
$$;

-- Makes a card and gives its code, which nobody can read again.
create function private.new_gift_card(p_pence integer, p_order uuid default null)
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_code text := private.new_gift_card_code();
  v_card uuid;
begin
  insert into public.gift_cards (code_hash, hint, initial_pence) values (private.gift_card_hash(v_code), right(v_code, 4), p_pence)
  returning id into v_card;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (v_card, 'issued', p_pence, p_order);
  return v_code;
end;
$$;

create function private.issue_gift_card(p_pence integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  elsif p_pence is null or p_pence not between 100 and 100000 then
    perform private.refuse('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
  return private.new_gift_card(p_pence);
end;
$$;

-- A lost card pays no more; what is left on it goes.
create function private.void_gift_card(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.is_staff() then
    perform private.refuse('PT403', 'Access denied. Admin credentials required.', 'staff_only');
  end if;
  perform from public.gift_cards where id = p_id for no key update;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select id, 'voided', -balance_pence from public.gift_cards where id = p_id and balance_pence > 0;
  update public.gift_cards set state = 'void' where id = p_id;
end;
$$;

-- What a card can pay for a checkout: its balance, without what other payments count on.
create function private.gift_card_available(p_card public.gift_cards, p_session text)
returns integer
language sql
stable
set search_path = ''
as $$
  select case when p_card.state = 'active' and p_card.expires_at > now() then greatest(0, p_card.balance_pence - coalesce((
    select sum(amount_pence) from private.gift_card_holds
    where gift_card_id = p_card.id and expires_at > now() and checkout_session_id is distinct from p_session), 0))::integer else 0 end;
$$;

-- Locks the card of a checkout; refuses when it no longer pays what it was to pay. Locked after products, cart and promotion.
create function private.lock_gift_card(p_session public.checkout_sessions)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
  v_available integer;
begin
  if p_session.gift_card_id is null then
    return;
  end if;
  select * into v_card from public.gift_cards where id = p_session.gift_card_id for no key update;
  v_available := private.gift_card_available(v_card, p_session.session_id);
  if v_available < p_session.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The balance of your gift card has changed.', 'totals_changed', jsonb_build_object(
      'total', p_session.total, 'gift_card_refused', 'changed', 'due', p_session.total - v_available * 0.01)::text);
  end if;
end;
$$;

-- A payment that is over, however it ended, counts on no card any more: what it took is in the ledger.
create function private.release_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.gift_card_holds where checkout_session_id = new.checkout_session_id;
  return null;
end;
$$;

create trigger release_gift_card after insert or update of status on public.payment_attempts
  for each row when (new.status <> 'pending') execute function private.release_gift_card();

-- A checkout whose total changes asks for its card again.
create function private.forget_gift_card()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.gift_card_id := null;
  new.gift_card_hint := null;
  new.gift_card_amount := 0;
  return new;
end;
$$;

create trigger forget_gift_card before update of total on public.checkout_sessions
  for each row when (new.total <> old.total and new.gift_card_id is not null) execute function private.forget_gift_card();

-- Before paying: sets stock, promotion and gift card aside for a quarter of an hour. Asking again renews it.
create or replace function private.reserve_checkout(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_until timestamptz := now() + interval '15 minutes';
begin
  if v_session.status = 'completed' then
    return jsonb_build_object('status', 'completed', 'expires_at', null);
  elsif v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  perform private.limit_rate('reserve', p_session_id, 20, interval '1 hour');
  perform private.verify_checkout(v_session,
    (select cart_session_id from private.checkout_carts where checkout_session_id = p_session_id));
  insert into private.stock_holds (checkout_session_id, product_id, quantity, expires_at)
  select p_session_id, (entry ->> 'product_id')::uuid, sum((entry ->> 'quantity')::integer), v_until
  from jsonb_array_elements(v_session.cart_items) as entry
  group by 2 order by 2
  on conflict (checkout_session_id, product_id) do update set quantity = excluded.quantity, expires_at = excluded.expires_at;
  perform private.lock_gift_card(v_session);
  perform private.take_promotion(v_session, null, v_until);
  insert into public.payment_attempts (checkout_session_id, provider, amount)
  values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total - v_session.gift_card_amount)
  on conflict (checkout_session_id) where status = 'pending' do nothing;
  insert into private.gift_card_holds (checkout_session_id, gift_card_id, amount_pence, expires_at)
  select p_session_id, v_session.gift_card_id, v_session.gift_card_amount * 100, v_until where v_session.gift_card_id is not null
  on conflict (checkout_session_id) do update set expires_at = excluded.expires_at;
  update public.checkout_sessions set expires_at = greatest(expires_at, v_until) where id = v_session.id;
  return jsonb_build_object('status', 'reserved', 'expires_at', v_until);
end;
$$;

create or replace function private.fail_checkout(p_session_id text, p_reason text)
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
    perform private.refuse('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  delete from private.stock_holds where checkout_session_id = p_session_id;
  delete from public.promotion_uses where checkout_session_id = p_session_id and state = 'held';
  update public.payment_attempts set status = 'failed', settled_at = now(), failure = left(p_reason, 300)
  where checkout_session_id = p_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, amount, status, settled_at, failure)
    values (p_session_id, private.setting_text('payment.provider', 'simulated'), v_session.total - v_session.gift_card_amount, 'failed', now(), left(p_reason, 300));
  end if;
  select count(*) into v_failed from public.payment_attempts where checkout_session_id = p_session_id and status = 'failed';
  if v_failed >= v_allowed then
    update public.checkout_sessions set status = 'failed' where id = v_session.id;
  end if;
  return jsonb_build_object(
    'status', case when v_failed >= v_allowed then 'failed' else 'pending' end,
    'attempts_left', greatest(0, v_allowed - v_failed));
end;
$$;

-- The payment that paid what no gift card did: the attempt a reservation opened, or one of its own.
create or replace function private.settle_payment(p_order public.orders)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update public.payment_attempts
  set status = 'succeeded', settled_at = now(), reference = p_order.stripe_payment_intent_id, amount = p_order.total - p_order.gift_card_amount
  where checkout_session_id = p_order.checkout_session_id and status = 'pending';
  if not found then
    insert into public.payment_attempts (checkout_session_id, provider, reference, amount, status, settled_at)
    values (p_order.checkout_session_id, private.setting_text('payment.provider', 'simulated'),
      p_order.stripe_payment_intent_id, p_order.total - p_order.gift_card_amount, 'succeeded', now());
  end if;
end;
$$;

create or replace function private.write_order(p_session public.checkout_sessions, p_id uuid)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  v_payment text := 'pi_sim_' || replace(gen_random_uuid()::text, '-', '');
  v_order public.orders;
begin
  insert into public.orders (
    id, order_number, user_id, customer_id, email, phone, payment_status, currency, subtotal, discount_amount, promotion_code,
    tax_amount, shipping_amount, total, gift_card_amount, gift_card_hint, payment_method, shipping_method, items, shipping_address, billing_address, checkout_session_id,
    stripe_session_id, stripe_payment_intent_id, paid_at)
  values (
    p_id, private.next_order_number(), p_session.user_id, p_session.customer_id, p_session.email, p_session.phone, 'succeeded',
    p_session.currency, p_session.subtotal, p_session.discount_amount, p_session.promotion_code,
    p_session.tax_amount, p_session.shipping_amount, p_session.total, p_session.gift_card_amount, p_session.gift_card_hint,
    case when p_session.gift_card_id is null then 'Card' when p_session.gift_card_amount = p_session.total then 'Gift card'
      else 'Gift card and card' end,
    p_session.metadata ->> 'shipping_method', p_session.cart_items, p_session.shipping_address, p_session.billing_address,
    p_session.session_id, p_session.session_id, v_payment, now())
  returning * into v_order;
  perform private.take_promotion(p_session, v_order.id, null);
  if p_session.gift_card_id is not null then
    insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
    values (p_session.gift_card_id, 'redeemed', -p_session.gift_card_amount * 100, v_order.id);
  end if;
  perform private.settle_payment(v_order);

  update public.checkout_sessions
  set status = 'completed', completed_at = now(), stripe_payment_intent_id = v_payment,
    metadata = metadata || jsonb_build_object('order_number', v_order.order_number)
  where id = p_session.id;

  insert into public.order_events (order_id, type, description, data) values
    (v_order.id, 'order_created', format('Order %s created', v_order.order_number), jsonb_build_object('total', v_order.total)),
    (v_order.id, 'payment_succeeded', 'Payment received', jsonb_build_object('payment_intent', v_payment));
  return v_order;
end;
$$;

create or replace function private.complete_checkout(p_session_id text, p_idempotency_key uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(coalesce(p_session_id, ''), 'UTF8')), 'hex');
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.refuse('PT400', 'An idempotency key is needed.', 'idempotency_key');
  end if;
  -- The row of the session is the queue: a second attempt waits here and then finds the order of the first.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.refuse('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    select * into v_order from public.orders where checkout_session_id = p_session_id;
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif v_session.total > v_session.gift_card_amount and private.setting_text('payment.provider', 'simulated') <> 'simulated'
    and (select auth.role()) is distinct from 'service_role' then
    -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
    perform private.refuse('PT402', 'The payment has not been confirmed.', 'payment_required');
  else
    select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
    perform private.verify_checkout(v_session, v_cart);
    perform private.lock_gift_card(v_session);
    perform private.take_stock(v_session.cart_items, v_id);
    perform private.clear_purchased(v_session, v_cart);
    v_order := private.write_order(v_session, v_id);
    perform private.queue_order_mail(v_order);
  end if;

  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

-- A cancelled or refunded order gives the card its part back, with three months at least to spend it. Staff who undo that take it
-- again, as long as it is still there.
create function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_was boolean := private.order_returned(old.status, old.payment_status);
  v_is boolean := private.order_returned(new.status, new.payment_status);
  v_card public.gift_cards;
begin
  if v_was = v_is then
    return null;
  end if;
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = new.id and kind = 'redeemed' order by id limit 1)
  for no key update;
  if v_is then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
  elsif private.gift_card_available(v_card, null) < new.gift_card_amount * 100 then
    perform private.refuse('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end,
    case when v_is then 1 else -1 end * new.gift_card_amount * 100, new.id);
  return null;
end;
$$;

create trigger return_gift_card after update of status, payment_status on public.orders
  for each row when (new.gift_card_amount > 0 and (old.status <> new.status or old.payment_status <> new.payment_status))
  execute function private.return_gift_card();

-- Finds a card by its code, slowly for those who guess: wrong codes count against the address and what they were tried on, and
-- are answered, not raised.
create function private.find_gift_card(p_code text, p_who text)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  perform private.require_rate('gift_card_address', private.client_address(), 30, interval '15 minutes');
  perform private.require_rate('gift_card', p_who, 10, interval '15 minutes');
  select * into v_card from public.gift_cards where code_hash = private.gift_card_hash(p_code);
  if v_card.id is null or v_card.state = 'void' then
    perform private.count_rate('gift_card_address', private.client_address(), interval '15 minutes');
    perform private.count_rate('gift_card', p_who, interval '15 minutes');
  end if;
  return v_card;
end;
$$;

create function private.gift_card_reply(p_card public.gift_cards, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case
    when p_card.id is null or p_card.state = 'void' then jsonb_build_object('state', 'unknown')
    when p_card.expires_at <= now() then jsonb_build_object('state', 'expired', 'expires_at', p_card.expires_at)
    when p_card.balance_pence = 0 then jsonb_build_object('state', 'empty')
    when private.gift_card_available(p_card, p_session) = 0 then jsonb_build_object('state', 'in_use')
    else jsonb_build_object('state', 'valid', 'hint', p_card.hint, 'available_pence', private.gift_card_available(p_card, p_session),
      'expires_at', p_card.expires_at)
  end;
$$;

-- What is on a card, for whoever holds its code; nothing is kept of it.
create function private.check_gift_card(p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_who text := coalesce(private.my_customer_id()::text, private.cart_session(), private.client_address(), 'nobody');
begin
  return private.gift_card_reply(private.find_gift_card(p_code, v_who), null);
end;
$$;

-- Lets a card pay for a checkout that nobody has begun to pay, as far as it reaches, or takes it away (no code).
create function private.apply_gift_card(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_card public.gift_cards;
  v_reply jsonb := jsonb_build_object('state', 'none');
  v_pays numeric := 0;
begin
  if v_session.status <> 'pending' then
    perform private.refuse('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.refuse('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  end if;
  if btrim(p_code) <> '' then
    v_card := private.find_gift_card(p_code, p_session_id);
    v_reply := private.gift_card_reply(v_card, p_session_id);
    v_pays := least(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0) * 0.01);
    if v_session.total = 0 and v_reply ->> 'state' = 'valid' then
      v_reply := jsonb_build_object('state', 'not_needed');
    end if;
  end if;
  update public.checkout_sessions
  set gift_card_id = case when v_pays > 0 then v_card.id end, gift_card_hint = case when v_pays > 0 then v_card.hint end, gift_card_amount = v_pays
  where id = v_session.id;
  return v_reply || jsonb_build_object('total', v_session.total, 'gift_card_amount', v_pays, 'due', v_session.total - v_pays);
end;
$$;

create function public.issue_gift_card(p_pence integer)
returns text
language sql
set search_path = ''
as $$ select private.issue_gift_card(p_pence); $$;

create function public.void_gift_card(p_id uuid)
returns void
language sql
set search_path = ''
as $$ select private.void_gift_card(p_id); $$;

create function public.check_gift_card(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_gift_card(p_code); $$;

create function public.apply_gift_card(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_gift_card(p_session_id, p_code); $$;

revoke all on function
  private.move_gift_card(), private.check_gift_card_sum(), private.gift_card_check(text), private.new_gift_card_code(),
  private.gift_card_hash(text), private.new_gift_card(integer, uuid), private.gift_card_available(public.gift_cards, text),
  private.lock_gift_card(public.checkout_sessions), private.release_gift_card(), private.forget_gift_card(),
  private.return_gift_card(), private.find_gift_card(text, text), private.gift_card_reply(public.gift_cards, text) from public;
revoke all on function private.issue_gift_card(integer), public.issue_gift_card(integer), private.void_gift_card(uuid),
  public.void_gift_card(uuid), private.check_gift_card(text), public.check_gift_card(text), private.apply_gift_card(text, text),
  public.apply_gift_card(text, text) from public, anon, authenticated;
grant execute on function private.issue_gift_card(integer), public.issue_gift_card(integer), private.void_gift_card(uuid),
  public.void_gift_card(uuid) to authenticated, service_role;
grant execute on function private.check_gift_card(text), public.check_gift_card(text), private.apply_gift_card(text, text),
  public.apply_gift_card(text, text) to anon, authenticated, service_role;
