-- The checkout, from cart to order: start, verify, complete.

-- A checkout between cart and payment. Whoever sends its unguessable id as x-checkout-session may read the row, for a day.
create table public.checkout_sessions (
  id uuid primary key default gen_random_uuid(),
  session_id text not null unique
    default 'cs_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (char_length(session_id) between 32 and 128),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired')),
  kind text not null default 'goods' check (kind in ('goods', 'gift_card', 'order_edit')),
  email text not null check (char_length(email) between 3 and 254),
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  phone text check (char_length(phone) <= 40),
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  billing_address jsonb not null check (jsonb_typeof(billing_address) = 'object'),
  currency text not null default 'GBP' check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(10, 2) not null check (subtotal >= 0),
  tax_amount numeric(10, 2) not null check (tax_amount >= 0),
  shipping_amount numeric(10, 2) not null check (shipping_amount >= 0),
  total numeric(10, 2) not null,
  cart_items jsonb not null check (jsonb_typeof(cart_items) = 'array'),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  stripe_payment_intent_id text check (char_length(stripe_payment_intent_id) <= 120),
  user_id uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  expires_at timestamptz not null default now() + interval '24 hours',
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  discount_amount numeric(10, 2) not null default 0,
  promotion_id uuid,
  promotion_code text check (char_length(promotion_code) <= 40),
  gift_card_amount numeric(10, 2) not null default 0,
  gift_card_id uuid,
  gift_card_hint text check (char_length(gift_card_hint) = 4),
  vat_rate numeric(5, 4) not null default private.vat_rate() check (vat_rate between 0 and 1),
  constraint checkout_sessions_kind check ((kind = 'gift_card') = (metadata ? 'gift_card')),
  constraint checkout_sessions_total check (total = subtotal - discount_amount + tax_amount + shipping_amount),
  constraint checkout_sessions_discount check (discount_amount between 0 and subtotal and (discount_amount = 0 or promotion_code is not null)),
  constraint checkout_sessions_promotion check ((promotion_id is null) = (promotion_code is null)),
  constraint checkout_sessions_gift_card check (
    gift_card_amount between 0 and total and (gift_card_id is null) = (gift_card_amount = 0) and (gift_card_id is null) = (gift_card_hint is null))
);

create index checkout_sessions_pending_customer on public.checkout_sessions (customer_id) where status = 'pending';
create index checkout_sessions_by_user on public.checkout_sessions (user_id);
-- For the sweep.
create index checkout_sessions_pending_expiry on public.checkout_sessions (expires_at) where status = 'pending';
create index checkout_sessions_dead on public.checkout_sessions (expires_at) where status in ('expired', 'failed');
create index checkout_sessions_by_customer on public.checkout_sessions (customer_id);
create index checkout_sessions_by_method on public.checkout_sessions (shipping_method_id);
create index checkout_sessions_by_promotion on public.checkout_sessions (promotion_id) where promotion_id is not null;
create index checkout_sessions_by_gift_card on public.checkout_sessions (gift_card_id) where gift_card_id is not null;

create trigger set_updated_at before update on public.checkout_sessions for each row execute function private.set_updated_at();

alter table public.checkout_sessions enable row level security;
revoke all on table public.checkout_sessions from anon, authenticated;
grant all on table public.checkout_sessions to service_role;
grant select on table public.checkout_sessions to anon, authenticated;

-- A checkout that staff made has no cart: metadata ->> 'by_staff' says what it was made of, as 'draft'. Only functions of the database
-- write metadata.
create function private.is_by_staff(p_session public.checkout_sessions)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_session.metadata ? 'by_staff'; $$;

-- The guest cart of a checkout, private: a checkout's id must not reveal the id that opens the cart.
create table private.checkout_carts (
  checkout_session_id text primary key references public.checkout_sessions (session_id) on delete cascade,
  cart_session_id text not null
);

create index checkout_carts_by_cart on private.checkout_carts (cart_session_id);

revoke all on table private.checkout_carts from public;

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
    -- A payment link of staff can be open for longer.
    or (status = 'pending' and metadata ? 'by_staff' and expires_at > now())
    or user_id = (select private.my_user_id())
    or exists (
      select from public.orders where checkout_session_id = checkout.session_id and user_id = (select private.my_user_id()))
    or exists (
      select from private.checkout_carts
      where checkout_session_id = checkout.session_id and cart_session_id = (select private.guest_session())));
