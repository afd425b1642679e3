-- Gift cards: stored value with a ledger, and how it pays for orders. A means of payment, not a discount: the order's figures
-- and VAT stay; only what is left to pay changes.

create table public.gift_cards (
  id uuid primary key default gen_random_uuid(),
  -- The code is shown once and never stored; `hint` is its last four characters.
  code_hash text not null unique check (code_hash ~ '^[0-9a-f]{64}$'),
  hint text not null check (hint ~ '^[0-9A-Z]{4}$'),
  initial_pence integer not null check (initial_pence between 1 and 100000),
  balance_pence integer not null default 0 check (balance_pence between 0 and initial_pence),
  state text not null default 'active' check (state in ('active', 'void')),
  expires_at timestamptz not null default now() + interval '24 months',
  -- To whom staff sent it.
  recipient_email text check (char_length(recipient_email) <= 254),
  recipient_name text check (char_length(recipient_name) <= 100),
  void_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expires_at >= created_at + interval '24 months'),
  constraint gift_cards_void_reason check (char_length(void_reason) <= 300 and (void_reason is null or state = 'void'))
);

create index gift_cards_newest on public.gift_cards (created_at desc, id);
create index gift_cards_by_hint on public.gift_cards (hint text_pattern_ops, created_at desc, id);
create index gift_cards_void on public.gift_cards (created_at desc, id) where state = 'void';
create index gift_cards_spent on public.gift_cards (created_at desc, id) where state = 'active' and balance_pence = 0;
create index gift_cards_with_balance on public.gift_cards (expires_at desc, created_at, id) where state = 'active' and balance_pence > 0;

create trigger set_updated_at before update on public.gift_cards for each row execute function private.set_updated_at();

alter table public.gift_cards enable row level security;
revoke all on table public.gift_cards from anon, authenticated;
grant all on table public.gift_cards to service_role;
grant select (id, hint, initial_pence, balance_pence, state, expires_at, recipient_email, recipient_name, void_reason, created_at, updated_at)
  on table public.gift_cards to authenticated;

create policy "Staff see gift cards" on public.gift_cards for select to authenticated using ((select private.may('gift_cards')));

alter table public.checkout_sessions add constraint checkout_sessions_gift_card_id_fkey
  foreign key (gift_card_id) references public.gift_cards (id) on delete restrict;

-- The ledger: at every commit a card's entries add up to its balance.
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

alter table public.gift_card_entries enable row level security;
revoke all on table public.gift_card_entries from anon, authenticated;
grant all on table public.gift_card_entries to service_role;
grant select on table public.gift_card_entries to authenticated;

create policy "Staff see what gift cards paid" on public.gift_card_entries for select to authenticated using ((select private.may('gift_cards')));

-- Amounts held by running payments.
create table private.gift_card_holds (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  gift_card_id uuid not null references public.gift_cards (id) on delete cascade,
  amount_pence integer not null check (amount_pence > 0),
  expires_at timestamptz not null
);

create index gift_card_holds_by_card on private.gift_card_holds (gift_card_id);

revoke all on table private.gift_card_holds from public;

-- Entries change the balance; the column's check constraint rejects overdrafts.
create function private.update_gift_card_balance()
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

create trigger update_gift_card_balance after insert on public.gift_card_entries for each row execute function private.update_gift_card_balance();

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

-- 19 random characters of an alphabet of 32 and a Luhn check character (base 32).
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

-- Normalised: upper case, no separators, O read as 0 and I or L as 1.
create function private.gift_card_hash(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(
    translate(regexp_replace(upper(left(private.clean_code(left(p_code, 200)), 80) collate "C"), '[^A-Z0-9]', '', 'g'), 'OIL', '011'), 'UTF8')), 'hex');
$$;

-- Creates a card and returns its code, which cannot be read again.
create function private.new_gift_card(p_pence integer, p_order uuid default null, p_card uuid default gen_random_uuid())
returns text
language plpgsql
set search_path = ''
as $$
declare
  v_code text := private.new_gift_card_code();
