-- Draft orders of staff, their payment links, and checkouts that staff make.

-- A checkout that staff made has no cart: metadata ->> 'by_staff' says what it was made of, as 'draft'. Only functions of the database
-- write metadata.
create function private.is_by_staff(p_session public.checkout_sessions)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_session.metadata ? 'by_staff'; $$;

revoke all on function private.is_by_staff(public.checkout_sessions) from public;

alter table public.promotions add column is_bound boolean not null default false;

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

revoke all on function private.hold_stock(public.checkout_sessions, timestamptz) from public;

create or replace function private.all_rights()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['catalogue', 'orders', 'refunds', 'customers', 'messages', 'shipping', 'promotions', 'gift_cards', 'settings',
    'money_settings', 'staff', 'audit', 'releases', 'exports', 'discounts'];
$$;

create or replace function private.opened_checkout(p_session_id text)
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

create or replace function private.start_checkout(p_details jsonb)
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
  perform private.require_figure(p_details, 'expected_total', v_figures, 'total');
  foreach v_figure in array array['subtotal', 'tax_amount', 'shipping_amount', 'total'] loop
    perform private.require_figure(p_details, v_figure, v_figures, v_figure);
  end loop;

  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address,
    subtotal, vat_rate, tax_amount, shipping_amount, total,
    cart_items, metadata, shipping_method_id, user_id, customer_id)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone',
    v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric,
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

create or replace function private.verify_checkout(p_session public.checkout_sessions, p_cart text)
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
    select * into v_promotion from public.promotions where id = p_session.promotion_id for no key update;
    v_state := case
      when exists (
        select from public.promotion_uses as held
        where held.checkout_session_id = p_session.session_id and held.promotion_id = p_session.promotion_id
          and held.state = 'held' and held.held_until > now()) then 'valid'
      else private.promotion_state(
        v_promotion, (v_figures ->> 'subtotal')::numeric, p_session.user_id, p_session.email, p_session.session_id) end;
    v_figures := case when v_state = 'valid'
      then private.checkout_figures(p_session.cart_items, p_session.shipping_method_id, p_session.shipping_address, v_promotion.id)
      else v_figures || jsonb_build_object('promotion_rejected', v_state, 'minimum_pence', v_promotion.minimum_pence) end;
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

create or replace function private.complete_checkout(
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
  end if;
  -- Row lock: a second attempt waits here and then finds the first one's order.
  select * into v_session from public.checkout_sessions where session_id = p_session_id for no key update;
  if v_session.id is null then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.returned_payments where reference = p_reference) then
    perform private.reject('PT409', 'This payment goes back to the card that paid.', 'payment_returned');
  elsif p_reference is not null and (p_amount_pence, upper(p_currency)) is distinct from
    (((v_session.total - v_session.gift_card_amount) * 100)::integer, v_session.currency) then
    perform private.reject('PT409', 'The amount is not that of the checkout.', 'amount_differs');
  end if;
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

create or replace function private.require_buyer()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.user_id is null and new.kind = 'goods' and not private.is_by_staff(new)
    and exists (select from public.shop_settings where key = 'checkout.requireSignIn' and value = 'true'::jsonb)
  then
    perform private.reject('PT403', 'Please sign in to buy.', 'sign_in_required');
  end if;
  return new;
end;
$$;

create or replace function private.reserve_checkout(p_session_id text)
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
    perform private.reject('PT409', 'This checkout is paid already.', 'already_completed');
  end if;
  if not private.is_by_staff(v_session) then
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

create or replace function private.find_promotion(p_code text)
returns public.promotions
language sql
stable
set search_path = ''
as $$ select * from public.promotions where upper(code) = upper(left(private.clean_code(left(p_code, 200)), 80)) and not is_bound; $$;

create or replace function private.apply_promotion(p_session_id text, p_code text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions := private.lock_checkout(p_session_id);
  v_promotion public.promotions;
  v_base jsonb;
  v_figures jsonb;
  v_state text := 'none';
begin
  if v_session.status <> 'pending' then
    perform private.reject('PT404', 'Checkout session expired or not found.', 'session_not_found');
  elsif exists (select from public.payment_attempts where checkout_session_id = p_session_id) then
    perform private.reject('PT409', 'The payment of this checkout has begun.', 'payment_begun');
  elsif private.is_by_staff(v_session) then
    perform private.reject('PT409', 'The price of this order is agreed. It takes no promotion code.', 'price_agreed');
  end if;
  perform private.check_promotion_rate_limit(p_session_id);
  v_base := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address);
  if (v_base ->> 'subtotal')::numeric <> v_session.subtotal or (v_base ->> 'vat_rate')::numeric <> v_session.vat_rate
    or v_base ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'Prices have changed since you saw them.', 'totals_changed', v_base::text);
  end if;
  v_figures := v_base;
  if private.clean_code(p_code) <> '' then
    v_promotion := private.find_promotion(p_code);
    v_state := private.promotion_state(v_promotion, v_session.subtotal, v_session.user_id, v_session.email, p_session_id);
    perform private.count_against_promotion_rate_limit(p_session_id, v_state);
    if v_state = 'valid' then
      v_figures := private.checkout_figures(v_session.cart_items, v_session.shipping_method_id, v_session.shipping_address, v_promotion.id);
      if v_figures ->> 'total' = v_base ->> 'total' then
        v_state := 'no_effect';
        v_figures := v_base;
      end if;
    end if;
  end if;
  update public.checkout_sessions
  set promotion_id = case when v_state = 'valid' then v_promotion.id end,
    promotion_code = case when v_state = 'valid' then v_promotion.code end,
    discount_amount = coalesce((v_figures ->> 'discount_amount')::numeric, 0),
    tax_amount = (v_figures ->> 'tax_amount')::numeric,
    shipping_amount = (v_figures ->> 'shipping_amount')::numeric,
    total = (v_figures ->> 'total')::numeric
  where id = v_session.id
  returning * into v_session;
  return private.promotion_reply(v_promotion, v_state) || jsonb_build_object(
    'subtotal', v_session.subtotal, 'discount_amount', v_session.discount_amount, 'tax_amount', v_session.tax_amount,
    'shipping_amount', v_session.shipping_amount, 'total', v_session.total);
end;
$$;

create or replace function private.list_promotions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.promotion_list (promotion_id, created_at, code, starts_at, ends_at, is_active, uses_limit)
  select id, created_at, upper(code), starts_at, coalesce(ends_at, 'infinity'), is_active, uses_limit from new_rows
  where not is_bound order by id
  on conflict (promotion_id) do update set created_at = excluded.created_at, code = excluded.code, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, is_active = excluded.is_active, uses_limit = excluded.uses_limit;
  return null;
end;
$$;