$$;

grant execute on function private.opened_checkout(text) to anon, authenticated, service_role;

create policy "Whoever knows the id sees the checkout, staff every one" on public.checkout_sessions for select to anon, authenticated
  using (session_id = (select private.opened_checkout(private.request_header('x-checkout-session'))) or (select private.may('orders')));

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

grant execute on function private.placed_order(text) to anon, authenticated, service_role;

create function public.placed_order(p_session_id text)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.placed_order(p_session_id); $$;

grant execute on function public.placed_order(text) to anon, authenticated, service_role;

-- Idempotency keys of complete_checkout, with the answer of the first call.
create table private.idempotency_keys (
  key uuid primary key,
  request_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now()
);

create index idempotency_keys_by_age on private.idempotency_keys (created_at);

revoke all on table private.idempotency_keys from public;

-- The caller's cart as [{product_id, variant_id, quantity}]. Lines of deleted products went with them (on delete cascade).
create function private.cart_lines(p_customer uuid, p_session text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', product_id, 'variant_id', variant_id, 'quantity', quantity) order by created_at, id), '[]')
  from public.cart_items
  where customer_id = p_customer or session_id = p_session;
$$;

-- The id under which a guest's cart goes on once a checkout has begun, as the caller made it; null where it keeps its id.
create function private.new_guest_session(p_details jsonb, p_cart text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_next constant text := p_details ->> 'new_session_id';
begin
  if v_next !~ '^session_[A-Za-z0-9_-]{16,120}$' then
    perform private.reject('PT422',
      'new_session_id must be session_ and 16 to 120 letters or digits. Without it the cart keeps its id.', 'new_session_id');
  end if;
  return case when p_cart is not null then nullif(v_next, p_cart) end;
end;
$$;

-- Moves a guest's cart: whoever knows its old id sees nothing of it from then on.
create function private.move_cart(p_from text, p_to text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('cart ' || id, 0)) from unnest(array[p_from, p_to]) as cart (id) order by id;
  if exists (select from public.cart_items where session_id = p_to) then
    perform private.reject('PT422', 'Another cart has this new_session_id. Make a new one.', 'new_session_id');
  end if;
  update public.cart_items set session_id = p_to where session_id = p_from;
end;
$$;

-- The caller says who and where, the database what and how much. A guest's cart goes on under `new_session_id`, if the details
-- have one: an id that somebody else has given to this browser opens neither cart nor checkout. Limits: 30 checkouts per cart in ten
-- minutes, 200 per network address in an hour, enough for an office or a mobile network, few enough that unpaid rows do not pile up.
create function private.start_checkout(p_details jsonb)
returns public.checkout_sessions
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_customer uuid := private.my_customer_id();
  v_cart text := private.cart_session();
  v_lines jsonb := private.cart_lines(v_customer, v_cart);
  v_next text;
  v_buyer jsonb;
  v_address jsonb;
  v_billing jsonb;
  v_method uuid;
  v_promotion public.promotions;
  v_figures jsonb;
  v_figure text;
  v_session public.checkout_sessions;
begin
  if jsonb_typeof(p_details) is distinct from 'object' or octet_length(p_details::text) > 20000 then
    perform private.reject('PT400', 'Checkout details must be an object of reasonable size.', 'details');
  end if;
  v_buyer := jsonb_build_object(
    'email', private.email_field(p_details),
    'first_name', private.field(p_details, 'first_name', 100),
    'last_name', private.field(p_details, 'last_name', 100),
    'phone', private.field(p_details, 'phone', 40, false));
  v_address := private.address_field(p_details -> 'shipping_address', v_buyer);
  v_billing := case when jsonb_typeof(p_details -> 'billing_address') = 'object'
    then private.address_field(p_details -> 'billing_address', v_buyer) else v_address end;
  v_next := private.new_guest_session(p_details, v_cart);
  -- The cart has moved already where the answer of an earlier attempt was lost.
  if v_lines = '[]' and v_next is not null then
    v_cart := v_next;
    v_lines := private.cart_lines(null, v_cart);
  end if;
  if v_lines = '[]' then
    perform private.reject('PT409', 'Your cart is empty', 'cart_empty');
  end if;
  perform private.consume_rate_limit('start_checkout_address', private.client_address(), 200, interval '1 hour');
  perform private.consume_rate_limit('start_checkout', coalesce(v_customer::text, v_cart), 30, interval '10 minutes');
  perform private.require_order_limits(v_lines);

  -- One cart has one open checkout, so that two tabs cannot buy it twice. A gift card's checkout has no cart, nor has one of staff.
  update public.checkout_sessions set status = 'expired'
  where status = 'pending' and kind = 'goods' and not metadata ? 'by_staff' and (customer_id = v_customer
    or session_id in (select checkout_session_id from private.checkout_carts where cart_session_id = v_cart));
  perform private.require_stock(v_lines);

  if pg_input_is_valid(coalesce(p_details ->> 'shipping_method_id', ''), 'uuid') then
    v_method := (p_details ->> 'shipping_method_id')::uuid;
  end if;
  v_figures := private.checkout_figures(v_lines, v_method, v_address);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for your address.',
      'method_unavailable', v_figures::text);
  end if;
  v_promotion := private.automatic_promotion(v_figures, (select auth.uid()), v_buyer ->> 'email');
  v_figures := private.with_promotion(v_figures, v_promotion);
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, discount_amount, promotion_id, promotion_code, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, coalesce((v_figures ->> 'discount_amount')::numeric, 0), v_promotion.id, v_promotion.code,
    (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric, (v_figures ->> 'shipping_amount')::numeric,
    (v_figures ->> 'total')::numeric, v_figures -> 'cart_items',
    jsonb_build_object('shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', v_method)
      || private.arrival_of(v_method, v_address),
    v_method, (select auth.uid()), v_customer)
  returning * into v_session;
  insert into private.checkout_callers (checkout_session_id, caller)
  values (v_session.session_id, private.rate_limit_key('hold', private.client_address()));
  if v_cart is not null then
    -- After the products, which the payment of another checkout of this cart locks before its lines.
    if v_next <> v_cart then
      perform private.move_cart(v_cart, v_next);
    end if;
    insert into private.checkout_carts (checkout_session_id, cart_session_id)
    values (v_session.session_id, coalesce(v_next, v_cart));
  end if;
  return v_session;
end;
$$;

grant execute on function private.start_checkout(jsonb) to anon, authenticated, service_role;

-- A guest who signs in between checkout and payment keeps their checkout: that of the request's header x-checkout-session, since the
-- cart's id alone may be known to others.
create function private.adopt_checkouts(p_customer uuid, p_session text)
returns void
language sql
set search_path = ''
as $$
  with adopted as (
    delete from private.checkout_carts
    where cart_session_id = p_session and checkout_session_id = (select private.request_header('x-checkout-session'))
    returning checkout_session_id
  )
  update public.checkout_sessions set customer_id = p_customer, user_id = (select auth.uid())
  where session_id in (select checkout_session_id from adopted) and status = 'pending';
$$;

create function public.start_checkout(p_details jsonb)
returns public.checkout_sessions
language sql
set search_path = ''
as $$ select * from private.start_checkout(p_details); $$;

grant execute on function public.start_checkout(jsonb) to anon, authenticated, service_role;

-- Checks stock, prices and promotion again at payment. A promotion held by this checkout stays valid until the hold ends, even if
-- it has expired since. The total that the buyer has seen stays, even where an automatic promotion began since.
create function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_promotion public.promotions;
  v_state text;
  v_figures jsonb;
begin
  -- A gift card has no stock, no changing price and no cart.
  if p_session.kind = 'gift_card' then
    return;
  end if;
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_session.cart_items) as entry)
  order by id for no key update;
  -- The lines must still be in the cart, so that one cart is not bought twice.
  perform from public.cart_items
  where customer_id = p_session.customer_id or session_id = p_cart
  order by id for update;

  perform private.require_stock(p_session.cart_items, p_session.session_id);
  v_figures := private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address);
  if p_session.promotion_id is not null then
    -- Uses are counted one after the other; where nothing bounds them no order waits for another.
    perform from public.promotions
    where id = p_session.promotion_id and num_nonnulls(uses_limit, uses_per_customer) > 0 for no key update;
    select * into v_promotion from public.promotions where id = p_session.promotion_id;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    if v_state = 'valid' then
      v_figures := private.with_promotion(v_figures, v_promotion);
    else
      v_figures := private.with_promotion(v_figures,
        private.automatic_promotion(v_figures, p_session.user_id, p_session.email, p_session.session_id));
      if not v_promotion.is_automatic then
        v_figures := v_figures || jsonb_build_object('promotion_rejected', v_state, 'minimum_pence', v_promotion.minimum_pence);
      end if;
    end if;
  end if;
  if (v_figures ->> 'subtotal')::numeric is distinct from p_session.subtotal
    or coalesce((v_figures ->> 'discount_amount')::numeric, 0) is distinct from p_session.discount_amount
    or (v_figures ->> 'shipping_amount')::numeric is distinct from p_session.shipping_amount
    or (v_figures ->> 'total')::numeric is distinct from p_session.total
    or v_state <> 'valid'
    or (not private.is_by_staff(p_session) and exists (
      select from jsonb_array_elements(p_session.cart_items) as entry
      where not exists (
        select from public.cart_items as line
        where line.product_id = (entry ->> 'product_id')::uuid
          and line.variant_id is not distinct from (entry ->> 'variant_id')::uuid
          and line.quantity >= (entry ->> 'quantity')::integer
          and (line.customer_id = p_session.customer_id or line.session_id = p_cart))))
  then
    perform private.reject('PT409', 'Your cart has changed since you reviewed it.', 'totals_changed', v_figures::text);
  end if;