begin
  insert into public.gift_cards (id, code_hash, hint, initial_pence)
  values (p_card, private.gift_card_hash(v_code), right(v_code, 4), p_pence);
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id) values (p_card, 'issued', p_pence, p_order);
  return v_code;
end;
$$;

-- The amount of a card that staff issue, or a 422.
create function private.require_gift_card_amount(p_pence integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if p_pence is null or p_pence not between 100 and 100000 then
    perform private.reject('PT422', 'A gift card holds between £1 and £1,000.', 'amount');
  end if;
end;
$$;

create function private.issue_gift_card(p_pence integer)
returns text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_right('gift_cards');
  perform private.require_gift_card_amount(p_pence);
  return private.new_gift_card(p_pence);
end;
$$;

grant execute on function private.issue_gift_card(int4) to authenticated, service_role;

-- Voids a card and its balance, with the reason.
create function private.void_gift_card(p_id uuid, p_reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reason constant text := private.clean_text(p_reason);
  v_card public.gift_cards;
begin
  perform private.require_right('gift_cards');
  if coalesce(char_length(v_reason), 0) not between 1 and 300 then
    perform private.reject('PT422', 'Say why in 1 to 300 characters.', 'reason');
  end if;
  select * into v_card from public.gift_cards where id = p_id for no key update;
  if v_card.id is null then
    perform private.reject('PT404', 'This gift card does not exist.', 'gift_card_not_found');
  elsif v_card.state = 'void' then
    perform private.reject('PT409', 'This gift card is void already.', 'gift_card_void');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence)
  select p_id, 'voided', -v_card.balance_pence where v_card.balance_pence > 0;
  update public.gift_cards set state = 'void', void_reason = v_reason where id = p_id;
end;
$$;

grant execute on function private.void_gift_card(uuid, text) to authenticated, service_role;

-- What a card can pay for a checkout: its balance less the holds of other payments.
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

-- Locks the card of a checkout; raises 409 when it no longer covers its amount. Lock order: after products, cart and
-- promotion, as when an order is cancelled.
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
    perform private.reject('PT409', 'The balance of your gift card has changed.', 'totals_changed', jsonb_build_object(
      'total', p_session.total, 'gift_card_rejected', 'changed', 'due', p_session.total - private.gift_card_share(p_session.total, v_available))::text);
  end if;
end;
$$;

-- A settled payment holds no card any more: what it took is in the ledger.
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

-- A checkout whose total changes loses its card; the page asks for it again.
create function private.remove_gift_card_of_changed_total()
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

create trigger remove_gift_card_of_changed_total before update of total on public.checkout_sessions
  for each row when (new.total <> old.total and new.gift_card_id is not null) execute function private.remove_gift_card_of_changed_total();

-- What the status of an order has put back on the card that paid, in pence: less what refunds claim.
create function private.gift_card_returned(p_order public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select ((p_order.gift_card_amount - coalesce((
      select sum(gift_card_amount) from public.refunds where order_id = p_order.id and edit_id is null), 0)) * 100
    + coalesce((select sum(amount_pence) from public.gift_card_entries
      where order_id = p_order.id and kind in ('redeemed', 'given_back')), 0))::integer;
$$;

-- What a change of status puts on the card that paid, in pence: what refunds have not; negative where undoing it takes that again.
create function private.gift_card_change(p_before public.orders, p_after public.orders)
returns integer
language sql
stable
set search_path = ''
as $$
  select case
    when p_after.gift_card_amount = 0 or private.status_returns(p_before) = private.status_returns(p_after) then 0
    when private.status_returns(p_after) then -p_after.exchanged_amount * 100 - coalesce((
      select sum(amount_pence) from public.gift_card_entries
      where order_id = p_after.id and kind in ('redeemed', 'given_back')), 0)
    else -private.gift_card_returned(p_after)
  end::integer;
$$;

-- The card that paid for an order, locked and valid for at least three months more if p_extend. Of a replacement it is the one that had
-- paid for what came back, since the card of an exchange is void.
create function private.lock_card_of(p_order public.orders, p_extend boolean)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  select card.* into v_card from public.gift_cards as card
  where id = (select gift_card_id from public.gift_card_entries where order_id = private.first_order_of(p_order.id) and kind = 'redeemed'
    order by id limit 1)
  for no key update;
  if p_extend then
    update public.gift_cards set expires_at = greatest(expires_at, now() + interval '3 months') where id = v_card.id;
  end if;
  return v_card;
end;
$$;

-- A cancelled order, or one marked as refunded, returns to its card what refunds have not. For a void card the order's events say
-- that a new one is due. Undoing it takes the same amount again while it is there.
create function private.return_gift_card()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_is boolean := private.status_returns(new);
  v_pence integer;
  v_card public.gift_cards;
begin
  if private.status_returns(old) = v_is then
    return null;
  end if;
  v_card := private.lock_card_of(new, v_is);
  v_pence := abs(private.gift_card_change(old, new));
  if v_pence = 0 then
    return null;
  elsif v_is and v_card.state = 'void' then
    insert into public.order_events (order_id, type, description, data)
    values (new.id, 'gift_card_void',
      format('£%s went back to the gift card ending %s, which is void: a new one is due', (v_pence * 0.01)::numeric(10, 2), v_card.hint),
      jsonb_build_object('actor', (select auth.uid())));
  elsif not v_is and private.gift_card_available(v_card, null) < v_pence then
    perform private.reject('PT409', 'The gift card of this order no longer holds what it paid.', 'gift_card_spent');
  end if;
  insert into public.gift_card_entries (gift_card_id, kind, amount_pence, order_id)
  values (v_card.id, case when v_is then 'given_back' else 'redeemed' end, case when v_is then 1 else -1 end * v_pence, new.id);
  return null;
end;
$$;

create trigger return_gift_card after update of status, payment_status on public.orders
  for each row when (new.gift_card_amount > 0 and (old.status <> new.status or old.payment_status <> new.payment_status))
  execute function private.return_gift_card();

-- Finds a card by its code. Wrong codes count against the address and the checkout, to slow guessing down; they are answered,
-- not raised, since an exception would roll the count back.
create function private.find_gift_card(p_code text, p_who text)
returns public.gift_cards
language plpgsql
set search_path = ''
as $$
declare
  v_card public.gift_cards;
begin
  perform private.check_rate_limit('gift_card_address', private.client_address(), 30, interval '15 minutes');
  perform private.check_rate_limit('gift_card', p_who, 10, interval '15 minutes');
  select * into v_card from public.gift_cards where code_hash = private.gift_card_hash(p_code);
  if v_card.id is null or v_card.state = 'void' then
    perform private.count_against_rate_limit('gift_card_address', private.client_address(), interval '15 minutes');
    perform private.count_against_rate_limit('gift_card', p_who, interval '15 minutes');
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

-- The balance of a card, for whoever has its code.
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

grant execute on function private.check_gift_card(text) to anon, authenticated, service_role;

-- Sets or removes (null) the gift card of a checkout without a begun payment. A gift card cannot buy a gift card.
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
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.reject('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  elsif v_session.metadata ->> 'by_staff' = 'exchange' then
    perform private.reject('PT409', 'What came back pays for this order already.', 'price_agreed');
  end if;
  if v_session.kind <> 'goods' then
    v_reply := jsonb_build_object('state', 'not_for_cards');
  elsif private.clean_code(p_code) <> '' then
    v_card := private.find_gift_card(p_code, p_session_id);
    v_reply := private.gift_card_reply(v_card, p_session_id);
    v_pays := private.gift_card_share(v_session.total, coalesce((v_reply ->> 'available_pence')::integer, 0));
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

grant execute on function private.apply_gift_card(text, text) to anon, authenticated, service_role;

create function public.issue_gift_card(p_pence integer)
returns text
language sql
set search_path = ''
as $$ select private.issue_gift_card(p_pence); $$;

grant execute on function public.issue_gift_card(int4) to authenticated, service_role;

create function public.void_gift_card(p_id uuid, p_reason text)
returns void
language sql
set search_path = ''
as $$ select private.void_gift_card(p_id, p_reason); $$;

grant execute on function public.void_gift_card(uuid, text) to authenticated, service_role;

create function public.check_gift_card(p_code text)
returns jsonb
language sql
set search_path = ''
as $$ select private.check_gift_card(p_code); $$;

grant execute on function public.check_gift_card(text) to anon, authenticated, service_role;

create function public.apply_gift_card(p_session_id text, p_code text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.apply_gift_card(p_session_id, p_code); $$;

grant execute on function public.apply_gift_card(text, text) to anon, authenticated, service_role;

-- Starts the checkout of a gift card: whole pounds from 25 to 500, for the buyer or somebody else, with a short message.
create function private.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_email text;
  v_first text;
  v_last text;
  v_recipient text;
  v_message text;
  v_amount integer;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.reject('PT400', 'Gift card details must be an object of reasonable size.', 'details');
  end if;
  v_email := private.email_field(p_details);
  v_first := private.field(p_details, 'first_name', 100);
  v_last := private.field(p_details, 'last_name', 100);
  v_recipient := private.field(p_details, 'recipient_email', 254, false);
  v_message := private.field(p_details, 'message', 300, false);
  if v_recipient is not null and not private.is_email(v_recipient) then
    perform private.reject('PT422', 'Email is invalid', 'recipient_email');
  elsif private.holds_link(v_message) then
    perform private.reject('PT422', 'Please leave web addresses, email addresses and phone numbers out of the message.', 'message');
  elsif private.holds_link(v_first || ' ' || v_last) then
    perform private.reject('PT422', 'Please leave web addresses, email addresses and phone numbers out of the name.', 'first_name');
  end if;
  if jsonb_typeof(p_details -> 'amount') is distinct from 'number' or p_details ->> 'amount' !~ '^[0-9]{2,3}$'
    or (p_details ->> 'amount')::integer not between 25 and 500 then
    perform private.reject('PT422', 'A gift card holds whole pounds from £25 to £500.', 'amount');
  end if;
  v_amount := (p_details ->> 'amount')::integer;
  perform private.consume_rate_limit('start_gift_card', coalesce(v_customer::text, private.client_address()), 30, interval '10 minutes');
  insert into public.checkout_sessions (
    kind, email, first_name, last_name, shipping_address, billing_address, subtotal, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, user_id, customer_id)
  values (
    'gift_card', v_email, v_first, v_last, '{}', '{}',
    v_amount, 0, 0, 0, v_amount,
    jsonb_build_array(jsonb_build_object(
      'product_id', null, 'gift_card', true, 'product_name', 'Gift card', 'name', 'Gift card', 'sku', null, 'quantity', 1,
      'unit_price', v_amount, 'price', v_amount, 'total_price', v_amount, 'vat_rate', 0)),
    jsonb_build_object('shipping_method', 'By e-mail', 'gift_card',
      jsonb_build_object('pence', v_amount * 100, 'recipient', v_recipient, 'message', v_message)),
    (select auth.uid()), v_customer)
  returning * into v_session;
  return v_session;
end;
$$;

grant execute on function private.start_gift_card(jsonb) to anon, authenticated, service_role;

create function public.start_gift_card(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_gift_card(p_details); $$;

grant execute on function public.start_gift_card(jsonb) to anon, authenticated, service_role;

-- The least that a bank card can be charged, in pounds: 30p by Stripe (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).
create function private.smallest_payment()
returns numeric
language sql
stable
set search_path = ''
as $$ select case private.payment_provider() when 'simulated' then 0.01 else 0.30 end; $$;

-- What a card pays of a total: as much as it can, but with a real provider it leaves either nothing or at least the
-- smallest payment. Fails closed without a provider.
create function private.gift_card_share(p_total numeric, p_pence integer)
returns numeric
language sql
stable
set search_path = ''
as $$
  select case
    when p_pence * 0.01 >= p_total then p_total
    when private.payment_provider() = 'simulated' then p_pence * 0.01
    else greatest(0, least(p_pence * 0.01, p_total - private.smallest_payment())) end;
$$;