-- Makes a checkout of lines [{product_id, variant_id, quantity}], with the prices of now and the limits of any other order.
-- p_buyer: {email, first_name, last_name, phone, user_id, customer_id}. p_origin: what it was made of. p_until: until when it can be paid.
-- With p_hold its stock is held as long. Of p_gift_card it takes as much as the card can pay. Raises 409 and 422 as start_checkout does.
create function private.make_staff_checkout(
  p_lines jsonb, p_buyer jsonb, p_address jsonb, p_billing jsonb, p_method uuid, p_origin text, p_until timestamptz, p_hold boolean,
  p_promotion uuid default null, p_gift_card uuid default null)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_buyer constant jsonb := jsonb_build_object(
    'email', private.email_field(p_buyer),
    'first_name', private.field(p_buyer, 'first_name', 100),
    'last_name', private.field(p_buyer, 'last_name', 100),
    'phone', private.field(p_buyer, 'phone', 40, false));
  v_address constant jsonb := private.address_field(p_address, v_buyer);
  v_billing constant jsonb := case when jsonb_typeof(p_billing) = 'object' then private.address_field(p_billing, v_buyer) else v_address end;
  v_figures jsonb;
  v_card public.gift_cards;
  v_pays numeric := 0;
  v_session public.checkout_sessions;
begin
  if coalesce(p_lines, '[]') = '[]' then
    perform private.reject('PT409', 'Add at least one product.', 'lines');
  end if;
  perform private.require_order_limits(p_lines);
  -- Two that take the last piece: the second waits here and then finds the first one's hold.
  perform from public.products
  where id in (select (entry ->> 'product_id')::uuid from jsonb_array_elements(p_lines) as entry)
  order by id for no key update;
  perform private.require_stock(p_lines);
  v_figures := private.checkout_figures(p_lines, p_method, v_address, p_promotion);
  if v_figures ->> 'shipping_amount' is null then
    perform private.reject('PT409', 'This shipping method is not available for the address.', 'method_unavailable', v_figures::text);
  end if;
  if p_gift_card is not null then
    select * into v_card from public.gift_cards where id = p_gift_card for no key update;
    v_pays := private.gift_card_share((v_figures ->> 'total')::numeric, private.gift_card_available(v_card, null));
  end if;
  insert into public.checkout_sessions (
    email, first_name, last_name, phone, shipping_address, billing_address, subtotal, vat_rate, tax_amount, shipping_amount, total,
    discount_amount, promotion_id, promotion_code, gift_card_id, gift_card_hint, gift_card_amount,
    cart_items, metadata, shipping_method_id, user_id, customer_id, expires_at)
  values (
    v_buyer ->> 'email', v_buyer ->> 'first_name', v_buyer ->> 'last_name', v_buyer ->> 'phone', v_address, v_billing,
    (v_figures ->> 'subtotal')::numeric, (v_figures ->> 'vat_rate')::numeric, (v_figures ->> 'tax_amount')::numeric,
    (v_figures ->> 'shipping_amount')::numeric, (v_figures ->> 'total')::numeric,
    coalesce((v_figures ->> 'discount_amount')::numeric, 0), p_promotion, v_figures ->> 'promotion_code',
    case when v_pays > 0 then v_card.id end, case when v_pays > 0 then v_card.hint end, v_pays,
    v_figures -> 'cart_items',
    jsonb_build_object('by_staff', p_origin, 'shipping_method', v_figures -> 'shipping_method', 'shipping_method_id', p_method)
      || private.arrival_of(p_method, v_address),
    p_method, (p_buyer ->> 'user_id')::uuid, (p_buyer ->> 'customer_id')::uuid, p_until)
  returning * into v_session;
  if p_hold then
    perform private.hold_stock(v_session, p_until);
    perform private.hold_promotion(v_session, null, p_until);
  end if;
  return v_session;
end;
$$;

revoke all on function private.make_staff_checkout(jsonb, jsonb, jsonb, jsonb, uuid, text, timestamptz, boolean, uuid, uuid) from public;

-- Completes a checkout of staff with a simulated payment. Answers as complete_checkout does. Card details are never taken by staff: with
-- a real provider only a checkout of which nothing is left to pay can be completed.
create function private.complete_staff_checkout(p_session public.checkout_sessions)
returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  if private.payment_provider() <> 'simulated' and p_session.total > p_session.gift_card_amount then
    perform private.reject('PT402', 'Only the customer can pay by card. Send a payment link.', 'payment_required');
  end if;
  return private.complete_checkout(p_session.session_id, gen_random_uuid(), null, null, null);
end;
$$;

revoke all on function private.complete_staff_checkout(public.checkout_sessions) from public;

create table private.draft_orders (
  id uuid primary key default gen_random_uuid(),
  number integer not null unique generated always as identity (start with 1001),
  state text not null default 'open' check (state in ('open', 'sent', 'paid', 'withdrawn')),
  -- Who made it; null when the account is gone.
  author uuid references auth.users (id) on delete set null,
  customer_id uuid references public.customers (id) on delete set null,
  -- Of an open draft all of it may be missing yet.
  email text check (char_length(email) <= 254),
  first_name text check (char_length(first_name) <= 100),
  last_name text check (char_length(last_name) <= 100),
  phone text check (char_length(phone) <= 40),
  shipping_address jsonb check (jsonb_typeof(shipping_address) = 'object'),
  -- Null: the same as that of delivery.
  billing_address jsonb check (jsonb_typeof(billing_address) = 'object'),
  -- [{product_id, variant_id, quantity}]
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  shipping_method_id uuid references public.shipping_methods (id) on delete set null,
  note text not null default '' check (char_length(note) <= 2000),
  discount_percent numeric(5, 2) check (discount_percent > 0 and discount_percent <= 100),
  discount_pence integer check (discount_pence between 1 and 1000000),
  discount_reason text check (char_length(discount_reason) between 1 and 300),
  -- The discount as a promotion of this draft alone.
  promotion_id uuid unique references public.promotions (id) on delete restrict,
  checkout_session_id text unique references public.checkout_sessions (session_id) on delete set null,
  order_id uuid unique references public.orders (id) on delete set null,
  link_expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint draft_orders_discount check (
    num_nonnulls(discount_percent, discount_pence) <= 1
    and (num_nonnulls(discount_percent, discount_pence) = 0) = (discount_reason is null)),
  constraint draft_orders_link check (state <> 'sent' or link_expires_at is not null)
);

create index draft_orders_newest on private.draft_orders (created_at desc, id);
create index draft_orders_by_state on private.draft_orders (state, created_at desc, id);
create index draft_orders_by_author on private.draft_orders (author);
create index draft_orders_by_customer on private.draft_orders (customer_id);
create index draft_orders_by_method on private.draft_orders (shipping_method_id);
create index draft_orders_by_email on private.draft_orders (lower(email));

create trigger set_updated_at before update on private.draft_orders for each row execute function private.set_updated_at();
create trigger move_version before update on private.draft_orders for each row execute function private.move_version();

revoke all on table private.draft_orders from public;

-- Follows the checkout of a draft: paid is the order, and a link that ended leaves the draft open to be sent again.
create function private.follow_draft_checkout()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order uuid;
  v_draft private.draft_orders;