end;
$$;

-- Removes what was bought from the cart; what was added meanwhile stays.
create function private.remove_purchased_lines(p_session public.checkout_sessions, p_cart text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_entry jsonb;
begin
  for v_entry in select * from jsonb_array_elements(p_session.cart_items) loop
    delete from public.cart_items
    where product_id = (v_entry ->> 'product_id')::uuid
      and variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and quantity <= (v_entry ->> 'quantity')::integer
      and (customer_id = p_session.customer_id or session_id = p_cart);
    -- The rest of a larger line is capped by the remaining stock.
    update public.cart_items as line
    set quantity = least(line.quantity - (v_entry ->> 'quantity')::integer, unit.inventory_quantity)
    from private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity > 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
    delete from public.cart_items as line
    using private.stock_units as unit
    where line.product_id = (v_entry ->> 'product_id')::uuid
      and line.variant_id is not distinct from (v_entry ->> 'variant_id')::uuid
      and unit.product_id = line.product_id and unit.variant_id is not distinct from line.variant_id
      and unit.inventory_quantity = 0 and (line.customer_id = p_session.customer_id or line.session_id = p_cart);
  end loop;
end;
$$;

-- Raises 409 for a payment of a provider that goes back, or that took another amount than the checkout's.
create function private.check_payment(p_session public.checkout_sessions, p_reference text, p_amount_pence integer, p_currency text)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if exists (select from public.returned_payments where reference = p_reference) then
    perform private.reject('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((p_session.total - p_session.gift_card_amount) * 100)::integer, p_session.currency) then
    perform private.reject('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
end;
$$;

-- A payment that a provider took comes with its reference, amount and currency, from the server alone; without a reference the
-- payment is simulated and `write_order` makes one. The order is written with the reference of the payment that paid for it, so a
-- second payment of the same checkout is rejected as 'paid_twice'.
create function private.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text, p_amount_pence integer, p_currency text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hash text := encode(sha256(convert_to(concat_ws(' ', coalesce(p_session_id, ''), p_reference), 'UTF8')), 'hex');
  v_provider text := private.payment_provider();
  v_known private.idempotency_keys;
  v_session public.checkout_sessions;
  v_cart text;
  v_order public.orders;
  v_id uuid := gen_random_uuid();
  v_reply jsonb;
begin
  if p_idempotency_key is null then
    perform private.reject('PT400', 'An idempotency key is needed.', 'idempotency_key');
  elsif p_reference is not null and (select auth.role()) is distinct from 'service_role' then
    perform private.reject('PT403', 'The server alone reports a payment.', 'payment_reference');
  elsif exists (select from public.checkout_sessions where session_id = p_session_id and kind = 'order_edit') then
    v_order := private.pay_edit(p_session_id, p_reference, p_amount_pence, p_currency);
    return private.order_reply(v_order) || jsonb_build_object('checkout_session_id', p_session_id);
  end if;
  perform private.lock_exchange(p_session_id);
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  perform private.check_payment(v_session, p_reference, p_amount_pence, p_currency);
  select * into v_known from private.idempotency_keys where key = p_idempotency_key;
  if v_known.request_hash <> v_hash then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  elsif v_known.reply is not null then
    return v_known.reply;
  end if;

  if v_session.status = 'completed' then
    -- The order already exists: no new idempotency key is needed.
    select * into v_order from public.orders where checkout_session_id = p_session_id;
    if p_reference <> v_order.stripe_payment_intent_id then
      perform private.reject('PT409', 'Another payment has paid for this checkout.', 'paid_twice');
    end if;
    return private.order_reply(v_order);
  elsif v_session.status <> 'pending' or v_session.expires_at <= now() then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif (select auth.role()) is distinct from 'service_role' then
    if v_provider is null then
      perform private.reject('PT402', 'This shop cannot take payments at the moment. Nothing has been charged.', 'payment_unavailable');
    elsif v_provider <> 'simulated' and v_session.total > v_session.gift_card_amount then
      -- A real provider's word comes to the server, not through the buyer's browser. Of nothing to pay there is no word.
      perform private.reject('PT402', 'The payment has not been confirmed.', 'payment_required');
    end if;
  end if;

  -- Two concurrent checkouts with one key: the second waits for the first and is rejected.
  insert into private.idempotency_keys (key, request_hash) values (p_idempotency_key, v_hash) on conflict (key) do nothing;
  if not found then
    perform private.reject('PT409', 'This key was used for another request.', 'idempotency_mismatch');
  end if;
  select cart_session_id into v_cart from private.checkout_carts where checkout_session_id = p_session_id;
  perform private.verify_checkout(v_session, v_cart);
  perform private.decrement_stock(v_session.cart_items, v_id);
  perform private.lock_gift_card(v_session);
  if not private.is_by_staff(v_session) then
    perform private.remove_purchased_lines(v_session, v_cart);
  end if;
  v_order := private.write_order(v_session, v_id, p_reference);
  perform private.queue_order_mail(v_order);
  perform private.deliver_gift_card(v_session, v_order);
  v_reply := private.order_reply(v_order);
  update private.idempotency_keys set reply = v_reply where key = p_idempotency_key;
  return v_reply;
end;
$$;

grant execute on function private.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

create function public.complete_checkout(
  p_session_id text, p_idempotency_key uuid, p_reference text default null, p_amount_pence integer default null, p_currency text default null)
returns jsonb
language sql
set search_path = ''
as $$ select private.complete_checkout(p_session_id, p_idempotency_key, p_reference, p_amount_pence, p_currency); $$;

grant execute on function public.complete_checkout(text, uuid, text, int4, text) to anon, authenticated, service_role;

-- The checkout, locked: concurrent attempts on it run one after another.
create function private.lock_checkout(p_session_id text)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null or (v_session.status = 'pending' and v_session.expires_at <= now())
    or v_session.status = 'expired' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  end if;
  return v_session;
end;
$$;

-- Raises 409 when a figure that the client sends differs from the database's.
create function private.require_figure(p_details jsonb, p_key text, p_figures jsonb, p_figure text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_given text := p_details ->> p_key;
begin
  if v_given is null then
    return;
  elsif jsonb_typeof(p_details -> p_key) not in ('number', 'string') or v_given !~ '^-?[0-9]{1,12}(\.[0-9]{1,6})?$' then
    perform private.reject('PT422', format('%s must be an amount in pounds', p_key), p_key);
  elsif v_given::numeric <> (p_figures ->> p_figure)::numeric then
    perform private.reject('PT409', 'Prices have changed since you saw them.', 'totals_changed', p_figures::text);
  end if;
end;
$$;

-- With checkout.requireSignIn only signed-in customers buy, unless staff fill the cart. Buyers of gift cards are asked to sign in on the
-- payment page.
create function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and new.kind = 'goods' and not new.metadata ? 'by_staff'
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.reject('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

create trigger require_buyer before insert on public.checkout_sessions for each row execute function private.require_buyer();