begin
  if new.status = 'completed' then
    select id into v_order from public.orders where checkout_session_id = new.session_id;
  end if;
  update private.draft_orders
  set state = case when new.status = 'completed' then 'paid' else 'open' end, order_id = v_order
  where checkout_session_id = new.session_id and state in ('open', 'sent')
  returning * into v_draft;
  if v_draft.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_draft.order_id, 'order_from_draft', format('Ordered by draft order D%s', v_draft.number),
      jsonb_build_object('actor', v_draft.author, 'draft', v_draft.id)
        || case when v_draft.discount_reason is null then '{}' else jsonb_build_object('reason', v_draft.discount_reason) end);
  end if;
  return null;
end;
$$;

revoke all on function private.follow_draft_checkout() from public;

create trigger follow_draft after update of status on public.checkout_sessions
  for each row when (old.status = 'pending' and new.status <> 'pending' and new.metadata ->> 'by_staff' = 'draft')
  execute function private.follow_draft_checkout();

-- An address as far as it is known; the checkout asks for the rest.
create function private.draft_address(p_address jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_address) = 'object' then jsonb_strip_nulls(jsonb_build_object(
    'first_name', private.field(p_address, 'first_name', 100, false),
    'last_name', private.field(p_address, 'last_name', 100, false),
    'address_line_1', private.field(p_address, 'address_line_1', 200, false),
    'address_line_2', private.field(p_address, 'address_line_2', 200, false),
    'city', private.field(p_address, 'city', 120, false),
    'state', private.field(p_address, 'state', 120, false),
    'postal_code', coalesce(private.uk_postcode(p_address ->> 'postal_code'), private.field(p_address, 'postal_code', 16, false)),
    'country', 'GB')) end;
$$;

revoke all on function private.draft_address(jsonb) from public;

-- The lines of a draft with the known keys only, or a 422.
create function private.draft_lines(p_lines jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_entry jsonb;
  v_lines jsonb := '[]';
begin
  if jsonb_typeof(coalesce(p_lines, '[]')) <> 'array' or jsonb_array_length(coalesce(p_lines, '[]')) > private.max_items() then
    perform private.reject('PT422', format('A draft has %s lines at most.', private.max_items()), 'lines');
  end if;
  for v_entry in select * from jsonb_array_elements(coalesce(p_lines, '[]')) loop
    if not pg_input_is_valid(coalesce(v_entry ->> 'product_id', ''), 'uuid')
      or not pg_input_is_valid(coalesce(v_entry ->> 'variant_id', gen_random_uuid()::text), 'uuid')
      or coalesce(v_entry ->> 'quantity', '') !~ '^[0-9]{1,4}$' or (v_entry ->> 'quantity')::integer < 1 then
      perform private.reject('PT422', 'A line needs a product and a quantity of at least 1.', 'lines');
    end if;
    v_lines := v_lines || jsonb_build_object('product_id', v_entry ->> 'product_id', 'variant_id', v_entry ->> 'variant_id',
      'quantity', (v_entry ->> 'quantity')::integer);
  end loop;
  return v_lines;
end;
$$;

revoke all on function private.draft_lines(jsonb) from public;

-- The draft that a form describes: its fields checked and cleaned, nothing written. p_old is what it changes.
create function private.draft_of(p_fields jsonb, p_old private.draft_orders)
returns private.draft_orders
language plpgsql
stable
set search_path = ''
as $$
declare
  v_draft private.draft_orders := p_old;
  v_discount constant jsonb := nullif(p_fields -> 'discount', 'null');
  v_customer public.customers;
begin
  if jsonb_typeof(p_fields) is distinct from 'object' or octet_length(p_fields::text) > 40000 then
    perform private.reject('PT400', 'A draft must be an object of reasonable size.', 'fields');
  end if;
  if p_fields ->> 'customer_id' is not null then
    if pg_input_is_valid(p_fields ->> 'customer_id', 'uuid') then
      select * into v_customer from public.customers where id = (p_fields ->> 'customer_id')::uuid;
    end if;
    if v_customer.id is null then
      perform private.reject('PT422', 'This customer does not exist any more. Choose another, or enter an email.', 'customer_id');
    end if;
  end if;
  v_draft.customer_id := v_customer.id;
  v_draft.email := coalesce(v_customer.email, private.clean_code(private.field(p_fields, 'email', 254, false)));
  if v_draft.email is not null and not private.is_email(v_draft.email) then
    perform private.reject('PT422', 'Email is invalid', 'email');
  end if;
  v_draft.first_name := private.field(p_fields, 'first_name', 100, false);
  v_draft.last_name := private.field(p_fields, 'last_name', 100, false);
  v_draft.phone := private.field(p_fields, 'phone', 40, false);
  v_draft.shipping_address := private.draft_address(p_fields -> 'shipping_address');
  v_draft.billing_address := private.draft_address(p_fields -> 'billing_address');
  v_draft.lines := private.draft_lines(p_fields -> 'lines');
  v_draft.shipping_method_id := case when pg_input_is_valid(coalesce(p_fields ->> 'shipping_method_id', ''), 'uuid') then (
    select id from public.shipping_methods where id = (p_fields ->> 'shipping_method_id')::uuid) end;
  v_draft.note := coalesce(private.field(p_fields, 'note', 2000, false), '');
  v_draft.discount_percent := null;
  v_draft.discount_pence := null;
  v_draft.discount_reason := null;
  if v_discount is not null then
    if coalesce(v_discount ->> 'percent', '1') !~ '^[0-9]{1,3}(\.[0-9]{1,2})?$' or (v_discount ->> 'percent')::numeric not between 0.01 and 100 then
      perform private.reject('PT422', 'A discount is between 0.01 and 100 %.', 'discount_percent');
    elsif coalesce(v_discount ->> 'pence', '1') !~ '^[0-9]{1,7}$' or (v_discount ->> 'pence')::integer not between 1 and 1000000 then
      perform private.reject('PT422', 'A discount is between £0.01 and £10,000.', 'discount_pence');
    elsif num_nonnulls(v_discount ->> 'percent', v_discount ->> 'pence') <> 1 then
      perform private.reject('PT422', 'A discount is a percentage or an amount.', 'discount_percent');
    end if;
    v_draft.discount_percent := (v_discount ->> 'percent')::numeric;
    v_draft.discount_pence := (v_discount ->> 'pence')::integer;
    v_draft.discount_reason := private.field(v_discount, 'reason', 300, false);
  end if;
  return v_draft;
end;
$$;

revoke all on function private.draft_of(jsonb, private.draft_orders) from public;

-- Figures of a draft as its checkout will have them. The promotion of its discount is made for the calculation and rolled back.
create function private.draft_figures(p_draft private.draft_orders, p_address jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  v_promotion uuid;
  v_figures jsonb;
begin
  if num_nonnulls(p_draft.discount_percent, p_draft.discount_pence) = 0 then
    return private.checkout_figures(p_draft.lines, p_draft.shipping_method_id, p_address);
  end if;
  begin
    insert into public.promotions (code, kind, percent, amount_pence, is_bound)
    values (upper(left(replace(gen_random_uuid()::text, '-', ''), 20)), case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      p_draft.discount_percent, p_draft.discount_pence, true)
    returning id into v_promotion;
    v_figures := private.checkout_figures(p_draft.lines, p_draft.shipping_method_id, p_address, v_promotion);
    raise exception using errcode = 'DR000';
  exception when sqlstate 'DR000' then
    return v_figures;
  end;
end;
$$;

revoke all on function private.draft_figures(private.draft_orders, jsonb) from public;

-- What a draft costs at this moment, in pounds: {lines, methods, subtotal, discount_amount, tax_amount, shipping_amount, total}. Each line
-- has what can be bought of it (`available`), so that the form says what is sold out; price and name are null of what is gone.
create function private.price_draft(p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
  v_figures jsonb;
begin
  perform private.require_right('orders');
  v_draft := private.draft_of(p_fields, null);
  v_figures := private.draft_figures(v_draft, coalesce(v_draft.shipping_address, '{}'));
  return v_figures - 'cart_items' || jsonb_build_object(
    'postcode_problem', case when v_draft.shipping_address ->> 'postal_code' is not null
      then private.postcode_problem(v_draft.shipping_address ->> 'postal_code') end,
    'methods', (
      select coalesce(jsonb_agg(jsonb_build_object('id', method.id, 'name', method.name, 'description', method.description,
        'price', private.shipping_price((v_figures ->> 'subtotal')::numeric, method,
          v_draft.shipping_address ->> 'postal_code', 'GB')) order by method.sort_order, method.id), '[]')
      from public.shipping_methods as method where method.is_active),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'product_id', line ->> 'product_id', 'variant_id', line ->> 'variant_id', 'quantity', line -> 'quantity',
        'name', item -> 'name', 'variant_name', item -> 'variant_name', 'sku', item -> 'sku', 'image', item -> 'image',
        'unit_price', item -> 'unit_price',
        'available', greatest(0, coalesce((
          select inventory_quantity from private.stock_units as unit
          where unit.product_id = (line ->> 'product_id')::uuid and unit.variant_id is not distinct from (line ->> 'variant_id')::uuid
            and unit.is_active), 0)
          - coalesce((
            select sum(hold.quantity) from private.stock_holds as hold
            where hold.product_id = (line ->> 'product_id')::uuid and hold.variant_id is not distinct from (line ->> 'variant_id')::uuid
              and hold.expires_at > now()), 0))) order by place), '[]')
      from jsonb_array_elements(v_draft.lines) with ordinality as listed (line, place)
      left join lateral (
        select entry as item from jsonb_array_elements(v_figures -> 'cart_items') as entry
        where entry ->> 'product_id' = line ->> 'product_id' and entry ->> 'variant_id' is not distinct from line ->> 'variant_id'
      ) as priced on true));
end;
$$;

revoke all on function private.price_draft(jsonb) from public;

grant execute on function private.price_draft(jsonb) to authenticated, service_role;

-- A draft for its form.
create function private.draft_reply(p_draft private.draft_orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(p_draft) || jsonb_build_object(
    -- Until the sweep has ended it, a link that is over is still there.
    'state', case when p_draft.state = 'sent' and p_draft.link_expires_at <= now() then 'open' else p_draft.state end,
    'author_name', (select nullif(btrim(concat_ws(' ', first_name, last_name)), '') from public.admin_users where user_id = p_draft.author),
    'order_number', (select order_number from public.orders where id = p_draft.order_id));
$$;

revoke all on function private.draft_reply(private.draft_orders) from public;

-- One draft.
create function private.draft_order(p_id uuid)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  select * into v_draft from private.draft_orders where id = p_id;
  if v_draft.id is null then
    perform private.reject('PT404', 'This draft does not exist.', 'draft_not_found');
  end if;
  return private.draft_reply(v_draft);
end;
$$;

revoke all on function private.draft_order(uuid) from public;

grant execute on function private.draft_order(uuid) to authenticated, service_role;

-- One page of the drafts, newest first. p_filter: {q, state}; q is the beginning of an email, a family name or a number. 1,000 are counted.
create function private.office_drafts(p_filter jsonb, p_page integer, p_size integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_filter constant jsonb := coalesce(p_filter, '{}');
  v_most constant integer := 1000;
  v_size constant integer := least(greatest(coalesce(p_size, 25), 1), 100);
  v_query constant text := lower(left(private.clean_code(v_filter ->> 'q'), 100));
  v_found uuid[];
  v_total integer;
  v_pages integer;
  v_page integer;
begin
  perform private.require_right('orders');
  if jsonb_typeof(v_filter) <> 'object' or exists (select from jsonb_object_keys(v_filter) as key where key not in ('q', 'state')) then
    perform private.reject('PT422', 'Drafts are filtered by q and state.', 'filter');
  elsif coalesce(v_filter ->> 'state', '') not in ('', 'open', 'sent', 'paid', 'withdrawn') then
    perform private.reject('PT422', 'There is no such state of a draft.', 'state');
  end if;
  select array_agg(id order by created_at desc, id), count(*) into v_found, v_total
  from (
    select id, created_at from private.draft_orders as draft
    where (coalesce(v_filter ->> 'state', '') = ''
        or v_filter ->> 'state' = case when draft.state = 'sent' and draft.link_expires_at <= now() then 'open' else draft.state end)
      and (coalesce(v_query, '') = '' or starts_with(lower(draft.email), v_query) or starts_with(lower(draft.last_name), v_query)
        or ltrim(v_query, 'd') = draft.number::text)
    order by created_at desc, id limit v_most + 1
  ) as found;
  v_pages := greatest(1, ceil(least(v_total, v_most)::numeric / v_size));
  v_page := least(greatest(coalesce(p_page, 1), 1), v_pages);
  v_found := v_found[(v_page - 1) * v_size + 1 : least(v_page * v_size, v_most)];
  return jsonb_build_object('total', least(v_total, v_most), 'exact', v_total <= v_most, 'page', v_page, 'pages', v_pages, 'rows', (
    select coalesce(jsonb_agg(private.draft_reply(draft) order by place), '[]')
    from unnest(v_found) with ordinality as wanted (id, place) join private.draft_orders as draft on draft.id = wanted.id));
end;
$$;

revoke all on function private.office_drafts(jsonb, integer, integer) from public;

grant execute on function private.office_drafts(jsonb, int4, int4) to authenticated, service_role;

-- A draft, locked after its checkout, in the order in which a payment locks both. Raises 404.
create function private.lock_draft_rows(p_id uuid)
returns private.draft_orders
language plpgsql
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform from public.checkout_sessions
  where session_id = (select checkout_session_id from private.draft_orders where id = p_id) for no key update;
  select * into v_draft from private.draft_orders where id = p_id for no key update;
  if v_draft.id is null then
    perform private.reject('PT404', 'This draft does not exist.', 'draft_not_found');
  end if;
  return v_draft;
end;
$$;

revoke all on function private.lock_draft_rows(uuid) from public;

-- The same for a change: raises 409 with the present record when it is not the version that was read, and 409 when it is settled.
create function private.lock_draft(p_id uuid, p_version integer)
returns private.draft_orders
language plpgsql
set search_path = ''
as $$
declare
  v_draft constant private.draft_orders := private.lock_draft_rows(p_id);
begin
  if p_version is null then
    perform private.reject('PT422', 'version is required', 'version');
  elsif v_draft.version <> p_version then
    perform private.reject('PT409', 'Someone has changed this draft since you opened it.', 'stale_version', private.draft_reply(v_draft)::text);
  elsif v_draft.state in ('paid', 'withdrawn') then
    perform private.reject('PT409', 'This draft is settled and cannot be changed.', 'draft_settled');
  end if;
  return v_draft;
end;
$$;

revoke all on function private.lock_draft(uuid, integer) from public;

-- Adds a draft (p_id null) or changes one that is open and still the version that was read. Answers the draft. A discount is given
-- by those who have the right.
create function private.save_draft(p_id uuid, p_version integer, p_fields jsonb)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old private.draft_orders;
  v_new private.draft_orders;
begin
  perform private.require_right('orders');
  if p_id is not null then
    v_old := private.lock_draft(p_id, p_version);
    if v_old.state = 'sent' and v_old.link_expires_at > now() then
      perform private.reject('PT409', 'The customer can pay this draft. End its payment link to change it.', 'draft_sent');
    end if;
  end if;
  v_new := private.draft_of(p_fields, v_old);
  if num_nonnulls(v_new.discount_percent, v_new.discount_pence) = 1 then
    if v_new.discount_reason is null then
      perform private.reject('PT422', 'Say why you give this discount.', 'discount_reason');
    elsif (v_new.discount_percent, v_new.discount_pence) is distinct from (v_old.discount_percent, v_old.discount_pence) then
      perform private.require_right('discounts');
    end if;
  end if;
  if p_id is null then
    perform private.consume_rate_limit('save_draft', (select auth.uid())::text, 200, interval '1 hour');
    insert into private.draft_orders (author) values ((select auth.uid())) returning id into v_new.id;
  end if;
  update private.draft_orders set
    customer_id = v_new.customer_id, email = v_new.email, first_name = v_new.first_name, last_name = v_new.last_name, phone = v_new.phone,
    shipping_address = v_new.shipping_address, billing_address = v_new.billing_address, lines = v_new.lines,
    shipping_method_id = v_new.shipping_method_id, note = v_new.note, discount_percent = v_new.discount_percent,
    discount_pence = v_new.discount_pence, discount_reason = v_new.discount_reason
  where id = v_new.id returning * into v_new;
  return private.draft_reply(v_new);
end;
$$;

revoke all on function private.save_draft(uuid, integer, jsonb) from public;

grant execute on function private.save_draft(uuid, int4, jsonb) to authenticated, service_role;

-- Makes the checkout of a draft with the prices of now, instead of one that it has. Raises 409 with the figures when the total is not the
-- one that staff saw.
create function private.start_draft_checkout(p_draft private.draft_orders, p_expected_total numeric, p_until timestamptz, p_hold boolean)
returns public.checkout_sessions
language plpgsql
set search_path = ''
as $$
declare
  v_promotion uuid := p_draft.promotion_id;
  v_has_discount constant boolean := num_nonnulls(p_draft.discount_percent, p_draft.discount_pence) = 1;
  v_session public.checkout_sessions;
begin
  update public.checkout_sessions set status = 'expired' where session_id = p_draft.checkout_session_id and status = 'pending';
  if v_has_discount and v_promotion is null then
    insert into public.promotions (code, kind, percent, amount_pence, uses_limit, is_bound)
    values (format('DRAFT-%s', p_draft.number), case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      p_draft.discount_percent, p_draft.discount_pence, 1, true)
    returning id into v_promotion;
  elsif v_has_discount then
    update public.promotions set kind = case when p_draft.discount_percent is null then 'amount' else 'percent' end,
      percent = p_draft.discount_percent, amount_pence = p_draft.discount_pence
    where id = v_promotion;
  end if;
  v_session := private.make_staff_checkout(p_draft.lines,
    jsonb_build_object('email', p_draft.email, 'first_name', p_draft.first_name, 'last_name', p_draft.last_name, 'phone', p_draft.phone,
      'customer_id', p_draft.customer_id,
      'user_id', (select user_id from public.customers where id = p_draft.customer_id)),
    p_draft.shipping_address, p_draft.billing_address, p_draft.shipping_method_id, 'draft', p_until, p_hold,
    case when v_has_discount then v_promotion end);
  if v_session.total is distinct from p_expected_total then
    perform private.reject('PT409', 'The total has changed since you saw it.', 'totals_changed',
      jsonb_build_object('total', v_session.total)::text);
  end if;
  -- The trigger has opened the draft again where a link was replaced.
  update private.draft_orders
  set checkout_session_id = v_session.session_id, promotion_id = v_promotion, state = case when p_hold then 'sent' else 'open' end,
    link_expires_at = case when p_hold then p_until end
  where id = p_draft.id;
  return v_session;
end;
$$;

revoke all on function private.start_draft_checkout(private.draft_orders, numeric, timestamptz, boolean) from public;

-- Makes the payment link of a draft, which holds its stock for p_days (1 to 7), and sends it by email unless p_email is false. The link
-- is the checkout's id, which nobody can guess. Answers the draft. @param p_expected_total pounds, as staff saw it
create function private.send_draft(p_id uuid, p_version integer, p_expected_total numeric, p_days integer, p_email boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
  v_session public.checkout_sessions;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft(p_id, p_version);
  if p_days is null or p_days not between 1 and 7 then
    perform private.reject('PT422', 'A payment link is open for 1 to 7 days.', 'days');
  elsif private.payment_provider() is null then
    perform private.reject('PT402', 'This shop cannot take payments at the moment.', 'payment_unavailable');
  end if;
  perform private.consume_rate_limit('send_draft', p_id::text, 10, interval '1 hour');
  v_session := private.start_draft_checkout(v_draft, p_expected_total, now() + make_interval(days => p_days), true);
  if p_email then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('payment_link', v_session.email, 'Your order is ready to be paid', private.payment_link_mail(v_session) || jsonb_build_object('draft_id', p_id));
  end if;
  select * into v_draft from private.draft_orders where id = p_id;
  return private.draft_reply(v_draft);
end;
$$;

revoke all on function private.send_draft(uuid, integer, numeric, integer, boolean) from public;

grant execute on function private.send_draft(uuid, int4, numeric, int4, boolean) to authenticated, service_role;

-- What the email of a payment link shows.
create function private.payment_link_mail(p_session public.checkout_sessions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('token', p_session.session_id, 'first_name', p_session.first_name, 'expires_at', p_session.expires_at,
    'items', p_session.cart_items, 'subtotal', p_session.subtotal, 'discount_amount', p_session.discount_amount,
    'vat_rate', p_session.vat_rate, 'tax_amount', p_session.tax_amount, 'shipping_amount', p_session.shipping_amount,
    'total', p_session.total, 'currency', p_session.currency, 'shipping_method', p_session.metadata ->> 'shipping_method',
    'shipping_address', p_session.shipping_address);
$$;

revoke all on function private.payment_link_mail(public.checkout_sessions) from public;

-- Deletes the drafts of a person whose account is deleted; what they bought stands in their orders.
create function private.delete_drafts(p_user uuid, p_email text, p_orders uuid[], p_checkouts text[])
returns void
language sql
set search_path = ''
as $$
  delete from private.draft_orders
  where lower(email) = p_email or customer_id = (select id from public.customers where user_id = p_user)
    or order_id = any (p_orders) or checkout_session_id = any (p_checkouts);
$$;

revoke all on function private.delete_drafts(uuid, text, uuid[], text[]) from public;

-- Takes the payment of a draft as simulated: the order, at once. Pressed twice it answers the same order. Answers the draft.
-- @param p_expected_total pounds, as staff saw it
create function private.take_draft_payment(p_id uuid, p_version integer, p_expected_total numeric)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft_rows(p_id);
  if v_draft.state <> 'paid' then
    v_draft := private.lock_draft(p_id, p_version);
    perform private.complete_staff_checkout(private.start_draft_checkout(v_draft, p_expected_total, now() + interval '1 hour', false));
    select * into v_draft from private.draft_orders where id = p_id;
  end if;
  return private.draft_reply(v_draft);
end;
$$;

revoke all on function private.take_draft_payment(uuid, integer, numeric) from public;

grant execute on function private.take_draft_payment(uuid, int4, numeric) to authenticated, service_role;

-- Ends the payment link of a draft, which is open again, or with p_withdraw the draft itself. Answers the draft.
create function private.end_draft(p_id uuid, p_version integer, p_withdraw boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_draft private.draft_orders;
begin
  perform private.require_right('orders');
  v_draft := private.lock_draft(p_id, p_version);
  update public.checkout_sessions set status = 'expired' where session_id = v_draft.checkout_session_id and status = 'pending';
  update private.draft_orders
  set state = case when p_withdraw then 'withdrawn' else 'open' end, link_expires_at = least(link_expires_at, now())
  where id = p_id returning * into v_draft;
  return private.draft_reply(v_draft);
end;
$$;

revoke all on function private.end_draft(uuid, integer, boolean) from public;

grant execute on function private.end_draft(uuid, int4, boolean) to authenticated, service_role;

-- What a payment link leads to, for whoever has it: 'open', 'paid', or 'ended'; of an open one whether it can be paid as it was sent:
-- 'changed' when the price, or what is for sale, has changed. No personal data.
create function private.payment_link(p_session_id text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_session public.checkout_sessions;
begin
  select * into v_session from public.checkout_sessions where session_id = p_session_id and metadata ? 'by_staff';
  if v_session.status = 'completed' then
    return jsonb_build_object('state', 'paid', 'order_number', v_session.metadata -> 'order_number');
  elsif v_session.id is null or v_session.status <> 'pending' or v_session.expires_at <= now() then
    return jsonb_build_object('state', 'ended');
  end if;
  begin
    perform private.verify_checkout(v_session, null);
  exception when sqlstate 'PT409' then
    return jsonb_build_object('state', 'changed');
  end;
  return jsonb_build_object('state', 'open', 'expires_at', v_session.expires_at);
end;
$$;

revoke all on function private.payment_link(text) from public;

grant execute on function private.payment_link(text) to anon, authenticated, service_role;

create function public.price_draft(p_fields jsonb)
returns jsonb
language sql
set search_path = ''
as $$ select private.price_draft(p_fields); $$;

revoke all on function public.price_draft(jsonb) from public, anon;

grant execute on function public.price_draft(jsonb) to authenticated, service_role;

create function public.draft_order(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.draft_order(p_id); $$;

revoke all on function public.draft_order(uuid) from public, anon;

grant execute on function public.draft_order(uuid) to authenticated, service_role;

create function public.office_drafts(p_filter jsonb default '{}', p_page integer default 1, p_size integer default 25)
returns jsonb
language sql
stable
set search_path = ''
as $$ select private.office_drafts(p_filter, p_page, p_size); $$;

revoke all on function public.office_drafts(jsonb, integer, integer) from public, anon;

grant execute on function public.office_drafts(jsonb, int4, int4) to authenticated, service_role;

create function public.save_draft(p_id uuid default null, p_version integer default null, p_fields jsonb default '{}')
returns jsonb
language sql
set search_path = ''
as $$ select private.save_draft(p_id, p_version, p_fields); $$;

revoke all on function public.save_draft(uuid, integer, jsonb) from public, anon;

grant execute on function public.save_draft(uuid, int4, jsonb) to authenticated, service_role;

create function public.send_draft(p_id uuid, p_version integer, p_expected_total numeric, p_days integer default 3, p_email boolean default true)
returns jsonb
language sql
set search_path = ''
as $$ select private.send_draft(p_id, p_version, p_expected_total, p_days, p_email); $$;

revoke all on function public.send_draft(uuid, integer, numeric, integer, boolean) from public, anon;

grant execute on function public.send_draft(uuid, int4, numeric, int4, boolean) to authenticated, service_role;

create function public.take_draft_payment(p_id uuid, p_version integer, p_expected_total numeric)
returns jsonb
language sql
set search_path = ''
as $$ select private.take_draft_payment(p_id, p_version, p_expected_total); $$;

revoke all on function public.take_draft_payment(uuid, integer, numeric) from public, anon;

grant execute on function public.take_draft_payment(uuid, int4, numeric) to authenticated, service_role;

create function public.end_draft(p_id uuid, p_version integer, p_withdraw boolean default false)
returns jsonb
language sql
set search_path = ''
as $$ select private.end_draft(p_id, p_version, p_withdraw); $$;

revoke all on function public.end_draft(uuid, integer, boolean) from public, anon;

grant execute on function public.end_draft(uuid, int4, boolean) to authenticated, service_role;

create function public.payment_link(p_session_id text)
returns jsonb
language sql
set search_path = ''
as $$ select private.payment_link(p_session_id); $$;

revoke all on function public.payment_link(text) from public;

grant execute on function public.payment_link(text) to anon, authenticated, service_role;

create or replace function private.retry_mail(p_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_mail public.email_outbox;
  v_data jsonb;
  v_session text;
  v_card public.gift_cards;
  v_code text;
  v_invitation uuid;
begin
  perform private.require_right('messages');
  select * into v_mail from public.email_outbox where id = p_id and status = 'failed' for update;
  if v_mail.id is null then
    perform private.reject('PT409', 'This email is not one that could not be sent.', 'not_failed');
  end if;
  perform private.require_right(private.mail_right(v_mail.kind, v_mail.order_id));
  v_data := v_mail.data;
  if v_mail.kind = 'account_link' then
    select checkout_session_id into v_session from public.orders where id = v_mail.order_id;
    if v_session is null then
      perform private.reject('PT409', 'The order of this email is gone.', 'order_gone');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
  elsif v_mail.kind = 'order_confirmation' then
    select bought.checkout_session_id into v_session
    from public.orders as bought join public.checkout_sessions as paid on paid.session_id = bought.checkout_session_id
    where bought.id = v_mail.order_id and bought.user_id is null;
    if v_session is not null then
      v_data := v_data || jsonb_build_object('account_token', private.new_account_token(v_session, v_mail.recipient), 'issued_at', now());
    end if;
  elsif v_mail.kind = 'review_request' then
    if exists (
      select from public.orders where id = v_mail.order_id and private.order_returned(status, payment_status))
    then
      perform private.reject('PT409', 'The order of this email is cancelled or refunded.', 'order_over');
    end if;
    v_data := v_data || jsonb_build_object('token', private.new_review_token(v_mail.order_id));
  elsif v_mail.kind in ('gift_card', 'refund_gift_card') then
    select card.* into v_card from public.gift_cards as card
    where id = coalesce((v_data ->> 'gift_card_id')::uuid,
      (select gift_card_id from public.gift_card_entries where order_id = v_mail.order_id and kind = 'issued'))
    for no key update;
    if v_card.id is null or v_card.state <> 'active' or v_card.expires_at <= now() then
      perform private.reject('PT409', 'This gift card has ended.', 'gift_card_void');
    elsif v_card.balance_pence <> v_card.initial_pence
      or exists (select from private.gift_card_holds where gift_card_id = v_card.id) then
      perform private.reject('PT409', 'This gift card is in use, so its code has arrived.', 'gift_card_used');
    end if;
    v_code := private.new_gift_card_code();
    update public.gift_cards set code_hash = private.gift_card_hash(v_code), hint = right(v_code, 4) where id = v_card.id;
    v_data := v_data || jsonb_build_object('token', v_code);
  elsif v_mail.kind = 'payment_link' then
    -- An erased link is that of the draft, while it is open.
    select checkout.session_id into v_session
    from private.draft_orders as draft join public.checkout_sessions as checkout on checkout.session_id = draft.checkout_session_id
    where draft.id = (v_data ->> 'draft_id')::uuid and checkout.status = 'pending' and checkout.expires_at > now();
    if v_session is null then
      perform private.reject('PT409', 'The payment link of this email has ended.', 'link_ended');
    end if;
    v_data := v_data || jsonb_build_object('token', v_session);
  elsif v_mail.kind = 'staff_invitation' then
    -- One that is locked is being sent again.
    select id into v_invitation from public.staff_invitations
    where mail_id = p_id and accepted_at is null and withdrawn_at is null and private.user_may(invited_by, 'staff')
    for no key update skip locked;
    if v_invitation is null then
      perform private.reject('PT409', 'This invitation was withdrawn or sent again.', 'invitation_over');
    end if;
    v_code := private.new_invitation_token(v_invitation);
    v_data := v_data || jsonb_build_object('token', v_code, 'issued_at', now());
  end if;
  update public.email_outbox set status = 'pending', attempts = 0, next_attempt_at = now(), data = v_data where id = p_id;
  if v_mail.order_id is not null then
    insert into public.order_events (order_id, type, description, data)
    values (v_mail.order_id, 'email_retried', format('Email is sent again: %s', replace(v_mail.kind, '_', ' ')),
      jsonb_build_object('actor', (select auth.uid())));
  end if;
end;
$$;

create or replace function private.sweep()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_most constant integer := 1000;
  v_count integer;
  v_counts jsonb := '{}';
begin
  update public.checkout_sessions set status = 'expired' where id in (
    select id from public.checkout_sessions where status = 'pending' and expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('expired_sessions', v_count);

  delete from private.stock_holds where id in (
    select id from private.stock_holds where expires_at <= now()
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('holds', v_count);

  delete from public.cart_items where id in (
    select id from public.cart_items where session_id is not null and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('cart_items', v_count);

  -- Personal data of unpaid checkouts is deleted after a month.
  delete from public.checkout_sessions where id in (
    select id from public.checkout_sessions
    where status in ('expired', 'failed') and expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('dead_sessions', v_count);

  -- And so are drafts that nobody has bought.
  delete from private.draft_orders where id in (
    select id from private.draft_orders where state = 'withdrawn' and updated_at <= now() - interval '30 days'
    limit v_most for update skip locked);

  delete from private.idempotency_keys where key in (
    select key from private.idempotency_keys where created_at <= now() - interval '7 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('idempotency_keys', v_count);

  delete from private.rate_limits where subject in (
    select subject from private.rate_limits where opened_at <= now() - interval '1 day'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('rate_limits', v_count);

  delete from public.account_creation_tokens where id in (
    select id from public.account_creation_tokens where expires_at <= now() - interval '30 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  v_counts := v_counts || jsonb_build_object('account_tokens', v_count);

  -- After the right to cancel has expired, delivered orders are complete.
  update public.orders set status = 'completed' where id in (
    select id from public.orders where status = 'delivered' and delivered_at <= now() - interval '14 days'
    limit v_most for update skip locked);
  get diagnostics v_count = row_count;
  return v_counts || jsonb_build_object('completed_orders', v_count, 'review_emails', private.send_review_requests());
end;
$$;

create or replace function private.delete_my_account()
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_user constant uuid := (select auth.uid());
  v_address text;
  v_email text;
  v_orders uuid[];
  v_checkouts text[];
  v_rows uuid[];
  v_kept text[];
begin
  perform private.consume_rate_limit('delete_my_account', v_user::text, 20, interval '1 hour');
  if not exists (
    select from auth.sessions where id = private.my_session_id() and user_id = v_user and created_at > now() - interval '15 minutes') then
    perform private.reject('PT403', 'Please enter your password again.', 'sign_in_again');
  end if;
  -- The user first: an order that is being placed waits for it, then finds no account. Orders before customers, as everywhere.
  select email into v_address from auth.users where id = v_user for update;
  v_email := private.confirmed_email(v_user);
  perform from public.orders where id = any (private.orders_of_person(v_user, v_email)) order by id for update;
  v_orders := private.orders_of_person(v_user, v_email);
  v_checkouts := private.checkouts_of_person(v_user, v_email, v_orders);
  perform private.reject_deletion(v_user, v_orders, v_checkouts);

  select array_agg(id) into v_rows from (
    select id from public.contact_messages where lower(email) = v_email
    union all select id from public.gift_cards where lower(recipient_email) = v_email
    union all select id from public.staff_invitations where email = v_email
    union all select id from public.reviews where order_id = any (v_orders)
    union all select id from public.shipments where order_id = any (v_orders)) as own;
  perform private.strip_log(v_email, v_orders, v_rows);
  -- An email that waits for somebody else, such as a gift card, is still sent.
  delete from public.email_outbox
  where lower(recipient) = v_email or (order_id = any (v_orders) and status <> 'pending');
  perform private.delete_drafts(v_user, v_email, v_orders, v_checkouts);
  perform private.strip_orders(v_user, v_orders, v_checkouts);
  update public.gift_cards set recipient_email = null, recipient_name = null where lower(recipient_email) = v_email;
  delete from public.contact_messages where lower(email) = v_email;
  delete from private.stock_requests where email = v_email;
  delete from public.staff_invitations where email = v_email;
  delete from public.customers where user_id = v_user or (is_guest and lower(email) = v_email);
  delete from auth.users where id = v_user;

  select array_agg(order_number order by created_at, id) into v_kept from public.orders where id = any (v_orders);
  if v_address is not null then
    insert into public.email_outbox (kind, recipient, subject, data)
    values ('account_deleted', v_address, 'Your account is deleted',
      jsonb_build_object('deleted_at', now(), 'orders', to_jsonb(coalesce(v_kept, '{}'))));
  end if;
end;
$$;

create or replace function private.data_of_person(p_user uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_email constant text := private.confirmed_email(p_user);
  v_orders constant uuid[] := private.orders_of_person(p_user, v_email);
  v_checkouts constant text[] := private.checkouts_of_person(p_user, v_email, v_orders);
  v_customers constant uuid[] := array(
    select id from public.customers where user_id = p_user or (is_guest and lower(email) = v_email));
  v_hidden constant text[] := array['token_hash', 'code_hash', 'request_hash', 'actor', 'assignee', 'invited_by', 'last_error'];
begin
  return jsonb_build_object(
    'profiles', (select jsonb_agg(to_jsonb(t)) from public.profiles as t where id = p_user),
    'customers', (select jsonb_agg(to_jsonb(t)) from public.customers as t where id = any (v_customers)),
    'customer_list', (select jsonb_agg(to_jsonb(t)) from private.customer_list as t where customer_id = any (v_customers)),
    'customer_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.customer_notes as t where customer_id = any (v_customers)),
    'addresses', (select jsonb_agg(to_jsonb(t) order by id) from public.addresses as t where customer_id = any (v_customers)),
    'marketing_consents', (select jsonb_agg(to_jsonb(t) order by id) from private.marketing_consents as t where customer_id = any (v_customers)),
    'wishlist_items', (select jsonb_agg(to_jsonb(t) order by created_at) from public.wishlist_items as t where user_id = p_user),
    'cart_items', (select jsonb_agg(to_jsonb(t) order by id) from public.cart_items as t where customer_id = any (v_customers)),
    'checkout_sessions', (select jsonb_agg(to_jsonb(t) order by id) from public.checkout_sessions as t where session_id = any (v_checkouts)),
    'checkout_carts', (select jsonb_agg(to_jsonb(t) - 'cart_session_id') from private.checkout_carts as t where checkout_session_id = any (v_checkouts)),
    'checkout_callers', (select jsonb_agg(to_jsonb(t)) from private.checkout_callers as t where checkout_session_id = any (v_checkouts)),
    'stock_holds', (select jsonb_agg(to_jsonb(t)) from private.stock_holds as t where checkout_session_id = any (v_checkouts)),
    'gift_card_holds', (select jsonb_agg(to_jsonb(t)) from private.gift_card_holds as t where checkout_session_id = any (v_checkouts)),
    'payment_attempts', (select jsonb_agg(to_jsonb(t) order by id) from public.payment_attempts as t where checkout_session_id = any (v_checkouts)),
    'returned_payments', (select jsonb_agg(to_jsonb(t) - v_hidden - 'note' order by id) from public.returned_payments as t where checkout_session_id = any (v_checkouts)),
    'account_creation_tokens', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.account_creation_tokens as t where checkout_session_id = any (v_checkouts)),
    'promotion_uses', (select jsonb_agg(to_jsonb(t) order by id) from public.promotion_uses as t where checkout_session_id = any (v_checkouts) or user_id = p_user))
  || jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(t) order by created_at, id) from public.orders as t where id = any (v_orders)),
    'order_list', (select jsonb_agg(to_jsonb(t)) from private.order_list as t where order_id = any (v_orders)),
    'order_events', (select jsonb_agg(to_jsonb(t) || jsonb_build_object('data', data - 'actor') order by id) from public.order_events as t where order_id = any (v_orders)),
    'order_notes', (select jsonb_agg(to_jsonb(t) - 'author' order by id) from public.order_notes as t where order_id = any (v_orders)),
    'shipments', (select jsonb_agg(to_jsonb(t) order by id) from public.shipments as t where order_id = any (v_orders)),
    'shipment_lines', (
      select jsonb_agg(to_jsonb(t)) from public.shipment_lines as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'tracking_events', (
      select jsonb_agg(to_jsonb(t) order by t.id) from public.tracking_events as t
      join public.shipments as shipment on shipment.id = t.shipment_id where shipment.order_id = any (v_orders)),
    'refunds', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.refunds as t where order_id = any (v_orders)),
    'refund_lines', (
      select jsonb_agg(to_jsonb(t)) from public.refund_lines as t
      join public.refunds as refund on refund.id = t.refund_id where refund.order_id = any (v_orders)),
    'returned_items', (select jsonb_agg(to_jsonb(t)) from private.returned_items as t where order_id = any (v_orders)),
    'returns', (select jsonb_agg(to_jsonb(t) order by id) from public.returns as t where order_id = any (v_orders)),
    'return_lines', (
      select jsonb_agg(to_jsonb(t)) from public.return_lines as t
      join public.returns as sent on sent.id = t.return_id where sent.order_id = any (v_orders)),
    'receipt_links', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.receipt_links as t where order_id = any (v_orders)),
    'reviews', (select jsonb_agg(to_jsonb(t) order by id) from public.reviews as t where order_id = any (v_orders)),
    'review_requests', (select jsonb_agg(to_jsonb(t) - v_hidden) from private.review_requests as t where order_id = any (v_orders)),
    'gift_cards', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_cards as t where lower(recipient_email) = v_email),
    'gift_card_entries', (
      select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.gift_card_entries as t
      where order_id = any (v_orders)
        or gift_card_id in (select id from public.gift_cards where lower(recipient_email) = v_email)))
  || jsonb_build_object(
    'email_outbox', (
      select jsonb_agg(to_jsonb(t) - v_hidden || jsonb_build_object('data', data - array['token', 'account_token']) order by created_at, id) from public.email_outbox as t
      where lower(recipient) = v_email or order_id = any (v_orders)),
    'contact_messages', (select jsonb_agg(to_jsonb(t) - v_hidden order by id) from public.contact_messages as t where lower(email) = v_email),
    'contact_replies', (
      select jsonb_agg(to_jsonb(t) - 'author' order by t.created_at) from public.contact_replies as t
      join public.contact_messages as message on message.id = t.message_id where lower(message.email) = v_email),
    'stock_requests', (select jsonb_agg(to_jsonb(t) order by id) from private.stock_requests as t where email = v_email),
    'draft_orders', (
      select jsonb_agg(to_jsonb(t) - array['author', 'note', 'discount_reason'] order by number) from private.draft_orders as t
      where lower(email) = v_email or customer_id = any (v_customers) or author = p_user or order_id = any (v_orders)
        or checkout_session_id = any (v_checkouts)),
    'admin_users', (select jsonb_agg(to_jsonb(t)) from public.admin_users as t where user_id = p_user),
    'staff_views', (select jsonb_agg(to_jsonb(t)) from public.staff_views as t where owner = p_user),
    'setup_dismissals', (select jsonb_agg(to_jsonb(t)) from private.setup_dismissals as t where user_id = p_user),
    'staff_invitations', (select jsonb_agg(to_jsonb(t) - v_hidden) from public.staff_invitations as t where email = v_email));
end;
$$;

select private.hide_rows_in_api_errors();
